"""Find a table: an address to type, and below it where one may be. Each is joined, or watched.

Hides: that the address line has the keyboard all the while: letters are typed, arrows choose. Must
not know: where is looked (finding.py), how a table is reached.
"""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.drawing.list_picture import Row
from tui.i18n import t
from tui.screens.base import Spot
from tui.screens.listed import ListedScreen
from tui.tables.finding import Found, Source, sources
from tui.widgets.entry import Entry
from tui.widgets.painter import Painter

_KEYS = {"up": "up", "down": "down", "pageup": "page-up", "pagedown": "page-down", "tab": "watch"}


class FindScreen(ListedScreen):
    """Where to?

    Attributes:
        watches: Tables are watched, not joined.
        places_found: What the list shows, the first being the newest.
    """

    places = ("find",)
    finds = False

    def __init__(self, context: Context, *, watch: bool) -> None:
        super().__init__(context)
        self.watches = watch
        self.places_found: list[Found] = []
        self._looking = 0

    def compose(self) -> ComposeResult:
        yield from super().compose()
        entry = Entry("address", t("Type an address or a join line"), 200)
        entry.select_on_focus = False  # an address that did not answer is mended, not written anew
        yield entry

    def on_mount(self) -> None:
        self.set_focus(self.query_one("#address", Entry))
        for source in sources():
            self._looking += 1
            self.run_worker(self._look(source))

    def place(self) -> None:
        super().place()
        width, height = self.size
        self.query_one("#address", Entry).put_at(1, 1, width)
        self.query_one("#list", Painter).put_at(Place(0, 3, width, max(1, height - 6)))

    # --- looking ------------------------------------------------------------------------------

    async def _look(self, source: Source) -> None:
        async for found in source():
            if all(found.address != other.address for other in self.places_found):
                self.places_found.append(found)
                self.show_rows([_row(one) for one in self.places_found])
        self._looking -= 1
        self.paint()

    # --- keys ---------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Take what the address line has no use for."""
        name = _KEYS.get(event.key)
        if name is None or self.asked is not None:
            return
        event.stop()
        event.prevent_default()
        self.notice = ""
        self.press(name)
        self.paint()

    def on_click(self, event: events.Click) -> None:
        """Give the keyboard back to the address line after every click."""
        event.prevent_default()
        self.set_focus(None)
        super().on_click(event)
        self.set_focus(self.query_one("#address", Entry))

    def clicked(self, name: str, spot: Spot) -> None:
        if name == "prompt":
            self._submit()
        super().clicked(name, spot)

    def press(self, name: str) -> None:
        match name:
            case "watch":
                self.watches = not self.watches
            case "do":
                self._submit()
            case _:
                super().press(name)

    def choose(self, index: int) -> None:
        self._reach(self.places_found[index].address)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._submit()

    def _submit(self) -> None:
        address = self.query_one("#address", Entry).value.strip()
        if address:
            self._reach(address)
        elif self.rows:
            self.choose(self.cursor)
        self.paint()

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        self._go("back")

    def _reach(self, address: str) -> None:
        if not self.busy:
            self.notice = ""
            self.busy = t("Connecting to {address} ...", address=address)
            self._go("watch" if self.watches else "join", address)

    def reaches(self) -> bool:
        return bool(self.busy)

    def failed(self, text: str) -> None:
        """Say why there is no table; the address can be mended."""
        self.busy = ""
        self.notice = text
        self.set_focus(self.query_one("#address", Entry))
        self.paint()

    # --- what is said -------------------------------------------------------------------------

    def heading(self) -> str:
        return t("Watch a table") if self.watches else t("Join a table")

    def empty(self) -> str:
        if self.query_one("#address", Entry).value.strip():
            return self._does()
        if self._looking:
            return t("Looking for tables ... An address can be typed meanwhile.")
        return t(
            "No table was found, and none visited before. Type the address that the host tells you."
        )

    def asks(self) -> Prompt:
        if self.query_one("#address", Entry).value.strip():
            return Prompt(self._does(), "mine")
        name = self.places_found[self.cursor].name
        if self.watches:
            return Prompt(t("Enter watches at: {name}. Or type an address.", name=name), "mine")
        return Prompt(t("Enter joins: {name}. Or type an address.", name=name), "mine")

    def _does(self) -> str:
        if self.watches:
            return t("Enter watches at this address. Esc goes back.")
        return t("Enter joins at this address. Esc goes back.")

    def on_input_changed(self, event: Input.Changed) -> None:
        self.notice = ""
        self.paint()

    def _draw_keys(self, width: int, height: int) -> Canvas:
        better = {"watch": t("join") if self.watches else t("watch")}
        moves = ["up", "down"] if len(self.rows) > 1 else []
        typed = self.query_one("#address", Entry).value.strip()
        does = ["do"] if (self.rows or typed) and not self.busy else []
        return self.footer(width, [*does, *moves, "watch", "back"], better)


def _row(found: Found) -> Row:
    return Row(found.name, found.about, found.address if found.address != found.name else "")
