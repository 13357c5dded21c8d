"""The first screen: play at once, open a table, or join one. Nothing need be known beforehand.

Hides: the menu. What each line leads to is the app's; addresses are only checked for their shape.
"""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from tui import pictures, start_picture
from tui.boards.base import Prompt
from tui.canvas import Canvas
from tui.context import Context
from tui.i18n import t
from tui.layout import NOWHERE, Place
from tui.screens.base import Painted, Spot
from tui.start_picture import Item
from tui.widgets.entry import Entry
from tui.widgets.painter import Painter
from tui.words import together


class StartScreen(Painted):
    """What to do first."""

    places = ("start",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.cursor = 0
        self.busy = ""
        self.joining = False

    @property
    def items(self) -> tuple[Item, ...]:
        """The menu, in the language of the moment."""
        return (
            Item("1", t("Play UNO"), t("against three bots, at once")),
            Item("2", t("Play Casino"), t("against a bot, at once")),
            Item("3", t("Host a table"), t("friends on your network join you")),
            Item("4", t("Join a table"), t("at an address like 192.168.1.5:7777")),
            Item("5", t("Settings"), t("name, language, colours, symbols")),
            Item("6", t("Quit"), t("goodbye")),
        )

    def compose(self) -> ComposeResult:
        for name in ("banner", "menu", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)
        entry = Entry("address", "192.168.1.5:7777", 200)
        entry.select_on_focus = False  # an address that did not answer is mended, not written anew
        entry.display = False
        yield entry

    def on_resize(self, event: events.Resize) -> None:
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
        entry = self.query_one("#address", Entry)
        entry.styles.offset = (4, height - 2)
        entry.styles.width = max(10, width - 8)
        self.call_after_refresh(self.paint)

    def press(self, name: str) -> None:
        match name:
            case "up":
                self.cursor = (self.cursor - 1) % len(self.items)
            case "down":
                self.cursor = (self.cursor + 1) % len(self.items)
            case "do":
                self._choose(self.cursor)
            case "quit":
                self._go("quit")
            case "help":
                self._go("help")

    def letter(self, key: str) -> None:
        if key.isascii() and key.isdecimal() and 1 <= int(key) <= len(self.items):
            self.cursor = int(key) - 1
            self._choose(self.cursor)

    def clicked(self, name: str, spot: Spot) -> None:
        """Choose a line of the menu."""
        index = start_picture.item_at(spot.y, spot.width, spot.height, self.items)
        if name == "menu" and index is not None:
            self.cursor = index
            self._choose(index)

    def _choose(self, index: int) -> None:
        if self.busy:
            return
        match index:
            case 0:
                self._open("play", "uno", t("Dealing UNO ..."))
            case 1:
                self._open("play", "casino", t("Dealing Casino ..."))
            case 2:
                self._open("host", "uno", t("Opening a table ..."))
            case 3:
                self._ask_address()
            case 4:
                self._go("settings")
            case _:
                self._go("quit")

    def _open(self, where: str, detail: str, busy: str) -> None:
        self.busy, self.joining = busy, where == "join"
        self._go(where, detail)

    def failed(self, text: str) -> None:
        """Say why there is no table; the menu, or the address that was typed, is open again."""
        self.busy = ""
        self.notice = text
        if self.joining:
            self._ask_address()
        self.paint()

    def _ask_address(self) -> None:
        entry = self.query_one("#address", Entry)
        entry.display = True
        entry.focus()
        self.paint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        address = event.value.strip()
        self._close_entry()
        if address:
            self._open("join", address, t("Connecting to {address} ...", address=address))
        self.paint()

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        self._close_entry()
        self.paint()

    def _close_entry(self) -> None:
        self.query_one("#address", Entry).display = False
        self.set_focus(None)

    def take(self, message: Any) -> None:
        self.paint()

    def _draw_banner(self, width: int, height: int) -> Canvas:
        return start_picture.banner(width, height, self.ctx.pen)

    def _draw_menu(self, width: int, height: int) -> Canvas:
        return start_picture.menu(width, height, self.items, self.cursor)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if self.query("#address") and self.query_one("#address", Entry).display:
            wanted = Prompt(t("The host's address, then Enter. Esc goes back."), "ask")
            said = wanted.after(self.notice)
        elif self.busy:
            said = Prompt(self.busy, "wait")
        elif self.notice:
            said = Prompt(self.notice, "warn")
        else:
            hello = t("Hello {name}.", name=self.ctx.name) if self.ctx.name else ""
            said = Prompt(together([hello, t("Arrows and Enter, or a number.")]), "mine")
        return pictures.prompt(width, height, said)

    def _draw_keys(self, width: int, height: int) -> Canvas:
        ids = ["up", "down", "do", "help", "quit"]
        return self.footer(width, ids, {})
