from dataclasses import replace

import pytest

from engine.casino import CASINO
from engine.casino import PRESETS as CASINO_PRESETS
from engine.king import Due, due
from engine.match import Match
from engine.uno.cards import parse_card
from engine.uno.game import UNO
from engine.uno.rules import KANO, MINUS, OFFICIAL
from engine.uno.state import UnoState


def over(rules, hands, winners, *, gone=(), scores=None, match_winners=(), phase="over"):
    """A match just after a round that ended with these hands."""
    cards = [[parse_card(text) for text in hand.split()] for hand in hands]
    seats = len(hands)
    state = UnoState(
        rules,
        cards,
        [],
        [parse_card("r1")],
        0,
        0,
        phase=phase,
        gone=frozenset(gone),
        winners=tuple(winners),
    )
    return Match(
        UNO,
        rules,
        seats,
        state=state,
        scores=tuple(scores or (0,) * seats),
        deals=3,
        winners=tuple(match_winners),
        gone=frozenset(gone),
    )


WORST = KANO
LOSERS = replace(KANO, punishments="losers")
NONE = replace(KANO, punishments="none")


@pytest.mark.parametrize(
    ("rules", "hands", "winners", "gone", "seats"),
    [
        (NONE, ["", "r9", "w"], [0], (), ()),
        (WORST, ["", "r9", "w"], [0], (), (2,)),
        (WORST, ["", "rs r5", "r9 b9 g7", "r3"], [0], (), (1, 2)),  # 25 and 25: ties all
        (WORST, ["r0", "", "g0", "b0"], [1], (), (0, 2, 3)),  # also a tie at nothing
        (WORST, ["r5", "g5", "y8"], [0, 1], (), (2,)),  # a shared win: both exempt
        (WORST, ["r5", "g5"], [0, 1], (), ()),
        (WORST, ["", "", "r1", "w+4"], [0], (1, 3), (2,)),
        (WORST, ["", "r5"], [0], (1,), ()),
        (LOSERS, ["r1", "", "w", "g0"], [1], (), (0, 2, 3)),
        (LOSERS, ["r5", "g5", "y8"], [0, 1], (), (2,)),
        (LOSERS, ["r1", "", "w", ""], [1], (3,), (0, 2)),
        (LOSERS, ["r5", "g5", "y8"], [], (), ()),  # nobody won: nobody lost
    ],
)
def test_who_is_due_after_a_round(rules, hands, winners, gone, seats):
    match = over(rules, hands, winners, gone=gone)
    found = due(match)
    assert found.seats == seats
    assert found.round == 3
    if seats:
        assert found.winners == tuple(winners)


@pytest.mark.parametrize(
    ("scores", "match_winners", "gone", "seats"),
    [
        ((120, 499, 300), (), (), ()),  # the match goes on
        ((120, 500, 300), (0,), (), (1,)),
        ((120, 612, 500), (0,), (), (1, 2)),
        ((120, 612, 120), (0, 2), (), (1,)),  # a shared win: both exempt
        ((510, 612, 510), (0, 2), (), (1,)),  # all bust, and the lowest wins all the same
        ((120, 612, 500), (0,), (1,), (2,)),
        ((120, 300, 200), (0,), (1, 2), ()),  # over as the others left: nobody bust
    ],
)
def test_who_is_bust_at_the_end_of_a_match(scores, match_winners, gone, seats):
    match = over(MINUS, ["r1", "", "w"], [1], gone=gone, scores=scores, match_winners=match_winners)
    assert due(match).seats == seats
    assert due(match).winners == match_winners


def test_a_bot_may_be_the_worst_but_neither_draws_nor_settles():
    match = over(WORST, ["", "r9", "w"], [0])
    assert due(match, {2}) == Due(3, (), (0,))
    assert due(match, {0}) == Due(3, (2,), ())


def test_nobody_is_due_while_a_round_runs_or_in_another_game():
    assert due(over(LOSERS, ["r1", "r2"], [], phase="play")).seats == ()
    assert due(Match.new(UNO, OFFICIAL, 3)) == Due(0)
    assert due(Match.new(CASINO, CASINO_PRESETS["seed"], 2)) == Due(0)
