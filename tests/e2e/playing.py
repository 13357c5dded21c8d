"""Players for whole matches: clients over real sockets, each driven by a bot that sees its view."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from engine.bots import choose
from engine.games import GAMES
from netcore.client.shell import Client, Closed
from netcore.wire.messages import (
    ByeCode,
    End,
    Leave,
    Lobby,
    Nak,
    Ready,
    Refused,
    Start,
    TableCode,
    Update,
)

ROOT = Path(__file__).parents[2]
UNHURRIED = ("--pace", "0", "--reaction", "0", "--limit", "actions=10000/1:10000")
"""What a server takes for players who are faster than any."""
PATIENCE = 100.0
"""Seconds any of these tests may take; reached only where something hangs."""


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a child: this code, and a home of its own."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_DATA_HOME": str(home / "data"),
    }


def command(*args: str) -> list[str]:
    """Return the command line of `cardtui …`."""
    return [sys.executable, "-P", "-m", "tui", *args]


async def start(home: Path, *args: str) -> asyncio.subprocess.Process:
    """Start `cardtui …` with pipes."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *command(*args), stdin=pipe, stdout=pipe, stderr=pipe, env=environment(home)
    )


async def line(process: asyncio.subprocess.Process, *wanted: str) -> str:
    """Return the next line of output that holds one of these texts."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while data := await process.stdout.readline():
            text = data.decode().rstrip("\n")
            if not wanted or any(one in text for one in wanted):
                return text
    assert process.stderr is not None
    raise AssertionError(f"{wanted} never came: {(await process.stderr.read()).decode()}")


async def write(process: asyncio.subprocess.Process, text: str) -> None:
    """Type a line."""
    assert process.stdin is not None
    process.stdin.write(f"{text}\n".encode())
    await process.stdin.drain()


async def end(process: asyncio.subprocess.Process) -> int:
    """Close the input and return the exit code."""
    assert process.stdin is not None
    process.stdin.close()
    async with asyncio.timeout(PATIENCE):
        await process.communicate()
    assert process.returncode is not None
    return process.returncode


@asynccontextmanager
async def server(home: Path, *args: str) -> AsyncIterator[int]:
    """Run `cardtui serve`, in clear, open to all and for players faster than any; give its port."""
    where = ("--bind", "127.0.0.1", "--port", "0", "--open", "--no-tls")
    process = await start(home, "serve", *where, *UNHURRIED, *args)
    async with serving(process):
        yield int((await line(process, "cardtui 127.0.0.1 ")).split()[2])


@asynccontextmanager
async def serving(process: asyncio.subprocess.Process) -> AsyncIterator[None]:
    """End a server, which must go in good order; kill it when the test failed."""
    try:
        yield
        process.terminate()
        async with asyncio.timeout(PATIENCE):
            _, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


class Player:
    """One client, played by a bot until the match is won (or so many deals are over)."""

    def __init__(self, client: Client, people: int, seed: int, deals: int) -> None:
        self.client = client
        self.updates: list[Update] = []
        self._people = people
        self._rng = Random(seed)
        self._deals = deals
        self._acted_on = 0
        self._ready_for = 0

    async def play(self) -> None:
        """Play to the end."""
        async for event in self.client:
            match event:
                case Lobby():
                    if self._attend(event):
                        return
                case Update():
                    assert event.n == self.client.n and not event.missed
                    self.updates.append(event)
                    self._act()
                case Nak(detail=detail):
                    await asyncio.sleep(int(detail.get("retry", 0)) / 1000)  # it was too fast
                    self._acted_on = 0
                    self._act()
                case Refused(about="ready", code=TableCode.RATE, detail=detail):
                    await asyncio.sleep(int(detail.get("retry", 0)) / 1000)
                    self.client.send(Ready(True))
                case Closed():
                    raise AssertionError(f"{self.client.name}: {event}")
                case _:
                    pass

    def _attend(self, lobby: Lobby) -> bool:
        """Do what the table waits for; return whether the match is over."""
        sitting = sum(seat.kind != "open" for seat in lobby.seats)
        if lobby.phase == "lobby":
            if self.client.host and sitting == self._people and not self.updates:
                self.client.send(Start())
            return False
        if lobby.phase == "won":
            return True
        if lobby.phase == "between" and self.client.view is not None:
            deal = self.client.view.deal
            if deal >= self._deals:
                return True
            if deal > self._ready_for:
                self._ready_for = deal
                self.client.send(Ready(True))
        return False

    def _act(self) -> None:
        """Act once on each update: a turn, or now and then a reflex."""
        view, lobby = self.client.view, self.client.lobby
        if view is None or lobby is None or self._acted_on == self.client.n:
            return
        game = view.game
        if game.turn == self.client.seat and game.turn is not None:
            action = choose(lobby.game, game, self._rng, "easy")
            if getattr(action, "call", False) and self._rng.random() < 0.3:
                action = type(action)(action.cards, False, action.swap)
        else:
            action = self._reflex(lobby.game, game)
        if action is not None:
            self._acted_on = self.client.n
            self.client.act(action)

    def _reflex(self, name: str, game: Any) -> Any:
        if name != "uno" or not (game.catchable or game.late):
            return None
        reflexes = [
            action
            for action in GAMES[name].legal(game)
            if str(action).split()[0] in ("call", "catch", "jump")
        ]
        return self._rng.choice(reflexes) if reflexes and self._rng.random() < 0.5 else None


async def whole_match(port: int, people: int, *, deals: int = 30) -> list[Player]:
    """Seat so many people and let them play; return them with the connection still open."""
    players: list[Player] = []
    for number in range(people):
        client = await Client.connect("127.0.0.1", port, name=f"Player {number + 1}")
        players.append(Player(client, people, number, deals))
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*[player.play() for player in players])
    return players


async def part(players: Sequence[Player]) -> None:
    """Leave, all of them; the host, who is the first, ends a match that is not over."""
    for player in players:
        lobby = player.client.lobby
        if player.client.host and lobby is not None and lobby.phase == "between":
            player.client.send(End())
        player.client.send(Leave())
        async with asyncio.timeout(PATIENCE):
            async for event in player.client:
                if isinstance(event, Closed):
                    assert event.code in (ByeCode.LEFT, ByeCode.SHUTDOWN)
