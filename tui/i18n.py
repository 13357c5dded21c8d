"""Every text a player reads goes through `t` or `n`; here alone it is known which language.

Hides: gettext and where the catalogues lie. Must not know: what is said, nor any widget. Templates
are English sentences with named places (`t("{who} draws", who="Bo")`); a catalogue may move the
places but not rename them. English needs no catalogue, so `gettext` is only loaded for the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

LANGUAGES: Final = ("en", "zh_Hant", "zh_Hans")
_DOMAIN: Final = "cardtui"
_LOCALE: Final = Path(__file__).with_name("locale")
_HANT: Final = frozenset({"tw", "hk", "mo", "hant"})


class _Catalogue(Protocol):
    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...


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


def use(language: str) -> None:
    """Speak `language` from now on: one of LANGUAGES; without a catalogue it is English."""
    global _catalogue, _language
    _catalogue, _language = None, "en"
    if language == "en":
        return
    from gettext import translation

    try:
        _catalogue = translation(_DOMAIN, _LOCALE, languages=[language])
    except OSError:
        return
    _language = language


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
