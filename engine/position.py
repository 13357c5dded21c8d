"""Helpers for reading the positions that records set up, shared by the games.

Hides: the `*` that stands for every card not named elsewhere, and how missing keys are read.
Must not know: any game's cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from engine.game import BadNotation

Position: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""Keys of a position: texts, and arrays as tuples of texts."""

T = TypeVar("T")
STAR = "*"


def text_of(position: Position, key: str, default: str) -> str:
    """Return a key that is one text. Raises BadNotation when it is an array."""
    value = position.get(key, default)
    if isinstance(value, str):
        return value
    raise BadNotation("start.{key}: one text, not an array", key=key)


def words_of(position: Position, key: str) -> list[str]:
    """Return a key that is a list of words, written as one text or as an array."""
    value = position.get(key, "")
    return value.split() if isinstance(value, str) else list(value)


def one_of(position: Position, key: str, choices: Mapping[str, T], default: T) -> T:
    """Return a key that is one of a few words. Raises BadNotation."""
    if key not in position:
        return default
    text = text_of(position, key, "")
    if text not in choices:
        raise BadNotation(
            "start.{key}: {text!r} is not one of {known}",
            key=key,
            text=text,
            known=", ".join(choices),
        )
    return choices[text]


def fill_star(
    groups: Sequence[Sequence[str]], bare: Callable[[str], str], deck: Sequence[str]
) -> list[list[str]]:
    """Return the piles with `*` replaced by every card not named elsewhere, in deck order.

    `bare` gives the name under which a written card is in `deck` (and refuses what is no card).
    Raises BadNotation unless the result is the whole deck, each card once.
    """
    stars = sum(word == STAR for group in groups for word in group)
    if stars > 1:
        raise BadNotation("'*' may stand only once")
    if any(word == "?" for group in groups for word in group):
        raise BadNotation("'?': one seat's view can be shown, not verified")
    named = Counter(bare(word) for group in groups for word in group if word != STAR)
    left = Counter(deck)
    left.subtract(named)
    extra = [card for card, count in left.items() if count < 0]
    if extra:
        raise BadNotation("more of {cards} than the deck has", cards=" ".join(extra))
    if not stars and any(left.values()):
        missing = [card for card, count in left.items() for _ in range(count)]
        raise BadNotation("not the whole deck; missing {cards}", cards=" ".join(missing))
    return [_filled(group, left, deck) for group in groups]


def _filled(group: Sequence[str], left: Counter[str], deck: Sequence[str]) -> list[str]:
    filled: list[str] = []
    for word in group:
        if word == STAR:
            filled += [card for card in dict.fromkeys(deck) for _ in range(left[card])]
        else:
            filled.append(word)
    return filled
