"""What a table wants done by whoever drives it: all that comes out of it, as one closed union.

Must not know: tables, sockets, how any of it is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.record import Record
from netcore.table.roster import Conn
from netcore.wire.limits import Meter
from netcore.wire.messages import ServerMessage


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message over a connection."""

    conn: Conn
    message: ServerMessage


@dataclass(frozen=True, slots=True)
class Accepted:
    """The connection belongs to somebody at the table now, whose messages `meter` counts."""

    conn: Conn
    meter: Meter | None = None


@dataclass(frozen=True, slots=True)
class Hangup:
    """End a connection once everything has been sent; `why` is for the log."""

    conn: Conn
    why: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A match is over, or was ended; this is how it went.

    Attributes:
        again: Something was added to the record handed out last, which this one replaces.
    """

    record: Record
    again: bool = False


Out: TypeAlias = Send | Accepted | Hangup | Finished
