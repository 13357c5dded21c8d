"""Casino drawn: the hand and the things on the table, as pure functions to cells.

Hides: where things stand, and that they shrink to chips when there are many. Must not know:
Textual, what keys do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from engine.casino.cards import Card
from engine.casino.state import BuildPile
from tui.drawing import cards
from tui.drawing.canvas import Canvas, clip
from tui.drawing.cards import Box, Pen
from tui.drawing.fan import Fan, fan
from tui.i18n import t
from tui.text import words

_TALL: Final = 14
"""Rows from which on the table shows larger cards."""
_COUNT: Final = 5
"""Columns for the count of things outside the window, where there is no frame to write it on."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing on the table as it is drawn.

    Attributes:
        label: The key that marks it; empty where none does.
        owner: Whose build it is, as shown.
        own: It is the player's own build.
        here: The cursor is on it.
    """

    card: Card
    pile: BuildPile | None
    label: str
    owner: str
    own: bool
    marked: bool
    here: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a thing is drawn."""

    x: int
    y: int
    width: int


def head(pile: BuildPile) -> str:
    """Return the value of a build and whether it can still be raised: `8^`, `8=`."""
    return f"{pile.value}^" if pile.single else f"{pile.value}="


def made_of(pile: BuildPile, full: bool) -> str:
    """Return the groups of a build: `5♣+3♦ 8♥`; without `full` suits only where they count."""
    name = words.casino_card if full else _short
    return " ".join(["+".join([name(card) for card in part]) for part in pile.parts])


def _short(card: Card) -> str:
    """Return a card without its suit, unless it may bring points: spades, aces and 10♦."""
    counts = card.spade or card.rank == 1 or card.text == "Td"
    return words.casino_card(card) if counts else words.casino_rank(card)


def _width(thing: Shown, lines: int, full: bool) -> int:
    """Return how wide a thing is drawn, `lines` rows inside its edges (0: a chip)."""
    if thing.pile is None:
        return {3: 7, 0: 4}.get(lines, 5)
    if lines == 0:
        return min(cell_len(_chip_text(thing)) + 2, 22)
    made = cell_len(made_of(thing.pile, full))
    wanted = made if lines >= 2 else len(head(thing.pile)) + made + 1
    owner = min(cell_len(thing.owner) + 5, 30 if full else 15)
    return min(max(5, wanted + 2, owner), 30 if full else 22)


def _chip_text(thing: Shown) -> str:
    """Return a thing in a few cells: `8♥`, `8=5+3 8 Bob`."""
    if thing.pile is None:
        return words.casino_card(thing.card)
    return f"{head(thing.pile)}{made_of(thing.pile, False)} {thing.owner}"


def spread(shown: Sequence[Shown], width: int, height: int) -> tuple[int, bool, list[Spot]]:
    """Place the things in lines.

    Returns the rows inside each card (3 on a tall table, 2, 1, or 0 for chips), whether builds show
    every suit, and where each thing lies.
    """
    large = ((3, True),) if height >= _TALL else ()
    for lines, full in (*large, (2, True), (2, False), (1, True), (1, False)):
        spots, used = _flow(shown, width, lines + 3, lines, full)
        if used <= height:
            return lines, full, spots
    for step in (2, 1):
        spots, used = _flow(shown, width, step, 0, False)
        if used <= height:
            break
    return 0, False, spots


def _flow(
    shown: Sequence[Shown], width: int, step: int, lines: int, full: bool
) -> tuple[list[Spot], int]:
    """Place the things one after the other, in as many lines as it takes."""
    x = y = 0
    spots: list[Spot] = []
    for thing in shown:
        size = min(width, _width(thing, lines, full) + (2 if lines == 0 else 0))
        if x and x + size > width:
            x, y = 0, y + step
        spots.append(Spot(x, y, size))
        x += size + 1
    return spots, (y + step if shown else 0)


@dataclass(frozen=True, slots=True)
class Arranged:
    """How the things lie in a pane.

    Attributes:
        lines: Rows inside each card.
        full: Builds show every suit.
        spots: Where each thing is; None for those outside the window.
        foot: A line for what was taken last: 1, or 0 where there is no room.
        lie: Where each thing is or would be: a column and a row, the latter of more than fit.
        above: How many things lie above the window.
        below: And below it.
    """

    lines: int
    full: bool
    spots: list[Spot | None]
    foot: int
    lie: Sequence[Spot]
    above: int = 0
    below: int = 0


