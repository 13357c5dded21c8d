"""Over real sockets, by TLS and with a join code, through lines that fail in every way there is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from netcore.client import link
from netcore.transport import pulse
from tests.netcore.players import a_table, come, play, settle_and_check
from tests.netcore.proxy import Line, Proxy, before

CODE = "7KQ2M9XW"
ACTS = 4


async def game(folder: Path, fate: Line) -> Proxy:
    """Play a little while Ann's first line has that fate."""
    options = {"certificate": folder, "code": CODE, "seats": 3, "timer": 0, "grace": 2}
    async with a_table(**options) as (port, table), before(port) as proxy:
        proxy.fates.append(fate)
        trusted = {"tls": True, "code": CODE}
        people = [
            await come(proxy.port, "Ann", **trusted),
            await come(port, "Bo", **trusted),
        ]
        await play(table, people, ACTS, Random(1))
        await settle_and_check(table, people)
        for one in people:
            await one.leave()
    return proxy


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a silent line be noticed soon; loaded machines still answer a ping in that time."""
    monkeypatch.setattr(pulse, "PING_AFTER", 1.0)
    monkeypatch.setattr(link, "DEAD_AFTER", 3.0)


async def test_a_whole_line_carries_everything(tmp_path: Path) -> None:
    proxy = await game(tmp_path, Line())
    assert len(proxy.lines) == 1
    assert min(proxy.lines[0].carried) > 500


@pytest.mark.parametrize("up", [10, 500, 600])
async def test_cut_on_the_way_up(up: int, tmp_path: Path) -> None:
    proxy = await game(tmp_path, Line(up=up))
    assert len(proxy.lines) > 1 and proxy.lines[0].carried[0] == up


@pytest.mark.parametrize("down", [100, 1500, 2600, 3333])
async def test_cut_on_the_way_down(down: int, tmp_path: Path) -> None:
    proxy = await game(tmp_path, Line(down=down))
    assert len(proxy.lines) > 1 and proxy.lines[0].carried[1] == down


async def test_half_open(quick: None, tmp_path: Path) -> None:
    proxy = await game(tmp_path, Line(down=2600, silent=True))
    assert len(proxy.lines) >= 2


async def test_slow(tmp_path: Path) -> None:
    proxy = await game(tmp_path, Line(delay=0.05))
    assert len(proxy.lines) == 1
