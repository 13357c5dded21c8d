"""Start, lobby, result: what is shown, and what keys ask for."""

from __future__ import annotations

from typing import Any

import pytest

from netcore.client.shell import ConnectFailed
from netcore.wire import messages as m
from tests.tui.driving import SIZES, press
from tests.tui.fakedoors import FakeDoors
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable
from tui.app import CardApp
from tui.screens.find import FindScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.start import StartScreen
from tui.screens.table import TableScreen


@pytest.mark.parametrize("size", SIZES)
async def test_the_start_screen_leads_into_a_game(size: tuple[int, int]) -> None:
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors, name="Ann")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for word in ("Play UNO", "Play Casino", "Host a table", "Join a table", "Quit"):
            assert word in text(app)
        assert "Hello Ann." in text(app)
        await press(pilot, "down enter")
        await pilot.pause()
        assert doors.asked == [("play", "casino")]
        assert isinstance(app.screen, TableScreen)


async def test_hosting_shows_how_others_join() -> None:
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "3")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert "cardtui join 192.168.1.5:7777" in text(app)


async def test_an_address_that_does_not_answer_is_explained_and_can_be_corrected() -> None:
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "4 n o w h e r e enter")
        await pilot.pause()
        assert isinstance(app.screen, FindScreen)
        assert "Nobody answers there." in text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, StartScreen)
        await press(pilot, "4 x enter")
        await pilot.pause()
        assert doors.asked[0] == ("join", "nowhere") and len(doors.asked) == 2
        assert isinstance(app.screen, LobbyScreen)


async def test_without_a_table_the_program_ends_with_the_reason() -> None:
    async def connect() -> Any:
        raise ConnectFailed("refused")

    app = CardApp(connect)
    async with app.run_test() as pilot:
        await pilot.pause()
    assert app.failed is not None and app.failed.code == "refused"


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_says_what_is_played(size: tuple[int, int]) -> None:
    table = FakeTable("uno", "street")
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        shown = text(app)
        assert "Ann (you)" in shown and "Dave" in shown
        assert "Enter starts UNO, street rules." in shown
        if size[0] >= 60:
            right = " ".join(line[size[0] // 2 :] for line in shown.splitlines())
            words = " ".join(right.replace("│", " ").split())
            assert "Differs from official rules in" in words or "Differs from" in shown


async def test_the_host_changes_game_rules_and_seats() -> None:
    table = FakeTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "g r n b")
        assert table.sent == [
            m.Setup("casino", "seed", {}, 4),
            m.Setup("uno", "minus", {}, 4),
            m.Setup("uno", "official", {}, 5),
            m.AddBot("normal"),
        ]
        await press(pilot, "x")
        assert "Remove whom?  2 Bob  3 Carol  4 Dave" in text(app)
        await press(pilot, "3")
        assert table.sent[-1] == m.RemoveBot(2)


async def test_a_guest_can_say_ready_and_no_more() -> None:
    table = FakeTable("uno")
    table.host = False
    table.say(m.Seated("t", 0, "token", "Ann", False))
    table.tell_lobby()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Space: I am ready. The host starts the game." in text(app)
        await press(pilot, "space b")
        assert table.sent == [m.Ready(True)]
        assert "Only the host may do that." in text(app)


async def test_ctrl_c_twice_ends_the_program() -> None:
    app = CardApp(FakeTable("uno").connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "ctrl+c")
        assert "ctrl+c once more leaves: the table closes." in text(app)
        await press(pilot, "ctrl+c")
    assert app.return_code == 130
