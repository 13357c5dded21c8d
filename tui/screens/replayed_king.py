"""The punishments of a match that is looked back at, over the replay.

Hides: scrolling. Nothing can be done about them any more. Must not know: records.
"""

from __future__ import annotations

from textual.app import ComposeResult

from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import fates_picture, pictures
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.i18n import n, t
from tui.records.fates import Fates
from tui.screens.base import Painted, Spot
from tui.widgets.painter import Painter


class ReplayedKing(Painted):
    """Who drew what until then, and what has become of it."""

    places = ("king",)
    finds = False

    def __init__(self, context: Context, fates: Fates) -> None:
        super().__init__(context)
        self.fates = fates
        self.top = 0
        self._last = 0

    def compose(self) -> ComposeResult:
        for name in ("status", "list", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)

    def place(self) -> None:
        width, height = self.size
        heights = (1, height - 4, 2, 1)
        y = 0
        for painter, rows in zip(self.painters(), heights, strict=True):
            painter.put_at(Place(0, y, width, rows))
            y += rows
        self.call_after_refresh(self.paint)

    def press(self, name: str) -> None:
        match name:
            case "up" | "down":
                self.top += 1 if name == "down" else -1
            case "king" | "cancel" | "quit":
                self._go("back")
            case "help" | "settings":
                super().press(name)
            case _:
                pass

    def clicked(self, name: str, spot: Spot) -> None:
        self._go("back")

    def _draw_status(self, width: int, height: int) -> Canvas:
        return pictures.title(width, [t("Replay"), t("The King game")], [], self.ctx.pen)

    def _draw_list(self, width: int, height: int) -> Canvas:
        shown = fates_picture.lines(self.fates, self.ctx.room.name_of, width)
        self._last = max(0, len(shown) - height)
        self.top = min(max(0, self.top), self._last)
        return fates_picture.draw(width, height, shown, self.top, self.ctx.pen)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if not self.fates:
            text = t("Nobody has drawn a punishment until then.")
        else:
            text = n("{count} punishment was drawn until then.",
                     "{count} punishments were drawn until then.", len(self.fates))  # fmt: skip
        return pictures.prompt(width, height, self.said() or Prompt(text, "wait"))

    def _draw_keys(self, width: int, height: int) -> Canvas:
        moves = ["up", "down"] if self._last else []
        return self.footer(width, ["king", *moves, "help"], {"king": t("back")})
