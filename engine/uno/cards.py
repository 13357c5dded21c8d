"""The cards of both UNO decks, each kind one interned object.

Hides: how a card is stored. A card is a kind, not a piece of paper: the two red fives are the same
object, so identity is equality and nothing that survives a shuffle can be followed. A black card
that was played is another object that carries the chosen colour (`w:b`) and knows its `bare` form.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.game import BadNotation

COLOURS: Final = ("r", "y", "g", "b")
NUMBERS: Final = tuple("0123456789")
ACTIONS: Final = ("s", "r", "+2")
FACES: Final = (*NUMBERS, *ACTIONS, "w", "w+4")


class Card:
    """One kind of card.

    Attributes:
        text: The notation: `r5`, `gs`, `br`, `y+2`, `bw`, `w`, `w+4`, and once played `w:b`.
        colour: `r` `y` `g` `b`; empty for a black card whose colour has not been chosen.
        face: `0`-`9`, `s`, `r`, `+2`, `w`, `w+4`.
        black: A Wild or +4 without a colour of its own.
        number: A number card; every other card is an action card.
        points: What it counts in a hand: face value, 20, or 50 for every Wild and +4.
        place: Its place in deck order, the same for a black card with and without colour.
        bare: The card as it lies in a hand or the stock.
    """

    __slots__ = ("bare", "black", "colour", "face", "number", "place", "points", "text")

    def __init__(self, text: str, colour: str, face: str, place: int, bare: Card | None) -> None:
        self.text = text
        self.colour = colour
        self.face = face
        self.black = bare is not None or not colour
        self.number = face in NUMBERS
        self.points = int(face) if self.number else 20 if face in ACTIONS else 50
        self.place = place
        self.bare: Card = bare or self

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"parse_card({self.text!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_card, (self.text,)

    @staticmethod
    def parse(text: str) -> Card:
        """Read one card. Raises BadNotation."""
        return parse_card(text)


def _make_kinds() -> dict[str, Card]:
    kinds: dict[str, Card] = {}
    place = 0
    for colour in COLOURS:
        for face in (*NUMBERS, *ACTIONS, "w"):
            kinds[colour + face] = Card(colour + face, colour, face, place, None)
            place += 1
    for face in ("w", "w+4"):
        bare = kinds[face] = Card(face, "", face, place, None)
        place += 1
        for colour in COLOURS:
            text = f"{face}:{colour}"
            kinds[text] = Card(text, colour, face, bare.place, bare)
    return kinds


_KINDS: Final = _make_kinds()

KINDS: Final = tuple(_KINDS.values())
"""Every kind, black cards bare and with each colour."""

HAND_KINDS: Final = tuple(c for c in _KINDS.values() if c.bare is c)
"""Every kind that can be held, in deck order."""


def parse_card(text: str) -> Card:
    """Read one card: `r5`, `w`, `w+4:g`. Raises BadNotation."""
    try:
        return _KINDS[text]
    except KeyError:
        raise BadNotation("not an UNO card: {text!r}", text=text) from None


def named(card: Card, colour: str) -> Card:
    """Return the black card `card` as played with `colour`."""
    return _KINDS[f"{card.face}:{colour}"]


def deck(size: int) -> tuple[Card, ...]:
    """Return the 108- or 112-card deck in deck order (kano's 112 has a Wild in each colour)."""
    cards: list[Card] = []
    for colour in COLOURS:
        cards.append(_KINDS[colour + "0"])
        for face in (*NUMBERS[1:], *ACTIONS):
            cards += [_KINDS[colour + face]] * 2
        if size == 112:
            cards.append(_KINDS[colour + "w"])
    return (*cards, *[_KINDS["w"]] * 4, *[_KINDS["w+4"]] * 4)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return the cards in deck order: the canonical order of a hand."""
    return sorted(cards, key=lambda card: card.place)
