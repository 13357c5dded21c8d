"""The result of a deal and of a match, drawn: who gained what and why, hands shown, standings.

Hides: how it looks. Pure functions from views to cells. Must not know: Textual, what keys do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rich.cells import cell_len

from engine.casino.cards import parse_card
from engine.casino.state import CasinoView
from engine.uno.score import hand_points, reaches_target
from engine.uno.state import UnoView
from tui.drawing import cards, chart_picture
from tui.drawing.canvas import Canvas, clip, wrap
from tui.drawing.cards import Pen
from tui.drawing.chart_picture import Course
from tui.drawing.fan import fan
from tui.i18n import n, t
from tui.room import Room
from tui.text import words
from tui.text.say_result import CATEGORIES, sides
from tui.text.words import opening

_SHORT_CATEGORIES: Final[Mapping[str, Callable[[], str]]] = {
    **CATEGORIES,
    "Td": lambda: words.casino_card(parse_card("Td")),
    "2s": lambda: words.casino_card(parse_card("2s")),
    "As": lambda: words.casino_card(parse_card("As")),
    "Js": lambda: words.casino_card(parse_card("Js")),
    "spade_cards": lambda: t("spades"),
}
"""Where there is little room."""
_LOW: Final = 3
"""Where the table of a result begins when there is room for more than a headline over it."""
_WIDE: Final = 90
"""Columns over which points stand; on a wider screen they would be too far from the names."""
_CARD: Final = (5, 4)
"""The size of the cards in hands that are shown where there is much room."""
_PITCH: Final = 3
"""Columns of such a card that are seen at least."""
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
    if best := _best(room):
        return t("Deal {number} is over: most points for {names}.", number=view.deal, names=best)
    return t("Deal {number} is over.", number=view.deal)


def _best(room: Room) -> str:
    """Return who has gained most in a deal of Casino; empty where all are level."""
    points = room.view.game.points
    if not points or min(points) == max(points):
        return ""
    seats = [seat for seat, gained in enumerate(points) if gained == max(points)]
    return words.listed([room.name_of(seat) for seat in seats])


def verdict(room: Room) -> str:
    """Say by how much a match was won, and why it ended; empty while it goes on."""
    view = room.view
    if view is None or not view.won:
        return ""
    if all(seat in view.won or seat in _gone(room) for seat in range(len(view.scores))):
        return t("Everybody else has left.") if len(view.won) == 1 else ""
    return words.together([_margin(room), _bust(room)])


def untold(width: int, height: int, room: Room) -> str:
    """Return the verdict where the picture of that size has no room for it."""
    said = verdict(room)
    if not said or _top(width, height, room) == _LOW:
        return ""
    lines = 2 + len(room.view.scores) + len(wrap(said, width - 3))
    return "" if isinstance(room.view.game, UnoView) and lines <= height else said


def _margin(room: Room) -> str:
    view = room.view
    won, score = set(view.won), view.scores[view.won[0]]
    others = [side for side in _sides(view) if not won.intersection(side)]
    if not others:
        return ""
    second = min(others, key=lambda side: abs(view.scores[side[0]] - score))
    other = view.scores[second[0]]
    tied = [side for side in others if view.scores[side[0]] == other]
    name = words.listed([t("+").join([room.name_of(seat) for seat in side]) for side in tied])
    facts = {"score": score, "name": name, "other": other}
    if isinstance(view.game, UnoView) and view.game.rules.scoring == "wins":
        return n(
            "Won by {count} round: {score}, then {name} with {other}.",
            "Won by {count} rounds: {score}, then {name} with {other}.",
            abs(score - other),
            **facts,
        )
    return n(
        "Won by {count} point: {score}, then {name} with {other}.",
        "Won by {count} points: {score}, then {name} with {other}.",
        abs(score - other),
        **facts,
    )


def _bust(room: Room) -> str:
    """Say who has too many points, where points are noted against their players."""
    busted = _busted(room.view)
    if not busted:
        return ""
    names = opening(words.listed([room.name_of(seat) for seat in busted]))
    target = room.view.game.rules.target
    return t("Bust, at {target} or more: {names}.", target=target, names=names)


def _busted(view: Any) -> list[int]:
    game = view.game
    if not isinstance(game, UnoView) or game.rules.scoring != "own_points":
        return []
    return [seat for seat, total in enumerate(view.scores) if reaches_target(game.rules, total)]


def _gone(room: Room) -> set[int]:
    seats = room.lobby.seats if room.lobby else ()
    return {seat for seat, info in enumerate(seats) if info.kind == "gone"}


def _sides(view: Any) -> Sequence[Sequence[int]]:
    """Return who plays together."""
    return sides(view.game.rules, len(view.scores))


def courses(room: Room) -> list[Course]:
    """Return how the totals of each side grew, the best first."""
    view = room.view
    if view is None:
        return []
    lowest = isinstance(view.game, UnoView) and view.game.rules.scoring == "own_points"
    together = {side[0]: side for side in _sides(view)}
    return [
        Course(
            _side_name(room, together[seat]),
            tuple(totals[seat] for totals in view.history),
            room.me in together[seat],
            seat in view.won,
        )
        for seat in _order(view.scores, view.won, lowest)
        if seat in together
    ]


def chart(width: int, height: int, room: Room, pen: Pen) -> Canvas:
    """Draw how the totals of the match grew."""
    found = courses(room)
    view = room.view
    first = view.deal - len(view.history) + 1 if view is not None else 1
    rounds = view is not None and isinstance(view.game, UnoView)
    return chart_picture.picture(width, height, found, pen, first, rounds=rounds)


def rows_needed(room: Room, width: int) -> int:
    """Return how many rows the result takes to be shown whole."""
    view = room.view
    if view is None:
        return 0
    if isinstance(view.game, CasinoView):
        return 4 + max(1, len(_counted(view.game)))
    return 2 + len(view.scores) + len(_note(room, width))


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
        return max(0, len(_counted(view.game)) - max(1, rows - _TOTALS))
    return max(0, len(view.scores) - max(1, rows))


def picture(width: int, height: int, room: Room, pen: Pen, first: int = 0) -> Canvas:
    """Draw the result of the deal just over, scrolled by `first` rows where they do not all fit."""
    canvas = Canvas(width, height)
    view = room.view
    if view is None:
        return canvas
    top = _top(width, height, room)
    said = verdict(room) if top == _LOW else ""
    why = wrap(said, width - 3)[: _LOW - 1] if said else []
    y = min(top // 3, max(0, top - 2 - len(why)))
    canvas.put(2, y, clip(headline(room), width - 2, pen.symbols.ellipsis), "accent")
    for row, line in enumerate(why, start=y + 1):
        canvas.put(2, row, line, "dim")
    more = hidden(width, height, room)
    if isinstance(view.game, UnoView):
        _uno(canvas, top, room, view, pen, first)
        scrolled = top + 1
    else:
        _casino(canvas, top, room, view, pen, first if more else None)
        scrolled = top + 1 + _TOTALS
    if more and first:
        canvas.right(scrolled, pen.symbols.up, "accent")
    if first < more:
        canvas.right(height - 1, "v", "accent")
    return canvas


def _top(width: int, height: int, room: Room) -> int:
    """Return the row of the headings: lower where there is room to spare."""
    return _LOW if height >= rows_needed(room, width) + 2 else 1


def _order(scores: Sequence[int], won: Sequence[int], lowest: bool) -> list[int]:
    sign = 1 if lowest else -1
    return sorted(range(len(scores)), key=lambda s: (s not in won, sign * scores[s], s))


def _uno(canvas: Canvas, y: int, room: Room, view: Any, pen: Pen, first: int) -> None:
    """List each player's hand, what it brought, and the total."""
    game: UnoView = view.game
    lowest = game.rules.scoring == "own_points"
    note = _note(room, canvas.width)
    if view.won and y != _LOW:  # no room for it under the headline
        note = wrap(verdict(room), canvas.width - 3)
    busted = _busted(view)
    names = _names(room)
    end = min(canvas.width, _WIDE)
    left, right = _hands_between(room, canvas.width)
    heading = t("left in hand")
    heading = heading if cell_len(heading) <= right - left else t("hand")
    canvas.put(2, y, t("player"), "dim")
    canvas.put(left, y, heading, "dim")
    _numbers(canvas, end, y, t("points"), t("total"), "dim")
    twice = y + 2 * len(view.scores) + len(note) < canvas.height
    large = 0 < large_rows(room, canvas.width) <= canvas.height
    row = y + 1
    for seat in _order(view.scores, view.won or game.winners, lowest)[first:]:
        hand = game.shown[seat] if seat < len(game.shown) else ()
        row += 1 if large or twice else 0
        if large and hand:
            _cards(canvas, left, row, right - left, hand, pen)
            row += 1
        if row >= canvas.height:
            break
        style = "strong" if seat == room.me else ""
        crown = "*" if seat in (view.won or game.winners) else " "
        canvas.put(0, row, crown, "accent")
        canvas.put(2, row, clip(names[seat], left - 4, pen.symbols.ellipsis), style)
        if not (large and hand):
            _hand(canvas, left, row, right - left, hand)
        points = game.points[seat] if seat < len(game.points) else 0
        total = "warn" if seat in busted else style
        _numbers(
            canvas, end, row, _points(game, points, hand), str(view.scores[seat]), style, total
        )
        row += _CARD[1] - 1 if large and hand else 1
    if row + len(note) <= canvas.height:
        for line, text in enumerate(note, start=min(row + 1, canvas.height - len(note))):
            canvas.put(2, line, text, "dim")


