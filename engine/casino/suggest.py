"""Help for whoever chooses: what a selection can mean, why it means nothing, what would be good.

Hides: how readings are found and ranked. Must not know: languages, keys, screens: a reason is a
code with a few facts, and the client words it. Everything here is answered at once, also with
51 cards on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.casino.actions import Action, Build, Capture, Item, Trail, build, capture, trail
from engine.casino.best import best_set
from engine.casino.cards import Card, in_order
from engine.casino.check import choose, held_without, own_builds, refusal
from engine.casino.cover import cover
from engine.casino.listing import legal
from engine.casino.score import card_points, sweep_worth, worth
from engine.casino.shape import aces_of, capture_fits
from engine.casino.state import BuildPile, CasinoView, Group, first_place
from engine.game import Code


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a selection cannot be played.

    Attributes:
        code: The refusal of the reading that comes closest.
        action: That reading.
        value: The number in question: the value that would be wanted (`no-split`, `not-held`,
            `must-capture`) or declared (`over-14`), else the value of the build that stands in
            the way; 0 for none.
        groups: `no-split`: the groups that can be made.
        left: `no-split`: the loose cards that are left over; `must-capture`: equal cards left.
    """

    code: Code
    action: Action
    value: int = 0
    groups: tuple[Group, ...] = ()
    left: tuple[Card, ...] = ()


# --- what a selection can mean -------------------------------------------------------


def readings(view: CasinoView, card: Card, items: Iterable[Item]) -> list[Action]:
    """Return every action that `card` with exactly these items can be, best first.

    Without items that is the trail; else the capture and a build of each value.
    """
    allowed = [
        action for action in _attempts(view, card, tuple(items)) if not refusal(view, action)
    ]
    return sorted(allowed, key=lambda action: -gain(view, action))


def _attempts(view: CasinoView, card: Card, items: tuple[Item, ...]) -> Iterator[Action]:
    """Yield what could be meant, likely or not."""
    if not items:
        yield trail(card)
        return
    yield capture(card, items)
    for value in sorted(held_without(view, card) - {0}):
        yield build(card, value, items)


def gain(view: CasinoView, action: Action) -> int:
    """Return what an action is worth at first sight, in fifths of a card.

    A capture counts what it takes (and a sweep), a build a third of what lies in it, since others
    may take it; a trail nothing.
    """
    if isinstance(action, Trail):
        return 0
    rules = view.rules
    chosen = choose(view, action.items)
    cards = [action.card, *chosen.loose, *[card for pile in chosen.builds for card in pile.cards]]
    total = sum([worth(rules, card) for card in cards])
    if isinstance(action, Build):
        return total // 3
    clears = len(chosen.loose) == len(view.loose) and len(chosen.builds) == len(view.builds)
    return total + sweep_worth(rules) if clears else total


# --- why it means nothing --------------------------------------------------------------


_CLOSE: Final = (
    Code.UNCOVERED,
    Code.MUST_CAPTURE,
    Code.NOT_HELD,
    Code.RAISE_WITH_LOOSE,
    Code.BUILD_IN_SUM,
    Code.LOCKED_BUILD,
)
"""Refusals of a selection whose cards would fit: the closest first."""


def why_not(view: CasinoView, card: Card, items: Iterable[Item]) -> Reason | None:
    """Return the first reason against `card` with these items; None when there is a reading.

    Of all readings the one that comes closest speaks: one whose cards fit, else the capture.
    """
    items = tuple(items)
    attempts = list(_attempts(view, card, items))
    refused = [(refusal(view, action), action) for action in attempts]
    if any(code is None for code, _ in refused):
        return None
    first, action = refused[0]
    assert first is not None
    if not items:
        return _explain(view, first, action)
    if first not in (Code.NO_SPLIT, Code.BUILD_VALUE) and not _is_beside(view, action, first):
        return _explain(view, first, action)
    total = _total(view, card, items)
    if total <= view.rules.values.cap:
        attempt = build(card, total, items)
        refused.append((refusal(view, attempt), attempt))
    for close in _CLOSE:
        for code, action in refused:
            if code is close:
                return _explain(view, close, action)
    return _explain(view, *_farthest(view, card, items, first))


def _is_beside(view: CasinoView, action: Action, code: Code) -> bool:
    """Say whether an owner's wrong number is not the point, since nothing would fit anyway."""
    if code is not Code.MUST_USE_BUILD or isinstance(action, Trail):
        return False
    chosen = choose(view, action.items)
    return not capture_fits(view.rules.values, action.card, chosen.loose, chosen.builds, False)


