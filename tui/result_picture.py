"""The result of a deal and of a match, drawn: who gained what and why, hands shown, standings.

Hides: how it looks. Pure functions from views to cells. Must not know: Textual, what keys do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rich.cells import cell_len

from engine.casino.cards import parse_card
from engine.casino.state import CasinoView
from engine.uno.state import UnoView
from tui import cards, words
from tui.canvas import Canvas, clip, wrap
from tui.cards import Pen
from tui.i18n import t
from tui.room import Room
from tui.words import sentence

_CATEGORIES: Final[Mapping[str, Callable[[], str]]] = {
    "cards": lambda: t("most cards"),
    "spades": lambda: t("most spades"),
    "Td": lambda: t("10 of diamonds"),
    "2s": lambda: t("2 of spades"),
    "As": lambda: t("ace of spades"),
    "Js": lambda: t("jack of spades"),
    "aces": lambda: t("aces"),
    "spade_cards": lambda: t("other spades"),
    "sweeps": lambda: t("sweeps"),
}
_SHORT_CATEGORIES: Final[Mapping[str, Callable[[], str]]] = {
    **_CATEGORIES,
    "Td": lambda: words.casino_card(parse_card("Td")),
    "2s": lambda: words.casino_card(parse_card("2s")),
    "As": lambda: words.casino_card(parse_card("As")),
    "Js": lambda: words.casino_card(parse_card("Js")),
    "spade_cards": lambda: t("spades"),
}
"""Where there is little room."""
_TOTALS: Final = 2
"""Rows that say what this deal brought and how it stands now."""


def headline(room: Room) -> str:
    """Say who has won what."""
    view = room.view
    if view is None:
        return ""
    if view.won:
        names = words.listed([room.name_of(seat) for seat in view.won])
        if view.won == (room.me,):
            return t("You win the match!")
        return t("The match goes to {names}.", names=names)
    game = view.game
    if isinstance(game, UnoView) and game.winners:
        names = words.listed([room.name_of(seat) for seat in game.winners])
        if game.winners == (room.me,):
            return t("Round {number} goes to you!", number=view.deal)
        return t("Round {number} goes to {names}.", number=view.deal, names=names)
    if isinstance(game, UnoView):
        return t("Round {number} is over.", number=view.deal)
    return t("Deal {number} is over.", number=view.deal)


def rows_needed(room: Room, width: int) -> int:
    """Return how many rows the result takes to be shown whole."""
    view = room.view
    if view is None:
        return 0
    if isinstance(view.game, CasinoView):
        return 4 + max(1, len(view.game.breakdown))
    return 2 + len(view.scores) + len(_note(view.game, width))


def least_rows(room: Room) -> int:
    """Return how many rows the result takes where punishments need the others."""
    view = room.view
    if view is None:
        return 0
    return 4 if isinstance(view.game, CasinoView) else 2 + len(view.scores)


def hidden(width: int, height: int, room: Room) -> int:
    """Return how many rows of the result there is no room for: so far it can be scrolled."""
    view = room.view
    if view is None:
        return 0
    rows = height - _top(width, height, room) - 1
    if isinstance(view.game, CasinoView):
        return max(0, len(view.game.breakdown) - max(1, rows - _TOTALS))
    return max(0, len(view.scores) - max(1, rows))


def picture(width: int, height: int, room: Room, pen: Pen, first: int = 0) -> Canvas:
    """Draw the result of the deal just over, scrolled by `first` rows where they do not all fit."""
    canvas = Canvas(width, height)
    view = room.view
    if view is None:
        return canvas
    top = _top(width, height, room)
    canvas.put(2, top // 3, clip(headline(room), width - 2, pen.symbols.ellipsis), "accent")
    more = hidden(width, height, room)
    if isinstance(view.game, UnoView):
        _uno(canvas, top, room, view, pen, first)
        scrolled = top + 1
    else:
        _casino(canvas, top, room, view, first if more else None)
        scrolled = top + 1 + _TOTALS
    if more and first:
        canvas.right(scrolled, pen.symbols.up, "accent")
    if first < more:
        canvas.right(height - 1, "v", "accent")
    return canvas


def _top(width: int, height: int, room: Room) -> int:
    """Return the row of the headings: lower where there is room to spare."""
    return 3 if height >= rows_needed(room, width) + 2 else 1


def _order(scores: Sequence[int], won: Sequence[int], lowest: bool) -> list[int]:
    sign = 1 if lowest else -1
    return sorted(range(len(scores)), key=lambda s: (s not in won, sign * scores[s], s))


def _uno(canvas: Canvas, y: int, room: Room, view: Any, pen: Pen, first: int) -> None:
    """List each player's hand, what it brought, and the total."""
    game: UnoView = view.game
    lowest = game.rules.scoring == "own_points"
    name, wide = 2, canvas.width >= 70
    gained = canvas.width - 16
    note = _note(game, canvas.width)
    canvas.put(name, y, t("player"), "dim")
    canvas.put(18 if wide else 14, y, t("left in hand") if canvas.width >= 50 else t("hand"), "dim")
    _numbers(canvas, y, t("points"), t("total"), "dim")
    twice = y + 2 * len(view.scores) + len(note) < canvas.height
    row = y
    for seat in _order(view.scores, view.won or game.winners, lowest)[first:]:
        row += 2 if twice else 1
        if row >= canvas.height:
            break
        style = "strong" if seat == room.me else ""
        crown = "*" if seat in (view.won or game.winners) else " "
        canvas.put(0, row, crown, "accent")
        canvas.put(name, row, clip(sentence(room.name_of(seat)), 14 if wide else 11), style)
        hand = game.shown[seat] if seat < len(game.shown) else ()
        _hand(canvas, 18 if wide else 14, row, gained - (19 if wide else 15), hand, pen)
        points = game.points[seat] if seat < len(game.points) else 0
        _numbers(canvas, row, f"+{points}" if points else "-", str(view.scores[seat]), style)
    if row + len(note) < canvas.height:
        for line, text in enumerate(note, start=canvas.height - len(note)):
            canvas.put(2, line, text, "dim")


