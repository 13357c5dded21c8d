"""A server with several tables is killed in the middle of all of them, and goes on with each."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from netcore.client.shell import Client, ConnectFailed, Reconnected
from netcore.wire.messages import Ack, Lobby, Lock, Pledge, Seated, Share, Start, Update
from tests.e2e.playing import PATIENCE
from tests.e2e.test_killed import Served

pytestmark = pytest.mark.skipif(os.name != "posix", reason="nothing is killed so elsewhere")


async def until(client: Client, wanted: Callable[[Any], bool]) -> Any:
    async with asyncio.timeout(PATIENCE):
        async for event in client:
            if wanted(event):
                return event
    raise AssertionError(f"{client.name}: it never came")


def lie(client: Client, times: int) -> None:
    """Let a client show another share than it has pledged, so often."""
    prover = client._prover
    answer, left = prover._answer, times

    def lying(message: Pledge | Share) -> object:
        nonlocal left
        if isinstance(message, Share) and left:
            left -= 1
            message = replace(message, share=bytes(32))
        return answer(message)

    prover._answer = lying


async def act(clients: list[Client]) -> None:
    """Let whoever is on turn do what is always allowed, and see that it is done."""
    turn = next(one for one in clients if one.view and one.view.game.turn == one.seat)
    assert turn.view is not None
    turn.act(GAMES["uno"].default(turn.view.game))
    ack = await until(turn, lambda event: isinstance(event, Ack))
    for client in clients:
        while client.n < ack.n:
            await until(client, lambda event: isinstance(event, Update))


async def test_every_table_goes_on_and_everybody_comes_back_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("netcore.client.shell.LONGEST_WAIT", 0.5)
    server = Served(tmp_path)
    await server.begin("--tables", "3", "--seats", "2", "--pace", "0", "--reaction", "0")

    async def sit(table: str, name: str, *, watch: bool = False) -> Client:
        return await Client.connect("127.0.0.1", server.port, name=name, table=table, watch=watch)

    tables = {f"table-{i}": [await sit(f"table-{i}", name) for name in ("Ann", "Bo")]
              for i in (1, 2, 3)}  # fmt: skip
    locked, cheated = tables["table-2"], tables["table-3"]
    watcher = await sit("table-2", "Zed", watch=True)
    everybody = [watcher, *(client for clients in tables.values() for client in clients)]
    try:
        locked[0].send(Lock(True))
        await until(watcher, lambda event: isinstance(event, Lobby) and event.locked)
        lie(cheated[1], 2)
        for clients in tables.values():
            clients[0].send(Start())
        for client in everybody:
            await until(client, lambda event: isinstance(event, Update))
        for clients in tables.values():
            await act(clients)
        while watcher.n < locked[0].n:
            await until(watcher, lambda event: isinstance(event, Update))
        before = [(client.seat, client.n, client.view) for client in everybody]

        await server.kill()
        await server.begin("--resume")
        for client in everybody:
            await until(client, lambda event: isinstance(event, Reconnected))
            await until(client, lambda event: isinstance(event, Seated))
            await until(client, lambda event: isinstance(event, Update))
        assert [(client.seat, client.n, client.view) for client in everybody] == before
        for name, clients in tables.items():
            for client in clients:
                while client.lobby is None or client.lobby.paused:
                    await until(client, lambda event: isinstance(event, Lobby))
                assert client.lobby.table == name
            await act(clients)
        lobby = cheated[0].lobby
        assert lobby is not None and (lobby.cancelled, lobby.silent) == (2, (1,))
        with pytest.raises(ConnectFailed) as caught:
            await sit("table-2", "New", watch=True)
        assert caught.value.code == "locked"
    finally:
        for client in everybody:
            await client.close()
        await server.kill()
