"""Real clients that play, and what must be true of each: for tests over lines that fail.

Must not know: what kind of line it is. Waiting is polling, so that it works in a virtual time too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from netcore.client.shell import Client, Closed, ConnectFailed
from netcore.server import house
from netcore.table import resumed
from netcore.table.requests import Table
from netcore.wire.messages import Ack, Lobby, Nak, Ready, Seated, Start, Update
from tests.netcore.served import serving
from tests.netcore.tablepair import check_knowledge

POLL = 0.01
PASSING = ("refused", "unreachable", "not-cardtui", "timeout", "table-full", "idle")
"""Why a first attempt may fail on a bad line, and not for ever."""


async def until(true: Callable[[], bool], seconds: float = 400.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(POLL)


@asynccontextmanager
async def a_table(**options: Any) -> AsyncIterator[tuple[int, Table]]:
    """Serve a table; give the port and the table itself."""
    opened: list[Table] = []

    class Shown(Table):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            opened.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house, "Table", Shown)
        patch.setattr(resumed, "Table", Shown)
        async with serving(**options) as port:
            yield port, opened[-1]


async def come(port: int, name: str, **options: Any) -> Person:
    """Connect as a person would: again when it failed."""
    while True:
        try:
            return Person(await Client.connect("127.0.0.1", port, name=name, **options))
        except ConnectFailed as failed:
            assert failed.code in PASSING, failed.code
            await asyncio.sleep(0.5)


class Person:
    """A client, all that it has said, and all that was asked of it.

    Attributes:
        answers: By aid, what came for it.
        told: The events of all updates, in order.
        missed: Whether some were not told.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.answers: dict[bytes, list[Ack | Nak]] = {}
        self.told: list[Any] = []
        self.seen = 0
        self.missed = False
        self.closed: Closed | None = None
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for event in self.client:
            match event:
                case Ack() | Nak():
                    self.answers[event.aid].append(event)
                case Update() if event.n > self.seen:
                    self.seen = event.n
                    self.told += event.events
                    self.missed |= event.missed
                case Seated() | Lobby():
                    pass
                case Closed():
                    self.closed = event
                case _:
                    pass

    def act(self, action: object) -> bytes:
        aid = self.client.act(action)
        self.answers[aid] = []
        return aid

    @property
    def waiting(self) -> bool:
        """Whether some act has no answer yet."""
        return any(not answers for answers in self.answers.values())

    @property
    def on_turn(self) -> bool:
        view = self.client.view
        return (
            view is not None and view.game.turn is not None and view.game.turn == self.client.seat
        )

    def knows(self, table: Table) -> bool:
        """Whether its newest update is the table's."""
        return table.desk.course is not None and self.client.n == table.desk.n

    def check(self, table: Table) -> None:
        """What must be true once everything has arrived."""
        course, client = table.desk.course, self.client
        assert course is not None and client.view is not None
        assert client.view == course.match.view(client.seat)
        check_knowledge(course.match.state, Update(client.n, client.view, (), False, None))
        assert all(len(answers) == 1 for answers in self.answers.values())
        if course.moments[0].n == 1 and not self.missed:
            events = [one.seen_by(client.seat) for step in course.moments for one in step.events]
            assert self.told == events[-len(self.told) :]

    async def leave(self) -> None:
        await self.client.close()
        await self.reading


async def play(table: Table, people: list[Person], acts: int, rng: Random) -> None:
    """Start, and play so many acts at random; deals follow each other."""
    await until(lambda: all(one.client.lobby is not None for one in people))
    while table.desk.course is None:
        for one in people:
            if one.client.host:
                one.client.send(Start())
        await asyncio.sleep(1.0)
    for _ in range(acts):
        await until(lambda: all(one.knows(table) for one in people))
        if table.desk.phase != "deal":
            break
        actor = next((one for one in people if one.on_turn), None)
        if actor is None:
            break
        assert actor.client.lobby is not None and actor.client.view is not None
        actions = list(GAMES[actor.client.lobby.game].legal(actor.client.view.game))
        actor.act(rng.choice(actions))
        await until(lambda actor=actor: not actor.waiting)
    for one in people:
        if table.desk.phase == "between":
            one.client.send(Ready(True))


async def settle_and_check(table: Table, people: list[Person], unheard: int = 0) -> None:
    """Wait until all has arrived; then everybody knows what the seat may know, all done once.

    `unheard`: how many acts were done whose answer is heard no more, as a program was killed.
    """
    await until(lambda: all(one.knows(table) and not one.waiting for one in people))
    for one in people:
        one.check(table)
    acks = [a[0] for one in people for a in one.answers.values() if isinstance(a[0], Ack)]
    assert len({ack.n for ack in acks}) == len(acks), "two acts, one step"
    course = table.desk.course
    assert course is not None
    steps = course.match.deals + len(acks) + unheard
    assert table.desk.n == steps, "each step is a deal or one act"
