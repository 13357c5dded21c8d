"""From one style to the next in as few bytes as the terminal needs.

Hides: SGR codes. Textual says every style whole and takes it back after every run; a table is drawn
in short runs, and most of them differ from the one before in one colour. Must not know: what is
written, where.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

RESET: Final = "\x1b[0m"
_SENTINEL: Final = "x"
_WHOLE: Final = re.compile(r"\x1b\[([0-9;]*)mx\x1b\[0m")
_COLOUR: Final = re.compile(
    r"(?P<ink>38;5;\d+|38;2;\d+;\d+;\d+|3[0-79]|9[0-7])|"
    r"(?P<ground>48;5;\d+|48;2;\d+;\d+;\d+|4[0-79]|10[0-7])|(?P<other>\d+)"
)


@dataclass(frozen=True, slots=True)
class Look:
    """A style as codes: the colours, and what else there is, like bold."""

    ink: str = ""
    ground: str = ""
    others: frozenset[str] = field(default=frozenset())


PLAIN: Final = Look()


@lru_cache(maxsize=1024)
def look(style: Style, system: ColorSystem) -> Look | None:
    """Return what a style is on a terminal; None where it is more than codes (a link)."""
    whole = Strip.render_style(style, _SENTINEL, color_system=system)
    if whole == _SENTINEL:
        return PLAIN
    match = _WHOLE.fullmatch(whole)
    if match is None:
        return None
    ink = ground = ""
    others: set[str] = set()
    for code in _COLOUR.finditer(match[1]):
        ink = code["ink"] or ink
        ground = code["ground"] or ground
        others.update([code["other"]] if code["other"] else [])
    return Look(ink, ground, frozenset(others))


def change(old: Look, new: Look) -> str:
    """Return what leads from one look to the other."""
    lost = old.others - new.others or (old.ink and not new.ink) or (old.ground and not new.ground)
    if new == PLAIN:
        return RESET if old != PLAIN else ""
    if lost:
        codes = ["0", *sorted(new.others), new.ink, new.ground]
    else:
        codes = [
            *sorted(new.others - old.others),
            new.ink if new.ink != old.ink else "",
            new.ground if new.ground != old.ground else "",
        ]
    written = ";".join([code for code in codes if code])
    return f"\x1b[{written}m" if written else ""
