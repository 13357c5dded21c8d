"""Random rulesets, random actions and the laws of a round, for the tests of UNO."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random

from hypothesis import strategies as st

from engine.fair import FairChance
from engine.game import BadRules
from engine.options import with_options
from engine.uno.actions import (
    CALL,
    CHALLENGE,
    DRAW,
    PASS,
    Action,
    Call,
    Catch,
    Colour,
    Jump,
    Play,
)
from engine.uno.cards import COLOURS, HAND_KINDS, Card, deck, named
from engine.uno.check import refusal
from engine.uno.game import UNO
from engine.uno.rules import PRESETS, UnoRules
from engine.uno.state import UnoState
from engine.uno.view import view_of

VALUES = {
    "deck": (108, 112),
    "hand_size": (2, 3, 7),
    "first_card_back": (("w+4",), ("w", "+2", "w+4"), ("w+4", "s", "r", "0")),
    "first_player": ("left", "second"),
    "first_reverse": ("right", "dealer"),
    "voluntary_draw": (True, False),
    "play_drawn": ("any", "number", "none"),
    "draw_until_playable": (False, True),
    "force_play": (False, True),
    "w4_legal": ("colour", "match", "always"),
    "w4_bluff": (True, False),
    "challenge": (True, False),
    "challenge_guilty": ("draw", "take_back"),
    "challenge_target": ("last", "first"),
    "challenge_extra": (2, 0),
    "stack": ("none", "same", "up"),
    "deflect": (False, True),
    "after_penalty_colour": (False, True),
    "multi": ("one", "pair", "same_face"),
    "multi_effect": ("once", "each"),
    "jump_in": (False, True),
    "last_card_action": (True, False),
    "uno_call_until": ("next_acts", "caught"),
    "catch_from": ("at_once", "after_next"),
    "catch_until": ("next_acts", "own_turn", "one_card"),
    "catch_penalty": (2, 0, 5),
    "false_call_penalty": (0, 2),
    "misplay_penalty": (0, 1),
    "two_player_reverse": ("skip", "turn"),
    "seven_zero": (False, True),
    "scoring": ("winner_collects", "own_points", "wins"),
    "target": (500, 0, 40),
    "rounds": (0, 2),
    "next_dealer": ("left", "winner"),
    "punishments": ("none", "worst", "losers", "bust"),
}
assert set(VALUES) == {option.name for option in fields(UnoRules)}, "an option without values"

SEEDS = st.integers(0, 2**32 - 1)
SEATS = st.integers(2, 10)


@st.composite
def rulesets(draw: st.DrawFn) -> UnoRules:
    """Change a preset option by option, leaving out what contradicts the options before."""
    rules = PRESETS[draw(st.sampled_from(list(PRESETS)))]
    changes = draw(st.fixed_dictionaries({n: st.sampled_from(v) for n, v in VALUES.items()}))
    few = draw(st.sets(st.sampled_from(list(VALUES))))
    for name in draw(st.permutations(sorted(few))):
        try:
            rules = with_options(rules, {name: changes[name]})
        except BadRules:
            continue
    return rules


def chance(seed: int) -> FairChance:
    return FairChance(seed.to_bytes(32, "big"), "test")


def deal(rules: UnoRules, seats: int, seed: int) -> UnoState:
    return UNO.deal(rules, seats, seed % seats, chance(seed), frozenset()).state


# ---------------------------------------------------------------- actions


def legal(state: UnoState, seat: int) -> list[Action]:
    return list(UNO.legal(view_of(state, seat)))


def choices(state: UnoState) -> list[tuple[int, Action]]:
    """Return every proper action of everybody."""
    return [(seat, a) for seat in range(len(state.hands)) for a in legal(state, seat)]


def any_card(state: UnoState, seat: int, rng: Random) -> Card:
    """Return a card, mostly of the own hand, often with a colour where it is black."""
    hand = state.hands[seat]
    card = rng.choice(hand) if hand and rng.random() < 0.8 else rng.choice(HAND_KINDS)
    return named(card, rng.choice(COLOURS)) if card.black and rng.random() < 0.8 else card


def any_action(state: UnoState, seat: int, rng: Random) -> Action:
    """Return an action of any kind, sensible or not."""
    make = rng.choice((Play, Play, Play, Jump, Jump, Colour, Catch, None))
    if make is None:
        return rng.choice((DRAW, PASS, CALL, CHALLENGE))
    if make is Colour:
        return Colour(rng.choice(COLOURS))
    if make is Catch:
        return Catch(rng.randrange(10))
    cards = [any_card(state, seat, rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    if rng.random() < 0.5:  # a set that may well be one
        same = [card for card in state.hands[seat] if card.face == cards[-1].face]
        cards = [*rng.sample(same, rng.randrange(len(same) + 1))[1:], cards[-1]]
    if make is Jump and rng.random() < 0.7:
        cards = [state.top]
    swap = rng.randrange(len(state.hands) + 1) if rng.random() < 0.3 else None
    return make(tuple(cards), rng.random() < 0.3, swap)


def mutated(action: Action, state: UnoState, rng: Random) -> Action:
    """Return a proper action with one part changed."""
    if not isinstance(action, Play | Jump):
        return rng.choice((action, DRAW, PASS, CALL, CHALLENGE))
    match rng.randrange(5):
        case 0:
            return replace(action, call=not action.call)
        case 1:
            return replace(action, swap=rng.choice((None, *range(len(state.hands)))))
        case 2:
            return replace(action, cards=(action.cards[-1].bare, *action.cards))
        case 3:
            return replace(action, cards=(*action.cards[:-1], action.cards[-1].bare))
        case _:
            return (Jump if isinstance(action, Play) else Play)(
                action.cards, action.call, action.swap
            )


def sensible(state: UnoState, rng: Random) -> tuple[int, Action]:
    """Return an action of somebody; plays are preferred, so that rounds end."""
    found = choices(state)
    plays = [(seat, a) for seat, a in found if isinstance(a, Play | Jump | Call | Catch)]
    return rng.choice(plays if plays and rng.random() < 0.8 else found)


def walk(state: UnoState, seed: int, steps: int, leaves: float = 0.0) -> Iterator[UnoState]:
    """Yield the states of a random round, the first one too; now and then somebody leaves."""
    rng, luck = Random(seed), chance(seed)
    yield state
    for _ in range(steps):
        if state.phase == "over":
            return
        if rng.random() < leaves:
            seat = rng.choice([s for s in range(len(state.hands)) if s not in state.gone])
            state = UNO.leave(state, seat, luck).state
        else:
            seat, action = sensible(state, rng)
            state = UNO.apply(state, seat, action, luck).state
        yield state


# ---------------------------------------------------------------- laws


def assert_laws(state: UnoState) -> None:
    """What holds in every position, whatever the rules and whatever was done."""
    piles = [*state.hands, state.stock, state.discards]
    held = Counter(card.bare.text for pile in piles for card in pile)
    assert held == Counter(card.text for card in deck(state.rules.deck)), "cards lost or doubled"
    assert all(card is card.bare for pile in (*state.hands, state.stock) for card in pile)
    if state.phase == "colour":
        assert state.colour == ""
    else:
        assert state.colour in COLOURS
    single = {seat for seat, hand in enumerate(state.hands) if len(hand) == 1}
    assert state.called <= single
    assert set(state.windows) <= single - state.called
    assert not state.gone & (state.called | set(state.windows))
    assert not any(state.hands[seat] for seat in state.gone) or state.phase == "over"
    if not state.pending:
        assert state.accused is None
        assert not state.chain4
    if state.pending:
        assert state.phase == "play"
    assert (state.drawn is not None) == (state.phase == "drawn")
    assert state.drawn is None or state.drawn in state.hands[state.turn]
    assert_somebody_can_act(state)


def assert_somebody_can_act(state: UnoState) -> None:
    """The seat on turn can go on; others can at most jump, call and catch."""
    if state.phase == "over":
        assert UNO.waiting_on(state) == frozenset()
        assert choices(state) == []
        return
    assert UNO.waiting_on(state) == {state.turn}
    assert state.turn not in state.gone
    for seat in range(len(state.hands)):
        actions = legal(state, seat)
        kinds = {type(action).__name__ for action in actions}
        reflexes = {"Jump", "Call", "Catch"}
        if seat == state.turn:
            assert kinds - reflexes, "nothing to do on turn"
            assert "Jump" not in kinds
            assert refusal(view_of(state, seat), UNO.default(view_of(state, seat))) is None
        else:
            assert kinds <= reflexes
        if seat in state.gone:
            assert not kinds
        assert len(set(actions)) == len(actions), "listed twice"
