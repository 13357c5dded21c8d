"""What a client makes of a table's word: its share in each deal, and the proof once it has ended.

Hides: what is kept of a deal, and what is compared. Pure: messages go in, what is to be answered
and what was found comes out. Must not know: connections, screens, threads (`judge` may run in one).

The secret shown at the end must be the one the table was bound to before anybody gave a share. From
it follow the decks; with the log the deal is played once more, by this program, and every view,
event and head that came must be what comes out. That the table did not look, it cannot show.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias

from engine import fair
from engine.fair import Seed
from engine.game import AnyGame, BadNotation, Event, Illegal, Seat
from engine.games import GAMES
from engine.king import KingEvent
from engine.match import Match
from engine.record import Act, Leave, parse_line
from netcore.messages import (
    DealOpen,
    Lobby,
    Pledge,
    Pledges,
    Reveal,
    Seated,
    ServerMessage,
    Share,
    Shares,
    Update,
)
from netcore.ruleset import rules_for

KEPT: Final = 10_000
"""Updates of one deal that are kept; more prove no less, and a table may not fill our memory."""
MAX_LOG: Final = 20_000
"""Lines of a log that are played."""

Verdict: TypeAlias = Literal["verified", "mismatch", "unverifiable"]


class Doubt(StrEnum):
    """Why a deal is not verified: a closed list.

    Attributes:
        RULES, DECK: The table has other rules, or other cards, than it says.
        START: Totals, dealer or seats are not what the deal before left.
        PLEDGE: The own pledge is not in the list, or another is.
        SHARE: A share is not the one that was pledged.
        SECRET: The secret is not the one that the table was bound to.
        LOG: An action of the log is none, or against the rules.
        HEAD: What was sent does not belong to the log that is shown now, or is not all of it.
        UNCOUNTED: Starts of deals were broken off that the table does not count: it may have
            looked for a deck that it likes.
        VIEW, EVENTS: What was shown is not what seed, shares and log give.
        WITHHELD: The table did not show what the deal followed from.
        UNSEEN: Not all of the deal's beginning came here.
        TOO_LONG: There is too much to prove.
        FAULT: This program broke over it.
    """

    RULES = "rules"
    DECK = "deck"
    START = "start"
    PLEDGE = "pledge"
    SHARE = "share"
    SECRET = "secret"
    LOG = "log"
    HEAD = "head"
    UNCOUNTED = "uncounted"
    VIEW = "view"
    EVENTS = "events"
    WITHHELD = "withheld"
    UNSEEN = "unseen"
    TOO_LONG = "too-long"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Audited:
    """What was found out about a deal.

    Attributes:
        deal: Its number in the match.
        doubt: Why it is not verified; None where it is.
        n: The update that does not fit, where it is one.
        shared: The own share is in it: nobody can have chosen the deck, whoever else plays along.
        broken: How many starts before it were broken off when the table may have known the deck,
            as they were counted here.
    """

    deal: int
    verdict: Verdict
    doubt: Doubt | None = None
    n: int | None = None
    shared: bool = False
    broken: int = 0


class _Doubtful(Exception):
    def __init__(self, doubt: Doubt, n: int | None = None) -> None:
        super().__init__(doubt.value)
        self.doubt = doubt
        self.n = n


@dataclass(slots=True)
class Case:
    """All that came of one deal.

    Attributes:
        own: The own seat and share, where one was given.
        previous: The deal before, where that was seen here.
        interrupted: The connection was lost in it.
        broken, uncounted: Starts before it that were broken off; those the table does not count.
        after: The match at the end of this deal, once it is proved.
        seen: The updates, with the seats they were seen from, in order.
    """

    game: AnyGame
    rules: Any
    opened: DealOpen
    previous: Case | None = None
    interrupted: bool = False
    broken: int = 0
    uncounted: int = 0
    own: tuple[Seat, bytes] | None = None
    pledges: tuple[bytes, ...] | None = None
    shares: tuple[bytes, ...] | None = None
    seen: list[Update] = field(default_factory=list[Update])
    secret: bytes = b""
    log: list[str] = field(default_factory=list[str])
    after: Match | None = None

    @property
    def before(self) -> Match | None:
        """The match as the deal before left it, as far as that is proved by now."""
        return None if self.previous is None else self.previous.after

    @property
    def broken_off(self) -> bool:
        """Whether, if nothing more came of it, the table may have known the deck."""
        return self.pledges is not None and not self.seen

    @property
    def shared(self) -> bool:
        """Whether the own share is in the deck."""
        if self.own is None or self.shares is None:
            return False
        seat, share = self.own
        return share in self.shares and self.shares[self.opened.seats.index(seat)] == share


Found: TypeAlias = Pledge | Share | Audited | Case
"""What to answer, what was found out, or what is ready to be judged."""


class Auditor:
    """One client's eye on its table. Show it every message, in order."""

    # What a table says of itself is not enough: how many starts it breaks off and which deal comes
    # next are counted here. Only over a new connection (`arrive`) may anything have been missed.

    def __init__(self, draw: Callable[[int], bytes] = os.urandom) -> None:
        """`draw` gives so many bytes that nobody can guess."""
        self._draw = draw
        self._seat: Seat | None = None
        self._lobby: Lobby | None = None
        self._case: Case | None = None
        self._last: Case | None = None
        self._arriving = True
        self._number = 0
        self._broken = self._seen_broken = self._told_broken = 0

    def arrive(self) -> None:
        """What comes now comes over a new connection."""
        self._arriving = True
        if self._case is not None:
            self._case.interrupted = True

    def see(self, message: ServerMessage) -> list[Found]:
        """Take a message in; return what follows from it."""
        match message:
            case Seated():
                self._seat = message.seat
            case Lobby():
                self._hear_broken(message)
                self._lobby = message
                if not self._arriving and message.phase != "deal":
                    return self._give_up()
            case DealOpen(begun=begun):
                found = self._open(replace(message, begun=False))
                if self._case is not None and not begun:
                    found += self._pledge(self._case)
                return found
            case Pledges() | Shares() | Reveal():
                case = self._case
                if case is not None and case.opened.deal_id == message.deal_id:
                    return self._go_on(case, message)
            case Update():
                self._arriving = False
                if self._case is not None and len(self._case.seen) < KEPT:
                    self._number = self._case.opened.deal
                    self._case.seen.append(message)
            case _:
                pass
        return []

    def end(self) -> list[Found]:
        """The table is gone: return what is to be said of a deal that it did not show."""
        return self._give_up()

    def _give_up(self) -> list[Found]:
        """The deal has ended, and nothing was shown of what it followed from."""
        case = self._case
        if case is None or not case.seen:
            return []
        self._case = None
        doubt = Doubt.UNSEEN if self._arriving else Doubt.WITHHELD
        return [Audited(case.opened.deal, "unverifiable", doubt)]

    def _open(self, opened: DealOpen) -> list[Found]:
        case, lobby = self._case, self._lobby
        if case is not None and case.opened.deal_id == opened.deal_id:
            if case.opened != opened:
                return self._suspect(case, Doubt.START)
            return []  # once more, after coming back
        if self._last is not None and self._last.opened.deal_id == opened.deal_id:
            return []  # proved already
        found = self._give_up()
        if lobby is None:
            return found
        if case is not None and case.broken_off:
            played = case.interrupted and opened.deal != case.opened.deal  # while we were away
            self._broken += not played
            self._seen_broken += not case.interrupted
        self._case = case = Case(GAMES[lobby.game], _rules(lobby), opened, self._before(opened))
        try:
            self._check_number(opened.deal, lobby)
            _check_opening(case, len(lobby.seats))
        except _Doubtful as doubtful:
            return found + self._suspect(case, doubtful.doubt)
        return found

    def _before(self, opened: DealOpen) -> Case | None:
        last = self._last
        return None if last is None or last.opened.deal + 1 != opened.deal else last

    def _check_number(self, deal: int, lobby: Lobby) -> None:
        """See that no deal is skipped: dealer and totals would be free then. Raises _Doubtful."""
        if lobby.phase == "lobby":
            due = deal == 1
        else:
            due = self._arriving or deal in (1, self._number + 1)
        if not due:
            raise _Doubtful(Doubt.START)

    def _hear_broken(self, lobby: Lobby) -> None:
        """Take down how many more starts the table says were broken off."""
        if (before := self._lobby) is not None:
            again = lobby.cancelled < before.cancelled  # another program counts from nought
            self._told_broken += lobby.cancelled - (0 if again else before.cancelled)

    def _pledge(self, case: Case) -> list[Pledge]:
        opened, seat = case.opened, self._seat
        if seat is None or seat not in opened.seats or case.shares is not None:
            return []
        if case.own is None:
            case.own = seat, self._draw(32)
        if case.own[0] != seat:
            return []
        pledge = fair.share_commitment(case.own[1], opened.deal_id, seat)
        return [Pledge(opened.deal_id, pledge)]

    def _go_on(self, case: Case, message: Pledges | Shares | Reveal) -> list[Found]:
        match message:
            case Pledges(pledges=pledges):
                return self._pledged(case, pledges)
            case Shares(shares=shares):
                case.shares = case.shares or shares
                if shares != case.shares or not _shares_fit(case):
                    return self._suspect(case, Doubt.SHARE)
            case Reveal():
                return self._revealed(case, message)
        return []

    def _pledged(self, case: Case, pledges: tuple[bytes, ...]) -> list[Found]:
        """Show the own share, but only where the own pledge is in the list as it was given."""
        case.pledges = case.pledges or pledges
        if pledges != case.pledges or len(pledges) != len(case.opened.seats):
            return self._suspect(case, Doubt.PLEDGE)
        if case.own is None or case.shares is not None:
            return []
        seat, share = case.own
        if pledges[case.opened.seats.index(seat)] != fair.share_commitment(
            share, case.opened.deal_id, seat
        ):
            return self._suspect(case, Doubt.PLEDGE)
        return [Share(case.opened.deal_id, share)]

    def _revealed(self, case: Case, part: Reveal) -> list[Found]:
        if part.start != len(case.log):
            case.log.clear()  # told anew, from the beginning
        if part.start != len(case.log) or (case.secret and case.secret != part.secret):
            return self._suspect(case, Doubt.SECRET if case.secret else Doubt.LOG)
        case.secret = part.secret
        case.log += part.log
        if part.more and len(case.log) <= MAX_LOG:
            return []
        case.broken, self._broken = self._broken, 0
        case.uncounted = max(0, self._seen_broken - self._told_broken)
        self._seen_broken = self._told_broken = 0
        self._case, self._last = None, case
        return [case]

    def _suspect(self, case: Case, doubt: Doubt) -> list[Found]:
        """Say so at once, and have no part in it any more."""
        self._case, self._last, case.previous = None, case, None
        return [Audited(case.opened.deal, "mismatch", doubt)]


