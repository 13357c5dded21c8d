"""What can be gone on with, to choose from: own tables, seats kept at others'; Enter goes there.

Hides: what is said of a table that is no longer there. Must not know: where it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tui.boards.base import Choice, Prompt, Question
from tui.context import Context, Unfinished
from tui.drawing import list_picture
from tui.drawing.list_picture import Row
from tui.i18n import t
from tui.screens.base import Painted
from tui.screens.listed import ListedScreen
from tui.text import words


def cannot(screen: Painted, one: Unfinished | None, why: str) -> None:
    """Say why `one` cannot be gone on with; a seat that is still listed may be forgotten."""
    if one is None or not one.forgettable():
        screen.notice = why
    else:
        ask(screen, one, why)
    _look_again(screen)


def ask(screen: Painted, one: Unfinished, why: str = "") -> None:
    """Ask whether to forget `one`."""
    does = t("forget it") if one.way == "rejoin" else t("end it")
    yes = Choice(("y",), does, partial(_forget, screen, one))
    no = Choice(("n",), t("keep it"), lambda: None)
    screen.asked = Question(words.together([why, one.question]), (yes, no), lambda: True)


def _forget(screen: Painted, one: Unfinished) -> None:
    def work() -> None:
        """Wait for the disk, in a thread of its own."""
        why = one.forget()
        screen.app.call_from_thread(_forgotten, screen, why)

    screen.run_worker(work, thread=True)


def _forgotten(screen: Painted, why: str) -> None:
    screen.notice = why
    screen.paint()
    _look_again(screen)


def _look_again(screen: Painted) -> None:
    screen.post_message(screen.Go("look-back"))


class LeftScreen(ListedScreen):
    """What was left."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.left = context.left
        self.rows = [_row(one) for one in self.left]

    def offered(self) -> None:
        self.left = self.ctx.left
        self.show_rows([_row(one) for one in self.left])

    def choose(self, index: int) -> None:
        one = self.left[index]
        self.busy = t("Going on ...")
        self._go(one.way, one.key)

    def press(self, name: str) -> None:
        if name != "forget":
            super().press(name)
        elif self.left and not self.busy:
            ask(self, self.left[self.cursor])

    def reaches(self) -> bool:
        return bool(self.busy)

    def failed(self, text: str) -> None:
        """Say why that one cannot be gone on with; another can be chosen."""
        self.busy = ""
        cannot(self, self.left[self.cursor] if self.left else None, text)
        self.paint()

    def heading(self) -> str:
        return t("Continue")

    def empty(self) -> str:
        return t("Nothing is left to go on with. Esc goes back.")

    def asks(self) -> Prompt:
        one = self.left[self.cursor]
        does = t("Enter takes the seat back.") if one.way == "rejoin" else t("Enter goes on there.")
        if self.size.width >= list_picture.WHOLE:
            return Prompt(does, "mine")
        more = t(
            "{what}: {where}, {when}.", what=one.what, where=one.where, when=words.when(one.at)
        )
        return Prompt(does, "mine", more)

    def does(self) -> str:
        return t("go on")

    def more_keys(self) -> Sequence[str]:
        return ("forget",) if self.rows and not self.busy else ()


def _row(one: Unfinished) -> Row:
    return Row(one.what, one.where, words.when(one.at))
