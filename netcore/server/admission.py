"""Who is taken in, and who has to go when there is no more room.

Hides: how places are counted. Sans I/O: connections are numbers and addresses are texts. Must not
know: sockets, sessions, what is said to those who are turned away.

    stranger   has no place at a table yet; when there are too many, one goes: of the older half
               the oldest of those who have come least far. The younger half have just come, and
               need a moment to come any further
    member     has one; counted until its socket is gone, whatever keeps that
    kept       places of members that only those who come back to their seat may have
    far        of another network: a few are told that they may not come, more are not listened to

An address is one peer's, as far as anybody can tell; this machine's own are everybody's (an SSH
box, a tunnel) and are not counted. Of IPv6 the whole address counts: on a local network all peers
share the first half of it.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Final

from netcore.table.roster import Conn
from netcore.wire.codes import ByeCode
from netcore.wire.limits import Limits, Meter

_FAR: Final = 4
"""So many who are only told that they may not come; they take nobody's place."""
_METERS: Final = 1024
"""So many meters of addresses are kept before those are looked for that may be forgotten."""


class Admission:
    """The connections of one server, and where they come from."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._together = limits.of_address()
        self._from: dict[Conn, str] = {}
        self._strangers: dict[Conn, None] = {}
        self._members: set[Conn] = set()
        self._far: set[Conn] = set()
        self._meters: dict[str, Meter] = {}

    @property
    def strangers(self) -> int:
        """How many have no place yet."""
        return len(self._strangers)

    @property
    def members(self) -> int:
        """How many have a place."""
        return len(self._members)

    @property
    def full(self) -> bool:
        """Whether not one connection more can be held, be it to say why not."""
        return len(self._from) >= self._limits.connections + 2 * self._limits.strangers

    def hold(self, conn: Conn, address: str) -> bool:
        """Hold one that is only told why it cannot stay; whether there is time for that."""
        if len(self._far) >= _FAR:
            return False
        self._from[conn] = _source(address)
        self._far.add(conn)
        return True

    def arrive(
        self, conn: Conn, address: str, far: Callable[[Conn], int] = lambda _conn: 0
    ) -> Conn | None:
        """Take a newcomer in; return the stranger who has to go for it, if one has.

        `far`: how far a stranger has come on the way in.
        """
        source = self._from[conn] = _source(address)
        beside = [one for one in self._strangers if self._from[one] == source]
        displaced: Conn | None = None
        if source and len(beside) >= self._limits.strangers_per_address:
            displaced = min(_older_half(beside), key=far)
        elif len(self._strangers) >= self._limits.strangers:
            displaced = min(_older_half(list(self._strangers)), key=far)
        if displaced is not None:
            self.turn_away(displaced)
        self._strangers[conn] = None
        return displaced

    def why_not(self, conn: Conn, away: int) -> ByeCode | None:
        """Return why a stranger may not have a new place; `away`: seats whose people are away.

        Who comes back to a seat need not ask.
        """
        source = self._from[conn]
        beside = sum(self._from[one] == source for one in self._members)
        if source and beside >= self._limits.per_address:
            return ByeCode.TOO_MANY
        kept = min(away, self._limits.kept)
        if len(self._members) >= self._limits.connections - kept:
            return ByeCode.SERVER_FULL
        return None

    def seated(self, conn: Conn) -> None:
        """A connection has a place now."""
        self._strangers.pop(conn, None)
        self._members.add(conn)

    def turn_away(self, conn: Conn) -> None:
        """A stranger is about to be closed and takes no stranger's place any more."""
        self._strangers.pop(conn, None)

    def gone(self, conn: Conn) -> None:
        """A connection's socket is closed."""
        self.turn_away(conn)
        self._members.discard(conn)
        self._far.discard(conn)
        self._from.pop(conn, None)

    def meter(self, conn: Conn, now: float) -> Meter | None:
        """Return the meter of a connection's address; None where addresses are not counted."""
        source = self._from[conn]
        if not source:
            return None
        if len(self._meters) >= _METERS:
            here = set(self._from.values())
            self._meters = {
                one: meter
                for one, meter in self._meters.items()
                if one in here or not meter.full(now)
            }
        return self._meters.setdefault(source, Meter(self._together, now))


def _older_half(strangers: list[Conn]) -> list[Conn]:
    return strangers[: (len(strangers) + 1) // 2]


def _source(address: str) -> str:
    """Return what an address is counted as; empty for one of this machine itself."""
    plain = ip_address(address.partition("%")[0])
    plain = getattr(plain, "ipv4_mapped", None) or plain
    return "" if plain.is_loopback else str(plain)