def _rules(lobby: Lobby) -> Any:
    return rules_for(lobby.game, lobby.preset, lobby.options)


# --- judging --------------------------------------------------------------------------------------


def judge(case: Case) -> Audited:
    """Prove a deal that has ended. Takes milliseconds; changes nothing but the case.

    The deal before must have been judged by then.
    """
    try:
        _prove(case)
    except _Doubtful as doubtful:
        sure = doubtful.doubt not in (Doubt.UNSEEN, Doubt.TOO_LONG)
        verdict: Verdict = "mismatch" if sure else "unverifiable"
        return Audited(
            case.opened.deal, verdict, doubtful.doubt, doubtful.n, case.shared, case.broken
        )
    finally:
        case.previous = None  # or no deal would ever be forgotten
    return Audited(case.opened.deal, "verified", shared=case.shared, broken=case.broken)


def _check_opening(case: Case, seats: int) -> None:
    """Compare what a deal was opened with to what is known. Raises _Doubtful."""
    opened, before = case.opened, case.before
    if opened.rules != fair.rules_hash(case.game.name, case.rules):
        raise _Doubtful(Doubt.RULES)
    if opened.deck != fair.deck_hash(case.game.deck(case.rules)):
        raise _Doubtful(Doubt.DECK)
    if not _could_start(opened, seats) or (before is not None and not _follows(opened, before)):
        raise _Doubtful(Doubt.START)


