"""Who must draw a punishment once a round is over (option `punishments`).

Hides: what each value of the option asks for. Must not know: the punishments.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from engine.game import Seat
from engine.match import Match
from engine.uno.rules import UnoRules
from engine.uno.score import hand_points, reaches_target
from engine.uno.state import UnoState


@dataclass(frozen=True, slots=True)
class Due:
    """Who must draw after a round, and who settles it.

    Attributes:
        round: The number of the round, from 1.
        seats: Who must draw, rising; empty where nobody must.
        winners: Who is exempt and says when it is done; of a match where that is what was lost.
    """

    round: int
    seats: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()


def asked(rules: object) -> Literal["none", "worst", "losers", "bust"]:
    """Return who is asked to draw: the option, and nobody in another game."""
    return rules.punishments if isinstance(rules, UnoRules) else "none"


def due(match: Match, bots: Collection[Seat] = ()) -> Due:
    """Return who must draw now that a round is over; nobody while one runs, or in another game.

    Winners, also shared ones, are exempt (seed 000: 勝利者可以不接受懲罰), and so are the seats
    given up. `bots` are seats where nobody sits: one may be the worst, but is not made to draw,
    nor does it settle anything.
    """
    state = match.state
    if not isinstance(state, UnoState) or state.phase != "over":
        return Due(match.deals)
    left = [seat for seat in range(match.seats) if seat not in match.gone | state.gone]
    match asked(state.rules):
        case "none":
            return Due(match.deals)
        case "worst":
            winners = state.winners
            losers = _losers(left, winners)
            most = max((hand_points(state.hands[seat]) for seat in losers), default=0)
            lost = [seat for seat in losers if hand_points(state.hands[seat]) == most]
        case "losers":
            winners = state.winners
            lost = _losers(left, winners)
        case "bust":
            winners = match.winners
            lost = [
                seat
                for seat in _losers(left, winners)
                if reaches_target(state.rules, match.scores[seat])
            ]
    return Due(
        match.deals,
        tuple(seat for seat in lost if seat not in bots),
        tuple(seat for seat in winners if seat not in bots),
    )


def _losers(left: list[Seat], winners: tuple[Seat, ...]) -> list[Seat]:
    """Return who is left and has not won; without a winner nobody has lost."""
    return [seat for seat in left if seat not in winners] if winners else []
