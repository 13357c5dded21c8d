"""Punishments in records: who drew is checked against the rules."""

from __future__ import annotations

import pytest

from engine.record import RecordError, dump, load
from engine.replay import verify

FILE = """cardtui = 1
game = "uno"
rules = "{rules}"
players = ["Ann", "Bo", "Cy"]
[[deal]]
start.hands = ["r5", "b7 g5", "g1"]
start.discard = "* r7"
start.stock = "b1"
start.turn = "p1"
actions = [{lines}]
"""


def record(*lines: str, rules: str = "kano") -> str:
    return FILE.format(rules=rules, lines=", ".join(f'"{line}"' for line in lines))


def test_the_worst_hand_draws_and_the_line_comes_back_as_written() -> None:
    read = load(record("p1 play r5", "d punish p2 r5'"))
    assert verify(read).mismatch is None
    assert "d punish p2 r5'" in dump(read)
    assert load(dump(read)) == read


@pytest.mark.parametrize(
    "lines",
    [
        ("d punish p2 r5",),  # the round still runs
        ("p1 play r5", "d punish p3 r5"),  # not the worst
        ("p1 play r5", "d punish p1 r5"),  # the winner
    ],
)
def test_nobody_else_draws(lines: tuple[str, ...]) -> None:
    mismatch = verify(load(record(*lines))).mismatch
    assert mismatch is not None and "draws no punishment" in mismatch.what


def test_rules_without_the_king_game_punish_nobody() -> None:
    lines = ("p1 play r5", "d punish p2 r5")
    assert verify(load(record(*lines, rules="official"))).mismatch is not None


@pytest.mark.parametrize("line", ["d punish p2", "d punish p2 r5''", "d punish p9 r5", "d draw r5"])
def test_what_is_no_chance_line_is_unreadable(line: str) -> None:
    with pytest.raises(RecordError):
        load(record("p1 play r5", line))
