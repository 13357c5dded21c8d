"""Every text a player reads goes through `t` or `n`; here alone it is known which language.

Hides: gettext and where the catalogues lie. Must not know: what is said, nor any widget. Templates
are English sentences with named places (`t("{who} draws", who="Bo")`); a catalogue may move the
places but not rename them. English needs no catalogue, so `gettext` is only loaded for the others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol, TypeVar

_T = TypeVar("_T")

LANGUAGES: Final = ("en", "zh_Hant", "zh_Hans")
_DOMAIN: Final = "cardtui"
_LOCALE: Final = Path(__file__).with_name("locale")
_HANT: Final = frozenset({"tw", "hk", "mo", "hant"})


class _Catalogue(Protocol):
    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


_catalogue: _Catalogue | None = None
_language = "en"


def t(message: str, /, **values: object) -> str:
    """Return `message` in the reader's language with its places filled."""
    text = message if _catalogue is None else _catalogue.gettext(message)
    return text.format_map(values) if values else text


def n(one: str, many: str, count: int, /, **values: object) -> str:
    """Like `t`, with the plural form that `count` asks for; `{count}` is its place."""
    if _catalogue is None:
        text = one if count == 1 else many
    else:
        text = _catalogue.ngettext(one, many, count)
    return text.format_map({"count": count, **values})


def c(context: str, word: str, /) -> str:
    """Like `t`, for a word that is translated by what it is about: a `draw` may be many things."""
    return word if _catalogue is None else _catalogue.pgettext(context, word)


def later(templates: _T, /) -> _T:
    """Mark templates, alone or in a table, that go through `t` elsewhere; `make messages` asks."""
    return templates


def use(language: str) -> None:
    """Speak `language` from now on: one of LANGUAGES; without a catalogue it is English."""
    global _catalogue, _language
    before = _language
    _catalogue, _language = None, "en"
    if language == before == "en":
        return
    import gettext

    gettext.textdomain("messages")
    if language == "en":
        return
    try:
        _catalogue = gettext.translation(_DOMAIN, _LOCALE, languages=[language])
    except OSError:
        return
    _language = language
    # What argparse says of itself it asks of gettext, by the environment.
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(_DOMAIN, str(_LOCALE))
    gettext.textdomain(_DOMAIN)


def language() -> str:
    """Return the language spoken now."""
    return _language


def pick(wanted: str, environment: Mapping[str, str]) -> str:
    """Return which of LANGUAGES suits: `wanted` if given, else what the environment says."""
    names = [wanted] if wanted else [environment.get(k, "") for k in ("LC_ALL", "LC_MESSAGES")]
    names.append("" if wanted else environment.get("LANG", ""))
    for name in names:
        if name:
            parts = name.split(".")[0].replace("-", "_").lower().split("_")
            if parts[0] != "zh":
                return "en"
            return "zh_Hant" if _HANT.intersection(parts[1:]) else "zh_Hans"
    return "en"
