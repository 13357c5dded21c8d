"""Leaving asks first, by every key, and says what it means; what cannot begin says why."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.fakedoors import FakeDoors
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable, uno
from tui.app import CardApp
from tui.commands import exits
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.start import StartScreen
from tui.screens.wait import WaitScreen
from tui.tables import parting


def waiting() -> FakeTable:
    """A guest's table before the match."""
    table = FakeTable("uno")
    table.host = False
    table.quiet = True
    table.say(m.Seated("t", 0, "token", "Ann", False))
    table.tell_lobby()
    return table


def guest() -> FakeTable:
    """A guest's table in the middle of a match."""
    table = waiting()
    table.start()
    return table


def guest_at_the_end() -> FakeTable:
    """A guest's table after the match."""
    table = waiting()
    table.options = {"target": 0}
    table.start()
    table.match = replace(table.match, winners=(1,))
    table.show()
    return table


@pytest.mark.parametrize("keys", ["ctrl+q", "q", "slash h i ctrl+q", "question_mark ctrl+q"])
async def test_ctrl_q_asks_what_q_asks(keys: str) -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, keys)
        assert "Leave?  y leave (the match is kept)  n stay" in text(app)
        await press(pilot, "n")
        assert "Leave?" not in text(app) and app.return_code is None
        if "question_mark" in keys:
            assert isinstance(app.screen, HelpScreen)
            await press(pilot, "escape")
        await press(pilot, "ctrl+q y")
    assert app.return_code == 0


@pytest.mark.parametrize(
    ("table", "own", "what"),
    [
        (uno, True, "the match is kept"),
        (uno, False, "your seat is kept"),
        (guest, True, "your seat is kept"),
        (waiting, True, "your seat is free then"),
        (guest_at_the_end, True, "your seat is kept for 60 seconds"),
    ],
)
async def test_ctrl_c_says_what_leaving_means(table: Any, own: bool, what: str) -> None:
    app = CardApp(table().connect)
    app.ctx.owner = own
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "ctrl+c")
        assert f"ctrl+c once more leaves: {what}." in text(app)
        await press(pilot, "q")
        assert f"y leave ({what})" in text(app)
        await press(pilot, "ctrl+c")
        assert "once more" in text(app)


async def test_a_seat_that_could_not_be_written_down_is_not_promised() -> None:
    table = guest()
    table.unkept = True
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "WARNING: nothing can be written" in text(app)
        await press(pilot, "q")
        assert "y leave (nothing brings you back)" in text(app)
    assert parting.way_back(app.ctx) == ""


@pytest.mark.parametrize(
    ("phase", "alone", "said"),
    [
        ("deal", True, "The match is kept: Continue goes on with it."),
        ("between", True, "The match is kept: Continue goes on with it."),
        ("won", True, "The table is closed."),
        ("lobby", False, "The table is closed."),
        ("between", False, "The table is closed, and its match is over."),
        ("won", False, "The table is closed."),
    ],
)
async def test_what_becomes_of_an_own_table(phase: str, alone: bool, said: str) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.ctx.owner, app.ctx.invites = True, () if alone else ("cardtui join there",)
        lobby = app.ctx.room.lobby
        assert lobby is not None
        app.ctx.room.lobby = replace(lobby, phase=phase)
        assert parting.left_behind(app.ctx) == said


@pytest.mark.parametrize(("keys", "ends"), [("q y", ["end", "close"]), ("q k", ["close"])])
async def test_a_table_ends_before_its_host_goes(keys: str, ends: list[str]) -> None:
    """Or its guests would be told of a seat that is kept, just before there is none."""
    table, done = uno(), []

    async def close() -> None:
        done.append("close")

    table.close = close  # type: ignore[method-assign]
    app = CardApp(table.connect)
    app.ctx.owner, app.ctx.invites = True, ("cardtui join 192.168.1.5:7777",)
    app.close_table = lambda: done.append("end")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, keys)
    assert done == ends


async def test_the_host_of_an_open_table_may_keep_it_open() -> None:
    app = CardApp(uno().connect)
    app.ctx.owner, app.ctx.invites = True, ("cardtui join 192.168.1.5:7777",)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "q")
        assert "Leave?  y leave (the table closes)  k keep it open  n stay" in text(app)
        await press(pilot, "k")
    assert app.return_code == exits.KEPT_OPEN


async def test_on_the_start_screen_ctrl_c_tells_and_ctrl_q_quits() -> None:
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        await press(pilot, "ctrl+c")
        assert "ctrl+c once more quits." in text(app)
        await press(pilot, "ctrl+q")
    assert app.return_code == 0


async def test_while_a_table_is_reached_keys_are_answered() -> None:
    never = asyncio.Event()

    async def connect() -> Any:
        await never.wait()

    app = CardApp(connect)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, WaitScreen) and "q leaves." in text(app)
        await press(pilot, "ctrl+c")
        assert "ctrl+c once more quits." in text(app)
        await press(pilot, "ctrl+q")
    assert app.return_code == 0


class Full(FakeTable):
    """Refuses to begin."""

    def start(self) -> None:
        self.say(m.Refused("start", m.TableCode.TOO_FEW_PLAYERS))


async def test_a_first_deal_that_cannot_begin_leads_to_the_lobby_with_the_reason() -> None:
    app = CardApp(Full("uno").connect)
    app.autostart = True
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert "Too few players for this game. Add a bot." in text(app)


# --- the way back, said in the terminal once the screen is gone ---------------------------------


@pytest.mark.parametrize(
    ("own", "door", "keys", "line"),
    [
        (True, None, "q y", "The match is kept. To go on with it: cardtui play --resume"),
        (True, None, "ctrl+c ctrl+c", "The match is kept. To go on with it: cardtui play --resume"),
        (
            False,
            ("10.0.0.7", 7777, "7KQ2M9XW", True),
            "q y",
            "Your seat is kept. To come back: cardtui join 10.0.0.7:7777",
        ),
        (
            False,
            ("fe80::1", 80, "", False),
            "q y",
            "Your seat is kept. To come back: cardtui join '[fe80::1]:80' --no-tls",
        ),
        (False, ("10.0.0.7", 7777, "", True), "q g", ""),
    ],
)
async def test_who_has_left_reads_how_to_come_back(
    own: bool, door: Any, keys: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.tables.parting.program", lambda: "cardtui")
    table = uno() if own else guest()
    if door is not None:
        table.door = door
    app = CardApp(table.connect)
    app.ctx.owner = own
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, keys)
    assert app.parting == line


@pytest.mark.parametrize("keys", ["q y", "ctrl+c ctrl+c"])
async def test_who_leaves_before_the_match_frees_the_seat(keys: str) -> None:
    table = waiting()
    table.door = ("10.0.0.7", 7777, "", True)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, keys.split()[0])
        assert "your seat is free then" in text(app) and "for good" not in text(app)
        await press(pilot, keys.split()[1])
    assert m.Leave() in table.sent and app.parting == ""


async def test_a_table_that_closes_names_no_way_back() -> None:
    app = CardApp(uno().connect)
    app.ctx.owner, app.ctx.invites = True, ("cardtui join 192.168.1.5:7777",)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "q y")
    assert app.parting == ""
