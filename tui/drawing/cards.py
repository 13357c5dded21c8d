"""How one card is drawn, at any size: UNO cards, their back, Casino cards, builds.

Hides: the shape of a card. Filled with its colour where the symbols have half blocks and the
palette has colours, in lines elsewhere; the letter of the colour stands on it in either case.
Must not know: games in progress, hands, whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len

from tui.drawing.canvas import Canvas, clip
from tui.drawing.symbols import Symbols
from tui.text import labels, words

if TYPE_CHECKING:
    from engine.uno.cards import Card as UnoCard


@dataclass(frozen=True, slots=True)
class Pen:
    """What a picture is drawn with. `filled`: cards are filled instead of drawn in lines."""

    symbols: Symbols
    filled: bool

    @property
    def solid(self) -> bool:
        """Half blocks can be used for edges."""
        return self.filled and bool(self.symbols.block)


@dataclass(frozen=True, slots=True)
class Box:
    """Where a card is drawn: column, row, width, height."""

    x: int
    y: int
    width: int
    height: int


def card_box(canvas: Canvas, box: Box, edge: str, face: str, pen: Pen) -> None:
    """Draw an empty card."""
    x, y, w, h = box.x, box.y, box.width, box.height
    if pen.solid:
        tl, tr, bl, br, top, bottom, left, right = list(pen.symbols.block)
    else:
        tl, tr, bl, br, top, left = list(pen.symbols.outline)
        bottom, right = top, left
    canvas.put(x, y, tl + top * (w - 2) + tr, edge)
    for line in range(y + 1, y + h - 1):
        canvas.put(x, line, left, edge)
        canvas.put(x + 1, line, " " * (w - 2), face)
        canvas.put(x + w - 1, line, right, edge)
    canvas.put(x, y + h - 1, bl + bottom * (w - 2) + br, edge)


def uno_tint(card: UnoCard) -> str:
    """Return the colour letter a card is drawn in; `k` for a black one without a colour."""
    return card.colour or "k"


def uno_corner(card: UnoCard) -> str:
    """Return what stands in the corner: the letter of the colour, `W`, `W+4`."""
    if card.colour and not card.black:
        return card.colour.upper()
    return labels.wild_four() if card.face == "w+4" else labels.wild()


def uno_card(canvas: Canvas, box: Box, card: UnoCard, pen: Pen, narrow: bool = False) -> None:
    """Draw a card. `narrow`: only its left edge will be seen, so the face goes to the left."""
    tint = uno_tint(card)
    face = f"card.{tint}"
    card_box(canvas, box, f"edge.{tint}", face, pen)
    x, y, inner, lines = box.x + 1, box.y + 1, box.width - 2, box.height - 2
    corner = uno_corner(card)
    if narrow:
        corner = labels.wild() if card.black else corner
        canvas.put(x, y, corner, face)
        if lines > 1:
            text = "" if card.face == "w" and card.black else labels.face(card.face, 2)
            canvas.put(x, y + 1, text, face)
        return
    canvas.put(x, y, corner, face)
    middle = y + lines // 2
    if card.black and not card.colour:
        _wild(canvas, x, middle, inner, pen)
    elif card.black:
        word = words.colour(card.colour).upper()
        word = word if cell_len(word) <= inner else card.colour.upper()
        canvas.centre(middle, word, face, x, inner)
    else:
        canvas.centre(middle, labels.face(card.face, inner), face, x, inner)
    if lines >= 3:
        last = card.colour.upper() if card.colour else corner
        canvas.put(x + inner - cell_len(last), y + lines - 1, last, face)


def _wild(canvas: Canvas, x: int, y: int, inner: int, pen: Pen) -> None:
    """Draw the four colours, two in each cell."""
    if not pen.filled or not pen.symbols.quarter:
        canvas.centre(y, "*", "card.k", x, inner)
        return
    each = max(1, (inner - 1) // 2)
    start = x + (inner - 2 * each + 1) // 2
    canvas.put(start, y, pen.symbols.quarter * each, "quad.rb")
    canvas.put(start + each, y, pen.symbols.quarter * each, "quad.yg")


def uno_back(canvas: Canvas, box: Box, pen: Pen, label: str = "") -> None:
    """Draw the back of a card; `label`: what stands on it instead of the name of the game."""
    card_box(canvas, box, "edge.back", "card.back", pen)
    for line in range(1, box.height - 1):
        canvas.put(box.x + 1, box.y + line, pen.symbols.back * (box.width - 2), "card.back")
    if box.width >= 5:
        canvas.centre(box.y + box.height // 2, label or "UNO", "card.logo", box.x, box.width)


def uno_short(card: UnoCard) -> str:
    """Return a card in a few cells: `R5`, `GS`, `W+4`."""
    return uno_corner(card) + ("" if card.black else labels.face(card.face, 2))


def uno_chip(card: UnoCard) -> tuple[str, str]:
    """Return a card in one row of cells, and its style."""
    return uno_short(card), f"card.{uno_tint(card)}"


def casino_style(card: words.Suited) -> str:
    """Return the style of a card's ink on paper."""
    return "paper.red" if card.suit in "hd" else "paper.black"


