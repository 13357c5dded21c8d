"""After a deal: who gained what and why, and who is punished; after a match the way to a rematch.

Hides: who may begin the next deal, how rows are shared out. Must not know: how points are counted.
"""

from __future__ import annotations

from typing import Any, Final

from textual.app import ComposeResult

from netcore.wire import messages as m
from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import chart_picture, king_picture, logview, pictures, result_picture
from tui.drawing.canvas import Canvas
from tui.drawing.layout import NOWHERE, Place
from tui.drawing.logview import LogView
from tui.i18n import t
from tui.keymap import shown
from tui.screens.base import Spot
from tui.screens.chatting import Chatting
from tui.screens.punished import Punished, wants_mild
from tui.text import rulewords, words
from tui.text.refusals import refusal
from tui.unseen import Unseen, too_early
from tui.widgets.painter import Painter

_LOG: Final = 4
"""Rows of the log where there is little room; twice as many where there is more."""


class ResultScreen(Chatting, Punished):
    """The count of the deal just over, and the punishments that are open."""

    places = ("result",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.logview = LogView()
        self.big_chart = False
        self.top = 0
        self._body = NOWHERE
        self._unseen = Unseen()
        self._unseen.changed(context.now())

    @property
    def big_log(self) -> bool:
        """The log fills the screen."""
        return self.logview.on

    def compose(self) -> ComposeResult:
        for name in ("status", "result", "king", "chart", "log", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)
        yield self.chat_entry()

    def place(self) -> None:
        width, height = self.size
        body, king = self._shares(width, height - 4)
        chart = self._chart_rows(height - 4 - body - king)
        log = min(height - 4 - body - king - chart, _LOG if height < 30 else 2 * _LOG)
        body = height - 4 - king - chart - log
        below = 1 + body + king
        places = {
            "status": Place(0, 0, width, 1),
            "result": Place(0, 1, width, body),
            "king": Place(0, 1 + body, width, king),
            "chart": Place(0, below, width, chart),
            "log": Place(0, below + chart, width, log),
            "prompt": Place(0, height - 3, width, 2),
            "keys": Place(0, height - 1, width, 1),
        }
        self._body = places["result"]  # a painter that is about to be seen has no size yet
        whole = "log" if self.big_log else "chart" if self.big_chart else ""
        if whole:
            nothing = dict.fromkeys(("result", "king", "chart", "log"), NOWHERE)
            places |= {**nothing, whole: Place(0, 1, width, height - 4)}
        for painter in self.painters():
            painter.put_at(places.get(painter.id or "", NOWHERE))
        self.call_after_refresh(self.paint)

    def _shares(self, width: int, rows: int) -> tuple[int, int]:
        """Return the rows of the result and of the punishments: as much of both as fits."""
        room = self.ctx.room
        needed, least = result_picture.rows_needed(room, width), result_picture.least_rows(room)
        if room.king is None or not room.king.owed:
            large = result_picture.large_rows(room, width)
            least = chart_picture.rows(result_picture.courses(room)) + 2 * _LOG
            return large if 0 < large <= rows - least else min(rows, needed + 2), 0
        for boxed in (True, False):
            king = king_picture.rows(width, room, boxed)
            for body in (needed + 2, needed, least):
                if body + king <= rows:
                    return body, king
        king = max(2, rows - least)
        return rows - king, king

    def _chart_rows(self, spare: int) -> int:
        """Return the rows of the chart: after a match before the log, else what that leaves."""
        room = spare - _LOG if self.won else spare - _LOG - 1
        courses = result_picture.courses(self.ctx.room)
        needed = chart_picture.rows(courses, room - _LOG)
        return needed if needed <= room + (_LOG if self.won else 0) else 0

    @property
    def won(self) -> bool:
        """The match is over."""
        view = self.ctx.room.view
        return view is not None and bool(view.won)

    def take(self, message: Any) -> None:
        if isinstance(message, m.Refused):
            self.notice = refusal(message.code.value, message.detail)
        if isinstance(message, m.Update):
            self.top = 0
            self.place()
        self.paint()

    def press(self, name: str) -> None:
        room = self.ctx.room
        match name:
            case "start" if self._unseen.blind(self.ctx.now(), self.ctx.pulse.delay):
                self.notice = too_early()
            case "start" | "quit" if self.ctx.ended is not None and not self.big_log:
                self._go("quit")
            case "start" if room.host:
                self.ctx.send(m.Start())
            case "start" if room.me is None:
                self.notice = t("You are watching.")
            case "start" if not self.won:
                self.ctx.send(m.Ready(not self._ready()))
            case "log" | "chart":
                self._whole(name)
            case _ if self.big_log and self.logview.press(name):
                pass
            case "up" | "down":
                self.top += 1 if name == "down" else -1
            case "cancel" if self.big_log or self.big_chart:
                self._whole("")
            case _:
                super().press(name)

    def _whole(self, name: str) -> None:
        """Show the log, or the chart, instead of the result; or the result again."""
        self.logview.open(name == "log" and not self.big_log)
        self.big_chart = name == "chart" and not self.big_chart
        self.place()

    def clicked(self, name: str, spot: Spot) -> None:
        """Show what is pointed at whole."""
        if name in ("king", "log", "chart"):
            self.press(name)

    def wheel(self, name: str, by: int) -> None:
        if self.big_log or name == "log":
            self.logview.wheel(by)
        else:
            super().wheel(name, by)

    def _ready(self) -> bool:
        room = self.ctx.room
        return bool(room.lobby and room.me is not None and room.lobby.seats[room.me].ready)

    def _draw_status(self, width: int, height: int) -> Canvas:
        room = self.ctx.room
        lobby = room.lobby
        left = [words.game(lobby.game), rulewords.named(lobby)] if lobby else []
        right = [t("mild only")] if room.king and wants_mild(self.ctx) else []
        right += [proved] if (proved := room.proved()) else []
        return pictures.title(width, left, right, self.ctx.pen, room.warning)

    def _draw_result(self, width: int, height: int) -> Canvas:
        self.top = min(max(0, self.top), result_picture.hidden(width, height, self.ctx.room))
        return result_picture.picture(width, height, self.ctx.room, self.ctx.pen, self.top)

    def _more(self) -> bool:
        """Tell whether the result has to be scrolled to be seen whole."""
        width, height = self._body.width, self._body.height
        return result_picture.hidden(width, height, self.ctx.room) > 0 and not (
            self.big_log or self.big_chart
        )

    def _draw_chart(self, width: int, height: int) -> Canvas:
        return result_picture.chart(width, height, self.ctx.room, self.ctx.pen)

    def _draw_king(self, width: int, height: int) -> Canvas:
        return king_picture.panel(width, height, self.ctx.room, self.ctx.pen)

    def _draw_log(self, width: int, height: int) -> Canvas:
        lines = list(self.ctx.room.log)
        framed = width >= 56 and height > _LOG
        return self.logview.draw(width, height, lines, self.ctx.pen, framed=framed)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        looked = self.logview.prompt("result") if self.big_log else None
        return pictures.prompt(width, height, self.said() or looked or self._prompt())

    def _prompt(self) -> Prompt:
        room = self.ctx.room
        scroll = t("Up and Down show the other rows.") if self._more() else ""
        why = result_picture.untold(self._body.width, self._body.height, room)
        back = t("{key} or Esc goes back.", key=shown("chart")) if self.big_chart else ""
        said = [
            back,
            self.king_hint(),
            "" if back else why,
            scroll,
            self._waiting_for(),
            self.menu.unlocks(),
        ]
        waiting = words.together(said)
        if self.ctx.ended is not None:
            return Prompt(self.ctx.ended.why, "mine", words.together([t("Enter leaves."), scroll]))
        if room.host:
            text = t("Enter begins the {next}.", next=self._next())
            return Prompt(t("Enter starts a rematch.") if self.won else text, "mine", waiting)
        if self.won:
            return Prompt(t("The host can start a new game."), "wait", waiting)
        if room.me is None:
            text = t("You are watching. The {next} is about to begin.", next=self._next())
            return Prompt(text, "wait", waiting)
        if self._ready():
            return Prompt(t("You are ready. Enter takes it back."), "wait", waiting)
        text = t("Enter: I am ready for the {next}.", next=self._next())
        return Prompt(text, "mine", waiting)

    def _next(self) -> str:
        lobby = self.ctx.room.lobby
        return words.next_deal(lobby.game if lobby else "uno")

    def _waiting_for(self) -> str:
        lobby = self.ctx.room.lobby
        if lobby is None or self.won:
            return ""
        late = [
            self.ctx.room.name_of(i)
            for i, seat in enumerate(lobby.seats)
            if seat.kind == "human" and not seat.ready and not seat.away and i != self.ctx.room.me
        ]
        return t("Not ready yet: {names}.", names=words.listed(late)) if late else ""

    def _draw_keys(self, width: int, height: int) -> Canvas:
        if self.big_log:
            return self.footer(width, logview.KEYS, {})
        host = self.ctx.room.host
        watches = self.ctx.room.me is None
        ready = t("not ready") if self._ready() else t("ready")
        word = t("rematch") if self.won else self._next() if host else ready
        punished = self.ctx.room.king
        king = ["king"] if punished is not None and punished.owed else []
        king += ["mild"] if punished is not None and not watches else []
        start = ["start"] if host or not (self.won or watches) else []
        more = ["down"] if self._more() else []
        chart = ["chart"] if chart_picture.rows(result_picture.courses(self.ctx.room)) else []
        if self.ctx.ended is not None:
            better = {"start": t("leave"), "down": t("more")}
            return self.footer(width, ["start", *more, *chart, "log", "help"], better)
        ids = [*start, *more, *self.king_keys(), *chart, "log", "chat", *king]
        ids += [*(["menu"] if self.menu.any() else []), "help", "quit"]
        better = {
            "start": word,
            "down": t("more"),
            "mild": t("hot too") if wants_mild(self.ctx) else "",
        }
        return self.footer(width, ids, better)
