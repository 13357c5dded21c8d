"""Sends the cells that changed, and not those to the left of them in the same widget.

Hides: a shortcut in Textual's compositor, which crops a changed run on its right side only: a
change at the right end of a line would send the whole line. Must not know: what is drawn.
Should Textual change its update class, its own (longer) output is used again.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class ExactUpdate(ChopsUpdate):
    """Changed runs, cropped on both sides."""

    def render_segments(self, console: Console) -> str:
        """Return the bytes for the terminal."""
        parts: list[str] = []
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, x1), min(end, x2)
                if strip is None or left >= right:
                    continue
                parts.append(Control.move_to(left, y).segment.text)
                parts.append(strip.crop(left - x, right - x).render(console))
        return "".join(parts)


class ExactCompositor(Compositor):
    """Textual's, with exact updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return what changed since the last update."""
        update = super().render_partial_update()
        if type(update) is not ChopsUpdate:
            return update
        return ExactUpdate(update.chops, update.spans, update.chop_ends)