def casino_card(canvas: Canvas, box: Box, card: words.Suited, pen: Pen) -> None:
    """Draw a card: rank and suit in the corner, the suit again where there is room."""
    style = casino_style(card)
    card_box(canvas, box, "edge.paper", style, pen)
    x, y, inner, lines = box.x + 1, box.y + 1, box.width - 2, box.height - 2
    suit = pen.symbols.suits[card.suit]
    rank = words.casino_rank(card)
    canvas.put(x, y, rank + (suit if lines == 1 or inner < 3 else ""), style)
    if lines == 2:
        canvas.put(x + inner - 1, y + 1, suit, style)
    elif lines >= 3:
        canvas.centre(y + lines // 2, suit, style, x, inner)
        canvas.put(x + inner - len(rank), y + lines - 1, rank, style)


def build_pile(canvas: Canvas, box: Box, head: str, text: str, own: bool, pen: Pen) -> None:
    """Draw a build: its value, and what it is made of."""
    name = "own" if own else "build"
    card_box(canvas, box, f"edge.{name}", name, pen)
    inner = box.width - 2
    if box.height - 2 == 1:
        canvas.put(box.x + 1, box.y + 1, clip(f"{head} {text}", inner, pen.symbols.ellipsis), name)
        return
    canvas.put(box.x + 1, box.y + 1, clip(head, inner), name)
    canvas.put(box.x + 1, box.y + 2, clip(text, inner, pen.symbols.ellipsis), name)
    if box.height - 2 >= 3:
        canvas.put(box.x + 1 + inner - cell_len(head), box.y + box.height - 2, head, name)


def hidden(canvas: Canvas, left: int, right: int, y: int) -> None:
    """Say how many cards lie outside the window of a hand."""
    if left:
        canvas.put(1, y, f"<{left}", "accent")
    if right:
        canvas.right(y, f"{right}>", "accent", 1)


def _time(seconds: int, pen: Pen) -> str:
    return f"{pen.symbols.picture('clock')}{seconds // 60}:{seconds % 60:02}"


def clock_width(seconds: int, pen: Pen) -> int:
    """Return how wide a clock without a bar is drawn."""
    return cell_len(_time(seconds, pen))


def clock(canvas: Canvas, x: int, y: int, room: int, seconds: int, timer: int, pen: Pen) -> None:
    """Draw the time that is left, of `timer`, in `room` columns: with a bar where it fits."""
    text = _time(seconds, pen)
    style = "warn" if seconds <= 10 else "dim"
    bar = room - cell_len(text) - 1
    if bar < 4 or timer <= 0:
        canvas.put(x, y, f"{text:>{room - cell_len(text) + len(text)}}", style)
        return
    full = min(bar, -(-bar * seconds // timer))
    canvas.put(x, y, pen.symbols.full * full, style)
    canvas.put(x + full, y, pen.symbols.empty * (bar - full), "frame")
    canvas.put(x + bar + 1, y, text, style)
