"""A match: totals, targets, rounds, ties, who deals next, seats that go."""

from dataclasses import replace

import pytest

from engine.fair import FairChance
from engine.game import BadRules, Code, Illegal
from engine.match import LONGEST, DealScored, Match, MatchWon
from engine.options import with_options
from engine.uno.actions import parse
from engine.uno.game import UNO
from engine.uno.rules import MINUS, OFFICIAL

CHANCE = FairChance(bytes(32), "match")


def ends(hands, scores, deals=1, gone=frozenset(), dealer="p1", base=OFFICIAL, **options):
    """Return the step in which p1 lays the last card, the others holding these hands."""
    rules = with_options(base, options)
    seats = len(hands) + 1
    start = {
        "hands": ("r9", *hands),
        "discard": "* r5",
        "turn": "p1",
        "dealer": dealer,
    }
    state = UNO.place(rules, seats, start)
    match = Match(UNO, rules, seats, state, tuple(scores), deals)
    for seat in gone:
        match = match.leave(seat, CHANCE).state
    return match.apply(0, parse("play r9"), CHANCE)


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({"scoring": "winner_collects"}, (38, 20, 30)),
        ({"scoring": "own_points"}, (10, 27, 51)),
        ({"scoring": "wins"}, (11, 20, 30)),
    ],
)
def test_the_ways_of_scoring(options, scores):
    step = ends(["b7", "gs r1"], (10, 20, 30), **options)
    assert step.state.scores == scores
    gains = tuple(now - then for now, then in zip(scores, (10, 20, 30), strict=True))
    assert step.events[-1] == DealScored(gains, scores)
    assert step.state.winners == ()


@pytest.mark.parametrize(
    ("hands", "scores", "options", "winners"),
    [
        (["b7"], (492, 0), {}, ()),  # 499
        (["b7"], (493, 0), {}, (0,)),  # 500
        (["b7"], (494, 0), {}, (0,)),
        (["b7"], (494, 0), {"target": 0}, ()),
        (["b7"], (0, 600), {}, (1,)),  # a target that was reached before
        (["b7"], (93, 100), {"target": 100}, (0, 1)),  # a tie is shared
        (["b7", "b8"], (0, 492, 0), {"base": MINUS}, ()),  # 499
        (["b7", "b8"], (0, 493, 0), {"base": MINUS}, (0,)),  # 500 is bust, the lowest wins
        (["b7", "b8"], (30, 493, 22), {"base": MINUS}, (0, 2)),  # a tie is shared
        (["b7", "b8"], (499, 495, 495), {"base": MINUS}, (0,)),  # two bust
        (["b9", "b8"], (500, 491, 493), {"base": MINUS}, (0, 1)),  # all bust
        (["b7"], (2, 0), {"scoring": "wins", "target": 3}, (0,)),
        (["b7"], (1, 0), {"scoring": "wins", "target": 3}, ()),
    ],
)
def test_the_target(hands, scores, options, winners):
    step = ends(hands, scores, **options)
    assert step.state.winners == winners
    won = [event for event in step.events if isinstance(event, MatchWon)]
    assert won == ([MatchWon(winners, step.state.scores)] if winners else [])


@pytest.mark.parametrize(
    ("deals", "scores", "options", "winners"),
    [
        (1, (0, 0), {"rounds": 2}, ()),
        (2, (0, 0), {"rounds": 2}, (0,)),
        (2, (0, 50), {"rounds": 2}, (1,)),
        (2, (0, 7), {"rounds": 2}, (0, 1)),
        (2, (90, 10), {"rounds": 2, "scoring": "own_points"}, (1,)),
        (2, (0, 0), {"rounds": 0, "target": 0}, ()),
        (1, (493, 0), {"rounds": 2}, (0,)),  # the target comes first
    ],
)
def test_the_rounds(deals, scores, options, winners):
    assert ends(["b7"], scores, deals, **options).state.winners == winners


@pytest.mark.parametrize(
    ("options", "gone", "dealer"),
    [
        ({"next_dealer": "left"}, (), 2),
        ({"next_dealer": "left"}, (2,), 3),
        ({"next_dealer": "winner"}, (), 0),
        ({"next_dealer": "winner"}, (2,), 0),
    ],
)
def test_the_next_dealer(options, gone, dealer):
    match = ends(["b7", "b8", "b6"], (0, 0, 0, 0), 1, gone, "p2", **options).state
    begun = match.begin(CHANCE).state
    assert begun.dealer == dealer
    assert begun.deals == 2
    assert begun.state.dealer == dealer


@pytest.mark.parametrize(
    ("options", "leaver", "dealer"),
    [
        ({"next_dealer": "left"}, 2, 3),
        ({"next_dealer": "left"}, 1, 2),
        ({"next_dealer": "winner"}, 0, 2),
        ({"next_dealer": "winner"}, 2, 0),
    ],
)
def test_who_leaves_between_the_deals_does_not_deal(options, leaver, dealer):
    match = ends(["b7", "b8", "b6"], (0, 0, 0, 0), dealer="p2", **options).state
    match = match.leave(leaver, CHANCE).state
    begun = match.begin(CHANCE).state
    assert begun.dealer == dealer
    assert begun.state.hands[leaver] == []
    assert begun.state.gone == {leaver}


