"""The turn timer of a table: when it starts anew, when it stops, and that everybody is told."""

from __future__ import annotations

from dataclasses import replace

from engine.games import GAMES
from netcore.wire.messages import Ack, Lobby, Nak, Note, NoteCode, Pause, TableCode, Update
from tests.netcore.tablepair import Guest, legal, on_turn, started


def told(guest: Guest) -> int | None:
    """Return what the last message that tells the clock says."""
    return next(m.clock for m in reversed(guest.got) if isinstance(m, Lobby | Update))


def test_when_the_time_is_up_the_default_is_played() -> None:
    pair, guests = started(2, timer=5)
    active = on_turn(pair, guests)
    default = str(pair.table.desk.default(active.seat or 0))
    assert 0 < (active.last(Update).clock or 0) <= 5000
    before = active.n
    pair.wait(4.9)
    assert active.n == before
    pair.wait(0.2)
    assert active.n == before + 1
    assert NoteCode.TIME_UP in [note.code for note in active.all(Note)]
    assert default in ("draw", "pass") or default.startswith("colour")


def test_without_a_timer_nothing_is_hurried() -> None:
    pair, guests = started(2, timer=0)
    pair.wait(10_000)
    assert pair.table.desk.n == 1
    assert guests[0].last(Update).clock is None


def test_reflexes_of_others_do_not_give_more_time() -> None:
    pair, guests = started(3, timer=10)
    course = pair.table.desk.course
    assert course is not None
    position = {
        "hands": ("r5 r9", "b7 g5 r2", "g1 g+2 y3"),
        "discard": "* r7",
        "stock": "b1 b2 b3 b4",
        "turn": "p1",
    }
    state = GAMES["uno"].place(pair.match.rules, 3, position)
    course.moments[-1] = replace(course.now, match=replace(pair.match, state=state))
    guests[0].act("play r5")
    pair.wait(4)
    assert isinstance(guests[2].act("catch p1"), Ack)
    n = pair.table.desk.n
    pair.wait(5.9)
    assert pair.table.desk.n == n
    pair.wait(0.2)
    assert pair.table.desk.n == n + 1


def test_a_pause_is_told_to_the_clocks() -> None:
    pair, (ann, bo) = started(2, timer=30)
    pair.wait(10)
    ann.send(Pause(True))
    assert told(bo) is None
    pair.wait(100)
    ann.send(Pause(False))
    assert told(bo) == told(ann) == 20_000


def test_an_absence_is_told_to_the_clocks() -> None:
    pair, guests = started(2, timer=30, grace=60)
    away = on_turn(pair, guests)
    other = next(guest for guest in guests if guest is not away)
    pair.wait(5)
    pair.drop(away)
    assert told(other) is None
    pair.wait(20)
    back = pair.resume(away.token, away.n)
    assert told(other) == told(back) == 25_000


def test_who_comes_to_look_is_told_the_time_that_is_left() -> None:
    pair, _ = started(2, timer=30)
    pair.wait(10)
    assert pair.join("Zed", watch=True).last(Lobby).clock == 20_000


def test_own_reflexes_do_not_give_more_time() -> None:
    pair, guests = started(2, preset="crystal", timer=10)
    guest = on_turn(pair, guests)
    for _ in range(3):
        pair.wait(3)
        assert isinstance(guest.act("call"), Ack), "wrong, and punished"
    n = pair.table.desk.n
    pair.wait(1.1)
    assert pair.table.desk.n == n + 1
    assert guest.last(Note).code is NoteCode.TIME_UP


def test_a_turn_that_comes_back_by_a_jump_in_has_the_full_time() -> None:
    pair, guests = started(2, changes=(("jump_in", True),), timer=10)
    course = pair.table.desk.course
    assert course is not None
    position = {
        "hands": ("r5 r9 b1", "r7 g5 r2 b7"),
        "discard": "* r7",
        "stock": "b1 b2 b3 b4",
        "turn": "p1",
    }
    state = GAMES["uno"].place(pair.match.rules, 2, position)
    course.moments[-1] = replace(course.now, match=replace(pair.match, state=state))
    pair.table.desk.refresh(pair.now)
    pair.wait(8)
    assert isinstance(guests[1].act("jump r7"), Ack)
    assert pair.match.waiting_on() == {0}
    assert told(guests[0]) == 10_000


def test_what_was_meant_for_a_turn_that_a_bot_took_is_not_done_in_the_next() -> None:
    pair, guests = started(2, game="casino", preset="seed", timer=0, grace=1)
    away = on_turn(pair, guests)
    other = next(guest for guest in guests if guest is not away)
    n, meant = away.n, str(legal(pair, away)[0])  # sent, and lost with the connection
    pair.drop(away)
    pair.wait(1)
    assert pair.match.waiting_on() == {other.seat}, "the stand-in has played"
    assert isinstance(other.act(legal(pair, other)[0]), Ack)
    back = pair.resume(away.token, n)
    assert pair.match.waiting_on() == {back.seat}
    answer = back.act(meant, n=n)
    assert isinstance(answer, Nak) and answer.code is TableCode.STALE
    assert isinstance(back.act(legal(pair, back)[0]), Ack)
