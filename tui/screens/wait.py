"""Shown while a table is being reached: what is waited for, and that q leaves."""

from __future__ import annotations

from textual.app import ComposeResult

from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import pictures, start_picture
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.i18n import t
from tui.screens.base import Painted
from tui.widgets.painter import Painter


class WaitScreen(Painted):
    """A line of text."""

    places = ("start",)
    finds = False

    def __init__(self, context: Context, text: str) -> None:
        super().__init__(context)
        self.text = text

    def compose(self) -> ComposeResult:
        for name in ("banner", "prompt"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)

    def place(self) -> None:
        width, height = self.size
        places = (Place(0, 1, width, 7), Place(0, height - 3, width, 2))
        for painter, place in zip(self.painters(), places, strict=True):
            painter.put_at(place)
        self.call_after_refresh(self.paint)

    def press(self, name: str) -> None:
        if name == "quit":
            self._go("quit")

    def _draw_banner(self, width: int, height: int) -> Canvas:
        return start_picture.banner(width, height, self.ctx.pen)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        said = self.said() or Prompt(self.text, "wait", t("q leaves."))
        return pictures.prompt(width, height, said)
