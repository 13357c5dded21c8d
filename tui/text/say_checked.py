"""Sentences about the deck of a record: was it proved while the record was played, and why not.

Hides: the wording. Must not know: how it is proved (engine/proof.py), screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tui.i18n import t
from tui.text import words


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether the deck of a deal was proved while the record was played, and why not.

    Attributes:
        deal: Its number, from 1.
        how: `proved`: the cards follow from seed and shares, and the moves are those of the log.
            `unwritten`: the record does not hold what they follow from. `placed`: they were laid
            out by hand. `unended`: the record breaks before that is known. `wrong`: they do not
            follow.
    """

    deal: int
    how: Literal["proved", "unwritten", "placed", "unended", "wrong"]


_WHY: Final[Mapping[str, Callable[[], str]]] = {
    "unwritten": lambda: t("the record does not hold what it was shuffled from"),
    "placed": lambda: t("the cards were laid out by hand"),
    "unended": lambda: t("the record does not hold to the end of it"),
}


def say(found: Checked, game: str) -> str:
    """Return the sentence for what is known of the deck of a deal of this game."""
    deal = words.one_deal(game, found.deal)
    match found.how:
        case "proved":
            return t("Deck verified: {deal}.", deal=deal)
        case "wrong":
            return t("DO NOT TRUST THIS RECORD. {deal}: its cards or moves do not follow "
                     "from the seed and the shares.", deal=words.sentence(deal))  # fmt: skip
        case how:
            return t("Deck not verified: {deal}; {why}.", deal=deal, why=_WHY[how]())


def in_short(found: Checked) -> str:
    """Return what stands in the title."""
    match found.how:
        case "proved":
            return t("deck verified")
        case "wrong":
            return t("DO NOT TRUST THIS RECORD")
        case _:
            return t("deck not verified")