def _could_start(opened: DealOpen, seats: int) -> bool:
    """Whether a deal could be opened so at a table of so many seats."""
    first = opened.deal == 1
    return (
        opened.deal >= 1
        and first == (opened.dealer is None)
        and not (first and (any(opened.scores) or opened.gone))
        and len(opened.scores) == seats
        and _rising(opened.seats, seats)
        and _rising(opened.gone, seats)
        and len(opened.gone) < seats
        and opened.dealer not in opened.gone
        and (opened.dealer or 0) < seats
    )


def _rising(places: tuple[Seat, ...], seats: int) -> bool:
    return list(places) == sorted(set(places)) and all(place < seats for place in places)


def _follows(opened: DealOpen, before: Match) -> bool:
    """Whether a deal goes on with what the deal before has left."""
    if opened.scores != before.scores or not before.gone <= set(opened.gone):
        return False
    left = len(opened.gone) > len(before.gone)  # somebody has since, and need not deal
    return left or opened.dealer == before.game.next_dealer(before.state)


def _shares_fit(case: Case) -> bool:
    opened, shares, pledges = case.opened, case.shares or (), case.pledges or ()
    return len(shares) == len(opened.seats) == len(pledges) and all(
        fair.share_commitment(share, opened.deal_id, seat) == pledge
        for seat, share, pledge in zip(opened.seats, shares, pledges, strict=True)
    )


