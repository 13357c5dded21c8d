from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots.casino import choose
from engine.casino import CASINO
from engine.casino.check import refusal
from tests.casino.casino_play import deal, tables
from tests.casino.casino_positions import NO_CHANCE, look, place


@settings(max_examples=15)
@given(tables(), st.sampled_from(["easy", "normal", "hard"]))
def test_a_bot_plays_by_any_rules_to_the_end(table, level):
    rules, seats, rng = table
    state = deal(rules, seats, rng)
    while state.turn is not None:
        view = look(state)
        action = choose(view, rng, level)
        assert refusal(view, action) is None
        state = CASINO.apply(state, state.turn, action, NO_CHANCE).state


@pytest.mark.parametrize(
    ("hand", "table", "action"),
    [
        ("Tc 3h", "Td 3d", "capture Tc Td"),
        ("8c 3h", "8s 3d 5d", "capture 8c 3d 5d 8s"),
        ("8c 3h", "#8/p1(2c+6c) 3d", "capture 8c #2c"),
    ],
)
def test_the_normal_bot_sees_what_is_good(hand, table, action):
    assert str(choose(look(place(hand, table, other="9h")), Random(1), "normal")) == action


def play(seed, bots):
    rng = Random(seed)
    state = deal(CASINO.presets["seed"], 2, rng)
    while state.turn is not None:
        view = look(state)
        level = bots[state.turn]
        actions = list(CASINO.legal(view))
        action = choose(view, rng, level) if level else rng.choice(actions)
        state = CASINO.apply(state, state.turn, action, NO_CHANCE).state
    return CASINO.points(state)


def test_the_normal_bot_beats_random_play():
    margins = []
    for seed in range(40):
        seats = ("normal", None) if seed % 2 else (None, "normal")
        points = play(seed, seats)
        margins.append(points[seats.index("normal")] - points[seats.index(None)])
    assert sum(margin > 0 for margin in margins) >= 34
