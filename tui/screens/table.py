"""The table of either game: it puts the painters in place and sends what the board decides.

Hides: that there are painters. Rules and selections are the board's, pictures the kit's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual.app import ComposeResult
from textual.timer import Timer

from netcore.wire import messages as m
from tui import alerts
from tui.boards.base import Prompt, Question, answer, digit
from tui.boards.kit import Kit, kit
from tui.context import Context
from tui.drawing import motion, pictures, watching
from tui.drawing.canvas import Canvas
from tui.drawing.layout import LEAST, NOWHERE, Place, layout
from tui.drawing.logview import LogView
from tui.drawing.motion import End, Flight, Move, Point
from tui.drawing.result_picture import headline
from tui.i18n import t
from tui.keymap import for_place, shown
from tui.room import part_of
from tui.screens import punished
from tui.screens.base import Spot
from tui.screens.chatting import Chatting
from tui.text import words
from tui.text.logline import Line
from tui.text.refusals import refusal
from tui.text.say import say_note
from tui.text.say_together import hands_moved, jumped_in
from tui.unseen import Unseen, too_early
from tui.widgets.flying import Flying
from tui.widgets.painter import Painter

_PANES = ("status", "players", "table", "log", "talk", "hand", "prompt", "keys")
_REFLEXES = ("call", "catch", "challenge", "jump")
_PLAYS = ("do", "draw", "pass", "build", "trail")
"""What is held back while an action is on its way, and while nobody can have seen what it does."""
_ALWAYS = (*_REFLEXES, "cancel", "hint")
"""What can be done while a question is open."""


class TableScreen(Chatting):
    """One deal, played from the keyboard."""

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.places = ("table", game)
        self.game = game
        self.kit: Kit = context.kits.get(game) or kit(game, context.room)
        if game not in context.kits:
            self.kit.sort(context.settings.sort)
        context.kits[game] = self.kit
        self.board = self.kit.board
        self.sent: bytes | None = None
        self.news = ""
        self.logview = LogView()
        self.talkview = LogView("talk")
        self._ticker: Timer | None = None
        self._flying = Flying(self)
        self._seen: Any = None
        self._new_keys, self._new_answers = Unseen(), Unseen()
        self._talks = False

    @property
    def big_log(self) -> bool:
        """The log fills the screen."""
        return self.logview.on

    def compose(self) -> ComposeResult:
        for name in _PANES:
            yield Painter(name, self._drawer(name), self.ctx.palette)
        yield self.chat_entry()

    def _drawer(self, name: str) -> Callable[[int, int], Canvas]:
        draw: Callable[[int, int], Canvas] = getattr(self, f"_draw_{name}")
        return lambda width, height: self._flying.over(name, draw(width, height))

    def on_mount(self) -> None:
        self._ticker = self.set_interval(1.0, self._tick, pause=True)
        if self.ctx.room.view is not None:
            self._seen = self.ctx.room.view.game
            self.board.see(self._seen)
            self.kit.follow(self.ctx.room.events, missed=True)
        self._compare((False, False))
        self._run_clock()

    # --- time -------------------------------------------------------------------------

    def _tick(self) -> None:
        for name in ("players", "table", "prompt"):
            self.query_one(f"#{name}", Painter).repaint()
        self._run_clock()

    def _run_clock(self) -> None:
        """Tick only while there is something to count; idle costs nothing."""
        if self._ticker is not None:
            room = self.ctx.room
            counting = room.until is not None or self.ctx.link is not None
            counting = counting or room.emoting(self.ctx.now()) or room.waiting(self.ctx.now())
            (self._ticker.resume if counting else self._ticker.pause)()

    # --- place ------------------------------------------------------------------------

    def place(self) -> None:
        width, height = self.size
        places = self._places(width, height)
        self.logview.usual = "game" if places.get("talk", NOWHERE).width else "all"
        self._flying.stop()
        self._flying.places = places
        for painter in self.painters():
            painter.put_at(places.get(painter.id or "", NOWHERE))
        self.call_after_refresh(self.paint)

    def _places(self, width: int, height: int) -> dict[str, Place]:
        lobby = self.ctx.room.lobby
        players = len(lobby.seats) if lobby else 2
        talk = self._talks = self.ctx.room.talks()
        found = layout(width, height, self.game, players, self.big_log, talk)
        return found.named() if found else {"prompt": Place(0, 0, width, height)}

    # --- messages ---------------------------------------------------------------------

    def take(self, message: Any) -> None:
        match message:
            case m.Update():
                self._see(message)
            case m.Note(m.NoteCode.STOOD_IN, detail):
                self.news = say_note(m.NoteCode.STOOD_IN, detail)
            case m.Ack(aid=aid) if aid == self.sent:
                self.sent = None
            case m.Nak(aid=aid, code=code, detail=detail):
                self.sent = None if aid == self.sent else self.sent
                self.board.notice = refusal(code.value, detail)
            case m.Refused(code=code, detail=detail):
                self.notice = refusal(code.value, detail)
        self._run_clock()
        if self._talks != self.ctx.room.talks():
            self.place()
        self.paint()

    def _see(self, update: m.Update) -> None:
        """Take a new view, and say what has changed under the player's fingers."""
        self.sent = None
        had_turn, before, meant = self.board.mine, self._seen, self.board.meant()
        moves = motion.moves(update.events) if self._moving() else []
        begun = [self._spot(move.source) for move in moves]
        self._seen = update.view.game
        self.board.see(self._seen)
        self._compare(meant)
        self.kit.follow(update.events, missed=update.missed)
        self._flying.begin(self._flights(moves, begun))
        if self.ctx.pulse.due(self.ctx.now()):
            self.call_after_refresh(self._flying.ask)
        lost = had_turn and not self.board.mine
        news = jumped_in(update.events, self.ctx.room) if lost else ""
        self.news = hands_moved(update.events, self.ctx.room) or news or self.news
        heard = alerts.rings(before, update.view.game, update.events, self.ctx.room.me)
        if heard and self.ctx.settings.bell:
            self.app.bell()
        if self.ctx.settings.auto_pass and (action := self.kit.formality()) is not None:
            self._act(action, reflex=False)

    def _compare(self, before: tuple[object, object]) -> None:
        """Note since when keys and answers do what they do now."""
        unseen = (self._new_keys, self._new_answers)
        for one, did, does in zip(unseen, before, self.board.meant(), strict=True):
            if does and does != did:
                one.changed(self.ctx.now())

    # --- motion -----------------------------------------------------------------------

    def _moving(self) -> bool:
        """Tell whether cards are shown on their way."""
        seen = self.screen is self.app.screen and not self.big_log
        return seen and self.ctx.settings.motion and not self.ctx.pulse.far

    def _flights(self, moves: list[Move], begun: list[Point | None]) -> list[Flight]:
        """Return the moves as ways on the screen; those without both ends are left out."""
        found: list[Flight] = []
        for move, source in zip(moves, begun, strict=True):
            target = self._spot(move.target)
            if source is not None and target is not None and source != target:
                found.append(Flight(move.text, move.style, source, target, move.after))
        return found

    def _spot(self, end: End) -> Point | None:
        """Return where on the screen that is now."""
        if end.kind == "seat" and end.seat == self.ctx.room.me:
            return self._in_pane("hand", self.kit.in_hand, end.card) or self._of_hand()
        if end.kind != "seat":
            return self._in_pane("table", self.kit.on_table, end)
        place = self._flying.places.get("players")
        room = self.ctx.room
        if place is None or not place.width or room.view is None:
            return None
        count, column = len(room.view.game.counts), place.width < self.size.width
        x, y = pictures.field_of(end.seat, place.width, place.height, count, column)
        return (place.x + x + 1, place.y + y) if y < place.height else None

    def _in_pane(
        self, name: str, find: Callable[[Any, int, int], Point | None], what: Any
    ) -> Point | None:
        place = self._flying.places.get(name)
        found = find(what, place.width, place.height) if place and place.width else None
        return None if place is None or found is None else (place.x + found[0], place.y + found[1])

    def _of_hand(self) -> Point | None:
        """Return the middle of the hand: where several cards go."""
        place = self._flying.places.get("hand")
        return (place.x + place.width // 2 - 2, place.y + place.height // 2) if place else None

    def board_question(self) -> Question | None:
        return None if self.big_log else self.board.question

    # --- keys -------------------------------------------------------------------------

    def first(self, key: str) -> bool:
        """Give the key to the board's open question."""
        self.news = ""
        self._flying.stop()
        board = self.board
        if board.question is None or self.big_log:
            return False
        if board.question.find(key) is not None:
            if not self._blind(self._new_answers):
                self._act(answer(board, key), reflex=False)
            return True
        return False

    def press(self, name: str) -> None:
        if name == "log":
            self._open_log(not self.big_log)
        elif self.big_log and name == "cancel":
            self._open_log(False)
        elif self.big_log and self.logview.press(name):
            return
        elif name in ("help", "chat", "quit", "menu"):
            super().press(name)
        elif self.big_log and name not in _REFLEXES:
            self._show_hand()
        elif name == "king":
            self.notice = punished.look(self.ctx)
            if not self.notice:
                self._go("king")
        elif self.board.question is not None and name not in _ALWAYS:
            return  # a question wants its answer; nothing else is done by a slip
        elif name in _PLAYS and not self._prepared(name) and self._blind(self._new_keys):
            return
        elif name == "do" and self.board.over:
            self._go("result")
        elif self.ctx.room.me is None and not self._looks_round(name):
            self.notice = t("You are watching.")
        elif self.ctx.link is None and not self._waits_for_answer(name):
            self._act(self.board.press(name), reflex=name in _REFLEXES)

    def _prepared(self, name: str) -> bool:
        """Tell whether that plays what was chosen for it before, also while others played."""
        return name == "do" and self.board.prepared()

    def _blind(self, unseen: Unseen) -> bool:
        """Hold back a key that was pressed for what was there before, and say so."""
        if not unseen.blind(self.ctx.now(), self.ctx.pulse.delay):
            return False
        if self.board.question is None:
            self.board.notice = too_early()
        else:
            self.board.advice = too_early()
        return True

    def _looks_round(self, name: str) -> bool:
        """Tell whether that only shows another part of the table, which a watcher may as well."""
        arrows = {key.id for key in for_place(self.game)} & {"up", "down"}
        return bool(arrows) and name in (*arrows, "left", "right", "home", "end")

    def _waits_for_answer(self, name: str) -> bool:
        """Hold back a second action while the first is on its way: Enter pressed twice."""
        return self.sent is not None and name in _PLAYS

    def letter(self, key: str) -> None:
        super().letter(key)
        if self.big_log:
            self._show_hand()
        if self.ctx.room.me is None:
            self.notice = self.notice or t("You are watching.")
        elif not self.notice and self.board.question is None:
            self._act(self.board.letter(key), reflex=False)
            if self.board.notice:  # what it was pressed for is not there
                self._new_keys.changed(self.ctx.now())

    def _act(self, action: Any | None, reflex: bool) -> None:
        if action is not None:
            aid = self.ctx.act(action)
            if not reflex:
                self.sent = aid

    def clicked(self, name: str, spot: Spot) -> None:
        """Choose a card by pointing at it; on the chosen one do what Enter does."""
        if name == "log":
            self._open_log(not self.big_log)
        if name == "talk":
            self.press("chat")
        if name == "players":
            self._click_player(spot)
        if self.ctx.link is not None or self.ctx.room.me is None or self.sent is not None:
            return
        click = {"hand": self.kit.click_hand, "table": self.kit.click_table}.get(name)
        if click is not None and self.board.over:
            if not self._blind(self._new_keys):
                self._go("result")
        elif click is not None:
            action = click(*spot)
            if action is not None and not self._blind(self._new_keys):
                self._act(action, reflex=False)

    def _click_player(self, spot: Spot) -> None:
        """Answer a question with a player; without one catch who forgot to call."""
        shown = self.kit.players(self.ctx.room, self.ctx.now())
        column = spot.width < self.size.width
        seat = pictures.player_at(spot.width, spot.height, len(shown), spot.x, spot.y, column)
        if seat is None:
            return
        if (question := self.asked or self.board.question) is not None:
            name = self.ctx.room.name_of(seat)
            for choice in question.choices:
                if choice.keys == (digit(seat + 1),) and choice.label.startswith(name):
                    self.type(choice.keys[0])
                    return
        elif self.ctx.link is None and self.ctx.room.me is not None:
            self._act(self.kit.click_player(seat), reflex=True)

    def wheel(self, name: str, by: int) -> None:
        if self.big_log or name == "log":
            self.logview.wheel(by)
        elif name == "talk":
            self.talkview.wheel(by)
        elif name == "hand" and self.board.question is None and self.ctx.room.me is not None:
            self.board.press("right" if by > 0 else "left")
        elif name == "table":
            super().wheel(name, by)

    def _show_hand(self) -> None:
        """Take the log from the hand it lies over: nothing is played that cannot be seen."""
        self._open_log(False)
        self._new_keys.changed(self.ctx.now())
        self._new_answers.changed(self.ctx.now())

    def _open_log(self, on: bool) -> None:
        self.logview.open(on)
        self.place()

    # --- pictures ---------------------------------------------------------------------

    def _draw_status(self, width: int, height: int) -> Canvas:
        left, right = self.kit.headline(self.ctx.room)
        return pictures.title(width, left, right, self.ctx.pen, self.ctx.room.warning)

    def _draw_players(self, width: int, height: int) -> Canvas:
        shown = self.kit.players(self.ctx.room, self.ctx.now())
        arrow = self.kit.arrow(self.ctx.pen)
        draw = pictures.player_column if width < self.size.width else pictures.players
        return draw(width, height, shown, arrow, self.ctx.pen)

    def _draw_table(self, width: int, height: int) -> Canvas:
        room = self.ctx.room
        clock = None if room.lobby and room.lobby.paused else room.clock(self.ctx.now())
        timer = room.lobby.timer if room.lobby else 0
        return self.kit.table(width, height, self.ctx.pen, clock, timer)

    def _draw_log(self, width: int, height: int) -> Canvas:
        framed = height >= 5 and self.size.width >= 56
        lines = list(self.ctx.room.log)
        return self.logview.draw(width, height, lines, self.ctx.pen, framed=framed)

    def _draw_talk(self, width: int, height: int) -> Canvas:
        said, pen, heading = part_of(self.ctx.room.log, "talk"), self.ctx.pen, t("chat")
        if said:
            return self.talkview.draw(width, height, said, pen, framed=True, heading=heading)
        key = shown("chat", "table")
        text = t("Nobody has said anything yet. {key} says something.", key=key)
        hint = [Line(text, "table")]
        return pictures.log(width, height, hint, pen, framed=True, heading=heading)

    def _draw_hand(self, width: int, height: int) -> Canvas:
        room = self.ctx.room
        if room.view is not None and room.view.game.seat is None:
            return watching.picture(width, height, self._players_did(), self.ctx.pen)
        return self.kit.hand(width, height, self.ctx.pen)

    def _players_did(self) -> list[watching.Did]:
        room = self.ctx.room
        found: list[watching.Did] = []
        for seat in range(len(room.view.game.counts)):
            waits = t("{who} has done nothing yet.", who=room.name_of(seat))
            turn = room.view.game.turn == seat
            did = room.did.get(seat)
            found.append(watching.Did(did.text if did else waits, turn))
        return found

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if self.size.width < LEAST[0] or self.size.height < LEAST[1]:
            if self.asked is not None:
                return pictures.prompt(width, height, Prompt(self.asked.line(), "ask"))
            return pictures.too_small(width, height)
        said = self.said()
        if said is None and self.big_log:
            said = self.logview.prompt("table")
            seen = self._flying.places.get("players", NOWHERE).width
            if self.board.mine and not self.board.over and not seen:
                said = replace(said, text=words.together([t("Your turn."), said.text]))
        said = said or self._paused() or self._told(width, height)
        return pictures.prompt(width, height, said)

    def _told(self, width: int, height: int) -> Prompt:
        """Return the board's prompt after the news; these never push out whose turn it is."""
        said = self._won() or self._absent(self.board.prompt())
        if self.news and self.board.mine and not pictures.has_room(width, height, self.news):
            return Prompt(words.together([t("Your turn."), self.news]), "hint", said.text)
        return said.after(self.news, "hint")

    def _absent(self, said: Prompt) -> Prompt:
        """Add for how long the table waits, where who is to act is away."""
        room = self.ctx.room
        turn = None if room.view is None else room.view.game.turn
        left = None if turn is None else room.patience(turn, self.ctx.now())
        if turn is None or left is None or said.tone != "wait":
            return said
        more = t("A bot plays in {m}:{s:02}, unless {who} is back.",
                 m=left // 60, s=left % 60, who=room.name_of(turn))  # fmt: skip
        return replace(said, more=words.together([said.more, more]))

    def _won(self) -> Prompt | None:
        """Say who has won the match, where this deal decided it: a board knows only of deals."""
        view = self.ctx.room.view
        if view is None or not view.won or not self.board.over:
            return None
        said = [headline(self.ctx.room), t("Enter shows the points.")]
        return Prompt(words.together(said), "mine").after(self.board.notice)

    def _paused(self) -> Prompt | None:
        """Say that the host has stopped the table, and how it goes on."""
        room = self.ctx.room
        if room.lobby is None or not room.lobby.paused or self.board.over:
            return None
        more = (
            t("{key}, then p: go on.", key=shown("menu", "table"))
            if room.host
            else t("The host lets it go on.")
        )
        more = words.together([more, self.menu.unlocks()])
        return Prompt(t("The table is paused."), "wait", more)

    def _draw_keys(self, width: int, height: int) -> Canvas:
        ids, better = self.board.footer()
        if self.big_log or self._paused():
            ids, better = ["log", "chat", "help", "quit"], {}
        if self.menu.any() and (before := next((i for i in ("sort", "log") if i in ids), "")):
            ids = [*ids[: ids.index(before)], "menu", *ids[ids.index(before) :]]
        return self.footer(width, ids, better)
