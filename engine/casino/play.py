"""How a deal goes: dealing, what each action does to the table, the end.

Hides: the flow of a deal. Must not know: whether an action is allowed (`check` has said so), what
the cards are worth (`score`), where luck comes from (`Chance`).
Source: the source text's dealing and actions, rules page, section 1; leaving, section 4.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, assert_never

from engine.casino import events, score
from engine.casino.actions import Action, Build, Capture, Item, Trail, capture, trail
from engine.casino.cards import DECK, Card, in_order, place_of
from engine.casino.check import (
    build_of,
    due_equals,
    loose_helps_to_raise,
    own_builds,
    refusal,
)
from engine.casino.listing import best_capture
from engine.casino.rules import CasinoRules
from engine.casino.shape import build_fits
from engine.casino.state import BuildPile, CasinoState, CasinoView, build_pile, pile_place
from engine.game import BadRules, Chance, Seat, Sink

HAND: Final = 4
"""How many cards are dealt at once to each player, and once to the table."""


# --- dealing -------------------------------------------------------------------


def deal(
    rules: CasinoRules,
    seats: int,
    dealer: Seat,
    chance: Chance,
    gone: Collection[Seat],
    sink: Sink,
) -> CasinoState:
    """Shuffle and deal. The whole order is fixed here; later rounds need no chance.

    Seats that have gone are dealt to as well: `default` plays for them.
    Raises BadRules when so many cannot play under `rules`.
    """
    check_seats(rules, seats)
    state = CasinoState(rules, seats, dealer)
    state.rounds = rounds_of(rules, seats)
    state.gone = tuple(sorted(gone))
    state.stock = tuple(chance.shuffle(DECK))
    _deal_round(state, sink)
    state.loose, state.stock = in_order(state.stock[:HAND]), state.stock[HAND:]
    if sink is not None:
        sink.append(events.TableDealt(state.loose))
    _end_if_alone(state, sink)
    return state


def check_seats(rules: CasinoRules, seats: int) -> None:
    """Raise BadRules when so many cannot play under `rules`."""
    least, most = rules.seat_range
    if not least <= seats <= most:
        raise BadRules(
            "{seats} players: {least} to {most} can play by these rules",
            seats=seats,
            least=least,
            most=most,
        )


def rounds_of(rules: CasinoRules, seats: int) -> int:
    """Return how many rounds of dealing a deal has: 6, 4 or 3; one when cards are drawn."""
    return 1 if draws_after_plays(rules) else (len(DECK) - HAND) // (HAND * seats)


def draws_after_plays(rules: CasinoRules) -> bool:
    """Say whether hands are filled card by card from the stock, instead of dealt again (draw)."""
    return rules.draw


def _deal_round(state: CasinoState, sink: Sink) -> None:
    """Deal four at once to each, from the dealer's left, who also begins.

    A position that was set up may run short: then the last to be dealt to get fewer.
    """
    state.round += 1
    if sink is not None:
        sink.append(events.RoundBegan(state.round, state.rounds))
    first = (state.dealer + 1) % state.seats
    for turn in range(state.seats):
        seat = (first + turn) % state.seats
        state.hands[seat], state.stock = in_order(state.stock[:HAND]), state.stock[HAND:]
        if sink is not None:
            hand = state.hands[seat]
            sink.append(events.Dealt(seat, len(hand), hand))
    state.turn = first


# --- what each action does -------------------------------------------------------


def advance(state: CasinoState, seat: Seat, action: Action, chance: Chance, sink: Sink) -> None:
    """Carry out an action that `check` has allowed, in place."""
    card = action.card
    state.hands[seat] = tuple([other for other in state.hands[seat] if other is not card])
    state.last_capture = ()
    match action:
        case Trail():
            state.loose = tuple(sorted((*state.loose, card), key=place_of))
            if sink is not None:
                sink.append(events.Trailed(seat, card))
        case Capture():
            _capture(state, seat, action, sink)
        case Build():
            _build(state, seat, action, sink)
        case _:
            assert_never(action)
    if draws_after_plays(state.rules):
        _draw(state, seat, sink)
    _next_turn(state, seat, sink)


def _lift(state: CasinoState, items: tuple[Item, ...]) -> tuple[list[Card], list[BuildPile]]:
    """Take the items off the table."""
    loose: list[Card] = []
    builds: list[BuildPile] = []
    for item in items:
        if isinstance(item, Card):
            loose.append(item)
        else:
            pile = build_of(state.builds, item)
            assert pile is not None, f"{item} was checked"
            builds.append(pile)
    if loose:
        state.loose = tuple([card for card in state.loose if card not in loose])
    if builds:
        state.builds = tuple([pile for pile in state.builds if pile not in builds])
    return loose, builds


def _capture(state: CasinoState, seat: Seat, action: Capture, sink: Sink) -> None:
    loose, builds = _lift(state, action.items)
    taken = [action.card, *loose]
    for pile in builds:
        taken += pile.cards
    state.last_capture = tuple(taken)
    state.taken[seat] += state.last_capture
    state.last = seat
    if sink is not None:
        sink.append(events.Captured(seat, action.card, tuple(loose), tuple(builds)))
    if not state.loose and not state.builds:
        state.sweeps[seat] += 1
        if sink is not None:
            sink.append(events.Swept(seat))


def _build(state: CasinoState, seat: Seat, action: Build, sink: Sink) -> None:
    rules, value = state.rules, action.value
    loose, builds = _lift(state, action.items)
    if rules.merge_same_value:
        builds += [pile for pile in state.builds if pile.value == value]
        state.builds = tuple([pile for pile in state.builds if pile.value != value])
    laid = build_fits(rules.values, action.card, value, loose, builds, loose_helps_to_raise(rules))
    assert laid is not None, f"{action} was checked"
    made = build_pile(value, laid.parts, seat)
    state.builds = tuple(sorted((*state.builds, made), key=pile_place))
    if sink is not None:
        joined = tuple(laid.joined)
        if laid.raised is None:
            sink.append(events.Built(seat, action.card, made, joined))
        else:
            sink.append(events.Raised(seat, action.card, laid.raised, made, joined))


def _draw(state: CasinoState, seat: Seat, sink: Sink) -> None:
    """Fill the hand from the stock after a play, while there is stock."""
    if state.stock:
        card, state.stock = state.stock[0], state.stock[1:]
        state.hands[seat] = in_order((*state.hands[seat], card))
        if sink is not None:
            sink.append(events.Drew(seat, card))


def _next_turn(state: CasinoState, seat: Seat, sink: Sink) -> None:
    """Pass the turn to the next seat with cards, deal the next round, or end the deal."""
    hands = state.hands
    for _ in hands:
        seat = (seat + 1) % len(hands)
        if hands[seat]:
            state.turn = seat
            return
    if state.stock:
        _deal_round(state, sink)
        return
    assert not state.builds, "an owner holds a card of the value, so a build outlives no round"
    if state.last is not None:
        state.taken[state.last] += state.loose
    if sink is not None and state.loose:
        sink.append(events.LeftoverTaken(state.last, state.loose))
    if state.last is not None:
        state.loose = ()
    _end(state, sink)


def _end(state: CasinoState, sink: Sink) -> None:
    state.turn = None
    if sink is not None:
        sink.append(events.DealOver(score.points(state), state.scored))


# --- leaving, and playing for somebody who is not there -----------------------------


def leave(state: CasinoState, seat: Seat, sink: Sink) -> None:
    """Give the seat up for good, in place. Its cards stay and `default` plays them.

    When one seat (side) is left the deal ends at once, unscored. A second time nothing happens.
    """
    if seat in state.gone:
        return
    state.gone = tuple(sorted((*state.gone, seat)))
    if sink is not None:
        sink.append(events.Left(seat))
    _end_if_alone(state, sink)


def _end_if_alone(state: CasinoState, sink: Sink) -> None:
    alone = len(score.staying(state.rules, state.seats, state.gone)) <= 1
    if alone and state.turn is not None:
        state.scored = False
        _end(state, sink)


def default(view: CasinoView) -> Action:
    """Return what is played for the viewer, whose turn it is, when nobody decides.

    An owner captures an own number with all own builds of it; everybody else trails the
    cheapest card that may be trailed, or makes the capture that forbids trailing.
    """
    for action in _default_candidates(view):
        if refusal(view, action) is None:
            return action
    raise AssertionError("an obliged player can always capture, everybody else can always trail")


def _default_candidates(view: CasinoView) -> Iterator[Action]:
    own = own_builds(view)
    for card in view.hand:
        value = view.rules.values.high[card.rank]
        builds = [pile.handle for pile in own if pile.value == value]
        if builds:
            yield capture(card, [*builds, *due_equals(view, card)])
    cheapest = sorted(view.hand, key=lambda card: _cheapness(view.rules, card))
    yield from map(trail, cheapest)
    for card in cheapest:
        yield capture(card, best_capture(view, card))


def _cheapness(rules: CasinoRules, card: Card) -> tuple[int, bool, int]:
    """Return a key: cards without points first, then no spades, then low ones."""
    return (score.card_points(rules, card), card.spade, card.place)


# --- what a seat may know ----------------------------------------------------------


def view_of(state: CasinoState, seat: Seat | None) -> CasinoView:
    """Build what `seat` (None: a spectator) may know."""
    view = CasinoView(
        seat,
        state.rules,
        () if seat is None else state.hands[seat],
        tuple(map(len, state.hands)),
        state.loose,
        state.builds,
        len(state.stock),
        tuple(map(len, state.taken)),
        tuple(state.sweeps),
        state.last,
        state.last_capture,
        state.turn,
        "play",
        state.dealer,
        state.round,
        state.rounds,
        state.gone,
    )
    if state.turn is None:
        view.phase = "over"
        view.piles = tuple(map(in_order, state.taken))
        view.points = score.points(state)
        if state.scored:
            view.breakdown = score.breakdown(state)
    return view


def next_dealer(state: CasinoState) -> Seat:
    """Return the next seat on the left that has not gone."""
    for step in range(1, state.seats):
        seat = (state.dealer + step) % state.seats
        if seat not in state.gone:
            return seat
    return state.dealer
