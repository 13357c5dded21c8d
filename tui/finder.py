"""All that can be done now, found by typing a part of its name: the command palette, in one line.

Hides: what fits what was typed. It stands in the prompt line, since a list over the screen would
cost a slow line a hundred times as much; nothing can be done from here alone. Pure. Must not know:
Textual, what an action does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tui.boards.base import Prompt
from tui.i18n import t
from tui.keymap import Key, Shown, for_place, narrow

_MOVES: Final = frozenset(
    {"left", "right", "up", "down", "home", "end", "page-up", "page-down", "previous", "next"}
    | {"pane", "cancel", "back", "find"}
)
"""What is quicker pressed than found."""


def doable(places: Sequence[str], first: Iterable[str], useless: Iterable[str] = ()) -> list[Key]:
    """Return what there is to do in these places: what matters now before the rest."""
    found: dict[str, Key] = {}
    for entry in for_place(*places):
        if entry.id not in _MOVES and entry.id not in useless:
            found.setdefault(entry.id, entry)
    now = [found.pop(name) for name in first if name in found]
    return [*now, *found.values()]


class Finder:
    """What was typed, and what of it fits.

    Attributes:
        done: The id of what is to be done; empty until Enter chose it.
        closed: It is over, with or without something to do.
    """

    def __init__(self, entries: Sequence[Key], *, host: bool = True) -> None:
        """Begin with all entries; `host`: they are the host's."""
        self._entries = list(entries)
        self._host = host
        self._typed = ""
        self._at = 0
        self.done = ""
        self.closed = False

    def press(self, key: str) -> None:
        """Take a key: letters narrow the list down, arrows go through it, Enter takes one."""
        fits = self.fits()
        match key:
            case "enter":
                self.done = fits[self._at].id if fits else ""
                self.closed = bool(fits)
            case "escape":
                self.closed = True
            case "up" | "down":
                self._at = (self._at + (1 if key == "down" else -1)) % max(1, len(fits))
            case "backspace":
                self.closed = not self._typed
                self._typed, self._at = self._typed[:-1], 0
            case "space":
                self._type(" ")
            case _ if len(key) == 1:
                self._type(key)

    def _type(self, sign: str) -> None:
        self._typed, self._at = (self._typed + sign)[:40], 0

    def fits(self) -> list[Key]:
        """Return what fits: by the word before by the explanation, the key alone first of all."""
        wanted = " ".join(self._typed.split())
        if not wanted:
            return self._entries
        by_key = [e for e in self._entries if narrow(e.shown) == wanted]
        by_word = [e for e in self._entries if narrow(e.text()).startswith(wanted)]
        by_id = [e for e in self._entries if wanted in e.id]
        by_help = [e for e in self._entries if wanted in narrow(f"{e.text()} {self._about(e)}")]
        return list(dict.fromkeys([*by_key, *by_word, *by_id, *by_help]))

    def _about(self, entry: Key) -> str:
        return entry.about(self._host)

    def prompt(self) -> Prompt:
        """Say what was typed, and what Enter would do."""
        fits = self.fits()
        if not fits:
            return Prompt(t("Do: {typed}_", typed=self._typed), "ask", t("Nothing like that here."))
        entry = fits[self._at]
        text = t("Do: {typed}_  {what} ({key})", typed=self._typed, what=entry.text(),
                 key=entry.shown)  # fmt: skip
        more = t("{number} of {all}: {about}", number=self._at + 1, all=len(fits),
                 about=self._about(entry))  # fmt: skip
        return Prompt(text, "ask", more)

    def footer(self) -> list[Shown]:
        """Return its keys."""
        return [
            Shown("Enter", t("do it")),
            Shown("Up", t("before"), 1),
            Shown("Down", t("next"), 1),
            Shown("Esc", t("back")),
        ]
