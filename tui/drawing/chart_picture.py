"""How the totals of a match grew, deal by deal: a line of bars for each side. Pure; draws cells.

Hides: how heights become glyphs, what gives way where there is little room. Must not know: Textual,
rules, who may see what (totals are everybody's).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from tui.drawing.canvas import Canvas, clip
from tui.drawing.cards import Pen
from tui.i18n import t

_WIDEST: Final = 4
"""Cells that one deal takes at most."""
_TALLEST: Final = 4
"""Rows of a bar where there is room."""
_NAME: Final = 14


@dataclass(frozen=True, slots=True)
class Course:
    """One side of a match.

    Attributes:
        totals: After each deal, the newest last.
        mine: The reader's own; `won`: who has won the match.
    """

    name: str
    totals: tuple[int, ...]
    mine: bool = False
    won: bool = False


def rows(courses: Sequence[Course], room: int = 0) -> int:
    """Return how many rows a chart takes; 0: there is nothing to compare yet.

    With more `room` than the least it takes as many as make its bars taller.
    """
    if not courses or len(courses[0].totals) < 2:
        return 0
    count = len(courses)
    taller = [count * (tall + 1) + 2 for tall in range(_TALLEST, 1, -1)]
    return next((needed for needed in taller if needed <= room), count + 2)


def picture(
    width: int,
    height: int,
    courses: Sequence[Course],
    pen: Pen,
    first_deal: int = 1,
    *,
    rounds: bool = False,
) -> Canvas:
    """Draw the totals; `first_deal` is the number of the first of them.

    `rounds`: deals are called so in this game.
    """
    canvas = Canvas(width, height)
    if not courses or not courses[0].totals:
        return canvas
    name = min(_NAME, max(cell_len(course.name) for course in courses))
    totals = [str(course.totals[-1]) for course in courses]
    number = max(map(cell_len, totals))
    left = 2 + name + 1
    room = max(1, width - left - number - 2)
    deals = min(len(courses[0].totals), room)
    each = max(1, min(_WIDEST, room // deals))
    shown = [course.totals[-deals:] for course in courses]
    low = min(0, *(min(one) for one in shown))
    high = max(1, *(max(one) for one in shown))
    last = first_deal + len(courses[0].totals) - 1
    title = _title(last - deals + 1, last, rounds)
    canvas.put(2, 0, clip(title, width - 2, pen.symbols.ellipsis), "dim")
    tall = _tall(height, len(courses))
    for i, (course, bars) in enumerate(zip(courses, shown, strict=True)):
        y = i + tall if tall == 1 else (i + 1) * (tall + 1) - 1  # the bars' lowest row
        if y >= height:
            break
        style = "accent" if course.won else "strong" if course.mine else ""
        canvas.put(0, y, "*" if course.won else " ", "accent")
        canvas.put(2, y, clip(course.name, name, pen.symbols.ellipsis), style)
        end = left
        for level in range(tall):
            glyphs = "".join([_bar(bar, low, high, pen, level, tall) * each for bar in bars])
            end = canvas.put(left, y - level, glyphs, style or "good")
        text = totals[i]
        canvas.put(end + 1 + number - cell_len(text), y, text, style)
    return canvas


def _title(first: int, last: int, rounds: bool) -> str:
    if first == last:
        return (
            t("Totals, round {last}", last=last) if rounds else t("Totals, deal {last}", last=last)
        )
    if rounds:
        return t("Totals, round {first} to {last}", first=first, last=last)
    return t("Totals, deal {first} to {last}", first=first, last=last)


def _tall(height: int, count: int) -> int:
    """Return of how many rows the bars are: more than one only with a blank row between them."""
    fits = min(_TALLEST, (height - 1) // count - 1)
    return fits if fits > 1 else 1


def _bar(total: int, low: int, high: int, pen: Pen, level: int, tall: int) -> str:
    """Return the glyph of a height in one row of its bar, 0 being the lowest of `tall` rows.

    The lowest total has the lowest glyph of all.
    """
    levels = pen.symbols.levels
    top = (total - low) * (tall * len(levels) - 1) // (high - low) - level * len(levels)
    return " " if top < 0 else levels[min(top, len(levels) - 1)]
