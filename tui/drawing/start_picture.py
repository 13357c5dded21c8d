"""The start screen, drawn: a few cards, the name, a menu. Pure functions to cells.

Hides: how it looks. It is the first thing seen, so it loads neither game. Must not know: Textual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

from engine.uno.cards import parse_card as uno_card
from tui.drawing import cards
from tui.drawing.canvas import Canvas, clip
from tui.drawing.cards import Box, Pen
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
    """One thing to start with: its key, what it is, what it means, where it leads.

    Attributes:
        late: What it means is known later than the rest: nothing moves to make room for that.
        open: It leads there now.
    """

    key: str
    text: str
    about: str
    where: str
    late: bool = False
    open: bool = True


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
    if cell_len(title) > width:
        title = t("cardtui: UNO and Casino")
    canvas.centre(height - 1, clip(title, width), "strong")
    return canvas


class _Grid(NamedTuple):
    """How the lines of a menu stand: in so many columns, so many rows, each so high.

    `beside`: what a line means stands on it.
    """

    columns: int
    rows: int
    each: int
    beside: bool
    left: int
    wide: int


def _grid(width: int, height: int, items: Sequence[Item]) -> _Grid:
    longest = max(cell_len(item.text) for item in items)
    room = longest + 6 + max(cell_len(item.about) for item in items if not item.late)
    count = len(items)
    if room + 2 <= width and count <= height:
        each = 2 if height >= 2 * count - 1 else 1
        return _Grid(1, count, each, beside=True, left=max(1, (width - room) // 2), wide=longest)
    if count <= height:
        left = max(1, (width - longest - 6) // 2)
        return _Grid(1, count, 1, beside=False, left=left, wide=longest)
    rows = -(-count // 2)
    wide = min(longest, max(8, width // 2 - 6))
    left = max(1, (width // 2 - wide - 5) // 2)
    return _Grid(2, rows, 1, beside=False, left=left, wide=wide)


def menu(width: int, height: int, items: Sequence[Item], cursor: int) -> Canvas:
    """Draw the menu; the chosen line is marked and, where there is room, each is explained.

    Where there are too few rows it stands in two columns; from the last row that fits on nothing
    is seen.
    """
    canvas = Canvas(width, height)
    grid = _grid(width, height, items)
    for i, item in enumerate(items):
        column, row = divmod(i, grid.rows)
        x, y = column * (width // 2) + grid.left, row * grid.each
        chosen = i == cursor
        canvas.put(x, y, ">" if chosen else " ", "accent")
        canvas.put(x + 2, y, item.key, "key")
        text = clip(item.text, grid.wide)
        canvas.put(x + 4, y, text, "chosen" if chosen else "strong" if item.open else "dim")
        if grid.beside:
            at = x + 6 + grid.wide
            canvas.put(at, y, clip(item.about, width - at), "dim")
    return canvas


def explains(width: int, height: int, items: Sequence[Item]) -> bool:
    """Tell whether what the lines mean stands beside them."""
    return _grid(width, height, items).beside


def item_at(x: int, y: int, width: int, height: int, items: Sequence[Item]) -> int | None:
    """Return which line of the menu is drawn there."""
    grid = _grid(width, height, items)
    row, beside_it = divmod(y, grid.each)
    index = row + (grid.rows if grid.columns > 1 and x >= width // 2 else 0)
    return index if not beside_it and row < grid.rows and index < len(items) else None


def across(items: Sequence[Item], cursor: int, by: int, width: int, height: int) -> int:
    """Return the line beside the chosen one, in the other column; itself where there is none."""
    grid = _grid(width, height, items)
    there = cursor + by * grid.rows
    return there if grid.columns > 1 and 0 <= there < len(items) else cursor
