"""Non-interference: what a viewer is sent does not depend on what it may not know."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.casino.state import CasinoState
from engine.games import GAMES
from engine.match import Match
from engine.uno.state import UnoState
from netcore.table.outbound import Moment, update_for
from netcore.wire.messages import MAX_EVENTS, encode
from tests.luck import Luck


def redealt(state: Any, viewer: int | None, rng: Random) -> Any:
    """Return the state with every card that `viewer` does not know dealt anew."""
    other = state.clone()
    hidden = [seat for seat in range(len(other.hands)) if seat != viewer]
    pool = [card for seat in hidden for card in other.hands[seat]] + list(other.stock)
    rng.shuffle(pool)
    for seat in hidden:
        size = len(other.hands[seat])
        hand, pool = pool[:size], pool[size:]
        if isinstance(other, CasinoState):
            other.hands[seat] = tuple(sorted(hand, key=lambda card: card.place))
        else:
            other.hands[seat] = hand
    other.stock = tuple(pool) if isinstance(other, CasinoState) else pool
    if isinstance(other, UnoState) and other.accused is not None:
        other.accused = replace(other.accused, lawful=not other.accused.lawful)
    return other


@pytest.mark.parametrize("game", list(GAMES))
def test_views_do_not_depend_on_hidden_cards(game: str) -> None:
    for index, (preset, rules) in enumerate(GAMES[game].presets.items()):
        least, most = GAMES[game].seat_range(rules)
        seats = min(max(3, least), most)
        rng, chance = Random(index), Luck(index)
        match = Match.new(GAMES[game], rules, seats).begin(chance).state
        for _ in range(60):
            if match.over:
                break
            for viewer in (None, *range(seats)):
                state = redealt(match.state, viewer, rng)
                if isinstance(match.state, UnoState) and match.state.phase == "drawn":
                    state.drawn = match.state.drawn if viewer == match.state.turn else None
                twin = replace(match, state=state)
                one, two = (
                    encode(update_for(viewer, Moment(1, m, ()), told=[], missed=False, clock=0))
                    for m in (match, twin)
                )
                assert one == two, f"{preset}: seat {viewer} learns of hidden cards"
            (seat,) = match.waiting_on()
            view = match.game.view(match.state, seat)
            match = match.apply(seat, rng.choice(list(match.game.legal(view))), chance).state


def test_the_newest_events_win_where_there_are_too_many() -> None:
    match = Match.new(GAMES["uno"], GAMES["uno"].presets["official"], 2).begin(Luck(1))
    moment = Moment(5, match.state, match.events * 2000)
    update = update_for(0, moment, told=[moment], missed=False, clock=None)
    assert update.missed
    assert update.events[-1] == match.events[-1].seen_by(0)
    assert len(update.events) == MAX_EVENTS
