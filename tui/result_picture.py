"""The result of a deal and of a match, drawn: who gained what and why, hands shown, standings.

Hides: how it looks. Pure functions from views to cells. Must not know: Textual, what keys do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

from engine.casino.state import CasinoView
from engine.uno.state import UnoView
from tui import cards, words
from tui.canvas import Canvas, clip
from tui.cards import Pen
from tui.i18n import t
from tui.room import Room
from tui.words import sentence

_CATEGORIES = {
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
    return t("Deal {number} is over.", number=view.deal)


def rows_needed(room: Room) -> int:
    """Return how many rows the result takes at the least."""
    view = room.view
    if view is None:
        return 0
    if isinstance(view.game, CasinoView):
        return 6 + max(1, len(view.game.breakdown))
    return 4 + len(view.scores)


def least_rows(room: Room) -> int:
    """Return how many rows the result takes where punishments need the others."""
    view = room.view
    if view is None or isinstance(view.game, CasinoView):
        return rows_needed(room)
    return 2 + len(view.scores)


def picture(width: int, height: int, room: Room, pen: Pen) -> Canvas:
    """Draw the result of the deal just over."""
    canvas = Canvas(width, height)
    view = room.view
    if view is None:
        return canvas
    canvas.put(2, 1 if height > rows_needed(room) else 0, headline(room), "accent")
    top = 3 if height > rows_needed(room) else 1
    if isinstance(view.game, UnoView):
        _uno(canvas, top, room, view, pen)
    elif isinstance(view.game, CasinoView):
        _casino(canvas, top, room, view)
    return canvas


def _order(scores: Sequence[int], won: Sequence[int], lowest: bool) -> list[int]:
    sign = 1 if lowest else -1
    return sorted(range(len(scores)), key=lambda s: (s not in won, sign * scores[s], s))


def _uno(canvas: Canvas, y: int, room: Room, view: Any, pen: Pen) -> None:
    """List each player's hand, what it brought, and the total."""
    game: UnoView = view.game
    lowest = game.rules.scoring == "own_points"
    name, wide = 2, canvas.width >= 70
    gained = canvas.width - 16
    canvas.put(name, y, t("player"), "dim")
    canvas.put(18 if wide else 14, y, t("left in hand"), "dim")
    _numbers(canvas, y, t("points"), t("total"), "dim")
    for line, seat in enumerate(_order(view.scores, view.won or game.winners, lowest), start=1):
        row = y + line * (2 if len(view.scores) * 2 + y < canvas.height - 3 else 1)
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
    note = _why_uno(game)
    if note and canvas.height - 1 > y + len(view.scores):
        canvas.put(2, canvas.height - 1, clip(note, canvas.width - 3), "dim")


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
            canvas.put(x, y, f"+{len(hand) - i}", "dim")
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


def _casino(canvas: Canvas, y: int, room: Room, view: Any) -> None:
    """List what each category brought each player."""
    game: CasinoView = view.game
    count = len(view.scores)
    column = min(14, max(9, (canvas.width - 20) // max(1, count)))
    first = 20 if canvas.width >= 60 else 16
    for seat in range(count):
        name = clip(sentence(room.name_of(seat)), column - 2)
        style = "accent" if seat in view.won else "strong" if seat == room.me else ""
        _cell(canvas, first + seat * column, y, column, name, style)
    row = y + 1
    for score in game.breakdown:
        label = _CATEGORIES.get(score.category, lambda c=score.category: c)()
        canvas.put(2, row, clip(label, first - 3), "dim")
        for seat, (had, got) in enumerate(zip(score.counts, score.points, strict=True)):
            text = f"{had}  +{got}" if got else f"{had}   -"
            _cell(canvas, first + seat * column, row, column, text, "good" if got else "dim")
        row += 1
    if not game.breakdown:
        canvas.put(2, row, t("Nothing is counted."), "dim")
        row += 1
    lines = ((t("this deal"), game.points, ""), (t("total"), view.scores, "strong"))
    for label, numbers, style in lines:
        canvas.put(2, row, label, style or "dim")
        for seat, number in enumerate(numbers):
            _cell(canvas, first + seat * column, row, column, str(number), style)
        row += 1


def _cell(canvas: Canvas, x: int, y: int, width: int, text: str, style: str) -> None:
    canvas.put(x + width - cell_len(text) - 1, y, text, style)
