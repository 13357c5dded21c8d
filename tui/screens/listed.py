"""A list to choose from, filling the screen: what is alike in finding, looking back and reading.

Hides: cursor, scrolling, where everything stands. A subclass says what is listed and what choosing
does.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from textual.app import ComposeResult

from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import list_picture, pictures
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.drawing.list_picture import Row
from tui.i18n import t
from tui.screens.base import Painted, Spot
from tui.widgets.painter import Painter


class ListedScreen(Painted):
    """A list.

    Attributes:
        rows: What is listed.
        busy: What is waited for; nothing else is chosen meanwhile.
    """

    places = ("list",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.rows: Sequence[Row] = ()
        self.cursor = 0
        self.busy = ""

    @abstractmethod
    def heading(self) -> str:
        """Return what is listed, for the top line."""

    @abstractmethod
    def empty(self) -> str:
        """Return what to say when there is nothing."""

    @abstractmethod
    def choose(self, index: int) -> None:
        """Do what Enter does on a line."""

    @abstractmethod
    def asks(self) -> Prompt:
        """Say what Enter does on the chosen line."""

    def show_rows(self, rows: Sequence[Row]) -> None:
        """List these; the chosen line stays chosen while it is there."""
        chosen = self.rows[self.cursor] if self.cursor < len(self.rows) else None
        self.rows = rows
        if chosen in rows:
            self.cursor = rows.index(chosen)
        self.cursor = min(self.cursor, max(0, len(rows) - 1))
        self.paint()

    def compose(self) -> ComposeResult:
        for name in ("status", "list", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)

    def place(self) -> None:
        width, height = self.size
        gap = 1 if height >= 18 else 0
        places = {
            "status": Place(0, 0, width, 1),
            "list": Place(0, 1 + gap, width, max(1, height - 4 - 2 * gap)),
            "prompt": Place(0, height - 3, width, 2),
            "keys": Place(0, height - 1, width, 1),
        }
        for painter in self.painters():
            painter.put_at(places[painter.id or ""])
        self.call_after_refresh(self.paint)

    # --- keys and mouse -----------------------------------------------------------------------

    def press(self, name: str) -> None:
        page = max(1, self.query_one("#list", Painter).size.height - 1)
        last = max(0, len(self.rows) - 1)
        steps = {"up": -1, "down": 1, "page-up": -page, "page-down": page}
        match name:
            case "up" | "down" | "page-up" | "page-down":
                self.cursor = min(max(0, self.cursor + steps[name]), last)
            case "home" | "end":
                self.cursor = 0 if name == "home" else last
            case "do" if self.rows and not self.busy:
                self.choose(self.cursor)
            case "back" | "quit":
                self._go("back")
            case _:
                super().press(name)

    def clicked(self, name: str, spot: Spot) -> None:
        """Choose a line; on the chosen one do what Enter does."""
        if name != "list":
            return
        index = list_picture.row_at(spot.y, spot.height, len(self.rows), self.cursor)
        if index is not None and index == self.cursor:
            self.press("do")
        elif index is not None:
            self.cursor = index

    # --- pictures -----------------------------------------------------------------------------

    def _draw_status(self, width: int, height: int) -> Canvas:
        count = [t("{at} of {all}", at=self.cursor + 1, all=len(self.rows))] if self.rows else []
        return pictures.title(width, [self.heading()], count, self.ctx.pen)

    def _draw_list(self, width: int, height: int) -> Canvas:
        return list_picture.draw(width, height, self.rows, self.cursor, self.ctx.pen)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        said = self.said()
        if said is None and self.busy:
            said = Prompt(self.busy, "wait")
        if said is None:
            said = self.asks() if self.rows else Prompt(self.empty(), "wait")
        return pictures.prompt(width, height, said)

    def _draw_keys(self, width: int, height: int) -> Canvas:
        do = ["do"] if self.rows and self.opens() and not self.busy else []
        moves = ["up", "down"] if len(self.rows) > 1 else []
        ids = [*do, *self.more_keys(), *moves, "back", "help"]
        return self.footer(width, ids, {"do": self.does()})

    def opens(self) -> bool:
        """Return whether Enter does something with the chosen line."""
        return True

    def does(self) -> str:
        """Return a short word for what Enter does; empty: it chooses."""
        return ""

    def more_keys(self) -> Sequence[str]:
        """Return the ids of further keys for the footer."""
        return ()
