"""Keys that a player has changed: what may be a key, what clashes, and the table that comes of it.

Hides: how keys are written in a config. A key is given by the id of what it does, everywhere
(`draw`) or in one place (`casino.sort`). Pure; must not know: files, Textual.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from tui.i18n import t
from tui.keymap import KEYMAP, Key, narrow

Given: TypeAlias = Mapping[str, tuple[str, ...]]
Wrong: TypeAlias = tuple[str, str]
"""What was written in front of the `=`, and why it cannot be."""

_SHOWN: Final[Mapping[str, str]] = {
    "enter": "Enter", "space": "Space", "tab": "Tab", "escape": "Esc", "backspace": "Backspace",
    "insert": "Ins", "delete": "Del", "left": "Left", "right": "Right", "up": "Up", "down": "Down",
    "home": "Home", "end": "End", "pageup": "PgUp", "pagedown": "PgDn",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip
NAMED: Final = (
    *[name for name in _SHOWN if len(name) > 3 or name in ("tab", "up", "end")],
    "f1-f12",
)
"""The keys that have names instead of a sign, for messages."""

_FIXED: Final = ("enter", "escape")
"""Keys that do what they do beside the player's own: every prompt speaks of them."""

_SIGNS: Final = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at",
    "hyphen_minus": "minus", "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip
"""Signs that Textual does not call as Unicode does."""

_ASIAN: Final = 0x2E80
"""From here on characters come from an input method, not from a key."""


def places() -> list[tuple[str, ...]]:
    """Return what is open at one time: keys must differ within each."""
    single = dict.fromkeys(place for key in KEYMAP for place in key.where)
    games = [("table", "uno"), ("table", "casino")]
    return games + [(one,) for one in single if one not in ("table", "uno", "casino")]


def by_id() -> dict[str, list[Key]]:
    """Return what there is to do, by id."""
    found: dict[str, list[Key]] = {}
    for entry in KEYMAP:
        found.setdefault(entry.id, []).append(entry)
    return found


def written(key: str) -> str:
    """Return a key as a player writes it: `/`, `u`, `pageup`."""
    for code in range(33, 127):
        if _name(chr(code)) == key:
            return chr(code)
    return key


def canonical(text: str) -> str:
    """Return a key as Textual names it; empty where it is none that may be used."""
    name = text.strip().lower()
    if name in _SHOWN:
        return name
    sign = narrow(text.strip())
    if len(sign) != 1 or not sign.isprintable() or sign in " ~" or ord(sign) >= _ASIAN:
        return ""
    mark = unicodedata.category(sign).startswith("M")
    return "" if sign.isdigit() or mark else _name(sign)


def _name(sign: str) -> str:
    if sign.isalnum():
        return sign
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return _SIGNS.get(name, name)


def _shown(text: str) -> str:
    return _SHOWN.get(text.strip().lower()) or narrow(text.strip())


def _why_not(text: str) -> str:
    """Return why this is no key to be bound; empty when it is one."""
    if canonical(text):
        return ""
    shown = text if text.isprintable() else ascii(text)
    if any(part in text.lower() for part in ("ctrl", "alt+", "meta", "cmd", "super")):
        return t("{key}: control and alt keys belong to terminals; a letter, please", key=shown)
    if text.strip().isdigit():
        return t("{key}: digits choose cards and answers", key=shown)
    if text.strip() == "~":
        return t("{key} is the escape key of SSH", key=shown)
    return t("{key} is no key: a letter, a sign, or one of {names}", key=repr(text)[:40],
             names=", ".join(NAMED))  # fmt: skip


# --- what is wrong --------------------------------------------------------------------------


def wrong(given: Given) -> list[Wrong]:
    """Return all that is wrong with these keys, each in a sentence."""
    found = [(name, why) for name, keys in given.items() for why in _wrong_alone(name, keys)]
    return found or list(_clashes(given))


def _wrong_alone(name: str, keys: Sequence[str]) -> Iterator[str]:
    place, _, id_ = name.rpartition(".")
    entries = by_id().get(id_, [])
    if not entries:
        yield t("there is nothing of this name to do{near}", near=_near(id_))
    elif place and not any(place in entry.where for entry in entries):
        known = dict.fromkeys(where for entry in entries for where in entry.where)
        yield t("it is not done there, but in: {places}", places=", ".join(known))
    if not keys:
        yield t("it needs a key")
    yield from filter(None, map(_why_not, keys))


def _near(id_: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(id_, list(by_id()), 1)
    return t(" (did you mean {near}?)", near=near[0]) if near else ""


def _clashes(given: Given) -> Iterator[Wrong]:
    """Yield each key that would do two things in one place, under the name that was written."""
    told: set[tuple[str, str]] = set()
    table = rebound(given)
    for group in places():
        taken: dict[str, Key] = {}
        for entry in table:
            if not set(group).intersection(entry.where):
                continue
            for key in entry.keys:
                other = taken.setdefault(key, entry)
                if other is entry:
                    continue
                name, one, two = _blame(given, entry, other)
                if (name, key) not in told:
                    told.add((name, key))
                    yield name, t("{key} would be both: {one} and {two} ({place})",
                                  key=written(key), one=one.id, two=two.id,
                                  place=group[-1])  # fmt: skip


def _blame(given: Given, one: Key, other: Key) -> tuple[str, Key, Key]:
    """Return what was written for one of two that clash, that one first."""
    for entry, second in ((one, other), (other, one)):
        names = [name for name in given if name.rpartition(".")[2] == entry.id]
        if names:
            return names[-1], entry, second
    raise AssertionError(one, other)


# --- what comes of it -------------------------------------------------------------------------


def rebound(given: Given) -> tuple[Key, ...]:
    """Return the table with these keys in it; all of them must be keys."""
    table: list[Key] = []
    for entry in KEYMAP:
        where_by_keys: dict[tuple[str, ...] | None, list[str]] = {}
        for place in entry.where:
            keys = given.get(f"{place}.{entry.id}", given.get(entry.id))
            where_by_keys.setdefault(keys, []).append(place)
        for keys, where in where_by_keys.items():
            if keys is None:
                table.append(replace(entry, where=tuple(where)))
                continue
            fixed = [key for key in entry.keys if key in _FIXED]
            names = tuple(dict.fromkeys([*fixed, *map(canonical, keys)]))
            shown = entry.shown if fixed else _shown(keys[0])
            table.append(replace(entry, keys=names, shown=shown, where=tuple(where)))
    return tuple(table)
