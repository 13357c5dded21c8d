"""Punishments in records: who drew is checked against the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.fair import FairChance, Seed
from engine.game import Step
from engine.king import Drawn, Ledger, Settle, Settled, due, with_own
from engine.match import Match
from engine.record import RecordError, dump, load
from engine.replay import verify
from engine.scribe import Scribe
from engine.uno.game import UNO
from engine.uno.rules import KANO, MINUS, UnoRules

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


@pytest.mark.parametrize(
    "line",
    [
        "d punish p2",
        "d punish p2 r5''",
        "d punish p9 r5",
        "d draw r5",
        "d done p2",
        "d done p2 p9",
        "d waived p2 p1 r5",
    ],
)
def test_what_is_no_chance_line_is_unreadable(line: str) -> None:
    with pytest.raises(RecordError):
        load(record("p1 play r5", line))


def test_a_swap_may_come_in_a_later_round_but_never_first() -> None:
    second = """[[deal]]
deck = "*"
actions = [{}]
"""
    text = record("p1 play r5", "d punish p2 r5") + second.format('"d punish p2 b7"')
    assert verify(load(text)).mismatch is None
    text = record("p1 play r5") + second.format('"d punish p2 b7"')
    mismatch = verify(load(text)).mismatch
    assert mismatch is not None and "draws no punishment" in mismatch.what


def test_what_is_settled_is_owed_no_more() -> None:
    lines = ["p1 play r5", "d punish p2 r5", "d waived p2 p1"]
    read = load(record(*lines))
    assert verify(read).mismatch is None and load(dump(read)) == read
    assert verify(load(record(*lines, "d done p2 p1"))).mismatch is not None
    later = '[[deal]]\ndeck = "*"\nactions = ["d punish p2 b7"]\n'
    assert verify(load(record(*lines[:2]) + later)).mismatch is None
    assert verify(load(record(*lines) + later)).mismatch is not None
    assert verify(load(record("p1 play r5", "d done p2 p1"))).mismatch is not None


def test_who_has_left_swaps_nothing() -> None:
    text = record("p1 play r5", "d punish p2 r5", "p2 leave", "d punish p2 r6")
    assert verify(load(text)).mismatch is not None


@pytest.mark.parametrize("rules", [KANO, replace(KANO, punishments="losers"), MINUS])
@pytest.mark.parametrize("seed", range(3))
def test_what_the_scribe_writes_of_punishments_holds(rules: UnoRules, seed: int) -> None:
    """Whole rounds at random, with swaps in between and in the next deal."""
    rng = Random(seed)
    scribe = Scribe(FairChance(bytes(32), f"{seed}"))
    match = Match.new(UNO, rules, 3)
    ledger = Ledger.new("all", mild=[seed], cards=with_own('x1 = "Bow."\nx2 = "Sing."'))
    drawn: list[str] = []
    settled: list[str] = []

    def write(step: Step[Ledger]) -> Ledger:
        for event in step.events:
            if isinstance(event, Drawn):
                scribe.punished(event.seat, event.card.name)
                drawn.append(f"d punish p{event.seat + 1} {event.card.name}")
            if isinstance(event, Settled) and event.how in ("done", "waived"):
                assert event.by is not None
                scribe.settled(Settle(event.seat, event.how, event.by))
                settled.append(f"d {event.how} p{event.seat + 1} p{event.by + 1}")
        return step.state

    for number in range(12):
        chance = Seed(f"{seed} {number}", bytes(32))
        scribe.chance = chance.chance()
        match = match.begin(scribe).state
        scribe.began(match, chance)
        swaps = [one.seat for one in ledger.owed if one.seat not in ledger.swapped]
        if swaps and rng.random() < 0.5:
            ledger = write(ledger.swap(swaps[0], scribe))
        while not match.over:
            (seat,) = match.waiting_on()
            action = UNO.default(UNO.view(match.state, seat))
            match = match.apply(seat, action, scribe).state
            scribe.acted(match, seat, action, 1.0)
        ledger = write(ledger.draw(due(match), scribe))
        if ledger.owed and rng.random() < 0.5:
            one, settle = ledger.owed[0], rng.choice((Ledger.done, Ledger.waive))
            ledger = write(settle(ledger, one.judges[0], one.seat))
        if match.winners:
            break
    text = dump(scribe.record(match, ["Ann", "Bo", "Cy"], {}))
    again = load(text)
    assert dump(again) == text
    assert verify(again).mismatch is None
    lines = [str(line) for deal in again.deals for line in deal.lines]
    assert [line for line in lines if "punish" in line] == drawn
    assert [line for line in lines if line.split()[1] in ("done", "waived")] == settled
    assert drawn or rules is MINUS
    if drawn:  # and each of them follows from the seed
        number = next(i for i, deal in enumerate(again.deals) if deal.fair and deal.fair.pools)
        lied = text.replace(drawn[0], drawn[0].rsplit(" ", 1)[0] + " y3'", 1)
        mismatch = verify(load(lied)).mismatch
        assert mismatch is not None and "was drawn; seed and shares give" in mismatch.what
        assert mismatch.deal == number + 1
