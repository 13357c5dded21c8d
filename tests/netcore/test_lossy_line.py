"""People on bad lines: after any cuts, stalls, crashes and returns all is as it must be.

The real server and real clients, over lines in memory and with a time of their own: whatever
happened, once all lines are whole each client's view is the table's for its seat, every update was
told without a hole, and each act was answered once and done at most once.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from engine.games import GAMES
from netcore.messages import PROTOCOL, Chat, Hello, Ready, Resume, Start
from tests.netcore.players import Person, a_table, come, settle_and_check, until
from tests.netcore.test_server import Raw
from tests.netcore.virtual import SECONDS, Fate, VirtualLoop

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


class LossyLines(RuleBasedStateMachine):
    """Three people at a table."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = VirtualLoop()
        asyncio.set_event_loop(self.loop)
        self.stack = AsyncExitStack()
        self.folder = tempfile.TemporaryDirectory()
        self.people: list[Person] = []

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, SECONDS))

    @initialize(played=st.sampled_from(GAMES_PLAYED), seed=st.integers(0, 1000))
    def sit_down(self, played: tuple[str, str], seed: int) -> None:
        self.rng = Random(seed)
        options = {"game": played[0], "preset": played[1], "punishments": "off"}
        self.do(self.open(options))

    async def open(self, options: dict[str, Any]) -> None:
        # Nobody's patience ends here, so each step is somebody's act or a deal.
        table = a_table(seats=len(NAMES), timer=0, grace=1_000_000, **options)
        self.port, self.table = await self.stack.enter_async_context(table)
        for who in range(len(NAMES)):
            self.people.append(await self.come(who))
        self.people[0].client.send(Start())
        await until(lambda: all(one.knows(self.table) for one in self.people))

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
        new.answers = {aid: answers for aid, answers in old.answers.items() if answers}
        self.people[who] = new

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
            if person.closed is not None:  # the word that another had taken the seat came late
                assert person.closed.code == "replaced"
                self.do(self.restart(who))
        self.do(settle_and_check(self.table, self.people))

    def teardown(self) -> None:
        try:
            if self.people:
                self.all_is_well_in_the_end()
        finally:
            for person in self.people:
                self.do(person.leave())
            self.do(self.stack.aclose())
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
            max_examples=20,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
