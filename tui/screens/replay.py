"""A record looked back at: the table as it was, played, stepped through, seen by anybody's eyes.

Hides: the reader's time: what runs, how fast, where it stands. Everything that is shown is the
table screen's: this one feeds the room from a record instead of a server. Must not know: how a
record is played, files.
"""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widgets import Input

from engine.game import Seat
from netcore.wire.messages import Update
from tui.boards.base import Choice, Prompt, Question, digit
from tui.context import Context
from tui.drawing import pictures, replay_picture
from tui.drawing.canvas import Canvas
from tui.drawing.layout import LEAST
from tui.i18n import t
from tui.keymap import pressed
from tui.records.fates import Fates
from tui.records.reel import Reel, ReelRoom
from tui.screens.base import Spot
from tui.screens.replayed_king import ReplayedKing
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.text import say_king, words
from tui.widgets.entry import Entry, Line
from tui.widgets.painter import Painter

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_IN_THE_LOG: Final = {"faster": "up", "slower": "down", "begin": "home", "end": "end",
                      "unstep": "left", "step": "right", "preceding": "page-up",
                      "following": "page-down", "cancel": "cancel"}  # fmt: skip
"""What keys of the replay do while the log fills the screen."""
_USUAL: Final = SPEEDS.index(1.0)


