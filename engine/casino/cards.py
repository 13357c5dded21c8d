"""The 52 cards of Casino, each one interned object.

Hides: how a card is stored. There is one object per card, so identity is equality. The numbers here
are the royal ones; which numbers a game counts with is decided in `rules` (`FaceValues`).
Must not know: rules, hands, tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from engine.game import BadNotation

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"


class Card:
    """One card.

    Attributes:
        text: The notation: `Ac`, `Td`, `Ks`.
        rank: 1 (Ace) to 13 (King).
        suit: `c` `d` `h` `s`.
        low: What it adds to a sum under royal values: 1-13.
        high: What it captures, and what it holds, under royal values: 14 for an Ace, else `low`.
        spade: Counts for most spades.
        place: Its place in deck order, 0-51: Ac Ad Ah As 2c … Ks.
    """

    __slots__ = ("high", "low", "place", "rank", "spade", "suit", "text")

    def __init__(self, rank: int, suit: str) -> None:
        self.text = RANKS[rank - 1] + suit
        self.rank = rank
        self.suit = suit
        self.low = rank
        self.high = 14 if rank == 1 else rank
        self.spade = suit == "s"
        self.place = 4 * (rank - 1) + SUITS.index(suit)

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


DECK: Final = tuple(Card(rank, suit) for rank in range(1, 14) for suit in SUITS)
"""Every card, in deck order."""

_BY_TEXT: Final = {card.text: card for card in DECK}


def parse_card(text: str) -> Card:
    """Read one card: `Ac`, `Td`. Raises BadNotation."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise BadNotation("not a Casino card: {text!r}", text=text) from None


place_of: Final = attrgetter("place")
"""The key by which cards are put in deck order."""


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in deck order: the canonical order of a hand, a group, the loose cards."""
    return tuple(sorted(cards, key=place_of))


def spell(cards: Iterable[Card]) -> str:
    """Return the cards as positions write them: notation with spaces, empty for none."""
    return " ".join([card.text for card in cards])
