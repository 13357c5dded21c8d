"""A table's own punishments, from a TOML file.

Hides: the file's format. Must not know: where the file lies. The texts are somebody's: who shows
them cleans them first.

The file has one entry for each card. An entry named as a card of the deck takes that card's
place; `x1` to `x99` are additional cards. Nothing can be taken out, so there are always mild ones.
An entry is a text for every language, or a table; a text is one line of at most 120 columns:

    x1 = "Bow to the cat."
    "r5'" = "Hum the tune of the film we saw on Friday."
    [x2]
    en = "Speak like Grandpa when he could not find his glasses."
    zh_Hant = "學阿公找不到眼鏡的樣子講話。"
    hot = true

A language that is missing gets the text of another: a Chinese one the other Chinese, then English.
The chilli mark belongs to the card: one that replaces an action card is hot, one that replaces a
number is mild, and only an additional card says `hot` itself (without it, it is mild).
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeGuard

from engine.game import Worded
from engine.king.cards import EXTRA, NAMES, Punishment, builtin, is_hot

MAX_CELLS: Final = 120
"""How wide a text may be: three lines of 50 columns, with room for where they break."""

_FALLBACK: Final = {
    "en": ("en", "zh_Hant", "zh_Hans"),
    "zh_Hant": ("zh_Hant", "zh_Hans", "en"),
    "zh_Hans": ("zh_Hans", "zh_Hant", "en"),
}


class BadPunishments(Worded):
    """The file cannot be used; the message names the card and the reason."""


def with_own(toml: str, cards: Sequence[Punishment] | None = None) -> tuple[Punishment, ...]:
    """Return the deck `cards` (None: the built-in one) with a file's punishments mixed in.

    Replaced cards keep their places, additional ones follow in the order of their numbers.
    Raises BadPunishments.
    """
    try:
        entries = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise BadPunishments("not TOML: {why}; a name with + or ' is quoted", why=error) from None
    if not entries:
        raise BadPunishments("there is no punishment in it")
    known = {card.name: card for card in (builtin() if cards is None else cards)}
    own = {name: _card(name, entry) for name, entry in entries.items()}
    more = {name: own[name] for name in sorted(own.keys() - set(NAMES), key=_number)}
    return tuple({**known, **more, **own}.values())


def _number(name: str) -> int:
    return int(name[1:])


def _card(name: str, entry: object) -> Punishment:
    if name not in NAMES and not EXTRA.fullmatch(name):
        raise BadPunishments(
            '{name}: there is no such card (r0, r5, the second one "r5\'", gs, or x1 to x99)',
            name=name,
        )
    table = {"en": entry} if isinstance(entry, str) else entry
    if not _is_table(table):
        raise BadPunishments("{name}: a text, or a table of texts is required", name=name)
    for key in table:
        if key not in (*_FALLBACK, "hot"):
            raise BadPunishments(
                "{name}.{key}: there is no such key (en, zh_Hant, zh_Hans, hot)", name=name, key=key
            )
    texts = {key: _text(f"{name}.{key}", table[key]) for key in _FALLBACK if key in table}
    if not texts:
        raise BadPunishments("{name}: it has no text (en, zh_Hant, zh_Hans)", name=name)
    en, hant, hans = (next(texts[k] for k in order if k in texts) for order in _FALLBACK.values())
    return Punishment(name, _hot(name, table), en, hant, hans)


def _is_table(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, dict)


def _text(where: str, text: object) -> str:
    if not isinstance(text, str) or not text.strip():
        raise BadPunishments("{where}: a text is required", where=where)
    text = text.strip()
    bad = next((char for char in text if not char.isprintable() and char != "\u3000"), None)
    if bad is not None:
        raise BadPunishments(
            "{where}: {bad} cannot be shown; a text is one plain line", where=where, bad=ascii(bad)
        )
    if (width := cells(text)) > MAX_CELLS:
        raise BadPunishments(
            "{where}: {width} columns wide, and at most {most} fit",
            where=where,
            width=width,
            most=MAX_CELLS,
        )
    return text


def cells(text: str) -> int:
    """Return how many columns a terminal needs for a text."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _hot(name: str, table: Mapping[str, Any]) -> bool:
    if "hot" not in table:
        return is_hot(name)
    if name in NAMES:
        if is_hot(name):
            raise BadPunishments(
                "{name}.hot: this is an action card and hot; only x1 to x99 say so themselves",
                name=name,
            )
        raise BadPunishments(
            "{name}.hot: this is a number card and mild; only x1 to x99 say so themselves",
            name=name,
        )
    if type(table["hot"]) is not bool:
        raise BadPunishments("{name}.hot: true or false is required", name=name)
    return bool(table["hot"])
