"""Finding what to do: what fits, what Enter does, and that it costs a line."""

from __future__ import annotations

import pytest

from tests.tui.driving import press
from tests.tui.settled import text
from tests.tui.terminal import ESCAPE
from tests.tui.test_pty import at_table
from tests.tui.test_table_screen import SIZES
from tests.tui.tuitable import FakeTable, casino, uno
from tui.app import CardApp
from tui.finder import Finder, doable
from tui.keymap import KEYMAP
from tui.screens.help import HelpScreen
from tui.screens.settings import SettingsScreen

UNO = ("table", "uno")


def ids(finder: Finder) -> list[str]:
    return [entry.id for entry in finder.fits()]


def typed(text: str, places: tuple[str, ...] = UNO) -> Finder:
    finder = Finder(doable(places, ()))
    for sign in text:
        finder.press("space" if sign == " " else sign)
    return finder


def test_what_matters_now_comes_first_and_nothing_twice() -> None:
    entries = [entry.id for entry in doable(UNO, ["draw", "call", "no-such"], {"mark"})]
    assert entries[:2] == ["draw", "call"]
    assert len(entries) == len(set(entries)) and "mark" not in entries
    assert not {"left", "up", "find", "cancel"} & set(entries)


def test_everything_but_moves_can_be_found_in_some_place() -> None:
    places = {place for entry in KEYMAP for place in entry.where}
    found = {entry.id for place in places for entry in doable((place,), ())}
    missing = {entry.id for entry in KEYMAP} - found
    assert missing <= {
        "left", "right", "up", "down", "home", "end", "page-up", "page-down", "previous", "next",
        "pane", "cancel", "back", "find",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "first"),
    [("dr", "draw"), ("x", "challenge"), ("u", "call"), ("sett", "settings"), ("bot would", "hint"),
     ("forgot", "catch"), ("catch", "catch"), ("?", "help")],
)  # fmt: skip
def test_what_is_typed_finds(text: str, first: str) -> None:
    assert ids(typed(text))[0] == first


def test_nothing_found_does_nothing() -> None:
    finder = typed("qqqq")
    assert ids(finder) == []
    finder.press("down")
    finder.press("enter")
    assert not finder.closed and "Nothing like that" in finder.prompt().more
    for _ in range(4):
        finder.press("backspace")
    assert ids(finder)
    finder.press("backspace")
    assert finder.closed and not finder.done


def test_arrows_go_round() -> None:
    finder = typed("")
    finder.press("up")
    finder.press("enter")
    assert finder.done == ids(finder)[-1]


@pytest.mark.parametrize("size", [(40, 12), *SIZES])
async def test_found_and_done(size: tuple[int, int]) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "ctrl+p d r")
        assert "Do: dr_  draw (d)" in " ".join(text(app).split()).replace("Do: dr_ ", "Do: dr_  ")
        assert table.acted == [], "letters are letters here"
        await press(pilot, "enter")
        assert table.acted == ["draw"]
        assert "Do:" not in text(app)
        await press(pilot, "colon h e l p enter")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)


async def test_it_is_left_with_escape_and_opens_nothing_over_a_question() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "colon c escape")
        assert "Do:" not in text(app) and "Enter play" in text(app)
        await press(pilot, "8 enter colon ctrl+p")
        assert "Do:" not in text(app) and "Which colour?" in text(app)
        await press(pilot, "escape slash ctrl+p")
        assert "Do:" not in text(app), "chat is being typed"


async def test_what_the_rules_have_no_use_for_is_not_offered() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "colon j u m p")
        assert "Nothing like that here." in text(app)


@pytest.mark.parametrize("keys", ["", "9"])
async def test_it_is_there_on_every_screen(keys: str) -> None:
    app = CardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, f"{keys} colon")
        await pilot.pause()
        assert "Do: _" in text(app)
    for table in (FakeTable("uno"), casino()):
        app = CardApp(table.connect)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await press(pilot, "colon s e t t enter")
            await pilot.pause()
            assert isinstance(app.screen, SettingsScreen)


def test_it_costs_no_more_than_a_line() -> None:
    with at_table("uno", 4) as terminal:
        assert 0 < terminal.cost(":") <= 1000
        assert "Do: _" in terminal.text()
        for key in ("d", "r", "\x1b[B"):
            assert 0 < terminal.cost(key) <= 600
        terminal.cost(ESCAPE)
        assert "Do:" not in terminal.text()
