"""Tables that are gone on with, exported and remembered, as a player asks for it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.record import load
from netcore.client.shell import Client, Reconnected
from netcore.journal.sqlite import SqliteStore
from netcore.wire.messages import Lobby, Ready, Start, Update
from tests import inprocess
from tests.e2e.playing import (
    PATIENCE,
    UNHURRIED,
    command,
    end,
    environment,
    line,
    start,
    write,
)
from tests.ports import free_port


def cardtui(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*args), env=environment(home), capture_output=True, text=True, timeout=PATIENCE
    )


def at_once(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run what ends before it would need a process of its own."""
    return inprocess.run([*args], environment(home), home)


def table_of(home: Path) -> str:
    store = SqliteStore(home / "data" / "cardtui" / "tables.db")
    try:
        return store.tables()[0].id
    finally:
        store.close()


async def hand(process: asyncio.subprocess.Process) -> str:
    return await line(process, "Your hand")


async def test_a_game_alone_is_continued_where_it_was_left(tmp_path: Path) -> None:
    first = await start(tmp_path, "play", "--plain", "--name", "Ann", "--pace", "0")
    before = await hand(first)
    await line(first, "1) ")
    await write(first, "quit")
    assert "play --resume" in await line(first, "is kept")
    assert await end(first) == 0
    for _ in range(2):
        again = await start(tmp_path, "play", "--plain", "--resume")
        assert "You are Ann, on seat 1" in await line(again, "You are")
        assert await hand(again) == before
        assert await end(again) == 0


async def test_a_game_alone_survives_being_killed(tmp_path: Path) -> None:
    first = await start(tmp_path, "play", "--plain", "--name", "Ann", "--pace", "0")
    before = await hand(first)
    await line(first, "1) ")
    first.kill()
    await first.communicate()
    table = table_of(tmp_path)
    async with asyncio.timeout(PATIENCE):
        while _held(tmp_path):  # its server notices that it is alone
            await asyncio.sleep(0.05)
    again = await start(tmp_path, "play", "--plain", "--resume", table[:6])
    assert await hand(again) == before
    assert await end(again) == 0


def _held(home: Path) -> bool:
    store = SqliteStore(home / "data" / "cardtui" / "tables.db")
    try:
        return store.tables()[0].held
    finally:
        store.close()


@pytest.mark.skipif(os.name != "posix", reason="nothing is killed so elsewhere")
async def test_a_host_goes_on_and_the_guest_comes_back_alone(tmp_path: Path) -> None:
    port = free_port()
    where = ("--bind", "127.0.0.1", "--port", str(port), "--open", "--no-tls")
    host = await start(
        tmp_path, "host", "--plain", "--name", "Ann", "--seats", "2", "--timer", "0", *where
    )
    await line(host, "Type start")
    guest = await Client.connect("127.0.0.1", port, name="Bob")
    await line(host, "Bob")
    await write(host, "start")
    async with asyncio.timeout(PATIENCE):
        async for event in guest:  # a lot says who begins; the host is shown cards on turn
            if not isinstance(event, Update) or guest.view is None:
                continue
            if guest.view.game.turn != guest.seat:
                break
            guest.act(GAMES["uno"].default(guest.view.game))
    before = await line(host, "Cards:")
    seen, n = guest.view, guest.n
    server = int(json.loads(next((tmp_path / "state").rglob("seat-*")).read_text())["process"])
    os.kill(server, signal.SIGKILL)
    host.kill()
    await host.communicate()

    again = await start(tmp_path, "host", "--plain", "--resume")
    assert "You are Ann, on seat 1" in await line(again, "You are")
    assert await line(again, "Cards:") == before
    async with asyncio.timeout(PATIENCE):
        back = False
        async for event in guest:
            back = back or isinstance(event, Reconnected)
            if back and isinstance(event, Update):
                break
    assert (guest.view, guest.n) == (seen, n)
    while guest.lobby is None or guest.lobby.paused:
        async with asyncio.timeout(PATIENCE):
            async for event in guest:
                if isinstance(event, Lobby):
                    break
    taken = cardtui(tmp_path, "host", "--plain", "--resume")
    assert taken.returncode == 5 and "is still open" in taken.stderr
    assert await end(again) == 0
    await guest.close()
    closed = cardtui(tmp_path, "host", "--plain", "--resume")
    assert closed.returncode == 5 and "no unfinished table" in closed.stderr


