from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.casino import CASINO, PRESETS, Trail, parse_card
from engine.casino.actions import parse_item
from engine.casino.check import refusal
from engine.casino.suggest import readings, suggest, why_not
from tests.casino.casino_play import playing, tables
from tests.casino.casino_positions import look, place

SEED = PRESETS["seed"]


def ask(function, state, card, *items):
    return function(look(state), parse_card(card), [parse_item(item) for item in items])


@pytest.mark.parametrize(
    ("hand", "table", "card", "items", "expected"),
    [
        ("8c 2d", "3s 5s Kd", "8c", "5s 3s", ["capture 8c 3s 5s"]),
        ("8c 8d", "3s 5s Kd", "8c", "5s 3s", ["capture 8c 3s 5s", "build 8c 8 3s 5s"]),
        ("2s 5d Tc", "3h 5s", "2s", "3h 5s", ["build 2s 5 3h 5s", "build 2s 10 3h 5s"]),
        ("8c 2d", "3s 5s", "8c", "", ["trail 8c"]),
        ("8c 2d", "3s 5s", "8c", "3s", []),
        ("8c 2d", "#8/p1(3c+5c)", "2d", "", []),
    ],
)
def test_readings(hand, table, card, items, expected):
    state = place(hand, table)
    assert [str(action) for action in ask(readings, state, card, *items.split())] == expected
    reason = ask(why_not, state, card, *items.split())
    assert (reason is None) is bool(expected)


@pytest.mark.parametrize(
    ("options", "hand", "table", "card", "items", "code", "value"),
    [
        ({}, "2d 7c", "4s", "2d", "4s", "not-held", 6),
        ({}, "8c 7c", "#8/p2(3c+5c)", "8c", "", "", 0),
        ({}, "8c 7c", "#8/p1(3c+5c)", "7c", "", "must-not-trail", 8),
        ({}, "8c 7c", "7s #8/p1(3c+5c)", "7c", "7s", "must-use-build", 8),
        ({}, "8c Tc Qc", "2h #8/p1(3c+5c)", "8c", "2h", "uncovered", 8),
        ({}, "9h 3c", "2s #7/p2(3s+4s)", "9h", "2s #3s", "build-in-sum", 7),
        ({}, "9h 3c", "#7/p2(3s+4s)", "9h", "#3s", "build-value", 7),
        ({}, "2h 9h", "2s #5/p2(2d+3d)", "2h", "2s #2d", "raise-with-loose", 5),
        ({}, "3h Th", "#7/p2(3s+4s,7c)", "3h", "#3s", "locked-build", 7),
        ({"must_capture": "equal_card"}, "8c 2d", "8s 8h", "8c", "8s", "must-capture", 8),
        ({}, "8c 2d", "Kd", "8c", "Kd", "no-split", 8),
        ({}, "8c 2d", "Kd", "Ks", "Kd", "not-in-hand", 13),
        ({}, "8c 2d", "Kd", "8c", "Kh", "item-gone", 8),
    ],
)
def test_why_not(options, hand, table, card, items, code, value):
    state = place(hand, table, other="8d 7d 5h", rules=replace(SEED, **options))
    reason = ask(why_not, state, card, *items.split())
    assert (reason.code.value if reason else "", reason.value if reason else 0) == (code, value)


def test_what_is_left_over():
    reason = ask(why_not, place("8c 2d", "3s 5s 2h 8h"), "8c", "2h", "3s", "5s", "8h")
    assert reason.code.value == "no-split"
    assert [" ".join(map(str, group)) for group in reason.groups] == ["3s 5s", "8h"]
    assert " ".join(map(str, reason.left)) == "2h"
    rules = replace(SEED, must_capture="equal_card")
    reason = ask(why_not, place("8c 2d", "8s 8h", rules=rules), "8c", "8s")
    assert [str(card) for card in reason.left] == ["8h"]


@settings(max_examples=25)
@given(tables())
def test_every_selection_has_a_reading_or_a_reason(table):
    rules, seats, rng = table
    for state, action, _ in playing(rules, seats, rng):
        view = CASINO.view(state, state.turn)
        items = () if isinstance(action, Trail) else action.items
        assert action in readings(view, action.card, items)
        everything = [*view.loose, *[build.handle for build in view.builds]]
        some = rng.sample(everything, rng.randint(0, len(everything)))
        card = rng.choice(view.hand)
        found = readings(view, card, some)
        reason = why_not(view, card, some)
        assert (reason is None) is bool(found)
        if reason is not None:
            assert refusal(view, reason.action) in (reason.code, "must-use-build")


@settings(max_examples=25)
@given(tables())
def test_suggestions_are_allowed_and_trails_come_last(table):
    rules, seats, rng = table
    for state, _, _ in playing(rules, seats, rng):
        view = CASINO.view(state, state.turn)
        found = suggest(view)
        assert found
        assert all(refusal(view, action) is None for action in found)
        trails = [isinstance(action, Trail) for action in found]
        assert trails == sorted(trails)


def test_points_come_before_cards():
    state = place("Tc 9c", "Td 4h 5h 3h 2h 7h")
    assert str(suggest(look(state))[0]) == "capture Tc 2h 3h 5h Td"
    state = place("9c Ac", "Ad 4h 5h")
    assert str(suggest(look(state))[0]) == "capture Ac Ad"
