"""Listing what a seat may do in UNO, from that seat's view: for bots, hints, tests.

Hides: the order of the list and how sets of cards are enumerated. `check` says what is allowed.
The server never lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.game import Code, Seat
from engine.uno.actions import (
    CALL,
    CHALLENGE,
    DRAW,
    PASS,
    Action,
    Catch,
    Colour,
    Jump,
    Play,
    single,
)
from engine.uno.cards import COLOURS, HAND_KINDS, Card, named
from engine.uno.check import is_misplay, is_other, jump_open, refusal, shape
from engine.uno.fitting import playable, price
from engine.uno.state import UnoView


def legal(view: UnoView) -> Iterator[Action]:
    """Yield the viewer's proper actions: plays, jump, colour, draw, pass, challenge, call, catch.

    A play that leaves one card comes with and without the call.
    """
    return _listed(view, wrong=False)


def tries(view: UnoView) -> Iterator[Action]:
    """Yield what the viewer may do, right or wrong, where wrong cards are punished; else `legal`.

    So the list tells nobody which cards are right.
    """
    return _listed(view, wrong=price(view.rules, "misplay") > 0)


def _listed(view: UnoView, *, wrong: bool) -> Iterator[Action]:
    if view.phase == "over" or view.seat is None or view.seat in view.gone:
        return
    if view.turn == view.seat:
        yield from _on_turn(view, wrong)
    elif jump_open(view) and view.top in view.hand:
        yield from _finished(view, Jump((view.top,)), wrong=False)
    if view.seat in view.late:
        yield CALL
    for seat in view.catchable:
        if seat != view.seat:
            yield Catch(seat)


def _on_turn(view: UnoView, wrong: bool) -> Iterator[Action]:
    if view.phase == "colour":
        yield from map(Colour, COLOURS)
        return
    for card in _singles(view, wrong):
        yield from _finished(view, single(card), wrong)
    if shape(view.rules, (view.top, view.top)) is not Code.ONE_CARD_ONLY:
        for cards in _sets(view):
            if view.drawn is not None and view.drawn not in cards:
                continue
            yield from _finished(view, Play(cards), wrong)
    for idle in (DRAW, PASS):
        code = refusal(view, idle)
        if code is None or (wrong and code is Code.MUST_PLAY):
            yield idle
    if view.offender is not None:
        yield CHALLENGE


def _singles(view: UnoView, wrong: bool) -> Iterable[Card]:
    """Return the kinds worth asking about: the card just drawn, or all that match."""
    if view.drawn is not None:
        return (view.drawn,)
    return dict.fromkeys(view.hand if wrong else playable(view, view.hand))


def _sets(view: UnoView) -> Iterator[tuple[Card, ...]]:
    """Yield the sets of two and more cards that go together, black ones not yet coloured."""
    for last in dict.fromkeys(view.hand):
        for cards in _face_sets(view.hand, last):
            if shape(view.rules, cards) is None:
                yield cards


def _face_sets(hand: tuple[Card, ...], last: Card) -> Iterator[tuple[Card, ...]]:
    """Yield every set of two and more cards of one face with `last` on top."""
    alike = [kind for kind in HAND_KINDS if kind.face == last.face and kind.black == last.black]
    unders: list[tuple[Card, ...]] = [()]
    for kind in alike:
        spare = hand.count(kind) - (kind is last)
        unders = [under + (kind,) * n for under in unders for n in range(spare + 1)]
    for under in unders[1:]:
        yield (*under, last)


def _finished(view: UnoView, play: Play | Jump, wrong: bool) -> Iterator[Action]:
    """Yield every way to finish a play: its colour, whom it swaps with, with a call."""
    *under, last = play.cards
    ways = [play] if not last.black else [_on(play, (*under, named(last, c))) for c in COLOURS]
    swaps: list[Seat | None] = [None]
    code = refusal(view, ways[0])
    if code is Code.NEEDS_SEAT:
        swaps = [seat for seat in range(len(view.counts)) if is_other(view, seat)]
        code = refusal(view, replace(ways[0], swap=swaps[0]))
    if code is not None and not (wrong and is_misplay(view, code)):
        return
    one_left = len(view.hand) - len(play.cards) == 1
    for way in ways:
        for swap in swaps:
            yield way if swap is None else replace(way, swap=swap)
            if one_left:
                yield replace(way, swap=swap, call=True)


def _on(play: Play | Jump, cards: tuple[Card, ...]) -> Play | Jump:
    if isinstance(play, Jump):
        return Jump(cards)
    return single(cards[0]) if len(cards) == 1 else Play(cards)


def default(view: UnoView) -> Action:
    """Return what is done for a seat whose time is up.

    It takes what is owed, draws, keeps the card, and plays only where the rules demand it.
    """
    if view.phase == "colour":
        held = Counter(card.colour for card in view.hand if card.colour)
        return Colour(max(COLOURS, key=lambda colour: held[colour]))
    for idle in (PASS, DRAW):
        if refusal(view, idle) is None:
            return idle
    return next(action for action in legal(view) if isinstance(action, Play))
