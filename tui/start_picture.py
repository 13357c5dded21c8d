"""The start screen, drawn: a few cards, the name, a menu. Pure functions to cells.

Hides: how it looks. It is the first thing seen, so it loads neither game. Must not know: Textual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from engine.uno.cards import parse_card as uno_card
from tui import cards
from tui.canvas import Canvas, clip
from tui.cards import Box, Pen
from tui.i18n import t


@dataclass(frozen=True, slots=True)
class Sample:
    """A Casino card of the banner; the real ones load the whole game."""

    rank: int
    suit: str

    @property
    def text(self) -> str:
        """Its notation."""
        return "A23456789TJQK"[self.rank - 1] + self.suit


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to start with: its key, what it is, what it means."""

    key: str
    text: str
    about: str


def banner(width: int, height: int, pen: Pen) -> Canvas:
    """Draw a few cards of both games, and the name."""
    canvas = Canvas(width, height)
    if height >= 6 and width >= 50:
        x = (width - 47) // 2
        for i, name in enumerate(("r7", "ys", "g+2", "b0", "w+4")):
            box = Box(x + i * 4, 0 if i % 2 else 1, 5, 4)
            cards.uno_card(canvas, box, uno_card(name), pen, narrow=i < 4)
        for i, (rank, suit) in enumerate(((1, "s"), (10, "d"), (13, "c"), (2, "h"))):
            box = Box(x + 26 + i * 5, 0 if i % 2 else 1, 5, 4)
            cards.casino_card(canvas, box, Sample(rank, suit), pen)
    title = t("cardtui: UNO and Casino with friends, in the terminal")
    canvas.centre(height - 1, clip(title, width), "strong")
    return canvas


def menu(width: int, height: int, items: Sequence[Item], cursor: int) -> Canvas:
    """Draw the menu; the chosen line is marked and explained."""
    canvas = Canvas(width, height)
    longest = max(cell_len(item.text) for item in items)
    room = _room(items)
    beside = room + 4 <= width
    left = max(1, (width - (room if beside else longest + 6)) // 2)
    each = _rows_each(width, height, items)
    for i, item in enumerate(items):
        y = i * each
        chosen = i == cursor
        canvas.put(left, y, ">" if chosen else " ", "accent")
        canvas.put(left + 2, y, item.key, "key")
        end = canvas.put(left + 4, y, item.text, "chosen" if chosen else "strong")
        if beside:
            canvas.put(max(end, left + 4 + longest) + 2, y, item.about, "dim")
        elif chosen and height > each * len(items):
            canvas.put(1, height - 1, clip(item.about, width - 2), "dim")
    return canvas


def _room(items: Sequence[Item]) -> int:
    """Return the columns of the menu with what its lines mean beside them."""
    longest = max(cell_len(item.text) for item in items)
    return longest + 4 + max(cell_len(item.about) for item in items)


def _rows_each(width: int, height: int, items: Sequence[Item]) -> int:
    beside = _room(items) + 4 <= width
    return 2 if height >= 2 * len(items) + (-1 if beside else 1) else 1


def item_at(y: int, width: int, height: int, items: Sequence[Item]) -> int | None:
    """Return which line of the menu is drawn in a row."""
    index, beside_it = divmod(y, _rows_each(width, height, items))
    return index if not beside_it and index < len(items) else None
