"""How a row of cards fits into a width: side by side, overlapping like a fan, or a part of them.

Hides: the steps between these. Pure numbers. Must not know: cards, canvases.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fan:
    """Where the cards lie.

    Attributes:
        pitch: Columns from one card to the next; less than a card is wide where they overlap.
        first: The first card shown.
        shown: How many are shown.
        left: Cards hidden on the left.
        right: Cards hidden on the right.
        x: The column of the first card shown.
    """

    pitch: int
    first: int
    shown: int
    left: int
    right: int
    x: int


def fan(count: int, cursor: int, width: int, card: int, least: int, roomy: int, margin: int) -> Fan:
    """Lay `count` cards, each `card` columns wide, into `width` columns.

    The pitch is `roomy` if it can be, and never under `least`; then only a window of the cards is
    shown, with the one at `cursor` always in it and `margin` columns left free on either side.
    """
    for pitch in range(roomy, least - 1, -1):
        if _span(count, pitch, card) <= width:
            return Fan(pitch, 0, count, 0, 0, (width - _span(count, pitch, card)) // 2)
    shown = max(1, (width - 2 * margin - card) // least + 1)
    first = min(max(0, cursor - shown // 2), count - shown)
    x = (width - _span(shown, least, card)) // 2
    return Fan(least, first, shown, first, count - first - shown, max(0, x))


def _span(count: int, pitch: int, card: int) -> int:
    return (count - 1) * pitch + card if count else 0
