"""What one peer may take of a server: how many, how much, how fast.

Hides: the numbers, how they are written, and the token buckets that hold peers to the speeds. Sans
I/O: the time is passed in. Must not know: messages, sockets, tables.

A bucket belongs to one connection, to one seat (so that a new connection does not fill it anew) or
to one address (`Limits.of_address`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Final, Literal, TypeAlias

from netcore.wire.schema import Limit

Kind: TypeAlias = Literal["actions", "chat", "entries"]
"""What is counted apart: asking the table, talking, and coming in or asking for all there is."""

MOST: Final = 1_000_000
"""No number of a limit is above this."""
Count: TypeAlias = Annotated[int, Limit(1, MOST)]
_SPECK: Final = 1e-6
"""Less of a token than this is lost in adding up."""
_PACE: Final = re.compile(r"([0-9]{1,7})/([0-9]{1,7}):([0-9]{1,7})")


class BadLimit(ValueError):
    """A limit that is not there, or cannot be so.

    Attributes:
        name: The limit meant; `known`: whether there is one of that name.
        wanted: How its values are written, if there is.
    """

    def __init__(self, name: str, wanted: str = "") -> None:
        super().__init__(f"{name}: {wanted}" if wanted else name)
        self.name = name
        self.wanted = wanted

    @property
    def known(self) -> bool:
        """Whether there is a limit of that name."""
        return bool(self.wanted)


@dataclass(frozen=True, slots=True)
class Pace:
    """So many in so many seconds, and so many at once after a rest: written `10/1:20`."""

    count: Count
    seconds: Count
    burst: Count

    def __post_init__(self) -> None:
        if not all(0 < one <= MOST for one in (self.count, self.seconds, self.burst)):
            raise ValueError(f"no pace: {self}")

    def __str__(self) -> str:
        return f"{self.count}/{self.seconds}:{self.burst}"

    def times(self, number: int) -> Pace:
        """Return the pace of so many together."""
        return Pace(min(MOST, self.count * number), self.seconds, min(MOST, self.burst * number))

    def gentler(self) -> Pace:
        """Return a pace that keeps within this one although the network bunches what is sent."""
        return replace(self, burst=max(1, self.burst - max(1, self.burst // 4)))


def _limit(default: int | Pace, about: str, least: int = 1) -> Any:
    return field(default=default, metadata={"about": about, "least": least})


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits of one server. Each field says what it bounds; `read` changes one by its name."""

    connections: int = _limit(64, "connections that have a place at a table")
    kept: int = _limit(16, "of these, places that are kept for those who come back", 0)
    strangers: int = _limit(16, "connections that have none yet; when full, an older one goes")
    strangers_per_address: int = _limit(4, "of these, from one address (loopback is not counted)")
    per_address: int = _limit(8, "connections from one address (loopback is not counted)")
    handshake: int = _limit(5, "seconds for each step until the place at a table is had")
    handshakes: int = _limit(16, "TLS handshakes at once")
    actions: Pace = _limit(Pace(10, 1, 20), "requests: playing, and whatever has no other limit")
    chat: Pace = _limit(Pace(1, 1, 5), "lines of chat")
    entries: Pace = _limit(Pace(1, 2, 3), "joining, coming back, asking for lists, opening tables")
    bytes: Pace = _limit(Pace(16384, 1, 65536), "bytes taken in; what is above waits")
    excess: Pace = _limit(
        Pace(20, 30, 20), "requests refused as too fast before the connection ends"
    )
    chat_length: int = _limit(300, "characters of a line of chat")
    name_cells: int = _limit(16, "columns of a name", 4)
    tables: int = _limit(16, "tables")
    empty_table: int = _limit(120, "seconds that a table which a guest opened may stand empty")

    def of_address(self) -> Limits:
        """Return the speeds of all connections of one address together."""
        paces: dict[str, Any] = {
            one.name: value.times(self.per_address)
            for one in fields(self)
            if isinstance(value := getattr(self, one.name), Pace)
        }
        return replace(self, **paces)

    def read(self, setting: str) -> Limits:
        """Return these limits with one changed, as `chat-length=200`. Raises BadLimit."""
        name, _, text = setting.partition("=")
        known = {shown(one.name): one for one in fields(self)}
        if name not in known:
            raise BadLimit(name)
        chosen = known[name]
        least, pace = int(chosen.metadata["least"]), isinstance(chosen.default, Pace)
        wanted = "COUNT/SECONDS:BURST" if pace else f"{least}-{MOST}"
        match = _PACE.fullmatch(text)
        try:
            if pace and match is not None:
                return _with(self, chosen.name, Pace(*map(int, match.groups())))
        except ValueError:
            raise BadLimit(name, wanted) from None
        if pace or not (text.isascii() and text.isdecimal() and len(text) < 9):
            raise BadLimit(name, wanted)
        if not least <= int(text) <= MOST:
            raise BadLimit(name, wanted)
        return _with(self, chosen.name, int(text))


def _with(limits: Limits, name: str, value: int | Pace) -> Limits:
    changed: dict[str, Any] = {name: value}
    return replace(limits, **changed)


def shown(field_name: str) -> str:
    """Return a limit's name as it is typed."""
    return field_name.replace("_", "-")


DEFAULT: Final = Limits()


class Bucket:
    """Tokens that come at a pace, up to its burst. Time must not run backwards."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, pace: Pace, now: float) -> None:
        self._rate = pace.count / pace.seconds
        self._burst = float(pace.burst)
        self._level = self._burst
        self._at = now

    def wait(self, now: float) -> float:
        """Return in how many seconds a token is there; 0.0: now."""
        self._fill(now)
        missing = 1.0 - self._level
        return missing / self._rate if missing > _SPECK else 0.0

    def take(self, now: float) -> None:
        """Take a token that `wait` found."""
        self._fill(now)
        self._level -= 1.0

    def owe(self, tokens: int, now: float) -> float:
        """Take so many, there or not; return in how many seconds the debt is paid."""
        self._fill(now)
        self._level -= tokens
        return max(0.0, -self._level / self._rate)

    def full(self, now: float) -> bool:
        """Whether it is as good as new."""
        self._fill(now)
        return self._level >= self._burst - _SPECK

    def _fill(self, now: float) -> None:
        if now > self._at:
            self._level = min(self._burst, self._level + (now - self._at) * self._rate)
            self._at = now


class Meter:
    """The buckets of one connection, seat or address."""

    __slots__ = ("bytes", "excess", "kinds")

    def __init__(self, limits: Limits, now: float) -> None:
        self.kinds: dict[Kind, Bucket] = {
            "actions": Bucket(limits.actions, now),
            "chat": Bucket(limits.chat, now),
            "entries": Bucket(limits.entries, now),
        }
        self.bytes = Bucket(limits.bytes, now)
        self.excess = Bucket(limits.excess, now)

    def full(self, now: float) -> bool:
        """Whether forgetting it would change nothing."""
        return all(one.full(now) for one in (*self.kinds.values(), self.bytes, self.excess))
