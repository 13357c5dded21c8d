"""Every text a player reads goes through `t` or `n`; here alone it is known which language.

Hides: where the catalogues lie. Must not know: what is said, nor any widget. Templates are English
sentences with named places (`t("{who} draws", who="Bo")`); a catalogue may move the places but not
rename them. English needs no catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final, Protocol, TypeVar

from tui.catalogue import Catalogue

_T = TypeVar("_T")

LANGUAGES: Final = ("en", "zh_Hant", "zh_Hans")
_LOCALE: Final = Path(__file__).with_name("locale")
_MEETING: Final = re.compile("[\u4e00-\u9fff][A-Za-z0-9+]|[A-Za-z0-9\u2660-\u2667][\u4e00-\u9fff]")
_CHINESE: Final = frozenset({"zh", "cmn", "hak", "nan", "yue"})
"""What systems call the languages that are written so."""
_HANT: Final = frozenset({"tw", "hk", "mo", "hant", "hak", "nan", "yue"})
"""Regions, the script itself, and languages that few write otherwise."""


class _Catalogue(Protocol):
    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


_catalogue: _Catalogue | None = None
_instead: Callable[[str, str], str] | None = None
_language = "en"


def t(message: str, /, **values: object) -> str:
    """Return `message` in the reader's language with its places filled."""
    if _catalogue is None:
        return message.format_map(values) if values else message
    text = _catalogue.gettext(message)
    if _instead is not None:
        text = _instead(message, text)
    return _filled(text, values) if values else text


def n(one: str, many: str, count: int, /, **values: object) -> str:
    """Like `t`, with the plural form that `count` asks for; `{count}` is its place."""
    if _catalogue is None:
        return (one if count == 1 else many).format_map({"count": count, **values})
    text = _catalogue.ngettext(one, many, count)
    if _instead is not None:
        text = _instead(one, text)
    return _filled(text, {"count": count, **values})


def c(context: str, word: str, /) -> str:
    """Like `t`, for a word that is translated by what it is about: a `draw` may be many things."""
    return word if _catalogue is None else _catalogue.pgettext(context, word)


def instead(word: str, other: str, but: frozenset[str] = frozenset()) -> None:
    """Say `other` where a translation says `word`, but in the templates `but`; empty: no more.

    For what one game calls by another name. English has one name for it, so it is left alone.
    """
    global _instead
    beside = re.compile(f"(?:(?<=[\u4e00-\u9fff]) )?{re.escape(word)}(?: (?=[\u4e00-\u9fff])|(!))?")

    def called(found: re.Match[str]) -> str:
        return f"{other}\uff01" if found[1] else other

    def said(message: str, text: str) -> str:
        return text if message in but else beside.sub(called, text)

    _instead = said if other and other != word else None


def perhaps(text: str, /, **values: object) -> str:
    """Like `t`, for a text from elsewhere that may be in no catalogue: it stays as it is."""
    known = text if _catalogue is None or not text else _catalogue.gettext(text)
    return _filled(known, values) if values else known


def known(text: str, /) -> bool:
    """Return whether a catalogue has this text."""
    return bool(text) and _catalogue is not None and _catalogue.gettext(text) != text


def later(templates: _T, /) -> _T:
    """Mark templates, alone or in a table, that go through `t` elsewhere; `make messages` asks."""
    return templates


def _filled(text: str, values: Mapping[str, object]) -> str:
    """Fill the places of Chinese text, with a space where Latin letters meet Chinese ones.

    That is how both are set together: `Bo 出了 2 張牌`, but `小明出了 2 張牌`. A single letter or
    digit, or the `face` of a card, sticks to what is beside it (`紅7`, `紅+2`).
    """
    whole, sticks = "", False
    for literal, place, spec, how in Formatter().parse(text):
        pieces = [(literal, False)]
        if place is not None:
            value = values[place]
            shown = format(repr(value) if how == "r" else value, spec or "")
            pieces.append((shown, isinstance(value, str) and (len(value) == 1 or place == "face")))
        for piece, single in filter(lambda each: each[0], pieces):
            if not (sticks or single) and _MEETING.fullmatch(whole[-1:] + piece[0]):
                whole += " "
            whole, sticks = whole + piece, single
    return whole


def use(language: str) -> None:
    """Speak `language` from now on: one of LANGUAGES; without a catalogue it is English."""
    global _catalogue, _language
    _catalogue = None if language == "en" else _read(language)
    _language = "en" if _catalogue is None else language


@cache
def _read(language: str) -> Catalogue | None:
    path = _LOCALE / language / "LC_MESSAGES" / "cardtui.po"
    try:
        with path.open("rb") as po:
            return Catalogue(po)
    except OSError:
        return None


def language() -> str:
    """Return the language spoken now."""
    return _language


def pick(wanted: str, environment: Mapping[str, str]) -> str:
    """Return which of LANGUAGES suits: `wanted` if given, else what the environment says."""
    names = [wanted] if wanted else [environment.get(k, "") for k in ("LC_ALL", "LC_MESSAGES")]
    names.append("" if wanted else environment.get("LANG", ""))
    for name in names:
        if name:
            parts = re.split("[-_]", re.split("[.@]", name)[0].lower())
            if parts[0] not in _CHINESE:
                return "en"
            hant = "hans" not in parts and _HANT.intersection(parts)
            return "zh_Hant" if hant else "zh_Hans"
    return "en"
