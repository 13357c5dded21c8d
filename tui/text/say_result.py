"""Sentences for how the points of a deal came about: what was held, what was counted.

Hides: the wording. Must not know: screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.casino.rules import CasinoRules
from engine.casino.state import CasinoView, ScoreRow
from engine.game import Seat
from engine.uno.state import UnoView
from tui.i18n import t
from tui.text import words
from tui.text.words import Voice, opening, sentence

CATEGORIES: Final[Mapping[str, Callable[[], str]]] = {
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
"""What is counted in Casino."""


def why(game: UnoView | CasinoView, voice: Voice) -> Iterator[str]:
    """Yield what the points of a deal that is over are for."""
    if isinstance(game, CasinoView):
        for row in game.breakdown:
            if any(row.points):
                yield _counted(row, game.rules.sides(len(row.counts)), voice)
        return
    for seat, hand in enumerate(game.shown):
        if hand and seat not in game.gone:
            cards = words.uno_cards(hand)
            yield voice.say(
                seat, "You still held {cards}.", "{who} still held {cards}.", cards=cards
            )


def sides(rules: Any, seats: int) -> Sequence[Sequence[Seat]]:
    """Return who scores together under these rules: what partners have is told once."""
    if isinstance(rules, CasinoRules):
        return rules.sides(seats)
    return [(seat,) for seat in range(seats)]


def points(gained: Sequence[int], scores: Sequence[int], voice: Voice) -> str:
    """Return who scored what in this deal and stands where."""
    parts = [
        t(
            "{who} +{points} = {total}",
            who=opening(voice.names_of(side)),
            points=gained[side[0]],
            total=scores[side[0]],
        )
        for side in sides(voice.rules, len(scores))
        if gained[side[0]]
    ]
    if not parts:
        return t("Nobody scores.")
    return t("Points: {parts}.", parts=_between(voice, scores).join(parts))


def _between(voice: Voice, scores: Sequence[int]) -> str:
    """Return what stands between the sides: not what stands between the names of partners."""
    alone = all(len(side) == 1 for side in sides(voice.rules, len(scores)))
    return t(", ") if alone else t("; ")


def totals(scores: Sequence[int], voice: Voice) -> str:
    """Return where everybody stands when a match ends early; empty while nobody has scored."""
    parts = [
        t("{who} {total}", who=voice.names_of(side), total=scores[side[0]])
        for side in sides(voice.rules, len(scores))
    ]
    listed = _between(voice, scores).join(parts)
    return t("Totals: {parts}.", parts=listed) if any(scores) else ""


def _counted(row: ScoreRow, sides: Sequence[Sequence[int]], voice: Voice) -> str:
    parts: list[str] = []
    for side in sides:
        who = t("+").join(map(voice.name, side))
        count, points = row.counts[side[0]], row.points[side[0]]
        if count:
            parts.append(t("{who} {count} (+{points})", who=who, count=count, points=points))
    counted = t("{what}: {list}.", what=CATEGORIES[row.category](), list=t(", ").join(parts))
    return sentence(counted)
