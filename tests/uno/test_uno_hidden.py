"""Nobody learns from a view or an event what they may not know."""

from dataclasses import fields, is_dataclass
from random import Random

import pytest
from hypothesis import assume, given

from engine.uno.actions import Challenge, parse
from engine.uno.cards import Card
from engine.uno.events import Challenged, Drew
from engine.uno.game import UNO
from engine.uno.rules import CRYSTAL, KANO, OFFICIAL, STREET
from engine.uno.view import view_of
from tests.uno.uno_play import SEATS, SEEDS, chance, deal, legal, rulesets, sensible, walk

OPEN = {"Played", "Turned", "PutBack", "Misplayed", "TakenBack", "DealerDrawn", "RoundOver"}
"""Events whose cards lie open before everybody."""


def cards_in(value) -> list[Card]:
    """Return every card anywhere in a value."""
    if isinstance(value, Card):
        return [value]
    if is_dataclass(value):
        return [card for f in fields(value) for card in cards_in(getattr(value, f.name))]
    if isinstance(value, tuple | list | set | frozenset):
        return [card for part in value for card in cards_in(part)]
    if isinstance(value, dict):
        return [card for pair in value.items() for card in cards_in(pair)]
    return []


def exchanged(state, viewer, rng):
    """Return the state with a card of somebody else's hand and one of the stock exchanged."""
    others = [s for s, hand in enumerate(state.hands) if s != viewer and hand]
    if not others or not state.stock:
        return None
    other = state.clone()
    seat = rng.choice(others)
    at, under = rng.randrange(len(other.hands[seat])), rng.randrange(len(other.stock))
    hand, stock = other.hands[seat], other.stock
    hand[at], stock[under] = stock[under], hand[at]
    if seat == other.turn and other.drawn is not None:
        other.drawn = hand[-1]
    return other


@given(rulesets(), SEATS, SEEDS)
def test_hidden_cards_change_no_view(rules, seats, seed):
    assume(seats <= UNO.seat_range(rules)[1])
    rng = Random(seed)
    for state in walk(deal(rules, seats, seed), seed, 40, leaves=0.02):
        if state.phase == "over":
            return  # hands are shown
        for viewer in (*range(seats), None):
            other = exchanged(state, viewer, rng)
            if other is not None:
                assert view_of(state, viewer) == view_of(other, viewer)


@given(rulesets(), SEATS, SEEDS)
def test_hidden_cards_change_no_event(rules, seats, seed):
    """What a seat does itself looks the same whatever the others hold, but for a challenge."""
    assume(seats <= UNO.seat_range(rules)[1])
    assume(not rules.draw_until_playable)  # how many are drawn is open, and follows from the cards
    rng = Random(seed)
    for state in walk(deal(rules, seats, seed), seed, 40):
        if state.phase == "over":
            return
        seat, action = sensible(state, rng)
        other = exchanged(state, seat, rng)
        if other is None or isinstance(action, Challenge):
            continue
        one = UNO.apply(state, seat, action, chance(seed))
        two = UNO.apply(other, seat, action, chance(seed))
        if one.state.phase == "over":
            continue
        for viewer in (*range(seats), None):
            if viewer is None or (viewer != seat and state.hands[viewer] == other.hands[viewer]):
                seen = [[e.seen_by(viewer) for e in step.events] for step in (one, two)]
                drew = [e for e in one.events if isinstance(e, Drew) and e.seat == viewer]
                assert drew or seen[0] == seen[1]


@given(rulesets(), SEATS, SEEDS)
def test_only_open_or_own_cards_in_events(rules, seats, seed):
    assume(seats <= UNO.seat_range(rules)[1])
    rng, luck = Random(seed), chance(seed)
    step = UNO.deal(rules, seats, 0, luck, frozenset())
    for _ in range(60):
        for event in step.events:
            assert event.seen_by(None).seen_by(0) == event.seen_by(None)  # a shadow stays one
            for viewer in (*range(seats), None):
                seen = event.seen_by(viewer)
                if cards_in(seen) and type(seen).__name__ not in OPEN:
                    assert seen.seat == viewer
        if step.state.phase == "over":
            return
        step = UNO.apply(step.state, *sensible(step.state, rng), luck)


def challenged(rules):
    start = {
        "hands": ("w+4 r3 g1", "b4 g5 y3", "y9 y2"),
        "discard": "* r5",
        "stock": "g3 g4 g6 g7 g8 g9",
        "turn": "p1",
    }
    state = UNO.place(rules, 3, start)
    state = UNO.apply(state, 0, parse("play w+4:g"), chance(0)).state
    return state, UNO.apply(state, 1, parse("challenge"), chance(0))


