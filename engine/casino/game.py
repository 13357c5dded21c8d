"""Casino behind the `Game` protocol: the one primitive `apply`, and doors to the other modules.

Hides: that a step is check, clone, advance. A refused action has changed nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.casino import actions, check, listing, play, position, score
from engine.casino.actions import Action
from engine.casino.cards import DECK, Card
from engine.casino.events import DealerChosen
from engine.casino.rules import PRESETS, CasinoRules
from engine.casino.state import CasinoState, CasinoView
from engine.game import Chance, Event, Seat, Step
from engine.position import Position


class CasinoGame:
    """The game of Casino; stateless, so one instance (`CASINO`) serves everybody."""

    name = "casino"
    presets: Mapping[str, CasinoRules] = PRESETS

    def seat_range(self, rules: CasinoRules) -> tuple[int, int]:
        """Return the fewest and the most seats."""
        return rules.seat_range

    def first_dealer(self, seats: int, chance: Chance) -> Step[Seat]:
        """Find the first dealer by lot."""
        dealer = chance.pick(seats)
        return Step(dealer, (DealerChosen(dealer),))

    def deck(self, rules: CasinoRules) -> Sequence[Card]:
        """Return the 52 cards."""
        return DECK

    def deal(
        self, rules: CasinoRules, seats: int, dealer: Seat, chance: Chance, gone: frozenset[Seat]
    ) -> Step[CasinoState]:
        """Start a deal. Raises BadRules when so many cannot play."""
        events: list[Event] = []
        state = play.deal(rules, seats, dealer, chance, gone, events)
        return Step(state, tuple(events))

    def waiting_on(self, state: CasinoState) -> frozenset[Seat]:
        """Return the seat on turn (also one that has gone); empty when the deal is over."""
        return frozenset() if state.turn is None else frozenset((state.turn,))

    def view(self, state: CasinoState, seat: Seat | None) -> CasinoView:
        """Return what `seat` may know."""
        return play.view_of(state, seat)

    def legal(self, view: CasinoView) -> Iterator[Action]:
        """Yield the viewer's actions; a choice of them on a very wide table."""
        return listing.legal(view)

    def check(self, view: CasinoView, action: Action) -> None:
        """Raise Illegal when the viewer may not do it."""
        check.check(view, action)

    def apply(
        self, state: CasinoState, seat: Seat, action: Action, chance: Chance
    ) -> Step[CasinoState]:
        """Check, clone, advance."""
        check.check(play.view_of(state, seat), action)
        after = state.clone()
        events: list[Event] = []
        play.advance(after, seat, action, chance, events)
        return Step(after, tuple(events))

    def leave(self, state: CasinoState, seat: Seat, chance: Chance) -> Step[CasinoState]:
        """Give the seat up for good; whoever runs the table plays `default` for it."""
        after = state.clone()
        events: list[Event] = []
        play.leave(after, seat, events)
        return Step(after, tuple(events))

    def default(self, view: CasinoView) -> Action:
        """Return what is played for a seat whose time is up."""
        return play.default(view)

    def points(self, state: CasinoState) -> tuple[int, ...]:
        """Return what each total grows by."""
        return score.points(state)

    def verdict(
        self, rules: CasinoRules, totals: Sequence[int], deals: int, gone: frozenset[Seat]
    ) -> tuple[Seat, ...]:
        """Return who has won the match; empty while it goes on."""
        return score.verdict(rules, totals, deals, gone)

    def next_dealer(self, state: CasinoState) -> Seat:
        """Return who deals next."""
        return play.next_dealer(state)

    def parse(self, text: str) -> Action:
        """Read an action. Raises BadNotation."""
        return actions.parse_action(text)

    def place(self, rules: CasinoRules, seats: int, start: Position) -> CasinoState:
        """Build the position a record sets up. Raises BadNotation or BadRules."""
        return position.place(rules, seats, start)

    def read(self, state: CasinoState, key: str) -> str:
        """Return one key of the position as records write it. Raises KeyError."""
        return position.read(state, key)

    def same(self, seats: int, key: str, written: str, actual: str) -> bool:
        """Say whether two values of a key mean the same. Raises BadNotation."""
        return position.same(seats, key, written, actual)


CASINO: Final = CasinoGame()
