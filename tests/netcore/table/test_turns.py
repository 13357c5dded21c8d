"""Which turn it is: what comes back to the same seat is another one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games import GAMES
from engine.match import Match
from netcore.table.turns import decision_of, turn_of
from tests.luck import Luck

UNO = GAMES["uno"]
RULES = UNO.presets["official"]


def deal(seats: int = 2) -> Match:
    return Match.new(UNO, RULES, seats).begin(Luck(1)).state


@pytest.mark.parametrize("game", ["uno", "casino"])
def test_a_turn_that_comes_back_to_the_same_seat_is_another(game: str) -> None:
    rules = next(iter(GAMES[game].presets.values()))
    match = Match.new(GAMES[game], rules, 2).begin(Luck(1)).state
    if game == "uno":
        position = {"hands": ("rs r9 r4", "b7 g5"), "discard": "* r7", "turn": "p1"}
        match = replace(match, state=UNO.place(rules, 2, position))
        action, seat = UNO.parse("play rs"), 0
    else:
        (seat,) = match.waiting_on()
        match.state.hands[1 - seat] = ()
        action = next(iter(GAMES[game].legal(match.game.view(match.state, seat))))
    after = match.apply(seat, action, Luck(2)).state
    assert match.waiting_on() == after.waiting_on() == {seat}
    assert turn_of(match) != turn_of(after)


def test_to_draw_and_then_to_pass_is_one_turn_with_two_decisions() -> None:
    position = {"hands": ("b9 b8", "b7 g5"), "discard": "* r7", "stock": "r1 r2", "turn": "p1"}
    match = replace(deal(), state=UNO.place(RULES, 2, position))
    after = match.apply(0, UNO.parse("draw"), Luck(1)).state
    assert turn_of(match) == turn_of(after) is not None
    assert decision_of(match) != decision_of(after)


def test_between_deals_it_is_nobodys_turn() -> None:
    match = Match.new(UNO, RULES, 2)
    assert turn_of(match) is None and decision_of(match) is None
