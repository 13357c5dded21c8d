"""The log looked through: scrolled, and cut down to what was played or what was said.

Hides: which lines are seen, and that nobody scrolls beyond the first. Must not know: Textual, which
screen shows it, where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.boards.base import Prompt
from tui.drawing import pictures
from tui.drawing.canvas import Canvas
from tui.drawing.cards import Pen
from tui.i18n import t
from tui.keymap import shown
from tui.room import LOGS, LogPart, part_of
from tui.text.logline import Line

KEYS: Final = ("log", "chat", "help", "quit")
"""Ids for the footer while the log fills the screen."""


class LogView:
    """How the log is looked at.

    Attributes:
        on: It fills the screen; only then a part of it may be shown.
        back: Rows that are scrolled back.
        part: What is shown of it.
        usual: What is shown while it has no more than its own place.
    """

    def __init__(self, usual: LogPart = "all") -> None:
        self.usual: LogPart = usual
        self.on = False
        self.back = 0
        self.part: LogPart = "all"
        self._page = 1

    def open(self, on: bool) -> None:
        """Let it fill the screen, or no longer; the newest line is seen again."""
        self.on, self.back = on, 0

    def press(self, name: str) -> bool:
        """Do what a key of the keymap means while it fills the screen; whether it means a thing."""
        steps = {"up": 1, "down": -1, "page-up": self._page, "page-down": -self._page}
        match name:
            case "up" | "down" | "page-up" | "page-down":
                self.back = max(0, self.back + steps[name])
            case "left" | "right":
                step = 1 if name == "right" else -1
                self.part, self.back = LOGS[(LOGS.index(self.part) + step) % len(LOGS)], 0
            case "home" | "end":
                self.back = 1_000_000 if name == "home" else 0
            case _:
                return False
        return True

    def wheel(self, by: int) -> None:
        """Scroll up (-1) or down (1)."""
        self.back = max(0, self.back - by)

    def draw(
        self,
        width: int,
        height: int,
        lines: Sequence[Line],
        pen: Pen,
        *,
        framed: bool,
        heading: str = "",
    ) -> Canvas:
        """Draw the lines that are seen."""
        seen = part_of(lines, self.part if self.on else self.usual)
        self._page = max(1, height - (3 if framed else 1))
        if self.back:
            self.back = min(self.back, pictures.log_hidden(width, height, seen, framed))
        return pictures.log(width, height, seen, pen, framed, self.back, heading)

    def prompt(self, place: str) -> Prompt:
        """Say which part is shown, and how to see another; `place`: of the keymap."""
        texts = {
            "all": lambda: t("Everything that happened."),
            "game": lambda: t("What was played."),
            "talk": lambda: t("What was said."),
        }
        more = t("Up and Down scroll, Left and Right: all, game or talk. {key} or Esc goes back.",
                 key=shown("log", place))  # fmt: skip
        return Prompt(texts[self.part](), "wait", more)
