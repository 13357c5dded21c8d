"""The settings, drawn: one line each, and what the chosen one is about.

Hides: how they look, and which part of the list is seen. Pure functions from facts to cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from tui.drawing.canvas import Canvas, clip, wrap
from tui.drawing.cards import Pen
from tui.i18n import t


@dataclass(frozen=True, slots=True)
class Row:
    """One setting as it stands.

    Attributes:
        steps: Left and Right go through its values.
        usual: It is as usual.
    """

    label: str
    value: str
    steps: bool
    usual: bool


def window(cursor: int, height: int, count: int) -> int:
    """Return the first row that is seen."""
    return min(max(0, cursor - height // 2), max(0, count - height))


def rows(width: int, height: int, shown: Sequence[Row], cursor: int, pen: Pen) -> Canvas:
    """Draw the list in a frame; `*` is what is not as usual."""
    canvas = Canvas(width, height)
    canvas.frame(pen.symbols.frame, "frame", t("settings"))
    lines = max(0, height - 2)
    first = window(cursor, lines, len(shown))
    column = 6 + max(cell_len(row.label) for row in shown)
    for y, row in enumerate(shown[first : first + lines], 1):
        here = first + y - 1 == cursor
        canvas.put(2, y, ">" if here else " ", "accent")
        canvas.put(4, y, clip(row.label, width - 6), "strong" if here else "")
        value = f"< {row.value} >" if here and row.steps else row.value
        style = "chosen" if here else "good" if not row.usual else "dim"
        end = canvas.put(column, y, clip(f" {value} ", width - column - 4), style)
        if not row.usual:
            canvas.put(end + 1, y, "*", "accent")
    if first + lines < len(shown) and height > 2:
        canvas.put(width - 4, height - 1, " v ", "dim")
    return canvas


def row_at(y: int, height: int, count: int, cursor: int) -> int | None:
    """Return which setting is drawn in a row of the list."""
    index = window(cursor, max(0, height - 2), count) + y - 1
    return index if 0 < y < height - 1 and index < count else None


def about(width: int, height: int, text: str, note: str) -> Canvas:
    """Draw what the chosen setting is about, and what overrules it."""
    canvas = Canvas(width, height)
    lines = [(line, "warn") for line in wrap(note, width - 3)] if note else []
    lines += [(line, "dim") for line in wrap(text, width - 3)]
    for y, (line, style) in enumerate(lines[:height]):
        canvas.put(2, y, line, style)
    return canvas
