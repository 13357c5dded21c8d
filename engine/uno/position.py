"""UNO positions as records write them: setting one up, and reading any key of one.

Hides: the position keys of docs/RECORD.md. Must not know: TOML, files, the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.game import BadNotation, BadRules, Seat, parse_seat, seat_name
from engine.position import STAR, Position, fill_star, one_of, text_of, words_of
from engine.uno.cards import Card, in_order, parse_card
from engine.uno.deal import cards_of, goes_back
from engine.uno.fitting import closes_window
from engine.uno.rules import UnoRules
from engine.uno.state import Phase, UnoState

START_KEYS = {
    "hands",
    "discard",
    "turned",
    "stock",
    "turn",
    "direction",
    "phase",
    "pending",
    "called",
    "dealer",
}
PHASES: Mapping[str, Phase] = {"colour": "colour", "play": "play", "over": "over"}
DIRECTIONS: Mapping[str, int] = {"left": 1, "right": -1}


def place(rules: UnoRules, seats: int, position: Position) -> tuple[UnoState, Card | None]:
    """Build the position a record sets up, and the turned card that still has to act.

    Raises BadNotation for anything that is not a whole, possible position.
    """
    unknown = sorted(set(position) - START_KEYS)
    if unknown:
        raise BadNotation("start.{key}: no such key in an UNO position", key=unknown[0])
    hands, discard, stock = _piles(rules, seats, position)
    turned = discard.pop() if "turned" in position else None
    if turned is None and not discard:
        raise BadNotation("start: neither discard nor turned names a card")
    if turned is not None and "dealer" not in position:
        raise BadNotation("start.turned needs start.dealer")
    dealer, turn = _dealer_and_turn(position, seats)
    state = UnoState(rules, hands, stock[::-1], discard, dealer, turn)
    state.direction = one_of(position, "direction", DIRECTIONS, 1)
    state.phase = one_of(position, "phase", PHASES, "play")
    if state.phase == "over":
        state.winners = tuple(seat for seat, hand in enumerate(hands) if not hand)
    _set_debt(state, position)
    _set_calls(state, position, seats)
    _check_colour(state, turned)
    return state, turned


def _piles(
    rules: UnoRules, seats: int, position: Position
) -> tuple[list[list[Card]], list[Card], list[Card]]:
    if "discard" in position and "turned" in position:
        raise BadNotation("start: discard and turned exclude each other")
    hands = position.get("hands", ())
    if isinstance(hands, str) or len(hands) != seats:
        raise BadNotation("start.hands: one entry for each of the {seats} seats", seats=seats)
    pile = "turned" if "turned" in position else "discard"
    texts = [*hands, text_of(position, pile, ""), text_of(position, "stock", "")]
    words = [text.split() for text in texts]
    starred = fill_star(words, lambda word: parse_card(word).bare.text, _names(rules))
    cards = [[parse_card(word) for word in group] for group in starred]
    if pile == "turned" and len(cards[seats]) != 1:
        raise BadNotation("start.turned: exactly one card")
    for card in (card for group in (*cards[:seats], cards[-1]) for card in group):
        if card is not card.bare:
            raise BadNotation("{card}: only a played card carries a colour", card=card)
    return [in_order(hand) for hand in cards[:seats]], cards[seats], cards[-1]


def _names(rules: UnoRules) -> list[str]:
    return [card.text for card in cards_of(rules)]


def _dealer_and_turn(position: Position, seats: int) -> tuple[Seat, Seat]:
    """In a fresh deal the dealer's left begins, so each is known from the other."""
    turn = text_of(position, "turn", "-")
    if "dealer" in position:
        dealer = parse_seat(text_of(position, "dealer", ""), seats)
        return dealer, (dealer + 1) % seats if turn == "-" else parse_seat(turn, seats)
    first = 0 if turn == "-" else parse_seat(turn, seats)
    return (first - 1) % seats, first


