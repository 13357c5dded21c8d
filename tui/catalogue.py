"""A catalogue of translations, read as translators write it: from a .po file.

Hides: the form of that file. It is read in a few milliseconds, so nothing is compiled that could be
older than what it was made of. Must not know: which languages there are, where files lie.
"""

from __future__ import annotations

import re
from typing import Final

CONTEXT: Final = "\x04"
"""Stands in a key between what a word is about and the word."""
_LINE: Final = re.compile(r'^(?:(msg\w+)(?:\[0\])? )?"(.*)"$', re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t"}


class Catalogue:
    """The translations of a language that has one form for every number."""

    def __init__(self, po: str) -> None:
        self._texts = read(po)

    def gettext(self, message: str) -> str:
        """Return the translation; without one the text as it is."""
        return self._texts.get(message) or message

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the translation; without one what `count` asks for in English."""
        return self._texts.get(one) or (one if count == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a word by what it is about."""
        return self._texts.get(f"{context}{CONTEXT}{message}") or message


def read(po: str) -> dict[str, str]:
    """Return what a .po file says of each key; empty where it has no translation."""
    found: dict[str, str] = {}
    entry: dict[str, str] = {}
    last = ""
    for name, written in _LINE.findall(po):
        text = _ESCAPED.sub(_meant, written) if "\\" in written else written
        if not name:
            entry[last] += text
            continue
        if "msgstr" in entry:  # that one was whole
            found[_key(entry)] = entry["msgstr"]
            entry = {}
        entry[last := name] = text
    if entry:
        found[_key(entry)] = entry["msgstr"]
    found.pop("", None)  # the head of the file
    return found


def _key(entry: dict[str, str]) -> str:
    word = entry["msgid"]
    return f"{entry['msgctxt']}{CONTEXT}{word}" if "msgctxt" in entry else word


def _meant(escaped: re.Match[str]) -> str:
    return _ESCAPES.get(escaped[1], escaped[1])
