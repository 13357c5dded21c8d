"""The tables of a server, drawn as a list to choose from. Pure functions to cells.

Hides: how it looks. Must not know: Textual, what keys do.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from netcore.wire.messages import TableInfo
from tui.drawing.canvas import Canvas, clip
from tui.text import rulewords, tablelist


def draw(width: int, height: int, tables: Sequence[TableInfo], cursor: int) -> Canvas:
    """Draw the list; the chosen table is marked. What does not fit is scrolled to."""
    canvas = Canvas(width, height)
    first = _first(height, len(tables), cursor)
    longest = max((cell_len(info.name) for info in tables), default=0)
    for y, info in enumerate(tables[first : first + height]):
        i = first + y
        canvas.put(1, y, ">" if i == cursor else " ", "accent")
        canvas.put(3, y, str(i + 1).rjust(2), "key")
        canvas.put(6, y, info.name, "chosen" if i == cursor else "strong")
        x = 6 + longest + 2
        room = tablelist.seats(info)
        end = width - cell_len(room) - 2
        about = f"{rulewords.setting(info)}, {tablelist.PHASES[info.phase]()}"
        if end - x > 8:
            canvas.put(x, y, clip(about, end - x - 2), "dim")
        joinable = not info.locked and (info.open or info.bots)
        canvas.right(y, room, "good" if joinable else "dim", 1)
    return canvas


def _first(height: int, count: int, cursor: int) -> int:
    """Return the first table that is seen."""
    return max(0, min(cursor - height // 2, count - height))


def table_at(y: int, height: int, count: int, cursor: int) -> int | None:
    """Return which table is drawn in a row."""
    index = _first(height, count, cursor) + y
    return index if index < count else None
