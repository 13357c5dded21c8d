"""A question at the door of a table: one's name, its code, whether a stranger is the right one,
which seat.

Hides: how it is shown and answered. The answer is awaited by who asked. Must not know: what an
answer leads to.
"""

from __future__ import annotations

import asyncio

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import pictures, start_picture
from tui.drawing.canvas import Canvas, wrap
from tui.drawing.layout import NOWHERE, Place
from tui.i18n import t
from tui.keymap import Shown
from tui.screens.base import Painted
from tui.tables.naming import Ask
from tui.widgets.entry import Entry
from tui.widgets.painter import Painter


class AskScreen(Painted):
    """One question.

    Attributes:
        answer: What the player says; None: nothing.
    """

    places = ("start",)
    finds = False

    def __init__(self, context: Context, ask: Ask) -> None:
        super().__init__(context)
        self._question = ask
        self.answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    def compose(self) -> ComposeResult:
        for name in ("banner", "says", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)
        entry = Entry("answer", "", 100)  # without a hint: it would look like an answer
        entry.value = self._question.usual
        entry.display = self._typed
        yield entry

    @property
    def _typed(self) -> bool:
        """Whether the answer is a text."""
        return self._question.kind in ("code", "name")

    def on_mount(self) -> None:
        self._take_letters()

    def _take_letters(self) -> None:
        if self._typed:
            self.set_focus(self.query_one("#answer", Entry))

    def place(self) -> None:
        width, height = self.size
        banner = 9 if height >= 20 and width >= 50 else 0  # what is said comes first
        places = (
            Place(0, 1, width, banner - 2) if banner else NOWHERE,
            Place(0, banner, width, max(1, height - banner - 3)),
            Place(0, height - 3, width, 2),
            Place(0, height - 1, width, 1),
        )
        for painter, place in zip(self.painters(), places, strict=True):
            painter.put_at(place)
        self.query_one("#answer", Entry).put_at(4, height - 2, width)
        self.call_after_refresh(self.paint)

    def first(self, key: str) -> bool:
        """Take every key: to trust, only y says yes, and nothing else does anything but no."""
        if self._typed and key in ("enter", "escape"):
            self._say(self.query_one("#answer", Entry).value if key == "enter" else None)
        if self._question.kind == "seat" and key in ("y", "n", "q", "enter", "escape"):
            self._say(None if key in ("q", "escape") else "n" if key == "n" else "y")
        if self._question.kind == "trust" and key in ("y", "n", "q", "enter", "escape"):
            self._say("y" if key == "y" else None)
        return True

    def on_click(self, event: events.Click) -> None:
        """Take a click on the footer; the line keeps the keyboard."""
        event.prevent_default()
        self.set_focus(None)
        super().on_click(event)
        self._take_letters()

    def press(self, name: str) -> None:
        """Leave, as from every screen (ctrl+q)."""
        if name == "quit":
            self._say(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._say(event.value)

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        self._say(None)

    def on_unmount(self) -> None:
        self._say(None)

    def _say(self, answer: str | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    @property
    def _answers(self) -> str:
        return (
            t("y or Enter: yes. n: no.") if self._question.kind == "seat" else t("y: yes. n: no.")
        )

    def _draw_banner(self, width: int, height: int) -> Canvas:
        return start_picture.banner(width, height, self.ctx.pen)

    def _draw_says(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        y = 0
        for text in self._question.says:
            for line in wrap(text, width - 2):
                if y < height:
                    canvas.put(1, y, line, "strong")
                y += 1
            y += height >= 12
        return canvas

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if self._typed:  # on the second line
            return pictures.prompt(width, height, Prompt(self._question.wants, "ask"))
        return pictures.prompt(width, height, Prompt(self._question.wants, "ask", self._answers))

    def _draw_keys(self, width: int, height: int) -> Canvas:
        yes = {"seat": "Enter", "trust": "y"}.get(self._question.kind)
        answers = (
            [Shown("Enter", t("take it"))]
            if yes is None
            else [Shown(yes, t("yes")), Shown("n", t("no"))]
        )
        return self._keys(width, [*answers, Shown("Esc", t("cancel"))])
