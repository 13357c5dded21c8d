"""How a round begins and ends where no record can show it: lots, long rounds, events."""

from collections import Counter
from random import Random

import pytest

from engine.fair import FairChance
from engine.game import BadRules
from engine.options import with_options
from engine.uno.actions import parse
from engine.uno.cards import deck, in_order, parse_card
from engine.uno.game import UNO
from engine.uno.play import TURNS_PER_PLAYER, advance
from engine.uno.rules import CRYSTAL, OFFICIAL, PRESETS, STREET
from tests.uno.uno_play import chance, deal, sensible

CHANCE = FairChance(bytes(32), "round")


class Lots:
    """A Chance that draws these cards of the deck of 108, one after another."""

    def __init__(self, *cards: str) -> None:
        self._cards = list(cards)

    def pick(self, n: int) -> int:
        assert n == 108
        return [card.text for card in deck(108)].index(self._cards.pop(0))

    def shuffle(self, cards):
        raise AssertionError("a lot shuffles nothing")


@pytest.mark.parametrize(
    ("cards", "dealer", "rounds"),
    [
        ("r3 b8 g5", 1, 1),
        ("r0 b0 g1", 2, 1),
        ("r3 bs b8 g5", 1, 1),  # an action card counts nothing and is drawn again
        ("r3 w w+4 y+2 b2 g5", 2, 1),
        ("r8 b8 g5 r1 b2", 1, 2),  # a tie is drawn again among the tied
        ("r8 b1 g8 yr y1 b2", 2, 2),
        ("r8 b8 g8 r1 b1 g1 r5 b4 g3", 0, 3),
    ],
)
def test_the_highest_number_deals(cards, dealer, rounds):
    step = UNO.first_dealer(3, Lots(*cards.split()))
    assert step.state == dealer
    assert len(step.events) == rounds
    assert [event.dealer for event in step.events] == [None] * (rounds - 1) + [dealer]
    shown = [card.text for event in step.events for _, card in event.cards]
    assert shown == cards.split()


def test_every_seat_deals_about_as_often():
    dealers = Counter(UNO.first_dealer(3, CHANCE).state for _ in range(900))
    assert all(240 <= dealers[seat] <= 360 for seat in range(3))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_deal(rules):
    for seats in range(2, 11):
        step = UNO.deal(rules, seats, 0, FairChance(bytes([seats] * 32), "deal"), frozenset())
        state = step.state
        assert state.top.face not in rules.first_card_back
        assert len(state.discards) == 1
        drawn = 2 if state.top.face == "+2" else 0
        assert sum(map(len, state.hands)) == 7 * seats + drawn
        assert sum(len(hand) == 7 for hand in state.hands) >= seats - 1


def test_a_deal_that_does_not_fit_is_refused():
    with pytest.raises(BadRules, match="hand_size: 6 players with 20 cards"):
        UNO.deal(with_options(OFFICIAL, {"hand_size": 20}), 6, 0, CHANCE, frozenset())


def late_round(seats=2, hands=("g1 g2", "g3 b4", "y1 y2"), turns=None, rules=OFFICIAL):
    """Return a round of which only one turn is left."""
    start = {"hands": hands[:seats], "discard": "* r5", "stock": "b1 b2 b3 b5", "turn": "p1"}
    state = UNO.place(rules, seats, start)
    state.turns = TURNS_PER_PLAYER * seats - 1 if turns is None else turns
    return state


def test_a_round_of_two_hundred_turns_for_each_player_is_blocked():
    assert TURNS_PER_PLAYER == 200
    state = UNO.apply(late_round(), 0, parse("draw"), CHANCE).state
    assert state.phase == "drawn"
    step = UNO.apply(state, 0, parse("pass"), CHANCE)
    assert step.state.phase == "over"
    assert step.events[-1].why == "blocked"
    assert step.state.winners == (0,)  # 4 points against 7
    assert UNO.points(step.state) == (7, 0)


def test_one_turn_less_and_the_round_goes_on():
    state = late_round(turns=398)
    for text in ("draw", "pass"):
        state = UNO.apply(state, 0, parse(text), CHANCE).state
    assert state.phase == "play"
    state = late_round(3, turns=399)
    for text in ("draw", "pass"):
        state = UNO.apply(state, 0, parse(text), CHANCE).state
    assert state.phase == "play"


def test_a_long_round_with_a_tie_is_shared():
    state = late_round(hands=("g1 g2", "g3 b1"))
    for text in ("draw", "pass"):  # b1
        state = UNO.apply(state, 0, parse(text), CHANCE).state
    assert state.winners == (0, 1)
    assert UNO.points(state) == (0, 0)


