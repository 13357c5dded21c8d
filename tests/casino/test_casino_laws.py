"""What holds whatever is agreed on and whatever is played (rules page, section 6)."""

import re
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.casino import CASINO, PRESETS, Build, Capture, Trail
from engine.casino.cards import DECK
from engine.casino.check import refusal
from engine.casino.listing import is_wide
from tests.casino.casino_play import deal, playing, tables
from tests.casino.casino_positions import NO_CHANCE, everything


def cards_of(state):
    yield from (card for hand in state.hands for card in hand)
    yield from (card for pile in state.taken for card in pile)
    yield from state.stock
    yield from state.loose
    yield from (card for build in state.builds for card in build.cards)


def values(rules, cards):
    return {rules.values.high[card.rank] for card in cards}


@given(tables())
def test_the_state_after_every_action(table):
    rules, seats, rng = table
    for before, action, step in playing(rules, seats, rng):
        state = step.state
        seat = before.turn
        assert sorted(card.place for card in cards_of(state)) == list(range(len(DECK)))
        # HOLD, for everybody: others cannot touch a hand, so it goes on holding.
        for build in state.builds:
            assert build.value in values(rules, state.hands[build.owner])
            assert build.parts == tuple(sorted(build.parts, key=lambda part: part[0].place))
        # The owner of a build is the last player who added a card to it.
        if isinstance(action, Build):
            [made] = [build for build in state.builds if action.card in build.cards]
            assert (made.owner, made.value) == (seat, action.value)
            if rules.merge_same_value:
                assert [build.value for build in state.builds].count(made.value) == 1
        assert {build for build in state.builds if action.card not in build.cards} <= {
            *before.builds
        }
        if state.round != before.round or state.turn is None:
            assert not state.builds
    assert state.phase == "over"
    assert not any(state.hands)
    assert not state.stock
    assert state.round == state.rounds


@given(tables())
def test_somebody_can_always_act_and_the_default_may_be_played(table):
    rules, seats, rng = table
    for state, _, _ in playing(rules, seats, rng):
        view = CASINO.view(state, state.turn)
        assert next(CASINO.legal(view))
        default = CASINO.default(view)
        assert refusal(view, default) is None
        if view.seat in [build.owner for build in view.builds]:
            assert isinstance(default, Capture)


@given(tables())
def test_views_hold_no_other_hand_and_no_pile(table):
    rules, seats, rng = table
    for state, _, step in playing(rules, seats, rng):
        for seat in [*range(seats), None]:
            view = CASINO.view(state, seat)
            known = {*view.hand, *view.loose, *view.last_capture}
            known |= {card for build in view.builds for card in build.cards}
            allowed = {*state.loose, *state.last_capture}
            allowed |= {card for build in state.builds for card in build.cards}
            if seat is not None:
                allowed |= {*state.hands[seat]}
            assert known <= allowed
            assert view.piles == view.points == view.breakdown == ()
            assert list(view.counts) == [len(hand) for hand in state.hands]
            assert list(view.taken) == [len(pile) for pile in state.taken]
            for event in step.events:
                shadow = event.seen_by(seat)
                if type(event).__name__ in ("Dealt", "Drew") and event.seat != seat:
                    assert not (shadow.cards if hasattr(shadow, "cards") else shadow.card)
                else:
                    assert shadow == event


@given(tables(), st.randoms(use_true_random=False))
def test_any_attempt_is_judged_alike_in_any_order_and_changes_nothing(table, order):
    rules, seats, rng = table
    for state, _, _ in playing(rules, seats, rng):
        if rng.random() > 0.2:
            continue
        view = CASINO.view(state, state.turn)
        items = [*view.loose, *[build.handle for build in view.builds]]
        listed = set(CASINO.legal(view))
        before = everything(state)
        for _ in range(10):
            some = rng.sample(items, rng.randint(0, min(len(items), 5)))
            card = rng.choice(view.hand)
            text = rng.choice(["capture", "trail", *["build"] * 3])
            words = [text, card.text]
            if text == "build":
                words.append(str(rng.randint(0, 15)))
            if text != "trail":
                words += map(str, some)
            action = CASINO.parse(" ".join(words))
            code = refusal(view, action)
            if not is_wide(view):
                assert (code is None) is (action in listed)
            order.shuffle(some)
            if not isinstance(action, Trail):
                again = type(action)(*[getattr(action, name) for name in action.__match_args__])
                object.__setattr__(again, "items", tuple(some))
                assert refusal(view, again) == code
        assert everything(state) == before


