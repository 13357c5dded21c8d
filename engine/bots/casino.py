"""A Casino player: takes what is worth most, and minds what it leaves to the next player.

Hides: the weights. Must not know: any hand but its own, the stock, the piles (a bot could remember
what was taken; this one does not).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.bots.level import Level, Rng
from engine.casino.actions import Action, Capture, Item, Trail
from engine.casino.best import best_set
from engine.casino.cards import DECK, Card
from engine.casino.check import choose as find
from engine.casino.listing import legal
from engine.casino.rules import CasinoRules
from engine.casino.score import sweep_worth, worth
from engine.casino.shape import aces_of
from engine.casino.state import BuildPile, CasinoView
from engine.casino.suggest import gain, suggest

_SLIPS: Final[Mapping[Level, float]] = {"easy": 0.6, "normal": 0.0, "hard": 0.0}
"""How often a level plays just anything."""

_LOOK_AT: Final = 8
"""Of so many plays that look best at first sight the danger is weighed."""

_DANGER: Final = 0.8
"""How much what the next player may take counts against a play."""

_PROSPECT: Final = 0.35
"""How much what the own hand could take next time counts for it."""


def choose(view: CasinoView, rng: Rng, level: Level) -> Action:
    """Return what to do on the own turn."""
    if rng.random() < _SLIPS[level]:
        actions = list(legal(view))
        return actions[rng.randrange(len(actions))]
    candidates = suggest(view)
    if len(candidates) == 1:
        return candidates[0]
    if level == "easy":
        return candidates[0]
    captures = [action for action in candidates if not isinstance(action, Trail)]
    trails = [action for action in candidates if isinstance(action, Trail)]
    looked_at = captures[:_LOOK_AT] + trails
    return max(looked_at, key=lambda action: _value(view, action) + 0.01 * rng.random())


@dataclass(frozen=True, slots=True)
class _Table:
    """What would lie on the table: loose cards, and of each build its value and its worth."""

    loose: Sequence[Card]
    builds: Sequence[tuple[int, int]]


def _value(view: CasinoView, action: Action) -> float:
    """Weigh a play: what it brings, what it leaves to the next player and to the own hand."""
    rules = view.rules
    after, brings = _after(view, action)
    hand = [card for card in view.hand if card is not action.card]
    takes = _takes(rules, after)
    danger = _expected(view, hand, takes)
    own = max([takes[card.rank] + worth(rules, card) for card in hand if card.rank in takes] or [0])
    return brings - _DANGER * danger + _PROSPECT * own


def _after(view: CasinoView, action: Action) -> tuple[_Table, float]:
    """Return the table after a play, and what the play brings at once."""
    rules = view.rules
    items: tuple[Item, ...] = () if isinstance(action, Trail) else action.items
    chosen = find(view, items)
    loose = [card for card in view.loose if card not in chosen.loose]
    piles = [pile for pile in view.builds if pile not in chosen.builds]
    builds = [(pile.value, _worth_of(rules, pile)) for pile in piles]
    if isinstance(action, Capture):
        return _Table(loose, builds), float(gain(view, action))
    if isinstance(action, Trail):
        return _Table([*loose, action.card], builds), 0.0
    cards = [action.card, *chosen.loose]
    total = sum([worth(rules, card) for card in cards])
    total += sum([_worth_of(rules, pile) for pile in chosen.builds])
    return _Table(loose, [*builds, (action.value, total)]), 0.0


def _worth_of(rules: CasinoRules, pile: BuildPile) -> int:
    return sum([worth(rules, card) for card in pile.cards])


def _takes(rules: CasinoRules, table: _Table) -> dict[int, int]:
    """Return for each rank what a card of it could take; ranks that take nothing are left out."""
    takes: dict[int, int] = {}
    values = rules.values
    numbers = [values.low[card.rank] for card in table.loose]
    weights = [worth(rules, card) for card in table.loose]
    for rank in range(1, 14):
        value = values.high[rank]
        if not value:
            equal = [worth(rules, card) for card in table.loose if card.rank == rank]
            taken = max(equal, default=0)
        else:
            aces = aces_of(values, value, table.loose)
            taken = sum([weights[i] for i in best_set(numbers, weights, value, aces)])
            taken += sum([total for number, total in table.builds if number == value])
        if taken:
            takes[rank] = taken
    sweep = sweep_worth(rules)
    if sweep:
        everything = sum(weights) + sum([total for _, total in table.builds])
        for rank, taken in takes.items():
            if taken == everything:
                takes[rank] = taken + sweep
    return takes


def _expected(view: CasinoView, hand: Sequence[Card], takes: Mapping[int, int]) -> float:
    """Return what the next player takes on average, holding any of the cards not in sight."""
    assert view.seat is not None
    seats = len(view.counts)
    others = [view.counts[(view.seat + step) % seats] for step in range(1, seats)]
    held = next((count for count in others if count), 0)
    if not held:
        return 0.0
    seen = {*view.hand, *view.loose, *[card for pile in view.builds for card in pile.cards]}
    unseen = [0] * 14
    for card in DECK:
        if card not in seen:
            unseen[card.rank] += 1
    total = max(1, sum(unseen))
    expected, missing = 0.0, 1.0
    for rank, taken in sorted(takes.items(), key=lambda entry: -entry[1]):
        without = (1 - unseen[rank] / total) ** held
        expected += missing * (1 - without) * (taken + 6)
        missing *= without
    return expected
