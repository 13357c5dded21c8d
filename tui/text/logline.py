"""A line of the log: what it tells, said in the language that is spoken when it is read.

Hides: when it must be said anew. Kept is how to say it, not the text: a player who changes the
language, or the signs of the suits, reads the whole log in the new ones. Must not know: what
happened, screens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tui.i18n import language
from tui.text import words

Say: TypeAlias = Callable[[], str]


class Line:
    """One line of the log.

    Attributes:
        kind: `play`, `mine`, `chat`, `table`, `score`.
    """

    __slots__ = ("_say", "_spoken", "_text", "kind")

    def __init__(self, say: Say | str, kind: str, text: str = "") -> None:
        """Keep how to say it; `text`: what that gives now, where it is known."""
        self.kind: Final = kind
        self._say = say
        self._spoken = _spoken() if text else None
        self._text = text

    @property
    def text(self) -> str:
        """The sentence."""
        if isinstance(self._say, str):
            return self._say
        spoken = _spoken()
        if self._spoken != spoken:
            self._text, self._spoken = self._say(), spoken
        return self._text


def _spoken() -> tuple[str, bool]:
    return language(), words.letters_used()
