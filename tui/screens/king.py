"""All punishments that are open, as cards, over the table or the result.

Hides: scrolling. Must not know: who settles what.
"""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult

from netcore.wire import messages as m
from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import king_picture, pictures
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.i18n import n, t
from tui.screens.punished import Punished, wants_mild
from tui.text.refusals import refusal
from tui.widgets.painter import Painter


class KingScreen(Punished):
    """What is owed to the King."""

    places = ("king",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.top = 0

    def compose(self) -> ComposeResult:
        for name in ("status", "shelf", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)

    def place(self) -> None:
        width, height = self.size
        places = (
            Place(0, 0, width, 1),
            Place(0, 1, width, height - 4),
            Place(0, height - 3, width, 2),
            Place(0, height - 1, width, 1),
        )
        for painter, place in zip(self.painters(), places, strict=True):
            painter.put_at(place)
        self.call_after_refresh(self.paint)

    def take(self, message: Any) -> None:
        if isinstance(message, m.Refused):
            self.notice = refusal(message.code.value, message.detail)
        self._keep_in_range()
        self.paint()

    def press(self, name: str) -> None:
        match name:
            case "up" | "down":
                self.top += 1 if name == "down" else -1
                self._keep_in_range()
            case "king" | "cancel":
                self._go("back")
            case _:
                super().press(name)

    def _keep_in_range(self) -> None:
        self.top = min(max(0, self.top), self._last())

    def _last(self) -> int:
        """Return the last row that can be scrolled to."""
        width, height = self.size
        return king_picture.last_first(width, height - 4, self.ctx.room)

    def _draw_status(self, width: int, height: int) -> Canvas:
        right = [t("mild only")] if wants_mild(self.ctx) else []
        return pictures.title(width, [t("The King game")], right, self.ctx.pen)

    def _draw_shelf(self, width: int, height: int) -> Canvas:
        return king_picture.shelf(width, height, self.ctx.room, self.ctx.pen, self.top)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        return pictures.prompt(width, height, self.said() or self._prompt())

    def _prompt(self) -> Prompt:
        king = self.ctx.room.king
        if king is None:
            return Prompt(t("This table plays without punishments."), "wait")
        if not king.owed:
            lobby = self.ctx.room.lobby
            bots = lobby is not None and any(seat.kind == "bot" for seat in lobby.seats)
            more = t("Bots never do.") if bots else ""
            return Prompt(t("Nobody owes a punishment."), "wait", more)
        text = n("{count} punishment is owed.", "{count} punishments are owed.", len(king.owed))
        hint = self.king_hint()
        return Prompt(hint or text, "mine" if hint else "wait", text if hint else "")

    def _draw_keys(self, width: int, height: int) -> Canvas:
        mild = ["mild"] if self.ctx.room.king is not None and self.ctx.room.me is not None else []
        moves = ["up", "down"] if self._last() else []
        ids = [*self.king_keys(), *mild, *moves, "king", "help", "quit"]
        words = {"king": t("back"), "mild": t("hot too") if wants_mild(self.ctx) else ""}
        return self.footer(width, ids, words)
