"""Who leaves a table that was opened from the menu is back at the menu, as often as wanted."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from netcore.client.shell import Client, Closed
from netcore.wire import messages as m
from tests.e2e.playing import environment
from tests.tui.driving import press
from tests.tui.fakedoors import FakeDoors, Left
from tests.tui.settled import shows, text, until
from tests.tui.tuitable import UNO, FakeTable
from tui.app import CardApp
from tui.screens.lobby import LobbyScreen
from tui.screens.result import ResultScreen
from tui.screens.start import StartScreen
from tui.screens.table import TableScreen
from tui.screens.tables import TablesScreen
from tui.settings import Settings
from tui.tables import owntable
from tui.tables.child import ServerChild
from tui.tables.doors import StartDoors


class Doors(FakeDoors):
    """Remembers which tables were opened, and how they were left.

    Attributes:
        events: `close` for each client, then `end` or `keep` for what was opened with it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []
        self.table = FakeTable("uno")

    async def play(self, game: str) -> FakeTable:
        return self._noted(await super().play(game))

    async def host(self, game: str) -> FakeTable:
        return self._noted(await super().host(game))

    async def join(self, address: str) -> FakeTable:
        self.invites, self.autostart = [], False
        table = self._noted(FakeTable("uno"))
        table.host = False
        table.say(m.Seated("t", 0, "token", "Ann", False))
        table.tell_lobby()
        return table

    def _noted(self, table: FakeTable) -> FakeTable:
        async def close() -> None:
            self.events.append("close")

        self.table = table
        table.close = close  # type: ignore[method-assign]
        return table

    def close(self, keep: bool) -> None:
        self.events.append("keep" if keep else "end")


async def shown(pilot: Any, kind: type[Any]) -> None:
    """Wait until such a screen is seen, and nothing is waited for there."""

    def there() -> bool:
        return isinstance(pilot.app.screen, kind) and not getattr(pilot.app.screen, "busy", "")

    await until(pilot, there)


async def idle(pilot: Any) -> None:
    """Wait until nothing goes on behind the screen; some of it may have been called off."""
    await until(pilot, lambda: all(worker.is_finished for worker in pilot.app.workers))


@pytest.mark.parametrize(
    ("opened", "on", "keys", "said", "how"),
    [
        ("1", TableScreen, "q y", "The match is kept: Continue goes on with it.", "end"),
        ("3", LobbyScreen, "q y", "The table is closed.", "end"),
        ("3", LobbyScreen, "q k", "The table stays open: Continue brings you back.", "keep"),
        ("4 x enter", LobbyScreen, "q y", "You have left the table.", "end"),
        ("5 x enter", LobbyScreen, "ctrl+q y", "Hello Ann.", "end"),
    ],
)
async def test_leaving_leads_back_to_the_menu(
    opened: str, on: type[Any], keys: str, said: str, how: str
) -> None:
    doors = Doors()
    app = CardApp(None, doors=lambda: doors, name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, StartScreen)
        await press(pilot, opened)
        await shown(pilot, on)
        await press(pilot, keys)
        await shown(pilot, StartScreen)
        await shows(pilot, said)
        closes = ["close"] if "5" not in opened else []
        told = [*closes, how] if how == "keep" else [how, *closes]
        assert doors.events[-len(told) :] == told, "a table that ends says so before its host goes"
        assert doors.events.count("close") == len(closes)
        assert any(isinstance(one, m.Leave) for one in doors.table.sent) is ("4" in opened)
        assert app.return_code is None and app.ctx.client is None
        assert app.ctx.room.lobby is None and not app.ctx.invites
        await press(pilot, "down")
        assert said not in text(app) or said == "Hello Ann.", "it is said once"
        await press(pilot, "q")
    assert app.return_code == 0 and app.parting == ""


async def test_what_was_left_is_offered_at_once() -> None:
    doors = Doors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, StartScreen)
        await press(pilot, "1")
        await shown(pilot, TableScreen)
        doors.left = [Left()]
        await press(pilot, "q y")
        await shows(pilot, "c Continue UNO, official rules")
        await press(pilot, "c")
        await shown(pilot, TableScreen)
        assert doors.asked[-1] == ("resume", "abc")


async def test_a_table_that_ends_says_so_on_the_menu() -> None:
    doors = Doors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(60, 20)) as pilot:
        await shown(pilot, StartScreen)
        await press(pilot, "4 x enter")
        await shown(pilot, LobbyScreen)
        doors.table.say(Closed("kicked"))
        await shown(pilot, StartScreen)
        await shows(pilot, "The host has removed you from the table.")
        await press(pilot, "2")
        await shown(pilot, TableScreen)
        assert "removed" not in text(app)


def _ending(table: FakeTable) -> None:
    """Bring a table to the end of its deal, and close it."""
    table.quiet = True
    table.place(**UNO | {"hands": ("r5", "r1 y2 g3", "y9", "r3 r4 y5"), "discard": "* b7 r7"})
    table.play(0, "play r5")
    table.say(Closed("shutdown", {"resume": 0}))


