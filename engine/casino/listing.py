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

from collections.abc import Iterator
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
    must_take,
    own_builds,
    refusal,
    refuse_raise,
)
from engine.casino.cover import reached
from engine.casino.score import worth
from engine.casino.state import BuildPile, CasinoView
from engine.casino.sums import adding, coverable, covers, indices_of, join, picker, with_group

FULL: Final = 14
"""Up to so many things that can stand in sums everything is listed."""


def legal(view: CasinoView) -> Iterator[Action]:
    """Yield the viewer's actions in canonical order; none when it is not the viewer's turn."""
    if view.turn is None or view.turn != view.seat:
        return
    if is_wide(view):
        for card in view.hand:
            yield from _wide(view, card)
    else:
        yield from Ways(view)


def ways(view: CasinoView) -> Ways | tuple[Action, ...]:
    """Return what `legal` yields, to be counted and indexed; only what is looked at is made."""
    if view.turn is None or view.turn != view.seat or is_wide(view):
        return tuple(legal(view))
    return Ways(view)


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


_NOTHING: Final = [0]
"""The one set of items that a trail needs."""


class Ways:
    """Every action of a view whose turn it is, each made when it is looked at.

    They are kept as families: a hand card with a declared value (0 for none), and the sets of items
    that go with both. A set is a mask, one bit for each item. The trail is the way to take nothing.
    """

    __slots__ = (
        "_bound",
        "_covers",
        "_face",
        "_heads",
        "_items",
        "_numbers",
        "_own",
        "_piles",
        "_sets",
        "_view",
    )

    def __init__(self, view: CasinoView) -> None:
        self._view = view
        self._face = face = view.rules.values
        # Only pictures can be without a number, and they are the last.
        low = face.low
        self._numbers = tuple([n for card in view.loose if (n := low[card.rank])])
        self._items: tuple[Item, ...] = view.loose
        self._bound = bool(must_take(view.rules, "trail"))
        self._piles: list[tuple[int, BuildPile]] = []
        self._own: list[BuildPile] = []
        self._covers: dict[int, list[int]] = {}
        self._heads: list[tuple[Card, int]] = []
        self._sets: list[list[int]] = []
        if view.builds:
            first = len(view.loose)
            self._items += tuple([pile.handle for pile in view.builds])
            self._piles = [(1 << first + at, pile) for at, pile in enumerate(view.builds)]
            self._own = own_builds(view)
        self._find()

    def __len__(self) -> int:
        return sum(map(len, self._sets))

    def __iter__(self) -> Iterator[Action]:
        for (card, value), sets in zip(self._heads, self._sets, strict=True):
            for mask in sets:
                yield self._action(card, value, mask)

    def __getitem__(self, at: int) -> Action:
        for head, sets in zip(self._heads, self._sets, strict=True):
            if at < len(sets):
                return self._action(*head, sets[at])
            at -= len(sets)
        raise IndexError(at)

    def _action(self, card: Card, value: int, mask: int) -> Action:
        if not mask:
            return trail(card)
        items = picker(mask)(self._items)
        if self._piles and len(items) > 1:
            # The loose cards are in order; builds are named by cards that lie among them.
            items = sort_items(items)
        return Build(card, value, items) if value else Capture(card, items)

    def _find(self) -> None:
        """Find the families, in canonical order. Values that are held go as bits."""
        view, face, own = self._view, self._face, self._own
        ones, twos = self._held()
        reach = self._reach()
        values = indices_of(ones)
        self._cover(values, reach)
        trails = not own or may_trail_obliged(view.rules)
        plain = not (own or self._bound or (self._piles and builds_stand_in_sums(view.rules)))
        for card in view.hand:
            value, number = face.high[card.rank], face.low[card.rank]
            bit = 1 << value
            held = ones ^ bit | twos & bit
            due = self._due(held) if own else 0
            if reach & bit:
                sets = self._covers[value] if plain and value else self._captures(card, value)
                self._add(card, 0, sets, due)
            # Which held values the card reaches with some of the table, or by itself.
            if number and (wanted := (reach << number | bit) & held):
                for declared in values:
                    if wanted >> declared & 1:
                        self._add(card, declared, self._builds(card, declared, held), due)
            if trails and not due and not (self._bound and must_capture_with(view, card, own)):
                self._add(card, 0, _NOTHING, 0)

    def _held(self) -> tuple[int, int]:
        """Return which values the hand holds, and which of them more than once."""
        high = self._face.high
        ones = twos = 0
        for card in self._view.hand:
            bit = 1 << high[card.rank]
            twos |= ones & bit
            ones |= bit
        return ones, twos

    def _cover(self, values: list[int], reach: int) -> None:
        """Find, for each of the values, the sets that divide into groups worth it."""
        for value in values:
            if value and reach >> value & 1:
                sets = coverable(self._numbers, value, self._face.ace)
                self._covers[value] = self._joined(sets, value) if self._piles else sets

    def _reach(self) -> int:
        """Return, as bits, at least every value that something on the table is worth.

        What all that lies there cannot reach needs no looking for.
        """
        reach = reached(self._numbers)
        if self._numbers and self._numbers[0] == 1:
            reach |= 1 << self._face.ace
        for _, pile in self._piles:
            reach |= reach << pile.value
        return reach

    def _add(self, card: Card, value: int, sets: list[int], due: int) -> None:
        """Add a family: of `sets` those that hold all that is due."""
        if due:
            sets = [mask for mask in sets if mask & due == due]
        if sets:
            self._heads.append((card, value))
            self._sets.append(sets)

    def _due(self, held: int) -> int:
        """Return the own builds that must be among the items, or HOLD would be broken."""
        due = 0
        for bit, pile in self._piles:
            if not held >> pile.value & 1 and pile.owner == self._view.seat:
                due |= bit
        return due

    def _captures(self, card: Card, value: int) -> list[int]:
        """Return the sets that `card`, worth `value`, takes, in order."""
        view = self._view
        if self._own and not may_capture_with(view, card, self._own):
            return []
        if not value:
            return self._equals(card.rank)
        sets = self._covers[value]
        if self._piles and builds_stand_in_sums(view.rules):
            sets = self._covered_with_builds(value)
        if sets and self._bound and due_equals(view, card):
            equals = sum(self._equals(card.rank))
            return [mask for mask in sets if mask & equals == equals]
        return sets

    def _builds(self, card: Card, value: int, held: int) -> list[int]:
        """Return the sets that make a build of `value` with `card`, in order.

        Args:
            card: The hand card, which adds at most `value`.
            value: The declared value.
            held: The values that remain in the hand, as bits.
        """
        rise = value - self._face.low[card.rank]
        bases = adding(self._numbers, rise) if rise else []
        if rise and self._piles:
            bases = bases + self._raises(rise, held)
        return join(bases, self._covers.get(value, []), self._face.high[card.rank] == value)

    def _covered_with_builds(self, value: int) -> list[int]:
        """Return the sets that divide into groups where single builds may stand in sums."""
        low = self._face.low
        numbers = [low[card.rank] for card in self._view.loose]
        numbers += [pile.value if pile.single else 0 for _, pile in self._piles]
        return self._joined(covers(tuple(numbers), value, self._face.ace), value)

    def _joined(self, sets: list[int], value: int) -> list[int]:
        """Return sets that are closed under union closed with the builds of `value`, in order."""
        for bit, pile in self._piles:
            # A single build that stands in sums is among them already.
            if pile.value == value and bit not in sets:
                sets = sorted(with_group(sets, bit))
        return sets

    def _equals(self, rank: int) -> list[int]:
        """Return the loose cards of a rank, each as a set of its own."""
        return [1 << at for at, card in enumerate(self._view.loose) if card.rank == rank]

    def _raises(self, rise: int, held: int) -> list[int]:
        """Return the sets with one single build that rises by adding up to `rise`."""
        view = self._view
        with_loose = loose_helps_to_raise(view.rules)
        bases: list[int] = []
        for bit, pile in self._piles:
            room = rise - pile.value
            if (room and not with_loose) or room < 0:
                continue
            if not refuse_raise(view, pile, indices_of(held)):
                bases += [bit | mask for mask in adding(self._numbers, room)] if room else [bit]
        return bases


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
