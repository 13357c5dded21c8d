"""The rule editor, drawn: the list of options, and what the chosen one is about.

Hides: how they look, and which part of the list is seen. Pure functions from facts to cells.
Must not know: Textual, what keys do, who may change anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

from tui.drawing.canvas import Canvas, clip, wrap
from tui.drawing.cards import Pen
from tui.i18n import t
from tui.rules.ruledraft import Kind
from tui.text import rulewords
from tui.text.words import sentence, together

_GAP = 2


@dataclass(frozen=True, slots=True)
class Row:
    """One option as it stands.

    Attributes:
        usual: The value of the usual rules.
        open: The table does not play it so yet.
    """

    kind: Kind
    value: Any
    usual: Any
    open: bool = False

    @property
    def differs(self) -> bool:
        """It is not as usual."""
        return bool(self.value != self.usual)


def longest_name(kinds: Iterable[Kind]) -> int:
    """Return the cells of the longest name."""
    return max(cell_len(rulewords.option(kind.name)) for kind in kinds)


def usually(row: Row) -> str:
    """Return `usually none`."""
    return t("usually {value}", value=rulewords.value(row.usual))


def window(top: int, cursor: int, height: int, count: int) -> int:
    """Return the first row to be seen, after `top` was the one before.

    The list stays while the cursor is in sight and then goes on by half of it: to move every row
    at every key costs ten times as much on a slow line.
    """
    if not top <= cursor < top + height:
        top = cursor - height // 2
    return min(max(0, top), max(0, count - height))


def options(
    width: int, height: int, rows: Sequence[Row], cursor: int, first: int, pen: Pen, names: int
) -> Canvas:
    """Draw the options from `first` on: name, value, what is usual, what it means.

    `names`: cells for the longest name, so that the columns stay when the list is filtered.
    """
    canvas = Canvas(width, height)
    if not rows:
        canvas.put(3, 0, t("No option has that in it. Esc shows all."), "dim")
        return canvas
    at_value = 3 + min(names, max(8, width // 2)) + 1
    for y, row in enumerate(rows[first : first + height]):
        _row(canvas, y, row, first + y == cursor, at_value, pen)
    if first:
        canvas.right(0, pen.symbols.up, "dim")
    if first + height < len(rows):
        canvas.right(height - 1, "v", "dim")
    return canvas


def _row(canvas: Canvas, y: int, row: Row, here: bool, at_value: int, pen: Pen) -> None:
    room, cut = canvas.width - 2, pen.symbols.ellipsis  # the last cell tells that there are more
    if here:
        canvas.put(0, y, ">", "accent")
    mark = "!" if row.open else "*" if row.differs else " "
    canvas.put(1, y, mark, "warn" if row.open else "accent")
    name = clip(rulewords.option(row.kind.name), at_value - 4, cut)
    canvas.put(3, y, name, "accent" if here else "strong" if row.differs else "")
    value = clip(rulewords.value(row.value), room + 1 - at_value, cut)
    style = "warn" if row.open else "accent" if row.differs else ""
    end = canvas.put(at_value, y, value, style)
    x = max(end, at_value + 15) + _GAP
    if row.differs and room - x >= 12:
        text = usually(row)
        canvas.put(x, y, clip(text, room - x, cut), "dim")
        x = max(x + cell_len(text), x + 22) + _GAP
    elif room - x >= 82:
        x += 22 + _GAP
    if room - x >= 24:
        canvas.put(x, y, clip(t(row.kind.about), room - x, cut), "dim")


def about(width: int, height: int, row: Row | None, pen: Pen) -> Canvas:
    """Draw what the chosen option means, what it may be, and what is usual."""
    canvas = Canvas(width, height)
    y = 0
    if height > 2:
        canvas.put(1, 0, pen.symbols.frame[4] * (width - 2), "frame")
        y = 1
    if row is None:
        return canvas
    for line in wrap(t(row.kind.about), width - 4):
        canvas.put(3, y, line)
        y += 1
    if row.kind.choices:
        _choices(canvas, y, row)
    else:
        usual = t("{text}.", text=sentence(usually(row))) if row.differs else ""
        canvas.put(3, y, clip(together([_limits(row.kind), usual]), width - 4), "dim")
    return canvas


def _choices(canvas: Canvas, y: int, row: Row) -> None:
    """Write the values there are, the present one as `>up<`, and the usual one."""
    x = 3
    for choice in row.kind.choices:
        text = rulewords.value(choice)
        if choice == row.value:
            x = canvas.put(x, y, f">{text}<", "accent") + 1
        else:
            x = canvas.put(x, y, f" {text} ", "dim") + 1
    if row.differs and x + cell_len(usually(row)) < canvas.width:
        canvas.put(x + 1, y, usually(row), "dim")


def _limits(kind: Kind) -> str:
    if kind.words:
        return t("Some of: {list}.", list=" ".join(kind.words))
    if kind.most >= 1_000_000:
        return t("A whole number, at least {least}.", least=kind.least)
    return t("A whole number from {least} to {most}.", least=kind.least, most=kind.most)
