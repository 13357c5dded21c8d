from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netcore.wire.messages import Chat, Give, Leave, Seated
from netcore.wire.text import (
    DOT,
    MAX_CHAT,
    MAX_NAME_CELLS,
    BadName,
    cells,
    clean_line,
    clean_name,
    free_name,
    skeleton,
)
from tests.netcore.tablepair import TablePair

TRICKS = st.sampled_from(
    "\x1b\x07\x9b\u202e\u2066\u200b\u200d\ufeff\U000e0041\ue000\u0301\u2028\n\t "
)
HOSTILE = st.text(st.characters() | TRICKS)
SENT = st.text(st.characters(codec="utf-8") | TRICKS)
"""What can be in a frame: no half of a surrogate pair."""


@given(HOSTILE)
def test_a_clean_line_cannot_move_a_terminal(text: str) -> None:
    line = clean_line(text)
    assert len(line) <= MAX_CHAT
    assert clean_line(line) == line
    for char in line:
        assert unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    assert "\u202e" not in line and "\x1b" not in line and "\x9b" not in line


@given(HOSTILE)
def test_a_clean_name_is_safe_short_and_stable(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert clean_name(name) == name == clean_line(name)
    assert 0 < cells(name) <= MAX_NAME_CELLS


@given(HOSTILE, st.sets(st.sampled_from(["Ann", "Bo", "小明", "Player"])))
def test_whoever_insists_on_nothing_gets_a_free_name(text: str, taken: set[str]) -> None:
    name = free_name(text, taken, fixed=False)
    assert clean_name(name) == name
    assert skeleton(name) not in set(map(skeleton, taken))


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("hello", "hello"),
        ("  two  words ", "two  words"),
        ("a\x1b[31mred", f"a{DOT}[31mred"),
        ("left\u202eright", f"left{DOT}right"),
        ("no\u200bspace", f"no{DOT}space"),
        ("tag\U000e0041", f"tag{DOT}"),
        ("z\u0301\u0302\u0303\u0304", "z\u0301\u0302"),
        ("a\nb", "a b"),
        ("你好，世界", "你好，世界"),
    ],
)
def test_lines(text: str, clean: str) -> None:
    assert clean_line(text) == clean


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "小明Ming",
        "ㄅ小明A",
        "カナとKanji漢字",
        "김x金",
        "हिन्दी",
        "١٢علي",
        "Łódź",
        "さくら子",
        "Anne-Marie",
        "O'Neil",
        "J. R.",
        "Zoë",
        "Müller 2",
        "김철수",
    ],
)
def test_ordinary_names(name: str) -> None:
    assert clean_name(name) == name


def test_wide_and_composed_forms_are_one() -> None:
    assert clean_name("Ａｎｎ") == "Ann"
    assert clean_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "...",
        "a" * 17,
        "好" * 9,
        "Аnn",  # a Cyrillic letter among Latin ones
        "An\x1bn",
        "An\u200bn",
        "An\u202en",
        "♥♥",
        "host",
        "H0ST",
        "Dea1er",
        "You",
        "ME",
        "你",
        "您",
        "我",
        "p1",
        "P10",
        "p.1",
        "<b>",
        "a\u0301\u0302\u0303\u0304",
        "김さくら",  # Korean and Japanese
        "ㄅカ",
        "Ann١2",  # two kinds of digits
        "Ann\u093e",  # an Indian vowel sign on a Latin letter
        "dealer",
        "Ѕystem",  # a Cyrillic letter
        "ｓｅｒｖｅｒ",
        "a\U000e0041b",
        "a\ue000b",
        "a/b",
        "a\\b",
        "a`b",
        "½x2",
        "❤a",
        "\u3164",
    ],
)
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


def test_names_that_look_alike_are_one_name() -> None:
    for other in ("ann", "ANN", "Änn", "A n n", "A.n.n"):
        with pytest.raises(BadName) as caught:
            free_name(other, {"Ann"}, fixed=True)
        assert caught.value.taken
    with pytest.raises(BadName):
        free_name("сосо", {"coco"}, fixed=True)  # all Cyrillic
    with pytest.raises(BadName):
        free_name("b0b", {"Bob"}, fixed=True)


def test_a_taken_name_gets_a_number_unless_it_was_chosen() -> None:
    assert free_name("Ann", {"Ann"}, fixed=False) == "Ann 2"
    assert free_name("Ann", {"Ann", "Ann 2"}, fixed=False) == "Ann 3"
    assert free_name("好" * 8, {"好" * 8}, fixed=False) == "好" * 7 + " 2"
    assert free_name("\x1b", set(), fixed=False) == "Player"


def texts_of(value: object) -> Iterator[str]:
    """Yield every text in a message."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from texts_of(one)
    elif isinstance(value, tuple):
        for one in value:
            yield from texts_of(one)
    elif is_dataclass(value):
        for one in fields(value):
            yield from texts_of(getattr(value, one.name))


@given(SENT, SENT, SENT)
def test_nothing_that_a_peer_says_moves_the_terminals_of_others(
    name: str, chat: str, other: str
) -> None:
    """Names, chat, whom to give a seat: whatever a table sends on is clean."""
    pair = TablePair(seats=3)
    ann = pair.join("Ann")
    bo = pair.join(name[:200])
    bo.send(Chat(chat[:1000]))
    watcher = pair.join(other[:200], watch=True)
    ann.send(Give(watcher.last(Seated).name, 2))
    ann.send(Give(chat[:64], 2))
    bo.send(Leave())
    for guest in pair.guests.values():
        for text in texts_of(tuple(guest.got)):
            assert clean_line(text, 4096) == text
