"""Punishments that are open, drawn: as cards where there is room, else in lines.

Hides: how a punishment looks, and how many fit. Its colour is the colour of the UNO card it stands
on, and the letter stands there as well; a hot one says so. Must not know: Textual, what keys do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from engine.king import KingView, Owed, Punishment
from engine.king.cards import card_of
from tui.drawing import cards
from tui.drawing.canvas import Canvas, clip, padded, wrap
from tui.drawing.cards import Box, Pen
from tui.i18n import n, t
from tui.keymap import shown as shown_key
from tui.room import Room
from tui.text.say_king import text
from tui.text.words import opening

_LINES: Final = 3
"""Lines of text that a punishment takes at most."""
_WIDEST: Final = 76
_INDENT: Final = 6
_TWO_COLUMNS: Final = 100


@dataclass(frozen=True, slots=True)
class _Shape:
    """One way to draw them: how many side by side, how wide each is, as cards or in lines."""

    columns: int
    width: int
    boxed: bool

    def height(self, room: Room, one: Owed) -> int:
        """Return the rows that one takes."""
        if self.boxed:
            return 3 + len(_text(one, self.width - 4))
        return len(_beside(room, one, self.width))

    def heights(self, room: Room, shown: Sequence[Owed]) -> list[int]:
        """Return the height of each row of them."""
        each = [self.height(room, one) for one in shown]
        return [max(each[at : at + self.columns]) for at in range(0, len(each), self.columns)]

    def fitting(self, height: int, room: Room, shown: Sequence[Owed]) -> int:
        """Return how many fit, the first in any case; what is left out takes a row to say so."""
        heights = self.heights(room, shown)
        if sum(heights) <= height:
            return len(shown)
        fit = 1
        while sum(heights[: fit + 1]) < height:
            fit += 1
        return fit * self.columns


def _shape(width: int, count: int, boxed: bool) -> _Shape:
    columns = 2 if boxed and width >= _TWO_COLUMNS and count > 1 else 1
    room = (width - 2 - 2 * (columns - 1)) // columns
    return _Shape(columns, min(room, _WIDEST) if boxed else room, boxed)


def ordered(room: Room) -> list[Owed]:
    """Return what is open: the own one first, then what this player may settle, then the rest."""
    king: KingView | None = room.king
    if king is None:
        return []
    mine = king.settled_by(room.me)
    return sorted(king.owed, key=lambda one: (one.seat != room.me, one not in mine, one.seat))


def rows(width: int, room: Room, boxed: bool) -> int:
    """Return how many rows they take, all of them, as cards or in lines."""
    shown = ordered(room)
    return sum(_shape(width, len(shown), boxed).heights(room, shown))


def panel(width: int, height: int, room: Room, pen: Pen) -> Canvas:
    """Draw them as cards where all fit so, else in lines; where not even these, say so."""
    shown = ordered(room)
    boxed = rows(width, room, boxed=True) <= height
    shape = _shape(width, len(shown), boxed)
    canvas = _draw_all(width, height, shape, shown, room, pen)
    if rows(width, room, boxed) > height:
        _note(
            canvas,
            n(
                "{key} shows the punishment",
                "{key} shows all {count} punishments",
                len(shown),
                key=shown_key("king"),
            ),
        )
    return canvas


def shelf(width: int, height: int, room: Room, pen: Pen, first: int) -> Canvas:
    """Draw them as cards, from `first` on; what is left out is counted."""
    shown = ordered(room)[first:]
    shape = _shape(width, len(shown), True)
    canvas = _draw_all(width, height, shape, shown, room, pen)
    if left := len(shown) - shape.fitting(height, room, shown):
        _note(canvas, n("{count} more punishment ...", "{count} more punishments ...", left))
    return canvas


def _note(canvas: Canvas, text: str) -> None:
    canvas.fill(0, canvas.height - 1, canvas.width, 1, "")
    canvas.put(1, canvas.height - 1, clip(text, canvas.width - 2), "accent")


def last_first(width: int, height: int, room: Room) -> int:
    """Return from where on all the rest are on a shelf of this size."""
    shown = ordered(room)
    for first in range(len(shown)):
        rest = shown[first:]
        if _shape(width, len(rest), True).fitting(height, room, rest) == len(rest):
            return first
    return max(0, len(shown) - 1)


def _draw_all(
    width: int, height: int, shape: _Shape, shown: Sequence[Owed], room: Room, pen: Pen
) -> Canvas:
    canvas = Canvas(width, height)
    fit = shape.fitting(height, room, shown)
    y = 0
    for at in range(0, fit, shape.columns):
        row = shown[at : at + shape.columns]
        for column, one in enumerate(row):
            _draw(canvas, 1 + column * (shape.width + 2), y, shape, one, room, pen)
        y += max([shape.height(room, one) for one in row], default=0)
    return canvas


def _text(one: Owed, width: int) -> list[str]:
    """Return the text in lines; a longer one than fits is cut."""
    lines = wrap(text(one.card), max(8, width))
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], clip(" ".join(lines[_LINES - 1 :]), width, "~")]
    return lines


def corner(one: Punishment) -> str:
    """Return what stands in the card's corner: `R5`, `GS`; a table's own has a star."""
    card = card_of(one.name)
    return "*" if card is None else cards.uno_short(card)


def tint(one: Punishment) -> str:
    """Return the colour letter it is drawn in."""
    card = card_of(one.name)
    return "k" if card is None else cards.uno_tint(card)


def _hot() -> str:
    """Return the chilli mark: a word, since no sign for it is of one width everywhere."""
    return t("HOT")


def _beside(room: Room, one: Owed, width: int) -> list[str]:
    """Return the text in lines, the first of which leaves room for name and mark."""
    taken = cell_len(_name(room, one)) + 1 + (cell_len(_hot()) + 1 if one.card.hot else 0)
    lines = wrap(f"{'.' * taken} {text(one.card)}", width - _INDENT)
    lines[0] = lines[0].replace("." * taken, " " * taken, 1)
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], clip(lines[_LINES - 1] + "~", width - _INDENT, "~")]
    return lines


def _name(room: Room, one: Owed) -> str:
    return clip(opening(room.name_of(one.seat)), 12)


def _draw(canvas: Canvas, x: int, y: int, shape: _Shape, one: Owed, room: Room, pen: Pen) -> None:
    if shape.boxed:
        _card(canvas, Box(x, y, shape.width, shape.height(room, one)), one, room, pen)
    else:
        _line(canvas, x, y, shape, one, room)


def _card(canvas: Canvas, box: Box, one: Owed, room: Room, pen: Pen) -> None:
    """Draw it as a card: whose it is and the mark on top, the text below."""
    hue = tint(one.card)
    face = f"card.{hue}"
    cards.card_box(canvas, box, f"edge.{hue}", face, pen)
    left, right = box.x + 2, box.x + box.width - 2
    end = canvas.put(left, box.y + 1, corner(one.card), face)
    name = opening(room.name_of(one.seat))
    canvas.put(end + 2, box.y + 1, clip(name, right - end - 10), face)
    if one.card.hot:
        mark = f" {_hot()} "
        canvas.put(right - cell_len(mark), box.y + 1, mark, "hot")
    for line, words in enumerate(_text(one, box.width - 4), start=2):
        canvas.put(left, box.y + line, words, face)


def _line(canvas: Canvas, x: int, y: int, shape: _Shape, one: Owed, room: Room) -> None:
    """Draw it in lines: the corner as a chip, the name, the mark, then the text."""
    chip = f" {corner(one.card)} "
    canvas.put(x, y, padded(chip, 5), f"card.{tint(one.card)}")
    style = "strong" if one.seat == room.me else "accent"
    end = canvas.put(x + _INDENT, y, _name(room, one), style)
    if one.card.hot:
        canvas.put(end + 1, y, _hot(), "warn")
    text_style = style if style == "strong" else ""
    lines = _beside(room, one, shape.width)
    seen = canvas.height - 1 - y  # the last row says what is left out
    if len(lines) > seen + 1:
        lines[seen - 1] = clip(lines[seen - 1] + "~", shape.width - _INDENT, "~")
    for line, words in enumerate(lines):
        start = len(words) - len(words.lstrip())
        canvas.put(x + _INDENT + start, y + line, words.lstrip(), text_style)