def _names(room: Room) -> list[str]:
    return [opening(room.name_of(seat)) for seat in range(len(room.view.scores))]


def _hands_between(room: Room, width: int) -> tuple[int, int]:
    """Return the columns between which hands are shown: after the names, before the points."""
    longest = max(map(cell_len, [t("player"), *_names(room)]))
    room_for_name = 11 if width < 70 else 14 if width < _WIDE else 24
    right = min(width, _WIDE) - 9 - max(cell_len(t("points")), 5)
    return 2 + min(longest, room_for_name) + 2, right


def large_rows(room: Room, width: int) -> int:
    """Return how many rows it takes to show the hands in whole cards; 0: they do not fit."""
    view = room.view
    if view is None or not isinstance(view.game, UnoView) or not any(view.game.shown):
        return 0
    left, right = _hands_between(room, width)
    if max(map(len, view.game.shown)) * _PITCH + 2 > right - left:
        return 0
    hands = sum(_CARD[1] + 1 if hand else 2 for hand in view.game.shown)
    return _LOW + 1 + hands + 1 + len(_note(room, width)) + 1


def _cards(canvas: Canvas, x: int, y: int, room: int, hand: Sequence[Any], pen: Pen) -> None:
    """Show a hand in whole cards, overlapping where they are many."""
    place = fan(len(hand), 0, room, _CARD[0], _PITCH, _CARD[0] + 1, 0)
    for i, (column, card) in enumerate(zip(place.xs, hand, strict=True)):
        box = cards.Box(x + column, y, *_CARD)
        cards.uno_card(canvas, box, card, pen, place.seen(i, _CARD[0]) < _CARD[0])