def test_the_last_turn_of_a_long_round_may_lay_a_penalty():
    state = late_round(hands=("r+2 g2", "g3 b4"), rules=STREET)
    state = UNO.apply(state, 0, parse("play r+2"), CHANCE).state
    assert state.phase == "over"
    assert state.pending == 0
    assert len(state.hands[1]) == 2


def story(rules, start, *actions):
    """Return the names of what is told about these actions."""
    state, told = UNO.place(rules, len(start["hands"]), start), []
    for text in actions:
        who, _, what = text.partition(" ")
        step = UNO.apply(state, int(who[1:]) - 1, parse(what), CHANCE)
        state, told = step.state, told + list(step.events)
    return told


def test_what_is_told_of_a_jump():
    start = {"hands": ("r5 g1 g2", "b1 b2", "r5 y1 y2"), "discard": "* r9", "turn": "p1"}
    told = story(CRYSTAL, start, "p1 play r5", "p3 jump r5")
    assert [(e.seat, e.jump) for e in told] == [(0, False), (2, True)]


def test_what_is_told_of_a_chain():
    start = {
        "hands": ("r+2 g1 g2", "rs b2", "y1 y2", "rr y7 y8"),
        "discard": "* r9",
        "stock": "b1 b3 b4",
        "turn": "p1",
    }
    told = story(STREET, start, "p1 play r+2", "p2 play rs call", "p4 play rr", "p3 draw")
    assert [(type(e).__name__, getattr(e, "seat", None)) for e in told] == [
        ("Played", 0),
        ("Owed", 1),
        ("Played", 1),
        ("Owed", 3),
        ("Played", 3),
        ("Reversed", None),
        ("Owed", 2),
        ("Drew", 2),
    ]
    assert [(e.count, e.deflected) for e in told if type(e).__name__ == "Owed"] == [
        (2, False),
        (2, True),
        (2, True),
    ]
    assert told[-1].why == "penalty"


def test_what_is_told_of_a_catch_and_a_wrong_call():
    start = {
        "hands": ("r5 g1", "b1 b2 r3"),
        "discard": "* r9",
        "stock": "y1 y2 y3 y4",
        "turn": "p1",
    }
    told = story(CRYSTAL, start, "p1 play r5", "p2 catch p1", "p2 call")
    assert [type(e).__name__ for e in told] == ["Played", "Caught", "Drew", "FalseCall", "Drew"]
    assert (told[1].seat, told[1].by) == (0, 1)
    assert [e.why for e in told if type(e).__name__ == "Drew"] == ["caught", "false_call"]
    told = story(CRYSTAL, start, "p1 play r5", "p1 call")
    assert [type(e).__name__ for e in told] == ["Played", "Called"]


def test_the_end_shows_every_hand_and_the_points():
    start = {"hands": ("r5", "b1 gs"), "discard": "* r9", "turn": "p1"}
    (_, over) = story(OFFICIAL, start, "p1 play r5")
    assert (over.why, over.winners, over.points) == ("out", (0,), (21, 0))
    assert over.hands == ((), (parse_card("gs"), parse_card("b1")))


class Sorted(FairChance):
    """A Chance that insists on deck order: what it shuffles must not depend on how it lay."""

    def shuffle(self, cards):
        assert list(cards) == in_order(cards)
        assert all(card is card.bare for card in cards)
        self.asked = len(cards)
        return super().shuffle(cards)


def test_what_is_shuffled_is_in_deck_order():
    rules = with_options(OFFICIAL, {"first_card_back": (*"12345678", "w+4")})
    for seed in range(8):  # some of these decks have to be shuffled again
        UNO.deal(rules, 4, 0, Sorted(bytes([seed] * 32), "deal"), frozenset())
    luck = Sorted(bytes(32), "draw")
    start = {"hands": ("g1 g2", "*"), "discard": "w:g y7 b0 r3 g9 r5", "turn": "p1"}
    state = UNO.place(OFFICIAL, 2, start)
    UNO.apply(state, 0, parse("draw"), luck)
    assert luck.asked == 5


def test_advance_without_a_sink_goes_the_same_way():
    """Playouts make no events; the game must not depend on whether somebody listens."""
    for preset in PRESETS.values():
        rng = Random(5)
        loud, quiet = deal(preset, 4, 5), deal(preset, 4, 5)
        one, two = chance(5), chance(5)
        for _ in range(200):
            if loud.phase == "over":
                break
            seat, action = sensible(loud, rng)
            advance(loud, seat, action, one, [])
            advance(quiet, seat, action, two, None)
            assert loud == quiet
