"""Every action a seat may do, in canonical order.

Hides: how actions are found without trying every selection. Items are bits; for each value the
sets of items worth it are found once and closed under disjoint union.
Must not know: how a single action is judged (`check`); the tests hold the two against each other.

Canonical order: the hand in deck order; for each card its captures, then its builds by value, then
its trail; sets of items as binary numbers, the first loose card being the lowest bit and the last
build the highest.

Up to `FULL` things that can stand in sums the list is complete. Above it is a choice from which
play can always go on: the best captures and builds, plain ones, and every trail. (If everybody
trails, 20 loose cards already have up to 60,000 captures.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.casino.actions import (
    Action,
    Build,
    Capture,
    Item,
    build,
    capture,
    sort_items,
    trail,
)
from engine.casino.best import best_set
from engine.casino.cards import Card
from engine.casino.check import (
    builds_stand_in_sums,
    due_equals,
    loose_helps_to_raise,
    may_capture_with,
    may_trail_obliged,
    must_capture_with,
    own_builds,
    refusal,
    refuse_raise,
)
from engine.casino.score import worth
from engine.casino.state import BuildPile, CasinoView
from engine.casino.sums import Sums, join, select, sums_of, with_group

FULL: Final = 14
"""Up to so many things that can stand in sums everything is listed."""


def legal(view: CasinoView) -> Iterator[Action]:
    """Yield the viewer's actions in canonical order; none when it is not the viewer's turn."""
    if view.turn is None or view.turn != view.seat:
        return
    if is_wide(view):
        for card in view.hand:
            yield from _wide(view, card)
        return
    listing = _Listing(view)
    low, high = listing.values.low, listing.values.high
    values = [high[card.rank] for card in view.hand]
    ordered = sorted(set(values))
    for card, value in zip(view.hand, values, strict=True):
        held = ordered
        if values.count(value) == 1:
            held = [other for other in ordered if other != value]
        due = listing.due(held) if listing.own else 0
        for mask in listing.captures(card, value, due):
            yield Capture(card, listing.chosen(mask))
        number = low[card.rank]
        for declared in held if number else ():
            if declared >= number:
                equal = declared == value
                for mask in listing.builds(declared - number, declared, equal, held, due):
                    yield Build(card, declared, listing.chosen(mask))
        if not due and listing.may_trail(card):
            yield trail(card)


def is_wide(view: CasinoView) -> bool:
    """Say whether the table is too wide for a complete list."""
    return len(view.loose) + len(view.builds) > FULL and len(_summands(view)) > FULL


def _summands(view: CasinoView) -> list[Card | BuildPile]:
    """Return what can stand in the sums of a capture: loose cards, perhaps single builds."""
    things: list[Card | BuildPile] = [*view.loose]
    if builds_stand_in_sums(view.rules):
        things += [pile for pile in view.builds if pile.single]
    return things


# --- the complete list -----------------------------------------------------------


class _Listing:
    """The table of one view as bits, and what was found out about it so far."""

    __slots__ = ("capture_sums", "items", "own", "piles", "sums", "values", "view")

    def __init__(self, view: CasinoView) -> None:
        self.view = view
        values = self.values = view.rules.values
        low = values.low
        numbers = tuple([low[card.rank] for card in view.loose])
        self.sums = self.capture_sums = sums_of(numbers, values.cap, values.ace)
        self.items: Sequence[Item] = view.loose
        self.piles: list[tuple[int, BuildPile]] = []
        self.own: list[BuildPile] = []
        if view.builds:
            self.items = [*view.loose, *[pile.handle for pile in view.builds]]
            first = len(view.loose)
            self.piles = [(1 << first + at, pile) for at, pile in enumerate(view.builds)]
            self.own = own_builds(view)
            if builds_stand_in_sums(view.rules):
                numbers += tuple([pile.value if pile.single else 0 for pile in view.builds])
                self.capture_sums = sums_of(numbers, values.cap, values.ace)

    def due(self, held: Collection[int]) -> int:
        """Return the own builds that must be among the items, or HOLD would be broken."""
        due = 0
        for bit, pile in self.piles:
            if pile.value not in held and pile.owner == self.view.seat:
                due |= bit
        return due

    def chosen(self, mask: int) -> tuple[Item, ...]:
        """Return the items of a set, in canonical order."""
        chosen = select(self.items, mask)
        return sort_items(chosen) if self.piles and len(chosen) > 1 else chosen

    def may_trail(self, card: Card) -> bool:
        """Say whether `card` may be trailed, HOLD aside."""
        if self.own and not may_trail_obliged(self.view.rules):
            return False
        return not must_capture_with(self.view, card, self.own)

    def captures(self, card: Card, value: int, due: int) -> list[int]:
        """Return the sets that `card` takes, in order, each with all that is due."""
        view = self.view
        if self.own and not may_capture_with(view, card, self.own):
            return []
        if not value:
            return [] if due else self._equals(card.rank)
        sets = self._coverable(value, self.capture_sums)
        if sets and due_equals(view, card):
            due |= sum(self._equals(card.rank))
        return [mask for mask in sets if mask & due == due] if due else sets

    def builds(
        self, rise: int, value: int, equal: bool, held: Collection[int], due: int
    ) -> list[int]:
        """Return the sets that make a build of `value`, in order, each with all that is due.

        Args:
            rise: What the hand card lacks to `value`.
            value: The declared value.
            equal: Whether the hand card is worth `value` by itself.
            held: The values that remain in the hand.
            due: The own builds that must be among the items.
        """
        if not self.piles:
            return self.sums.laid(rise, value, equal)
        bases = self.sums.by_total[rise] + self._raises(rise, held) if rise else []
        if not bases and not equal:
            return []
        sets = join(bases, self._coverable(value, self.sums), equal)
        return [mask for mask in sets if mask & due == due] if due else sets

    def _equals(self, rank: int) -> list[int]:
        """Return the loose cards of a rank, each as a set of its own."""
        return [1 << at for at, card in enumerate(self.view.loose) if card.rank == rank]

    def _raises(self, rise: int, held: Collection[int]) -> list[int]:
        """Return the sets with one single build that rises by adding up to `rise`."""
        view = self.view
        with_loose = loose_helps_to_raise(view.rules)
        bases: list[int] = []
        for bit, pile in self.piles:
            if pile.value > rise or refuse_raise(view, pile, held):
                continue
            if pile.value == rise:
                bases.append(bit)
            elif with_loose:
                bases += [bit | mask for mask in self.sums.by_total[rise - pile.value]]
        return bases

    def _coverable(self, value: int, sums: Sums) -> list[int]:
        """Return every set of items that divides into groups worth `value`, in order."""
        found = sums.coverable(value)
        if self.piles:
            groups = sums.by_total[value]
            # A single build that stands in sums is among them already.
            for bit, pile in self.piles:
                if pile.value == value and bit not in groups:
                    found = sorted(with_group(found, bit))
        return found


# --- a choice from a very wide table -----------------------------------------------


def best_capture(view: CasinoView, card: Card) -> tuple[Item, ...]:
    """Return the items `card` takes best, whether or not they may be taken; empty for none.

    Exact up to `best.EXACT` things, good above.
    """
    value = view.rules.values.high[card.rank]
    if not value:
        equals = [other for other in view.loose if other.rank == card.rank]
        return tuple(equals[:1])
    return _heaviest(view, value, _summands(view))


def _heaviest(view: CasinoView, value: int, things: list[Card | BuildPile]) -> tuple[Item, ...]:
    """Return all builds of `value` and the heaviest set of groups from other `things`."""
    rules = view.rules
    things = [thing for thing in things if isinstance(thing, Card) or thing.value != value]
    numbers: list[int] = []
    weights: list[int] = []
    aces: list[int] = []
    for index, thing in enumerate(things):
        if isinstance(thing, Card):
            numbers.append(rules.values.low[thing.rank])
            weights.append(worth(rules, thing))
            if thing.rank == 1 and value == rules.values.ace:
                aces.append(index)
        else:
            numbers.append(thing.value)
            weights.append(sum([worth(rules, card) for card in thing.cards]))
    taken = [things[index] for index in best_set(numbers, weights, value, aces)]
    items: list[Item] = [pile.handle for pile in view.builds if pile.value == value]
    items += [thing if isinstance(thing, Card) else thing.handle for thing in taken]
    return sort_items(items)


def _wide(view: CasinoView, card: Card) -> Iterator[Action]:
    """Yield the choice for `card`: each checked, in canonical order of kinds and values."""
    candidates: dict[Action, None] = {}
    value = view.rules.values.high[card.rank]
    plain: list[Item] = [other for other in view.loose if other.rank == card.rank]
    plain += [pile.handle for pile in view.builds if pile.value == value]
    for item in plain:
        candidates[capture(card, [item])] = None
    candidates[capture(card, best_capture(view, card))] = None
    for made in _wide_builds(view, card):
        candidates[made] = None
    candidates[trail(card)] = None
    for action in candidates:
        if refusal(view, action) is None:
            yield action


def _wide_builds(view: CasinoView, card: Card) -> Iterator[Build]:
    """Yield builds with one loose card or one raised build, alone and with all that joins."""
    values = view.rules.values
    number = values.low[card.rank]
    for value in sorted({values.high[other.rank] for other in view.hand if other is not card}):
        if not number or number > value:
            continue
        bases: list[Item] = [
            other for other in view.loose if values.low[other.rank] == value - number
        ]
        bases += [pile.handle for pile in view.builds if pile.value == value - number]
        if values.high[card.rank] == value:
            yield build(card, value, _heaviest(view, value, [*view.loose]))
        for base in bases:
            yield build(card, value, [base])
            rest: list[Card | BuildPile] = [other for other in view.loose if other is not base]
            yield build(card, value, [base, *_heaviest(view, value, rest)])
