"""How the people at a table make sure of a deal before it begins (engine.fair says what for).

Hides: who is asked for a share, how long each stage waits, and what follows when somebody does not
answer. Sans I/O: the time is passed in. Must not know: connections, games, what a share is worth.

    stage     everybody who is asked          then
    pledge    sends a Pledge                  the list of pledges is told
    share     sends the Share it stands for   the list of shares is told, and the deal begins

Nobody can choose a share after having seen another. Who does not answer within PATIENCE seconds, or
shows another share than was pledged, cancels the start, is named, and is asked again under another
deal id; the second time the seat is asked no more in this match. Bots, the absent and those who
come later give no share; where nobody is asked, the deal begins at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Protocol, TypeAlias

from engine import fair
from engine.fair import Seed
from engine.game import Seat
from engine.match import Match
from netcore.table.roster import Member, Roster
from netcore.wire.messages import (
    LOG_PART,
    DealOpen,
    NoteCode,
    Pledge,
    Pledges,
    Reveal,
    ServerMessage,
    Share,
    Shares,
    Shuffling,
    TableCode,
)

PATIENCE: Final = 15.0
"""Seconds that each stage waits."""
SLOW: Final = 1.0
"""Seconds after which everybody is told who holds the deal up."""
_CHANCES: Final = 2
"""How often a seat may fail in a match before it is asked no more."""

FairRequest: TypeAlias = Pledge | Share


# --- what is told of a deal -----------------------------------------------------------------------


def new_seed(seats: tuple[Seat, ...] = ()) -> Seed:
    """Return a seed that lacks the shares of `seats`."""
    return Seed.of(os.urandom(16).hex(), os.urandom(32), seats)


def opening(match: Match, seed: Seed) -> DealOpen:
    """Return what is published before a deal of `match` that `seed` is for. Shows no secret."""
    first = match.state is None
    return DealOpen(
        seed.deal_id,
        seed.commit,
        fair.rules_hash(match.game.name, match.rules),
        fair.deck_hash(match.game.deck(match.rules)),
        seed.seats,
        match.deals + 1,
        None if first else match.game.next_dealer(match.state),
        match.scores,
        tuple(sorted(match.gone)),
    )


def begun(opened: DealOpen, seed: Seed) -> tuple[ServerMessage, ...]:
    """Return what who comes later must know of a deal that has begun."""
    pledges = tuple(
        fair.share_commitment(share, seed.deal_id, seat)
        for seat, share in zip(seed.seats, seed.shares, strict=True)
    )
    again = replace(opened, begun=True)
    return again, Pledges(seed.deal_id, pledges), Shares(seed.deal_id, seed.shares)


def revealed(seed: Seed, log: Sequence[str]) -> Iterator[Reveal]:
    """Yield what is told once a deal has ended."""
    for start in range(0, max(1, len(log)), LOG_PART):
        end = start + LOG_PART
        yield Reveal(seed.deal_id, seed.secret, start, tuple(log[start:end]), end < len(log))


# --- one deal's stages ----------------------------------------------------------------------------


@dataclass(slots=True)
class FairDeal:
    """One try to begin a deal.

    Attributes:
        lacking: The seed without the shares.
        members: Who is asked, by rising seats.
        since: When this stage began.
        slow: Everybody has been told who holds it up.
    """

    opened: DealOpen
    lacking: Seed
    members: Mapping[Seat, Member]
    since: float
    stage: Literal["pledge", "share"] = "pledge"
    slow: bool = False
    pledges: dict[Seat, bytes] = field(default_factory=dict[Seat, bytes])
    shares: dict[Seat, bytes] = field(default_factory=dict[Seat, bytes])

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who has not answered in this stage."""
        answered = self.pledges if self.stage == "pledge" else self.shares
        return tuple(seat for seat in self.opened.seats if seat not in answered)

    @property
    def due(self) -> float:
        """When time changes something."""
        return self.since + (PATIENCE if self.slow else SLOW)

    @property
    def seed(self) -> Seed:
        """What the deal follows from, once all shares are there."""
        shares = tuple(self.shares[seat] for seat in self.opened.seats)
        return replace(self.lacking, shares=shares)

    def told(self) -> tuple[ServerMessage, ...]:
        """Return what has been told so far, for who has just come: too late to pledge anything
        once the list is out, but in time for a share that was pledged before.
        """
        if self.stage == "pledge":
            return (self.opened,)
        return replace(self.opened, begun=True), self._pledges()

    def _pledges(self) -> Pledges:
        return Pledges(self.opened.deal_id, tuple(self.pledges[seat] for seat in self.opened.seats))

    def fits(self, seat: Seat, share: bytes) -> bool:
        """Whether a share is the one that was pledged."""
        return self.pledges[seat] == fair.share_commitment(share, self.opened.deal_id, seat)


class Stage(Protocol):
    """What the table is asked for."""

    roster: Roster

    def to_all(self, message: ServerMessage) -> None:
        """Tell everybody."""

    def note(self, code: NoteCode, who: str = "", seat: Seat | None = None) -> None:
        """Tell everybody what happened."""

    def touch(self) -> None:
        """What the lobby tells of the shuffling has changed."""

    def deal_with(self, seed: Seed, now: float) -> None:
        """Begin the deal."""


