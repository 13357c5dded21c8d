"""The settings: each change is seen at once, and kept where config.toml and flags go before it.

Hides: what is written down. What a setting does is the app's; a picture of it is drawn elsewhere.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Any, Final

from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input

from tui import configfile, settingwords
from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import pictures, settings_picture
from tui.drawing.canvas import Canvas
from tui.drawing.layout import LEAST, NOWHERE, explained
from tui.drawing.settings_picture import Row
from tui.drawing.symbols import SETS
from tui.i18n import language, n, t
from tui.screens.base import Painted, Spot
from tui.settings import CHOSEN, DEFAULTS, TABLE, read, with_value
from tui.tables.seat import default_name
from tui.text.refusals import reworded
from tui.widgets.entry import Entry
from tui.widgets.painter import Painter

_KEYS: Final = "keys"
_ROWS: Final = (*[name for name, about in TABLE.items() if about.on_screen], _KEYS)


class SettingsScreen(Painted):
    """A list of settings over any other screen."""

    places = ("settings",)

    class Changed(Message):
        """The player has changed a setting: those of the context are to be worn."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.cursor = 0

    @property
    def name_at(self) -> str:
        """The setting under the cursor."""
        return _ROWS[self.cursor]

    def compose(self) -> ComposeResult:
        for name in ("status", "settings", "about", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)
        entry = Entry("value", "", 60)
        entry.select_on_focus = False
        entry.display = False
        yield entry

    def place(self) -> None:
        width, height = self.size
        places = explained("settings", width, height, about=2 if height < 20 else 3)
        for painter in self.painters():
            painter.put_at(places.get(painter.id or "", NOWHERE))
        self.query_one("#value", Entry).put_at(4, height - 2, width)
        self.call_after_refresh(self.paint)

    # --- keys -------------------------------------------------------------------------

    def press(self, name: str) -> None:
        match name:
            case "up" | "down":
                step = 1 if name == "down" else -1
                self.cursor = (self.cursor + step) % len(_ROWS)
            case "previous" | "next":
                self._step(1 if name == "next" else -1)
            case "change":
                self._change()
            case "usual":
                self._as_usual()
            case "back" | "quit":
                self._go("back")
            case _:
                super().press(name)

    def clicked(self, name: str, spot: Spot) -> None:
        """Choose a setting; on the chosen one do what Enter does."""
        index = settings_picture.row_at(spot.y, spot.height, len(_ROWS), self.cursor)
        if name != "settings" or index is None:
            return
        if index == self.cursor:
            self._change()
        self.cursor = index

    def _step(self, by: int) -> None:
        name = self.name_at
        values = TABLE[name].values if name != _KEYS else ()
        if not values:
            return
        now = getattr(self.ctx.settings, name)
        word = ("on" if now else "off") if isinstance(now, bool) else now
        at = values.index(word) if word in values else -1
        self._take(name, read(name, values[(at + by) % len(values)]))

    def _change(self) -> None:
        name = self.name_at
        if name == _KEYS:
            self._go("help")
        elif TABLE[name].values:
            self._step(1)
        else:
            entry = self.query_one("#value", Entry)
            entry.value = getattr(self.ctx.settings, name) or ""
            entry.cursor_position = len(entry.value)
            entry.display = True
            self.set_focus(entry)  # at once: the next key may be there already

    def _as_usual(self) -> None:
        if self.name_at != _KEYS:
            self._take(self.name_at, getattr(DEFAULTS, self.name_at), keep=None)

    def _take(self, name: str, value: Any, keep: Any = ...) -> None:
        """Let a value count from now on, and keep it (`keep` None: forget what was kept)."""
        overruled = settingwords.overruled(name, self.ctx.settings)
        origin = self.ctx.settings.origins.get(name, "") if overruled else CHOSEN
        self.ctx.settings = with_value(self.ctx.settings, name, value, origin)
        self.post_message(self.Changed())
        if overruled:
            return
        try:
            configfile.keep_chosen({name: value if keep is ... else keep})
        except OSError as error:
            self.notice = t("It counts now, but could not be kept: {why}", why=reworded(error))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        try:
            value = read(self.name_at, text) if text else None
        except ArgumentTypeError as why:
            self.notice = str(why)
            self.paint()
            return
        self._close()
        self._take(self.name_at, value)

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        self._close()

    def _close(self) -> None:
        self.notice = ""
        self.query_one("#value", Entry).display = False
        self.set_focus(None)
        self.paint()

    # --- pictures ---------------------------------------------------------------------

    def _counts(self, name: str) -> Any:
        """Return the value that counts: a player who gave no name is called as the account is."""
        value = getattr(self.ctx.settings, name)
        return default_name() or None if name == "name" and value is None else value

    def _chosen(self, name: str) -> str:
        """Return the value that `auto` stands for on this terminal; empty where it is no one."""
        match name:
            case "lang":
                return language().replace("_", "-")
            case "symbols":
                worn = self.ctx.pen.symbols
                return next((one for one, symbols in SETS.items() if symbols is worn), "")
            case "colors":
                return {"mono": "never", "ansi": "16"}.get(self.ctx.palette.name, "256")
            case _:
                return ""

    def rows(self) -> list[Row]:
        """Return every setting as it stands."""
        now = self.ctx.settings
        shown = [
            Row(
                settingwords.label(name),
                settingwords.value(name, self._counts(name), self._chosen(name)),
                bool(TABLE[name].values),
                getattr(now, name) == getattr(DEFAULTS, name),
            )
            for name in _ROWS
            if name != _KEYS
        ]
        count = len(now.keys)
        own = n("{count} of your own", "{count} of your own", count) if count else t("as usual")
        return [*shown, Row(settingwords.label(_KEYS), own, False, not count)]

    def _draw_status(self, width: int, height: int) -> Canvas:
        return pictures.title(width, [t("Settings")], [], self.ctx.pen)

    def _draw_settings(self, width: int, height: int) -> Canvas:
        return settings_picture.rows(width, height, self.rows(), self.cursor, self.ctx.pen)

    def _draw_about(self, width: int, height: int) -> Canvas:
        name, now = self.name_at, self.ctx.settings
        if name == _KEYS:
            path = now.path or str(configfile.usual_path())
            text = t("Keys are bound in {path}; cardtui config edit opens it.", path=path)
            return settings_picture.about(width, height, text, "")
        text = TABLE[name].text()
        if not TABLE[name].at_once:
            text = t("{setting}; from the next table on", setting=text)
        return settings_picture.about(width, height, text, settingwords.overruled(name, now))

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if width < LEAST[0]:
            return pictures.too_small(width, height)
        return pictures.prompt(width, height, self.said() or self._prompt())

    def _prompt(self) -> Prompt:
        if self.query_one("#value", Entry).display:
            wanted = Prompt(t("A name, then Enter. Esc goes back."), "ask")
            return wanted.after(self.notice)
        if self.name_at == _KEYS:
            return Prompt(t("Enter shows all keys."), "mine")
        if not TABLE[self.name_at].values:
            return Prompt(t("Enter changes it."), "mine")
        if settingwords.overruled(self.name_at, self.ctx.settings):
            return Prompt(t("Left and Right change it until you leave."), "mine")
        return Prompt(t("Left and Right change it; it is kept."), "mine")

    def _draw_keys(self, width: int, height: int) -> Canvas:
        if self.query_one("#value", Entry).display:
            return self.typed(width)
        ids = ["change", "up", "down", "previous", "next", "usual", "back", "help"]
        return self.footer(width, ids, {})
