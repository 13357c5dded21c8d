"""What stands on an UNO card, in as many cells as there are: the word the log has for it, or less.

Hides: which short form fits. Each language has its own, so that the card and the sentence about it
match: a Chinese card says the first letter of its word, two cells wide in every terminal. The signs
of printed cards are not used: fonts draw them one cell wide or two, and no sentence says them. The
symbol set changes nothing: a terminal that shows the sentences shows their words on cards as well.
Must not know: colours, the shape of a card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from rich.cells import cell_len

from tui.i18n import c
from tui.text import words

_Forms: TypeAlias = tuple[str, ...]

_FORMS: Final[Mapping[str, Callable[[], _Forms]]] = {
    "s": lambda: (words.face("s"), c("card", "Skp"), c("card", "S")),
    "r": lambda: (words.face("r"), c("card", "Rev"), c("card", "R")),
    "w": lambda: (words.face("w"), c("card", "Wld"), c("card", "W")),
}


def face(name: str, room: int) -> str:
    """Return what stands for a face in `room` cells: `Reverse`, `Rev`, `R`; a number is itself."""
    if name not in _FORMS:
        return words.face(name)
    forms = _FORMS[name]()
    return next((form for form in forms if cell_len(form) <= room), forms[-1])


def wild() -> str:
    """Return what stands in the corner of a Wild."""
    return face("w", 2)


def wild_four() -> str:
    """Return what stands in the corner of a +4."""
    return c("card", "W+4")
