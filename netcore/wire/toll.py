"""What each message of a client costs, and what is answered to one who is too fast.

Hides: which speed a message is held to, whose buckets it is taken from, and when a peer has been
too fast too often. Every message has its cost, whoever sends it. A client holds itself to the same
speeds, so that an impatient player, or a key that is held down, is never taken for a flood. Sans
I/O. Must not know: sockets, tables.
"""

from __future__ import annotations

from math import ceil

from netcore.wire.limits import Bucket, Kind, Limits, Meter
from netcore.wire.messages import (
    Act,
    Allowance,
    Bye,
    ByeCode,
    Chat,
    ClientMessage,
    Create,
    Emote,
    Join,
    Leave,
    Nak,
    Pledge,
    Refused,
    Resume,
    Share,
    StepAway,
    Sync,
    TableCode,
    Tables,
)
from netcore.wire.schema import tag_of


def kind_of(message: ClientMessage) -> Kind:
    """Return which speed a message is held to."""
    match message:
        case Chat() | Emote():
            return "chat"
        case Join() | Resume() | Sync() | Tables() | Create():
            return "entries"
        case _:
            return "actions"


def allowance(limits: Limits) -> Allowance:
    """Return what clients are told of the limits."""
    return Allowance(limits.actions, limits.chat, limits.entries, limits.chat_length)


def too_fast(message: ClientMessage, wait: float) -> Nak | Refused:
    """Return the answer to a message that came too early by so many seconds."""
    detail: dict[str, int | str] = {"retry": ceil(wait * 1000)}
    if isinstance(message, Act):
        return Nak(message.aid, TableCode.RATE, message.n, detail)
    return Refused(tag_of(message), TableCode.RATE, detail)


class Toll:
    """What is taken from a connection's messages: by its own meter, its seat's, its address's."""

    def __init__(self, limits: Limits, now: float, address: Meter | None = None) -> None:
        own = Meter(limits, now)
        self._blamed = [own]
        self._meters = [own] if address is None else [own, address]

    def seat(self, meter: Meter) -> None:
        """Count by the meter of a seat too, which outlives the connection."""
        self._meters.append(meter)
        self._blamed.append(meter)

    def weigh(self, size: int, now: float) -> float:
        """Count bytes; return for how many seconds no more are to be read."""
        return max(meter.bytes.owe(size, now) for meter in self._meters)

    def charge(self, message: ClientMessage, now: float) -> Nak | Refused | Bye | None:
        """Take the cost of a message; return what is answered instead when it came too early.

        An address is never to blame: several people may have one.
        """
        buckets = [meter.kinds[kind_of(message)] for meter in self._meters]
        wait = max(bucket.wait(now) for bucket in buckets)
        if wait == 0.0:
            for bucket in buckets:
                bucket.take(now)
            return None
        if any(meter.excess.owe(1, now) > 0.0 for meter in self._blamed):
            return Bye(ByeCode.FLOOD)
        return too_fast(message, wait)


class Restraint:
    """A client's own: it says `too_fast` itself, before the server has to.

    Attributes:
        allowed: What the server allows.
    """

    def __init__(self, allowed: Allowance, now: float) -> None:
        self.allowed = allowed
        self._buckets: dict[Kind, Bucket] = {
            "actions": Bucket(allowed.actions.gentler(), now),
            "chat": Bucket(allowed.chat.gentler(), now),
            "entries": Bucket(allowed.entries.gentler(), now),
        }

    def wait(self, kind: Kind, now: float) -> float:
        """Return in how many seconds the next message of that kind may be sent."""
        return self._buckets[kind].wait(now)

    def check(self, message: ClientMessage, now: float) -> Nak | Refused | None:
        """Count a message about to be sent, or return why it is not.

        A last word always is, and what the table has asked the program for: the server allows
        a little more than is counted here.
        """
        if isinstance(message, Leave | StepAway | Pledge | Share):
            return None
        bucket = self._buckets[kind_of(message)]
        wait = bucket.wait(now)
        if wait > 0.0:
            return too_fast(message, wait)
        bucket.take(now)
        return None
