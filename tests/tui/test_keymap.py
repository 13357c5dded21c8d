"""One table of keys: no key means two things in one place."""

import re

import pytest

from tests.tui.catalogues import ROOT
from tests.tui.driving import press
from tests.tui.tuitable import FakeTable
from tui import rebind
from tui.app import CardApp
from tui.boards.casino import CasinoBoard
from tui.keymap import KEYMAP, footer, for_place, letters, narrow, pressed

PLACES = rebind.places()


@pytest.mark.parametrize("places", PLACES)
def test_no_key_means_two_things(places: tuple[str, ...]) -> None:
    keys = [key for entry in for_place(*places) for key in entry.keys]
    assert len(keys) == len(set(keys))


def test_no_control_no_alt_no_tilde() -> None:
    for entry in KEYMAP:
        for key in entry.keys:
            assert not key.startswith(("ctrl", "alt")) and key not in ("~", "tilde")


def test_letters_on_the_table_are_never_those_of_actions() -> None:
    keys = {key for entry in for_place("table", "casino") for key in entry.keys}
    marks = letters("casino")
    assert len(set(marks)) == len(marks) == 34 and not keys.intersection(map(narrow, marks))
    board = CasinoBoard(str)
    table = FakeTable("casino", seats=2)
    cards = "5s 3h 2c Kd Jh Qs Jc 6h 6s 7h 9d Th 2h 3s"
    table.place(hands=("8c", "9h"), table=cards, taken=("*", ""), stock="", turn="p1", last="p1")
    board.see(table.match.view(0).game)
    given = [thing.letter for thing in board.things if thing.letter]
    assert given[:4] == ["a", "c", "d", "e"] and given == marks[:14]


@pytest.mark.parametrize("typed", ["A", "Ａ"])
@pytest.mark.parametrize(("count", "marked"), [(19, 17), (17, 0)])
async def test_capitals_are_typed_at_a_full_table(typed: str, count: int, marked: int) -> None:
    """A capital marks what it names, and is the small letter where it names nothing."""
    table = FakeTable("casino", seats=2)
    table.quiet = True
    there = "5s 3h 2c Kd Jh Qs Jc 6h 6s 7h 9d Th 2h 3s 4c 4d 4h 4s 5c"[: 3 * count]
    table.place(hands=("8c", "9h"), table=there, taken=("*", ""), stock="", turn="p1", last="p1")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, typed)
        board = app.ctx.kits["casino"].board
        assert board.marked == [board.things[marked].card]


def test_full_width_letters_count_as_narrow_ones() -> None:
    assert narrow("Ｕ") == narrow("ｕ") == narrow("U") == "u"
    entry = pressed(("table", "uno"), "ｕ", "ｕ")
    assert entry is not None and entry.id == "call"


def test_everything_has_a_word_and_a_line() -> None:
    for entry in KEYMAP:
        assert entry.text() and entry.help() and entry.shown


def test_what_is_spoken_of_without_its_place_is_one_key() -> None:
    sources = "".join([path.read_text(encoding="utf-8") for path in ROOT.glob("tui/**/*.py")])
    spoken = set(re.findall(r"""\bshown\(["']([a-z-]+)["']\)""", sources))
    assert "draw" in spoken
    for name in spoken:
        assert len({key.shown for key in KEYMAP if key.id == name}) == 1, name


def test_the_footer_takes_the_better_word() -> None:
    shown = footer(("table", "uno"), ["draw", "nothing"], {"draw": "take 4"}, 80)
    assert [(one.key, one.word) for one in shown] == [("d", "take 4")]
