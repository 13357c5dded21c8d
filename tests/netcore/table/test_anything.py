"""Whatever people do at a table, it goes on: it rests on somebody present or on a time to come.

People join, watch, are lost, come back, leave, are kicked; the host starts, pauses, ends, changes
the rules; everybody plays, settles punishments, takes a bot's seat, or lets time pass.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from engine.games import GAMES
from engine.record import dump, load
from engine.replay import verify
from netcore.table.reaction import COOLING
from netcore.table.roster import Bot, Gone, Member
from netcore.wire.messages import (
    Ack,
    AddBot,
    ByeCode,
    Chat,
    ClientMessage,
    End,
    Kick,
    Leave,
    Lobby,
    Mild,
    Pause,
    Ready,
    RemoveBot,
    Seated,
    Settle,
    Setup,
    Start,
    StepAway,
    Swap,
    Sync,
    TableCode,
    TakeSeat,
    Update,
)
from netcore.wire.ruleset import rules_for
from tests.netcore.tablepair import Guest, TablePair

SETTINGS: tuple[tuple[str, str, tuple[tuple[str, Any], ...]], ...] = (
    ("uno", "official", (("target", 100),)),
    ("uno", "crystal", ()),
    ("uno", "street", ()),
    ("uno", "kano", (("target", 100),)),
    ("casino", "seed", ()),
    ("casino", "royal", (("target", 21),)),
)
NAMES = ("Ann", "Bo", "Cy", "Di", "Flo")
WHO = st.integers(0, len(NAMES) - 1)
SEAT = st.integers(0, 4)
OF_ANYBODY: st.SearchStrategy[ClientMessage] = st.one_of(
    st.sampled_from([Ready(True), Ready(True), Ready(False), Sync(), Chat("hello"), Swap()]),
    st.builds(TakeSeat, SEAT),
    st.builds(Mild, st.booleans()),
    st.builds(Settle, SEAT, st.sampled_from(["done", "waived"])),
)
OF_THE_HOST: st.SearchStrategy[ClientMessage] = st.one_of(
    st.sampled_from([Start(), Start(), Start(), Pause(True), Pause(False), AddBot("easy"), End()]),
    st.builds(Kick, SEAT),
    st.builds(RemoveBot, SEAT),
)


class AnyTable(RuleBasedStateMachine):
    """Up to five people at a table of up to four seats."""

    @initialize(
        seed=st.integers(0, 1000),
        setting=st.sampled_from(SETTINGS),
        seats=st.integers(2, 4),
        timer=st.sampled_from([0, 5]),
        grace=st.sampled_from([0, 1, 20]),
        secret=st.sampled_from(["", "", "s"]),
        present=st.integers(1, 3),
        bots=st.integers(0, 1),
    )
    def sit_down(
        self,
        seed: int,
        setting: tuple[str, str, tuple[tuple[str, Any], ...]],
        seats: int,
        timer: int,
        grace: int,
        secret: str,
        present: int,
        bots: int,
    ) -> None:
        self.game, self.preset, changes = setting
        self.secret = secret
        self.rng = Random(seed)
        self.pair = TablePair(
            seed,
            game=self.game,
            preset=self.preset,
            changes=changes,
            seats=seats,
            timer=timer,
            grace=grace,
            host_token=secret,
            bots=("easy",) * bots,
        )
        self.desk = self.pair.table.desk
        self.guests: list[Guest | None] = [None] * len(NAMES)
        self.tokens = [""] * len(NAMES)
        for who in range(present):
            self.join(who, False)
        self.ask_as_host(Start())

    # --- who is there ---

    def guest(self, who: int) -> Guest | None:
        """Return somebody's connection, if there is one."""
        guest = self.guests[who]
        return None if guest is None or guest.closed else guest

    def present(self) -> list[Guest]:
        return [guest for who in range(len(NAMES)) if (guest := self.guest(who)) is not None]

    def host(self) -> Guest | None:
        return next((guest for guest in self.present() if guest.last(Seated).host), None)

    # --- what they do ---

    @rule(who=WHO, watch=st.booleans())
    def join(self, who: int, watch: bool) -> None:
        if self.guest(who) is None:
            secret = self.secret if who == 0 else ""
            guest = self.pair.join(NAMES[who], watch=watch and who > 0, host=secret)
            if guest.accepted:
                self.guests[who] = guest

    @rule(who=WHO, on_purpose=st.booleans())
    def go_for_now(self, who: int, on_purpose: bool) -> None:
        if (guest := self.guest(who)) is not None:
            self.tokens[who] = guest.token
            if on_purpose:
                guest.send(StepAway())
            else:
                self.pair.drop(guest)

    @rule(who=WHO, unnoticed=st.booleans())
    def come_back(self, who: int, unnoticed: bool) -> None:
        """Resume, perhaps before the table has noticed that the old connection is gone."""
        old = self.guest(who)
        if old is not None and not unnoticed:
            return
        new = self.pair.resume(old.token if old is not None else self.tokens[who])
        assert old is None or new.accepted
        if new.accepted:
            self.guests[who] = new

    @rule(who=WHO, sure=st.integers(0, 2))
    def leave(self, who: int, sure: int) -> None:
        if sure == 0 and (guest := self.guest(who)) is not None:
            guest.send(Leave())

    @rule(who=WHO, request=OF_ANYBODY)
    def ask(self, who: int, request: ClientMessage) -> None:
        if (guest := self.guest(who)) is not None:
            guest.send(request)

    @rule(request=OF_THE_HOST)
    def ask_as_host(self, request: ClientMessage) -> None:
        if (guest := self.host()) is not None:
            guest.send(request)

    @rule(seats=st.integers(2, 4), setting=st.sampled_from(SETTINGS))
    def set_up(self, seats: int, setting: tuple[Any, str, tuple[tuple[str, Any], ...]]) -> None:
        self.ask_as_host(Setup(setting[0], setting[1], dict(setting[2]), seats))

    @rule()
    def all_are_ready(self) -> None:
        for guest in self.present():
            guest.send(Ready(True))

    @rule(who=WHO, text=st.sampled_from(["draw", "pass", "call", "catch p1", "challenge"]))
    def try_something(self, who: int, text: str) -> None:
        if (guest := self.guest(who)) is not None:
            guest.act(text, n=self.desk.n)

    @rule(steps=st.sampled_from([1, 3, 40, 60]))
    def play(self, steps: int) -> None:
        """Whoever is here and on turn plays; bots play as soon as time passes."""
        for _ in range(steps):
            self.pair.wait(0.0)
            guest = next((one for one in self.present() if self.is_on_turn(one)), None)
            if guest is None or self.desk.paused:
                return
            actions = list(self.pair.match.game.legal(guest.game))
            answer = guest.act(self.rng.choice(actions))
            if not isinstance(answer, Ack):  # a catch in vain was tried within the last second
                assert answer.code is TableCode.TOO_SOON
                self.pair.wait(COOLING)

    def is_on_turn(self, guest: Guest) -> bool:
        return self.pair.phase == "deal" and guest.seat in self.pair.match.waiting_on()

    @rule(seconds=st.sampled_from([0.1, 1.1, 1.1, 6.0, 25.0, 700.0]))
    def wait(self, seconds: float) -> None:
        self.pair.wait(seconds)

    # --- what holds ---

    @invariant()
    def it_rests_on_somebody_present_or_on_a_time(self) -> None:
        if not hasattr(self, "pair"):
            return
        match self.pair.phase:
            case "deal" if self.desk.paused:
                assert self.a_host_comes()
            case "deal":
                for seat in self.pair.match.waiting_on():
                    self.goes_on_at(seat)
            case "between":
                seated = any(guest.seat is not None for guest in self.present())
                assert seated or self.pair.table.due is not None
                assert not self.desk.paused or self.a_host_comes()
            case _:
                assert not self.desk.paused
                assert all(self.is_waited_for(one) for one in self.desk.roster.seated())

    def goes_on_at(self, seat: int) -> None:
        """The one on turn is here, is waited for, or is played for."""
        occupant = self.desk.roster.at(seat)
        match occupant:
            case Member(standin=False):
                assert self.is_waited_for(occupant)
                if occupant.conn is not None and self.desk.clock.limit:
                    assert self.desk.clock.due is not None
            case Member() | Bot() | Gone():
                assert self.desk.driver.due is not None
            case None:
                raise AssertionError("an open seat is on turn")

    def is_waited_for(self, member: Member) -> bool:
        return member.conn is not None or member.grace_ends is not None

    def a_host_comes(self) -> bool:
        return any(one.host and self.is_waited_for(one) for one in self.desk.roster.members())

    @invariant()
    def somebody_is_host(self) -> None:
        if hasattr(self, "pair") and not self.secret:
            seated = [guest for guest in self.present() if guest.seat is not None]
            hosts = [member for member in self.desk.roster.members() if member.host]
            assert len(hosts) == 1 if seated else len(hosts) <= 1

    @invariant()
    def everybody_knows_how_things_stand(self) -> None:
        if not hasattr(self, "pair"):
            return
        for guest in self.present():
            lobby = guest.last(Lobby)
            infos = self.desk.roster.infos(self.pair.now)
            assert [(s.name, s.kind, s.away, s.standin, s.ready) for s in lobby.seats] == [
                (s.name, s.kind, s.away, s.standin, s.ready) for s in infos
            ]
            assert (lobby.phase, lobby.paused) == (self.pair.phase, self.desk.paused)
            if self.desk.course is not None:
                assert guest.n == self.desk.n
                assert guest.last(Update).view == self.pair.match.view(guest.seat)
            self.knows_the_clock(guest)

    def knows_the_clock(self, guest: Guest) -> None:
        """What was told last, less the time since, is what is left."""
        last = next(m for m in reversed(guest.got) if isinstance(m, Lobby | Update))
        assert (last.clock is None) == (self.desk.clock.due is None)

    def teardown(self) -> None:
        if not hasattr(self, "pair"):
            return
        self.pair.take(self.pair.table.close(ByeCode.SHUTDOWN))
        for finished in self.pair.finished:
            report = verify(load(dump(finished.record)))
            assert report.mismatch is None, report.mismatch


def test_anything_at_a_table() -> None:
    for game, preset, changes in SETTINGS:
        assert rules_for(game, preset, dict(changes)) and preset in GAMES[game].presets
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        AnyTable,
        settings=settings(
            max_examples=40,
            stateful_step_count=50,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
