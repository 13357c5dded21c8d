"""The one overlay: the keys that work here, the signs, the rulebook and every option.

Hides: scrolling. Must not know: what keys do, what the help says.
"""

from __future__ import annotations

from textual.app import ComposeResult

from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import helptext, pictures
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.i18n import t
from tui.screens.base import Painted, Spot
from tui.widgets.painter import Painter


class HelpScreen(Painted):
    """Keys and rules, to be scrolled."""

    def __init__(self, context: Context, places: tuple[str, ...]) -> None:
        super().__init__(context)
        self.about = places
        self.top = 0

    def compose(self) -> ComposeResult:
        for name in ("status", "help", "prompt"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)

    def place(self) -> None:
        width, height = self.size
        body = height - 1 - self._asking_rows()
        places = (
            Place(0, 0, width, 1),
            Place(0, 1, width, body),
            Place(0, 1 + body, width, height - 1 - body),
        )
        for painter, place in zip(self.painters(), places, strict=True):
            painter.put_at(place)
        self.top = min(self.top, self._last())
        self.call_after_refresh(self.paint)

    def _asking_rows(self) -> int:
        return 2 if self.size.width < 80 and self.size.height > 4 else 1

    @property
    def _page(self) -> int:
        return max(1, self.size.height - 1 - self._asking_rows())

    def _last(self) -> int:
        return max(0, len(self._lines(self.size.width)) - self._page)

    def first(self, key: str) -> bool:
        """Scroll; any other key goes back."""
        page = max(1, self._page - 1)
        steps = {"down": 1, "up": -1, "pagedown": page, "pageup": -page, "space": page, " ": page}
        if key in ("left", "right"):
            pass
        elif key in ("home", "end"):
            self.top = 0 if key == "home" else self._last()
        elif key in steps:
            self.top = min(max(0, self.top + steps[key]), self._last())
        else:
            self._go("back")
        return True

    def clicked(self, name: str, spot: Spot) -> None:
        """Go back with a click on the line that says how."""
        if name == "prompt":
            self._go("back")

    def _lines(self, width: int) -> list[helptext.HelpLine]:
        room = self.ctx.room
        return helptext.lines(
            width, self.about, room.lobby, self.ctx.pen.symbols,
            seated=room.me is not None, host=room.host,
        )  # fmt: skip

    def heading(self) -> list[str]:
        """Return what is read, for the top line."""
        return [t("Help"), t("keys and rules")]

    def _draw_status(self, width: int, height: int) -> Canvas:
        count = len(self._lines(width))
        shown = t("{first}-{last} of {all}", first=self.top + 1,
                  last=min(count, self.top + self._page), all=count)  # fmt: skip
        return pictures.title(width, self.heading(), [shown], self.ctx.pen)

    def _draw_help(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        for y, line in enumerate(self._lines(width)[self.top : self.top + height]):
            for x, text, style in line:
                canvas.put(x, y, text, style)
        return canvas

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        said = self.said()
        text = t("Arrows, Space, PgUp and PgDn scroll. Any other key goes back.")
        return pictures.prompt(width, height, said or Prompt(text, "wait"))
