"""One table of keys: no key means two things in one place."""

import pytest

from tui.boards.casino import _LETTERS
from tui.keymap import KEYMAP, footer, for_place, letters, narrow, pressed

PLACES = [
    ("table", "uno"),
    ("table", "casino"),
    ("lobby",),
    ("rules",),
    ("result",),
    ("king",),
    ("start",),
]


@pytest.mark.parametrize("places", PLACES)
def test_no_key_means_two_things(places: tuple[str, ...]) -> None:
    keys = [key for entry in for_place(*places) for key in entry.keys]
    assert len(keys) == len(set(keys))


def test_no_control_no_alt_no_tilde() -> None:
    for entry in KEYMAP:
        for key in entry.keys:
            assert not key.startswith(("ctrl", "alt")) and key not in ("~", "tilde")


def test_letters_on_the_table_are_never_those_of_actions() -> None:
    assert not letters("casino").intersection(_LETTERS)
    assert len(set(_LETTERS)) == len(_LETTERS)


def test_full_width_letters_count_as_narrow_ones() -> None:
    assert narrow("Ｕ") == narrow("ｕ") == narrow("U") == "u"
    entry = pressed(("table", "uno"), "ｕ", "ｕ")
    assert entry is not None and entry.id == "call"


def test_everything_has_a_word_and_a_line() -> None:
    for entry in KEYMAP:
        assert entry.text() and entry.help() and entry.shown


def test_the_footer_takes_the_better_word() -> None:
    shown = footer(("table", "uno"), ["draw", "nothing"], {"draw": "take 4"})
    assert [(one.key, one.word) for one in shown] == [("d", "take 4")]
