"""Who is at a table: seats, watchers, bots, names, tokens, and who is the host.

Hides: how a person is known again. A token is identity, a name is a label, a connection comes and
goes. Must not know: the game, messages, sockets, clocks (the time is passed in).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final, TypeAlias

from engine.game import Seat
from netcore.wire.limits import Meter
from netcore.wire.messages import Level, SeatInfo
from netcore.wire.text import free_name
from netcore.wire.tokens import new_token, token_hash

Conn: TypeAlias = int
"""What the server calls a connection; the table only compares them."""

_BOT_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun")


@dataclass(slots=True, eq=False)
class Member:
    """A person at the table.

    Attributes:
        token: What brings the seat back; `previous` stays good until the first frame after that.
            Empty for whom another server knew: of those only the hashes were `kept`, as is that of
            the token with which somebody came.
        conn: The live connection; None while away.
        seat: None for a watcher.
        left: The newest update when the connection was lost last.
        since: The last update before this person sat down here: what led to it is not told.
        grace: Seconds of waiting this deal still grants; `away_at` is since when it is counted.
        standin: A bot plays for this person until the return.
        mild: This person wants mild punishments only.
        meter: What this person's messages are counted by, over whichever connection.
    """

    name: str
    token: str
    conn: Conn | None
    seat: Seat | None
    host: bool
    grace: float
    since: int = 0
    left: int = 0
    previous: str | None = None
    ready: bool = False
    away_at: float | None = None
    standin: bool = False
    mild: bool = False
    meter: Meter | None = None
    kept: tuple[bytes, ...] = ()

    def tokens(self) -> tuple[bytes, ...]:
        """Return the hashes of all that brings the seat back."""
        return (*hashes((self.token, self.previous or "")), *self.kept)

    @property
    def confirmed(self) -> bool:
        """Whether the newest token is the only one that is good."""
        return self.previous is None and not self.kept

    @property
    def grace_ends(self) -> float | None:
        """When the patience ends; None while nothing is counted."""
        return None if self.away_at is None else self.away_at + self.grace

    def grace_left(self, now: float) -> float:
        """Return the seconds of grace left."""
        return self.grace if self.away_at is None else max(0.0, self.grace - (now - self.away_at))


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on a seat. `leaving`: it only plays a kicked player's deal to its end."""

    name: str
    level: Level
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Gone:
    """A seat given up for good in this match."""

    name: str


Occupant: TypeAlias = Member | Bot | Gone | None


