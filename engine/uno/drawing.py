"""How cards come to a hand in UNO: from the stock, and from the discards turned over.

Hides: when the discards become the stock and which of them stay. Must not know: whose turn it is or
what comes next. A hand that grows past one card is neither called nor catchable any more.
"""

from __future__ import annotations

from engine.game import Chance, Seat, Sink
from engine.uno.cards import Card, in_order
from engine.uno.events import Drew, Reshuffled
from engine.uno.fitting import Offence, price
from engine.uno.state import UnoState


def draw_cards(state: UnoState, seat: Seat, count: int, chance: Chance, sink: Sink) -> list[Card]:
    """Draw up to `count` cards, turning the discards over when the stock is empty."""
    stock = state.stock
    drawn: list[Card] = []
    while len(drawn) < count and (stock or _reshuffle(state, chance, sink)):
        drawn.append(stock.pop())
    hand = state.hands[seat]
    hand += drawn
    if len(hand) != 1:
        state.called.discard(seat)
        state.windows.pop(seat, None)
    return drawn


def take(
    state: UnoState, seat: Seat, count: int, why: str, chance: Chance, sink: Sink
) -> list[Card]:
    drawn = draw_cards(state, seat, count, chance, sink)
    if sink is not None:
        sink.append(Drew(seat, tuple(in_order(drawn)), len(drawn), why))
    return drawn


def _reshuffle(state: UnoState, chance: Chance, sink: Sink) -> bool:
    """Make a new stock of the discards; False when there is nothing to make it of.

    The top card stays, and under a +4 that could be taken back the card below it too.
    """
    keep = 1 + (state.accused.returns if state.accused else 0)
    loose = state.discards[:-keep]
    if not loose:
        return False
    state.discards = state.discards[-keep:]
    state.stock += chance.shuffle(in_order(card.bare for card in loose))[::-1]
    if sink is not None:
        sink.append(Reshuffled(len(loose)))
    return True


def punish(state: UnoState, seat: Seat, offence: Offence, chance: Chance, sink: Sink) -> None:
    take(state, seat, price(state.rules, offence), offence, chance, sink)


def draw_for_first(state: UnoState, first: Seat, sink: Sink) -> None:
    """Let the first player draw for a +2 turned first: never stacked, never deflected."""
    drawn = [state.stock.pop() for _ in range(min(2, len(state.stock)))]  # no discards yet
    state.hands[first] += drawn
    state.called.discard(first)
    state.windows.pop(first, None)
    if sink is not None:
        sink.append(Drew(first, tuple(in_order(drawn)), len(drawn), "first"))
    bind_colour(state)


def bind_colour(state: UnoState) -> None:
    """After a penalty was taken the next card must follow the colour, if the rules say so.

    A +4 needs no telling apart: no card has its face, so only the colour fits there anyway.
    """
    if state.rules.after_penalty_colour:
        state.colour_only = True
