"""Several tables at one address: which one to sit down at, or a new one.

Hides: the list and its keys. How a table is reached is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.widgets import Input

from netcore.wire.messages import Create, TableList
from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import pictures, tables_picture
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.i18n import n, t
from tui.screens.base import Painted, Spot
from tui.text import tablelist
from tui.text.refusals import refusal
from tui.widgets.entry import Entry
from tui.widgets.painter import Painter

_LONGEST_NAME = 100


class TablesScreen(Painted):
    """A list of tables.

    Attributes:
        busy: What is waited for; no other choice is taken meanwhile.
    """

    places = ("tables",)

    def __init__(
        self, context: Context, found: TableList, go: Callable[[str, Create | None], None]
    ) -> None:
        """Show the tables that were found; `go` reaches one, opens one, or, of neither, lists."""
        super().__init__(context)
        self._found = found
        self._go_to = go
        self._cursor = 0
        self.busy = ""

    def compose(self) -> ComposeResult:
        for name in ("status", "list", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)
        entry = Entry("name", "", _LONGEST_NAME)
        entry.display = False
        yield entry

    def place(self) -> None:
        width, height = self.size
        places = (
            Place(0, 0, width, 1),
            Place(0, 2, width, max(1, height - 6)),
            Place(0, height - 3, width, 2),
            Place(0, height - 1, width, 1),
        )
        for painter, place in zip(self.painters(), places, strict=True):
            painter.put_at(place)
        self.query_one("#name", Entry).put_at(1, height - 2, width)
        self.call_after_refresh(self.paint)

    # --- keys -----------------------------------------------------------------------------

    def press(self, name: str) -> None:
        tables = self._found.tables
        match name:
            case "up" | "down" if tables:
                self._cursor = (self._cursor + (1 if name == "down" else -1)) % len(tables)
            case "do":
                self._choose(self._cursor)
            case "new":
                self._ask_name()
            case "again":
                self._reach("", None, t("Asking again ..."))
            case _:
                super().press(name)

    def clicked(self, name: str, spot: Spot) -> None:
        """Choose a table; on the chosen one do what Enter does."""
        count = len(self._found.tables)
        index = tables_picture.table_at(spot.y, spot.height, count, self._cursor)
        if name != "tables" or index is None:
            return
        if index == self._cursor:
            self._choose(index)
        self._cursor = index

    def letter(self, key: str) -> None:
        if key.isascii() and key.isdecimal() and 1 <= int(key) <= len(self._found.tables):
            self._cursor = int(key) - 1
            self._choose(self._cursor)
        else:
            super().letter(key)

    def _choose(self, index: int) -> None:
        if index < len(self._found.tables):
            name = self._found.tables[index].name
            self._reach(name, None, t("Joining {table} ...", table=name))

    def _reach(self, table: str, create: Create | None, busy: str) -> None:
        if not self.busy:
            self.busy = busy
            self._go_to(table, create)

    def _ask_name(self) -> None:
        if not self._found.more:
            self.notice = refusal("no-more-tables")
            return
        entry = self.query_one("#name", Entry)
        entry.value = entry.value or tablelist.suggested(self.ctx.name)
        entry.display = True
        self.set_focus(entry)  # at once: the next key may be there already

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        name = event.value.strip()
        self._close_entry()
        if name:
            opening = t("Opening {table} ...", table=name)
            self._reach("", tablelist.new_table(name), opening)
        self.paint()

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        self._close_entry()
        self.paint()

    def _close_entry(self) -> None:
        self.query_one("#name", Entry).display = False
        self.set_focus(None)

    # --- what comes back ----------------------------------------------------------------

    def found(self, tables: TableList) -> None:
        """Show the tables as they are now."""
        self.busy = ""
        self._found = tables
        self._cursor = min(self._cursor, max(0, len(tables.tables) - 1))
        self.paint()

    def failed(self, text: str) -> None:
        """Say why that table could not be had; another can be chosen."""
        self.busy = ""
        self.notice = text
        self.paint()

    # --- pictures -----------------------------------------------------------------------

    def _draw_status(self, width: int, height: int) -> Canvas:
        count = len(self._found.tables)
        return pictures.title(
            width, [n("{count} table", "{count} tables", count)], [], self.ctx.pen
        )

    def _draw_list(self, width: int, height: int) -> Canvas:
        return tables_picture.draw(width, height, self._found.tables, self._cursor)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if self.query("#name") and self.query_one("#name", Entry).display:
            said = Prompt(t("What is the table called? Enter opens it."), "ask")
        elif self.busy:
            said = Prompt(self.busy, "wait")
        else:
            more = t("n opens a new one.") if self._found.more else ""
            said = self.said() or Prompt(t("Which table? Enter, or its number."), "mine", more)
        return pictures.prompt(width, height, said)

    def _draw_keys(self, width: int, height: int) -> Canvas:
        if self.query_one("#name", Entry).display:
            return self.typed(width)
        do = ["do"] if self._found.tables else []
        moves = ["up", "down"] if len(self._found.tables) > 1 else []
        new = ["new"] if self._found.more else []
        return self.footer(width, [*do, *new, "again", *moves, "help", "quit"], {})
