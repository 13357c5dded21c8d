"""Which turn it is, as a value: two moments with the same one are of the same turn.

Hides: how each game counts its turns. Must not know: people, clocks, numbers of updates.
"""

from __future__ import annotations

from typing import TypeAlias

from engine.casino.state import CasinoState
from engine.match import Match
from engine.uno.state import UnoState

Turn: TypeAlias = tuple[object, ...]


def turn_of(match: Match) -> Turn | None:
    """Return the turn that runs in this deal; None when no deal runs.

    What others do in it, and what is punished without ending it, changes nothing; a turn that
    comes back to the same seat is another one.
    """
    waited_on = match.waiting_on()
    if not waited_on:
        return None
    match match.state:
        case UnoState(turns=turns):
            count = turns
        case CasinoState(stock=stock, hands=hands):  # each turn plays one card
            count = -len(stock) - sum(map(len, hands))
        case other:
            raise TypeError(f"no turns are counted in {type(other).__name__}")
    return count, waited_on


def decision_of(match: Match) -> Turn | None:
    """Return what is to be decided: a turn may have two of these, as to draw and then to pass."""
    turn = turn_of(match)
    return None if turn is None else (*turn, match.state.phase)