def _set_debt(state: UnoState, position: Position) -> None:
    text = text_of(position, "pending", "0")
    if not (text.isascii() and text.isdecimal()):
        raise BadNotation("start.pending: not a number: {text!r}", text=text)
    state.pending = int(text)
    # who laid a +4 that is pending is not said, so it cannot be challenged
    state.chain4 = bool(state.pending and state.discards and state.top.face == "w+4")


def _set_calls(state: UnoState, position: Position, seats: int) -> None:
    for word in words_of(position, "called"):
        seat = parse_seat(word, seats)
        if len(state.hands[seat]) != 1:
            raise BadNotation("start.called: {word} does not hold one card", word=word)
        state.called.add(seat)
    if not closes_window(state.rules, True):  # who forgot may long have acted since
        for seat, hand in enumerate(state.hands):
            if len(hand) == 1 and seat not in state.called:
                state.windows[seat] = True


def _check_colour(state: UnoState, turned: Card | None) -> None:
    if turned is not None:
        if goes_back(state.rules, turned):
            raise BadRules("start.turned: {turned} goes back (first_card_back)", turned=turned)
        if turned is not turned.bare:
            raise BadNotation("start.turned: a turned card carries no chosen colour")
        return
    if state.phase == "colour":
        if state.top.face != "w" or state.top.colour:
            raise BadNotation("start.phase: colour needs a Wild without a colour on top")
    elif not state.colour:
        raise BadNotation("start.discard: the top card {card} names no colour", card=state.top)


def read(state: UnoState, key: str) -> str:
    """Return one key of the position as records write it. Raises KeyError."""
    over = state.phase == "over"
    match key.split():
        case ["hands"]:
            return " | ".join(_cards(in_order(hand)) for hand in state.hands)
        case ["hand", seat]:
            return _cards(in_order(state.hands[parse_seat(seat, len(state.hands))]))
        case ["discard"]:
            return _cards(state.discards)
        case ["stock"]:
            return _cards(state.stock[::-1])
        case ["stock_left"]:
            return str(len(state.stock))
        case ["top"]:
            return state.top.text
        case ["colour"]:
            return state.colour or "-"
        case ["turn"]:
            return seat_name(None if over else state.turn)
        case ["direction"]:
            return "left" if state.direction > 0 else "right"
        case ["phase"]:
            return state.phase
        case ["pending"]:
            return str(state.pending)
        case ["called"]:
            return " ".join(map(seat_name, sorted(state.called)))
        case ["dealer"]:
            return seat_name(state.dealer)
        case ["winner"]:
            return " ".join(map(seat_name, state.winners)) or "-"
        case _:
            raise KeyError(key)


def same(seats: int, key: str, written: str, actual: str) -> bool:
    """Tell whether two texts of a key mean the same position.

    Free is the order of a hand, of seats, and of cards with one face that lie together under the
    top card: which of a set was laid first means nothing. `*` stands for any cards of a pile.
    Raises BadNotation.
    """
    kind = key.split()[0]
    one, other = written.split(), actual.split()
    if kind in ("called", "winner"):
        return _seats(one, seats) == _seats(other, seats)
    if kind in ("hand", "discard", "stock", "top"):
        for word in one:
            if word != STAR:
                parse_card(word)
    if kind == "hand":
        return sorted(one) == sorted(other)
    if kind == "discard":
        one, other = _runs(one), _runs(other)
    if STAR in one:
        at = one.index(STAR)
        head, tail = one[:at], one[at + 1 :]
        rest = len(other) - len(tail)
        return at <= rest and other[:at] == head and other[rest:] == tail
    return one == other


def _seats(words: Sequence[str], seats: int) -> list[Seat]:
    return sorted(parse_seat(word, seats) for word in words if word != "-")


def _runs(pile: Sequence[str]) -> list[str]:
    """Return a pile with each run of one face below the top card in deck order."""
    runs = groupby(pile[:-1], key=lambda word: word if word == STAR else parse_card(word).face)
    ordered = [word for _, run in runs for word in sorted(run, key=_place)]
    return [*ordered, *pile[-1:]]


def _place(word: str) -> int:
    return 0 if word == STAR else parse_card(word).place


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(card.text for card in cards)
