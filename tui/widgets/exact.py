"""Sends the cells that the terminal does not show yet, and no style twice.

Hides: that Textual draws a screen three times when it is shown, whole each time, and whole again
when a line to type into appears on it; that it sends the end of a line for a cell in it; that it
says each style whole. Must not know: what is drawn. Should Textual change its update classes, its
own (longer) output is used again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from rich.cells import cell_len, get_character_cell_size
from rich.color import ColorSystem
from rich.console import Console
from rich.control import Control
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.strip import Strip

from tui.drawing.canvas import changes
from tui.widgets.sgr import PLAIN, Look, change, look

_Seen: TypeAlias = tuple[str, "Look | Style"]
"""A cell as it is sent. A style is one that is more than codes."""
_UNKNOWN: Final[_Seen] = ("\0", PLAIN)
"""What no update has, so that whatever comes is sent."""
_Part: TypeAlias = tuple[int, int, Strip]
"""x, y, and what is there."""


class Shown:
    """What a terminal shows, cell by cell, as far as it is known."""

    def __init__(self) -> None:
        self._rows: list[list[_Seen]] = []

    def forget(self) -> None:
        """Know nothing: the next pictures are sent whole."""
        self._rows = []

    def send(self, parts: Iterable[_Part], width: int, height: int, console: Console) -> str:
        """Return the bytes after which a terminal of this size shows these parts as well."""
        if (width, height) != (len(self._rows[0]) if self._rows else 0, len(self._rows)):
            self._rows = [[_UNKNOWN] * width for _ in range(height)]
        system = console._color_system or ColorSystem.TRUECOLOR
        written: list[str] = []
        now = PLAIN
        for x, y, cells in self._new(parts, system):
            written.append(Control.move_to(x, y).segment.text)
            for style, run in groupby(cells, itemgetter(1)):
                text = "".join([glyph for glyph, _ in run])
                wanted = style if isinstance(style, Look) else PLAIN
                written.append(change(now, wanted))
                now = wanted
                if isinstance(style, Style):
                    text = Strip.render_style(style, text, color_system=system)
                written.append(text)
        written.append(change(now, PLAIN))
        return "".join(written)

    def _new(
        self, parts: Iterable[_Part], system: ColorSystem
    ) -> Iterator[tuple[int, int, list[_Seen]]]:
        """Yield the runs of cells that are not shown yet; from now on they are."""
        for x, y, strip in parts:
            row = self._rows[y]
            cells = _cells(strip, system)[: len(row) - x]
            for at, _, count in changes([row[x : x + len(cells)]], [cells]):
                yield x + at, y, cells[at : at + count]
            row[x : x + len(cells)] = cells


def _cells(strip: Strip, system: ColorSystem) -> list[_Seen]:
    """Return a strip as cells; those after the first one of a wide glyph are empty.

    Glyphs that join, like a letter and its accent, are sent together.
    """
    cells: list[_Seen] = []
    for text, style, _ in strip:
        worn = PLAIN if style is None else look(style, system) or style
        sizes = [get_character_cell_size(glyph) for glyph in text]
        size = cell_len(text)
        if 0 in sizes or sum(sizes) != size:
            cells += [(text, worn), *[("", worn)] * (size - 1)]
            continue
        for glyph, wide in zip(text, sizes, strict=True):
            cells.append((glyph, worn))
            if wide == 2:
                cells.append(("", worn))
    return cells


class _WholeUpdate(LayoutUpdate):
    """A whole screen."""

    shown: Shown

    def render_segments(self, console: Console) -> str:
        """Return the bytes for the terminal."""
        return self.shown.send(self._parts(), self.region.width, self.region.height, console)

    def _parts(self) -> Iterator[_Part]:
        for y, line in enumerate(self.strips):
            x = 0
            for strip in line:
                yield x, y, strip
                x += strip.cell_length


class _PartialUpdate(ChopsUpdate):
    """Changed runs."""

    shown: Shown
    width: int

    def render_segments(self, console: Console) -> str:
        """Return the bytes for the terminal."""
        return self.shown.send(self._parts(), self.width, len(self.chops), console)

    def _parts(self) -> Iterator[_Part]:
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, x1), min(end, x2)
                if strip is not None and left < right:
                    yield left, y, strip.crop(left - x, right - x)


class ExactCompositor(Compositor):
    """Textual's, for one screen; it remembers what was sent of it."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = Shown()

    def forget(self) -> None:
        """Send the screen whole: something else was seen meanwhile."""
        self._shown.forget()

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        """Return the whole screen."""
        update = super().render_full_update(simplify)
        if type(update) is LayoutUpdate:
            update = _WholeUpdate(update.strips, update.region)
            update.shown = self._shown
        return update

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return what changed since the last update."""
        update = super().render_partial_update()
        if type(update) is ChopsUpdate:
            update = _PartialUpdate(update.chops, update.spans, update.chop_ends)
            update.shown, update.width = self._shown, self.size.width
        return update