@given(tables())
def test_what_is_listed_is_allowed_once_and_in_one_order(table):
    rules, seats, rng = table
    for state, _, _ in playing(rules, seats, rng):
        view = CASINO.view(state, state.turn)
        actions = list(CASINO.legal(view))
        assert len(actions) == len(set(actions))
        assert actions == list(CASINO.legal(view))
        for action in actions:
            assert refusal(view, action) is None, str(action)
            assert CASINO.parse(str(action)) == action
        for seat in range(seats):
            if seat != state.turn:
                assert not list(CASINO.legal(CASINO.view(state, seat)))


@given(tables())
def test_the_same_cards_and_actions_give_the_same_game(table):
    rules, seats, rng = table
    seed = rng.random()
    played = [
        [(str(action), step.events) for _, action, step in playing(rules, seats, Random(seed))]
        for _ in range(2)
    ]
    assert played[0] == played[1]


@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(["seed", "plain", "spade"]))
def test_points_of_a_deal(seed, seats, preset):
    rules = PRESETS[preset]
    most = 26 if rules.spade_scoring else 11
    state = None
    for _, _, step in playing(rules, seats, Random(seed)):
        state = step.state
    view = CASINO.view(state, None)
    tied = sum(
        row.points[row.counts.index(max(row.counts))] == 0
        for row in view.breakdown
        if row.category in ("cards", "spades") and max(row.counts)
    )
    captured = any(view.taken)
    assert sum(view.points) <= most
    if captured and not tied:
        assert sum(view.points) == most
    assert view.points == CASINO.points(state)
    assert [
        sum(points) for points in zip(*[row.points for row in view.breakdown], strict=True)
    ] == [*view.points]


@given(tables())
def test_a_clone_lives_its_own_life(table):
    rules, seats, rng = table
    state = deal(rules, seats, rng)
    before = everything(state)
    copy = state.clone()
    assert everything(copy) == before
    for _ in range(8):
        action = CASINO.default(CASINO.view(copy, copy.turn))
        copy = CASINO.apply(copy, copy.turn, action, NO_CHANCE).state
    assert everything(state) == before


@given(tables())
def test_suits_do_not_matter_for_what_is_allowed(table):
    rules, seats, rng = table
    turned = {card: DECK[4 * (card.rank - 1) + (card.place + 1) % 4] for card in DECK}
    for state, _, _ in playing(rules, seats, rng):
        if rng.random() > 0.2:
            continue
        view = CASINO.view(state, state.turn)
        if is_wide(view):
            continue
        names = {card.text: other.text for card, other in turned.items()}
        keys = {key: CASINO.read(state, key) for key in ("table", "stock", "turn", "last")}
        keys = {key: _renamed(text, names) for key, text in keys.items()}
        hands = tuple(_renamed(CASINO.read(state, f"hand p{n + 1}"), names) for n in range(seats))
        taken = tuple(_renamed(CASINO.read(state, f"taken p{n + 1}"), names) for n in range(seats))
        other = CASINO.place(rules, seats, {**keys, "hands": hands, "taken": taken})
        before = {CASINO.parse(_renamed(str(action), names)) for action in CASINO.legal(view)}
        # A build's lowest card may be another now, so builds are compared by what they hold.
        after = set(CASINO.legal(CASINO.view(other, other.turn)))
        assert {_by_cards(action, other) for action in before} == {
            _by_cards(action, other) for action in after
        }


def _renamed(text, names):
    return re.sub("[A2-9TJQK][cdhs]", lambda found: names[found.group()], text)


def _by_cards(action, state):
    if isinstance(action, Trail):
        return str(action)
    items = frozenset(
        next(b for b in state.builds if item.card in b.cards) if str(item)[0] == "#" else item
        for item in action.items
    )
    return (type(action), action.card, getattr(action, "value", 0), items)
