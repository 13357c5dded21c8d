"""The glyphs that are drawn, as complete sets: `unicode`, `ascii` for every terminal, `emoji`.

Hides: which character stands for what. Suits, frames, arrows and the dot are one cell wide in most
terminals and two in some Chinese ones (East Asian "ambiguous"); there the ascii set is right.
Must not know: colours, widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Symbols:
    """One set.

    Attributes:
        frame: Corners and lines of a pane: top left, top right, bottom left, bottom right,
            horizontal, vertical.
        outline: The same of a card that is drawn in lines.
        block: Edges of a card that is filled with its colour: the corners as above, top edge,
            bottom edge, left edge, right edge; empty where the set has none.
        arrows: How the arrow keys are drawn, by their names; those missing are written out.
        quarter: Upper half block (two colours in a cell), or empty.
        suits: By suit letter.
        total: Stands before a score: never what could be its sign.
        levels: Eight heights of a bar in one cell, the lowest first.
        pictures: Emoji beside words: a colour by its letter, `clock`, `bot`, `host`, `player`.
            Each is two cells wide everywhere: none of them needs a variation selector.
    """

    name: str
    frame: str
    outline: str
    block: str
    quarter: str
    suits: Mapping[str, str]
    back: str
    dot: str
    total: str
    ellipsis: str
    left: str
    right: str
    up: str
    down: str
    arrows: Mapping[str, str]
    full: str
    empty: str
    dash: str
    levels: str
    pictures: Mapping[str, str] = field(default_factory=dict)

    def picture(self, name: str) -> str:
        """Return an emoji and a space after it, where the set has one for this."""
        found = self.pictures.get(name, "")
        return f"{found} " if found else ""


UNICODE: Final = Symbols(
    name="unicode",
    frame="╭╮╰╯─│",
    outline="╭╮╰╯─│",
    block="▗▖▝▘▄▀▐▌",
    quarter="▀",
    suits={"s": "♠", "h": "♥", "d": "♦", "c": "♣"},
    back="░",
    dot="·",
    total="·",
    ellipsis="…",
    left="←",
    right="→",
    up="▲",
    down="▼",
    arrows={"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"},
    full="━",
    empty="─",
    dash="–",
    levels="▁▂▃▄▅▆▇█",
)
ASCII: Final = Symbols(
    name="ascii",
    frame="++++-|",
    outline="..''-|",
    block="",
    quarter="",
    suits={"s": "S", "h": "H", "d": "D", "c": "C"},
    back="/",
    dot="-",
    total="=",
    ellipsis="~",
    left="<-",
    right="->",
    up="^",
    down="v",
    arrows={},
    full="#",
    empty=".",
    dash="-",
    levels="_.:-=+*#",
)
EMOJI: Final = replace(
    UNICODE,
    name="emoji",
    pictures={
        "r": "🟥", "y": "🟨", "g": "🟩", "b": "🟦", "clock": "⏳",
        "bot": "🤖", "host": "👑", "player": "👤",
    },
)  # fmt: skip
SETS: Final[Mapping[str, Symbols]] = {"unicode": UNICODE, "ascii": ASCII, "emoji": EMOJI}

_PLAIN_TERMINALS: Final = frozenset({"linux", "vt100", "vt102", "vt220", "dumb", "ansi"})


def choose(
    wanted: str,
    encoding: str,
    environment: Mapping[str, str],
    cells: Callable[[], int | None] = lambda: None,
) -> Symbols:
    """Return the set asked for; for `auto` the richest that this terminal surely shows.

    Args:
        wanted: Its name, or `auto`.
        encoding: That of the output.
        environment: For TERM.
        cells: Asks the terminal how wide a suit is there; None: it does not say. Only asked where
            the answer matters.
    """
    if wanted in SETS:
        return SETS[wanted]
    utf8 = encoding.lower().replace("-", "") == "utf8"
    if not utf8 or environment.get("TERM", "") in _PLAIN_TERMINALS:
        return ASCII
    return UNICODE if cells() in (None, 1) else ASCII
