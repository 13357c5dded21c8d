"""A match: deals one after another, totals, who deals, who has won.

Hides: what stands between two deals. Must not know: any game's rules (it asks the `Game`).
A match is a value; each step gives a new one. Replay, verify, resume and the table are folds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.game import AnyGame, Chance, Code, Event, Illegal, Public, Seat, Step

LONGEST: Final = 64
"""So many deals back totals are kept, to be looked at."""


@dataclass(frozen=True, slots=True)
class DealScored(Public):
    """A deal was counted: what each total grew by, and the totals now."""

    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchWon(Public):
    """The match is over; several seats share a tie."""

    seats: tuple[Seat, ...]
    scores: tuple[int, ...]


@dataclass(slots=True)
class MatchView:
    """What a viewer may know of the match.

    Attributes:
        deal: Number of the deal, from 1.
        scores: The totals; of the deal that runs nothing is in them yet.
        won: Who has won the match; empty while it goes on.
        dealer: Who deals or dealt.
        game: The view of the deal.
        history: Once the deal is over: the totals after each deal up to it, the newest last. No
            part of what a view says of its deal, so it does not tell two views apart.
    """

    deal: int
    scores: tuple[int, ...]
    won: tuple[Seat, ...]
    dealer: Seat
    game: Any
    history: tuple[tuple[int, ...], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Match:
    """One match of one game.

    Attributes:
        state: The deal that runs or ran last; None before the first.
        scores: The totals.
        deals: Deals begun so far.
        dealer: Who deals this deal; before the first, nobody knows and it is 0.
        winners: Who has won; empty while it goes on.
        gone: Seats given up for good.
        history: The totals after each of the last deals, the newest last.
    """

    game: AnyGame
    rules: Any
    seats: int
    state: Any = None
    scores: tuple[int, ...] = ()
    deals: int = 0
    dealer: Seat = 0
    winners: tuple[Seat, ...] = ()
    gone: frozenset[Seat] = frozenset()
    history: tuple[tuple[int, ...], ...] = ()

    @staticmethod
    def new(game: AnyGame, rules: Any, seats: int) -> Match:
        """Return a match before its first deal."""
        return Match(game, rules, seats, scores=(0,) * seats)

    @property
    def over(self) -> bool:
        """No deal runs: none has begun, or the last one has ended."""
        return self.state is None or not self.game.waiting_on(self.state)

    def waiting_on(self) -> frozenset[Seat]:
        """Return the seats whose clock runs."""
        return frozenset() if self.state is None else self.game.waiting_on(self.state)

    def view(self, seat: Seat | None) -> MatchView:
        """Return what `seat` (None: a spectator) may know. Only once a deal has begun."""
        view = self.game.view(self.state, seat)
        history = self.history if self.over else ()
        return MatchView(self.deals, self.scores, self.winners, self.dealer, view, history)

    def begin(self, chance: Chance, dealer: Seat | None = None) -> Step[Match]:
        """Begin the next deal: the dealer by lot the first time, by the rules afterwards.

        `dealer` sets who deals (a record names it). Raises ValueError while a deal runs or when
        the match is won, BadRules when so many seats cannot play by these rules.
        """
        if not self.over or self.winners:
            raise ValueError("a deal runs, or the match is won")
        events: tuple[Event, ...] = ()
        if dealer is None and self.state is not None:
            dealer = self.game.next_dealer(self.state)
        elif dealer is None:
            lot = self.game.first_dealer(self.seats, chance)
            dealer, events = lot.state, lot.events
        dealt = self.game.deal(self.rules, self.seats, dealer, chance, self.gone)
        begun = replace(self, state=dealt.state, deals=self.deals + 1, dealer=dealer)
        return begun._counted(events + dealt.events)

    def apply(self, seat: Seat, action: Any, chance: Chance) -> Step[Match]:
        """Carry out an action. Raises Illegal; nothing has changed then."""
        if self.state is None:
            raise Illegal(Code.OVER)
        step = self.game.apply(self.state, seat, action, chance)
        return replace(self, state=step.state)._counted(step.events)

    def leave(self, seat: Seat, chance: Chance) -> Step[Match]:
        """Give a seat up for good: it cannot win. Its cards are the game's business."""
        left = replace(self, gone=self.gone | {seat})
        if self.state is None:
            return left._judged(())
        step = self.game.leave(self.state, seat, chance)
        left = replace(left, state=step.state)
        return left._judged(step.events) if self.over else left._counted(step.events)

    def _counted(self, events: tuple[Event, ...]) -> Step[Match]:
        """Add the points once the deal has ended, and see whether that won the match."""
        if not self.over:
            return Step(self, events)
        points = self.game.points(self.state)
        scores = tuple(total + more for total, more in zip(self.scores, points, strict=True))
        history = (*self.history, scores)[-LONGEST:]
        return replace(self, scores=scores, history=history)._judged(
            (*events, DealScored(points, scores))
        )

    def _judged(self, events: tuple[Event, ...]) -> Step[Match]:
        if self.winners:  # a match that is won stays won, whoever leaves afterwards
            return Step(self, events)
        winners = self.game.verdict(self.rules, self.scores, self.deals, self.gone)
        if winners:
            events = (*events, MatchWon(winners, self.scores))
        return Step(replace(self, winners=winners), events)
