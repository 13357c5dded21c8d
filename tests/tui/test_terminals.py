"""The real program on terminals of many kinds, and on one that stands still."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from unicodedata import east_asian_width

import pytest

from netcore.client.shell import Client
from netcore.wire.messages import Chat, Said
from tests.ports import free_port
from tests.tui.terminal import LIMIT, Terminal


def program(home: Path, *args: str, **env: str) -> Terminal:
    folders = {"XDG_STATE_HOME": str(home / "state"), "XDG_DATA_HOME": str(home / "data")}
    argv = [sys.executable, "-P", "-m", "tui", *args]
    return Terminal(argv, env={"HOME": str(home), "COLORTERM": "", **folders, **env})


@pytest.mark.parametrize(
    ("env", "wanted", "screen"),
    [
        ({"TERM": "xterm", "LANG": "C"}, ("Your hand (", "q leave"), True),
        ({"TERM": "screen", "LANG": "zh_TW.UTF-8"}, ("你的手牌（", "q 離開"), True),
        ({"TERM": "linux", "LANG": "C"}, ("Your hand (", "q leave", "+- table"), True),
        ({"TERM": "dumb", "LANG": "zh_CN.UTF-8"}, ("你是 Ann，坐 1 号座位。",), False),
    ],
    ids=lambda value: value.get("TERM") if isinstance(value, dict) else "",
)
def test_each_of_them_reaches_the_table(
    env: dict[str, str], wanted: tuple[str, ...], screen: bool, tmp_path: Path
) -> None:
    with program(tmp_path, "play", "--no-motion", "--name", "Ann", **env) as terminal:
        text = terminal.shows(*wanted)
        assert (b"\x1b[?1049h" in terminal.raw) == screen
        if env["TERM"] == "linux":
            assert not [letter for letter in text if east_asian_width(letter) in "AWF"]


async def test_a_host_whose_terminal_stands_still_holds_nobody_up(tmp_path: Path) -> None:
    """Nobody reads it, and whoever writes to it waits: here the whole program does."""
    port = str(free_port())
    where = ("--bind", "127.0.0.1", "--port", port, "--open", "--no-tls")
    with program(tmp_path, "host", *where, "--name", "Ann") as terminal:
        await asyncio.to_thread(terminal.shows, "cardtui join 127.0.0.1")
        terminal.process.send_signal(signal.SIGSTOP)
        async with asyncio.timeout(LIMIT):
            guest = await Client.connect("127.0.0.1", int(port), name="Bo")
            guest.send(Chat("hello?"))
            async for event in guest:
                if isinstance(event, Said) and event.text == "hello?":
                    break
            await guest.close()
        terminal.process.send_signal(signal.SIGCONT)
        await asyncio.to_thread(terminal.shows, "hello?")
        terminal.send("q")
        await asyncio.to_thread(terminal.shows, "Leave?")
        terminal.send("y")
        assert await asyncio.to_thread(terminal.wait) == 0
