"""A catalogue of translations, read as translators write it: from a .po file.

Hides: the form of that file. It is read in a few milliseconds, so nothing is compiled that could be
older than what it was made of; looking up and counting stay with `gettext`. Must not know: which
languages there are, where files lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import GNUTranslations, c2py
from typing import Final, Protocol

CONTEXT: Final = GNUTranslations.CONTEXT % ("", "")
"""Stands in a key between what a word is about and the word."""
_LINE: Final = re.compile(r'^(?:(msg[\w\[\]]+) )?"(.*)"$', re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t"}
_PLURAL: Final = re.compile(r"^Plural-Forms:.*plural=([^;\n]+)", re.MULTILINE)


class _File(Protocol):
    def read(self) -> bytes: ...


class Catalogue(GNUTranslations):
    """The translations of one language; what has none is said as it is."""

    def _parse(self, fp: _File) -> None:
        texts = read(fp.read().decode("utf-8"))
        forms = _PLURAL.search(texts.pop("", [""])[0])
        self.plural = c2py(forms[1] if forms else "n != 1")
        self._catalog = dict(_looked_up(texts))


def read(po: str) -> dict[str, list[str]]:
    """Return what a .po file says of each key, a text for each plural form; empty: no translation.

    What it says of itself stands under the empty key.
    """
    found: dict[str, list[str]] = {}
    entry: dict[str, str] = {}
    last = ""
    for name, written in [*_LINE.findall(po), ("msgid", "")]:
        text = _ESCAPED.sub(_meant, written) if "\\" in written else written
        if not name:
            entry[last] += text
            continue
        if last.startswith("msgstr") and not name.startswith("msgstr"):  # that one was whole
            found[_key(entry)] = [entry[each] for each in entry if each.startswith("msgstr")]
            entry = {}
        entry[last := name] = text
    return found


def _looked_up(texts: dict[str, list[str]]) -> Iterator[tuple[str | tuple[str, int], str]]:
    """Yield each text by what `gettext` looks for: its key, or that with the number of a form."""
    for key, forms in texts.items():
        for number, text in enumerate(forms):
            if text:
                yield (key, number), text


def _key(entry: dict[str, str]) -> str:
    word = entry["msgid"]
    return f"{entry['msgctxt']}{CONTEXT}{word}" if "msgctxt" in entry else word


def _meant(escaped: re.Match[str]) -> str:
    return _ESCAPES.get(escaped[1], escaped[1])
