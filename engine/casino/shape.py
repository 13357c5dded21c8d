"""Whether a hand card and a selection fit together, and how they then lie.

Hides: which groups a selection divides into. Must not know: whose turn it is, what must be held,
what a table agreed on (each permission comes as a parameter).
Source: the actions of the source text (吃牌, 做牌), rules page, sections 1 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.casino.cards import Card
from engine.casino.cover import cover
from engine.casino.rules import FaceValues
from engine.casino.state import BuildPile


@dataclass(frozen=True, slots=True)
class Laid:
    """How a build comes to lie.

    Attributes:
        parts: Its groups.
        raised: The single build whose value changed; None when none did.
        joined: The builds of its own value that went into it.
    """

    parts: list[list[Card]]
    raised: BuildPile | None
    joined: list[BuildPile]


def capture_fits(
    values: FaceValues,
    card: Card,
    loose: Sequence[Card],
    builds: Sequence[BuildPile],
    build_in_sum: bool,
) -> bool:
    """Say whether `card` takes exactly these loose cards and builds.

    With `build_in_sum` single builds of other values may stand in sums. Under plain values a
    picture takes exactly one loose card of its rank.
    """
    value = values.high[card.rank]
    if not value:
        return not builds and len(loose) == 1 and loose[0].rank == card.rank
    numbers = [values.low[other.rank] for other in loose]
    for pile in builds:
        if pile.value != value:
            if not build_in_sum or not pile.single:
                return False
            numbers.append(pile.value)
    return cover(numbers, value, aces_of(values, value, loose)) is not None


def build_fits(
    values: FaceValues,
    card: Card,
    value: int,
    loose: Sequence[Card],
    builds: Sequence[BuildPile],
    raise_with_loose: bool,
) -> Laid | None:
    """Lay `card`, loose cards and builds as a build of `value`; None when they do not fit.

    At most one chosen build may be worth another value: a single one, which `card` alone (or,
    with `raise_with_loose`, with loose cards) raises to `value`.
    """
    joined = [pile for pile in builds if pile.value == value]
    others = [pile for pile in builds if pile.value != value]
    raised: BuildPile | None = None
    base = [card]
    number = values.low[card.rank]
    if others:
        raised = others[0]
        if len(others) > 1 or not raised.single or not number:
            return None
        base += raised.cards
        number += raised.value
        if number != value and not raise_with_loose:
            return None
    numbers = [number, *[values.low[other.rank] for other in loose]]
    things = [card, *loose] if raised is None else [None, *loose]
    groups = cover(numbers, value, aces_of(values, value, things))
    if groups is None:
        return None
    parts = [_cards_of(group, base, loose) for group in groups]
    for pile in joined:
        parts += [list(part) for part in pile.parts]
    return Laid(parts, raised, joined)


def group_fits(values: FaceValues, cards: Sequence[Card], value: int) -> bool:
    """Say whether the cards are one group worth `value` as it may lie in a build."""
    if len(cards) == 1:
        return values.high[cards[0].rank] == value
    numbers = [values.low[card.rank] for card in cards]
    return all(numbers) and sum(numbers) == value


def aces_of(values: FaceValues, value: int, things: Sequence[Card | None]) -> list[int]:
    """Return the indices of the Aces, where `value` is what an Ace is worth alone."""
    if value != values.ace:
        return []
    return [index for index, thing in enumerate(things) if thing is not None and thing.rank == 1]


def _cards_of(group: list[int], base: list[Card], loose: Sequence[Card]) -> list[Card]:
    cards = [loose[index - 1] for index in group if index]
    return base + cards if 0 in group else cards
