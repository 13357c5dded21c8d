"""How a round of UNO begins: the dealer's lot, the deal, the turned card and what it does.

Hides: the opening rules. Must not know: how the round goes on.
"""

from __future__ import annotations

from engine.game import BadRules, Chance, Event, Seat, Sink, Step
from engine.uno.cards import Card, deck, in_order
from engine.uno.drawing import draw_for_first
from engine.uno.events import DealerDrawn, Dealt, PutBack, Skipped, Turned
from engine.uno.play import reverse_skips
from engine.uno.rules import UnoRules
from engine.uno.state import UnoState

SEATS = (2, 10)


def seat_range(rules: UnoRules) -> tuple[int, int]:
    """Return the fewest and most seats: the hands and what goes back must leave cards over."""
    left = sum(not goes_back(rules, card) for card in cards_of(rules))
    return SEATS[0], min(SEATS[1], (left - 1) // hand_size(rules))


def cards_of(rules: UnoRules) -> tuple[Card, ...]:
    """Return the deck that is played with, in deck order."""
    return deck(rules.deck)


def hand_size(rules: UnoRules) -> int:
    """Return how many cards each player is dealt."""
    return rules.hand_size


def goes_back(rules: UnoRules, turned: Card) -> bool:
    """Tell whether a card that is turned first goes back into the stock (first_card_back)."""
    return turned.face in rules.first_card_back


def first_dealer(seats: int, chance: Chance) -> Step[Seat]:
    """Draw one card each: the highest number deals.

    An action card counts nothing and is drawn again, a tie is drawn again among the tied.
    """
    events: list[Event] = []
    tied = list(range(seats))
    while len(tied) > 1:
        drawn = [(seat, card) for seat in tied for card in _draw_number(chance)]
        best = max(card.points for _, card in drawn if card.number)
        tied = [seat for seat, card in drawn if card.number and card.points == best]
        events.append(DealerDrawn(tuple(drawn), tied[0] if len(tied) == 1 else None))
    return Step(tied[0], tuple(events))


def _draw_number(chance: Chance) -> list[Card]:
    """Draw until a number comes, each time from a whole deck."""
    cards = deck(108)
    drawn = [cards[chance.pick(len(cards))]]
    while not drawn[-1].number:
        drawn.append(cards[chance.pick(len(cards))])
    return drawn


def deal(
    rules: UnoRules, seats: int, dealer: Seat, chance: Chance, gone: frozenset[Seat]
) -> Step[UnoState]:
    """Deal one card at a time from the dealer's left, then turn the first card.

    Raises BadRules when so many players cannot be dealt in.
    """
    fewest, most = seat_range(rules)
    each, whole = hand_size(rules), cards_of(rules)
    if not fewest <= seats <= most:
        raise BadRules(
            "hand_size: {seats} players with {each} cards each cannot be dealt "
            "from {deck} cards ({least} to {most} players can)",
            seats=seats,
            each=each,
            deck=len(whole),
            least=fewest,
            most=most,
        )
    stock = chance.shuffle(whole)[::-1]
    state = UnoState(rules, [[] for _ in range(seats)], stock, [], dealer, dealer, gone=gone)
    events: list[Event] = [Dealt(dealer, each)]
    order = [state.step(dealer, n) for n in range(1, state.players() + 1)]
    for _ in range(each):
        for seat in order:
            state.hands[seat].append(stock.pop())
    while goes_back(rules, stock[-1]):
        events.append(PutBack(stock[-1]))
        state.stock = stock = chance.shuffle(in_order(stock))[::-1]
    open_with(state, stock.pop(), events)
    return Step(state, tuple(events))


def open_with(state: UnoState, card: Card, sink: Sink) -> None:
    """Turn the first card: it acts on the first player as if the dealer had laid it."""
    state.discards.append(card)
    turner, first = _openers(state)
    state.turn = first
    effect = ""
    match card.face:
        case "s":
            effect = "skip"
            state.turn = state.step(first)
        case "r":
            effect = "reverse"
            state.direction = -1
            state.turn = state.dealer if _dealer_begins(state) else state.step(turner)
        case "+2":
            effect = "draw"
            state.turn = state.step(first)
        case "w" if card.black:
            effect = "colour"
            state.phase = "colour"
        case _:
            pass
    if sink is not None:
        sink.append(Turned(card, effect, first if effect != "reverse" else state.turn))
        if effect in ("skip", "draw"):
            sink.append(Skipped((first,)))
    if effect == "draw":
        draw_for_first(state, first, sink)


def _openers(state: UnoState) -> tuple[Seat, Seat]:
    """Return who turns the first card and who is the first player (first_player)."""
    left = state.step(state.dealer)
    match state.rules.first_player:
        case "left":
            return state.dealer, left
        case "second":
            return left, state.step(left)


def _dealer_begins(state: UnoState) -> bool:
    return reverse_skips(state) or state.rules.first_reverse == "dealer"
