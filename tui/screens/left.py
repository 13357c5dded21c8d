"""What can be gone on with, to choose from: own tables, seats kept at others'; Enter goes there.

Hides: what is said of a table that is no longer there. Must not know: where it is kept.
"""

from __future__ import annotations

from functools import partial

from tui import list_picture, words
from tui.boards.base import Choice, Prompt, Question
from tui.context import Context, Unfinished
from tui.i18n import t
from tui.list_picture import Row
from tui.screens.base import Painted
from tui.screens.listed import ListedScreen


def cannot(screen: Painted, one: Unfinished | None, why: str) -> None:
    """Say why `one` cannot be gone on with; a seat that is still listed may be forgotten."""
    if one is None or not one.forgettable():
        screen.notice = why
    else:
        yes = Choice(("y",), t("forget it"), partial(_forget, screen, one))
        no = Choice(("n",), t("keep it"), lambda: None)
        text = words.together([why, t("Forget this seat?")])
        screen.asked = Question(text, (yes, no), lambda: True)
    _look_again(screen)


def _forget(screen: Painted, one: Unfinished) -> None:
    one.forget()
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


def _row(one: Unfinished) -> Row:
    return Row(one.what, one.where, words.when(one.at))