class ReplayScreen(TableScreen):
    """A record on the table.

    Attributes:
        at: The frame that is shown.
        eyes: Whose view it is; None: what everybody could see.
        running: It goes on by itself.
    """

    def __init__(self, context: Context, reel: Reel, *, runs: bool = True) -> None:
        context.anew(ReelRoom())
        super().__init__(context, reel.record.game)
        self.places = ("replay",)
        self.reel = reel
        self.at = 0
        self.eyes: Seat | None = 0
        self.running = runs
        self._speed = _USUAL
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Line("deal", t("its number"), 5)

    def on_mount(self) -> None:
        self._jump(0)
        self._wind()

    # --- time ---------------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """How fast it runs: 1.0 is as it was, long thinking aside."""
        return SPEEDS[self._speed]

    def _wind(self) -> None:
        """Wait for the next moment, if it runs."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
        if self.running and self.at < self.reel.last:
            self._timer = self.set_timer(self.reel.wait(self.at) / self.speed, self._beat)
        else:
            self.running = False

    def _beat(self) -> None:
        """Go on by one, unless something lies over the table."""
        if self.app.screen is self:
            self._step()
            self.paint()
        self._wind()

    # --- place --------------------------------------------------------------------------------

    def _step(self) -> None:
        if self.at < self.reel.last:
            self.at += 1
            self._see_update(self.reel.step(self.ctx.room, self.at, self.eyes))

    def _jump(self, at: int) -> None:
        """Show another moment; the log begins with its deal."""
        self.at = min(max(0, at), self.reel.last)
        before = self.reel.frames[self.reel.starts[self._deal] : self.at]
        self.kit.follow([event for frame in before for event in frame.events], missed=True)
        self._see_update(self.reel.show(self.ctx.room, self.at, self.eyes))

    def _see_update(self, update: Update) -> None:
        name = "" if self.eyes is None else self.ctx.room.name_of(self.eyes)
        self.kit.owner = name
        self.board.see(update.view.game)
        self.kit.follow(update.events)
        self.board.question = None  # it was another's to answer

    def _to_deal(self, deal: int) -> None:
        self._jump(self.reel.starts[min(max(0, deal), self.reel.deals - 1)])

    @property
    def _deal(self) -> int:
        return self.reel.frames[self.at].deal

    # --- keys ---------------------------------------------------------------------------------

    def first(self, key: str) -> bool:
        return False

    def press(self, name: str) -> None:
        if self.big_log and (key := _IN_THE_LOG.get(name)):
            super().press(key)
            return
        match name:
            case "play":
                self._play()
            case "step":
                self._by_hand(self.at + 1)
            case "unstep":
                self._by_hand(self.at - 1)
            case "begin":
                self._by_hand(self.reel.starts[self._deal])
            case "end":
                self._by_hand([*self.reel.starts[1:], self.reel.last + 1][self._deal] - 1)
            case "following":
                self._to_deal(self._deal + 1)
            case "preceding":
                begun = self.at > self.reel.starts[self._deal]
                self._to_deal(self._deal if begun else self._deal - 1)
            case "faster" | "slower":
                step = 1 if name == "faster" else -1
                self._speed = min(max(0, self._speed + step), len(SPEEDS) - 1)
            case "eyes":
                self._ask_eyes()
            case "nexteyes":
                self._look_next()
            case "deal":
                self._ask_deal()
            case "points":
                self._points()
            case "sort":
                self.board.press("sort")
            case "rest":
                self.kit.look_further()
                return
            case "log":
                self._open_log(not self.big_log)
            case "king":
                self._open_king()
            case "cancel" | "quit":
                self._go("back")
            case _:
                super().press(name)
                return
        self._wind()

    def letter(self, key: str) -> None:
        """A digit is the number of a seat: its eyes."""
        if key.isascii() and key.isdecimal():
            seat = (int(key) or 10) - 1
            if seat < len(self.reel.record.players):
                self._look(seat)

    def _play(self) -> None:
        """Go on, or stop; at the end begin again."""
        if self.at == self.reel.last:
            self._jump(0)
            self.running = True
        else:
            self.running = not self.running

    def _by_hand(self, at: int) -> None:
        """Go somewhere and stay there."""
        self.running = False
        if at == self.at + 1:
            self._step()
        else:
            self._jump(at)

    def _look(self, eyes: Seat | None) -> None:
        self.eyes = eyes
        self._jump(self.at)

    def _look_next(self) -> None:
        """Go round the seats; after the last comes who only watches."""
        after = 0 if self.eyes is None else self.eyes + 1
        self._look(after if after < len(self.reel.record.players) else None)

    def _ask_eyes(self) -> None:
        def choice(seat: Seat) -> Choice:
            return Choice((digit(seat + 1),), self.ctx.room.name_of(seat), lambda: self._look(seat))

        watcher = Choice(("w",), t("a watcher"), lambda: self._look(None))
        seats = map(choice, range(len(self.reel.record.players)))
        self._ask(Question(t("Whose eyes?"), (*seats, watcher), lambda: True))

    def _points(self) -> None:
        if self.board.over:
            self.running = False
            fates = self.reel.frames[self.at].fates
            self.app.push_screen(ReplayedResult(self.ctx, fates))
        else:
            self._play()

    def _open_king(self) -> None:
        """Show who drew which punishment until now, and what has become of it."""
        fates = self.reel.frames[self.at].fates
        if fates or self._punishes():
            self.app.push_screen(ReplayedKing(self.ctx, fates))
        else:
            self.notice = t("This table plays without punishments.")

    def _punishes(self) -> bool:
        lobby = self.ctx.room.lobby
        return lobby is not None and bool(say_king.setting(lobby))

    def clicked(self, name: str, spot: Spot) -> None:
        """The table goes on or stops; the halves of the hand step; a player lends the eyes.

        A click on the bar leads to that step.
        """
        match name:
            case "prompt" if (step := self._step_at(spot)) is not None:
                self._by_hand(self.reel.starts[self._deal] + step)
            case "hand":
                self.press("step" if spot.x >= spot.width // 2 else "unstep")
            case "table" | "prompt":
                self.press("play")
            case "players":
                count, column = len(self.reel.record.players), spot.width < self.size.width
                seat = pictures.player_at(spot.width, spot.height, count, spot.x, spot.y, column)
                if seat is not None:
                    self._look(seat)
            case "log":
                self._open_log(not self.big_log)

    def _step_at(self, spot: Spot) -> int | None:
        rows = self.query_one("#prompt", Painter).rows
        row = rows[spot.y] if spot.y < len(rows) else []
        return replay_picture.step_at(row, spot.x, self._where(), self.ctx.pen)

    def wheel(self, name: str, by: int) -> None:
        if self.big_log or name == "log":
            self.logview.wheel(by)
        elif name == "table" and self.kit.windowed():
            self.kit.look_further(by)
        else:
            self._by_hand(self.at + by)

    # --- which deal -----------------------------------------------------------------------------

    def _ask_deal(self) -> None:
        self.query_one("#deal", Line).value = ""
        self.running = False
        self.open_line("deal")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        event.prevent_default()
        text = event.value.strip()
        if text.isascii() and text.isdecimal() and 1 <= int(text) <= self.reel.deals:
            self._to_deal(int(text) - 1)
        elif text:
            self.notice = t("It can be 1 to {last}.", last=self.reel.deals)
        self.close_line("deal")

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        event.prevent_default()
        self.close_line("deal")

    # --- pictures -------------------------------------------------------------------------------

    def leaving(self) -> str:
        return ""

    def _draw_status(self, width: int, height: int) -> Canvas:
        left, _ = self.kit.headline(self.ctx.room)
        name = "" if self.eyes is None else self.ctx.room.name_of(self.eyes)
        eyes = t("eyes: {who}", who=name or t("a watcher"))
        left = [t("Replay"), self.ctx.room.proved(), *filter(None, left)]
        room = width - cell_len(eyes) - 4
        while len(left) > 1 and cell_len(f" {self.ctx.pen.symbols.dot} ".join(left)) >= room:
            left.pop()
        return pictures.title(width, left, [eyes], self.ctx.pen)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if self.size.width < LEAST[0] or self.size.height < LEAST[1]:
            return pictures.too_small(width, height)
        if self.query_one("#deal", Entry).display:
            asked = t("Which one, 1 to {last}? Enter goes there.", last=self.reel.deals)
            return pictures.prompt(width, height, Prompt(asked, "ask"))
        if said := self.said() or (self.logview.prompt("replay") if self.big_log else None):
            return pictures.prompt(width, height, said)
        return replay_picture.prompt(width, height, self._where(), self.ctx.pen)

    def _where(self) -> replay_picture.Where:
        step, steps = self.reel.place(self.at)
        at_end = self.at == self.reel.last
        return replay_picture.Where(
            game=self.game,
            deal=self._deal + 1,
            deals=self.reel.deals,
            step=step,
            steps=steps,
            speed=self.speed,
            running=self.running,
            ended=at_end,
            over=self.board.over,
            broken=self.reel.broken if at_end else "",
        )

    def _draw_keys(self, width: int, height: int) -> Canvas:
        if self.big_log:
            return self.footer(width, ["log", "help", "quit"], {})
        king = ["king"] if self.reel.frames[-1].fates else []
        rest = ["rest"] if self.kit.windowed() else []
        ids = ["play", *rest, "unstep", "step", "eyes", "points", *king]
        ids += [*(["faster", "slower"] if self.running else []), "following", "deal"]
        ids = [i for i in ids if (i != "points" or self.board.over)
               and (self.reel.deals > 1 or i not in ("following", "deal"))]  # fmt: skip
        better = {"following": words.next_deal(self.game), "deal": words.deal(self.game)}
        if self.running:
            better["play"] = t("pause")
        return self.footer(width, [*ids, "log", "help", "quit"], better)


class ReplayedResult(ResultScreen):
    """What a deal brought, looked back at. A key that shows nothing more goes back."""

    places = ("replay",)
    finds = False

    def __init__(self, context: Context, fates: Fates) -> None:
        super().__init__(context)
        self.fates = fates

    def press(self, name: str) -> None:
        self._go("back")

    def first(self, key: str) -> bool:
        entry = pressed(("result",), key, None)
        if self.big_log and entry is not None and self.logview.press(entry.id):
            return True
        if self.big_log and key == "escape":
            self._whole("")
        elif key in ("up", "down"):
            self.top += 1 if key == "down" else -1
        elif entry is not None and entry.id in ("chart", "log"):
            self._whole(entry.id)
        elif entry is not None and entry.id == "king" and self.fates:
            self.app.push_screen(ReplayedKing(self.ctx, self.fates))
        else:
            self._go("back")
        return True

    def clicked(self, name: str, spot: Spot) -> None:
        self._go("back")

    def _prompt(self) -> Prompt:
        scroll = t("Up and Down show the other rows.") if self._more() else ""
        return Prompt(t("Any key goes back to the replay."), "wait", scroll)

    def _draw_keys(self, width: int, height: int) -> Canvas:
        return self.footer(width, ["cancel", *(["king"] if self.fates else [])], {})
