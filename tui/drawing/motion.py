"""Cards on their way: which of them an update moves, from where to where, and where each is when.

Hides: how an event becomes a flight, and the steps of one. What has happened is shown at once; a
flight only shows over it how it came about, in few bytes: a chip of some cells, never a card, and
never more than a few at a time. It covers nothing that is written: it goes past that, or is not
seen for a step. Pure. Must not know: Textual, panes, time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from rich.cells import cell_len

from engine.casino import events as casino
from engine.casino.cards import Card as CasinoCard
from engine.game import Seat
from engine.uno import events as uno
from tui.drawing import cards
from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.text import words

STEPS: Final = 4
"""In so many steps a card goes its way."""
PAUSE: Final = 0.07
"""Seconds from one step to the next."""
_LATER: Final = 2
"""Steps after the first card sets out, the next kind does: first played, then drawn."""
_MOST: Final = 3
"""Of what is taken together, so many cards are seen to move."""
_PAST: Final = ((0, 0), (0, -1), (0, 1), (-3, 0), (3, 0), (-3, -1), (3, -1), (-3, 1), (3, 1))
"""Columns and rows beside its way in which a chip goes past what is written, the nearest first."""

Point: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class End:
    """Where a way begins or ends, by what is there: a seat, the stock, the pile, a card.

    Attributes:
        kind: `seat`: its field, or the reader's hand; `stock`, `pile`: of the table; `card`: one
            that lies on the table.
        seat: Whose.
        card: Which; at a seat one of the hand, if it is seen there.
    """

    kind: Literal["seat", "stock", "pile", "card"]
    seat: Seat = -1
    card: Any = None


@dataclass(frozen=True, slots=True)
class Move:
    """A card that an event moves: how it looks, its way, and after how many steps it sets out."""

    text: str
    style: str
    source: End
    target: End
    after: int = 0


@dataclass(frozen=True, slots=True)
class Flight:
    """The same on the screen: the points are columns and rows of the chip's first cell."""

    text: str
    style: str
    source: Point
    target: Point
    after: int = 0

    @property
    def steps(self) -> int:
        """After so many steps it has arrived."""
        return self.after + STEPS

    def at(self, step: int) -> Point | None:
        """Return where it is; None before it sets out and after it has arrived."""
        gone = step - self.after + 1
        if not 0 < gone <= STEPS:
            return None
        (x1, y1), (x2, y2) = self.source, self.target
        return x1 + (x2 - x1) * gone // (STEPS + 1), y1 + (y2 - y1) * gone // (STEPS + 1)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A chip at one moment."""

    x: int
    y: int
    text: str
    style: str

    def draw(self, canvas: Canvas, place: Place) -> None:
        """Draw it on the canvas of the pane it is in where nothing is written; else not at all."""
        if not self.touches(place):
            return  # nor would that pane be painted anew when it is gone
        width = cell_len(self.text)
        for dx, dy in _PAST:
            x, y = self.x - place.x + dx, self.y - place.y + dy
            if _is_free(canvas, x, y, width):
                canvas.put(x, y, self.text, self.style)
                return

    def touches(self, place: Place) -> bool:
        """Tell whether a part of it lies in a pane."""
        across = self.x < place.x + place.width and place.x < self.x + cell_len(self.text)
        return across and place.y <= self.y < place.y + place.height


def _is_free(canvas: Canvas, x: int, y: int, width: int) -> bool:
    """Tell whether so many cells are on the canvas, and nothing that is read stands in them."""
    if not (0 <= y < canvas.height and x >= 0 and x + width <= canvas.width):
        return False
    return all(_is_ground(glyph, style) for glyph, style in canvas.rows[y][x : x + width])


def _is_ground(glyph: str, style: str) -> bool:
    """Tell whether a cell is empty, or part of a frame or of a card without its signs."""
    drawn = style in ("frame", "card.back") or style.startswith("edge.")
    return glyph == " " or (drawn and glyph != "" and not glyph.isalnum())


def sprites(flights: Sequence[Flight], step: int) -> tuple[Sprite, ...]:
    """Return what is to be seen at a step."""
    found: list[Sprite] = []
    for flight in flights:
        if (point := flight.at(step)) is not None:
            found.append(Sprite(*point, flight.text, flight.style))
    return tuple(found)


def moves(events: Sequence[Any]) -> list[Move]:
    """Return what these events move, as the reader may see it."""
    found: list[Move] = []
    for event in events:
        found.extend(_of(event, _LATER if found else 0))
    return found


def _of(event: Any, after: int) -> Iterator[Move]:
    match event:
        case uno.Played(seat, laid):
            top = laid[-1]
            text, style = cards.uno_chip(top)
            source = End("seat", seat, top.bare)
            yield Move(f" {text} ", style, source, End("pile"), after)
        case uno.Drew(seat, drawn, count) if count:
            text, style = f" {count} ", "card.back"
            if len(drawn) == 1:
                text, style = cards.uno_chip(drawn[0])
                text = f" {text} "
            seen = drawn[0] if len(drawn) == 1 else None
            yield Move(text, style, End("stock"), End("seat", seat, seen), after)
        case uno.Swapped(seat, other):
            yield Move(" <> ", "card.back", End("seat", seat), End("seat", other), after)
            yield Move(" <> ", "card.back", End("seat", other), End("seat", seat), after)
        case casino.Trailed(seat, card):
            yield _laid(seat, card, card, after)
        case casino.Built(seat, card, build, _) | casino.Raised(seat, card, _, build, _):
            yield _laid(seat, card, build.handle.card, after)
        case casino.Captured(seat, card, loose, builds):
            taken = [*loose, *[pile.handle.card for pile in builds]]
            for one in taken[:_MOST]:
                yield Move(*_chip(one), End("card", card=one), End("seat", seat), after)
            if taken:
                yield _laid(seat, card, taken[0], after)
        case _:
            pass


def _laid(seat: Seat, card: CasinoCard, on: CasinoCard, after: int) -> Move:
    return Move(*_chip(card), End("seat", seat, card), End("card", card=on), after)


def _chip(card: CasinoCard) -> tuple[str, str]:
    return f" {words.casino_card(card)} ", cards.casino_style(card)
