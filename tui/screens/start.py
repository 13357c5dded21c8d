"""The first screen: go on, play at once, open a table, join one, look back. Nothing need be known.

Hides: the menu. What each line leads to is the app's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from textual.app import ComposeResult

from tui.boards.base import Prompt
from tui.context import Context, Unfinished
from tui.drawing import pictures, start_picture
from tui.drawing.canvas import Canvas
from tui.drawing.layout import NOWHERE, Place
from tui.drawing.start_picture import Item
from tui.i18n import n, t
from tui.keymap import Key, narrow
from tui.screens.base import Painted, Spot
from tui.text.words import together, when
from tui.widgets.painter import Painter

_SETTINGS: Final = "8"
_FIRST: Final = 1
"""The line that is chosen when the menu opens: the first that is always open."""


class StartScreen(Painted):
    """What to do first.

    Each line has its place and its key from the start: what is found later moves nothing that a
    player is about to press.

    Attributes:
        busy: What is waited for; nothing else is chosen meanwhile.
        said_first: What became of the table that was just left.
        looked: It is known whether anything can be gone on with.
    """

    places = ("start",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.cursor = _FIRST
        self.busy = ""
        self.said_first = ""
        self.looked = False
        self._wanted = False
        self._trying: Unfinished | None = None

    def on_screen_resume(self) -> None:
        """Know no more of a record that was looked at: help here is about no table."""
        if self.ctx.client is None:
            self.ctx.anew()
        super().on_screen_resume()

    @property
    def items(self) -> tuple[Item, ...]:
        """The menu, in the language of the moment."""
        return (
            Item("c", t("Continue"), self._left, "left", late=True, open=bool(self.ctx.left)),
            Item("1", t("Play UNO"), t("against three bots, at once"), "uno"),
            Item("2", t("Play Casino"), t("against a bot, at once"), "casino"),
            Item("3", t("Host a table"), t("friends on your network join you"), "host"),
            Item("4", t("Join a table"), t("an address, or where you were before"), "find"),
            Item("5", t("Watch a table"), t("without a seat"), "find-watch"),
            Item("6", t("Replays"), t("how matches here ended, and records"), "replays"),
            Item("7", t("Rules"), t("the rulebook of every ruleset"), "rulebooks"),
            Item(_SETTINGS, t("Settings"), t("name, language, colours, symbols"), "settings"),
            Item("q", t("Quit"), t("goodbye"), "quit"),
        )

    @property
    def _left(self) -> str:
        """What can be gone on with, in words."""
        if self.ctx.left:
            return _about(self.ctx.left)
        return t("nothing was left") if self.looked else t("looking for what was left ...")

    def offered(self) -> None:
        """Offer to go on with what was left: at once, where that is waited for."""
        self.looked = True
        if self._wanted:
            self._wanted, self.busy = False, ""
            self._go_on()
        self.paint()

    def leaving(self) -> str:
        return ""

    def welcome(self, said: str, alarm: str) -> None:
        """Open the menu to who is back from a table: what became of it, or why it ended."""
        self.busy, self.said_first, self.notice = "", said, alarm
        self.paint()

    def type(self, key: str, entry: Key | None = None, typed: str = "") -> None:
        self.said_first = ""
        super().type(key, entry, typed)

    def compose(self) -> ComposeResult:
        for name in ("banner", "menu", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)

    def place(self) -> None:
        width, height = self.size
        banner = 7 if height >= 18 and width >= 50 else 1
        top = 1 if height >= 20 else 0
        body = max(5, height - banner - top - 4)
        places = {
            "banner": Place(0, top, width, banner),
            "menu": Place(0, top + banner + 1, width, body - 1),
            "prompt": Place(0, height - 3, width, 2),
            "keys": Place(0, height - 1, width, 1),
        }
        for painter in self.painters():
            painter.put_at(places.get(painter.id or "", NOWHERE))
        self.call_after_refresh(self.paint)

    def press(self, name: str) -> None:
        match name:
            case "up":
                self.cursor = (self.cursor - 1) % len(self.items)
            case "down":
                self.cursor = (self.cursor + 1) % len(self.items)
            case "left" | "right":
                menu = self.query_one("#menu", Painter).size
                by = 1 if name == "right" else -1
                self.cursor = start_picture.across(self.items, self.cursor, by, *menu)
            case "do":
                self._choose(self.cursor)
            case "quit":
                self._go("quit")
            case "help":
                self._go("help")
            case "forget" if self._continues and not self.busy:
                self._forget()

    @property
    def _continues(self) -> bool:
        """Whether the line to go on with what was left is chosen, and there is something."""
        return self.items[self.cursor].where == "left" and bool(self.ctx.left)

    def _forget(self) -> None:
        """Ask whether to forget what was left; of several one is chosen first."""
        from tui.screens.left import ask

        if len(self.ctx.left) == 1:
            ask(self, self.ctx.left[0])
        else:
            self._go("left")

    def letter(self, key: str) -> None:
        for index, item in enumerate(self.items):
            if item.key == narrow(key):
                self.cursor = index
                self._choose(index)

    def clicked(self, name: str, spot: Spot) -> None:
        """Choose a line of the menu."""
        index = start_picture.item_at(*spot, self.items)
        if name == "menu" and index is not None:
            self.cursor = index
            self._choose(index)

    def _choose(self, index: int) -> None:
        if self.busy:
            return
        where = self.items[index].where
        match where:
            case "left":
                self._go_on()
            case "uno":
                self._open("play", "uno", t("Dealing UNO ..."))
            case "casino":
                self._open("play", "casino", t("Dealing Casino ..."))
            case "host":
                self._open("host", "uno", t("Opening a table ..."))
            case _:
                self._go(where)

    def _go_on(self) -> None:
        """Go on with what was left: there, or to a list of several, once that was looked for."""
        if len(self.ctx.left) > 1:
            self._go("left")
        elif self.ctx.left:
            self._trying = self.ctx.left[0]
            self._open(self._trying.way, self._trying.key, t("Going on ..."))
        elif self.looked:
            self.notice = t("Nothing was left to go on with.")
        else:
            self._wanted, self.busy = True, t("Looking ...")

    def _open(self, where: str, detail: str, busy: str) -> None:
        self.busy = busy
        self._go(where, detail)

    def failed(self, text: str) -> None:
        """Say why there is no table; the menu is open again."""
        from tui.screens.left import cannot

        trying, self._trying = self._trying, None
        self.busy = ""
        cannot(self, trying, text)
        self.paint()

    def take(self, message: Any) -> None:
        self.paint()

    def _draw_banner(self, width: int, height: int) -> Canvas:
        return start_picture.banner(width, height, self.ctx.pen)

    def _draw_menu(self, width: int, height: int) -> Canvas:
        return start_picture.menu(width, height, self.items, self.cursor)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if self.busy:
            said = Prompt(self.busy, "wait")
        elif self.asked is not None:
            said = Prompt(self.asked.line(), "ask")
        elif self.notice:
            said = Prompt(self.notice, "warn")
        else:
            what = t("Arrows and Enter, or a number.")
            menu = self.query_one("#menu", Painter).size
            chosen = self.items[self.cursor]
            if chosen.late or not start_picture.explains(*menu, self.items):
                what = t("{what}: {about}.", what=chosen.text, about=chosen.about)
            said = Prompt(together([self.said_first or self._hello(), what]), "mine")
        return pictures.prompt(width, height, said)

    def _hello(self) -> str:
        if not self.ctx.name:
            return ""
        return t("Hello {name}. {key} changes that name.", name=self.ctx.name, key=_SETTINGS)

    def _draw_keys(self, width: int, height: int) -> Canvas:
        forget = ["forget"] if self._continues else []
        return self.footer(width, ["do", *forget, "up", "down", "help", "quit"], {})


def _about(left: Sequence[Unfinished]) -> str:
    """Return what was left last, and how much more there is."""
    newest, more = left[0], len(left) - 1
    about = t("{what}, {when}", what=newest.what, when=when(newest.at))
    return (
        n("{newest}, and {count} more", "{newest}, and {count} more", more, newest=about)
        if more
        else about
    )
