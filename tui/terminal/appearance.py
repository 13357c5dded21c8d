"""How everything looks, from the settings and what the terminal can do: palette, symbols, theme.

Hides: which theme of Textual goes with which palette, and how its own colours are held back. Must
not know: screens, where settings come from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from textual.theme import Theme

from tui.drawing import palette
from tui.drawing.cards import Pen
from tui.drawing.palette import SCHEMES, Palette, hex_of
from tui.drawing.symbols import SETS, Symbols
from tui.settings import Settings

Depth: TypeAlias = Literal["none", "16", "256"]
"""Colours: none, the 16 of the terminal, or at least the xterm palette."""

ANSI: Final = "ansi-dark"
"""Textual's theme that leaves the 16 colours, and the lack of any, as they are."""


@dataclass(frozen=True, slots=True)
class Look:
    """What to draw with.

    Attributes:
        theme: Textual's theme.
    """

    palette: Palette
    pen: Pen
    theme: str


def themes() -> list[Theme]:
    """Return Textual's themes for ours: it draws the ground and the line to type into."""
    return [
        Theme(
            name=_named(name),
            primary=hex_of(scheme.accent),
            background=hex_of(scheme.ground),
            foreground=hex_of(scheme.ink),
            surface=hex_of(scheme.bar[0] if scheme.ground != 16 else 236),
            dark=scheme.ground < 244,
        )
        for name, scheme in SCHEMES.items()
    ]


def _named(theme: str) -> str:
    return f"cardtui-{theme}"


def look(settings: Settings, can: Depth, automatic: Symbols) -> Look:
    """Return what to draw with.

    Args:
        settings: The player's.
        can: What the terminal says of its colours.
        automatic: The symbols for `auto`.
    """
    depth = depth_of(settings, can)
    symbols = SETS.get(settings.symbols, automatic)
    if depth == "none":
        worn, theme = palette.mono(), ANSI
    elif depth == "16" or settings.theme == "ansi":
        worn, theme = palette.sixteen(), ANSI
    else:
        worn, theme = palette.full(settings.theme), _named(settings.theme)
    return Look(worn, Pen(symbols, worn.filled), theme)


def depth_of(settings: Settings, can: Depth) -> Depth:
    """Return how many colours there are to be."""
    match settings.colors:
        case "never":
            return "none"
        case "16":
            return "16"
        case "256":
            return "256"
        case _:
            return can