def arrange(shown: Sequence[Shown], width: int, height: int, at: int = 0) -> Arranged:
    """Place the things in a pane; the line under them goes when they need the room.

    Where even chips are too many, a window of them is shown, with the one at `at` in it.
    """
    edge = 1 if height >= 6 else 0
    room, across = height - 2 * edge, width - 2 * edge - 2
    foot = 1 if room >= 3 else 0
    lines, full, spots = spread(shown, across, room - foot)
    used = _used(lines, spots)
    if used > room - foot:
        foot = 0
    if used > room:
        return _window(shown, across - (0 if edge else _COUNT), room, edge, at)
    top = edge + max(0, (room - foot - used) // 2)
    moved: list[Spot | None] = [Spot(edge + 1 + spot.x, top + spot.y, spot.width) for spot in spots]
    return Arranged(lines, full, moved, foot, spots)


def _window(shown: Sequence[Shown], across: int, room: int, edge: int, at: int) -> Arranged:
    """Place as many lines of chips as there is room for, the one with `at` in the middle."""
    spots, used = _flow(shown, across, 1, 0, False)
    row = spots[min(at, len(spots) - 1)].y
    first = min(max(0, row - room // 2), used - room)
    seen: list[Spot | None] = [
        Spot(edge + 1 + spot.x, edge + spot.y - first, spot.width)
        if first <= spot.y < first + room
        else None
        for spot in spots
    ]
    above = sum(spot.y < first for spot in spots)
    below = sum(spot.y >= first + room for spot in spots)
    return Arranged(0, False, seen, 0, spots, above, below)


def _used(lines: int, spots: Sequence[Spot]) -> int:
    return max([spot.y for spot in spots]) + (lines + 3 if lines else 1) if spots else 0


@dataclass(frozen=True, slots=True)
class Around:
    """What is written around the things.

    Attributes:
        title: Of the frame.
        last: What was taken last, and by whom.
        clock: The seconds left, None when no time runs; of `timer`.
    """

    title: str
    last: str = ""
    clock: int | None = None
    timer: int = 0


def table(
    shown: Sequence[Shown], around: Around, at: int, width: int, height: int, pen: Pen
) -> Canvas:
    """Draw what lies on the table, the last capture and the time under it."""
    canvas = Canvas(width, height)
    edge = 1 if height >= 6 else 0
    if edge:
        canvas.frame(pen.symbols.frame, "frame", around.title)
    placed = arrange(shown, width, height, at)
    for thing, spot in zip(shown, placed.spots, strict=True):
        if spot is not None:
            _thing(canvas, spot, placed, thing, pen)
    if not shown:
        canvas.centre(height // 2, t("The table is empty."), "dim")
    _outside(canvas, placed, edge, pen)
    clock = 0
    if around.clock is not None and (placed.foot or edge):
        bar = cards.clock_width(around.clock, pen) + (10 if width >= 50 else 0)
        clock = min(bar, max(0, width - 20)) + 2
        y = height - edge - (1 if placed.foot else 0)
        cards.clock(canvas, width - edge - clock + 1, y, clock - 2, around.clock, around.timer, pen)
    if placed.foot:
        room = width - 2 * edge - 1 - max(clock, 1)
        last = clip(around.last, room, pen.symbols.ellipsis)
        canvas.put(edge + 1, height - edge - 1, last, "dim")
    return canvas


def _outside(canvas: Canvas, placed: Arranged, edge: int, pen: Pen) -> None:
    """Say how many things lie above and below the window."""
    if placed.above:
        canvas.right(0, f" {pen.symbols.up}{placed.above} ", "accent", edge)
    if placed.below:
        canvas.right(canvas.height - 1, f" {pen.symbols.down}{placed.below} ", "accent", edge)


def _thing(canvas: Canvas, spot: Spot, placed: Arranged, thing: Shown, pen: Pen) -> None:
    x, y, width, lines = spot.x, spot.y, spot.width, placed.lines
    if lines == 0:
        _chip(canvas, x, y, width, thing, pen)
        return
    box = Box(x, y, width, lines + 2)
    if thing.pile is None:
        cards.casino_card(canvas, box, thing.card, pen)
    else:
        made = made_of(thing.pile, placed.full)
        cards.build_pile(canvas, box, head(thing.pile), made, thing.own, pen)
    style = "chosen" if thing.marked else "accent" if thing.here else "key"
    label = (thing.label or "") + ("*" if thing.marked else "")
    label = f">{label}<" if thing.here else f" {label}"
    end = canvas.put(x, y + lines + 2, label, style)
    if thing.owner:
        room = x + width - end - 1
        owner = clip(thing.owner, room, pen.symbols.ellipsis)
        canvas.put(end + 1, y + lines + 2, owner, "dim")


def _chip(canvas: Canvas, x: int, y: int, width: int, thing: Shown, pen: Pen) -> None:
    """Draw a thing in one row: its letter and its name."""
    style = "chosen" if thing.marked else "accent" if thing.here else "key"
    sign = ">" if thing.here else "*" if thing.marked else " "
    canvas.put(x, y, sign + (thing.label or " "), style)
    tint = "own" if thing.own else "build"
    if thing.pile is None:
        tint = cards.casino_style(thing.card)
    room = max(1, width - 3)
    text = clip(_chip_text(thing), room, pen.symbols.ellipsis)
    cell = f"{'*' if thing.marked and thing.here else ' '}{text}"
    canvas.put(x + 2, y, cell + " " * (width - 2 - cell_len(cell)), tint)


# --- the hand --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """What the hand shows.

    Attributes:
        able: Which cards can take or build something now.
        cursor: The chosen card; -1 for none.
        active: The arrows move in the hand.
        title: The line above.
        numbered: A key chooses each card.
    """

    cards: Sequence[Card]
    able: Sequence[bool]
    cursor: int
    active: bool
    title: str
    numbered: bool = True


def hand(shown: Hand, width: int, height: int, pen: Pen) -> Canvas:
    """Draw the hand, the chosen card lifted."""
    held, cursor = shown.cards, shown.cursor
    canvas = Canvas(width, height)
    canvas.put(1, 0, clip(shown.title, width - 2, pen.symbols.ellipsis), "dim")
    size = _hand_card(height)
    place = _hand_fan(len(held), cursor, width, height)
    for i in range(place.first, place.first + place.shown):
        x = 1 + place.xs[i - place.first]
        lifted = i == cursor
        if size[1] == 1:
            text = f" {words.casino_card(held[i])}"
            canvas.put(x, 1, f"{text:<5}", cards.casino_style(held[i]))
            y = 2
        else:
            cards.casino_card(canvas, Box(x, 1 if lifted else 2, *size), held[i], pen)
            y = size[1] + 2
        _sign(canvas, x + (size[0] - 3) // 2, y, i, shown)
    cards.hidden(canvas, place.left, place.right, 1 + size[1] // 2)
    return canvas


def _sign(canvas: Canvas, x: int, y: int, i: int, shown: Hand) -> None:
    """Write the number of a card and `^` if it can take or build; the cursor is `>^<`."""
    number, mark = str(i + 1) if shown.numbered else " ", "^" if shown.able[i] else ""
    if i == shown.cursor:
        canvas.put(x, y, f">{mark or number}<", "accent" if shown.active else "dim")
        return
    end = canvas.put(x + 1, y, number, "dim")
    canvas.put(end, y, mark, "good")


def hand_at(count: int, cursor: int, x: int, width: int, height: int) -> int | None:
    """Return which card of the hand lies in column `x`."""
    size = _hand_card(height)[0]
    return _hand_fan(count, cursor, width, height).at(x - 1, size)


def spot_in_hand(
    index: int, count: int, cursor: int, width: int, height: int
) -> tuple[int, int] | None:
    """Return where a card of the hand is drawn; None while it is not shown."""
    x = _hand_fan(count, cursor, width, height).x(index)
    return None if x is None else (1 + x, 2 if height >= 7 else 1)


def _hand_card(height: int) -> tuple[int, int]:
    """Return the size of the cards in the hand."""
    return (7, 6) if height >= 9 else (5, 4) if height >= 7 else (5, 1)


def _hand_fan(count: int, cursor: int, width: int, height: int) -> Fan:
    size = _hand_card(height)[0]
    return fan(count, cursor, width - 2, size, size, size + 3, 4)


def thing_at(
    shown: Sequence[Shown], at: int, x: int, y: int, width: int, height: int
) -> int | None:
    """Return which thing on the table lies at a point."""
    placed = arrange(shown, width, height, at)
    high = placed.lines + 3 if placed.lines else 1
    for index, spot in enumerate(placed.spots):
        if spot and spot.x <= x < spot.x + spot.width and spot.y <= y < spot.y + high:
            return index
    return None


def middles(placed: Arranged) -> list[tuple[int, int]]:
    """Return the row of each thing and the column of its middle, for the arrows."""
    return [(spot.y, spot.x + spot.width // 2) for spot in placed.lie]


def further(placed: Arranged, lines: int = 0) -> int:
    """Return which thing to look at to have the window so many lines further.

    With no lines it is the next window: after the last one the first.
    """
    seen = [spot.y for spot, drawn in zip(placed.lie, placed.spots, strict=True) if drawn]
    room, last = seen[-1] - seen[0] + 1, placed.lie[-1].y
    if not lines and not placed.below:
        return 0
    row = min(max(0, seen[0] + room // 2 + (lines or room)), last)
    return next(i for i, spot in enumerate(placed.lie) if spot.y == row)


def spot_of(
    shown: Sequence[Shown], index: int, at: int, width: int, height: int
) -> tuple[int, int] | None:
    """Return where a thing is drawn; None while it is outside the window around `at`."""
    placed = arrange(shown, width, height, at)
    spot = placed.spots[index]
    return None if spot is None else (spot.x, spot.y + placed.lines // 2)