def _points(game: UnoView, points: int, hand: Sequence[Any]) -> str:
    """Return what a player gained; in brackets what the hand brought somebody else."""
    if points:
        return f"+{points}"
    brought = hand_points(hand) if any(game.points) else 0
    return f"({brought})" if brought and game.rules.scoring == "winner_collects" else "-"


def _note(room: Room, width: int) -> list[str]:
    """Return the lines that say how the round ended, where that is not plain, and what counts."""
    game = room.view.game
    return wrap(words.together([_how_ended(room), _why_uno(game)]), width - 3)


def _how_ended(room: Room) -> str:
    game: UnoView = room.view.game
    left = [seat for seat in range(len(game.shown)) if seat not in game.gone]
    if not game.shown or any(not game.shown[seat] for seat in left):
        return ""
    if len(left) == 1:
        return t("Everybody else has left.")
    if len(game.winners) > 1:
        return t("Nobody could go on, and the lowest hands are level: nobody gains.")
    return t("Nobody could go on: the lowest hand wins.")


def _numbers(
    canvas: Canvas, x: int, y: int, points: str, total: str, style: str, last: str | None = None
) -> None:
    """Write points and total, up to the column `x`."""
    canvas.put(x - 8 - cell_len(points), y, points, style)
    canvas.put(x - 1 - cell_len(total), y, total, style if last is None else last)


