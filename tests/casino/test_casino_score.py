from dataclasses import replace

import pytest

from engine.casino import CASINO, PRESETS
from engine.casino.cards import DECK, parse_card, spell
from engine.casino.score import card_points, worth

SEED = PRESETS["seed"]


def over(*taken, rules=SEED, **keys):
    """A deal that is over; `*` in one pile is the rest."""
    keys = {"hands": ("",) * len(taken), "turn": "-", "phase": "over", "taken": taken, **keys}
    return CASINO.place(rules, len(taken), keys)


def rows(state):
    return {row.category: (row.counts, row.points) for row in CASINO.view(state, None).breakdown}


def test_the_eleven_points():
    state = over("As 2s Td Kc", "*")
    assert rows(state) == {
        "cards": ((4, 48), (0, 3)),
        "spades": ((2, 11), (0, 1)),
        "Td": ((1, 0), (2, 0)),
        "2s": ((1, 0), (1, 0)),
        "aces": ((1, 3), (1, 3)),
        "sweeps": ((0, 0), (0, 0)),
    }
    assert CASINO.points(state) == (4, 7)


@pytest.mark.parametrize(("tie", "points"), [("nobody", 0), ("split", 1), ("all", 3)])
def test_a_tie_for_most_cards(tie, points):
    state = over(spell(DECK[:26]), spell(DECK[26:]), rules=replace(SEED, majority_tie=tie))
    assert rows(state)["cards"] == ((26, 26), (points, points))


@pytest.mark.parametrize(("tie", "points"), [("nobody", 0), ("split", 0), ("all", 1)])
def test_a_tie_for_most_spades(tie, points):
    rules = replace(SEED, majority_tie=tie)
    state = over("As 2s 3s 4s 5s", "6s 7s 8s 9s Ts", "*", rules=rules)
    assert rows(state)["spades"] == ((5, 5, 3), (points, points, 0))
    state = over("As 2s 3s 4s 5s", "6s 7s 8s 9s", "*", rules=rules)
    assert rows(state)["spades"] == ((5, 4, 4), (1, 0, 0))


def test_nobody_has_a_majority_of_nothing():
    rules = replace(SEED, majority_tie="all")
    state = over("", "", rules=rules, table=spell(DECK))
    assert CASINO.points(state) == (0, 0)


def test_spade_scoring():
    rules = PRESETS["spade"]
    state = over("As Js 2s 3s", "*", rules=rules)
    assert rows(state) == {
        "cards": ((4, 48), (0, 3)),
        "spades": ((4, 9), (0, 1)),
        "Td": ((0, 1), (0, 2)),
        "2s": ((1, 0), (2, 0)),
        "Js": ((1, 0), (2, 0)),
        "As": ((1, 0), (2, 0)),
        "aces": ((1, 3), (1, 3)),
        "spade_cards": ((1, 9), (1, 9)),
        "sweeps": ((0, 0), (0, 0)),
    }
    assert sum(CASINO.points(state)) == 26
    assert sum(card_points(rules, card) for card in DECK) + 4 == 26
    assert sum(card_points(SEED, card) for card in DECK) + 4 == 11


def test_sweeps():
    state = over("", "*", rules=replace(SEED, sweeps=2), sweeps="3 1")
    assert rows(state)["sweeps"] == ((3, 1), (6, 2))


def test_a_partnership_counts_together():
    taken = ("As 2s", "*", "Td", "Ac")
    state = over(*taken, rules=PRESETS["partners"], sweeps="1 0 1 0")
    assert rows(state)["cards"] == ((3, 49, 3, 49), (0, 3, 0, 3))
    assert rows(state)["sweeps"] == ((2, 0, 2, 0), (2, 0, 2, 0))
    assert CASINO.points(state) == (6, 7, 6, 7)
    assert CASINO.view(state, 0).taken == (2, 48, 1, 1)


@pytest.mark.parametrize(
    ("options", "totals", "deals", "gone", "winners"),
    [
        ({}, (7, 4), 1, (), (0,)),
        ({}, (5, 5, 1), 1, (), (0, 1)),
        ({}, (0, 0), 0, (), ()),
        ({"target": 21}, (20, 4), 3, (), ()),
        ({"target": 21}, (21, 4), 3, (), (0,)),
        ({"target": 21}, (22, 25), 3, (), (1,)),
        ({"target": 21}, (25, 25), 3, (), ()),
        ({"target": 21}, (25, 25, 26), 3, (2,), ()),
        ({}, (1, 9, 2), 1, (1,), (2,)),
        ({}, (1, 9), 0, (1,), (0,)),
        ({"partnership": True}, (5, 6, 5, 6), 1, (), (1, 3)),
        ({"partnership": True}, (5, 5, 5, 5), 1, (), (0, 1, 2, 3)),
        ({"partnership": True, "target": 21}, (21, 20, 21, 20), 4, (2,), (0,)),
        ({"partnership": True}, (5, 6, 5, 6), 1, (1, 3), (0, 2)),
    ],
)
def test_verdict(options, totals, deals, gone, winners):
    rules = replace(SEED, **options)
    assert CASINO.verdict(rules, totals, deals, frozenset(gone)) == winners


def test_worth_puts_points_before_cards():
    td, two, ace, spade, plain = map(parse_card, ("Td", "2s", "Ah", "9s", "9d"))
    order = [worth(SEED, card) for card in (td, two, ace, spade, plain)]
    assert order == sorted(order, reverse=True)