async def test_the_last_result_stays_when_the_host_closes_the_table() -> None:
    doors = Doors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, StartScreen)
        await press(pilot, "4 x enter")
        await shown(pilot, LobbyScreen)
        _ending(doors.table)
        await shown(pilot, ResultScreen)
        said = await shows(pilot, "The table has closed. Enter leaves.")
        assert "left in hand" in said and "Enter leave" in said
        await press(pilot, "l")
        assert "Everything that happened." in text(app)
        await press(pilot, "escape enter")
        await shown(pilot, StartScreen)
        await shows(pilot, "The table has closed.")
        assert app.ctx.ended is None


async def test_without_a_menu_the_last_result_stays_as_well() -> None:
    table = FakeTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        _ending(table)
        await shown(pilot, ResultScreen)
        await press(pilot, "q")
        await pilot.pause()
    assert app.why == "The table has closed." and app.return_code == 3 and app.parting == ""


async def test_in_mid_deal_a_table_that_closes_is_left_at_once() -> None:
    table = FakeTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        table.quiet = True
        table.place(**UNO)
        table.say(Closed("shutdown", {"resume": 0}))
        await pilot.pause()
    assert app.why == "The table has closed." and app.return_code == 3


async def test_who_chooses_no_table_is_back_at_the_menu() -> None:
    from tests.tui.test_tables_screen import FakeServer, info

    doors, server = Doors(), FakeServer(info("a"), info("b"))
    doors.join = lambda address: server.connect()  # type: ignore[method-assign, assignment, return-value]
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(60, 20)) as pilot:
        await shown(pilot, StartScreen)
        await press(pilot, "4 x enter")
        await shown(pilot, TablesScreen)
        await press(pilot, "q y")
        await shown(pilot, StartScreen)
        assert app.return_code is None


async def _guest(app: CardApp) -> Client:
    """Sit down at the table that this app hosts."""
    assert isinstance(app.doors, StartDoors) and app.doors._table is not None
    table = app.doors._table
    code, certificate = table._kept.code, bytes.fromhex(table._kept.certificate)
    return await Client.connect(
        table.address, table.port, name="Bo", tls=True, code=code, accepted=certificate
    )


async def _end(guest: Client) -> str:
    async for event in guest:
        if isinstance(event, Closed):
            return event.code
    raise AssertionError("it just stopped")


def _files() -> int:
    return len(os.listdir("/dev/fd"))


async def test_nothing_is_left_of_real_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Servers, sockets and tasks: after a second table there are no more than after the first."""
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    servers: list[ServerChild] = []

    class Noted(ServerChild):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            servers.append(self)

    monkeypatch.setattr(owntable, "ServerChild", Noted)
    left: list[tuple[int, int]] = []
    app = CardApp(None, doors=lambda: StartDoors(lambda: Settings(name="Ann"), app.ask))
    async with app.run_test(size=(80, 24)) as pilot:
        for opened, on in (("3", LobbyScreen), ("2", TableScreen)):
            await shown(pilot, StartScreen)
            await press(pilot, opened)
            await shown(pilot, on)
            guest = await _guest(app) if opened == "3" else None
            await press(pilot, "q y")
            await shown(pilot, StartScreen)
            if guest is not None:
                assert await _end(guest) == "shutdown"
            await idle(pilot)
            left.append((_files(), len(asyncio.all_tasks())))
            assert servers[-1]._process.returncode is not None
    assert len(servers) == 2 and left[1] <= left[0]


async def test_a_table_that_is_still_being_reached_is_not_gone_to_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.screens.find.sources", lambda: ())
    begun, go = asyncio.Event(), asyncio.Event()

    class Slow(Doors):
        async def join(self, address: str) -> FakeTable:
            begun.set()
            await go.wait()
            return await super().join(address)

    doors = Slow()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, StartScreen)
        await press(pilot, "4 x enter")
        await begun.wait()
        await press(pilot, "escape")
        await shown(pilot, StartScreen)
        go.set()
        await idle(pilot)
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        await press(pilot, "1")
        await shown(pilot, TableScreen)


async def test_an_own_table_that_is_no_longer_wanted_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opening, go, closed = threading.Event(), threading.Event(), threading.Event()

    class Opened:
        async def connect(self, name: str | None) -> Any:
            raise AssertionError("nobody waits for it")

        def close(self, *, keep: bool) -> None:
            closed.set()

    def open_table(*words: Any, **where: Any) -> Any:
        opening.set()
        assert go.wait(60)
        return Opened()

    async def nobody(ask: Any) -> None: ...

    monkeypatch.setattr("tui.tables.doors.open_table", open_table)
    doors = StartDoors(lambda: Settings(name="Ann"), nobody)
    playing = asyncio.create_task(doors.play("uno"))
    assert await asyncio.to_thread(opening.wait, 60)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    go.set()
    assert await asyncio.to_thread(closed.wait, 60)
