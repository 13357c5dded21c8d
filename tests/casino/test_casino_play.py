"""Dealing, turns, rounds, drawing, the end, leaving."""

from dataclasses import replace

import pytest

from engine.casino import CASINO, PRESETS, events
from engine.casino.cards import DECK, spell
from engine.game import BadRules
from tests.casino.casino_positions import NO_CHANCE, act, look, place, refused

SEED = PRESETS["seed"]


class InOrder:
    def shuffle(self, cards):
        assert tuple(cards) == DECK
        return list(cards)

    def pick(self, n):
        return n - 1


def deal(rules=SEED, seats=2, dealer=0, gone=()):
    return CASINO.deal(rules, seats, dealer, InOrder(), frozenset(gone))


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 4), (4, 3)])
def test_four_at_once_from_the_dealers_left_then_four_to_the_table(seats, rounds):
    step = deal(seats=seats, dealer=1)
    state = step.state
    first = 2 % seats
    assert state.turn == first
    for place_, seat in enumerate([*range(first, seats), *range(first)]):
        assert state.hands[seat] == DECK[4 * place_ : 4 * place_ + 4]
    assert state.loose == DECK[4 * seats : 4 * seats + 4]
    assert (state.round, state.rounds) == (1, rounds)
    assert len(state.stock) == 52 - 4 - 4 * seats
    kinds = [type(event).__name__ for event in step.events]
    assert kinds == ["RoundBegan", *["Dealt"] * seats, "TableDealt"]
    assert step.events[1].seen_by(None) == events.Dealt(first, 4, ())
    assert step.events[1].seen_by(first).cards == state.hands[first]


def test_later_rounds_come_from_the_stock_and_bring_nothing_to_the_table():
    state = deal(seats=2, dealer=0).state
    stock = state.stock
    for _ in range(8):
        step = CASINO.apply(state, state.turn, CASINO.default(look(state)), NO_CHANCE)
        state = step.state
    assert [type(event).__name__ for event in step.events[1:]] == ["RoundBegan", "Dealt", "Dealt"]
    assert state.hands == [stock[4:8], stock[:4]]
    assert state.stock == stock[8:]
    assert state.round == 2
    assert state.turn == 1  # the dealer's left begins each round


def test_the_first_dealer_is_found_by_lot():
    step = CASINO.first_dealer(3, InOrder())
    assert (step.state, step.events) == (2, (events.DealerChosen(2),))


def test_how_many_can_play():
    for rules, seats in ((SEED, 1), (SEED, 5), (PRESETS["partners"], 3)):
        with pytest.raises(BadRules, match="can play"):
            deal(rules, seats)
        with pytest.raises(BadRules, match="can play"):
            CASINO.place(rules, seats, {})


def test_drawing_after_each_play():
    state = deal(PRESETS["draw"]).state
    assert state.rounds == 1
    top = state.stock[0]
    card = state.hands[1][0]
    step = CASINO.apply(state, 1, CASINO.parse(f"trail {card}"), NO_CHANCE)
    assert step.state.hands[1] == (*state.hands[1][1:], top)
    assert len(step.state.stock) == len(state.stock) - 1
    drew = step.events[-1]
    assert drew.seen_by(1) == events.Drew(1, top)
    assert drew.seen_by(0) == drew.seen_by(None) == events.Drew(1, None)


def test_own_builds_must_be_covered_before_the_draw():
    rules = replace(SEED, draw=True)
    keys = {"other": "Kc", "rules": rules, "stock": "8d 9d", "taken": ("", "*")}
    state = place("8c 2c", "6s", **keys)
    assert CASINO.read(act(state, "build 2c 8 6s"), "hand p1") == "8c 8d"
    state = place("9c 2c", "6s", **keys)
    assert refused(state, "build 2c 8 6s") == "not-held"


def test_what_is_left_goes_to_the_last_capturer():
    state = place("8c Kc", "8s 2h", other="3d 3c", last="p2")
    state = act(state, "capture 8c 8s", "trail 3d", "trail Kc")
    assert state.last == 0
    step = CASINO.apply(state, 1, CASINO.parse("trail 3c"), NO_CHANCE)
    state = step.state
    assert CASINO.read(state, "taken p1") == "2h 3c 3d 8c 8s Kc"
    assert CASINO.read(state, "table") == ""
    assert [type(event).__name__ for event in step.events] == [
        "Trailed",
        "LeftoverTaken",
        "DealOver",
    ]
    assert CASINO.waiting_on(state) == frozenset()
    assert CASINO.read(state, "turn") == "-"
    assert CASINO.read(state, "phase") == "over"


def test_without_any_capture_it_goes_to_nobody():
    order = spell(DECK[2:])
    state = place("Ac", order, other="Ad", taken=("", ""))
    state = act(state, "trail Ac", "trail Ad")
    assert len(state.loose) == 52
    assert CASINO.points(state) == (0, 0)


def test_the_last_capture_is_shown_until_the_next_action():
    state = act(place("8c Kc 3h", "8s 2h", other="3d 3c"), "capture 8c 8s")
    for seat in (0, 1, None):
        assert spell(CASINO.view(state, seat).last_capture) == "8c 8s"
    assert CASINO.view(act(state, "trail 3d"), 0).last_capture == ()


