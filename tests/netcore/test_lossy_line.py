"""People on bad lines: after any cuts, stalls, crashes and returns all is as it must be.

The real server and real clients, over lines in memory and with a time of their own: whatever
happened, once all lines are whole each client's view is the table's for its seat, every update was
told without a hole, and each act was answered once and done at most once. The server is killed too,
with what it has not written yet, and goes on from what it has.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from engine.games import GAMES
from netcore.client.shell import GIVE_UP
from netcore.journal.entries import Acted, decode
from netcore.journal.store import Append, MemoryStore, StoreError
from netcore.server import house
from netcore.server.house import Kept
from netcore.table.standing import Standing
from netcore.wire.messages import PROTOCOL, Chat, Hello, Ready, Resume, Start
from tests.netcore.journalpair import picture, picture_of, seat_words
from tests.netcore.players import Person, a_table, come, settle_and_check, until
from tests.netcore.served import Raw
from tests.netcore.virtual import SECONDS, Fate, VirtualLoop
from tests.ports import free_port

NAMES = ("Ann", "Bo", "Cy")
WHO = st.integers(0, len(NAMES) - 1)
FATES = st.builds(
    Fate,
    up=st.none() | st.integers(0, 400),
    down=st.none() | st.integers(0, 4000),
    silent=st.booleans(),
    delay=st.sampled_from([0.0, 0.0, 0.05, 1.0]),
    refused=st.sampled_from([False, False, False, True]),
)
LAST_WORDS = 5.0
"""Seconds after which all has arrived that is on its way, over the slowest line."""
GAMES_PLAYED = (("uno", "official"), ("uno", "street"), ("uno", "crystal"), ("casino", "seed"))


class Disk:
    """Writes for the tables of a server, in the loop's own time, until that is killed.

    In the place of the thread that does so, which knows no other time than the real one.
    """

    takes = 0.0
    newest: Disk

    def __init__(self, store: MemoryStore, _troubled: object) -> None:
        self._store, self._loop = store, asyncio.get_running_loop()
        self._jobs: deque[Callable[[], None]] = deque()
        self.killed = False
        Disk.newest = self

    def put(self, append: Append, done: Callable[[StoreError | None], None]) -> None:
        def write() -> None:
            (error,) = self._store.commit([append])
            done(error)

        self.run(write)

    def run(self, work: Callable[[], None]) -> None:
        self._jobs.append(work)
        self._loop.call_later(Disk.takes, self._do)

    def _do(self) -> None:
        work = self._jobs.popleft()
        if not self.killed:
            work()

    async def settle(self, _seconds: float) -> bool:
        while self._jobs:
            await asyncio.sleep(0.01)
        return True

    async def close(self, seconds: float) -> None:
        await self.settle(seconds)


class LossyLines(RuleBasedStateMachine):
    """Three people at a table."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = VirtualLoop()
        asyncio.set_event_loop(self.loop)
        self.stack = AsyncExitStack()
        self.folder = tempfile.TemporaryDirectory()
        self.store = MemoryStore()
        self.port = free_port()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(house, "Keeper", Disk)
        self.people: list[Person] = []
        self.down = 0.0  # seconds without a server
        self.unheard: set[bytes] = set()  # asked by programs that were killed before the answer

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, SECONDS))

    @initialize(
        played=st.sampled_from(GAMES_PLAYED),
        seed=st.integers(0, 1000),
        takes=st.sampled_from([0.0, 0.003, 0.3]),
    )
    def sit_down(self, played: tuple[str, str], seed: int, takes: float) -> None:
        self.rng = Random(seed)
        Disk.takes = takes
        options = {"game": played[0], "preset": played[1], "punishments": "off"}
        self.do(self.open(options))

    async def open(self, options: dict[str, Any]) -> None:
        # Nobody's patience ends here, so each step is somebody's act or a deal.
        self.options = {"seats": len(NAMES), "timer": 0, "grace": 1_000_000, **options}
        await self.serve()
        for who in range(len(NAMES)):
            self.people.append(await self.come(who))
        self.people[0].client.send(Start())
        await until(lambda: all(one.knows(self.table) for one in self.people))

    async def serve(self) -> None:
        """Open the table, or go on with it."""
        kept = {"port": self.port, "kept": Kept(self.store, "host")}
        resume = {"resume": tuple(one.id for one in self.store.tables())}
        table = a_table(**self.options, **kept, **resume)
        _, self.table = await self.stack.enter_async_context(table)

    async def come(self, who: int) -> Person:
        folder = Path(self.folder.name, NAMES[who])
        folder.mkdir(exist_ok=True)
        return await come(self.port, NAMES[who], state_dir=folder)

    # --- what they do ---

    @rule(who=WHO, which=st.integers(0, 1000))
    def act(self, who: int, which: int) -> None:
        """Act, whatever the line is like; nobody waits for the answer."""
        person = self.people[who]
        if person.client.view is None or person.closed is not None:
            return
        view = person.client.view.game
        actions = list(GAMES[self.table.desk.game].legal(view))
        self.do(self.ask(person, actions[which % len(actions)] if actions else "draw"))

    async def ask(self, person: Person, action: object) -> None:
        person.act(action)
        await asyncio.sleep(0.01)

    @rule(times=st.integers(1, 8))
    def play(self, times: int) -> None:
        """Let those on turn act, one after another, as far as their lines allow."""
        for _ in range(times):
            actor = next((one for one in self.people if one.on_turn and not one.waiting), None)
            if actor is None:
                return
            self.act(self.people.index(actor), self.rng.randrange(1000))
            self.do(asyncio.sleep(0.2))

    @rule(who=WHO)
    def small_things(self, who: int) -> None:
        self.do(self.talk(self.people[who]))

    async def talk(self, person: Person) -> None:
        for one in self.people:
            one.client.send(Ready(True))
        person.client.send(Chat("hello"))
        await asyncio.sleep(0.2)

    # --- what happens to their lines ---

    @rule(fates=st.lists(FATES, min_size=1, max_size=3))
    def the_next_lines_are_bad(self, fates: list[Fate]) -> None:
        self.loop.network.fates.extend(fates)

    @rule(who=WHO, silent=st.booleans())
    def cut(self, who: int, silent: bool) -> None:
        self.cut_line(self.people[who], silent)
        self.do(asyncio.sleep(0.1))

    def cut_line(self, person: Person, silent: bool) -> None:
        link = person.client._link
        if link is not None:
            call = link._writer.transport._call  # type: ignore[attr-defined]
            call.silent = silent
            call.cut()

    @rule(who=WHO, noticed=st.booleans())
    def crash(self, who: int, noticed: bool) -> None:
        """The program is killed, perhaps before the server can notice; then it is started again."""
        self.cut_line(self.people[who], silent=not noticed)
        self.do(self.restart(who))

    async def restart(self, who: int) -> None:
        old = self.people[who]
        await old.leave()
        new = await self.come(who)
        assert new.client.seat == who
        self.unheard |= {aid for aid, answers in old.answers.items() if not answers}
        new.answers = {aid: answers for aid, answers in old.answers.items() if answers}
        self.people[who] = new

    @rule(silent=st.booleans(), down=st.sampled_from([0.0, 3.0, 40.0]))
    def the_server_is_killed(self, silent: bool, down: float) -> None:
        """Nothing that it has not written is written any more, and nobody hears any more of it."""
        self.do(self.kill(silent, down))

    async def kill(self, silent: bool, down: float) -> None:
        Disk.newest.killed = True
        self.down += down
        network = self.loop.network
        network.listening.clear()
        network.fates.clear()
        for call in network.calls:
            call.silent = silent
            call.cut()
        network.calls.clear()
        await self.stack.aclose()
        before = Standing.of(self.kept())
        await asyncio.sleep(down)
        await self.serve()
        assert self.as_kept(before), "it does not go on where the journal ends"

    def as_kept(self, standing: Standing) -> bool:
        """Whether the table is what its journal says."""
        desk = self.table.desk
        seats = tuple(map(seat_words, desk.roster.seats))
        paused = desk.paused and not desk.until_back
        now = picture(desk.n, desk.course, seats, desk.rules, paused, desk.locked)
        return picture_of(standing) == now

    @rule(who=WHO)
    def displaced(self, who: int) -> None:
        """Another connection takes the seat with its token, says nothing, and is lost."""
        self.do(self.displace(who))

    async def displace(self, who: int) -> None:
        self.loop.network.fates.clear()
        raw = await Raw.open(self.port)
        raw.send(Hello(PROTOCOL, "raw"))
        raw.send(Resume("", self.people[who].client.token, 0))
        await asyncio.sleep(0.5)
        await raw.close()
        await asyncio.sleep(0.5)
        if self.people[who].closed is not None:
            assert self.people[who].closed.code == "replaced"
            await self.restart(who)

    @rule(seconds=st.sampled_from([0.1, 1.0, 12.0, 31.0]))
    def wait(self, seconds: float) -> None:
        self.do(asyncio.sleep(seconds))

    # --- what holds ---

    @rule()
    def all_is_well_in_the_end(self) -> None:
        self.loop.network.fates.clear()
        for person in self.people:
            if (link := person.client._link) is not None:
                call = link._writer.transport._call  # type: ignore[attr-defined]
                call.client._budget = call.server._budget = None
        self.do(asyncio.sleep(LAST_WORDS))
        for who, person in enumerate(self.people):
            # The word that another had taken the seat came late; or server after server was killed
            # before it was found again, for longer than anybody looks for one.
            if person.closed is not None:
                assert person.closed.code == "replaced" or (
                    person.closed.code == "lost" and self.down > GIVE_UP / 2
                )
                self.do(self.restart(who))
        acted = [one.aid for one in map(decode, self.kept()) if isinstance(one, Acted)]
        assert len(set(acted)) == len(acted), "an act was done twice"
        self.do(settle_and_check(self.table, self.people, len(self.unheard.intersection(acted))))
        self.do(asyncio.sleep(LAST_WORDS))
        assert self.as_kept(Standing.of(self.kept()))

    def kept(self) -> tuple[bytes, ...]:
        """Return the journal of the table."""
        return tuple(self.store.load(self.store.tables()[0].id))

    def teardown(self) -> None:
        try:
            if self.people:
                self.all_is_well_in_the_end()
        finally:
            for person in self.people:
                self.do(person.leave())
            self.do(self.stack.aclose())
            self.patch.undo()
            self.do(asyncio.sleep(5))
            left = asyncio.all_tasks(self.loop)
            asyncio.set_event_loop(None)
            self.loop.close()
            self.folder.cleanup()
        assert not left


def test_lossy_lines() -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        LossyLines,
        settings=settings(
            max_examples=15,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
