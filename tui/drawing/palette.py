"""What the style names on a canvas look like: in a theme of 256 colours, in 16, and without colour.

Hides: the colours. All are exact xterm-256 values, so they are the same with and without
truecolour; the four of UNO stay apart in 16 colours and for colour-blind eyes. Without colour cards
are drawn in lines (`filled` is off) and weight alone tells things apart. Must not know: games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.style import Style


def hex_of(number: int) -> str:
    """Return what a number of the xterm palette from 16 on looks like: `#5f5fff`."""
    if number >= 232:
        red = green = blue = 8 + 10 * (number - 232)
    else:
        steps = (0, 95, 135, 175, 215, 255)
        red, green, blue = (steps[(number - 16) // by % 6] for by in (36, 6, 1))
    return f"#{red:02x}{green:02x}{blue:02x}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """A theme in numbers of the xterm palette. They cost half the bytes of the same colours in hex.

    The four fills of UNO were chosen by the distances that are left between them for eyes that
    lack one kind of cone; `tests/tui/test_palette.py` measures that, and every contrast.

    Attributes:
        fills: Red, yellow, green, blue as a card's face; `over`: what is written on them.
        edges: The same as the line around the card.
        inks: The same as text on the ground; None where no four inks could be told apart there,
            and the word stands on its fill.
        chip, ask, hot: Grounds of what stands out: the cursor, a question, an alarm.
        paper: The face of a Casino card; `pips`: red and black on it, `suits`: on the ground.
    """

    ground: int
    ink: int
    dim: int
    strong: int
    accent: int
    warn: int
    good: int
    key: int
    frame: int
    bar: tuple[int, int, int]
    chip: tuple[int, int]
    ask: tuple[int, int]
    hot: tuple[int, int] = (231, 88)
    fills: tuple[int, int, int, int] = (160, 227, 78, 63)
    over: tuple[int, int, int, int] = (231, 233, 233, 231)
    edges: tuple[int, int, int, int] = (160, 227, 78, 63)
    inks: tuple[int, int, int, int] | None
    black: tuple[int, int] = (231, 238)
    black_edge: int = 238
    back: tuple[int, int]
    back_edge: int
    logo: int = 227
    paper: int = 255
    paper_edge: int = 255
    pips: tuple[int, int] = (160, 233)
    suits: tuple[int, int]
    build: tuple[int, int] = (233, 153)
    build_edge: int = 153
    own: tuple[int, int] = (233, 221)
    own_edge: int = 221

    def styles(self) -> dict[str, str]:
        """Return the styles by name, as Rich writes them."""

        def on(ink: int, ground: int = self.ground, weight: str = "bold ") -> str:
            return f"{weight}color({ink}) on color({ground})"

        bar, bar_ink, bar_dim = self.bar
        red, yellow, green, blue = self.fills
        found = {
            "": on(self.ink, weight=""),
            "dim": on(self.dim, weight=""),
            "strong": on(self.strong),
            "accent": on(self.accent),
            "warn": on(self.warn),
            "good": on(self.good, weight=""),
            "title": on(bar_ink, bar),
            "titledim": on(bar_dim, bar, ""),
            "frame": on(self.frame, weight=""),
            "mine": on(*self.chip),
            "ask": on(*self.ask),
            "key": on(self.key),
            "chosen": on(*self.chip),
            "hot": on(*self.hot),
            "card.k": on(*self.black),
            "card.back": on(*self.back, ""),
            "card.logo": on(self.logo, self.back[1]),
            "card.gone": on(*self.back, ""),
            "edge.k": on(self.black_edge, weight=""),
            "edge.back": on(self.back_edge, weight=""),
            "quad.rb": on(red, blue, ""),
            "quad.yg": on(yellow, green, ""),
            "paper.red": on(self.pips[0], self.paper),
            "paper.black": on(self.pips[1], self.paper),
            "edge.paper": on(self.paper_edge, weight=""),
            "build": on(*self.build),
            "edge.build": on(self.build_edge, weight=""),
            "own": on(*self.own),
            "edge.own": on(self.own_edge, weight=""),
            "suit.red": on(self.suits[0]),
            "suit.black": on(self.suits[1]),
        }
        for i, colour in enumerate("rygb"):
            found[f"card.{colour}"] = on(self.over[i], self.fills[i])
            found[f"edge.{colour}"] = on(self.edges[i], weight="")
            fill = found[f"card.{colour}"]
            found[f"ink.{colour}"] = on(self.inks[i]) if self.inks else fill
        return found


DARK: Final = Scheme(
    ground=233, ink=255, dim=245, strong=231, accent=221, warn=209, good=78, key=221, frame=240,
    bar=(236, 231, 250), chip=(233, 221), ask=(233, 153), inks=(196, 227, 78, 105),
    back=(250, 236), back_edge=236, suits=(203, 231),
)  # fmt: skip
LIGHT: Final = Scheme(
    ground=255, ink=233, dim=240, strong=16, accent=94, warn=124, good=22, key=25, frame=246,
    bar=(252, 16, 238), chip=(231, 25), ask=(231, 55), hot=(231, 124), inks=None,
    edges=(160, 178, 71, 63), back=(255, 240), back_edge=240, paper=231, paper_edge=249,
    suits=(160, 16), build_edge=67, own_edge=136,
)  # fmt: skip
HIGH_CONTRAST: Final = Scheme(
    ground=16, ink=231, dim=252, strong=231, accent=227, warn=217, good=120, key=227, frame=231,
    bar=(231, 16, 16), chip=(16, 226), ask=(16, 51), fills=(124, 226, 114, 19),
    over=(231, 16, 16, 231), edges=(231, 231, 231, 231), inks=(217, 227, 120, 153),
    black=(231, 16), black_edge=231, back=(231, 236), back_edge=231, paper=231, paper_edge=231,
    pips=(88, 16), suits=(217, 231), build=(16, 153), own=(16, 221),
)  # fmt: skip
SCHEMES: Final[Mapping[str, Scheme]] = {
    "dark": DARK,
    "light": LIGHT,
    "high-contrast": HIGH_CONTRAST,
}

# On the terminal's own ground, light or dark, only inks that are seen on both.
_SIXTEEN: Final[Mapping[str, str]] = {
    "": "default on default",
    "dim": "bright_black on default",
    "strong": "bold default on default",
    "accent": "bold magenta on default",
    "warn": "bold red on default",
    "good": "green on default",
    "title": "bold bright_white on bright_black",
    "titledim": "white on bright_black",
    "frame": "bright_black on default",
    "mine": "bold black on bright_yellow",
    "ask": "bold black on bright_cyan",
    "key": "bold magenta on default",
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
    "ink.r": "bold bright_white on red",
    "ink.y": "bold black on bright_yellow",
    "ink.g": "bold black on bright_green",
    "ink.b": "bold bright_white on bright_blue",
    "paper.red": "bold red on white",
    "paper.black": "bold black on white",
    "edge.paper": "white on default",
    "build": "bold black on bright_cyan",
    "edge.build": "bright_cyan on default",
    "own": "bold black on bright_yellow",
    "edge.own": "bright_yellow on default",
    "suit.red": "bold red on default",
    "suit.black": "bold default on default",
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


def full(theme: str = "dark") -> Palette:
    """Return a theme's palette for 256 colours and truecolour."""
    return Palette(theme, _parsed(SCHEMES[theme].styles()), True)


def sixteen() -> Palette:
    """Return the palette for 16 colours; needs an ANSI theme, or the names are sent mapped."""
    return Palette("ansi", _parsed(_SIXTEEN), True)


def mono() -> Palette:
    """Return the palette without colours."""
    return Palette("mono", {name: Style.parse(_plain(name)) for name in _SIXTEEN}, False)