def _hand(canvas: Canvas, x: int, y: int, room: int, hand: Sequence[Any]) -> None:
    """Show a hand in chips; what does not fit is counted."""
    if not hand:
        canvas.put(x, y, t("out"), "good")
        return
    end = x + room
    chips = [cards.uno_chip(card) for card in hand]
    whole = sum(cell_len(text) + 1 for text, _ in chips) - 1 <= room
    for i, (text, style) in enumerate(chips):
        more = f"({len(chips) - i})"  # not "+2": that is a card
        if not whole and x + cell_len(text) + 1 + len(more) > end:
            canvas.put(x, y, more, "dim")
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


def _casino(canvas: Canvas, y: int, room: Room, view: Any, pen: Pen, first: int | None) -> None:
    """List what each category brought each side.

    `first`: with which category to begin under the totals, where rows are few; None: they are not.
    """
    game: CasinoView = view.game
    sides = game.rules.sides(len(view.scores))
    narrow = canvas.width < 60
    left = 14 if narrow else 20
    space = canvas.width - left - (0 if first is None else 1)  # the last column tells of more rows
    column = min(18, max(6, space // len(sides)))
    for i, side in enumerate(sides):
        won, mine = set(side) & set(view.won), room.me in side
        style = "accent" if won else "strong" if mine else ""
        star = "* " if won else ""
        name = _side_within(room, side, column - 1 - len(star), pen)
        _cell(canvas, left + i * column, y, column, star + name, style)
    counts = [_score_line(score, sides, column, narrow) for score in _counted(game)]
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


def _counted(game: CasinoView) -> list[Any]:
    """Return the categories that count here: sweeps may bring nothing."""
    return [score for score in game.breakdown if score.category != "sweeps" or game.rules.sweeps]


def _side_name(room: Room, side: Sequence[int]) -> str:
    return t("+").join([opening(room.name_of(seat)) for seat in side])


def _side_within(room: Room, side: Sequence[int], width: int, pen: Pen) -> str:
    """Return the name of a side in so many columns: of partners each is cut, and neither gone."""
    names, plus = [opening(room.name_of(seat)) for seat in side], t("+")
    space = width - cell_len(plus) * (len(names) - 1)
    fits = (
        most
        for most in range(space, 0, -1)
        if sum(min(most, cell_len(name)) for name in names) <= space
    )
    most = next(fits, 1)
    return plus.join([clip(name, most, pen.symbols.ellipsis) for name in names])


def _score_line(
    score: Any, sides: Sequence[Sequence[int]], column: int, narrow: bool
) -> tuple[str, list[tuple[str, str]], str]:
    """Return a category's label and, for each side, how many it has and what they bring."""
    names = _SHORT_CATEGORIES if narrow else CATEGORIES
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
