"""Several tables at one address: the screen and the lines that ask which."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from netcore.client.shell import ConnectFailed, WhichTable
from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable
from tui.app import CardApp
from tui.plain import session
from tui.screens.lobby import LobbyScreen
from tui.screens.start import StartScreen
from tui.screens.tables import TablesScreen
from tui.text import tablelist

SIZES = [(40, 12), (60, 20), (80, 24), (120, 40)]


def info(name: str, **parts: Any) -> m.TableInfo:
    facts: dict[str, Any] = {
        "game": "uno", "preset": "official", "options": {}, "phase": "lobby",
        "open": 3, "humans": 1, "bots": 0, "watchers": 0, **parts,
    }  # fmt: skip
    return m.TableInfo(name, **facts)


class FakeServer:
    """Several tables: those named `bad…` let nobody in."""

    def __init__(self, *tables: m.TableInfo, more: bool = True) -> None:
        self.tables: Sequence[m.TableInfo] = tables
        self.more = more
        self.asked: list[tuple[str, m.Create | None]] = []

    async def connect(self) -> Any:
        raise WhichTable(m.TableList(tuple(self.tables), self.more), self.again)

    async def again(self, table: str, create: m.Create | None) -> Any:
        self.asked.append((table, create))
        if table.startswith("bad"):
            raise ConnectFailed("locked")
        if table or create:
            return FakeTable("uno")
        return await self.connect()


@pytest.mark.parametrize("size", SIZES)
async def test_the_tables_are_listed_and_one_is_chosen(size: tuple[int, int]) -> None:
    server = FakeServer(
        info("table-1", open=0, humans=4), info("Fridays", game="casino", preset="seed")
    )
    app = CardApp(server.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TablesScreen)
        assert "table-1" in text(app) and "full" in text(app)
        assert "Fridays" in text(app) and "3 seats free" in text(app)
        await press(pilot, "down enter")
        await pilot.pause()
        assert server.asked == [("Fridays", None)]
        assert isinstance(app.screen, LobbyScreen)
        assert not app.ctx.owner


async def test_a_table_that_lets_nobody_in_says_so_and_another_can_be_chosen() -> None:
    server = FakeServer(info("bad", locked=True), info("good"))
    app = CardApp(server.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "1")
        await pilot.pause()
        assert "The host has locked the table" in text(app)
        server.tables = [info("bad"), info("good"), info("new one")]
        await press(pilot, "r")
        await pilot.pause()
        assert "3 tables" in text(app) and "new one" in text(app)
        await press(pilot, "3")
        await pilot.pause()
        assert [table for table, _ in server.asked] == ["bad", "", "new one"]
        assert isinstance(app.screen, LobbyScreen)


async def test_a_new_table_is_opened_under_a_name() -> None:
    server = FakeServer(info("a"), info("b"))
    app = CardApp(server.connect, name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "n")
        assert "What is the table called?" in text(app)
        await press(pilot, "escape")
        assert "Which table?" in text(app)
        await press(pilot, "n enter")
        await pilot.pause()
        ((table, create),) = server.asked
        assert table == "" and create is not None
        assert create.table == "Ann's table" and create.game == "uno"


async def test_where_no_more_tables_may_be_opened_that_is_said() -> None:
    app = CardApp(FakeServer(info("a"), info("b"), more=False).connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "n opens a new one" not in text(app)
        await press(pilot, "n")
        assert "No more tables can be opened there." in text(app)


async def test_more_tables_than_lines_are_scrolled_to() -> None:
    app = CardApp(FakeServer(*[info(f"number {i}") for i in range(1, 17)]).connect)
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        assert "number 1 " in text(app) and "number 16" not in text(app)
        await press(pilot, "up")
        assert "number 16" in text(app) and "number 1 " not in text(app)


async def test_the_start_screen_leads_to_the_list() -> None:
    class Doors:
        def __init__(self) -> None:
            self.invites: list[str] = []
            self.autostart = False
            self.server = FakeServer(info("a"), info("b"))

        async def play(self, game: str) -> Any: ...

        async def host(self, game: str) -> Any: ...

        async def join(self, address: str) -> Any:
            return await self.server.connect()

        async def watch(self, address: str) -> Any: ...

        async def resume(self, table: str) -> Any: ...

        async def rejoin(self, seat: str) -> Any: ...

        def unfinished(self) -> list[Any]:
            return []

        def close(self, keep: bool) -> None: ...

    app = CardApp(None, doors=Doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        await press(pilot, "4 x enter")
        await pilot.pause()
        assert isinstance(app.screen, TablesScreen)


# --- lines ---


async def ask(server: FakeServer, *typed: str | None) -> Any:
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    for line in typed:
        lines.put_nowait(line)
    with pytest.raises(WhichTable) as caught:
        await server.connect()
    return await session.choose_table(caught.value, lines)


async def test_lines_ask_which_table(capsys: pytest.CaptureFixture[str]) -> None:
    server = FakeServer(info("bad"), info("good", phase="deal", open=0, bots=2, watchers=1))
    assert await ask(server, "9", "nonsense", "1", "list", "2") is not None
    assert [table for table, _ in server.asked] == ["bad", "", "good"]
    out = capsys.readouterr().out
    assert "2) good: UNO, official rules; playing; 2 bots make room; 1 watches" in out
    assert out.count("That is none of them.") == 2
    assert "The host has locked the table" in out


async def test_lines_open_a_new_table() -> None:
    server = FakeServer(info("a"), info("b"))
    assert await ask(server, "new", "new Card club") is not None
    assert server.asked == [("", tablelist.new_table("Card club"))]


@pytest.mark.parametrize("last", ["quit", None])
async def test_lines_end_without_a_table(last: str | None) -> None:
    server = FakeServer(info("a"), info("b"))
    assert await ask(server, last) is None
    assert server.asked == []


def test_a_new_table_has_a_name_that_will_do() -> None:
    assert tablelist.suggested("Ann") == "Ann's table"
    assert tablelist.suggested("") == tablelist.suggested("a very long name") == "New table"
