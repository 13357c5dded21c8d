"""What all screens do alike: paint, send key presses through the keymap, help, leaving.

Hides: Textual's key events. A subclass says what each action does; it binds no keys itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from tui.boards.base import Choice, Prompt, Question
from tui.context import Context
from tui.drawing import pictures
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.finder import Finder, doable
from tui.i18n import t
from tui.keymap import Key, Shown, footer, halved, narrow, pressed
from tui.tables import parting
from tui.widgets.entry import Entry, Line
from tui.widgets.exact import ExactCompositor
from tui.widgets.painter import Painter

if TYPE_CHECKING:
    from tui.tablemenu import TableMenu

_REPEAT: float = 0.15
"""Seconds within which a timed key pressed again is a held key."""
_ON_THEIR_WAY: Final = 1.0
"""Seconds within which a screen has heard of every key that was sent to it."""
_TYPED: Final = {"Enter": "enter", "Esc": "escape", "Space": "space", "Up": "up", "Down": "down",
                 "Left": "left", "Right": "right", "↑": "up", "↓": "down", "←": "left",
                 "→": "right"}  # fmt: skip
"""Keys that have no id in a footer, by how they are written there."""


class Spot(NamedTuple):
    """Where a painter was clicked, and how large it is."""

    x: int
    y: int
    width: int
    height: int


class Painted(Screen[None]):
    """A screen of painters.

    Attributes:
        places: Where in the keymap its keys are.
        asked: A question of the screen itself (leave?), asked in the prompt line.
        notice: What to say until the next key.
        finder: What to do is being typed.
        finds: It may be, here.
    """

    AUTO_FOCUS = ""
    finds = True
    places: tuple[str, ...] = ()

    class Go(Message):
        """Ask the app for another screen: `help`, `result`, `table`, `quit`, `keep`, ...

        `asker` keeps the keys that come from now on for that screen: see `handed_over`.
        """

        def __init__(self, where: str, detail: str = "", asker: Painted | None = None) -> None:
            super().__init__()
            self.where = where
            self.detail = detail
            self.asker = asker

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._compositor = self._exact = ExactCompositor()
        self.ctx = context
        self.asked: Question | None = None
        self.notice = ""
        self.finder: Finder | None = None
        self._shown: Sequence[Shown] = ()
        self._last_timed = ("", 0.0)
        self._placed_for: Size | None = None
        self._early: list[events.Key] | None = None

    # --- painting ---------------------------------------------------------------------

    def painters(self) -> Iterator[Painter]:
        """Yield the painters of the screen."""
        yield from self.query(Painter)

    def paint(self) -> None:
        """Bring every painter up to date; a question that has lost its sense is not asked on."""
        if self.asked is not None and not self.asked.alive():
            self.asked = None
        for painter in self.painters():
            painter.repaint()

    def on_mount(self) -> None:
        """Put all in its place before anything is shown."""
        self._place_once()

    def on_resize(self, event: events.Resize) -> None:
        """Put all in its place anew."""
        self._place_once()
        self.call_after_refresh(self._place_line)

    def _place_once(self) -> None:
        """Do that, unless it was done for this size: a screen hears of its first one late."""
        if self._placed_for != self.size:
            self._placed_for = self.size
            self.place()

    def place(self) -> None:
        """Put everything in its place."""

    def on_screen_resume(self) -> None:
        """Show all, and what has happened while another screen lay over this one."""
        self.forget()
        self.paint()

    def forget(self) -> None:
        """Send all again when next something is sent: who knows what is seen there."""
        self._exact.forget()

    def reaches(self) -> bool:
        """Tell whether a table that was chosen here is being reached."""
        return False

    def offered(self) -> None:
        """Hear that what can be gone on with (`ctx.left`) was looked for."""

    def take(self, message: Any) -> None:
        """Hear of a message that the room has taken into account."""
        self.paint()

    # --- keys -------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Send a key where it belongs: an open question, the keymap, or the letters."""
        if isinstance(self.focused, Input):
            self._overtaken(event, self.focused)
            return
        event.stop()
        event.prevent_default()
        if self._early is not None:
            self._early.append(events.Key(event.key, event.character))
            return
        typed = halved(event.character) if event.character and event.is_printable else ""
        key = narrow(typed) or event.key
        self.type(key, pressed(self.places, event.key, event.character), typed)

    async def handed_over(self) -> list[events.Key]:
        """Return the keys that have come since another screen was asked for; hold none back now.

        Those that are still on their way here are waited for: they were pressed before all others.
        """
        here = asyncio.Event()
        if self.call_later(here.set):
            with contextlib.suppress(TimeoutError):  # a screen that is just being closed
                await asyncio.wait_for(here.wait(), _ON_THEIR_WAY)
        keys, self._early = self._early or [], None
        return keys

    @staticmethod
    def _overtaken(event: events.Key, line: Input) -> None:
        """Give the line that is typed into what was on its way here before it was opened.

        What it was given itself does not come here: it keeps every letter.
        """
        if event.is_printable and event.character:
            event.stop()
            event.prevent_default()
            line.insert_text_at_cursor(event.character)

    def type(self, key: str, entry: Key | None = None, typed: str = "") -> None:
        """Take a key, however it was pressed; `entry` is what it means here.

        `typed` is the letter as large as it was: only what has no key tells capitals from others.
        """
        self.notice = ""
        if self.finder is not None:
            self._find(key)
        elif self.asked is not None:
            self._answer(key)
        elif not self.first(key):
            if entry is None:
                self.letter(typed or key)
            elif not (entry.timed and self._held(entry.id)):
                self.do(entry.id)
        self.paint()

    def do(self, name: str) -> None:
        """Do the keymap's `name`: what is done alike on every screen, else what this one does."""
        match name:
            case "settings":
                self._go("settings")
            case "find":
                self.open_finder()
            case _:
                self.press(name)

    def _held(self, name: str) -> bool:
        last, when = self._last_timed
        now = self.ctx.now()
        self._last_timed = (name, now)
        return last == name and now - when < _REPEAT

    def _answer(self, key: str) -> None:
        assert self.asked is not None
        choice = self.asked.find(key)
        if choice is not None:
            self.asked = None
            choice.then()
        elif key == "escape":
            self.asked = None

    def first(self, key: str) -> bool:
        """Take a key before the keymap sees it; return whether it was taken."""
        return False

    def press(self, name: str) -> None:
        """Do the keymap's `name`."""
        match name:
            case "help":
                self._go("help")
            case "quit":
                self.ask_to_leave()
            case "menu":
                self.notice = self.menu.open()

    def letter(self, key: str) -> None:
        """Take a key that is in no keymap."""
        if len(key) == 1 and ord(key) > 0x2E80:
            self.notice = t("That was Chinese text: switch the input method to type keys.")

    @property
    def menu(self) -> TableMenu:
        """What the host, or a watcher, may do with the table."""
        from tui.tablemenu import TableMenu

        there = bool(self.ctx.invites)
        return TableMenu(self.ctx.room, self.ctx.send, self._ask, reachable=there)

    def _ask(self, question: Question) -> None:
        self.asked = question

    # --- finding what to do ---------------------------------------------------------------

    def useless(self) -> Collection[str]:
        """Return the ids of what means nothing at this table."""
        if self.ctx.client is None:
            return ()
        from tui.useless import useless

        room = self.ctx.room
        return useless(self.places, room.lobby, seated=room.me is not None, host=room.host)

    def open_finder(self) -> None:
        """Let the player type what to do, in the prompt line."""
        entries = doable(self.places, [one.id for one in self._shown], self.useless())
        if self.finds and entries and self.asked is None and self.board_question() is None:
            host = self.ctx.client is None or self.ctx.room.host
            self._set_finder(Finder(entries, host=host))

    def _find(self, key: str) -> None:
        assert self.finder is not None
        finder = self.finder
        finder.press(key)
        if finder.closed:
            self._set_finder(None)
            if finder.done:
                self.do(finder.done)

    def _set_finder(self, finder: Finder | None) -> None:
        self.finder = finder
        for painter in self.painters():
            if painter.id in ("prompt", "keys"):
                draw = getattr(self, f"_find_{painter.id}")
                painter.instead = draw if finder is not None else None

    def _find_prompt(self, width: int, height: int) -> Canvas:
        assert self.finder is not None
        return pictures.prompt(width, height, self.finder.prompt())

    def _find_keys(self, width: int, height: int) -> Canvas:
        assert self.finder is not None
        return self._keys(width, self.finder.footer())

    # --- mouse --------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Take a click where it belongs: a key of the footer, an answer, or the picture itself."""
        target = event.widget
        if not isinstance(target, Painter):
            return
        spot = Spot(event.x, event.y, *target.size)
        if isinstance(self.focused, Input):
            if isinstance(self.focused, Line) and target.id == "keys":
                self._click_beside(self.focused, spot)
            return
        event.stop()
        question = self.asked or self.board_question()
        if target.id == "keys":
            self._click_key(spot)
        elif target.id == "prompt" and question is not None and self.finder is None:
            part = pictures.part_at(target.rows, question.parts(), spot.x, spot.y)
            if part:
                self.type(question.choices[part - 1].keys[0])
        elif self.finder is not None:
            self.type("enter" if target.id == "prompt" else "escape")
        else:
            self.notice = ""
            self.clicked(target.id or "", spot)
            self.paint()

    def _click_beside(self, line: Line, spot: Spot) -> None:
        """Do what is pointed at behind the line that is typed into."""
        if name := pictures.typed_key_at(
            spot.width, line.label(), line.keys(), self.ctx.pen, spot.x
        ):
            self.call_next(line.run_action, name)

    def _click_key(self, spot: Spot) -> None:
        found = pictures.key_at(spot.width, self._shown, self.ctx.pen, spot.x)
        if found is None:
            return
        shown, sign = found
        if shown.id and self.asked is None:
            self.notice = ""
            self.do(shown.id)
            self.paint()
        else:
            self.type(_TYPED.get(sign, sign))

    def clicked(self, name: str, spot: Spot) -> None:
        """Take a click on the painter `name`."""

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scrolled(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scrolled(event, 1)

    def _scrolled(self, event: events.MouseEvent, by: int) -> None:
        target = event.widget
        if isinstance(self.focused, Input):
            return
        event.stop()
        if self.finder is not None:
            self.type("down" if by > 0 else "up")
        elif self.asked is None:
            self.wheel(target.id or "" if isinstance(target, Painter) else "", by)
            self.paint()

    def wheel(self, name: str, by: int) -> None:
        """Take a turn of the wheel over the painter `name`: down (1) or up (-1)."""
        key = "down" if by > 0 else "up"
        if not self.first(key) and pressed(self.places, key, None) is not None:
            self.press(key)

    # --- leaving ------------------------------------------------------------------------

    def leaving(self) -> str:
        """Say what it means to leave here; empty where it means nothing more."""
        return parting.meaning(self.ctx)

    def ask_to_leave(self) -> None:
        """Ask how to leave, in the prompt line."""
        room, what = self.ctx.room, self.leaving()
        leave = t("leave ({what})", what=what) if what else t("leave")
        free = parting.frees_seat(self.ctx)
        choices = [Choice(("y",), leave, self._give_up if free else lambda: self._go("quit"))]
        if room.me is not None and not free and not (room.host and self.ctx.owner):
            choices.append(Choice(("g",), t("for good"), self._give_up))
        if self.ctx.keepable and room.host:
            choices.append(Choice(("k",), t("keep it open"), lambda: self._go("keep")))
        choices.append(Choice(("n",), t("stay"), lambda: None))
        self.asked = Question(t("Leave?"), tuple(choices), lambda: True)

    def _give_up(self) -> None:
        from netcore.wire.messages import Leave

        self.ctx.send(Leave())
        self._go("leave")

    def _go(self, where: str, detail: str = "") -> None:
        self._early = self._early or []
        self.post_message(self.Go(where, detail, self))

    # --- what is said -----------------------------------------------------------------

    def footer(self, width: int, ids: Sequence[str], better: Mapping[str, str]) -> Canvas:
        """Draw the keys that matter now; while a question is open those of its answers.

        A question of the board leaves the help and the way out as they are.
        """
        if self.asked is not None:
            return self._keys(width, self.asked.footer())
        asked: list[Shown] = []
        if (question := self.board_question()) is not None:
            asked, ids = question.footer(), ["help", *(["quit"] if question.firm else [])]
        return self._keys(width, [*asked, *footer(self.places, ids, better, width)])

    def typed(self, width: int) -> Canvas:
        """Draw the keys that matter while letters are typed, which are no keys then."""
        return self._keys(width, [Shown("Enter", t("done")), Shown("Esc", t("back"))])

    def _keys(self, width: int, shown: Sequence[Shown]) -> Canvas:
        self._shown = shown
        return pictures.keys(width, shown, self.ctx.pen)

    def board_question(self) -> Question | None:
        """Return the open question of a board, if this screen has one."""
        return None

    def said(self) -> Prompt | None:
        """Return what goes before the screen's own prompt: a question, a lost line, a notice."""
        if self.asked is not None:
            return Prompt(self.asked.line(), "ask")
        if self.ctx.link is not None:
            now = self.ctx.now()
            left = max(0, round(self.ctx.link.give_up - now))
            again = max(0, round(self.ctx.link.again - now))
            text = t("The connection is lost. Trying again in {again} s.", again=again)
            kept = t("Your seat is kept. {m}:{s:02} left.", m=left // 60, s=left % 60)
            return Prompt(text, "warn", kept)
        if self.notice:
            return Prompt(self.notice, "warn")
        room = self.ctx.room
        if room.stands is not None:
            from tui.text.say import say_note

            return Prompt(say_note("storage", room.stands.detail), "wait")
        if shuffling := room.shuffling():
            from tui.text import say_audit

            return Prompt(shuffling, "wait", say_audit.cancelled(room.lobby) if room.lobby else "")
        return None

    # --- a line that is typed into ------------------------------------------------------

    def open_line(self, name: str) -> None:
        """Let the player type into the Line `name`, which stands where the keys were."""
        line = self.query_one(f"#{name}", Line)
        line.display = True
        line.cursor_position = len(line.value)
        self._place_line()
        self.set_focus(line)  # at once: the next key may be there already

    def close_line(self, name: str) -> None:
        """Show the keys again; what was typed stays in the line."""
        self.query_one(f"#{name}", Line).display = False
        self.set_focus(None)
        self._around_line(None)
        self.paint()

    def _place_line(self) -> None:
        for line in self.query(Line):
            if line.display:
                width, height = self.size
                x, room = pictures.typed_at(width, line.label(), line.keys(), self.ctx.pen)
                line.styles.offset = (x, height - 1)
                line.styles.width = room
                self._around_line(line)

    def _around_line(self, line: Line | None) -> None:
        """Show what stands before and behind the line that is typed into, instead of the keys."""

        def around(width: int, height: int) -> Canvas:
            assert line is not None
            self._shown = line.keys()
            return pictures.typed(width, line.label(), self._shown, self.ctx.pen)

        for painter in self.query("#keys").results(Painter):
            painter.instead = None if line is None else around
            painter.repaint()

    def stop_typing(self) -> None:
        """Close the line that is being typed into, if one is."""
        if isinstance(self.focused, Entry):
            self.focused.action_give_up()


def rows(width: int, *heights: int) -> list[Place]:
    """Return places one under the other, all of one width."""
    places: list[Place] = []
    y = 0
    for height in heights:
        places.append(Place(0, y, width, height))
        y += height
    return places
