"""How a row of cards fits into a width: side by side, overlapping like a fan, or a part of them.

Hides: the steps between these, and the gaps between groups where there is room for them. Pure
numbers. Must not know: cards, canvases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_GAP: Final = 2
"""Columns between two groups, if there is room; else one, or none."""


@dataclass(frozen=True, slots=True)
class Fan:
    """Where the cards lie.

    Attributes:
        pitch: Columns from one card of a group to the next; less than a card is wide where they
            overlap.
        first: The first card shown.
        xs: The column of each card shown.
        left: Cards hidden on the left.
        right: Cards hidden on the right.
    """

    pitch: int
    first: int
    xs: tuple[int, ...]
    left: int
    right: int

    @property
    def shown(self) -> int:
        """How many are shown."""
        return len(self.xs)

    def x(self, index: int) -> int | None:
        """Return the column of a card; None while it is not shown."""
        place = index - self.first
        return self.xs[place] if 0 <= place < len(self.xs) else None

    def seen(self, index: int, card: int) -> int:
        """Return how many columns of a card that is shown are not under the next one."""
        place = index - self.first
        if place + 1 >= len(self.xs):
            return card
        return min(card, self.xs[place + 1] - self.xs[place])

    def at(self, x: int, card: int) -> int | None:
        """Return which card lies in a column."""
        for index in range(self.first, self.first + len(self.xs)):
            begin = self.xs[index - self.first]
            if begin <= x < begin + self.seen(index, card):
                return index
        return None


def fan(
    count: int,
    cursor: int,
    width: int,
    card: int,
    least: int,
    roomy: int,
    margin: int,
    groups: Sequence[int] = (),
) -> Fan:
    """Lay `count` cards, each `card` columns wide, into `width` columns.

    The pitch is `roomy` if it can be, and never under `least`; then only a window of the cards is
    shown, with the one at `cursor` always in it and `margin` columns left free on either side.
    `groups` are the cards before which a gap is left, where all are shown and there is room. All
    begins at the left, so that a card that goes moves only those to its right.
    """
    for pitch in range(roomy, least - 1, -1):
        spare = width - _span(count, pitch, card)
        if spare >= 0:
            gap = min(_GAP, spare // len(groups)) if groups else 0
            return Fan(pitch, 0, _columns(count, 0, pitch, gap, groups), 0, 0)
    shown = max(1, (width - 2 * margin - card) // least + 1)
    first = min(max(0, cursor - shown // 2), count - shown)
    x = max(0, (width - _span(shown, least, card)) // 2)
    return Fan(least, first, _columns(shown, x, least, 0, ()), first, count - first - shown)


def _columns(count: int, x: int, pitch: int, gap: int, groups: Sequence[int]) -> tuple[int, ...]:
    return tuple([x + i * pitch + gap * sum(begin <= i for begin in groups) for i in range(count)])


def _span(count: int, pitch: int, card: int) -> int:
    return (count - 1) * pitch + card if count else 0
