"""The journal of a table: everything that must survive, as a closed union of entries.

Hides: which entries there are, and how they look as bytes. Must not know: who writes them (`desk`,
`course`), who reads them (`standing`), where they are kept (`store`).

Entries say what was done; everything else follows from them. A token is kept as a hash: it can be
recognised, but not read out of a journal. Times are milliseconds since the deal began.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

import msgpack

from engine.fair import Seed
from engine.game import Code
from engine.king import Punishment, Setting
from netcore.wire.codes import TableCode
from netcore.wire.messages import (
    Ack,
    Aid,
    Detail,
    GameName,
    Level,
    Nak,
    Number,
    OptionValue,
    SeatNumber,
    Short,
)
from netcore.wire.schema import BadMessage, Limit, pack, unpack

FORMAT: Final = 1
"""The version of these entries. Fields with a default may be added without raising it."""

Hash: TypeAlias = Annotated[bytes, Limit(32, 32)]
Head: TypeAlias = Annotated[bytes, Limit(0, 32)]
Text: TypeAlias = Annotated[str, Limit(0, 4096)]


class BadJournal(Exception):
    """The journal of a table cannot be read, or does not lead where it says it leads."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The first entry: what the table was opened with.

    Attributes:
        v: FORMAT.
        name: What the table is called on the wire.
        pace, reaction: That of the bots, and seconds to react; in thousandths.
        hosted: A secret makes its holder the host.
        deck: The punishments; None: those that come with the program.
    """

    v: Number
    name: Short
    timer: Number
    grace: Number
    pace: Number
    reaction: Number
    hosted: bool
    deck: Annotated[tuple[Punishment, ...], Limit(0, 1000)] | None = None


@dataclass(frozen=True, slots=True)
class Served:
    """A server has the table from now on, and is reached there.

    Attributes:
        epoch: As in the store.
        code: The join code; empty: none is asked for.
        tls: It speaks TLS.
    """

    epoch: Number
    bind: Text
    port: Number
    code: Short = ""
    tls: bool = True


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is played, and what the host calls it."""

    game: GameName
    preset: Short
    options: Mapping[str, OptionValue]
    punishments: Setting
    rules_name: Short = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on a seat, or watching.

    Attributes:
        tokens: The hashes of what brings the seat back.
        since: The last update before this person sat down.
    """

    name: Short
    tokens: tuple[Hash, ...]
    host: bool
    mild: bool
    since: Number


@dataclass(frozen=True, slots=True)
class Robot:
    """A bot on a seat; `leaving`: it only plays a kicked player's deal to its end."""

    name: Short
    level: Level
    leaving: bool


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A seat given up for good in this match."""

    name: Short


Sitter: TypeAlias = Person | Robot | GivenUp


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, from now on; None is an open seat. `watchers` have none."""

    seats: tuple[Sitter | None, ...]
    watchers: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins.

    Attributes:
        first: Of a match, that begins with it.
        root: What the secret's chain begins with (engine.fair).
    """

    first: bool
    deal_id: Short
    secret: Hash
    shares: tuple[Annotated[bytes, Limit(0, 64)], ...]
    seats: tuple[SeatNumber, ...]
    number: Number
    head: Head
    root: Head = b""

    @property
    def seed(self) -> Seed:
        """All its chance follows from."""
        return Seed(self.deal_id, self.secret, self.shares, self.seats, self.root)


@dataclass(frozen=True, slots=True)
class Acted:
    """Somebody did something, and it was accepted.

    Attributes:
        aid, n, a: The act.
        number: The update that shows it, and the answer.
        head: The chain of what was played, with it.
    """

    seat: SeatNumber
    aid: Aid
    n: Number
    a: Text
    number: Number
    head: Head
    at: Number

    @property
    def answer(self) -> Ack:
        """What was answered."""
        return Ack(self.aid, self.number)


@dataclass(frozen=True, slots=True)
class Denied:
    """Somebody's act was refused: the same one is to be answered so again."""

    seat: SeatNumber
    aid: Aid
    a: Text
    code: Code | TableCode
    number: Number
    detail: Detail

    @property
    def answer(self) -> Nak:
        """What was answered."""
        return Nak(self.aid, self.code, self.number, self.detail)


@dataclass(frozen=True, slots=True)
class Played:
    """The table played for a seat: a bot, or the clock as somebody's time was up."""

    seat: SeatNumber
    who: Literal["bot", "clock"]
    a: Text
    number: Number
    head: Head
    at: Number


@dataclass(frozen=True, slots=True)
class Quit:
    """A seat was given up for good."""

    seat: SeatNumber
    number: Number
    head: Head
    at: Number


@dataclass(frozen=True, slots=True)
class Swapped:
    """A punishment was drawn instead of another."""

    seat: SeatNumber
    number: Number


@dataclass(frozen=True, slots=True)
class Settled:
    """A punishment was said to be done, or waived."""

    by: SeatNumber
    seat: SeatNumber
    how: Literal["done", "waived"]
    number: Number


@dataclass(frozen=True, slots=True)
class Milder:
    """A player of the match wants mild punishments only, or takes that back."""

    seat: SeatNumber
    on: bool
    number: Number


@dataclass(frozen=True, slots=True)
class Excused:
    """What a seat owed was let go."""

    seat: SeatNumber
    number: Number


@dataclass(frozen=True, slots=True)
class Ended:
    """The table is back in the lobby."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The host has stopped everything, or lets it go on."""

    on: bool


@dataclass(frozen=True, slots=True)
class Starts:
    """How the starts of deals have fared.

    Attributes:
        cancelled: How many were, with one that is under way if a share of it may have been seen.
        failed: By seat, how often it gave no share in this match; empty: none did.
    """

    cancelled: Number
    failed: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Locked:
    """Nobody new is let in, or is again."""

    on: bool


Step: TypeAlias = Acted | Denied | Played | Quit | Swapped | Settled | Milder | Excused
"""What happens in a match that has begun."""

Entry: TypeAlias = (
    Opened | Served | Chosen | Seats | Dealt | Step | Ended | Paused | Locked | Starts
)


def encode(entry: Entry) -> bytes:
    """Return an entry as it is kept."""
    record: bytes = msgpack.packb(pack(entry))
    return record


def decode(record: bytes) -> Entry:
    """Read an entry. Raises BadJournal."""
    try:
        plain: object = msgpack.unpackb(record, raw=False, strict_map_key=True)
        entry: Entry = unpack(Entry, plain, exact=False)
    except (ValueError, RecursionError, BadMessage) as error:
        raise BadJournal(str(error)) from error
    if isinstance(entry, Opened) and entry.v != FORMAT:
        raise BadJournal(f"a journal of version {entry.v}")
    return entry