@pytest.mark.parametrize("rules", [OFFICIAL, KANO, CRYSTAL])
def test_only_the_challenger_sees_the_challenged_hand_and_only_then(rules):
    before, step = challenged(rules)
    for viewer in (0, 1, 2, None):
        (verdict,) = [e.seen_by(viewer) for e in step.events if isinstance(e, Challenged)]
        assert verdict.guilty
        assert [card.text for card in verdict.hand] == (["r3", "g1"] if viewer == 1 else [])
    for state in (before, step.state):
        assert not {"r3", "g1"} & {card.text for card in cards_in(view_of(state, 1))}


def test_the_drawn_card_is_known_to_its_seat_alone():
    state = deal(OFFICIAL, 3, 1)
    step = UNO.apply(state, state.turn, parse("draw"), chance(0))
    (drew,) = step.events
    for viewer in (0, 1, 2, None):
        mine = viewer == state.turn
        assert drew.seen_by(viewer).cards == (drew.cards if mine else ())
        assert drew.seen_by(viewer).count == 1
        assert view_of(step.state, viewer).drawn is (drew.cards[0] if mine else None)


def test_a_spectator_can_do_nothing():
    view = view_of(deal(CRYSTAL, 3, 2), None)
    assert list(UNO.legal(view)) == []
    assert view.hand == ()
    for text in ("draw", "pass", "call", "challenge", "catch p1", "play r5", "jump r5"):
        with pytest.raises(Exception, match="-"):
            UNO.check(view, parse(text))


def test_whether_a_decision_is_offered_does_not_depend_on_the_hand():
    """Under a +2 or a +4 the turn waits, or does not, whatever the victim holds."""
    for rules in (OFFICIAL, KANO, STREET, CRYSTAL):
        for card in ("r+2", "w+4:r"):
            after = set()
            for victim in ("b1 b2", "b+2 b2", "w+4 b2", "rs rr", "w b1"):
                bare = card.removesuffix(":r")
                start = {
                    "hands": (f"{bare} y1 y2", victim, "g8 g9"),
                    "discard": "* r9",
                    "stock": "g1 g2 g3 g4 g5",
                    "turn": "p1",
                }
                state = UNO.place(rules, 3, start)
                state = UNO.apply(state, 0, parse(f"play {card}"), chance(0)).state
                after.add((state.turn, state.pending, len(state.stock)))
            assert len(after) == 1


@pytest.mark.parametrize(
    ("rules", "start", "action"),
    [
        (OFFICIAL, {"hands": ("r1 r2", "g1"), "discard": "* r5"}, "draw"),
        (OFFICIAL, {"hands": ("r1 r2", "g1"), "discard": "* w+4:r", "pending": "4"}, "draw"),
        (STREET, {"hands": ("r+2 r2", "g1"), "discard": "* r+2", "pending": "2"}, "draw"),
    ],
)
def test_what_is_done_when_the_time_is_up(rules, start, action):
    state = UNO.place(rules, 2, {**start, "stock": "y1 y2 y3 y4 y5", "turn": "p1"})
    assert UNO.default(view_of(state, 0)) == parse(action)


def test_a_drawn_card_is_kept_when_the_time_is_up_unless_it_must_be_played():
    for rules, action in ((OFFICIAL, "pass"), (FORCED, "play r8")):
        start = {"hands": ("g1 g2", "g3 *"), "discard": "r5", "stock": "r8 y9", "turn": "p1"}
        state = UNO.place(rules, 2, start)
        state = UNO.apply(state, 0, parse("draw"), chance(0)).state
        assert UNO.default(view_of(state, 0)) == parse(action)


def test_the_colour_held_most_is_named_when_the_time_is_up():
    start = {"hands": ("r1 g1 g2 w", "*"), "turned": "w", "dealer": "p2"}
    state = UNO.place(OFFICIAL, 2, start)
    assert UNO.default(view_of(state, 0)) == parse("colour g")


def test_who_must_play_plays_when_the_time_is_up():
    rules = OFFICIAL.__class__(voluntary_draw=False)
    start = {"hands": ("g1 r2", "g3 *"), "discard": "r5", "turn": "p1"}
    state = UNO.place(rules, 2, start)
    assert UNO.default(view_of(state, 0)) in legal(state, 0)
    assert str(UNO.default(view_of(state, 0))) == "play r2"


FORCED = OFFICIAL.__class__(force_play=True)
