"""A host whose terminal is lost, and how the table is found again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from netcore.client.shell import ConnectFailed
from tests import inprocess
from tests.e2e.playing import PATIENCE, command, end, environment, line, start, write
from tests.ports import free_port
from tui.tables.child import ServerDied
from tui.tables.owntable import OwnTable, open_table


async def lose(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    process.send_signal(number)
    async with asyncio.timeout(PATIENCE):
        await process.communicate()


async def test_a_host_comes_back_and_closes_the_table(tmp_path: Path) -> None:
    port = str(free_port())
    host = ("host", "--plain", "--bind", "127.0.0.1", "--port", port, "--name", "Ann")
    first = await start(tmp_path, *host, "--seats", "2", "--timer", "0")
    invite = f"Others join with: cardtui join 127.0.0.1:{port}/"
    assert (await line(first, "Others join")).startswith(invite)
    await line(first, "Type start")
    (kept,) = (tmp_path / "state").rglob("seat-*")
    assert kept.stat().st_mode & 0o777 == 0o600
    await lose(first, signal.SIGKILL)
    guest = await start(tmp_path, "join", f"localhost:{port}", "--plain")
    assert "localhost" in await line(guest, "Others join with")  # it listens here alone
    assert "You are Ann, on seat 1" in await line(guest, "You are")
    await line(guest, "Type start")  # only a host is told so
    await lose(guest, signal.SIGHUP)
    again = await start(tmp_path, *host)
    assert again.stderr is not None
    assert b"your table is still open" in await again.stderr.readline()
    assert "You are Ann, on seat 1" in await line(again, "You are")
    await line(again, "Type start")
    await write(again, "bot")
    await line(again, "Ada")
    await write(again, "start")
    await line(again, "deal")
    assert await end(again) == 0
    async with asyncio.timeout(PATIENCE):
        while await _answers(int(port)):
            await asyncio.sleep(0.05)
    assert list((tmp_path / "state").rglob("seat-*")) == []


async def test_a_host_may_go_and_keep_the_table_open(tmp_path: Path) -> None:
    port = str(free_port())
    host = ("host", "--plain", "--bind", "127.0.0.1", "--port", port, "--name", "Ann")
    first = await start(tmp_path, *host, "--seats", "2", "--timer", "0")
    there = (await line(first, "Others join with")).split()[-1]
    await line(first, "Type start")
    guest = await start(tmp_path, "join", there, "--plain", "--name", "Bo")
    await line(guest, "You are Bo")
    await write(first, "keep")
    await line(guest, "Ann steps away; the seat is kept.")
    await line(first, "The table stays open.")
    assert await end(first) == 0
    again = await start(tmp_path, *host)
    await line(again, "Type start")
    await line(guest, "Ann is back.")
    assert await end(again) == 0, "and now it is closed"
    await line(guest, "The table has closed.")
    assert await end(guest) == 3


async def _answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


async def test_a_second_host_does_not_take_the_first_ones_table(tmp_path: Path) -> None:
    port = str(free_port())
    host = ("host", "--plain", "--bind", "127.0.0.1", "--port", port)
    first = await start(tmp_path, *host)
    await line(first, "Type start")
    done = await asyncio.to_thread(
        subprocess.run,
        command(*host),
        env=environment(tmp_path),
        input="",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1 and f"port {port} is in use" in done.stderr
    assert await end(first) == 0


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    return tmp_path


async def test_somebody_elses_table_on_that_port_is_left_alone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    first = await asyncio.to_thread(_open, port)
    client = await first.connect("Ann")
    await client.close()
    first._server.stop()  # it died; what was kept of it is still there
    other = await asyncio.to_thread(_open_elsewhere, port, home / "other")
    theirs = await other.connect("Bo")
    found = await asyncio.to_thread(_open, port)
    with pytest.raises(ConnectFailed) as caught:
        await found.connect("Ann")
    assert caught.value.code == "failed" and str(port) in str(caught.value.detail["why"])
    monkeypatch.setattr(found._server, "stop", lambda: pytest.fail("it is not theirs to end"))
    found.close(keep=False)
    async with asyncio.timeout(PATIENCE):
        watcher = await other.connect("Zed")  # it still runs
    await watcher.close()
    await theirs.close()
    await asyncio.to_thread(other.close, keep=False)


def _open(port: int) -> OwnTable:
    return open_table(["--game", "uno"], alone=False, bind="127.0.0.1", port=port)


def _open_elsewhere(port: int, state: Path) -> OwnTable:
    names = ("XDG_STATE_HOME", "XDG_DATA_HOME")
    before = {name: os.environ[name] for name in names}
    os.environ.update({name: str(state / name) for name in names})
    try:
        return _open(port)
    finally:
        os.environ.update(before)


def test_a_port_of_a_stranger_is_no_own_table(home: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        with pytest.raises(ServerDied) as caught:
            _open(busy.getsockname()[1])
    assert caught.value.code == 1


async def test_nothing_is_kept_of_a_table_that_was_closed(home: Path) -> None:
    table = await asyncio.to_thread(_open, free_port())
    client = await table.connect("Ann")
    await client.close()  # the seat would be kept
    assert len(list(home.rglob("seat-*"))) == 1
    await asyncio.to_thread(table.close, keep=False)
    assert list(home.rglob("seat-*")) == []


async def test_a_log_file_has_both_sides_and_no_secret(tmp_path: Path) -> None:
    port, log = str(free_port()), tmp_path / "log"
    where = ("--bind", "127.0.0.1", "--port", port, "--log-file", str(log))
    host = await start(tmp_path, "host", "--plain", *where, "--name", "Ann", "--seats", "2")
    code = (await line(host, "Others join with")).rpartition("/")[2]
    await line(host, "Type start")
    there = f"localhost:{port}/{code}"
    guest = await start(tmp_path, "join", there, "--plain", "--name", "Bo", "--log-file", str(log))
    await line(guest, "You are Bo")
    await write(guest, "/do not write this down")
    await line(host, "do not write this down")
    kept = [json.loads(one.read_text()) for one in (tmp_path / "state").rglob("seat-*")]
    assert len(kept) == 2
    assert await end(guest) == 0
    assert await end(host) == 0
    text = log.read_text()
    for word in (
        "cardtui.client: at the table of 127.0.0.1",
        "cardtui.client: at the table of localhost",
        "cardtui.server: connection 1 from 127.0.0.1",
        "closed: left",
        "cardtui.server: ends for good",
    ):
        assert word in text, text
    assert "do not write" not in text
    for secrets in kept:
        for name in ("token", "host_token", "code"):
            assert not secrets.get(name) or secrets[name] not in text


def test_a_log_file_that_cannot_be_is_refused(tmp_path: Path) -> None:
    for words in (["serve"], ["join", "127.0.0.1:1", "--plain"]):
        args = [*words, "--log-file", str(tmp_path)]
        done = inprocess.run(args, environment(tmp_path), tmp_path)
        assert done.returncode == 2
        assert done.stderr == f"cardtui: --log-file {tmp_path}: Is a directory\n"