class Roster:
    """The seats and the watchers.

    Attributes:
        seats: By seat number; None is an open seat.
        watchers: Those without a seat, in order of arrival, also who is away for a moment.
    """

    def __init__(self, seats: int) -> None:
        self.seats: list[Occupant] = [None] * seats
        self.watchers: list[Member] = []

    # --- finding ---

    def members(self) -> Iterator[Member]:
        """Yield everybody, the seated first."""
        yield from self.seated()
        yield from self.watchers

    def seated(self) -> Iterator[Member]:
        """Yield the people on seats, in seat order."""
        for occupant in self.seats:
            if isinstance(occupant, Member):
                yield occupant

    def present(self) -> Iterator[Member]:
        """Yield everybody who has a connection."""
        return (member for member in self.members() if member.conn is not None)

    def watching(self) -> list[Member]:
        """Return the watchers who are here."""
        return [watcher for watcher in self.watchers if watcher.conn is not None]

    def by_conn(self, conn: Conn) -> Member | None:
        """Return who speaks on a connection."""
        return next((member for member in self.members() if member.conn == conn), None)

    def by_token(self, token: str) -> Member | None:
        """Return whose token this is. Looks at all of them, whichever it is."""
        found: Member | None = None
        offered = token_hash(token)
        for member in self.members():
            for good in member.tokens():
                if compare_digest(good, offered):
                    found = member
        return found

    def at(self, seat: Seat) -> Occupant:
        """Return who sits there; None also for a seat that is not there."""
        return self.seats[seat] if seat < len(self.seats) else None

    def first_open(self, *, over: bool = False) -> Seat | None:
        """Return the first open seat; `over` as in `is_open`."""
        return next((s for s in range(len(self.seats)) if self.is_open(s, over=over)), None)

    def is_open(self, seat: Seat, *, over: bool = False) -> bool:
        """Whether anybody may sit there; `over`: the match is, so seats given up are free too."""
        match self.at(seat):
            case None:
                return seat < len(self.seats)
            case Gone() | Bot(leaving=True):
                return over
            case _:
                return False

    def first_bot(self) -> Seat | None:
        """Return the first seat whose bot makes room for a person."""
        return next((seat for seat in range(len(self.seats)) if self.has_bot(seat)), None)

    def has_bot(self, seat: Seat) -> bool:
        """Whether a bot sits there that makes room for a person."""
        match self.at(seat):
            case Bot(leaving=False):
                return True
            case _:
                return False

    def filled(self) -> int:
        """Return how many seats somebody plays who stays."""
        return sum(
            isinstance(one, Member) or (isinstance(one, Bot) and not one.leaving)
            for one in self.seats
        )

    def host(self) -> Member | None:
        """Return the host, if here."""
        return next((member for member in self.members() if member.host), None)

    def names(self) -> set[str]:
        """Return every name in use."""
        return {one.name for one in (*self.seats, *self.watchers) if one is not None}

    # --- changing ---

    def add(
        self,
        name: str,
        conn: Conn,
        seat: Seat | None,
        *,
        host: bool,
        grace: float,
        since: int,
        own: str = "",
    ) -> Member:
        """Let somebody in, on a seat or to watch; a bot there makes room.

        `own`: a token of theirs, good until `confirm`: the one given may never reach them.
        """
        kept = (token_hash(own),) if own else ()
        member = Member(name, new_token(), conn, None, host, grace, since, kept=kept)
        if seat is None:
            self.watchers.append(member)
        else:
            member.seat = seat
            self.seats[seat] = member
        return member

    def sit(self, member: Member, seat: Seat, since: int) -> None:
        """Let a watcher take a seat."""
        self.watchers.remove(member)
        member.seat, member.since = seat, since
        self.seats[seat] = member

    def rotate(self, member: Member) -> None:
        """Give a new token; the one before stays good until `confirm`."""
        member.previous, member.token = member.token or None, new_token()

    def confirm(self, member: Member) -> None:
        """Something came over the new connection: the new token has arrived."""
        member.previous, member.kept = None, ()

    def remove(self, member: Member, instead: Occupant = None) -> None:
        """Let somebody go; `instead` takes the seat."""
        if member.seat is None:
            self.watchers.remove(member)
        else:
            self.seats[member.seat] = instead

    def add_bot(self, seat: Seat, level: Level) -> Bot:
        """Put a bot on a seat, under a free name."""
        used = self.names()
        name = next((one for one in _BOT_NAMES if one not in used), "Bot")
        bot = Bot(free_name(name, used, fixed=False), level)
        self.seats[seat] = bot
        return bot

    def resize(self, seats: int) -> list[Member]:
        """Change how many seats there are, moving people up where needed; return who moved.

        There must be room for everybody.
        """
        if seats < len(self.seats):
            moved = self.close_ranks()
            del self.seats[seats:]
        else:
            moved = []
        self.seats += [None] * (seats - len(self.seats))
        return moved

    def close_ranks(self) -> list[Member]:
        """Drop open seats and seats given up; return whose seat number changed."""
        self.seats = [one for one in self.seats if isinstance(one, Member | Bot)]
        moved: list[Member] = []
        for seat, occupant in enumerate(self.seats):
            if isinstance(occupant, Member) and occupant.seat != seat:
                occupant.seat = seat
                moved.append(occupant)
        return moved

    # --- telling ---

    def infos(self, now: float) -> tuple[SeatInfo, ...]:
        """Return every seat as everybody may see it."""
        return tuple(_info(occupant, now) for occupant in self.seats)


def hashes(tokens: Iterable[str]) -> Iterator[bytes]:
    """Yield how tokens are kept; an empty one is none."""
    return (token_hash(token) for token in tokens if token)


def _info(occupant: Occupant, now: float) -> SeatInfo:
    match occupant:
        case Member():
            return SeatInfo(
                name=occupant.name,
                kind="human",
                ready=occupant.ready,
                away=occupant.conn is None,
                grace=round(occupant.grace_left(now)) if occupant.conn is None else 0,
                standin=occupant.standin,
                mild=occupant.mild,
            )
        case Bot():
            return SeatInfo(occupant.name, "bot", occupant.level, ready=True)
        case Gone():
            return SeatInfo(occupant.name, "gone")
        case None:
            return SeatInfo("", "open")
