"""UNO behind the `Game` protocol: the one primitive `apply`, and doors to the other modules.

Hides: that a step is check, clone, advance. A refused action has changed nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.game import Chance, Event, Seat, Step
from engine.position import Position
from engine.uno import actions, check, deal, listing, play, position, score
from engine.uno.actions import Action
from engine.uno.cards import Card
from engine.uno.rules import PRESETS, UnoRules
from engine.uno.state import UnoState, UnoView
from engine.uno.view import view_of


class UnoGame:
    """The game of UNO; stateless, so one instance (`UNO`) serves everybody."""

    name = "uno"
    presets: Mapping[str, UnoRules] = PRESETS

    def seat_range(self, rules: UnoRules) -> tuple[int, int]:
        """Return the fewest and the most seats."""
        return deal.seat_range(rules)

    def first_dealer(self, seats: int, chance: Chance) -> Step[Seat]:
        """Find the first dealer: one card each, the highest number deals."""
        return deal.first_dealer(seats, chance)

    def deck(self, rules: UnoRules) -> Sequence[Card]:
        """Return the deck that these rules play with."""
        return deal.cards_of(rules)

    def deal(
        self, rules: UnoRules, seats: int, dealer: Seat, chance: Chance, gone: frozenset[Seat]
    ) -> Step[UnoState]:
        """Start a round. Raises BadRules when so many cannot be dealt in."""
        return deal.deal(rules, seats, dealer, chance, gone)

    def waiting_on(self, state: UnoState) -> frozenset[Seat]:
        """Return the seat on turn; empty when the round is over."""
        return frozenset() if state.phase == "over" else frozenset((state.turn,))

    def view(self, state: UnoState, seat: Seat | None) -> UnoView:
        """Return what `seat` may know."""
        return view_of(state, seat)

    def legal(self, view: UnoView) -> Iterator[Action]:
        """Yield the viewer's proper actions."""
        return listing.legal(view)

    def check(self, view: UnoView, action: Action) -> None:
        """Raise Illegal when the viewer may not do it."""
        check.check(view, action)

    def apply(self, state: UnoState, seat: Seat, action: Action, chance: Chance) -> Step[UnoState]:
        """Check, clone, advance."""
        check.check(view_of(state, seat), action)
        after = state.clone()
        events: list[Event] = []
        play.advance(after, seat, action, chance, events)
        return Step(after, tuple(events))

    def leave(self, state: UnoState, seat: Seat, chance: Chance) -> Step[UnoState]:
        """Give the seat up for good."""
        after = state.clone()
        events: list[Event] = []
        play.leave(after, seat, events)
        return Step(after, tuple(events))

    def default(self, view: UnoView) -> Action:
        """Return what is done for a seat whose time is up."""
        return listing.default(view)

    def points(self, state: UnoState) -> tuple[int, ...]:
        """Return what each total grows by."""
        return score.points(state)

    def verdict(
        self, rules: UnoRules, totals: Sequence[int], deals: int, gone: frozenset[Seat]
    ) -> tuple[Seat, ...]:
        """Return who has won the match; empty while it goes on."""
        return score.verdict(rules, totals, deals, gone)

    def next_dealer(self, state: UnoState) -> Seat:
        """Return who deals next."""
        return score.next_dealer(state)

    def parse(self, text: str) -> Action:
        """Read an action. Raises BadNotation."""
        return actions.parse(text)

    def place(self, rules: UnoRules, seats: int, start: Position) -> UnoState:
        """Build the position a record sets up; a turned card acts. Raises BadNotation."""
        state, turned = position.place(rules, seats, start)
        if turned is not None:
            deal.open_with(state, turned, None)
        return state

    def read(self, state: UnoState, key: str) -> str:
        """Return one key of the position as records write it."""
        return position.read(state, key)

    def same(self, seats: int, key: str, written: str, actual: str) -> bool:
        """Tell whether two texts of a key mean the same position."""
        return position.same(seats, key, written, actual)


UNO = UnoGame()
