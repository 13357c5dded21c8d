"""Several machines, each with addresses of its own: network namespaces, joined by virtual cables.

    friend  192.168.77.2 --- 192.168.77.1  keeper  10.66.0.1 --- 9.9.9.9  stranger
            fd77::2          fd77::1

The friend is on a network of the keeper's; the stranger comes from an address of the Internet that
is on none of them.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest

from tests.e2e.playing import PATIENCE, command, end, environment, line, serving, write

CODE = "ABCD2345"
PORT = 7777
_NUMBERS = count(1)


def ip(*args: str) -> None:
    """Run `ip …`. Raises CalledProcessError."""
    subprocess.run(["ip", *args], check=True, capture_output=True, text=True)


class Machines:
    """The three namespaces, by the machine's name."""

    def __init__(self) -> None:
        self._number = f"ct{os.getpid()}x{next(_NUMBERS)}"
        self._made: list[str] = []

    def space(self, name: str) -> str:
        return f"{self._number}{name}"

    def set_up(self) -> None:
        for name in ("keeper", "friend", "stranger"):
            ip("netns", "add", self.space(name))
            self._made.append(name)
            ip("-n", self.space(name), "link", "set", "lo", "up")
        self._cable("friend", "to-friend", "to-keeper")
        self._cable("stranger", "to-strange", "to-keeper")
        for name, device, address in (
            ("keeper", "to-friend", "192.168.77.1/24"),
            ("friend", "to-keeper", "192.168.77.2/24"),
            ("keeper", "to-friend", "fd77::1/64"),
            ("friend", "to-keeper", "fd77::2/64"),
            ("keeper", "to-strange", "10.66.0.1/32"),
            ("stranger", "to-keeper", "9.9.9.9/32"),
        ):
            options = ("nodad",) if ":" in address else ()
            ip("-n", self.space(name), "addr", "add", address, "dev", device, *options)
        ip("-n", self.space("keeper"), "route", "add", "9.9.9.9/32", "dev", "to-strange")
        ip("-n", self.space("stranger"), "route", "add", "10.66.0.1/32", "dev", "to-keeper")

    def _cable(self, name: str, here: str, there: str) -> None:
        """Lay a cable from the keeper to another machine."""
        ends = (here, "netns", self.space("keeper"), "type", "veth", "peer", "name", there)
        ip("link", "add", *ends, "netns", self.space(name))
        ip("-n", self.space("keeper"), "link", "set", here, "up")
        ip("-n", self.space(name), "link", "set", there, "up")

    def tear_down(self) -> None:
        for name in self._made:
            subprocess.run(["ip", "netns", "del", self.space(name)], check=False)

    async def start(self, name: str, home: Path, *args: str) -> asyncio.subprocess.Process:
        """Start `cardtui …` on a machine."""
        home.mkdir(exist_ok=True)
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            *("ip", "netns", "exec", self.space(name), *command(*args)),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=environment(home),
        )


@pytest.fixture
def machines() -> Iterator[Machines]:
    if shutil.which("ip") is None:
        pytest.skip("namespaces cannot be made here: there is no `ip` (iproute2)")
    made = Machines()
    try:
        made.set_up()
    except subprocess.CalledProcessError as error:
        made.tear_down()
        pytest.skip(f"namespaces cannot be made here: {error.stderr.strip()}")
    yield made
    made.tear_down()


@asynccontextmanager
async def table(machines: Machines, home: Path, *args: str) -> AsyncIterator[None]:
    """Run `cardtui serve` on the machine of the table."""
    process = await machines.start(
        *("keeper", home / "keeper", "serve", "--port", str(PORT), "--code", CODE),
        *("--seats", "2", "--timer", "0", *args),
    )
    async with serving(process):
        await line(process, "cardtui 127.0.0.1 ")
        yield


async def join(machines: Machines, name: str, home: Path, where: str) -> asyncio.subprocess.Process:
    """Let somebody join from a machine, called like it."""
    who = name.capitalize()
    return await machines.start(name, home / name, "join", where, "--plain", "--name", who)


async def refusal(machines: Machines, name: str, home: Path, where: str) -> str:
    """Try to join; return why that failed."""
    process = await join(machines, name, home, where)
    async with asyncio.timeout(PATIENCE):
        out, errors = await process.communicate()
    assert process.returncode not in (0, 2), (out + errors).decode()
    assert "You are" not in out.decode()
    return errors.decode()


@pytest.mark.parametrize("address", ["192.168.77.1", "[fd77::1]"], ids=["IPv4", "IPv6"])
async def test_a_friend_of_the_same_network_joins(
    machines: Machines, address: str, tmp_path: Path
) -> None:
    async with table(machines, tmp_path, "--bots", "1"):
        friend = await join(machines, "friend", tmp_path, f"{address}:{PORT}/{CODE}")
        await line(friend, "You are Friend")
        await write(friend, "start")
        await line(friend, "cards each")
        assert await end(friend) == 0


async def test_strangers_are_turned_away_unless_the_table_is_public(
    machines: Machines, tmp_path: Path
) -> None:
    where = f"10.66.0.1:{PORT}/{CODE}"
    async with table(machines, tmp_path):
        assert "only players of its own network" in await refusal(
            machines, "stranger", tmp_path, where
        )
    async with table(machines, tmp_path, "--public"):
        wrong = f"10.66.0.1:{PORT}/ZZZZ9999"
        assert "not the join code" in await refusal(machines, "stranger", tmp_path, wrong)
        stranger = await join(machines, "stranger", tmp_path, where)
        await line(stranger, "You are Stranger")
        friend = await join(machines, "friend", tmp_path, f"192.168.77.1:{PORT}/{CODE}")
        await line(friend, "You are Friend")
        for one in (stranger, friend):
            assert await end(one) == 0


async def test_who_listens_on_one_address_is_not_there_on_others(
    machines: Machines, tmp_path: Path
) -> None:
    async with table(machines, tmp_path, "--bind", "192.168.77.1", "--public"):
        friend = await join(machines, "friend", tmp_path, f"192.168.77.1:{PORT}/{CODE}")
        await line(friend, "You are Friend")
        home = tmp_path / "elsewhere"
        home.mkdir()
        others = {"stranger": "10.66.0.1", "friend": "[fd77::1]", "keeper": "127.0.0.1"}
        asked = [
            refusal(machines, name, home, f"{address}:{PORT}/{CODE}")
            for name, address in others.items()
        ]
        for why in await asyncio.gather(*asked):
            assert "Nobody answers there" in why
        assert await end(friend) == 0
