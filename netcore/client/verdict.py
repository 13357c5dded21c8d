"""Proving a deal that has ended, from all that a client was sent of it.

Hides: what is compared. Must not know: how it came here (`audit`), connections, threads (`judge`
may run in one).

The secret shown at the end must be the one the table was bound to before anybody gave a share. From
it follow the decks; with the log the deal is played once more, by this program, and every view,
event and head that came must be what comes out. That the table did not look, it cannot show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias

from engine import fair
from engine.fair import Seed
from engine.game import AnyGame, BadNotation, Event, Illegal, Seat
from engine.king import KingEvent
from engine.match import Match
from engine.record import Act, Leave, parse_line
from netcore.client.punished import Cards, Punished, Unproved
from netcore.wire.messages import DealOpen, Update

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
        PUNISHMENT: Somebody drew a punishment that does not follow from them, or was not due.
        WITHHELD: The table did not show what the deal followed from.
        UNSEEN: Not all of the deal's beginning came here, or not all of its punishments.
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
    PUNISHMENT = "punishment"
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
        earlier: A share of the own seat is in it that this program did not give: it came later.
    """

    deal: int
    verdict: Verdict
    doubt: Doubt | None = None
    n: int | None = None
    shared: bool = False
    broken: int = 0
    earlier: bool = False


class Doubtful(Exception):
    def __init__(self, doubt: Doubt, n: int | None = None) -> None:
        super().__init__(doubt.value)
        self.doubt = doubt
        self.n = n


@dataclass(slots=True)
class Case:
    """All that came of one deal.

    Attributes:
        seat: The own seat, when this program heard of the deal.
        own: The own seat and share, where one was given.
        previous: The deal before, where that was seen here.
        interrupted: The connection was lost in it.
        broken, uncounted: Starts before it that were broken off; those the table does not count.
        after: The match at the end of this deal, once it is proved.
        cards: What punishments are drawn from.
        punished: What is known of these, once the deal is proved.
        seen: The updates, with the seats they were seen from, in order.
        bots: For each of them the seats that nobody had then; None where that is not known.
    """

    game: AnyGame
    rules: Any
    opened: DealOpen
    cards: Cards = ()
    previous: Case | None = None
    interrupted: bool = False
    broken: int = 0
    uncounted: int = 0
    seat: Seat | None = None
    own: tuple[Seat, bytes] | None = None
    pledges: tuple[bytes, ...] | None = None
    shares: tuple[bytes, ...] | None = None
    seen: list[Update] = field(default_factory=list[Update])
    bots: list[frozenset[Seat] | None] = field(default_factory=list[frozenset[Seat] | None])
    secret: bytes = b""
    log: list[str] = field(default_factory=list[str])
    after: Match | None = None
    punished: Punished | None = None

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

    @property
    def earlier(self) -> bool:
        """Whether a share of the own seat is in the deck that was given before this program came.

        Whose it was cannot be told any more.
        """
        return self.own is None and self.shares is not None and self.seat in self.opened.seats


@dataclass(frozen=True, slots=True)
class Later:
    """An update that came after a deal had ended: punishments may still be drawn."""

    case: Case
    update: Update


def judge(found: Case | Later) -> Audited | None:
    """Prove a deal that has ended, or what came after: None where nothing is to be said of that.

    Takes milliseconds; changes nothing but the case. What came before must have been judged.
    """
    return _judge_later(found) if isinstance(found, Later) else _judge_deal(found)


def _judge_deal(case: Case) -> Audited:
    try:
        _prove(case)
    except Doubtful as doubtful:
        sure = doubtful.doubt not in (Doubt.UNSEEN, Doubt.TOO_LONG)
        verdict: Verdict = "mismatch" if sure else "unverifiable"
        return Audited(
            case.opened.deal, verdict, doubtful.doubt, doubtful.n, case.shared, case.broken
        )
    finally:
        case.previous = None  # or no deal would ever be forgotten
    return Audited(
        case.opened.deal,
        "verified",
        shared=case.shared,
        broken=case.broken,
        earlier=case.earlier,
    )


def _judge_later(later: Later) -> Audited | None:
    case, n = later.case, later.update.n
    if case.punished is None or case.after is None:
        return None
    unseen = case.punished.unseen
    try:
        case.punished.see(later.update, case.after, None)
    except Unproved:
        case.punished = None
        return Audited(case.opened.deal, "mismatch", Doubt.PUNISHMENT, n, case.shared)
    if case.punished.unseen and not unseen:
        return Audited(case.opened.deal, "unverifiable", Doubt.UNSEEN, shared=case.shared)
    return None


