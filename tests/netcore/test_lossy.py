"""After any acts, retries, cuts, returns, waits and deaths of the server a client knows just what
its seat may know, and what it did was done once.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from netcore.table.resumed import table_of
from netcore.table.standing import Standing
from netcore.wire.messages import Ack, Act, Chat, Nak, Ready, Start, Sync, Update
from tests.netcore.journalpair import JournalPair, picture_of
from tests.netcore.tablepair import Guest

SEATS = 3
INDEX = st.integers(0, 1000)


class KeptPair(JournalPair):
    """A table whose journal is kept, without a picture of each step."""

    def look(self) -> None:
        pass


class LossyTable(RuleBasedStateMachine):
    """Three people who lose their connections all the time, and a watcher."""

    @initialize(preset=st.sampled_from(["official", "street", "crystal"]), seed=INDEX)
    def sit_down(self, preset: str, seed: int) -> None:
        self.pair = KeptPair(seed, seats=SEATS, preset=preset, timer=30, grace=20)
        self.here: list[Guest | None] = [self.pair.join(name) for name in ("Ann", "Bo", "Cy")]
        self.tokens = [guest.token for guest in self.here if guest]
        self.known = [0] * SEATS
        self.events: list[list[Any]] = [[] for _ in range(SEATS)]
        self.answered: list[tuple[int, Act, Ack | Nak]] = []
        self.watcher = self.pair.join("Zed", watch=True)
        self.guest(0).send(Start())

    def guest(self, seat: int) -> Guest:
        guest = self.here[seat]
        assert guest is not None
        return guest

    def here_or_skip(self, seat: int) -> Guest | None:
        return self.here[seat]

    @rule(seat=st.integers(0, SEATS - 1), which=INDEX, behind=st.integers(0, 2))
    def act(self, seat: int, which: int, behind: int) -> None:
        guest = self.here[seat]
        if guest is None or not guest.all(Update):
            return
        actions = list(self.pair.match.game.legal(guest.game))
        text = str(actions[which % len(actions)]) if actions else "draw"
        act = Act(guest.aid(), max(0, guest.n - behind), text)
        before = self.pair.table.desk.n
        guest.send(act)
        answer = [m for m in guest.got if isinstance(m, Ack | Nak)][-1]
        assert answer.aid == act.aid
        assert self.pair.table.desk.n == before + isinstance(answer, Ack)
        self.answered.append((seat, act, answer))

    @precondition(lambda self: self.answered)
    @rule(which=INDEX)
    def retry(self, which: int) -> None:
        """Send an act again whose answer may have been lost; nothing happens twice."""
        recent = self.answered[-20:]
        seat, act, answer = recent[which % len(recent)]
        guest = self.here[seat]
        if guest is not None:
            n = self.pair.table.desk.n
            guest.send(act)
            assert guest.got[-1] == answer
            assert self.pair.table.desk.n == n

    @rule(seat=st.integers(0, SEATS - 1))
    def cut(self, seat: int) -> None:
        guest = self.here[seat]
        if guest is not None:
            self.note(seat)
            self.pair.drop(guest)
            self.here[seat] = None

    @rule(seat=st.integers(0, SEATS - 1), unnoticed=st.booleans())
    def come_back(self, seat: int, unnoticed: bool) -> None:
        """Resume, perhaps before the server has noticed that the old connection is gone."""
        old = self.here[seat]
        if old is not None and not unnoticed:
            return
        if old is not None:
            self.note(seat)
        last = self.known[seat]
        new = self.pair.resume(self.tokens[seat], last)
        assert new.accepted and new.seat == seat
        assert old is None or old.closed
        self.here[seat] = new
        self.tokens[seat] = new.token
        if new.all(Update):
            update = new.last(Update)
            assert not update.missed or self.pair.table.desk.n - last > 100

    @rule(seed=INDEX)
    def the_server_is_killed(self, seed: int) -> None:
        """Another one goes on from the journal; nobody has come back to it yet."""
        for seat, guest in enumerate(self.here):
            if guest is not None:
                self.note(seat)
                guest.closed, self.here[seat] = True, None
        self.watcher.closed = True
        standing = Standing.of(self.pair.records, last=True)
        options = self.pair.table.desk.options
        self.pair.table = table_of(standing, options, self.pair.now, Random(seed))
        assert self.pair.picture() == picture_of(standing)
        self.watcher = self.pair.join("Zed", watch=True)

    @rule(seat=st.integers(0, SEATS - 1), seconds=st.sampled_from([0.1, 5.0, 25.0, 40.0]))
    def wait(self, seat: int, seconds: float) -> None:
        self.pair.wait(seconds)

    @rule(seat=st.integers(0, SEATS - 1))
    def small_things(self, seat: int) -> None:
        if (guest := self.here[seat]) is not None:
            guest.send(Sync())
            guest.send(Chat("hello"))
            guest.send(Ready(True))

    def note(self, seat: int) -> None:
        """Remember what this connection has told so far."""
        guest = self.guest(seat)
        for update in guest.all(Update):
            if update.n > self.known[seat]:
                self.events[seat] += update.events
                self.known[seat] = update.n

    @invariant()
    def everybody_knows_what_the_seat_may_know(self) -> None:
        if not hasattr(self, "pair"):
            return
        for seat, guest in enumerate((*self.here, self.watcher)):
            if guest is not None and guest.all(Update):
                viewer = None if guest is self.watcher else seat
                assert guest.last(Update).view == self.pair.match.view(viewer)
                assert guest.n == self.pair.table.desk.n

    def teardown(self) -> None:
        """Each seat has been told everything, once, in order, over all its connections."""
        if not hasattr(self, "pair") or self.pair.table.desk.course is None:
            return
        moments = self.pair.table.desk.course.moments
        if moments[0].n != 1:
            return
        for seat, guest in enumerate(self.here):
            if guest is not None:
                self.note(seat)
                told = [e.seen_by(seat) for m in moments for e in m.events]
                assert self.events[seat] == told


def test_a_lossy_table() -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        LossyTable, settings=settings(max_examples=30, stateful_step_count=40, deadline=None)
    )
