"""Every refusal code, when it applies, and which comes first."""

import pytest

from engine.casino import CASINO, PRESETS
from engine.casino.check import refusal
from engine.game import Illegal
from tests.casino.casino_positions import act, look, place, refused

TABLE = "2h 5s 9s #8/p2(3c+5c) #7/p2(As+6s,7h)"
HAND = "3d 4d 8d Td"
OTHER = "8c 7c"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("build 3d 0 2h", "bad-action"),
        ("build 3d 1 2h", "bad-action"),
        ("capture 8d 9s 9s", "bad-action"),
        ("capture 8d #3c #5c", "bad-action"),
        ("capture 8d #9h #9h", "bad-action"),
        ("capture Ks 2h", "not-in-hand"),
        ("capture 8c #3c", "not-in-hand"),
        ("trail Ks", "not-in-hand"),
        ("capture 8d Kh", "item-gone"),
        ("capture 8d 3c", "item-gone"),
        ("capture 8d #9s", "item-gone"),
        ("capture 8d 3d", "item-gone"),
        ("capture 8d", "nothing-chosen"),
        ("build 3d 8", "nothing-chosen"),
        ("build 8d 15 9s", "over-14"),
        ("build 3d 10 #As", "locked-build"),
        ("build 3d 13 #3c 2h", "raise-with-loose"),
        ("build 2h 10 #3c", "not-in-hand"),
        ("capture Td #3c 2h", "build-in-sum"),
        ("capture 3d #3c", "build-value"),
        ("capture 3d #As", "build-value"),
        ("build 4d 8 #3c", "no-split"),
        ("capture 8d 9s", "no-split"),
        ("build 4d 8 2h", "no-split"),
        ("build 4d 9 5s", "not-held"),
        ("build 8d 8 #3c", "not-held"),
        ("build 8d 10 2h", ""),
        ("capture 8d #3c", ""),
        ("capture 8d #5c", ""),
    ],
)
def test_code(action, code):
    assert refused(place(HAND, TABLE, other=OTHER), action) == code


def test_over_and_turn():
    state = act(place("8d", "", other="2c"), "trail 8d", "trail 2c")
    for seat in (0, 1, None):
        assert refusal(CASINO.view(state, seat), CASINO.parse("trail 8d")).value == "over"
    state = place("8d", "2h", other="2c")
    for seat in (1, None):
        view = CASINO.view(state, seat)
        assert refusal(view, CASINO.parse("trail 2c")).value == "not-your-turn"
    assert refusal(view, CASINO.parse("capture 2c 2h 2h")).value == "bad-action"


def test_the_duties_of_an_owner():
    state = place("8d 8h 2c Tc", "2h Ts #8/p1(3c+5c)")
    assert refused(state, "trail 2c") == "must-not-trail"
    assert refused(state, "capture Tc Ts") == "must-use-build"
    assert refused(state, "capture Tc 2h") == "must-use-build"  # before the shape is looked at
    assert refused(state, "capture 8d #3c") == ""
    state = place("8d 3h 5h", "Ts 8s #8/p1(3c+5c)")
    assert refused(state, "capture 8d 8s") == "uncovered"
    assert refused(state, "build 3h 8 5h") == "item-gone"
    state = place("8d 2d Td", "2h #8/p1(3c+5c)")
    assert refused(state, "build 8d 10 2h") == "uncovered"


@pytest.mark.parametrize(
    ("options", "hand", "table", "action", "code"),
    [
        ({"must_capture": "any"}, "8d 2c", "3s 5s", "trail 8d", "must-capture"),
        ({"must_capture": "any"}, "8d 2c", "3s 5s", "trail 2c", ""),
        ({"must_capture": "equal_card"}, "8d 2c", "8s 8h", "capture 8d 8s", "must-capture"),
        ({"must_capture": "equal_card"}, "8d 2c", "8s 8h", "trail 8d", "must-capture"),
        ({"must_capture": "equal_card"}, "8d 2c", "3s 5s", "trail 8d", ""),
        ({"raise_own": "no"}, "8d 2c Tc", "#8/p1(3c+5c)", "build 2c 10 #3c", "locked-build"),
        ({"raise_own": "both_numbers"}, "8d 2c Tc", "#8/p1(3c+5c)", "build 2c 10 #3c", ""),
        ({"raise_own": "both_numbers"}, "8d 2c Tc", "#8/p1(3c+5c)", "trail 2c", "must-not-trail"),
        ({"raise_own": "both_numbers"}, "6c 6d Qc", "#6/p1(2c+4c)", "build 6c 12 #2c", ""),
        ({"raise_own": "both_numbers"}, "6c 5d Qc", "#6/p1(2c+4c)", "build 6c 12 #2c", "not-held"),
        ({"raise_own": "yes"}, "6c 5d Qc", "#6/p1(2c+4c)", "build 6c 12 #2c", ""),
        ({"face_values": "plain"}, "Jc 2c", "9s 2s", "capture Jc 9s 2s", "no-split"),
        ({"face_values": "plain"}, "Jc 2c", "Js Jh", "capture Jc Js Jh", "no-split"),
        ({"face_values": "plain"}, "Jc 2c", "Js Jh", "capture Jc Js", ""),
        ({"face_values": "plain"}, "Jc Jd", "Js Jh", "build Jc 10 Js", "no-split"),
        ({"face_values": "plain"}, "Jc Jd", "Js Jh", "build Jc 11 Js", "over-14"),
        ({"face_values": "plain"}, "Ac Ad 2c", "As", "build Ac 1 As", ""),
        ({"face_values": "plain"}, "Ac Ad 2c", "As", "build Ac 0 As", "bad-action"),
        ({"face_values": "plain"}, "Ac Kc", "Ks As", "capture Ac Ks", "no-split"),
        ({"face_values": "plain"}, "Ac 2d Kc", "As", "build Ac 2 As", ""),
    ],
)
def test_codes_that_options_decide(options, hand, table, action, code):
    rules = CASINO.presets["seed"]
    rules = type(rules)(**options)
    assert refused(place(hand, table, rules=rules), action) == code


def test_a_refusal_changes_nothing_and_is_raised_by_apply():
    state = place("8d 2c", "3s 5s")
    before = CASINO.read(state, "table")
    with pytest.raises(Illegal, match="no-split"):
        CASINO.apply(state, 0, CASINO.parse("capture 8d 3s"), None)
    assert CASINO.read(state, "table") == before
    assert look(state).rules is PRESETS["seed"]