def _prove(case: Case) -> None:
    opened = case.opened
    if case.before is not None and not _follows(opened, case.before):
        raise _Doubtful(Doubt.START)
    if case.shares is None or case.pledges is None or not case.seen:
        raise _Doubtful(Doubt.UNSEEN)
    if len(case.log) > MAX_LOG:
        raise _Doubtful(Doubt.TOO_LONG)
    seed = Seed(opened.deal_id, case.secret, case.shares, opened.seats)
    if seed.commit != opened.commit:
        raise _Doubtful(Doubt.SECRET)
    steps = _Replayed(case, seed)
    at: int | None = None
    for update in case.seen:
        at = _compare(steps, update, at)
    if len(case.seen) < KEPT and at != len(case.log):  # its end was kept from us
        raise _Doubtful(Doubt.HEAD, case.seen[-1].n)
    if case.uncounted:
        raise _Doubtful(Doubt.UNCOUNTED)
    case.after = steps.matches[-1]


class _Replayed:
    """A deal, played once more: after each line of the log the match, its events, the head."""

    def __init__(self, case: Case, seed: Seed) -> None:
        self._chance = seed.chance()
        self._game = case.game
        self.matches: list[Match] = []
        self.events: list[tuple[Event, ...]] = []
        self.places: dict[bytes, int] = {}
        self._head = fair.first_head(seed.mixed, case.opened.rules, case.opened.deck)
        self._begin(case)
        for line in case.log:
            self._line(line)

    def _begin(self, case: Case) -> None:
        opened = case.opened
        match = Match.new(case.game, case.rules, len(opened.scores))
        match = replace(
            match, scores=opened.scores, deals=opened.deal - 1, gone=frozenset(opened.gone)
        )
        try:
            step = match.begin(self._chance, opened.dealer)
        except ValueError:  # so many cannot play by these rules
            raise _Doubtful(Doubt.START) from None
        self._add(step.state, step.events)

    def _line(self, text: str) -> None:
        match = self.matches[-1]
        try:
            line = parse_line(text, self._game, match.seats)
            match line:
                case Act() if str(line) == text:
                    step = match.apply(line.seat, line.action, self._chance)
                case Leave() if str(line) == text and line.seat not in match.gone:
                    step = match.leave(line.seat, self._chance)
                case _:
                    raise BadNotation(text)
        except (BadNotation, Illegal):
            raise _Doubtful(Doubt.LOG) from None
        self._head = fair.chain(self._head, text)
        self._add(step.state, step.events)

    def _add(self, match: Match, events: tuple[Event, ...]) -> None:
        self.places[self._head] = len(self.matches)
        self.matches.append(match)
        self.events.append(events)


def _compare(steps: _Replayed, update: Update, before: int | None) -> int:
    """Compare an update with the deal as it was played once more; return its place there.

    `before` is the place of the update before it; None: this is the first of the deal.
    """
    place = steps.places.get(update.head)
    if place is None or (before is not None and place < before):
        raise _Doubtful(Doubt.HEAD, update.n)
    viewer: Seat | None = update.view.game.seat
    if viewer is not None and not 0 <= viewer < steps.matches[0].seats:
        raise _Doubtful(Doubt.VIEW, update.n)
    if steps.matches[place].view(viewer) != update.view:
        raise _Doubtful(Doubt.VIEW, update.n)
    due = [
        event.seen_by(viewer)
        for events in steps.events[0 if before is None else before + 1 : place + 1]
        for event in events
    ]
    told = [event for event in update.events if not isinstance(event, KingEvent)]
    if not _told_so(told, due, whole=before is not None and not update.missed):
        raise _Doubtful(Doubt.EVENTS, update.n)
    return place


def _told_so(told: Sequence[object], due: Sequence[object], *, whole: bool) -> bool:
    """Whether the events that were told are those that are due.

    What came before, of the deal before or in a time away, may be told as well, or left out.
    """
    if whole:
        return list(told) == list(due)
    common = min(len(told), len(due))
    return list(told[len(told) - common :]) == list(due[len(due) - common :])
