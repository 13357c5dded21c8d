"""The examples of the source text: which plays are allowed, and how builds then lie."""

import pytest

from engine.casino import CASINO, parse_action
from tests.casino.casino_positions import act, listed, place, refused

EIGHT = ("8c 2d", "Ah 2s 3s 5s 8s")
NINES = ("Ah 9c 9d", "Ac 8s 9s #8/p2(3c+5c)")
OWNER = ("8c Tc Qc", "2h #8/p1(3c+5c)")


@pytest.mark.parametrize(
    ("hand", "table", "other", "action", "code"),
    [
        (*EIGHT, "", "capture 8c 8s", ""),
        (*EIGHT, "", "capture 8c 8s 3s 5s", ""),
        (*EIGHT, "", "capture 8c 8s Ah 2s 5s", ""),
        (*EIGHT, "", "capture 8c 3s 5s", ""),
        (*EIGHT, "", "capture 8c 8s 3s 5s Ah 2s", "no-split"),
        ("2c 7c", "4s 5s", "", "build 2c 7 5s", ""),
        ("2c 7c", "4s 5s", "", "build 2c 6 4s", "not-held"),
        ("Ac 8c Tc", "2s 3s #7/p2(3c+4c)", "7d", "build Ac 8 #3c", ""),
        ("Ac 8c Tc", "2s 3s #7/p2(3c+4c)", "7d", "build Ac 10 #3c 2s", "raise-with-loose"),
        (*NINES, "8d", "build 9c 9 9s Ac 8s", ""),
        (*NINES, "8d", "build Ah 9 8s 9s", ""),
        (*NINES, "8d", "build Ah 9 #3c 9s Ac 8s", ""),
        (*OWNER, "", "trail Tc", "must-not-trail"),
        (*OWNER, "", "capture 8c #3c", ""),
        (*OWNER, "", "build Tc 12 2h", ""),
        (*OWNER, "", "build 8c 10 2h", "uncovered"),
        ("6c 6d Qc", "#6/p1(2c+4c)", "", "build 6c 12 #2c", ""),
        ("6c 6d Qc", "#6/p1(2c+4c)", "", "build 6c 6 #2c", ""),
    ],
)
def test_example(hand, table, other, action, code):
    state = place(hand, table, other=other)
    assert refused(state, action) == code
    assert (str(parse_action(action)) in listed(state)) is (not code)


def test_exactly_five_captures_with_the_eight():
    captures = [text for text in listed(place(*EIGHT)) if text.startswith("capture 8c")]
    assert captures == [
        "capture 8c Ah 2s 5s",
        "capture 8c 3s 5s",
        "capture 8c 8s",
        "capture 8c Ah 2s 5s 8s",
        "capture 8c 3s 5s 8s",
    ]


def test_the_owner_of_the_eight_has_exactly_two_plays():
    assert listed(place(*OWNER)) == ["capture 8c #3c", "build Tc 12 2h"]


@pytest.mark.parametrize(
    ("hand", "table", "other", "action", "after"),
    [
        ("2c 7c", "4s 5s", "", "build 2c 7 5s", "4s #7/p1(2c+5s)"),
        ("Ac 8c", "2s #7/p2(3c+4c)", "7d", "build Ac 8 #3c", "2s #8/p1(Ac+3c+4c)"),
        (*NINES, "8d", "build 9c 9 9s Ac 8s", "#9/p1(Ac+8s,9c,9s) #8/p2(3c+5c)"),
        (*NINES, "8d", "build Ah 9 8s 9s", "Ac #9/p1(Ah+8s,9s) #8/p2(3c+5c)"),
        (*NINES, "8d", "build Ah 9 #3c 9s Ac 8s", "#9/p1(Ac+8s,Ah+3c+5c,9s)"),
        (
            "8c 8d",
            "#8/p1(As+3c+4c) #8/p1(8h,8s)",
            "",
            "build 8c 8 #As #8h",
            "#8/p1(As+3c+4c,8c,8h,8s)",
        ),
        ("6c 6d Qc", "#6/p1(2c+4c)", "", "build 6c 12 #2c", "#12/p1(2c+4c+6c)"),
        ("6c 6d Qc", "#6/p1(2c+4c)", "", "build 6c 6 #2c", "#6/p1(2c+4c,6c)"),
    ],
)
def test_how_a_build_lies(hand, table, other, action, after):
    state = act(place(hand, table, other=other), action)
    assert CASINO.same(2, "table", after, CASINO.read(state, "table"))