def test_sweeps():
    state = act(place("8c Kc", "8s", other="Kd", last="p2"), "capture 8c 8s")
    assert state.sweeps == [1, 0]
    step = CASINO.apply(act(state, "trail Kd"), 0, CASINO.parse("capture Kc Kd"), NO_CHANCE)
    assert step.state.sweeps == [2, 0]  # also with the very last card
    assert events.Swept(0) in step.events
    # Taking the leftover is none.
    assert act(place("8c", "2s", last="p2"), "trail 8c").sweeps == [0, 0]
    # Builds left on the table: not empty.
    state = place("8c Kc", "8s #9/p2(4c+5c)", other="9d")
    assert act(state, "capture 8c 8s").sweeps == [0, 0]


def test_events_of_builds():
    state = place("2c 2d Tc", "6h 4h #8/p2(3c+5d) #10/p2(4d+6d)", other="8d Th")
    step = CASINO.apply(state, 0, CASINO.parse("build 2c 10 #5d 4h 6h"), NO_CHANCE)
    (raised,) = step.events
    assert isinstance(raised, events.Raised)
    assert (raised.old.value, raised.build.value, raised.joined) == (8, 10, ())
    step = CASINO.apply(state, 0, CASINO.parse("build 2c 10 #3c #4d"), NO_CHANCE)
    assert [pile.value for pile in step.events[0].joined] == [10]
    step = CASINO.apply(place("2c 8c", "6h"), 0, CASINO.parse("build 2c 8 6h"), NO_CHANCE)
    assert isinstance(step.events[0], events.Built)


# --- leaving -----------------------------------------------------------------------


def test_a_seat_that_leaves_is_played_by_default():
    state = deal(seats=3).state
    step = CASINO.leave(state, 1, NO_CHANCE)
    assert step.events == (events.Left(1),)
    after = step.state
    assert (after.gone, after.hands, state.gone) == ((1,), state.hands, ())
    assert CASINO.waiting_on(after) == {1}
    assert CASINO.view(after, 0).gone == (1,)
    assert CASINO.leave(after, 1, NO_CHANCE).events == ()
    while after.turn is not None:
        default = CASINO.default(look(after))
        after = CASINO.apply(after, after.turn, default, NO_CHANCE).state
    assert CASINO.verdict(SEED, (0, 99, 5), 1, frozenset({1})) == (2,)
    assert CASINO.next_dealer(after) == 2


def test_when_one_seat_stays_the_deal_ends_unscored():
    step = CASINO.leave(deal(seats=2).state, 0, NO_CHANCE)
    assert step.events == (events.Left(0), events.DealOver((0, 0), False))
    assert CASINO.points(step.state) == (0, 0)
    view = CASINO.view(step.state, 1)
    assert (view.phase, view.points, view.breakdown) == ("over", (0, 0), ())
    assert CASINO.verdict(SEED, (0, 0), 1, frozenset({0})) == (1,)


def test_a_side_stays_as_long_as_one_of_it_stays():
    rules = PRESETS["partners"]
    state = deal(rules, 4).state
    for seat, over in ((0, False), (1, False), (2, True)):
        state = CASINO.leave(state, seat, NO_CHANCE).state
        assert (state.turn is None) is over
    assert CASINO.verdict(rules, (5, 0, 5, 0), 1, frozenset({0, 1, 2})) == (3,)


def test_gone_seats_are_dealt_to_in_later_deals():
    state = deal(seats=3, gone=(0,)).state
    assert state.gone == (0,)
    assert [len(hand) for hand in state.hands] == [4, 4, 4]
    assert deal(seats=2, gone=(0,)).state.turn is None


@pytest.mark.parametrize(
    ("options", "hand", "table", "action"),
    [
        # An owner takes all own builds of an own number, nothing else.
        ({}, "8c 2d", "8h #8/p1(3c+5c) #8/p2(2c+6c)", "capture 8c #3c"),
        ({}, "8c Td 2d", "#8/p1(3c+5c) #8/p1(2c+6c)", "capture 8c #2c #3c"),
        ({"must_capture": "equal_card"}, "8c 2d", "8h #8/p1(3c+5c)", "capture 8c #3c 8h"),
        # Others trail the cheapest: no points, no spade, low.
        ({}, "Ac 2s 3s 9d", "9h", "trail 9d"),
        ({}, "Ac 2s 3s Td", "9h", "trail 3s"),
        # What may not be trailed waits; if nothing may be, it captures.
        ({"must_capture": "any"}, "9d Kc", "9h", "trail Kc"),
        ({"must_capture": "any"}, "9d", "9h 4h 5h", "capture 9d 4h 5h 9h"),
        ({"must_capture": "equal_card"}, "9d", "9h 9s 4h 5h", "capture 9d 4h 5h 9h 9s"),
        ({"face_values": "plain", "must_capture": "any"}, "Jd", "Jh Js", "capture Jd Jh"),
    ],
)
def test_default(options, hand, table, action):
    state = place(hand, table, other="8d", rules=replace(SEED, **options))
    assert str(CASINO.default(look(state))) == action
