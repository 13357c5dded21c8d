"""A grid of cells to draw on, and what changed between two of them.

Hides: wide glyphs. A cell is a glyph and the name of a style; a glyph two cells wide is followed by
a cell whose glyph is empty. Lengths are in cells, never in characters. Must not know: Textual,
colours (a palette gives the names their meaning), games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, TypeVar

from rich.cells import cell_len, get_character_cell_size

Cell: TypeAlias = tuple[str, str]
Styled = TypeVar("Styled")
Row: TypeAlias = list[Cell]
Run: TypeAlias = tuple[int, int, int]
"""Changed cells: x, y, how many."""

_JOIN: Final = 8
"""Unchanged cells between two runs that cost less to send than moving the cursor."""

TIE: Final = "\u00a0"
"""Between what belongs on one line, such as a key and what it means."""
_WIDE: Final = "\u2e80-\u2fff\u3040-\ua4cf\uac00-\ud7a3\uf900-\ufaff"
_OPEN: Final = "「『（《"
_CLOSE: Final = "。，、！？：；」』）》"
_PART: Final = re.compile(
    f"(?:[^{_WIDE}]*{TIE})?[{_OPEN}“]*(?:[{_WIDE}][0-9+]*|[^{_WIDE}{_OPEN}{_CLOSE}]+)?[{_CLOSE}”…]*"
)
"""What is not torn apart: a word, or a wide letter with the marks that may not begin a line.

A card is one as well (`紅7`); a number in a sentence has blanks around it.
"""
_COUNTED: Final = re.compile(f"(?<=[0-9]) (?=[{_WIDE}])")
"""Between a number and what is counted, as in `7 張`."""


class Canvas:
    """Cells addressed by column and row; what falls outside is cut off."""

    __slots__ = ("height", "rows", "width")

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width = max(width, 0)
        self.height = max(height, 0)
        self.rows: list[Row] = [[(" ", style)] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write `text` from column `x`; return the column after it."""
        if not 0 <= y < self.height:
            return x + cell_len(text)
        row = self.rows[y]
        for glyph in text:
            size = get_character_cell_size(glyph)
            if size == 0:
                continue
            if x >= 0 and x + size <= self.width:
                self._free(row, x)
                if size == 2:
                    self._free(row, x + 1)
                    row[x + 1] = ("", style)
                row[x] = (glyph, style)
            x += size
        return x

    def _free(self, row: Row, x: int) -> None:
        """Blank the other half of a wide glyph of which one cell is about to be overwritten."""
        if row[x][0] == "" and x > 0:
            row[x - 1] = (" ", row[x - 1][1])
        elif x + 1 < self.width and row[x + 1][0] == "":
            row[x + 1] = (" ", row[x + 1][1])

    def right(self, y: int, text: str, style: str = "", margin: int = 0) -> int:
        """Write `text` against the right edge; return its first column."""
        x = self.width - margin - cell_len(text)
        self.put(x, y, text, style)
        return x

    def centre(self, y: int, text: str, style: str = "", x: int = 0, width: int = -1) -> None:
        """Write `text` in the middle of `width` columns from `x`."""
        room = self.width if width < 0 else width
        self.put(x + max(0, (room - cell_len(text)) // 2), y, text, style)

    def fill(self, x: int, y: int, width: int, height: int, style: str, glyph: str = " ") -> None:
        """Fill a rectangle with one cell."""
        for line in range(max(y, 0), min(y + height, self.height)):
            self.put(x, line, glyph * width, style)

    def frame(
        self, lines: str, style: str, title: str = "", box: tuple[int, int, int, int] | None = None
    ) -> None:
        """Draw a frame (see Symbols.frame) around all, or around the box x, y, width, height."""
        x, y, width, height = box or (0, 0, self.width, self.height)
        tl, tr, bl, br, across, down = list(lines)
        self.put(x, y, tl + across * (width - 2) + tr, style)
        for line in range(y + 1, y + height - 1):
            self.put(x, line, down, style)
            self.put(x + width - 1, line, down, style)
        self.put(x, y + height - 1, bl + across * (width - 2) + br, style)
        if title:
            self.put(x + 2, y, f" {clip(title, width - 6)} ", style)

    def text(self) -> str:
        """Return what a reader sees, without styles and without blanks at the line ends."""
        return "\n".join(["".join([glyph for glyph, _ in row]).rstrip() for row in self.rows])


def changes(
    old: Sequence[list[tuple[str, Styled]]], new: Sequence[list[tuple[str, Styled]]]
) -> Iterator[Run]:
    """Yield the runs of cells in which `new` differs from `old`, both of one size.

    A run never begins or ends inside a wide glyph, neither of the old picture nor of the new one.
    """
    for y, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        start = end = -1
        for x, (was, now) in enumerate(zip(before, after, strict=True)):
            if was == now:
                continue
            if start < 0:
                start = x
            elif x - end > _JOIN:
                yield _whole(before, after, start, end, y)
                start = x
            end = x + 1
        if start >= 0:
            yield _whole(before, after, start, end, y)


def _whole(
    before: Sequence[tuple[str, Styled]], after: Sequence[tuple[str, Styled]],
    start: int, end: int, y: int,
) -> Run:  # fmt: skip
    while start > 0 and (before[start][0] == "" or after[start][0] == ""):
        start -= 1
    while end < len(after) and (before[end][0] == "" or after[end][0] == ""):
        end += 1
    return start, y, end - start


def clip(text: str, width: int, ellipsis: str = "") -> str:
    """Return as much of `text` as fits in `width` cells, with `ellipsis` where something is cut."""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(ellipsis)
    kept = ""
    for glyph in text:
        room -= get_character_cell_size(glyph)
        if room < 0:
            break
        kept += glyph
    return (kept + ellipsis) if width > 0 else ""


def padded(text: str, width: int) -> str:
    """Return `text` with blanks after it, to fill `width` cells."""
    return text + " " * (width - cell_len(text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Return `text` in lines of at most `width` cells, broken at spaces or between wide letters.

    At a `TIE` it is not broken; it is drawn as a space.
    """
    lines: list[str] = []
    line = ""
    for word in _COUNTED.sub(TIE, text).split(" "):
        gap = " " if line.strip() else ""
        for part in list(filter(None, _PART.findall(word))) or [""]:
            if cell_len(line + gap + part) > width:
                if line.strip():
                    lines.append(line)
                    line = indent
                gap = ""
                while cell_len(line + part) > width > cell_len(indent):
                    fits = clip(part, width - cell_len(line)) or part[:1]
                    lines.append(line + fits)
                    part = part[len(fits) :]
                    line = indent
            line += gap + part
            gap = ""
    lines += [line] if line.strip() or not lines else []
    return [line.replace(TIE, " ") for line in lines]
