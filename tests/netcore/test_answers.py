"""An act is answered the same way for good, also once a rematch has begun."""

from __future__ import annotations

from random import Random

import pytest

from engine.games import GAMES
from netcore.client.shell import Client
from netcore.journal.store import MemoryStore
from netcore.server.house import Kept
from netcore.table.answers import KEPT_AIDS, KEPT_FORMER, Answers
from netcore.table.options import TableOptions
from netcore.table.resumed import table_of
from netcore.table.standing import Standing
from netcore.wire.messages import (
    Ack,
    Act,
    End,
    Lobby,
    Nak,
    Start,
    TableCode,
    Update,
)
from tests.netcore.journalpair import JournalPair, play_default
from tests.netcore.proxy import Line, before
from tests.netcore.served import connect, kind, serving, until
from tests.netcore.tablepair import Guest, TablePair


def act(number: int, text: str = "draw") -> Act:
    return Act(f"{number:12}".encode(), 1, text)


def test_the_answers_of_a_match_are_known_in_the_next() -> None:
    answers = Answers()
    answers.keep(1, "draw", Ack(act(1).aid, 5))
    answers.end_match()
    for seat in (0, 1):  # a rematch may seat its player elsewhere
        assert answers.known(seat, act(1), 9) == Ack(act(1).aid, 5)
    conflict = answers.known(1, act(1, "pass"), 9)
    assert conflict == Nak(act(1).aid, TableCode.AID_CONFLICT, 9)
    assert answers.known(1, act(2), 9) is None


def test_nobody_pushes_out_the_answers_of_others() -> None:
    answers = Answers()
    answers.keep(1, "draw", Ack(act(0).aid, 5))
    for number in range(1, 3 * KEPT_FORMER):
        answers.keep(0, "draw", Ack(act(number).aid, 6))
    answers.end_match()
    assert answers.known(1, act(0), 9) is not None
    assert answers.known(0, act(3 * KEPT_FORMER - KEPT_AIDS), 9) is not None
    assert answers.known(0, act(3 * KEPT_FORMER - KEPT_AIDS - 1), 9) is None


def test_what_is_remembered_has_an_end() -> None:
    answers = Answers()
    for number in range(3 * KEPT_FORMER):
        answers.keep(number % 10, "draw", Ack(act(number).aid, 5))
        if number % KEPT_AIDS == 0:
            answers.end_match()
    assert len(answers._former) <= KEPT_FORMER
    assert answers.known(0, act(0), 9) is None


@pytest.mark.parametrize("crash", [None, "lobby", "rematch"])
def test_an_act_of_the_match_before_is_answered_as_it_was(crash: str | None) -> None:
    pair: TablePair
    pair = old = JournalPair(3, seats=2)
    ann, bob = old.join("Ann"), old.join("Bob")
    ann.send(Start())
    mover = ann if old.match.waiting_on() == {ann.seat} else bob
    game = old.match.game
    text = str(game.default(game.view(old.match.state, mover.seat)))
    n = mover.n
    done = mover.act(text, aid=b"the-very-act")
    refused = mover.act("nonsense", aid=b"no-such--act")
    assert isinstance(done, Ack) and isinstance(refused, Nak)
    ann.send(End())

    def seen_again(guest: Guest) -> None:
        told = pair.table.desk.n
        assert guest.act(text, n=n, aid=b"the-very-act") == done
        assert guest.act("nonsense", n=n, aid=b"no-such--act") == refused
        assert pair.table.desk.n == told, "it was done twice"

    seen_again(mover)
    if crash != "lobby":
        ann.send(Start())
        for guest in (ann, bob):
            play_default(old, guest)
    if crash is not None:
        pair = TablePair()
        pair.table = table_of(Standing.of(old.records, last=True), TableOptions(), 5.0, Random(1))
        mover = pair.resume(mover.token)
    seen_again(mover)


async def test_an_answer_lost_before_a_rematch_comes_after_it() -> None:
    async with serving(seats=2, timer=0, kept=Kept(MemoryStore(), "host")) as port:
        ann = await connect(port, "Ann")
        async with before(port) as proxy:
            bo = await connect(proxy.port, "Bo")
            while True:  # until Bo is the one to begin
                ann.send(Start())
                await until(ann, kind(Update))
                assert ann.view is not None
                if ann.view.game.turn == bo.seat:
                    break
                await end(ann)
            while bo.n != ann.n:
                await until(bo, kind(Update))
            held, line = Line(stalled=True), proxy.lines[0]
            proxy.fates.append(held)
            line.down = line.carried[1]
            assert bo.view is not None
            aid = bo.act(GAMES["uno"].default(bo.view.game))
            n = (await until(ann, kind(Update))).n  # it was done, and nobody has read the answer
            await end(ann)
            ann.send(Start())
            await until(ann, kind(Update))
            held.stalled = False
            answer = await until(bo, kind(Ack, Nak))
            assert answer == Ack(aid, n)
            await bo.close()
        await ann.close()


async def end(host: Client) -> None:
    host.send(End())
    await until(host, lambda event: isinstance(event, Lobby) and event.phase == "lobby")
