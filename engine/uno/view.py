"""Building a view: what one seat may know of a round, put together from nothing.

Hides: which facts are public. Nothing is ever stripped from a full state; a fact that is not
copied here does not leave the engine.
"""

from __future__ import annotations

from engine.game import Seat
from engine.uno.cards import in_order
from engine.uno.score import points
from engine.uno.state import UnoState, UnoView


def view_of(state: UnoState, seat: Seat | None) -> UnoView:
    """Return what `seat` may know; None is a spectator."""
    over = state.phase == "over"
    top = state.discards[-1]
    catchable, early, late = _open_windows(state) if state.windows else ((), (), ())
    return UnoView(
        state.rules,
        seat,
        () if seat is None else tuple(in_order(state.hands[seat])),
        tuple([len(hand) for hand in state.hands]),
        top,
        top.colour,
        len(state.stock),
        len(state.discards),
        state.dealer,
        None if over else state.turn,
        state.direction,
        state.phase,
        state.pending,
        state.chain4,
        _offender(state),
        state.drawn if seat == state.turn else None,
        state.colour_only,
        tuple(sorted(state.called)),
        catchable,
        early,
        late,
        tuple(sorted(state.gone)),
        state.winners,
        tuple([tuple(in_order(hand)) for hand in state.hands]) if over else (),
        points(state) if over else (),
    )


def _offender(state: UnoState) -> Seat | None:
    """Return whom the seat on turn may challenge; nobody challenges their own +4."""
    accused = state.accused
    return None if accused is None or accused.seat == state.turn else accused.seat


def _open_windows(
    state: UnoState,
) -> tuple[tuple[Seat, ...], tuple[Seat, ...], tuple[Seat, ...]]:
    """Return who may be caught now, who only later, and who may still call."""
    at_once = state.rules.catch_from == "at_once"
    saves_until_caught = state.rules.uno_call_until == "caught"
    windows = sorted(state.windows.items())
    return (
        tuple(seat for seat, acted in windows if acted or at_once),
        tuple(seat for seat, acted in windows if not (acted or at_once)),
        tuple(seat for seat, acted in windows if not acted or saves_until_caught),
    )
