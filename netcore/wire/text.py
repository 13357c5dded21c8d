"""Text from other people, made safe to show on a terminal.

Hides: which characters are let through and when two names look alike. Pure; used where a text
enters the server and again where a client shows it. Must not know: who says it, or where it goes.

A terminal obeys control characters, and bidirectional, invisible and stacked ones let a text pass
for another. They are replaced by a visible dot, not dropped: nothing a peer sends vanishes unseen.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from engine.game import Worded

MAX_NAME_CELLS: Final = 16
MAX_LABEL_CELLS: Final = 24
MAX_CHAT: Final = 300
DOT: Final = "·"
RESERVED: Final = frozenset(
    {"host", "server", "system", "dealer", "you", "me", "你", "您", "我"}
) | {f"p{number}" for number in range(1, 11)}
"""What the program itself says; names that look like these are nobody's."""

_MARKS_A_LETTER: Final = 2
_NAME_PUNCTUATION: Final = frozenset("-_.'")
_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks by their category, yet drawn as nothing.
_INVISIBLE: Final = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    *map(chr, range(0x180B, 0x1810)),
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
# Letters of other scripts, and digits, that a reader takes for a Latin letter.
_LOOKALIKES: Final = str.maketrans(
    {
        **dict(zip("аеорсухкмнвтіјѕԁԛԝһгпӏ", "aeopcyxkmhbtijsdqwhrnl", strict=True)),
        **dict(zip("αβγηικνορτυχω", "abyniknoptuxw", strict=True)),
        **dict(zip("01ı", "oli", strict=True)),
    }
)


class BadName(Worded):
    """A name that cannot be used, or is another's already (`taken`)."""

    def __init__(self, why: str, /, *, taken: bool = False, **values: object) -> None:
        super().__init__(why, **values)
        self.taken = taken


def clean_line(text: str, most: int = MAX_CHAT) -> str:
    """Return `text` as one safe line of at most `most` characters (cut, without outer spaces)."""
    kept: list[str] = []
    marks = 0
    for char in text[: 4 * most]:
        category = unicodedata.category(char)
        if category[0] == "M" and char not in _INVISIBLE:
            marks += 1
            if marks > _MARKS_A_LETTER or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
            if category in _UNSAFE or char in _INVISIBLE:
                char = " " if char in "\t\r\n" else DOT
            elif category == "Zs":
                char = " "
        kept.append(char)
    return "".join(kept).strip()[:most].rstrip()


def clean_label(text: str, most: int = MAX_LABEL_CELLS) -> str:
    """Return what somebody calls a thing, as one safe line; what is wider than `most` is cut."""
    return _cut(" ".join(clean_line(text).split()), most)


def clean_name(text: str, most: int = MAX_NAME_CELLS) -> str:
    """Return the name as it is shown: NFKC, single spaces, `most` columns. Raises BadName."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name:
        raise BadName("a name has at least one letter")
    if cells(name) > most:
        raise BadName("a name is at most {most} columns wide", most=most)
    for char in name:
        if char != " " and char not in _NAME_PUNCTUATION and not _may_stand_in_name(char):
            raise BadName("{char} cannot stand in a name", char=ascii(char))
    if clean_line(name) != name or not any(char.isalnum() for char in name):
        raise BadName("a name has letters, each with at most two marks")
    if _mixes_scripts(name):
        raise BadName("a name does not mix scripts that look alike")
    if len({ord(char) - int(char) for char in name if char.isdecimal()}) > 1:
        raise BadName("a name does not mix digits of several kinds")
    if skeleton(name) in _RESERVED_LOOKS:
        raise BadName("{name} is no player's name", name=name, taken=True)
    return name


def free_name(text: str, taken: set[str], *, fixed: bool, most: int = MAX_NAME_CELLS) -> str:
    """Return the name to use beside the names `taken`. Raises BadName.

    Args:
        text: The name wanted.
        taken: Names in use.
        fixed: It was chosen on purpose: a taken one is refused. Otherwise it gets a number.
        most: Columns of a name.
    """
    try:
        name = clean_name(text, most)
    except BadName:
        if fixed:
            raise
        name = _cut("Player", most)
    used = {skeleton(other) for other in taken}
    if skeleton(name) not in used:
        return name
    if fixed:
        raise BadName("{name} is taken", name=name, taken=True)
    number = 2
    while True:
        numbered = f"{_cut(name, most - 1 - len(str(number)))} {number}"
        if skeleton(numbered) not in used:
            return numbered
        number += 1


def skeleton(name: str) -> str:
    """Return what a hasty reader sees: names with the same skeleton look alike."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in plain if unicodedata.category(c)[0] != "M" and c.isalnum())
    return letters.translate(_LOOKALIKES).replace("rn", "m").replace("vv", "w")


_RESERVED_LOOKS: Final = frozenset(map(skeleton, RESERVED))


def cells(text: str) -> int:
    """Return how many columns a terminal needs for a cleaned text."""
    return sum(map(_width, text))


def _cut(text: str, width: int) -> str:
    while cells(text) > width:
        text = text[:-1]
    return text.rstrip()


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _may_stand_in_name(char: str) -> bool:
    return char not in _INVISIBLE and unicodedata.category(char) in (
        "Lu",
        "Ll",
        "Lt",
        "Lm",
        "Lo",
        "Mn",
        "Mc",
        "Nd",
    )


def _mixes_scripts(name: str) -> bool:
    """Whether this is more than UTS 39 calls "highly restrictive": one script, or one land's."""
    marks = (char for char in name if unicodedata.category(char)[0] == "M")
    scripts = {_script(char) for char in (*filter(str.isalpha, name), *marks)} - {_INHERITED}
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


_INHERITED: Final = "COMBINING"
"""How the names of marks begin that stand on the letters of any script."""
_TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)


def _script(char: str) -> str:
    """Return a letter's script, as far as the letter's name tells it."""
    word = unicodedata.name(char, "?").split(" ")[0].split("-")[0]
    return "CJK" if word == "IDEOGRAPHIC" else "KATAKANA" if word == "HALFWIDTH" else word
