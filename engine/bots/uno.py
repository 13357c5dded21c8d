"""An UNO player: weighs each play by what it sheds, what it keeps and whom it hurts.

Hides: the weights. Must not know: any hand but its own.
The weights follow what tuned heuristics in the literature agree on: keep a colour you hold many of,
spare the black cards, attack when the next player is nearly out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.bots.level import Level, Rng
from engine.game import Seat
from engine.uno.actions import CHALLENGE, DRAW, PASS, Action, Challenge, Colour, Play
from engine.uno.cards import COLOURS, Card
from engine.uno.fitting import lawful_wild4, without
from engine.uno.listing import default, legal
from engine.uno.state import UnoView

_FACE: Final[Mapping[str, float]] = {"s": 1.2, "r": 0.6, "+2": 2.0, "w": -3.0, "w+4": -4.0}
"""Worth of laying an action card in quiet times, against 0 for a number."""
_ATTACK: Final[Mapping[str, float]] = {"s": 4.0, "r": 3.0, "+2": 6.0, "w+4": 9.0}
"""What it is worth more when the next player is nearly out."""
_NEARLY_OUT: Final = 2
_BLUFF: Final[Mapping[Level, float]] = {"easy": 0.0, "normal": 0.15, "hard": 0.25}
"""How often an unlawful +4 is thought of at all, and only in an attack."""


def choose(view: UnoView, rng: Rng, level: Level) -> Action:
    """Return what to do on the own turn. Calls UNO whenever it should be called."""
    options = [action for action in legal(view) if not _is_silent(view, action)]
    plays = [action for action in options if isinstance(action, Play)]
    sensible = [play for play in plays if _is_sensible(view, play, rng, level)]
    if view.phase == "colour":
        return Colour(_best_colour(view.hand, rng))
    if CHALLENGE in options and _doubts(view, rng, level):
        return CHALLENGE
    if sensible:
        if level == "easy":
            return sensible[rng.randrange(len(sensible))]
        return max(sensible, key=lambda play: _worth(view, play) + 0.01 * rng.random())
    for idle in (PASS, DRAW):
        if idle in options:
            return idle
    proper = [action for action in options if not isinstance(action, Challenge)]
    return proper[0] if proper else default(view)


def _is_silent(view: UnoView, action: Action) -> bool:
    """Tell whether a play forgets the call it should carry."""
    return isinstance(action, Play) and not action.call and len(view.hand) - len(action.cards) == 1


def _is_sensible(view: UnoView, play: Play, rng: Rng, level: Level) -> bool:
    """Leave out plays that hardly anybody would make."""
    top = play.cards[-1]
    if top.black and top.colour != _colour_after(view, play):
        return False
    if top.face == "w+4" and not lawful_wild4(view, without(view.hand, play.cards)):
        return _threatened(view) and rng.random() < _BLUFF[level]
    swaps_well = play.swap is None or view.counts[play.swap] == _fewest_elsewhere(view)
    # a drawn Wild is worth more in the hand, unless the hand is nearly empty
    keeps_wild = view.drawn is not None and top.black and len(view.hand) > 4
    return swaps_well and not (keeps_wild and level != "easy")


def _colour_after(view: UnoView, play: Play) -> str:
    rest = tuple(without(view.hand, play.cards))
    return _best_colour(rest or (play.cards[-1],), None)


def _best_colour(hand: tuple[Card, ...], rng: Rng | None) -> str:
    """Return the colour held most, by number and then by points."""
    return max(
        COLOURS,
        key=lambda colour: (
            sum(card.colour == colour for card in hand),
            sum(card.points for card in hand if card.colour == colour),
            rng.random() if rng else 0.0,
        ),
    )


def _worth(view: UnoView, play: Play) -> float:
    top = play.cards[-1]
    rest = without(view.hand, play.cards)
    worth = 1.5 * len(play.cards) + _FACE.get(top.face, 0.0)
    worth += 0.8 * sum(card.colour == top.colour for card in rest)
    worth += 0.02 * sum(card.points for card in play.cards)
    if not rest:
        return worth + 100.0
    if _threatened(view):
        worth += _ATTACK.get(top.face, 0.0)
    if play.swap is not None:
        worth += 1.5 * (len(rest) - view.counts[play.swap])
    return worth


def _next_seat(view: UnoView) -> Seat:
    assert view.seat is not None, "a bot has a seat"
    seat = view.seat
    while True:
        seat = (seat + view.direction) % len(view.counts)
        if seat not in view.gone:
            return seat


def _threatened(view: UnoView) -> bool:
    return view.counts[_next_seat(view)] <= _NEARLY_OUT


def _fewest_elsewhere(view: UnoView) -> int:
    others = (s for s in range(len(view.counts)) if s != view.seat and s not in view.gone)
    return min(view.counts[s] for s in others)


def _doubts(view: UnoView, rng: Rng, level: Level) -> bool:
    """Decide whether to challenge: a full hand more likely held the colour."""
    assert view.offender is not None, "somebody laid the +4"
    if level == "easy":
        return rng.random() < 0.1
    held = view.counts[view.offender]
    return rng.random() < min(0.35, 0.04 * held)
