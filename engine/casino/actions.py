"""What a player can do: capture, build, trail, and how each is written.

Hides: the notation of an action. An action is the kind, the hand card, the declared value and the
*set* of items; how they divide into groups is worked out by `cover`, never stated.
Must not know: the table; whether an action is allowed is decided in `play`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.casino.cards import DECK, Card, parse_card, place_of
from engine.game import BadNotation

MAX_ITEMS: Final = 52
"""More items than the deck has cards are no action."""


class BuildRef:
    """The build that holds `card`, written `#3c`. Interned; any card of the build names it.

    The program itself names a build by its lowest card in deck order (`BuildPile.handle`).
    """

    __slots__ = ("card", "place")

    def __init__(self, card: Card) -> None:
        self.card = card
        self.place = card.place

    def __str__(self) -> str:
        return f"#{self.card.text}"

    def __repr__(self) -> str:
        return f"parse_item({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_item, (str(self),)


Item: TypeAlias = Card | BuildRef
"""One thing on the table: a loose card, or a build."""

_REFS: Final = {card: BuildRef(card) for card in DECK}


def build_ref(card: Card) -> BuildRef:
    """Return `#card`."""
    return _REFS[card]


def sort_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items in canonical order: the deck order of the cards that name them."""
    return tuple(sorted(items, key=place_of))


@dataclass(frozen=True, slots=True)
class Capture:
    """Take `items` with `card`. The items are in canonical order (`capture` sees to it)."""

    card: Card
    items: tuple[Item, ...]

    def __str__(self) -> str:
        return " ".join(["capture", self.card.text, *map(str, self.items)])


@dataclass(frozen=True, slots=True)
class Build:
    """Lay `card` and `items` together as a build of `value`, items in canonical order."""

    card: Card
    value: int
    items: tuple[Item, ...]

    def __str__(self) -> str:
        return " ".join(["build", self.card.text, str(self.value), *map(str, self.items)])


@dataclass(frozen=True, slots=True)
class Trail:
    """Lay `card` on the table, loose."""

    card: Card

    def __str__(self) -> str:
        return f"trail {self.card.text}"


Action: TypeAlias = Capture | Build | Trail

_TRAILS: Final = {card: Trail(card) for card in DECK}


def capture(card: Card, items: Iterable[Item]) -> Capture:
    """Return the capture of `items`, which may come in any order."""
    return Capture(card, sort_items(items))


def build(card: Card, value: int, items: Iterable[Item]) -> Build:
    """Return the build of `items`, which may come in any order."""
    return Build(card, value, sort_items(items))


def trail(card: Card) -> Trail:
    """Return the one action that trails `card`."""
    return _TRAILS[card]


def parse_item(text: str) -> Item:
    """Read `3c` or `#3c`. Raises BadNotation."""
    return _REFS[parse_card(text[1:])] if text[:1] == "#" else parse_card(text)


def parse_value(text: str) -> int:
    """Read a declared value, 0-99: what no build may be worth is refused by the rules.

    Raises BadNotation.
    """
    if text.isascii() and text.isdecimal() and len(text) <= 2 and str(int(text)) == text:
        return int(text)
    raise BadNotation("not a value: {text!r}", text=text)


def parse_action(text: str) -> Action:
    """Read `capture 8c 3c #5d`, `build 3c 8 5d`, `trail 6c`; items in any order.

    Whether there are items, and whether one is named twice, is left to the rules.
    Raises BadNotation.
    """
    match text.split(" "):
        case ["capture", card, *items] if len(items) <= MAX_ITEMS:
            return capture(parse_card(card), map(parse_item, items))
        case ["build", card, value, *items] if len(items) <= MAX_ITEMS:
            return build(parse_card(card), parse_value(value), map(parse_item, items))
        case ["trail", card]:
            return trail(parse_card(card))
        case _:
            raise BadNotation("not a Casino action: {text!r}", text=text)
