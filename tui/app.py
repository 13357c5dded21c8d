"""The application on Textual: it owns the client and shows one screen after another.

Hides: what Textual is told: colours, signals, which screen lies over which. What is shown and done
is the screens' and boards', which screen comes is the guide's. A terminal that goes away ends the
program; the seat is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.color import ColorSystem
from textual import events
from textual.app import App
from textual.binding import Binding
from textual.filter import ANSIToTruecolor, LineFilter, Monochrome, NoColor
from textual.widgets import Input

from tui import i18n
from tui.commands import exits
from tui.context import ClientLike, Connect, Context, Doors, Unfinished
from tui.drawing import symbols
from tui.i18n import t
from tui.screens.base import Painted
from tui.screens.start import StartScreen
from tui.screens.wait import WaitScreen
from tui.settings import DEFAULTS, Settings, with_value
from tui.tables import parting
from tui.terminal import hangup, standstill
from tui.terminal.appearance import ANSI, Depth, Look, look, themes
from tui.terminal.pulse import Pulse
from tui.text import words
from tui.widgets.painter import Painter

if TYPE_CHECKING:
    from netcore.client.shell import ConnectFailed
    from tui.records.reel import Reel
    from tui.tables.naming import Ask

_TWICE: Final = 2.0
"""Seconds within which a second ctrl+c quits."""
HUNG_UP: Final = 129
SIGNALS: Final = {signal.SIGTERM: 143}
"""What ends the program, and the exit code that tells so."""
if hasattr(signal, "SIGHUP"):
    SIGNALS[signal.SIGHUP] = HUNG_UP


class CardApp(App[int]):
    """Screens for one player at one table.

    Attributes:
        base: The screen that is shown, help and rules over it aside.
        why: What to say after the end.
        parting: How to come back, said after the end by who has left.
        failed: Why no table was reached.
        autostart: The host's first deal begins at once.
        doors: The ways to a table, once the start screen has needed one.
        close_table: Ends the own table; None where that is nothing to others.
    """

    CSS_PATH = Path(__file__).with_name("theme.tcss")
    TITLE = "cardtui"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+p", "find", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),  # Textual's own would quit at once
    ]

    def __init__(
        self,
        connect: Connect | None,
        *,
        symbol_set: symbols.Symbols = symbols.UNICODE,
        doors: Callable[[], Doors] | None = None,
        reel: Reel | None = None,
        name: str = "",
        settings: Settings = DEFAULTS,
        pulse: Pulse | None = None,
    ) -> None:
        """Make the app.

        Args:
            connect: Reaches the table; None: the start screen does.
            symbol_set: What `auto` is on this terminal.
            doors: The ways to a table from the start screen.
            reel: A record to look at, and nothing else.
            name: The player's.
            settings: How to draw, and the rest.
            pulse: What is known of the way to the terminal.
        """
        super().__init__()
        for theme in themes():
            self.register_theme(theme)
        self._symbols = symbol_set
        worn = self._look(settings)
        self.ctx = Context(worn.pen, worn.palette, time.monotonic, name=name, settings=settings)
        self.ctx.pulse = pulse or self.ctx.pulse
        self.base: Painted | None = None
        self.why = ""
        self.parting = ""
        self.failed: ConnectFailed | None = None
        self.autostart = False
        self.doors: Doors | None = None
        self.close_table: Callable[[], None] | None = None
        self._make_doors = doors
        self._connect = connect
        self._reel = reel
        self._interrupted = -_TWICE
        self._leave_stops: Callable[[], None] = lambda: None

    def _look(self, settings: Settings) -> Look:
        """Prepare Textual for what the settings ask for; return what to draw with."""
        system = self.console.color_system
        can: Depth = "none" if self.no_color or system is None else "256"
        worn = look(
            settings, "16" if can != "none" and system == "standard" else can, self._symbols
        )
        self.theme = worn.theme
        self.colourless = worn.palette.name == "mono"
        if worn.theme != ANSI and system in (None, "standard"):
            self.console._color_system = ColorSystem.EIGHT_BIT
        words.use_letters(worn.pen.symbols is symbols.ASCII)
        return worn

    def wear(self, settings: Settings) -> None:
        """Take changed settings; all of them are in force at once."""
        language = i18n.pick("" if settings.lang == "auto" else settings.lang, os.environ)
        if language != i18n.language():
            i18n.use(language)
            if (lobby := self.ctx.room.lobby) is not None:
                words.use_call(lobby.preset)
        worn = self._look(settings)
        self.ctx.settings, self.ctx.pen = settings, worn.pen
        self.ctx.name = settings.name or self.ctx.name
        if worn.palette is not self.ctx.palette:
            self.ctx.palette = worn.palette
            for screen in self.screen_stack:
                for painter in screen.query(Painter):
                    painter.wear(worn.palette)
        for kit in self.ctx.kits.values():
            kit.sort(settings.sort)
        self.top.paint()

    def called(self, name: str) -> None:
        """Hear what the player wants to be called from now on."""
        self.ctx.settings = with_value(self.ctx.settings, "name", name)
        self.ctx.name = name

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Leave numbered colours alone: they are exact already, and half as long to send.

        Without colours none is sent at all; Textual would send shades of grey.
        """
        ours = (ANSIToTruecolor, Monochrome, NoColor)
        kept = [f for f in super().get_line_filters() if not isinstance(f, ours)]
        return [*kept, NoColor()] if self.colourless else kept

    def _fatal_error(self) -> None:
        """End without Textual's traceback, which shows every variable: see `crash`."""
        self._close_messages_no_wait()

    # --- start and end ------------------------------------------------------------------

    def _hung_up(self, loop: asyncio.AbstractEventLoop) -> None:
        """End as after SIGHUP; called from the thread that watches the terminal."""
        with contextlib.suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(self.exit, HUNG_UP, HUNG_UP)

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        self._mind_stops(loop)
        for number, code in SIGNALS.items():
            loop.add_signal_handler(number, self.exit, code, code)
        if sys.__stdin__ is not None and sys.__stdin__.isatty():
            hangup.watch(sys.__stdin__.fileno(), lambda: self._hung_up(loop))
        if self._reel is not None:
            self.show(self._replay(self._reel))
        elif self._connect is None:
            self.show(StartScreen(self.ctx))
            self.set_timer(0.1, self.look_back)
        else:
            self.show(WaitScreen(self.ctx, t("Connecting ...")))
            self.reach(self._connect)

    def _mind_stops(self, loop: asyncio.AbstractEventLoop) -> None:
        """Show all once more where the program was stopped and goes on, after Textual's part."""

        def taken() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended already
                loop.call_soon_threadsafe(self._again)

        if self._driver is not None:
            self._leave_stops = standstill.mind(self._driver.suspend_application_mode, taken)

    def _again(self) -> None:
        if self.base is not None:
            self.top.forget()
            self.top.refresh()

    def look_back(self) -> None:
        """Look for what was left undone, and load engine and network on the way."""

        def load() -> None:
            import tui.guide  # noqa: F401

            found: Sequence[Unfinished] = []
            if self._make_doors is not None:
                self.doors = self.doors or self._make_doors()
                found = self.doors.unfinished()
            self.call_from_thread(self._offer, found)

        self.run_worker(load, thread=True)

    def _offer(self, left: Sequence[Unfinished]) -> None:
        self.ctx.left = left
        for screen in self.screen_stack:
            if isinstance(screen, Painted):
                screen.offered()

    def action_interrupt(self) -> None:
        """End at the second ctrl+c; say so at the first."""
        now = self.ctx.now()
        if now - self._interrupted < _TWICE:
            self.parting = parting.way_back(self.ctx)
            if parting.frees_seat(self.ctx):
                self._give_up()
            self.exit(130, 130)
        self._interrupted = now
        if self.base is not None:
            what = self.top.leaving()
            self.top.notice = (
                t("ctrl+c once more leaves: {what}.", what=what)
                if what
                else t("ctrl+c once more quits.")
            )
            self.top.asked = None  # it would hide the notice
            self.top.paint()

    def _give_up(self) -> None:
        """Say that the seat is not wanted any more."""
        from netcore.wire.messages import Leave

        self.ctx.send(Leave())

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """Hear the terminal's answer: see `pulse`."""
        self.ctx.pulse.answered(self.ctx.now())

    def action_find(self) -> None:
        """Find what to do: the key that others use for it; `:` is the one in the keymap."""
        if self.base is not None and not isinstance(self.focused, Input):
            self.top.open_finder()
            self.top.paint()

    def action_leave(self) -> None:
        """Ask what `q` asks, also where letters are typed."""
        if self.base is not None:
            self.top.stop_typing()
            self.top.press("quit")
            self.top.paint()

    async def on_unmount(self) -> None:
        self._leave_stops()
        self.workers.cancel_group(self, "client")  # who leaves need not hear how the table ends
        stays = self.return_code in (*SIGNALS.values(), exits.KEPT_OPEN)
        if self.close_table is not None and not stays:
            await asyncio.to_thread(self.close_table)  # or its guests hear of a seat that is kept
        if self.ctx.client is not None:
            await self.ctx.client.close()

    def _replay(self, reel: Reel) -> Painted:
        from tui.screens.replay import ReplayScreen

        return ReplayScreen(self.ctx, reel)

    # --- tables and screens -------------------------------------------------------------

    def reach(self, connect: Connect) -> None:
        """Follow the client that `connect` brings, to the end of its table."""

        async def play() -> None:
            from tui.guide import follow

            await follow(self, connect)

        self.run_worker(play(), exclusive=True, group="client")

    async def _through(self, where: str, detail: str) -> ClientLike:
        """Go through one of the start screen's doors."""
        assert self._make_doors is not None
        doors = self.doors = self.doors or self._make_doors()
        ways = {"play": doors.play, "host": doors.host, "join": doors.join, "watch": doors.watch,
                "resume": doors.resume, "rejoin": doors.rejoin}  # fmt: skip
        client = await ways[where](detail)
        self.autostart = doors.autostart
        self.ctx.invites = tuple(doors.invites)
        self.ctx.owner = where in ("play", "host", "resume")
        return client

    async def ask(self, question: Ask) -> str | None:
        """Put a question to the player, over whatever is shown."""
        from tui.screens.ask import AskScreen

        screen = AskScreen(self.ctx, question)
        self.push_screen(screen)
        try:
            return await screen.answer
        finally:
            if screen.is_current:
                self.pop_screen()

    def show(self, screen: Painted) -> Awaitable[object]:
        """Show a screen instead of the one before; return what is done once that one is gone."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        first, self.base = self.base is None, screen
        return self.push_screen(screen) if first else self.switch_screen(screen)

    def leave(self, said: str, alarm: str = "", code: int = 0, *, keep: bool = False) -> None:
        """Leave the table: to the menu it was opened from, or else out of the program.

        Args:
            said: What became of it.
            alarm: Why it ended, if that was nobody's wish here.
            code: What the program ends with.
            keep: An own table goes on for its guests.
        """
        if self._make_doors is None:
            self.why = alarm
            self.exit(code, code)
            return

        async def home() -> None:
            from tui.homecoming import go_home

            await go_home(self, said, alarm, keep=keep)

        self.run_worker(home(), exclusive=True, group="client")

    @property
    def top(self) -> Painted:
        """The screen that is seen: the base, or what lies over it."""
        assert self.base is not None
        return self.screen if isinstance(self.screen, Painted) else self.base

    def on_settings_screen_changed(self) -> None:
        """Wear what was changed on the settings screen."""
        self.wear(self.ctx.settings)

    async def on_painted_go(self, event: Painted.Go) -> None:
        """Lead where a screen asks to; what was typed meanwhile is for the screen that comes."""
        early = [] if event.asker is None else await event.asker.handed_over()
        if (pushed := self._lead(event)) is not None:
            await pushed
        for key in early:
            await self.on_event(key)

    def _lead(self, event: Painted.Go) -> Awaitable[object] | None:
        """Lead where a screen asks to; return what is done once another one is there."""
        match event.where:
            case "help" | "rules" | "king" | "result" | "settings" if self.base is not None:
                from tui.guide import screen

                wanted = screen(self, event.where, self.top.places)
                if event.where != "result":
                    return self.push_screen(wanted)
                self.show(wanted)
            case "back" if self.screen is self.base:
                self.exit(0)
            case "back":
                self._close_over(self.top)
            case "quit" if isinstance(self.base, StartScreen):
                self.exit(0)
            case "quit" | "leave" | "keep" if (ended := self.ctx.ended) is not None:
                self.leave("", ended.why, ended.code)
            case "quit" | "leave" | "keep":
                self._depart(event.where)
            case "look-back":
                self.look_back()
            case "left" | "find" | "find-watch" | "replays" | "rulebooks":
                from tui.guide import lists

                return self.push_screen(lists(self, event.where))
            case "play" | "host" | "join" | "watch" | "resume" | "rejoin" if self._make_doors:
                self.reach(lambda: self._through(event.where, event.detail))
        return None

    def _close_over(self, screen: Painted) -> None:
        """Go back to what lies below; a table that is just being reached is no longer wanted."""
        self.pop_screen()
        if screen.reaches() and self.ctx.client is None:
            self.workers.cancel_group(self, "client")

    def _depart(self, how: str) -> None:
        """Leave as the player has chosen to."""
        if self._make_doors is not None:
            from tui.homecoming import farewell

            self.leave(farewell(self.ctx, how), keep=how == "keep")
            return
        self.parting = parting.way_back(self.ctx) if how == "quit" else ""
        code = exits.KEPT_OPEN if how == "keep" else 0
        self.exit(code, code)
