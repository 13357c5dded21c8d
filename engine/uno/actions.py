"""What a player can do in UNO, as a closed union, and its notation.

Hides: the text form. `str(action)` is the one canonical form; `parse` reads any order of the parts.
Only the shape of a text is judged here; whether the action is allowed is `play.check`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.game import BadNotation, Seat, parse_seat, seat_name
from engine.uno.cards import COLOURS, KINDS, Card, parse_card


@dataclass(frozen=True, slots=True)
class Play:
    """Lay cards on the own turn.

    Attributes:
        cards: The last one named is the new top; a black one carries the chosen colour there.
        call: UNO is called with the play.
        swap: Whom a 7 swaps hands with (seven_zero).
    """

    cards: tuple[Card, ...]
    call: bool = False
    swap: Seat | None = None

    def __str__(self) -> str:
        return "play" + _tail(self.cards, self.call, self.swap)


@dataclass(frozen=True, slots=True)
class Jump:
    """Lay a card identical with the top card out of turn. Fields as in Play."""

    cards: tuple[Card, ...]
    call: bool = False
    swap: Seat | None = None

    def __str__(self) -> str:
        return "jump" + _tail(self.cards, self.call, self.swap)


@dataclass(frozen=True, slots=True)
class Colour:
    """Name the colour of a Wild that was turned first."""

    colour: str

    def __str__(self) -> str:
        return f"colour {self.colour}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw what is due: one card, or the whole penalty."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep the drawn card and end the turn."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Call:
    """Call UNO after the play."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch a player who forgot to call."""

    seat: Seat

    def __str__(self) -> str:
        return f"catch {seat_name(self.seat)}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that a +4 was unlawful."""

    def __str__(self) -> str:
        return "challenge"


Action: TypeAlias = Play | Jump | Colour | Draw | Pass | Call | Catch | Challenge

_SINGLES: Final = {card: Play((card,)) for card in KINDS}


def single(card: Card) -> Play:
    """Return the play of one card, uncalled: one object for each, since these are the most made."""
    return _SINGLES[card]


DRAW: Final = Draw()
PASS: Final = Pass()
CALL: Final = Call()
CHALLENGE: Final = Challenge()


def _tail(cards: tuple[Card, ...], call: bool, swap: Seat | None) -> str:
    text = "".join(" " + card.text for card in cards)
    if call:
        text += " call"
    return text if swap is None else f"{text} swap {seat_name(swap)}"


def parse(text: str) -> Action:
    """Read an action, without its seat: `play r5 call`, `catch p3`. Raises BadNotation."""
    match text.split():
        case ["play", *rest] if rest:
            return Play(*_parse_tail(rest))
        case ["jump", *rest] if rest:
            return Jump(*_parse_tail(rest))
        case ["colour", colour] if colour in COLOURS:
            return Colour(colour)
        case ["catch", seat]:
            return Catch(parse_seat(seat))
        case ["draw"]:
            return DRAW
        case ["pass"]:
            return PASS
        case ["call"]:
            return CALL
        case ["challenge"]:
            return CHALLENGE
        case _:
            raise BadNotation("not an UNO action: {text!r}", text=text)


def _parse_tail(words: list[str]) -> tuple[tuple[Card, ...], bool, Seat | None]:
    cards: list[Card] = []
    call = False
    swap: Seat | None = None
    rest = iter(words)
    for word in rest:
        if word == "call" and not call:
            call = True
        elif word == "swap" and swap is None:
            swap = parse_seat(next(rest, ""))
        else:
            cards.append(parse_card(word))
    if not cards:
        raise BadNotation("a play names at least one card")
    return tuple(cards), call, swap
