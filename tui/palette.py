"""What the style names on a canvas look like, in 256 colours, in 16, and without colour.

Hides: the colours. All are exact xterm-256 values, so they are the same with and without
truecolour; the four of UNO stay apart in 16 colours and for colour-blind eyes. Without colour cards
are drawn in lines (`filled` is off) and weight alone tells things apart. Must not know: games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.style import Style

# Numbers of the xterm palette: 231 #ffffff, 255 #eeeeee, 233 #121212, 236 #303030, 160 #d70000,
# 227 #ffff5f, 78 #5fd787, 63 #5f5fff. They cost half the bytes of the same colours in hex.
_INK: Final = "color(255)"
_GROUND: Final = "color(233)"
_FELT: Final = "color(234)"
_PAPER: Final = "color(255)"
_RED, _YELLOW, _GREEN, _BLUE = "color(160)", "color(227)", "color(78)", "color(63)"
_BLACK: Final = "color(238)"
_BACK: Final = "color(236)"

_FULL: Final[Mapping[str, str]] = {
    "": f"{_INK} on {_GROUND}",
    "dim": f"color(245) on {_GROUND}",
    "strong": f"bold color(231) on {_GROUND}",
    "accent": f"bold color(221) on {_GROUND}",
    "warn": f"bold color(209) on {_GROUND}",
    "good": f"color(78) on {_GROUND}",
    "title": "bold color(231) on color(236)",
    "titledim": "color(250) on color(236)",
    "frame": f"color(240) on {_GROUND}",
    "mine": "bold color(233) on color(221)",
    "ask": "bold color(233) on color(153)",
    "key": f"bold color(221) on {_GROUND}",
    "chosen": "bold color(233) on color(221)",
    "hot": "bold color(231) on color(88)",
    # a card's face, its edge on the ground, and its colour as text
    "card.r": f"bold color(231) on {_RED}",
    "card.y": f"bold color(233) on {_YELLOW}",
    "card.g": f"bold color(233) on {_GREEN}",
    "card.b": f"bold color(231) on {_BLUE}",
    "card.k": f"bold color(231) on {_BLACK}",
    "card.back": f"color(245) on {_BACK}",
    "card.logo": f"bold color(227) on {_BACK}",
    "card.gone": f"color(245) on {_BACK}",
    "edge.r": f"{_RED} on {_GROUND}",
    "edge.y": f"{_YELLOW} on {_GROUND}",
    "edge.g": f"{_GREEN} on {_GROUND}",
    "edge.b": f"{_BLUE} on {_GROUND}",
    "edge.k": f"{_BLACK} on {_GROUND}",
    "edge.back": f"{_BACK} on {_GROUND}",
    "quad.rb": f"{_RED} on {_BLUE}",
    "quad.yg": f"{_YELLOW} on {_GREEN}",
    "ink.r": f"bold color(203) on {_GROUND}",
    "ink.y": f"bold {_YELLOW} on {_GROUND}",
    "ink.g": f"bold {_GREEN} on {_GROUND}",
    "ink.b": f"bold color(105) on {_GROUND}",
    # Casino: paper cards with red and black ink; builds on cream, the own ones on gold
    "paper.red": f"bold {_RED} on {_PAPER}",
    "paper.black": f"bold color(233) on {_PAPER}",
    "edge.paper": f"{_PAPER} on {_GROUND}",
    "build": "bold color(233) on color(153)",
    "edge.build": f"color(153) on {_GROUND}",
    "own": "bold color(233) on color(221)",
    "edge.own": f"color(221) on {_GROUND}",
    "suit.red": f"bold color(203) on {_GROUND}",
    "suit.black": f"bold color(231) on {_GROUND}",
}

_SIXTEEN: Final[Mapping[str, str]] = {
    "": "default on default",
    "dim": "bright_black on default",
    "strong": "bold bright_white on default",
    "accent": "bold bright_yellow on default",
    "warn": "bold bright_red on default",
    "good": "bright_green on default",
    "title": "bold bright_white on bright_black",
    "titledim": "white on bright_black",
    "frame": "bright_black on default",
    "mine": "bold black on bright_yellow",
    "ask": "bold black on bright_cyan",
    "key": "bold bright_yellow on default",
    "chosen": "bold black on bright_yellow",
    "hot": "bold bright_white on black",
    "card.r": "bold bright_white on red",
    "card.y": "bold black on bright_yellow",
    "card.g": "bold black on bright_green",
    "card.b": "bold bright_white on bright_blue",
    "card.k": "bold bright_white on bright_black",
    "card.back": "white on bright_black",
    "card.logo": "bold bright_yellow on bright_black",
    "card.gone": "white on bright_black",
    "edge.r": "red on default",
    "edge.y": "bright_yellow on default",
    "edge.g": "bright_green on default",
    "edge.b": "bright_blue on default",
    "edge.k": "bright_black on default",
    "edge.back": "bright_black on default",
    "quad.rb": "red on bright_blue",
    "quad.yg": "bright_yellow on bright_green",
    "ink.r": "bold bright_red on default",
    "ink.y": "bold bright_yellow on default",
    "ink.g": "bold bright_green on default",
    "ink.b": "bold bright_blue on default",
    "paper.red": "bold red on white",
    "paper.black": "bold black on white",
    "edge.paper": "white on default",
    "build": "bold black on bright_cyan",
    "edge.build": "bright_cyan on default",
    "own": "bold black on bright_yellow",
    "edge.own": "bright_yellow on default",
    "suit.red": "bold bright_red on default",
    "suit.black": "bold bright_white on default",
}

_BOLD: Final = frozenset({"strong", "accent", "warn", "title", "key", "own"})
_REVERSED: Final = frozenset({"mine", "ask", "chosen", "hot"})


@dataclass(frozen=True, slots=True)
class Palette:
    """Styles by name. `filled`: cards are filled with their colour instead of drawn in lines."""

    name: str
    styles: Mapping[str, Style]
    filled: bool


def _parsed(texts: Mapping[str, str]) -> dict[str, Style]:
    return {name: Style.parse(text) for name, text in texts.items()}


def _plain(name: str) -> str:
    if name in _REVERSED:
        return "reverse"
    return "bold" if name in _BOLD or name.startswith(("card.", "ink.")) else "none"


def full() -> Palette:
    """Return the palette for 256 colours and truecolour."""
    return Palette("full", _parsed(_FULL), True)


def sixteen() -> Palette:
    """Return the palette for 16 colours; needs an ANSI theme, or the names are sent mapped."""
    return Palette("sixteen", _parsed(_SIXTEEN), True)


def mono() -> Palette:
    """Return the palette without colours."""
    return Palette("mono", {name: Style.parse(_plain(name)) for name in _FULL}, False)
