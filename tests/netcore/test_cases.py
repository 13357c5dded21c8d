"""Public reports of what went wrong at tables of other programs; none of it happens here.

The letter and number is that of the report, as in the names of the records. Reports that a record
can show are records.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from engine.games import GAMES
from netcore.table.roster import Bot
from netcore.wire.messages import (
    Ack,
    Act,
    Chat,
    Emote,
    EmoteCode,
    Emoted,
    Join,
    Kick,
    Leave,
    Lobby,
    Nak,
    Note,
    NoteCode,
    Ready,
    Refused,
    RemoveBot,
    Said,
    Start,
    TableCode,
    Update,
    encode,
)
from netcore.wire.toll import kind_of
from tests.netcore.tablepair import Guest, TablePair, legal, on_turn, started


def put(pair: TablePair, **position: Any) -> None:
    """Let the deal that runs stand like this."""
    course = pair.table.desk.course
    assert course is not None
    whole = {"stock": "b1 b2 b3 b4 y1 y2", "turn": "p1", **position}
    state = GAMES["uno"].place(pair.match.rules, len(whole["hands"]), whole)
    course.moments[-1] = replace(course.now, match=replace(pair.match, state=state))
    pair.table.desk.refresh(pair.now)


def state(pair: TablePair) -> Any:
    return pair.match.state


def test_b12_bots_do_not_go_in_a_round_and_who_is_kicked_is_played_on() -> None:
    pair = TablePair(seats=3, bots=("normal",), timer=0, bot_pace=1.0)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    seats = range(3)
    bot = next(s for s in seats if isinstance(pair.table.desk.roster.at(s), Bot))
    assert ann.refusal(RemoveBot(bot)) == "not-now"
    ann.send(Kick(bo.seat or 0))
    assert pair.phase == "deal" and pair.match.winners == ()
    assert len(pair.match.state.hands[bo.seat or 0]) == 7, "no hand is gone"


def test_h5_a_catch_before_the_offence_is_not_kept() -> None:
    pair, (ann, bo) = started(2, timer=0, reaction=0.8)
    put(pair, hands=("r5 r9", "b7 g5 r2"), discard="* r7")
    for _ in range(20):  # one click after the other
        assert isinstance(bo.act("catch p1"), Nak)
        pair.wait(0.04)
    assert isinstance(ann.act("play r5"), Ack)
    assert isinstance(bo.act("catch p1"), Nak), "it cools down"
    pair.wait(0.5)
    assert state(pair).hands[0] == [GAMES["uno"].parse("play r9").cards[0]]
    assert isinstance(ann.act("call"), Ack)


def test_l1_two_starts_deal_once() -> None:
    pair = TablePair(seats=2)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    assert ann.refusal(Start()) == "not-now"
    assert [update.n for update in bo.all(Update)] == [1]
    assert pair.match.deals == 1


def decide(what: str) -> tuple[TablePair, Guest, Guest]:
    """Return a table where the first has a colour, a challenge or a drawn card to decide."""
    pair, (ann, bo) = started(2, timer=0)
    match what:
        case "colour":
            put(pair, hands=("r5 r9", "b7 g5 r2"), discard="* w", phase="colour")
        case "challenge":
            put(pair, hands=("r5 r9", "w+4 g5 r2"), discard="* r7", turn="p2")
            assert isinstance(bo.act("play w+4:b"), Ack)
        case _:
            put(pair, hands=("g5 g9", "b7 g5 r2"), discard="* r7", stock="r3 r3 b1 b2")
            assert isinstance(ann.act("draw"), Ack)
    return pair, ann, bo


@pytest.mark.parametrize("what", ["colour", "challenge", "drawn"])
def test_l2_chat_leaves_an_open_decision_alone(what: str) -> None:
    pair, ann, bo = decide(what)
    before, n = state(pair), pair.table.desk.n
    for guest in (ann, bo):
        guest.send(Chat("hurry up"))
    assert state(pair) == before and pair.table.desk.n == n
    assert len(bo.all(Said)) == 2
    assert pair.match.waiting_on() == {0}


def test_l2_a_word_said_with_one_key_is_told_to_everybody_as_a_code() -> None:
    pair, (ann, bo) = started(2)
    before = state(pair)
    bo.send(Emote(EmoteCode.OOPS))
    assert [told.all(Emoted) for told in (ann, bo)] == [[Emoted("Bo", 1, EmoteCode.OOPS)]] * 2
    assert state(pair) == before and kind_of(Emote(EmoteCode.OOPS)) == "chat"


def test_l3_a_name_is_no_key_to_a_seat() -> None:
    pair, (ann, bo) = started(2)
    thief = pair.join("Ann")
    assert thief.last(Refused).code is TableCode.GAME_RUNNING
    pair.drop(ann)
    again = pair.connect()
    pair.enter(again, Join("", "Ann", True, False, ""))
    assert again.last(Refused).code is TableCode.NAME_TAKEN
    watcher = pair.join("Ann", watch=True)
    assert watcher.seat is None and watcher.last(Update).view.game.hand == ()
    assert bo.last(Lobby).seats[0].away, "the seat waits for its own player"


def test_l4_a_turn_of_somebody_absent_comes_to_an_end() -> None:
    pair, guests = started(2, timer=10, grace=20)
    away = on_turn(pair, guests)
    pair.drop(away)
    n = pair.table.desk.n
    pair.wait(31)
    assert pair.table.desk.n > n


def test_l5_nothing_is_played_for_somebody_who_is_back() -> None:
    pair, guests = started(2, timer=0, grace=5, bot_pace=1.0)
    away = on_turn(pair, guests)
    pair.drop(away)
    pair.wait(5.1)  # the stand-in has planned its turn and not taken it yet
    assert guests[0].all(Note)[-1].code is NoteCode.STAND_IN or away is guests[0]
    n = pair.table.desk.n
    back = pair.resume(away.token)
    pair.wait(1000)
    assert pair.table.desk.n == n
    assert isinstance(back.act(legal(pair, back)[0]), Ack)


@pytest.mark.parametrize(
    ("what", "choices"),
    [
        ("colour", {"colour r", "colour b"}),
        ("challenge", {"challenge", "draw"}),
        ("drawn", {"play r3", "pass"}),
    ],
)
def test_l6_who_comes_back_has_the_hand_and_the_open_decision(what: str, choices: set[str]) -> None:
    pair, ann, _bo = decide(what)
    hand = ann.game.hand if what != "colour" else pair.match.view(0).game.hand
    pair.drop(ann)
    back = pair.resume(ann.token)
    assert back.game.hand == hand and len(hand) >= 2
    assert choices <= {str(action) for action in legal(pair, back)}


def test_l7_a_message_that_comes_twice_counts_once_and_an_old_one_never() -> None:
    pair, (ann, bo) = started(2, timer=0)
    put(pair, hands=("r5 r9 b9", "b7 r8 r2"), discard="* r7")
    act = Act(ann.aid(), ann.n, "play r5")
    old = ann.n
    ann.send(act)
    ann.send(act)
    assert len(ann.all(Ack)) == 2 and ann.all(Ack)[0] == ann.all(Ack)[1]
    assert ann.game.counts == (2, 3)
    assert isinstance(bo.act("play r2"), Ack)
    answer = ann.act("play r9", n=old)
    assert isinstance(answer, Nak) and answer.code is TableCode.STALE
    assert ann.game.counts == (2, 2)


def test_l8_no_frame_holds_a_card_that_its_reader_may_not_know() -> None:
    hidden = ("r5", "r9", "b1", "b2", "b3", "b4")
    pair, (ann, bo) = started(2, timer=0)
    watcher = pair.join("Zed", watch=True)
    put(pair, hands=("r5 r9", "y7 g5 g2"), discard="* r7", stock="b1 b2 b3 b4")
    before = {guest.conn: len(guest.got) for guest in (ann, bo, watcher)}
    assert isinstance(ann.act("draw"), Ack)
    assert isinstance(ann.act("pass"), Ack)
    for guest in (bo, watcher):
        late = pair.resume(guest.token, guest.n) if guest is bo else pair.join("Yan", watch=True)
        for message in (*guest.got[before[guest.conn] :], *late.got):
            data = encode(message)
            for card in hidden:
                assert bytes([0xA0 + len(card)]) + card.encode() not in data, (card, message)
    assert any(b"\xa2r9" in encode(message) for message in ann.got[before[ann.conn] :])


@pytest.mark.parametrize("host_goes", ["drops", "leaves"])
def test_l9_without_the_host_the_next_round_begins(host_goes: str) -> None:
    pair, (ann, bo, cy) = started(3, timer=0, preset="minus")
    put(pair, hands=("r5 r9", "r2", "g5 b2"), discard="* r7", turn="p2")
    assert isinstance(bo.act("play r2"), Ack)
    assert pair.phase == "between"
    if host_goes == "drops":
        pair.drop(ann)
    else:
        ann.send(Leave())
    bo.send(Ready(True))
    assert pair.phase == "between"
    cy.send(Ready(True))
    assert pair.phase == "deal" and pair.match.deals == 2


def test_l10_a_time_of_0_is_none() -> None:
    pair, guests = started(2, timer=0)
    pair.wait(86_400)
    assert pair.table.desk.n == 1
    assert all(guest.last(Lobby).clock is None for guest in guests)


def _numbers(guest: Guest) -> list[int]:
    return [update.n for update in guest.all(Update)]


def test_j4_what_arrives_first_counts_also_against_a_jump_in() -> None:
    pair, (ann, bo, cy) = started(3, changes=(("jump_in", True),), timer=0)
    put(pair, hands=("r5 r9 b1", "b7 r2 g5", "r5 g+2 y3"), discard="* r7")
    assert isinstance(ann.act("play r5"), Ack)
    n = cy.n
    assert isinstance(bo.act("play r2"), Ack)
    late = cy.act("jump r5", n=n)
    assert isinstance(late, Nak) and "r5" in [str(card) for card in cy.game.hand]
    assert all(b - a == 1 for a, b in pairwise(_numbers(bo)))