class Dealing:
    """Everything about the starts of one table's deals.

    Attributes:
        cancelled: How many starts were cancelled: a table that does so until it likes the deck
            cannot hide it.
    """

    def __init__(self, table: Stage) -> None:
        self._table = table
        self._deal: FairDeal | None = None
        self._match: Match | None = None
        self._failed: dict[Member, int] = {}
        self._interrupted = False
        self.cancelled = 0

    def counts(self) -> tuple[int, tuple[int, ...]]:
        """Return what the next server here must know, should this one end now.

        That is how many starts were cancelled, with the one that is under way once a share may have
        been seen: nobody is rid of a deck by a crash. And how often each seat failed, if one did.
        """
        deal = self._deal
        pending = deal is not None and deal.stage == "share"
        seats = self._table.roster.seats
        failed = [self._failed.get(one, 0) if isinstance(one, Member) else 0 for one in seats]
        return self.cancelled + pending, tuple(failed) if any(failed) else ()

    def restore(self, cancelled: int, failed: Sequence[int], *, interrupted: bool) -> None:
        """Go on from such counts. `interrupted`: that was before the first deal of a match."""
        self.cancelled, self._interrupted = cancelled, interrupted
        seats = zip(self._table.roster.seats, failed, strict=False)
        self._failed = {one: count for one, count in seats if isinstance(one, Member) and count}

    @property
    def running(self) -> bool:
        """Whether a deal is about to begin."""
        return self._deal is not None

    @property
    def due(self) -> float | None:
        """When `tick` is needed."""
        return None if self._deal is None else self._deal.due

    def told(self) -> tuple[ServerMessage, ...]:
        """Return what who has just come must know of the deal that is about to begin."""
        return () if self._deal is None else self._deal.told()

    def shuffling(self) -> Shuffling | None:
        """Return what holds the deal up, once that takes long."""
        deal = self._deal
        return Shuffling(deal.stage, deal.missing) if deal is not None and deal.slow else None

    def silent(self) -> tuple[Seat, ...]:
        """Return the seats that are asked no more."""
        seated = self._table.roster.seated()
        return tuple(one.seat for one in seated if one.seat is not None and self._is_silent(one))

    def _is_silent(self, member: Member) -> bool:
        return self._failed.get(member, 0) >= _CHANCES

    def forgive(self) -> None:
        """A match begins or ends: everybody is asked again, but in one that only goes on."""
        if not self._interrupted:
            self._failed.clear()
        self._interrupted = False

    # --- the course of it ---

    def open(self, match: Match, now: float) -> None:
        """Open the next deal of `match`, and begin it as soon as everybody has given a share.

        Nothing is dealt where nobody is: it takes somebody who comes back to begin again.
        """
        if next(self._table.roster.present(), None) is None:
            self._deal = self._match = None
            self._table.touch()
            return
        members = {
            one.seat: one
            for one in self._table.roster.seated()
            if one.seat is not None
            and one.conn is not None
            and not one.standin
            and not self._is_silent(one)
        }
        seed = new_seed(tuple(sorted(members)))
        self._match = match
        self._deal = FairDeal(opening(match, seed), seed, members, now)
        self._table.to_all(self._deal.opened)
        self._go_on(self._deal, now)

    def answer(self, member: Member, request: FairRequest, now: float) -> TableCode | None:
        """Take a pledge or a share, or return why not."""
        deal, seat = self._deal, member.seat
        if deal is None or seat is None or request.deal_id != deal.opened.deal_id:
            return TableCode.NOT_NOW
        if deal.members.get(seat) is not member:
            return TableCode.NOT_NOW
        match request:
            case Pledge(pledge=pledge):
                if deal.stage != "pledge":
                    return None if deal.pledges[seat] == pledge else TableCode.NOT_NOW
                deal.pledges[seat] = pledge  # nobody has seen the one before, if there was one
            case Share(share=share):
                if deal.stage != "share":
                    return TableCode.NOT_NOW
                if not deal.fits(seat, share):
                    if seat not in deal.shares:
                        self._fail((seat,), now)
                    return TableCode.BAD_SHARE
                deal.shares[seat] = share
        self._go_on(deal, now)
        if deal.slow:
            self._table.touch()
        return None

    def _go_on(self, deal: FairDeal, now: float) -> None:
        """Go to the next stage, if nobody is missing in this one."""
        if deal.missing:
            return
        if deal.stage == "pledge":
            deal.stage, deal.since = "share", now
            self._table.to_all(deal.told()[-1])
        if not deal.missing:
            self._deal = self._match = None
            if deal.slow:
                self._table.touch()
            self._table.to_all(Shares(deal.opened.deal_id, deal.seed.shares))
            self._table.deal_with(deal.seed, now)

    def tick(self, now: float) -> None:
        """Let time pass."""
        deal = self._deal
        if deal is None or now < deal.due:
            return
        if deal.slow:
            self._fail(deal.missing, now)
        else:
            deal.slow = True
            self._table.touch()

    def _fail(self, seats: Sequence[Seat], now: float) -> None:
        """Name who has not answered, and try anew."""
        deal, match = self._deal, self._match
        assert deal is not None and match is not None
        self.cancelled += 1
        for seat in seats:
            member = deal.members[seat]
            self._failed[member] = self._failed.get(member, 0) + 1
            code = NoteCode.SILENT if self._is_silent(member) else NoteCode.NO_SHARE
            self._table.note(code, member.name, seat)
        self._table.touch()
        self.open(match, now)

    def cancel(self) -> None:
        """Do not deal. Once a share may have been seen, that counts."""
        if self._deal is not None and self._deal.stage == "share":
            self.cancelled += 1
        self._deal = self._match = None
        self._table.touch()

    def upset(self, match: Match | None) -> bool:
        """Whether the deal was opened for what is no more: other people, or a match gone on.

        Who has lost the connection after the pledge may still come back in time. `match`: the one
        that runs; None where this would be its first deal.
        """
        deal = self._deal
        if deal is None:
            return False
        if None in self._table.roster.seats or (match is not None and match is not self._match):
            return True
        return any(
            self._table.roster.at(seat) is not member
            or (member.conn is None and deal.stage == "pledge")
            for seat, member in deal.members.items()
        )
