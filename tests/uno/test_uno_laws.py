"""Laws of UNO under any rules: what holds after every action, whoever does what."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.game import Illegal
from engine.uno.actions import Jump, Play, parse
from engine.uno.cards import in_order
from engine.uno.check import refusal
from engine.uno.game import UNO
from engine.uno.play import TURNS_PER_PLAYER
from engine.uno.rules import PRESETS
from engine.uno.view import view_of
from tests.uno.uno_play import (
    SEATS,
    SEEDS,
    any_action,
    assert_laws,
    chance,
    choices,
    deal,
    legal,
    mutated,
    rulesets,
    sensible,
    walk,
)

STEPS = 60


def fits(rules, seats):
    return seats <= UNO.seat_range(rules)[1]


@given(rulesets(), SEATS, SEEDS)
def test_the_laws_hold_after_every_action(rules, seats, seed):
    assume(fits(rules, seats))
    for state in walk(deal(rules, seats, seed), seed, STEPS):
        assert_laws(state)


@given(rulesets(), SEATS, SEEDS)
def test_the_laws_hold_when_seats_leave(rules, seats, seed):
    assume(fits(rules, seats))
    for state in walk(deal(rules, seats, seed), seed, STEPS, leaves=0.1):
        assert_laws(state)


@given(rulesets(), SEATS, SEEDS)
def test_what_is_listed_can_be_done_and_reads_back(rules, seats, seed):
    assume(fits(rules, seats))
    for state in walk(deal(rules, seats, seed), seed, STEPS // 2):
        for seat, action in choices(state):
            UNO.check(view_of(state, seat), action)
            assert parse(str(action)) == action


@given(rulesets(), SEATS, SEEDS)
def test_check_and_apply_agree_and_a_refusal_changes_nothing(rules, seats, seed):
    assume(fits(rules, seats))
    rng = Random(seed)
    for state in walk(deal(rules, seats, seed), seed, STEPS // 2, leaves=0.02):
        proper = choices(state)
        for _ in range(6):
            seat = rng.randrange(seats)
            action = any_action(state, seat, rng)
            if proper and rng.random() < 0.5:
                seat, action = rng.choice(proper)
                action = mutated(action, state, rng)
            before = repr(state)
            try:
                UNO.check(view_of(state, seat), action)
                allowed = True
            except Illegal:
                allowed = False
            try:
                after = UNO.apply(state, seat, action, chance(seed)).state
            except Illegal:
                assert not allowed
            else:
                assert allowed
                assert_laws(after)
            assert repr(state) == before


@given(rulesets(), SEATS, SEEDS)
def test_every_proper_action_is_listed(rules, seats, seed):
    assume(fits(rules, seats))
    rng = Random(seed)
    for state in walk(deal(rules, seats, seed), seed, STEPS // 2):
        for seat in range(seats):
            listed = set(legal(state, seat))
            for _ in range(8):
                action = any_action(state, seat, rng)
                if isinstance(action, Play | Jump):  # the cards under the last in deck order
                    under = in_order(action.cards[:-1])
                    action = type(action)((*under, action.cards[-1]), action.call, action.swap)
                code = refusal(view_of(state, seat), action)
                # a wrong call that is punished is accepted, but nothing to propose
                if code is None and not proposes_a_wrong_call(state, seat, action):
                    assert action in listed, str(action)
                if action in listed:
                    assert code is None


def proposes_a_wrong_call(state, seat, action) -> bool:
    if isinstance(action, Play | Jump):
        return action.call and len(state.hands[seat]) - len(action.cards) != 1
    return str(action) == "call" and seat not in view_of(state, seat).late


@given(rulesets(), SEATS, SEEDS, st.booleans())
def test_the_same_seed_and_actions_give_the_same_events(rules, seats, seed, leaves):
    assume(fits(rules, seats))

    def told():
        rng, luck = Random(seed), chance(seed)
        step = UNO.deal(rules, seats, 0, luck, frozenset())
        events = [*step.events]
        for _ in range(STEPS):
            if step.state.phase == "over":
                break
            if leaves and rng.random() < 0.05:
                step = UNO.leave(step.state, step.state.turn, luck)
            else:
                step = UNO.apply(step.state, *sensible(step.state, rng), luck)
            events += step.events
        return events, step.state

    assert told() == told()


@settings(max_examples=20)
@given(rulesets(), st.integers(2, 4), SEEDS)
def test_a_random_round_ends(rules, seats, seed):
    """At the latest when everybody has had 200 turns; a turn is a few actions."""
    assume(fits(rules, seats))
    most = TURNS_PER_PLAYER * seats * 4
    for state in walk(deal(rules, seats, seed), seed, most):
        last = state
    assert last.phase == "over"
    assert last.winners
    points = UNO.points(last)
    assert len(points) == seats and min(points) >= 0


@pytest.mark.parametrize("name", PRESETS)
def test_whole_rounds_of_every_preset(name):
    for seed in range(6):
        seats = 2 + seed
        for state in walk(deal(PRESETS[name], seats, seed), seed, 4000):
            last = state
        assert last.phase == "over"
        assert_laws(last)


@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_lost_in_three_hundred_turns(seed):
    """Two players who draw whatever they hold, so that the discards are turned over often."""
    state, luck, rng = deal(PRESETS["official"], 2, seed), chance(seed), Random(seed)
    for _ in range(300):
        if state.phase == "over":
            break
        mine = legal(state, state.turn)
        slow = [a for a in mine if not isinstance(a, Play) or len(state.hands[state.turn]) > 12]
        state = UNO.apply(state, state.turn, rng.choice(slow or mine), luck).state
        assert_laws(state)
