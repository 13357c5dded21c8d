"""Events that are one thing to a person are one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from engine.casino import events as casino
from engine.casino.rules import PRESETS as CASINO_RULES
from engine.casino.score import sweep_worth
from engine.uno import events as uno
from engine.uno.cards import parse_card
from tui.text.say import say_events, say_note
from tui.text.say_together import hands_moved

NAMES = ("Ann", "Bo", "Cy")
G7, B9 = parse_card("g7"), parse_card("b9")


def said(*events: Any, me: int | None = 0, rules: Any = None) -> list[str]:
    return [text for _, text in say_events(events, NAMES, me, rules)]


def drew(seat: int, why: str, *cards: Any) -> uno.Drew:
    return uno.Drew(seat, cards, 2, why)


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        (
            (uno.Owed(1, 2, False), drew(1, "penalty")),
            ["Bo draws 2 cards and is skipped."],
        ),
        (
            (uno.Owed(0, 2, False), uno.Reshuffled(30), drew(0, "penalty", G7, B9)),
            ["30 discards are shuffled.", "You draw green 7 and blue 9 and are skipped."],
        ),
        ((uno.Owed(1, 4, False),), ["Bo owes 4 cards."]),
        (
            (uno.Turned(parse_card("gs"), "skip", 1), uno.Skipped((1,))),
            ["The first card is green Skip: Bo is skipped."],
        ),
        (
            (uno.Turned(parse_card("g+2"), "draw", 1), uno.Skipped((1,)), drew(1, "first")),
            ["The first card is green +2: Bo draws 2 cards and is skipped."],
        ),
        (
            (
                uno.DealerDrawn(((0, G7), (1, G7), (2, parse_card("r1"))), None),
                uno.DealerDrawn(((0, G7), (1, parse_card("gs")), (1, B9)), 1),
                uno.Dealt(1, 7),
            ),
            ["Bo draws the highest lot, blue 9, and deals 7 cards each."],
        ),
        (
            (uno.Challenged(1, 0, True, ()), uno.Drew(0, (), 4, "guilty")),
            ["Bo challenges your +4: it was unlawful!", "So you draw 4 cards."],
        ),
        (
            (uno.Challenged(1, 2, False, ()), uno.Drew(1, (), 6, "wrong_challenge")),
            ["Bo challenges Cy's +4: it was lawful.", "So Bo draws 6 cards and is skipped."],
        ),
    ],
)
def test_one_thing_is_one_line(events: tuple[Any, ...], lines: list[str]) -> None:
    assert said(*events) == lines


def test_a_penalty_in_the_last_moment_skips_nobody() -> None:
    over = uno.RoundOver((0,), "out", ((), (), ()), (0, 0, 0))
    lines = said(uno.Owed(1, 2, False), drew(1, "penalty"), over)
    assert lines[0] == "Bo draws 2 cards."


def test_everybody_gets_cards() -> None:
    deal = [casino.Dealt(seat, 4, ()) for seat in (1, 2, 0)]
    assert said(casino.RoundBegan(2, 4), *deal) == ["Round 2 of 4.", "Everybody gets 4 cards."]


@pytest.mark.parametrize("preset", list(CASINO_RULES))
def test_a_sweep_is_one_only_where_it_brings_points(preset: str) -> None:
    rules = CASINO_RULES[preset]
    assert ("sweep" in said(casino.Swept(1), rules=rules)[0]) == bool(sweep_worth(rules))


@pytest.mark.parametrize(
    ("code", "detail", "mine", "others"),
    [
        ("time-up", {"who": "Ann", "seat": 0}, "Your time is up.", "Ann's time is up."),
        ("back", {"who": "Ann", "seat": 0}, "You are back.", "Ann is back."),
        (
            "dropped",
            {"who": "Ann", "seat": 0},
            "Your connection was lost; your seat is kept.",
            "Ann has lost the connection; the seat is kept.",
        ),
        (
            "dropped",  # a watcher
            {"who": "Ann"},
            "Your connection was lost.",
            "Ann has lost the connection.",
        ),
        (
            "took-seat",
            {"who": "Ann", "seat": 0, "bot": "Cleo"},
            "You play on for Cleo, a bot.",
            "Ann plays on for Cleo, a bot.",
        ),
    ],
)
def test_notes_know_the_reader(code: str, detail: Any, mine: str, others: str) -> None:
    assert say_note(code, detail, 0, "Ann") == mine
    assert say_note(code, detail, 1, "Bo") == others
    assert say_note(code, detail, None, "Wat") == others


class Reader:
    me = 0

    def name_of(self, seat: int) -> str:
        return NAMES[seat]


def test_a_hand_that_moved_is_told() -> None:
    assert "swapped hands with Bo" in hands_moved([uno.Swapped(1, 0)], Reader())
    assert hands_moved([uno.Swapped(1, 2)], Reader()) == ""
    assert "all hands were passed on" in hands_moved([uno.PassedOn(2)], Reader())