def _farthest(
    view: CasinoView, card: Card, items: tuple[Item, ...], code: Code
) -> tuple[Code, Action]:
    """Return the reason when no reading has cards that fit."""
    action = capture(card, items)
    if code is Code.MUST_USE_BUILD:
        value = view.rules.values.high[card.rank]
        builds = choose(view, items).builds
        code = Code.BUILD_VALUE if any(pile.value != value for pile in builds) else Code.NO_SPLIT
    return code, action


def _total(view: CasinoView, card: Card, items: tuple[Item, ...]) -> int:
    """Return what `card` and the items add up to."""
    low = view.rules.values.low
    chosen = choose(view, items)
    total = low[card.rank] + sum([low[other.rank] for other in chosen.loose])
    return total + sum([pile.value for pile in chosen.builds])


def _explain(view: CasinoView, code: Code, action: Action) -> Reason:
    """Add the facts to a code."""
    own = own_builds(view)
    wanted = view.rules.values.high[action.card.rank]
    if isinstance(action, Build):
        wanted = action.value
    match code:
        case Code.NO_SPLIT if isinstance(action, Capture):
            groups, left = _partly(view, action)
            return Reason(code, action, wanted, groups, left)
        case Code.MUST_NOT_TRAIL | Code.MUST_USE_BUILD:
            return Reason(code, action, own[0].value)
        case Code.UNCOVERED:
            return Reason(code, action, _uncovered_value(view, action, own))
        case Code.BUILD_VALUE | Code.LOCKED_BUILD | Code.RAISE_WITH_LOOSE | Code.BUILD_IN_SUM:
            assert not isinstance(action, Trail)
            builds = choose(view, action.items).builds
            return Reason(code, action, next(b.value for b in builds if b.value != wanted))
        case Code.MUST_CAPTURE:
            items = () if isinstance(action, Trail) else action.items
            rank = action.card.rank
            equal = [card for card in view.loose if card.rank == rank and card not in items]
            return Reason(code, action, wanted, left=tuple(equal))
        case _:
            return Reason(code, action, wanted)


def _uncovered_value(view: CasinoView, action: Action, own: list[BuildPile]) -> int:
    held = held_without(view, action.card)
    chosen = [] if isinstance(action, Trail) else choose(view, action.items).builds
    return next(pile.value for pile in own if pile.value not in held and pile not in chosen)


def _partly(view: CasinoView, action: Capture) -> tuple[tuple[Group, ...], tuple[Card, ...]]:
    """Divide as many of the chosen loose cards as possible; return the groups and the rest."""
    values = view.rules.values
    value = values.high[action.card.rank]
    loose = choose(view, action.items).loose
    if not value:
        return (), tuple(loose)
    numbers = [values.low[card.rank] for card in loose]
    taken = best_set(numbers, [1] * len(loose), value, aces_of(values, value, loose))
    cards = [loose[index] for index in taken]
    groups = cover([numbers[index] for index in taken], value, aces_of(values, value, cards))
    assert groups is not None, "the best set divides"
    made = sorted(
        [in_order([cards[index] for index in group]) for group in groups], key=first_place
    )
    return tuple(made), tuple([card for card in loose if card not in cards])


# --- what would be good ----------------------------------------------------------------


def suggest(view: CasinoView) -> list[Action]:
    """Return what the viewer might do, best first: captures and builds, then trails.

    Of captures (and builds) with one card and value only those are named that no other contains.
    """
    families: dict[tuple[type, Card, int], list[tuple[Action, frozenset[Item]]]] = {}
    trails: list[Trail] = []
    for action in legal(view):
        if isinstance(action, Trail):
            trails.append(action)
            continue
        value = action.value if isinstance(action, Build) else 0
        family = families.setdefault((type(action), action.card, value), [])
        family.append((action, frozenset(action.items)))
    best = [action for family in families.values() for action in _largest(family)]
    best.sort(key=lambda action: -gain(view, action))
    trails.sort(key=lambda action: (card_points(view.rules, action.card), action.card.spade))
    return [*best, *trails]


def _largest(family: list[tuple[Action, frozenset[Item]]]) -> list[Action]:
    """Return the actions whose items no other action of the family contains."""
    largest: list[tuple[Action, frozenset[Item]]] = []
    for action, items in sorted(family, key=lambda entry: -len(entry[1])):
        if not any(items < others for _, others in largest):
            largest.append((action, items))
    return [action for action, _ in largest]
