"""A list to choose from, drawn: what it is, what is known of it, when. Pure functions to cells.

Hides: how it looks and what is scrolled away. Must not know: Textual, what is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from tui.drawing.canvas import Canvas, clip
from tui.drawing.cards import Pen

WHOLE: Final = 56
"""Cells from which on the end of a line is shown as well."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line: what it is, what else is known of it, and what stands at its end."""

    text: str
    about: str = ""
    end: str = ""


def draw(width: int, height: int, rows: Sequence[Row], cursor: int, pen: Pen) -> Canvas:
    """Draw the list; the chosen line is marked and always seen."""
    canvas = Canvas(width, height)
    first = _first(height, len(rows), cursor)
    shown = rows[first : first + height]
    longest = max((cell_len(row.text) for row in rows), default=0)
    end = max((cell_len(row.end) for row in shown), default=0) if width >= WHOLE else 0
    text = min(longest, width - 5 if width < WHOLE else (width - end) // 2)
    for y, row in enumerate(shown):
        i = first + y
        canvas.put(1, y, ">" if i == cursor else " ", "accent")
        name = clip(row.text, text, pen.symbols.ellipsis)
        canvas.put(3, y, name, "chosen" if i == cursor else "strong")
        x, room = 3 + text + 2, width - end - 2 - (3 + text + 2)
        if room > 6:
            canvas.put(x, y, clip(row.about, room, pen.symbols.ellipsis), "dim")
        if end:
            canvas.right(y, row.end, "dim", 1)
    if first:
        canvas.put(0, 0, pen.symbols.up, "accent")
    if first + height < len(rows):
        canvas.put(0, height - 1, "v", "accent")
    return canvas


def _first(height: int, count: int, cursor: int) -> int:
    """Return the first line that is seen."""
    return max(0, min(cursor - height // 2, count - height))


def row_at(y: int, height: int, count: int, cursor: int) -> int | None:
    """Return which line is drawn in a row of cells."""
    index = _first(height, count, cursor) + y
    return index if index < count else None
