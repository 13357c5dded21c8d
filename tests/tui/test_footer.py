"""The footer: the keys that matter now; where there is no room, the more important ones stay."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.boards import uno_board as board
from tests.tui.catalogues import tool
from tests.tui.driving import press
from tests.tui.settled import text
from tests.tui.tuitable import CASINO, FakeTable
from tui import i18n
from tui.app import CardApp
from tui.drawing.cards import Pen
from tui.drawing.pictures import key_at, keys
from tui.drawing.symbols import ASCII
from tui.keymap import Shown, footer, for_place

FULL = {"hands": ("g+2 g+2 w+4", "r1 y2 g3", "y9"), "discard": "* b7 g7", "turn": "p1"}


def line(app: CardApp) -> str:
    return text(app).splitlines()[-1].strip()


def at(width: int, *shown: Shown) -> str:
    return keys(width, shown, Pen(ASCII, filled=False)).text().strip()


def test_the_highest_rank_goes_first_and_of_one_rank_the_last() -> None:
    shown = (
        Shown("Enter", "play"), Shown("d", "draw", 1), Shown("p", "keep", 1), Shown("s", "sort", 3),
        Shown("?", "help"), Shown("q", "leave", 2),
    )  # fmt: skip
    assert at(80, *shown) == "Enter play  d draw  p keep  s sort  ? help  q leave"
    assert at(46, *shown) == "Enter play  d draw  p keep  ? help  q leave"
    assert at(40, *shown) == "Enter play  d draw  p keep  ? help"
    assert at(28, *shown) == "Enter play  d draw  ? help"
    assert at(19, *shown) == "Enter play  ? help"


@pytest.mark.parametrize("language", ["en", *tool().LANGUAGES])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize(
    "places",
    [("table", "uno"), ("table", "casino"), ("lobby",), ("result",), ("king",), ("tables",),
     ("start",), ("replay", "uno"), ("rules",), ("settings",), ("list",)],
)  # fmt: skip
def test_the_help_is_always_seen_and_the_way_out_wherever_there_is_room(
    places: tuple[str, ...], width: int, language: str, english: None
) -> None:
    """Even where everything can be done at once."""
    ways = ("quit", "back")
    i18n.use(language)
    try:
        every = [key.id for key in for_place(*places)]
        line = keys_of(width, footer(places, every, {}, width))
        out = [one for one in line if one.id in ways]
        assert "help" in {one.id for one in line}
        assert out or width < 60
    finally:
        i18n.use("en")


def keys_of(width: int, shown: list[Shown]) -> list[Shown]:
    """Return what of these is drawn."""
    pen = Pen(ASCII, filled=False)
    found = [key_at(width, shown, pen, x) for x in range(width)]
    return list(dict.fromkeys([one[0] for one in found if one is not None]))


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_a_question_of_the_game_leaves_help_and_the_way_out(size: tuple[int, int]) -> None:
    table = FakeTable("uno", seats=2)
    table.quiet = True
    table.place(hands=("r5 y2", "g1 g2"), discard="* w", stock="r1", turn="p1", phase="colour")
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert line(app) == "r y g b answer  ? help  q leave"
        await press(pilot, "escape q")
        assert "Leave?" in text(app) and line(app).endswith("Esc back")
        await press(pilot, "escape question_mark")
        assert "keys and rules" in text(app)
        await press(pilot, "q g")
        assert table.acted == ["colour g"]
        table.place(hands=("w y2 y3", "g1 g2"), discard="* r5", stock="r1", turn="p1")
        await press(pilot, "end enter")
        assert line(app) == "r y g b answer  Esc back  ? help"


ALWAYS = ("? help",)
NEXT = ("q leave",)
"""At 60 columns, and at 40 where there is little to do."""
THEN = ("l log", "/ chat")
"""At 80 columns."""


def wanted(width: int) -> tuple[str, ...]:
    """Return what a footer of that width always has beside what can be done."""
    return (*ALWAYS, *(NEXT if width >= 60 else ()), *(THEN if width >= 80 else ()))


@pytest.mark.parametrize(("width", "height"), [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_of_the_ways_to_everything_else_those_that_matter_stay(
    width: int, height: int
) -> None:
    table = FakeTable("uno", "street", options={"jump_in": True}, seats=3)
    table.quiet = True
    table.place(**FULL, stock="r6 y3")
    app = CardApp(table.connect)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        for keys_ in ("right", "space", "right", "u", "left"):
            await press(pilot, keys_)
            for word in wanted(width):
                assert word in line(app), line(app)
            assert line(app).startswith("Enter play") and "d draw" in line(app)
            assert len(line(app)) < width


async def test_on_the_smallest_table_drawing_and_leaving_are_shown() -> None:
    table = FakeTable("uno", seats=3)
    table.quiet = True
    table.place(hands=("g2 r5 y3", "r1 y2 g3", "y9"), discard="* b7 g7", turn="p1", stock="r6 y3")
    app = CardApp(table.connect)
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        assert line(app) == "Enter play  d draw  ? help  q leave"
        await press(pilot, "question_mark")
        shown = ""
        for _ in range(12):
            shown += text(app)
            await press(pilot, "space")
        for what in ("draw, or take what you owe", "all that happened", "say something"):
            assert what in " ".join(shown.split()), what


@pytest.mark.parametrize("width", [40, 60, 80])
async def test_casino_too(width: int) -> None:
    table = FakeTable("casino", seats=2)
    table.quiet = True
    table.place(**CASINO)
    app = CardApp(table.connect)
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        for key in ("2", "e", "f", "o", "o"):
            await press(pilot, key)
            for word in (*ALWAYS, *(NEXT if width >= 80 else ())):
                assert word in line(app), line(app)


def ids(*hands: str, **more: Any) -> list[str]:
    return board(hands, **more).footer()[0]


def test_calling_and_catching_are_shown_when_there_is_something_to() -> None:
    idle = ids("r5 g2 y3", "r1 r2", "r3 r4", turn="p2")
    assert "call" not in idle and "catch" not in idle
    assert "call" not in ids("r5 g2 y3", "r1 r2", "r3 r4")
    assert "call" in ids("r5 g2", "r1 r2", "r3 r4")
    assert "call" not in ids("r5 y2", "r1 r2", "r3 r4"), "nothing fits: there will be three"
    assert "call" in ids("r5 g2", "r1 r2", "r3 r4", turn="p2"), "it can be armed before the turn"
    armed = board(("r5 g2", "r1 r2", "r3 r4"))
    armed.press("call")
    assert armed.footer()[1]["call"] == "take back"
    assert "catch" in ids("r5 g2 y3", "r1", "r3 r4", preset="street", turn="p3")
    mine = ids("r5", "r1 y9", "r3 r4", preset="street", turn="p2")
    assert "call" in mine and "catch" not in mine


def test_marking_is_shown_when_cards_could_go_together() -> None:
    assert "mark" not in ids("r5 g2 y3", "r1 r2", "r3 r4")
    assert "mark" not in ids("r5 g2 y3", "r1 r2", "r3 r4", preset="crystal")
    assert "mark" in ids("r5 g2 y5", "r1 r2", "r3 r4", preset="crystal")


def test_what_enter_does_has_no_second_key() -> None:
    made = board(("r5 b2 y3", "r1 r2", "r3 r4"))
    found, words = made.footer()
    assert "draw" not in found and words["do"] == "draw"
    assert made.press("draw") is not None, "it works all the same"
    owing = board(("r5 b2 y3", "r1 r2", "r3 r4"), top="g+2", preset="street", pending="4")
    assert owing.footer()[1]["do"] == "take 4" and "draw" not in owing.footer()[0]
    able = board(("r+2 b2 y3", "r1 r2", "r3 r4"), top="g+2", preset="street", pending="4")
    assert "draw" in able.footer()[0]
    many = board(("r+2 b+2 y3", "r1 r2"), top="g+2", preset="crystal", pending="4")
    assert many.footer()[0][:3] == ["do", "draw", "mark"], "the way to take them is seen first"
