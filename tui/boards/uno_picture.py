"""UNO drawn: the hand and the middle of the table, as pure functions from what is seen to cells.

Hides: where things stand. Must not know: Textual, the network, what keys do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len

from engine.uno.cards import Card
from engine.uno.state import UnoView
from tui.boards.uno_hint import answering
from tui.drawing import cards
from tui.drawing.canvas import Canvas, clip, padded
from tui.drawing.cards import Box, Pen
from tui.drawing.fan import Fan, fan
from tui.i18n import c, n, t
from tui.text import words


@dataclass(frozen=True, slots=True)
class Hand:
    """What the hand shows.

    Attributes:
        cards: As sorted.
        cursor: The card that stands out; -1 for none.
        marks: The sign under each.
        armed: UNO will be called with the next play.
        title: The line above.
        groups: Before which cards a gap is left, where there is room.
        numbered: A key chooses each card.
    """

    cards: tuple[Card, ...]
    cursor: int
    marks: tuple[str, ...]
    armed: bool
    title: str
    groups: tuple[int, ...] = ()
    numbered: bool = True


def hand(shown: Hand, width: int, height: int, pen: Pen) -> Canvas:
    """Draw the hand: cards where there is room for them, else one row of chips."""
    canvas = Canvas(width, height)
    canvas.put(1, 0, clip(shown.title, width - 2, pen.symbols.ellipsis), "dim")
    card = _card_size(len(shown.cards), width, height)
    if card is not None:
        _cards(canvas, shown, card, pen)
    elif height >= 2:
        _chips(canvas, shown, pen)
    return canvas


def _card_size(count: int, width: int, height: int) -> tuple[int, int] | None:
    """Return the size of the cards; None where there is only room for chips."""
    if height >= 9 and count * 7 <= width:
        return 7, 6
    return (5, 4) if height >= 7 else None


def _spread(
    count: int, cursor: int, width: int, height: int, groups: tuple[int, ...]
) -> tuple[Fan, int]:
    """Return where the cards lie, and how wide they are."""
    size = _card_size(count, width, height)
    if size is None:
        return fan(count, cursor, width - 2, 4, 4, 5, 4, groups), 4
    return fan(count, cursor, width - 2, size[0], 3, size[0] + 1, 4, groups), size[0]


def groups(held: Sequence[Card], by_face: bool) -> tuple[int, ...]:
    """Return where in a sorted hand another colour, or another face, begins."""

    def kind(card: Card) -> str:
        return card.face if by_face else card.colour

    return tuple([i for i in range(1, len(held)) if kind(held[i]) != kind(held[i - 1])])


def card_at(
    count: int, cursor: int, x: int, width: int, height: int, groups: tuple[int, ...] = ()
) -> int | None:
    """Return which card of the hand lies in column `x`."""
    place, card = _spread(count, cursor, width, height, groups)
    return place.at(x - 1, card)


def spot_of(
    index: int, count: int, cursor: int, width: int, height: int, groups: tuple[int, ...]
) -> tuple[int, int] | None:
    """Return where a card of the hand is drawn; None while it is not shown."""
    place, _ = _spread(count, cursor, width, height, groups)
    x = place.x(index)
    return None if x is None else (1 + x, 2 if height >= 7 else 1)


def _cards(canvas: Canvas, shown: Hand, size: tuple[int, int], pen: Pen) -> None:
    """Draw the cards, the one at the cursor lifted by a row, and their signs."""
    width, height = size
    place, _ = _spread(len(shown.cards), shown.cursor, canvas.width, canvas.height, shown.groups)
    for i in range(place.first, place.first + place.shown):
        x = 1 + place.xs[i - place.first]
        lifted = i == shown.cursor
        box = Box(x, 1 if lifted else 2, width, height)
        seen = place.seen(i, width)
        cards.uno_card(canvas, box, shown.cards[i], pen, seen < width)
        if lifted and shown.armed:
            canvas.put(x, 1 + height, clip(t("UNO!"), seen), "accent")
        _sign(canvas, x, height + 2, place.pitch, i, shown)
    cards.hidden(canvas, place.left, place.right, 1 + height // 2)


def _chips(canvas: Canvas, shown: Hand, pen: Pen) -> None:
    """Draw one row of short cards and one of signs."""
    place, _ = _spread(len(shown.cards), shown.cursor, canvas.width, canvas.height, shown.groups)
    for i in range(place.first, place.first + place.shown):
        x = 1 + place.xs[i - place.first]
        text, style = cards.uno_chip(shown.cards[i])
        cell = f"[{text}]" if not pen.filled and cell_len(text) < 3 else f" {text}"
        canvas.put(x, 1, padded(cell, 4), style)
        _sign(canvas, x, 2, place.pitch, i, shown)
    if shown.armed:
        canvas.right(0, t("UNO! ready"), "accent", 1)
    cards.hidden(canvas, place.left, place.right, 1)


def _sign(canvas: Canvas, x: int, y: int, pitch: int, i: int, shown: Hand) -> None:
    """Write the number of a card and whether it can be played; the cursor is `>^<`."""
    mark = shown.marks[i] or " "
    if i == shown.cursor:
        canvas.put(x + (pitch >= 5), y, f">{mark}<", "accent")
        return
    number = str((i + 1) % 10) if i < 10 and shown.numbered else " "
    style = "accent" if mark == "*" else "dim" if mark == " " else "good"
    end = canvas.put(x + (pitch >= 5), y, number, "dim")
    canvas.put(end, y, mark, style)


def hand_title(heading: str, marks: tuple[str, ...], by_face: bool, marked: int) -> str:
    """Return the line above the hand."""
    parts = [heading]
    playable = sum(mark in ("^", "!") for mark in marks)
    if marked:
        parts.append(t("{count} marked", count=marked))
    elif playable:
        parts.append(n("{count} fits", "{count} fit", playable))
    if by_face:
        parts.append(t("by number"))
    return "   ".join(parts)


# --- the middle of the table -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Middle:
    """What lies on the table.

    Attributes:
        clock: The seconds left of `timer`; None when no time runs.
        below: What lies under the top card, the newest first.
    """

    view: UnoView
    clock: int | None
    timer: int
    title: str
    below: tuple[Card, ...] = ()


def table(shown: Middle, width: int, height: int, pen: Pen) -> Canvas:
    """Draw the stock, the top card, the colour in words, what is owed, and the clock."""
    canvas = Canvas(width, height)
    placed = piles(width, height)
    if placed is None:
        _rows(canvas, shown, pen)
        return canvas
    stock, discard = placed
    canvas.frame(pen.symbols.frame, "frame", shown.title)
    below = height - 2 > stock.height
    cards.uno_back(canvas, stock, pen, "" if below else str(shown.view.stock))
    cards.uno_card(canvas, discard, shown.view.top, pen)
    if below:
        left = t("stock {count}", count=shown.view.stock)
        canvas.centre(stock.y + stock.height, left, "dim", stock.x, stock.width)
    _facts(canvas, discard.x + discard.width + 2, discard.y, discard.height, shown, pen)
    return canvas


def piles(width: int, height: int) -> tuple[Box, Box] | None:
    """Return where the stock and the discards lie; None where there is only room for rows."""
    if height < 6 or width < 26:
        return None
    room = height - 2
    big = (7, 5) if room >= 6 else (5, 4)
    if width >= 40 and room >= 9:
        big = (13, 9) if width >= 50 and room >= 16 else (9, 7)
    gap = 3 if width >= 40 else 2
    facts = 14 if width >= 40 else 11
    left = max(2, (width - 2 * big[0] - gap - facts - 2) // 2)
    spare = room - big[1]
    top = 1 + spare // 2 if spare < 2 else 1 + (spare - 1) // 2
    return Box(left, top, *big), Box(left + big[0] + gap - 1, top, *big)


def pile_at(x: int, y: int, width: int, height: int) -> Literal["stock", "top", ""]:
    """Return what lies there: the stock, the top card, or nothing."""
    placed = piles(width, height)
    if placed is None:
        return ("stock" if x >= width // 2 else "top") if y == 0 else ""
    for name, box in zip(("stock", "top"), placed, strict=True):
        if box.x <= x < box.x + box.width and box.y <= y < box.y + box.height:
            return "stock" if name == "stock" else "top"
    return ""


def _facts(canvas: Canvas, x: int, y: int, lines: int, shown: Middle, pen: Pen) -> None:
    """Write the colour, what is owed and the clock beside the cards."""
    view = shown.view
    room = canvas.width - x - 1
    if view.colour:
        picture = pen.symbols.picture(view.colour)
        name = clip(f"{picture}{words.colour(view.colour).upper()}", room - 4)
        canvas.put(x, y, f" {view.colour.upper()} ", f"card.{view.colour}")
        canvas.put(x + 4, y, name, f"ink.{view.colour}")
    else:
        canvas.put(x, y, clip(t("no colour yet"), room), "dim")
    gap, last = 1 if lines > 5 else 0, y + lines - 1
    _under(canvas, x, y + 1 + gap, room, shown.below)
    y += 2 * gap
    if view.pending:
        canvas.put(x, y + 2, clip(t("owed: {count}", count=view.pending), room), "warn")
        canvas.put(x, y + 3, clip(_answers(view, room), room, pen.symbols.ellipsis), "dim")
    elif view.colour_only:
        canvas.put(x, y + 2, clip(t("colour only"), room), "warn")
    if shown.clock is not None:
        cards.clock(canvas, x, last, min(room, 14), shown.clock, shown.timer, pen)


def _answers(view: UnoView, room: int) -> str:
    """Say what answers the penalty: in words, or as the cards say it where those are too long."""
    text = ""
    for name in (words.uno_card, cards.uno_short):
        if found := answering(view, name):
            text = t("or: {cards}", cards=" ".join(found))
        if cell_len(text) <= room:
            break
    return text


def _under(canvas: Canvas, x: int, y: int, room: int, below: Sequence[Card]) -> None:
    """Show in chips what lies below the top card, as many as there is room for."""
    end, label = x + room, c("pile", "on")
    x += cell_len(label) + 1
    for i, card in enumerate(below):
        text, style = cards.uno_chip(card)
        if x + cell_len(text) > end:
            break
        if not i:
            canvas.put(x - cell_len(label) - 1, y, label, "dim")
        x = canvas.put(x, y, text, style) + 1


def _rows(canvas: Canvas, shown: Middle, pen: Pen) -> None:
    """Draw the same in one or two rows, for a very small screen."""
    view = shown.view
    text, style = cards.uno_chip(view.top)
    x = canvas.put(1, 0, t("top "), "dim")
    x = canvas.put(x, 0, f" {text} ", style)
    if view.colour:
        x = canvas.put(x + 1, 0, words.colour(view.colour).upper(), f"ink.{view.colour}")
    if view.pending:
        x = canvas.put(x + 2, 0, t("owed: {count}", count=view.pending), "warn")
    stock = t("stock {count}", count=view.stock)
    if x + cell_len(stock) + 2 < canvas.width:
        canvas.right(0, stock, "dim", 1)
    if shown.clock is not None and canvas.height > 1:
        cards.clock(canvas, 1, 1, min(canvas.width - 2, 20), shown.clock, shown.timer, pen)