async def _play(client: Client, *, matches: int) -> None:
    """Play as the host until so many matches are won."""
    won = 0
    async with asyncio.timeout(PATIENCE):
        async for event in client:
            lobby, view = client.lobby, client.view
            if lobby is None:
                continue
            await asyncio.sleep(client.wait("actions"))
            if isinstance(event, Lobby) and lobby.phase == "won":
                won += 1
                if won == matches:
                    return
                client.send(Start())
            elif isinstance(event, Lobby) and lobby.phase == "between":
                client.send(Ready(True))
            elif isinstance(event, Lobby) and lobby.phase == "lobby":
                client.send(Start())
            elif not isinstance(event, Update) or view is None or lobby.phase != "deal":
                continue  # an answer changes nothing: acting on it would act twice in a turn
            elif view.game.turn == client.seat:
                client.act(GAMES[lobby.game].default(view.game))


async def test_matches_are_exported_and_remembered(tmp_path: Path) -> None:
    where = ("--bind", "127.0.0.1", "--port", "0", "--open", "--no-tls")
    rules = tmp_path / "王家.toml"
    rules.write_text('base = "official"\ntarget = 30\nhand_size = 2\n', encoding="utf-8")
    table_words = ("--rules", str(rules), "--seats", "2", "--bots", "1", *UNHURRIED)
    process = await start(tmp_path, "serve", *where, *table_words)
    port = int((await line(process, "cardtui 127.0.0.1 ")).split()[2])
    client = await Client.connect("127.0.0.1", port, name="王小明")
    await _play(client, matches=2)
    assert client.lobby is not None and client.lobby.rules_name == "王家"
    client.send(Start())  # a third one, that is not finished
    async with asyncio.timeout(PATIENCE):
        async for event in client:
            if isinstance(event, Update) and event.view.deal == 1 and not event.view.won:
                break
    table = table_of(tmp_path)

    newest, oldest = json.loads(at_once(tmp_path, "history", "--json").stdout)
    assert (newest["match"], oldest["match"]) == (2, 1)
    assert newest["players"][0] == "王小明" and newest["bots"] == [2]
    assert newest["winners"] and max(newest["scores"]) >= 30
    assert newest["rules"] == "王家" and not newest["changed"]
    told = at_once(tmp_path, "history", "--last", "1").stdout.splitlines()
    assert (
        len(told) == 1
        and "UNO, 王家 " in told[0]
        and "王小明" in told[0]
        and f"[{table[:8]}/2]" in told[0]
    )

    for match in ("1", "2"):
        file = tmp_path / f"match-{match}.toml"
        done = at_once(tmp_path, "export", f"{table[:8]}/{match}", str(file))
        assert done.returncode == 0, done.stderr
        assert load(file.read_text(encoding="utf-8")).about["called"] == "王家"
        assert at_once(tmp_path, "verify", str(file)).returncode == 0
    assert at_once(tmp_path, "export", table[:8], str(file)).returncode == 2  # it is there
    running = at_once(tmp_path, "export", f"{table[:8]}/3")
    if "[[deal]]" in running.stdout:  # a deal of it is over already: it alone is written
        assert "holds every hand" in running.stderr
    else:
        assert running.returncode == 5 and "holds every hand" in running.stderr
    assert at_once(tmp_path, "export", f"{table[:8]}/9").returncode == 5
    assert at_once(tmp_path, "export", f"{table[:8]}/x").returncode == 2
    assert at_once(tmp_path, "export", "zz").returncode == 5

    await client.close()
    process.terminate()
    await process.communicate()


def test_nothing_was_played_yet(tmp_path: Path) -> None:
    done = at_once(tmp_path, "history")
    assert done.returncode == 0 and "No match" in done.stdout
    assert at_once(tmp_path, "history", "--json").stdout.strip() == "[]"
    assert not (tmp_path / "data").exists()
    assert cardtui(tmp_path, "play", "--plain", "--resume").returncode == 5


def test_a_table_is_gone_on_with_as_it_is(tmp_path: Path) -> None:
    for option in (("--rules", "kano"), ("--seats", "3"), ("--set", "target=1")):
        done = cardtui(tmp_path, "serve", "--resume", *option)
        assert done.returncode == 2 and "--resume" in done.stderr


def test_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """A host is refused; who plays alone is told, and plays."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "cardtui").write_text("in the way")
    done = cardtui(tmp_path, "serve", "--port", "0", "--no-tls")
    assert done.returncode == 1 and "cannot be kept" in done.stderr
    played = subprocess.run(
        command("play", "--plain", "--pace", "0"),
        env=environment(tmp_path),
        input="",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert played.returncode == 0 and "You are" in played.stdout


async def test_other_rules_than_it_was_played_by(tmp_path: Path) -> None:
    import sqlite3

    first = await start(tmp_path, "play", "--plain", "--pace", "0")
    await hand(first)
    assert await end(first) == 0
    database = sqlite3.connect(tmp_path / "data" / "cardtui" / "tables.db")
    with database:
        database.execute("UPDATE tables SET rules_version = 0")
    database.close()
    done = cardtui(tmp_path, "play", "--plain", "--resume")
    assert done.returncode == 5 and "version 0 of the rules" in done.stderr