def _note(game: UnoView, width: int) -> list[str]:
    """Return the lines that say how points are counted."""
    return wrap(_why_uno(game), width - 3)


def _numbers(canvas: Canvas, y: int, points: str, total: str, style: str) -> None:
    canvas.put(canvas.width - 8 - cell_len(points), y, points, style)
    canvas.right(y, total, style, 1)


def _hand(canvas: Canvas, x: int, y: int, room: int, hand: Sequence[Any], pen: Pen) -> None:
    """Show a hand in chips; what does not fit is counted."""
    if not hand:
        canvas.put(x, y, t("out"), "good")
        return
    end = x + room
    for i, card in enumerate(hand):
        text, style = cards.uno_chip(card)
        if x + cell_len(text) + 1 > end - 4:
            canvas.put(x, y, f"({len(hand) - i})", "dim")  # not "+2": that is a card
            return
        x = canvas.put(x, y, text, style) + 1


def _why_uno(game: UnoView) -> str:
    match game.rules.scoring:
        case "winner_collects":
            return t("The winner collects: numbers count as they are, actions 20, black cards 50.")
        case "own_points":
            return t("Everybody notes the own hand: numbers as they are, actions 20, black 50.")
        case "wins":
            return t("A round won counts one.")


def _casino(canvas: Canvas, y: int, room: Room, view: Any, first: int | None) -> None:
    """List what each category brought each side.

    `first`: with which category to begin under the totals, where rows are few; None: they are not.
    """
    game: CasinoView = view.game
    sides = game.rules.sides(len(view.scores))
    narrow = canvas.width < 60
    left = 14 if narrow else 20
    column = min(18, max(6, (canvas.width - left) // len(sides)))
    for i, side in enumerate(sides):
        name = clip(_side_name(room, side), column - 1)
        won, mine = set(side) & set(view.won), room.me in side
        style = "accent" if won else "strong" if mine else ""
        _cell(canvas, left + i * column, y, column, name, style)
    counts = [_score_line(score, sides, column, narrow) for score in game.breakdown]
    totals = [
        (t("this deal"), [(str(game.points[side[0]]), "") for side in sides], "dim"),
        (t("total"), [(str(view.scores[side[0]]), "strong") for side in sides], "strong"),
    ]
    if not game.breakdown:
        counts = [(t("Nothing is counted."), [], "dim")]
    lines = [*counts, *totals] if first is None else [*reversed(totals), *counts[first:]]
    for row, (label, cells, style) in enumerate(lines, start=y + 1):
        canvas.put(2, row, clip(label, left - 3) if cells else label, style)
        for i, (text, ink) in enumerate(cells):
            _cell(canvas, left + i * column, row, column, text, ink)


def _side_name(room: Room, side: Sequence[int]) -> str:
    return t("+").join([sentence(room.name_of(seat)) for seat in side])


def _score_line(
    score: Any, sides: Sequence[Sequence[int]], column: int, narrow: bool
) -> tuple[str, list[tuple[str, str]], str]:
    """Return a category's label and, for each side, how many it has and what they bring."""
    names = _SHORT_CATEGORIES if narrow else _CATEGORIES
    make = names.get(score.category)
    label = make() if make else str(score.category)
    cells: list[tuple[str, str]] = []
    for side in sides:
        had, got = score.counts[side[0]], score.points[side[0]]
        gap = "  " if column >= 8 else " "
        cells.append((f"{had}{gap}+{got}", "good") if got else (f"{had}{gap} -", "dim"))
    return label, cells, "dim"


def _cell(canvas: Canvas, x: int, y: int, width: int, text: str, style: str) -> None:
    canvas.put(x + width - cell_len(text) - 1, y, text, style)
