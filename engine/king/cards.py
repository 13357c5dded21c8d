"""The punishment cards: one for each coloured number and action card of the 108-card deck.

Hides: where the texts lie, and how two equal cards are told apart. Must not know: who draws.

A card's name is the notation of the UNO card that it stands on. Elsewhere the two red fives are
one kind; here they are two punishments, so the second one has a mark: `r5` and `r5'`. A table's
own additional cards (own.py) stand on no card and are `x1` … `x99`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

from engine.game import BadNotation
from engine.uno.cards import Card, deck, parse_card

Language: TypeAlias = Literal["en", "zh_Hant", "zh_Hans"]

SECOND: Final = "'"
"""What marks the second of two equal cards."""

EXTRA: Final = re.compile(r"x[1-9][0-9]?")


def _names() -> tuple[str, ...]:
    names: list[str] = []
    for card in deck(108):
        if not card.black:
            names.append(card.text + (SECOND if card.text in names else ""))
    return tuple(names)


NAMES: Final = _names()
"""The names of the 100 cards, in deck order: r0 r1 r1' … b+2 b+2'."""


def parse_name(text: str) -> str:
    """Read the name of a punishment card: `r5`, `gs'`, `x1`. Raises BadNotation."""
    if text in NAMES or EXTRA.fullmatch(text):
        return text
    raise BadNotation("not a punishment card: {text!r}", text=text)


def card_of(name: str) -> Card | None:
    """Return the UNO card that a punishment stands on; None for an additional one."""
    return parse_card(name.removesuffix(SECOND)) if name in NAMES else None


@dataclass(frozen=True, slots=True)
class Punishment:
    """One card.

    Attributes:
        name: Its notation, `r5'`; within a deck no two are equal.
        hot: It has the chilli mark.
        en: What to do, in English; the others likewise.
        zh_hant: In Traditional Chinese.
        zh_hans: In Simplified Chinese.
    """

    name: str
    hot: bool
    en: str
    zh_hant: str
    zh_hans: str

    def __str__(self) -> str:
        return self.name

    def text(self, language: Language) -> str:
        """Return what to do, in `language`."""
        match language:
            case "en":
                return self.en
            case "zh_Hant":
                return self.zh_hant
            case "zh_Hans":
                return self.zh_hans


def is_hot(name: str) -> bool:
    """Tell whether a card of the deck has the chilli mark: the 24 action cards (seed 000)."""
    card = card_of(name)
    return card is not None and not card.number


@cache
def builtin() -> tuple[Punishment, ...]:
    """Return the 100 punishments in deck order."""
    from importlib.resources import files  # costs more to load than all the rest of this package

    texts = tomllib.loads(files("engine.king").joinpath("punishments.toml").read_text("utf-8"))
    assert texts.keys() == set(NAMES), "a punishment for each coloured card, and no other"
    return tuple(
        Punishment(
            name,
            is_hot(name),
            texts[name]["en"],
            texts[name]["zh_Hant"],
            texts[name]["zh_Hans"],
        )
        for name in NAMES
    )
