"""How a server tells its owner how it does."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from netcore.journal.store import MemoryStore
from netcore.server import health
from netcore.server.health import Gauge, memory, timing
from netcore.server.house import Kept
from netcore.server.status import _short, ask, telling
from netcore.wire.messages import Chat, Lobby, Refused, Said, Sync
from tests.netcore.served import connect, kind, serving, until
from tests.netcore.test_crowds import joined
from tui.__main__ import main
from tui.tables import seat

needs_unix = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs Unix sockets")


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("s")


def test_a_gauge_looks_back_a_minute() -> None:
    gauge = Gauge()
    for second in range(200):
        gauge.note(100.0 + second, 0.001 * (second % 10))
    assert gauge.count == 200
    assert gauge.recent(299.0) == 60
    assert gauge.recent(299.0, 10) == 10
    assert gauge.worst(299.0) == pytest.approx(0.009)
    assert gauge.mean(299.0) == pytest.approx(0.0045)
    assert timing(gauge, 299.0) == {"mean": 4.5, "worst": 9.0, "count": 60}
    assert gauge.recent(1000.0) == 0
    assert timing(Gauge(), 5.0) == {"mean": 0.0, "worst": 0.0, "count": 0}
    assert len(gauge._seconds) <= health.WINDOW


def test_the_memory_is_known_here() -> None:
    assert 5_000 < memory() < 5_000_000


async def asked(folder: Path, port: int | None = None) -> list[dict[str, Any]]:
    return list(await asyncio.to_thread(lambda: list(ask(folder, port))))


@needs_unix
async def test_a_server_tells_its_owner_how_it_does(folder: Path) -> None:
    async with serving(tables=2, seats=3, bots=("easy",), status=folder) as port:
        ann = await connect(port, "Ann", table="table-2")
        await until(ann, kind(Lobby))
        ann.send(Chat("hi"))
        await until(ann, kind(Said))
        raw, _ = await joined(port, "Bo", "table-1")
        for _ in range(6):
            raw.send(Sync())
        while not isinstance(await raw.next(), Refused):
            pass
        (report,) = await asked(folder, port)
        assert await asked(folder) != [] and await asked(folder, port + 1) == []
        assert (report["port"], report["pid"], report["app"]) == (port, os.getpid(), "test")
        assert report["connections"] == {"open": 2, "members": 2, "strangers": 0, "most": 64}
        assert report["actions"]["all"] >= 3 and report["actions"]["per_second"] > 0
        assert report["too_fast"]["all"] >= 1
        assert set(report["loop_lag_ms"]) == {"mean", "worst", "count"}
        assert report["memory_kib"] > 0 and report["queues"]["bytes"] >= 0
        names = [(one["name"], one["humans"], one["bots"]) for one in report["tables"]]
        assert names == [("table-1", 1, 1), ("table-2", 1, 1)]
        assert "secret" not in json.dumps(report) and ann.token not in json.dumps(report)
        (path,) = folder.glob("*.sock")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        await raw.close()
        await ann.close()
    assert list(folder.iterdir()) == []


@needs_unix
async def test_how_long_it_takes_to_be_durable_is_told(folder: Path) -> None:
    kept = Kept(MemoryStore(), "host")
    async with serving(seats=2, status=folder, kept=kept) as port:
        ann = await connect(port, "Ann")
        await until(ann, kind(Lobby))
        (report,) = await asked(folder)
        assert report["commit_ms"]["count"] >= 1 and report["commit_ms"]["worst"] > 0
        await ann.close()


@needs_unix
async def test_a_folder_that_cannot_be_is_no_reason_not_to_serve(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    async with serving(seats=2, status=tmp_path / "file") as port:
        ann = await connect(port, "Ann")
        assert ann.seat == 0 and await asked(tmp_path / "file") == []
        await ann.close()


@pytest.mark.skipif(sys.platform != "linux", reason="a socket has a short name by /proc alone")
async def test_a_server_can_be_asked_however_long_the_name_of_a_home_is(tmp_path: Path) -> None:
    folder = tmp_path / ("王" * 60) / "cardtui"
    async with serving(seats=2, status=folder) as port:
        (report,) = await asked(folder, port)
        assert report["port"] == port
        assert [stat.S_IMODE(one.stat().st_mode) for one in folder.iterdir()] == [0o600]
    assert list(folder.iterdir()) == []


@needs_unix
def test_what_a_dead_server_left_is_removed(folder: Path) -> None:
    path = folder / "7777-1.sock"
    with socket.socket(socket.AF_UNIX) as dead, _short(path) as name:
        dead.bind(name)
    assert list(ask(folder)) == []
    assert not path.exists()


@needs_unix
async def test_the_command_says_it_in_lines_and_for_programs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(seat, "status_folder", lambda: folder)

    async def run(*words: str) -> tuple[int, str, str]:
        code = await asyncio.to_thread(main, ["status", *words])
        out, err = capsys.readouterr()
        return code, out, err

    code, out, err = await run()
    assert (code, out) == (3, "") and "no server" in err
    async with serving(seats=2, status=folder) as port:
        code, out, _ = await run()
        assert code == 0
        assert f"port {port}, test, process {os.getpid()}, up 0:00:" in out
        assert "connections: 0 at tables, 0 at the door, 64 at most" in out
        assert "table: UNO, not begun, 0 people, 0 bots, 0 watching" in out
        for where in (str(port), f"127.0.0.1:{port}", f"[::1]:{port}", f"localhost:{port}"):
            assert (await run(where))[0] == 0
        code, out, _ = await run("--json", str(port))
        assert code == 0 and json.loads(out)[0]["port"] == port
        code, out, _ = await run("--json", "1")
        assert (code, json.loads(out)) == (3, [])
    for wrong, why in (("192.168.1.5:7777", "on its machine"), ("a b", "PORT or HOST:PORT")):
        code, _, err = await run(wrong)
        assert code == 2 and why in err


@needs_unix
async def test_nobody_who_does_not_read_holds_the_server_up(folder: Path) -> None:
    async with telling(folder, 7, lambda: {"filler": "x" * 900_000}):
        deaf = socket.socket(socket.AF_UNIX)
        (path,) = folder.glob("*.sock")
        with _short(path) as name:
            deaf.connect(name)
        (report,) = await asked(folder)  # while the other one has taken nothing
        assert len(report["filler"]) == 900_000
    assert deaf.recv(1) == b"{", "it was still waited for when the server ended"
    deaf.close()
