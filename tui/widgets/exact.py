"""Sends the cells that changed, not those to the left of them, and no style twice.

Hides: a shortcut in Textual's compositor, which crops a changed run on its right side only: a
change at the right end of a line would send the whole line; and that it says each style whole.
Must not know: what is drawn. Should Textual change its update class, its own (longer) output is
used again.
"""

from __future__ import annotations

from rich.color import ColorSystem
from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.strip import Strip

from tui.widgets.sgr import PLAIN, change, look


class ExactUpdate(ChopsUpdate):
    """Changed runs, cropped on both sides."""

    def render_segments(self, console: Console) -> str:
        """Return the bytes for the terminal."""
        system = console._color_system or ColorSystem.TRUECOLOR
        parts: list[str] = []
        now = PLAIN
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, x1), min(end, x2)
                if strip is None or left >= right:
                    continue
                parts.append(Control.move_to(left, y).segment.text)
                for text, style, _ in strip.crop(left - x, right - x):
                    wanted = PLAIN if style is None else look(style, system)
                    parts.append(change(now, wanted or PLAIN))
                    now = wanted or PLAIN
                    if wanted is None and style is not None:
                        text = Strip.render_style(style, text, color_system=system)
                    parts.append(text)
        parts.append(change(now, PLAIN))
        return "".join(parts)


class ExactCompositor(Compositor):
    """Textual's, with exact updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return what changed since the last update."""
        update = super().render_partial_update()
        if type(update) is not ChopsUpdate:
            return update
        return ExactUpdate(update.chops, update.spans, update.chop_ends)