def check_opening(case: Case, seats: int) -> None:
    """Compare what a deal was opened with to what is known. Raises Doubtful."""
    opened, before = case.opened, case.before
    if opened.rules != fair.rules_hash(case.game.name, case.rules):
        raise Doubtful(Doubt.RULES)
    if opened.deck != fair.deck_hash(case.game.deck(case.rules)):
        raise Doubtful(Doubt.DECK)
    if not _could_start(opened, seats) or (before is not None and not _follows(opened, before)):
        raise Doubtful(Doubt.START)


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


def shares_fit(case: Case) -> bool:
    opened, shares, pledges = case.opened, case.shares or (), case.pledges or ()
    return len(shares) == len(opened.seats) == len(pledges) and all(
        fair.share_commitment(share, opened.deal_id, seat) == pledge
        for seat, share, pledge in zip(opened.seats, shares, pledges, strict=True)
    )


def _prove(case: Case) -> None:
    opened = case.opened
    if case.before is not None and not _follows(opened, case.before):
        raise Doubtful(Doubt.START)
    if case.shares is None or case.pledges is None or not case.seen:
        raise Doubtful(Doubt.UNSEEN)
    if len(case.log) > MAX_LOG:
        raise Doubtful(Doubt.TOO_LONG)
    seed = Seed(opened.deal_id, case.secret, case.shares, opened.seats)
    if seed.commit != opened.commit:
        raise Doubtful(Doubt.SECRET)
    steps = _Replayed(case, seed)
    punished = Punished(case.cards, seed, steps.chance)
    at: int | None = None
    for update, bots in zip(case.seen, case.bots, strict=True):
        before, at = at, _compare(steps, update, at)
        try:
            if before is None:
                punished.begin(update, steps.matches[at], whole=steps.begins_with(update))
            else:
                punished.see(update, steps.matches[at], bots)
        except Unproved:
            raise Doubtful(Doubt.PUNISHMENT, update.n) from None
    if len(case.seen) < KEPT and at != len(case.log):  # its end was kept from us
        raise Doubtful(Doubt.HEAD, case.seen[-1].n)
    if case.uncounted:
        raise Doubtful(Doubt.UNCOUNTED)
    case.after, case.punished = steps.matches[-1], punished
    if punished.unseen:
        raise Doubtful(Doubt.UNSEEN)


class _Replayed:
    """A deal, played once more: after each line of the log the match, its events, the head."""

    def __init__(self, case: Case, seed: Seed) -> None:
        self.chance = seed.chance()
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
            step = match.begin(self.chance, opened.dealer)
        except ValueError:  # so many cannot play by these rules
            raise Doubtful(Doubt.START) from None
        self._add(step.state, step.events)

    def _line(self, text: str) -> None:
        match = self.matches[-1]
        try:
            line = parse_line(text, self._game, match.seats)
            match line:
                case Act() if str(line) == text:
                    step = match.apply(line.seat, line.action, self.chance)
                case Leave() if str(line) == text and line.seat not in match.gone:
                    step = match.leave(line.seat, self.chance)
                case _:
                    raise BadNotation(text)
        except (BadNotation, Illegal):
            raise Doubtful(Doubt.LOG) from None
        self._head = fair.chain(self._head, text)
        self._add(step.state, step.events)

    def begins_with(self, update: Update) -> bool:
        """Whether an update tells of the deal's beginning, whole, and of nothing else."""
        viewer = update.view.game.seat
        due = tuple(event.seen_by(viewer) for event in self.events[0])
        return update.head == next(iter(self.places)) and update.events == due

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
        raise Doubtful(Doubt.HEAD, update.n)
    viewer: Seat | None = update.view.game.seat
    if viewer is not None and not 0 <= viewer < steps.matches[0].seats:
        raise Doubtful(Doubt.VIEW, update.n)
    if steps.matches[place].view(viewer) != update.view:
        raise Doubtful(Doubt.VIEW, update.n)
    due = [
        event.seen_by(viewer)
        for events in steps.events[0 if before is None else before + 1 : place + 1]
        for event in events
    ]
    told = [event for event in update.events if not isinstance(event, KingEvent)]
    if not _told_so(told, due, first=before is None, missed=update.missed):
        raise Doubtful(Doubt.EVENTS, update.n)
    return place


def _told_so(told: Sequence[object], due: Sequence[object], *, first: bool, missed: bool) -> bool:
    """Whether the events that were told are those that are due.

    Some may be left out that were `missed`; and before the `first` update of a deal here, what
    came earlier may be told as well, or left out.
    """
    if not (first or missed):
        return list(told) == list(due)
    common = min(len(told), len(due))
    alike = list(told[len(told) - common :]) == list(due[len(due) - common :])
    return alike and (first or common == len(told))
