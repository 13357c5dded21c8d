"""Coming back to a server that restarts, after a sleep, from another terminal; real sockets."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from netcore.client.shell import Client, Closed, ConnectFailed, Reconnected, Reconnecting
from netcore.server import house
from netcore.server.shell import ServerOptions, serve
from netcore.table.options import TableOptions
from netcore.table.requests import Table
from netcore.transport.wakefulness import WakingTime
from netcore.wire.messages import (
    Bye,
    ByeCode,
    Kick,
    Leave,
    Lobby,
    Note,
    NoteCode,
    Start,
    Update,
)
from tests.netcore.served import WAIT, connect, kind, serving, until


class Restarting:
    """A server that can be ended and started again on its port with the same table."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table: Table | None = None
        self.port = 0
        self._task: asyncio.Task[None] | None = None
        monkeypatch.setattr(house, "Table", self._table)

    def _table(self, options: TableOptions) -> Table:
        if self.table is None:
            self.table = Table(options)
        for member in self.table.desk.roster.members():
            member.conn = None
        return self.table

    async def start(self) -> None:
        ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        table = TableOptions(seats=2, bot_pace=0.0, reaction=0.0)
        options = ServerOptions(port=self.port, table=table, resumes=True)
        self._task = asyncio.create_task(serve(options, ready.set_result))
        self.port = await ready

    async def stop(self, number: int = signal.SIGTERM) -> None:
        assert self._task is not None
        os.kill(os.getpid(), number)
        async with asyncio.timeout(WAIT):
            await self._task


@asynccontextmanager
async def restarting(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Restarting]:
    server = Restarting(monkeypatch)
    await server.start()
    yield server
    await server.stop()


def is_note(code: NoteCode) -> Any:
    return lambda event: isinstance(event, Note) and event.code is code


def pretend_sleep(client: Client) -> None:
    """Let the wall clock have gone on while nothing else did."""
    client._time = WakingTime(asyncio.get_running_loop().time(), time.time() - 3600)
    client._look()


# --- the server goes and comes ---


async def test_a_server_that_comes_again_is_found_by_the_clients_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with restarting(monkeypatch) as server:
        ann, bo = await connect(server.port, "Ann"), await connect(server.port, "Bo")
        ann.send(Start())
        before = await until(bo, kind(Update))
        await server.stop()
        for one in (ann, bo):
            bye = await until(one, kind(Bye))
            assert (bye.code, bye.detail) == (ByeCode.SHUTDOWN, {"resume": 1})
            assert (await until(one, kind(Reconnecting))).give_up > 299
        await server.start()
        for one in (ann, bo):
            await until(one, kind(Reconnected))
        assert (await until(bo, kind(Update))).view == before.view
        assert (ann.seat, bo.seat, ann.host) == (0, 1, True)
        await ann.close()
        await bo.close()


async def test_a_table_that_is_ended_for_good_ends_for_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with restarting(monkeypatch) as server:
        ann = await connect(server.port, "Ann")
        await server.stop(signal.SIGUSR1)
        assert (await until(ann, kind(Bye))).detail == {"resume": 0}
        assert (await until(ann, kind(Closed))).code == "shutdown"
        await server.start()


async def test_a_server_without_a_store_ends_for_everybody() -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        await until(ann, kind(Lobby))
    assert (await until(ann, kind(Bye))).detail == {"resume": 0}
    assert (await until(ann, kind(Closed))).code == "shutdown"


async def test_no_more_are_taken_in_once_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async with restarting(monkeypatch) as server:
        await server.stop()
        with pytest.raises(ConnectFailed) as caught:
            await connect(server.port, "Ann")
        assert caught.value.code == "refused"
        await server.start()


# --- sleep ---


async def test_after_a_sleep_a_client_connects_anew_at_once() -> None:
    async with serving(seats=2) as port:
        ann, bo = await connect(port, "Ann"), await connect(port, "Bo")
        await until(bo, kind(Lobby))
        pretend_sleep(bo)
        again = await until(bo, kind(Reconnecting))
        assert (again.attempt, again.wait) == (1, 0.0)
        await until(bo, kind(Reconnected))
        assert bo.seat == 1
        await ann.close()
        await bo.close()


async def test_a_sleep_ends_the_pause_before_the_next_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("netcore.client.shell.FIRST_WAIT", 3600.0)
    monkeypatch.setattr("netcore.client.shell.LONGEST_WAIT", 3600.0)
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        assert ann._link is not None
        ann._link.cut()
        assert (await until(ann, kind(Reconnecting))).wait > 2000
        pretend_sleep(ann)
        await until(ann, kind(Reconnected))
        await ann.close()


async def test_who_slept_longer_than_it_would_try_tries_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("netcore.client.shell.GIVE_UP", 0.0)
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        pretend_sleep(ann)
        await until(ann, kind(Reconnected))
        await ann.close()


# --- two of one ---


async def test_of_two_clients_with_one_token_the_newer_has_the_seat(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cardtui.server")
    async with serving(seats=2) as port:
        ann, bo = await connect(port, "Ann"), await connect(port, "Bo", state_dir=tmp_path / "1")
        (kept,) = (tmp_path / "1").iterdir()
        (tmp_path / "2").mkdir()
        (tmp_path / "2" / kept.name).write_text(kept.read_text())
        newer = await connect(port, "Bo", state_dir=tmp_path / "2")
        assert newer.seat == 1
        bye = await until(bo, kind(Bye, Reconnecting))
        assert isinstance(bye, Bye) and bye.code is ByeCode.REPLACED
        assert (await until(bo, kind(Closed, Reconnecting))).code == "replaced", "no fight"
        await until(ann, is_note(NoteCode.REPLACED))
        await newer.close()
        await until(ann, is_note(NoteCode.AWAY))
        await ann.close()
    assert "closed: replaced" in caplog.text and "closed: away" in caplog.text


async def test_the_log_has_another_word_for_each_way_to_go(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "cardtui.server")
    async with serving(seats=4) as port:
        ann, bo, cy, di = [await connect(port, name) for name in ("Ann", "Bo", "Cy", "Di")]
        bo.send(Leave())
        await until(ann, is_note(NoteCode.LEFT))
        ann.send(Kick(2))
        await until(ann, is_note(NoteCode.KICKED))
        di._wish = None  # type: ignore[assignment]  # it cannot come back
        assert di._link is not None
        di._link.cut()
        await until(ann, is_note(NoteCode.DROPPED))
        assert (await until(cy, kind(Closed))).code == "kicked"
        assert (await until(bo, kind(Closed))).code == "left"
        await ann.close()
    for word in ("left", "kicked", "dropped", "away"):
        assert f"closed: {word}" in caplog.text
