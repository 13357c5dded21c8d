"""Choosing some of a few words in one line: arrows and Space, or the word's own key.

Hides: where the cursor is. Pure. Must not know: what the words mean, screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from tui.i18n import t
from tui.keymap import Shown


class Faces:
    """A selection of `words`, in their order; `>2<` is the cursor, `*2` is chosen."""

    def __init__(self, name: str, words: Sequence[str], chosen: Iterable[str]) -> None:
        self._name = name
        self._words = words
        self._chosen = set(chosen)
        self._at = 0

    def press(self, key: str) -> Literal["", "take", "drop"]:
        """Take a key; say whether the selection is to be taken, or dropped."""
        last = len(self._words) - 1
        match key:
            case "enter":
                return "take"
            case "escape":
                return "drop"
            case "left" | "right":
                self._at = min(max(0, self._at + (1 if key == "right" else -1)), last)
            case "home" | "end":
                self._at = 0 if key == "home" else last
            case "space" | " ":
                self._chosen ^= {self._words[self._at]}
            case _ if key in self._words:
                self._at = self._words.index(key)
                self._chosen ^= {key}
        return ""

    def chosen(self) -> tuple[str, ...]:
        """Return what is chosen, in the order of the words."""
        return tuple([word for word in self._words if word in self._chosen])

    def footer(self) -> list[Shown]:
        """Return its keys."""
        return [
            Shown("Enter", t("done")),
            Shown("Space", t("mark")),
            Shown("Left", t("before"), 1),
            Shown("Right", t("next"), 1),
            Shown("Esc", t("back")),
        ]

    def line(self) -> str:
        """Return the selection as the prompt shows it."""
        return f"{t('{name}:', name=self._name)} {' '.join(map(self._shown, self._words))}"

    def _shown(self, word: str) -> str:
        text = f"*{word}" if word in self._chosen else word
        return f">{text}<" if word == self._words[self._at] else text
