"""The list of actions against trying every selection, and on tables too wide for a list."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.casino import CASINO, PRESETS, Capture, Trail
from engine.casino.cards import DECK, spell
from engine.casino.check import refusal
from engine.casino.listing import FULL, is_wide, ways
from engine.casino.suggest import suggest, why_not
from tests.casino import casino_brute
from tests.casino.casino_play import playing, tables
from tests.casino.casino_positions import act, listed, look, place


@settings(max_examples=40)
@given(tables())
def test_what_is_listed_is_what_the_rules_allow(table):
    rules, seats, rng = table
    for state, _, _ in playing(rules, seats, rng):
        view = CASINO.view(state, state.turn)
        if len(view.loose) + len(view.builds) <= 6 and rng.random() < 0.5:
            assert {str(action) for action in CASINO.legal(view)} == casino_brute.legal(view)


@settings(max_examples=40)
@given(tables())
def test_the_ways_are_the_list(table):
    rules, seats, rng = table
    for state, _, _ in playing(rules, seats, rng):
        for seat in range(seats):
            view = CASINO.view(state, seat)
            found = ways(view)
            listed = list(CASINO.legal(view))
            assert [found[at] for at in range(len(found))] == [*found] == listed
            with pytest.raises(IndexError):
                found[len(found)]


def count(state, depth):
    """How many ways a position can go on for `depth` plays."""
    actions = list(CASINO.legal(look(state))) if state.turn is not None else []
    if depth == 1:
        return len(actions)
    return sum(count(act(state, str(action)), depth - 1) for action in actions)


def count_brute(state, depth):
    texts = casino_brute.legal(look(state)) if state.turn is not None else ()
    return len(texts) if depth == 1 else sum(count_brute(act(state, t), depth - 1) for t in texts)


TREES = [
    ("seed", "Ac 9c 9d", "Ah 8s 9s", "8d 2d Kc", [18, 64, 468]),
    ("seed", "8c Tc 2c", "2h 6d 4d", "8d Td 4c", [11, 109, 478]),
    ("plain", "Ac Jc 5c", "Js Jd 4s 5s", "5d 9d Qc", [8, 49, 207]),
    ("pagat", "4c 6c Tc", "2s 4s 6s", "6d 8d Td", [13, 121, 595]),
]


@pytest.mark.parametrize(("preset", "hand", "table", "other", "counts"), TREES)
def test_trees_of_plays(preset, hand, table, other, counts):
    """Like perft of chess programs: the counts, and the same from trying everything."""
    state = place(hand, table, other=other, rules=PRESETS[preset])
    assert [count(state, depth) for depth in (1, 2, 3)] == counts
    assert count_brute(state, 2) == counts[1]


# --- wide tables -------------------------------------------------------------------


def wide(size, seed, preset="seed"):
    rng = Random(seed)
    cards = rng.sample(DECK, size + 2)
    rules = PRESETS[preset]
    hand, table = spell(cards[:1]), spell(cards[2:])
    return place(hand, table, other=spell(cards[1:2]), taken=("*", ""), rules=rules)


def everybody_trails(preset="seed"):
    """The widest table there can be: before the last card of a game in which nobody took any."""
    order = list(DECK)
    Random(5).shuffle(order)
    return place(spell(order[:1]), spell(order[1:]), taken=("", ""), rules=PRESETS[preset])


@pytest.mark.parametrize("preset", ["seed", "plain"])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [FULL + 1, 18, 20, 35, 50])
def test_a_wide_table_is_answered_by_a_choice(size, seed, preset):
    state = wide(size, seed, preset)
    view = look(state)
    assert is_wide(view)
    actions = list(CASINO.legal(view))
    assert len(actions) < 60
    assert any(isinstance(action, Trail) for action in actions)
    assert all(refusal(view, action) is None for action in actions)
    assert suggest(view)[0] in actions
    why_not(view, view.hand[0], view.loose)


def test_fifty_one_cards_on_the_table():
    for preset in PRESETS:
        if preset == "partners":
            continue
        state = everybody_trails(preset)
        view = look(state)
        assert len(view.loose) == 51
        best = suggest(view)[0]
        assert isinstance(best, Capture)
        assert refusal(view, CASINO.default(view)) is None
        why_not(view, view.hand[0], view.loose)
        assert CASINO.apply(state, 0, best, None).state.phase == "over"


def test_a_whole_wide_game_of_trails():
    for seed in range(3):
        rng = Random(seed)
        rules = PRESETS["seed"]
        order = rng.sample(DECK, 52)

        class Order:
            def shuffle(self, cards, order=order):
                return order

        state = CASINO.deal(rules, 2, 0, Order(), frozenset()).state
        while state.turn is not None:
            view = look(state)
            trails = [action for action in CASINO.legal(view) if isinstance(action, Trail)]
            state = act(state, str(trails[0]))
        assert len(state.loose) == 52
        assert state.last is None
        assert CASINO.points(state) == (0, 0)
        assert CASINO.verdict(rules, (0, 0), 1, frozenset()) == (0, 1)


def test_the_list_is_lazy():
    state = place("8c 2d", "Ah 2s 3s 5s 8s")
    assert str(next(CASINO.legal(look(state)))) == listed(state)[0]


@given(st.integers(0, 10_000))
def test_up_to_the_limit_the_best_capture_is_listed(seed):
    state = wide(8, seed)
    view = look(state)
    captures = [action for action in CASINO.legal(view) if isinstance(action, Capture)]
    best = [action for action in suggest(view) if isinstance(action, Capture)]
    if captures:
        most = max(len(action.items) for action in captures)
        assert any(len(action.items) == most for action in best)
