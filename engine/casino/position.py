"""Positions as records write them: setting one up, reading one off.

Hides: the notation of a Casino position. Must not know: files (the record does), how play goes on.
Everything a record says about a position is on the rules page and in docs/RECORD.md; the match's
own keys (`scores`, `winner`) are not ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.casino.cards import DECK, in_order, parse_card, spell
from engine.casino.play import HAND, check_seats, rounds_of
from engine.casino.rules import CasinoRules
from engine.casino.shape import group_fits
from engine.casino.state import BuildPile, CasinoState, build_pile, pile_place
from engine.game import BadNotation, Seat, parse_seat, seat_name
from engine.position import STAR, Position, fill_star, one_of, text_of, words_of

START_KEYS: Final = frozenset(
    ("hands", "table", "stock", "taken", "sweeps", "last", "turn", "dealer", "phase")
)
_PHASES: Final = {"play": False, "over": True}

_BUILD: Final = re.compile(r"#(\d{1,2})/(p\d)\(([^()]+)\)")


# --- setting up --------------------------------------------------------------------


def place(rules: CasinoRules, seats: int, position: Position) -> CasinoState:
    """Build the position a record sets up. `hands` and `turn` must be given.

    A key left out has its value in a fresh deal: nothing taken, nobody captured, an empty table.
    Without `dealer` it is the seat before `turn`. The round follows from the stock.
    Raises BadNotation when it is no whole, possible position; BadRules when so many cannot play.
    """
    check_seats(rules, seats)
    for key in sorted(position):
        if key not in START_KEYS:
            raise BadNotation("start.{key}: no such key in a Casino position", key=key)
    for key in ("hands", "turn"):
        if key not in position:
            raise BadNotation("start.{key} is missing", key=key)
    turn = _maybe_seat(position, "turn", seats)
    if (turn is None) is not one_of(position, "phase", _PHASES, False):
        raise BadNotation("start.phase: play while it is somebody's turn, over with turn '-'")
    before = seat_name(((turn or 0) - 1) % seats)
    state = CasinoState(rules, seats, parse_seat(text_of(position, "dealer", before), seats))
    state.turn = turn
    state.last = _maybe_seat(position, "last", seats)
    state.sweeps = _sweeps(position, seats)
    _place_cards(state, position)
    if turn is not None:
        _check_play(state, turn)
    state.rounds = rounds_of(rules, seats)
    later = -(-len(state.stock) // (HAND * seats))
    state.round = max(1, state.rounds - later)
    return state


def _place_cards(state: CasinoState, position: Position) -> None:
    """Lay every card where it is named; the whole deck must be there."""
    seats = state.seats
    table = text_of(position, "table", "").split()
    if STAR in table:
        raise BadNotation("start.table: '*' may not stand on the table")
    state.builds = tuple(
        sorted(
            [_valid(state.rules, parse_build(word, seats)) for word in table if word[0] == "#"],
            key=pile_place,
        )
    )
    loose = [word for word in table if word[0] != "#"]
    built = [card.text for pile in state.builds for card in pile.cards]
    stock = text_of(position, "stock", "").split()
    places = [*_by_seat(position, "hands", seats), *_by_seat(position, "taken", seats)]
    words = fill_star([*places, stock, loose, built], _name, [card.text for card in DECK])
    cards = [tuple(map(parse_card, place)) for place in words]
    state.hands = [in_order(hand) for hand in cards[:seats]]
    state.taken = cards[seats : 2 * seats]
    state.stock = cards[2 * seats]
    state.loose = in_order(cards[2 * seats + 1])


def _name(word: str) -> str:
    return parse_card(word).text


def parse_build(text: str, seats: int) -> BuildPile:
    """Read `#10/p2(2s+3c+5d,4h+6h)`. Raises BadNotation; whether it adds up is not looked at."""
    match = _BUILD.fullmatch(text)
    if match is None:
        raise BadNotation("not a build: {text!r}", text=text)
    value, owner, groups = match.groups()
    parts = [[parse_card(name) for name in group.split("+")] for group in groups.split(",")]
    return build_pile(int(value), parts, parse_seat(owner, seats))


def _valid(rules: CasinoRules, pile: BuildPile) -> BuildPile:
    """Return the build if it can come about. Raises BadNotation."""
    values = rules.values
    if not values.least <= pile.value <= values.cap:
        raise BadNotation("{build}: no build has this value", build=spell_build(pile))
    if len(pile.cards) < 2:
        raise BadNotation("{build}: one card is no build", build=spell_build(pile))
    for part in pile.parts:
        if not group_fits(values, part, pile.value):
            raise BadNotation(
                "{build}: {cards} is not worth {value}",
                build=spell_build(pile),
                cards=spell(part),
                value=pile.value,
            )
    return pile


def _check_play(state: CasinoState, turn: Seat) -> None:
    """Refuse a position that play cannot go on from."""
    if not state.hands[turn]:
        raise BadNotation("turn: {seat} has no cards", seat=seat_name(turn))
    high = state.rules.values.high
    for pile in state.builds:
        if all(high[card.rank] != pile.value for card in state.hands[pile.owner]):
            raise BadNotation(
                "{build}: {seat} holds no such card",
                build=spell_build(pile),
                seat=seat_name(pile.owner),
            )


def _by_seat(position: Position, key: str, seats: int) -> list[list[str]]:
    value = position.get(key, ("",) * seats)
    if isinstance(value, str) or len(value) != seats:
        raise BadNotation(
            "start.{key}: one entry for each of the {seats} seats", key=key, seats=seats
        )
    return [text.split() for text in value]


def _sweeps(position: Position, seats: int) -> list[int]:
    numbers = words_of(position, "sweeps") or ["0"] * seats
    if len(numbers) != seats or not all(text.isascii() and text.isdecimal() for text in numbers):
        raise BadNotation("start.sweeps: one number for each of the {seats} seats", seats=seats)
    return [int(text) for text in numbers]


def _maybe_seat(position: Position, key: str, seats: int) -> Seat | None:
    text = text_of(position, key, "-")
    return None if text == "-" else parse_seat(text, seats)


# --- reading off -------------------------------------------------------------------


def read(state: CasinoState, key: str) -> str:
    """Return one key of the position as records write it.

    Hands and piles are in deck order, those of all seats separated by ` | `. Raises KeyError for
    any other key, also for the match's (`scores`, `winner`).
    """
    match key.split(" "):
        case ["table"]:
            return spell_table(state)
        case ["stock"]:
            return spell(state.stock)
        case ["stock_left"]:
            return str(len(state.stock))
        case ["sweeps"]:
            return " ".join(map(str, state.sweeps))
        case ["taken_count"]:
            return " ".join([str(len(pile)) for pile in state.taken])
        case ["last" | "turn" | "dealer" as name]:
            return seat_name({"last": state.last, "turn": state.turn}.get(name, state.dealer))
        case ["phase"]:
            return state.phase
        case ["hands" | "taken" as name]:
            places = state.hands if name == "hands" else state.taken
            return " | ".join([spell(in_order(place)) for place in places])
        case ["hand" | "taken" as name, seat] if seat in map(seat_name, range(state.seats)):
            places = state.hands if name == "hand" else state.taken
            return spell(in_order(places[parse_seat(seat)]))
        case _:
            raise KeyError(key)


def spell_build(pile: BuildPile) -> str:
    """Return `#8/p1(3c+5d)`."""
    parts = ["+".join([card.text for card in part]) for part in pile.parts]
    return f"#{pile.value}/{seat_name(pile.owner)}({','.join(parts)})"


def spell_table(state: CasinoState) -> str:
    """Return the loose cards in deck order, then the builds by their lowest card."""
    return " ".join([*[card.text for card in state.loose], *map(spell_build, state.builds)])


def same(seats: int, key: str, one: str, other: str) -> bool:
    """Say whether two values of a key mean the same.

    The order of cards matters in the stock only. Builds are compared by value, owner, cards and
    number of groups, not by which card lies in which group. Raises BadNotation.
    """
    if key in ("stock", "sweeps", "taken_count"):
        return one.split() == other.split()
    return sorted(_tokens(one, seats)) == sorted(_tokens(other, seats))


def _tokens(text: str, seats: int) -> Iterator[str]:
    for name in text.split():
        if name.startswith("#"):
            pile = parse_build(name, seats)
            yield f"#{pile.value}/{pile.owner}/{len(pile.parts)}({spell(in_order(pile.cards))})"
        else:
            yield name
