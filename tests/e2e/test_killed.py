"""A server killed at any instant: whatever anybody was told is still so in the next one.

`KILLS=200 pytest tests/e2e/test_killed.py` kills so often; without it 8 times.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from netcore.client.shell import Client, Closed
from netcore.journal.entries import Acted, decode
from netcore.journal.sqlite import SqliteStore
from netcore.table.standing import Standing
from netcore.wire.messages import Ack, Lobby, Nak, Ready, Start, Update
from tests.e2e.playing import PATIENCE, line, start

KILLS = int(os.environ.get("KILLS", "8"))


class Witness:
    """A player who remembers all that was told, and plays on whatever happens."""

    def __init__(self, client: Client, rng: Random) -> None:
        self.client = client
        self.seen: dict[int, Any] = {}
        self.answers: dict[bytes, list[Ack | Nak]] = {}
        self.news = 0
        self.back = asyncio.Event()
        self.wanted = 0
        self._rng = rng
        self._acting: asyncio.Task[None] | None = None

    async def play(self) -> None:
        async for event in self.client:
            match event:
                case Update(n=n, view=view):
                    assert n >= max(self.seen, default=0), "what was told is taken back"
                    assert self.seen.setdefault(n, view) == view, "it was told otherwise before"
                    self.news += 1
                    if self.news > self.wanted:
                        self.back.set()
                    self._go_on()
                case Ack(aid=aid) | Nak(aid=aid):
                    self.answers.setdefault(aid, []).append(event)
                    self._go_on()
                case Lobby():
                    self._go_on()
                case Closed():
                    raise AssertionError(f"{self.client.name}: {event}")
                case _:
                    pass

    def _go_on(self) -> None:
        if self._acting is None or self._acting.done():
            self._acting = asyncio.create_task(self._act())

    async def _act(self) -> None:
        """Do what the table waits for: now and then a wrong thing, and no faster than people."""
        await asyncio.sleep(self._rng.uniform(0.0, 0.1))
        await asyncio.sleep(self.client.wait("actions"))
        lobby, view = self.client.lobby, self.client.view
        if lobby is None or lobby.paused:
            return
        if lobby.phase == "between":
            self.client.send(Ready(True))
        elif lobby.phase != "deal":
            if self.client.host:
                self.client.send(Start())
        elif view is not None and view.game.turn == self.client.seat:
            wrong = self._rng.random() < 0.1
            self.client.act("pass" if wrong else GAMES[lobby.game].default(view.game))

    def lose(self) -> None:
        """The server is gone: be back when it has told so much that is new, more or less."""
        self.back.clear()
        self.news, self.wanted = 0, self._rng.randrange(6)


class Served:
    """A `cardtui serve` that is killed and started again."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = 0
        self.process: asyncio.subprocess.Process | None = None

    async def begin(self, *args: str) -> None:
        where = ("--bind", "127.0.0.1", "--port", str(self.port), "--open", "--no-tls")
        self.process = await start(self.home, "serve", *where, *args)
        self.port = int((await line(self.process, "cardtui 127.0.0.1 ")).split()[2])

    async def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            await self.process.communicate()

    def journal(self) -> tuple[bytes, ...]:
        store = SqliteStore(self.home / "data" / "cardtui" / "tables.db")
        try:
            [row] = store.tables()
            return store.load(row.id)
        finally:
            store.close()


def check(records: tuple[bytes, ...], witnesses: list[Witness]) -> None:
    """See that the journal leads to everything that anybody was told, at the same number."""
    told: dict[tuple[int, int], Any] = {}
    standing = Standing(records[0])
    for record in records[1:]:
        standing.add(record)
        if (course := standing.course) is not None:
            for seat in range(course.match.seats):
                told[course.now.n, seat] = course.match.view(seat)
    for witness in witnesses:
        seat = witness.client.seat
        assert seat is not None
        assert standing.n >= max(witness.seen), "somebody was told what is not there"
        for n, view in witness.seen.items():
            assert told[n, seat] == view, f"update {n} of seat {seat}"
    done = {
        (entry.seat, entry.aid): entry.number
        for entry in map(decode, records)
        if isinstance(entry, Acted)
    }
    aids = Counter(entry.aid for entry in map(decode, records) if isinstance(entry, Acted))
    assert set(aids.values()) <= {1}, "an act was done twice"
    for witness in witnesses:
        for aid, answers in witness.answers.items():
            assert len(answers) == 1, "an act was answered twice"
            match answers[0]:
                case Ack(n=n):
                    assert done[witness.client.seat, aid] == n  # type: ignore[index]
                case Nak():
                    assert (witness.client.seat, aid) not in done


async def come_back(witnesses: list[Witness], playing: list[asyncio.Task[None]]) -> None:
    for witness in witnesses:
        waiting = asyncio.create_task(witness.back.wait())
        await asyncio.wait(
            {waiting, *playing}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
        )
        for task in playing:
            if task.done():
                task.result()
        assert witness.back.is_set(), "somebody never came back"
        waiting.cancel()


@pytest.mark.timeout(max(300, 10 * KILLS))
@pytest.mark.skipif(os.name != "posix", reason="nothing is killed so elsewhere")
async def test_killed_and_resumed_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("netcore.client.shell.LONGEST_WAIT", 0.5)
    rng = Random(KILLS)
    server = Served(tmp_path)
    await server.begin("--seats", "3", "--bots", "1", "--pace", "0.02", "--reaction", "0")
    clients = [await Client.connect("127.0.0.1", server.port, name=name) for name in ("Ann", "Bob")]
    witnesses = [Witness(client, rng) for client in clients]
    playing = [asyncio.create_task(witness.play()) for witness in witnesses]
    survived = 0
    try:
        for _ in range(KILLS):
            await come_back(witnesses, playing)
            await asyncio.sleep(rng.uniform(0.0, 0.1))
            await server.kill()
            check(server.journal(), witnesses)
            survived += 1
            for witness in witnesses:
                witness.lose()
            await server.begin("--resume")
        await come_back(witnesses, playing)
    finally:
        for task in playing:
            task.cancel()
        for client in clients:
            await client.close()
        await server.kill()
    records = server.journal()
    check(records, witnesses)
    updates = sum(len(witness.seen) for witness in witnesses)
    answers = sum(len(witness.answers) for witness in witnesses)
    print(f"{survived} of {KILLS} survived: {len(records)} entries, {updates} updates seen, "
          f"{answers} acts answered once")  # fmt: skip
    assert updates > KILLS