def test_a_seat_that_has_gone_cannot_win_but_stays_listed():
    step = ends(["b7", "b8"], (0, 600, 10), 1, (1,), target=500)
    assert step.state.scores == (8, 600, 10)
    assert step.state.winners == ()


def test_a_match_is_won_by_the_last_one_left():
    match = ends(["b7", "b8"], (0, 20, 10)).state
    match = match.leave(0, CHANCE).state
    assert match.winners == ()
    step = match.leave(2, CHANCE)
    assert step.state.winners == (1,)
    assert step.events[-1] == MatchWon((1,), (15, 20, 10))
    with pytest.raises(ValueError):
        step.state.begin(CHANCE)


def test_the_last_one_left_in_mid_round_wins_round_and_match():
    match = Match.new(UNO, OFFICIAL, 2).begin(CHANCE, 0).state
    step = match.leave(0, CHANCE)
    assert [type(event).__name__ for event in step.events] == [
        "Left",
        "RoundOver",
        "DealScored",
        "MatchWon",
    ]
    assert step.state.winners == (1,)
    assert step.state.over


def test_a_match_that_is_won_stays_won():
    match = ends(["b7", "b8"], (495, 0, 0)).state
    assert match.winners == (0,)
    step = match.leave(0, CHANCE)
    assert step.state.winners == (0,)
    step = step.state.leave(1, CHANCE)
    assert step.state.winners == (0,)
    assert not any(isinstance(event, MatchWon) for event in step.events)
    assert step.state.scores == match.scores


def test_leaving_before_the_first_deal():
    match = Match.new(UNO, OFFICIAL, 3).leave(0, CHANCE).state
    assert match.winners == ()
    begun = match.begin(CHANCE, 1).state
    assert [len(hand) for hand in begun.state.hands] == [0, 7, 7]
    assert match.leave(1, CHANCE).state.winners == (2,)


def test_leaving_after_the_deal_is_told_and_counts_nothing_twice():
    match = ends(["b7", "b8"], (0, 0, 0)).state
    step = match.leave(1, CHANCE)
    assert [type(event).__name__ for event in step.events] == ["Left"]
    assert step.state.scores == match.scores
    assert match.gone == frozenset()


def test_nothing_can_be_done_before_the_first_deal_or_after_the_round():
    match = Match.new(UNO, OFFICIAL, 2)
    assert match.over
    assert match.waiting_on() == frozenset()
    with pytest.raises(Illegal) as refused:
        match.apply(0, parse("draw"), CHANCE)
    assert refused.value.code is Code.OVER
    over = ends(["b7"], (0, 0)).state
    assert over.waiting_on() == frozenset()
    with pytest.raises(Illegal) as refused:
        over.apply(1, parse("draw"), CHANCE)
    assert refused.value.code is Code.OVER


def test_no_deal_begins_while_one_runs_or_after_the_match():
    match = Match.new(UNO, OFFICIAL, 2).begin(CHANCE, 0).state
    with pytest.raises(ValueError):
        match.begin(CHANCE)
    with pytest.raises(ValueError):
        ends(["b7"], (499, 0)).state.begin(CHANCE)


def test_a_deal_that_does_not_fit_is_refused():
    with pytest.raises(BadRules, match="hand_size"):
        Match.new(UNO, with_options(OFFICIAL, {"hand_size": 20}), 6).begin(CHANCE, 0)


def test_the_first_dealer_is_drawn_by_lot():
    step = Match.new(UNO, OFFICIAL, 4).begin(FairChance(bytes(32), "lot"))
    names = [type(event).__name__ for event in step.events]
    assert names[0] == "DealerDrawn"
    assert names.index("Dealt") == len([n for n in names if n == "DealerDrawn"])
    drawn = [event for event in step.events if type(event).__name__ == "DealerDrawn"]
    assert drawn[-1].dealer == step.state.dealer
    best = max(card.points for _, card in drawn[-1].cards if card.number)
    assert [s for s, card in drawn[-1].cards if card.number and card.points == best] == [
        step.state.dealer
    ]


def test_the_view_of_a_match():
    match = Match.new(UNO, OFFICIAL, 2).begin(CHANCE, 1).state
    view = match.view(0)
    assert (view.deal, view.scores, view.won, view.dealer) == (1, (0, 0), (), 1)
    assert len(view.game.hand) == 7
    assert match.view(None).game.hand == ()


def test_totals_of_the_deals_before_are_kept_and_shown_once_a_deal_is_over():
    match = ends(["b7"], (0, 0)).state
    assert match.history == (match.scores,) == match.view(None).history == ((7, 0),)
    again = match.begin(CHANCE).state
    assert again.history == match.history and again.view(0).history == ()
    long = replace(match, history=tuple((n, 0) for n in range(LONGEST)))
    state = UNO.place(match.rules, 2, {"hands": ("r9", "b7"), "discard": "* r5", "turn": "p1"})
    after = replace(long, state=state).apply(0, parse("play r9"), CHANCE).state.history
    assert len(after) == LONGEST and after[0] == (1, 0) and after[-1] == (14, 0)
