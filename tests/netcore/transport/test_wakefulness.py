"""Sleep and stopped processes: what is noticed, and that nobody's time runs out meanwhile."""

from __future__ import annotations

from netcore.transport.wakefulness import WakingTime
from netcore.wire.messages import Ack, Lobby, Note, NoteCode, Sync
from tests.netcore.table.test_turn_timer import told
from tests.netcore.tablepair import legal, on_turn, started


def test_what_is_sleep_and_what_is_not() -> None:
    time = WakingTime(100.0, 1_000_000.0)
    assert not time.look(101.0, 1_000_001.0), "all is well"
    assert not time.look(105.0, 1_000_005.0), "busy"
    assert not time.look(106.0, 900_000.0), "somebody has put the clock back"
    assert not time.look(107.0, 900_001.0)
    assert time.lost == 0.0
    assert time.look(108.0, 900_600.0), "the machine slept: one clock stood still"
    assert time.lost == 0.0
    assert time.look(708.0, 901_200.0), "the process was stopped: both went on"
    assert time.lost == 600.0
    assert not time.look(709.0, 901_201.0)
    assert time.look(809.0, 901_301.0) and time.lost == 700.0


def test_turns_wait_until_everybody_has_been_heard() -> None:
    pair, guests = started(3, timer=30)
    active = on_turn(pair, guests)
    pair.wait(10)
    pair.take(pair.table.woke(pair.now))
    assert all(guest.last(Lobby).waking and told(guest) is None for guest in guests)
    assert guests[0].last(Note).code is NoteCode.WOKE
    pair.wait(100)
    assert pair.table.desk.n == active.n == 1, "nobody's time is up"
    pair.take(pair.table.alive(guests[0].conn, pair.now))
    guests[1].send(Sync())
    assert guests[0].last(Lobby).waking
    pair.drop(guests[2])  # found dead: the table waits for it as for anybody away
    assert not guests[0].last(Lobby).waking
    pair.resume(guests[2].token)
    assert told(guests[0]) == 20_000
    pair.wait(20)
    assert guests[0].last(Lobby).phase == "deal" and pair.table.desk.n > 1


def test_who_comes_back_over_a_new_line_has_been_heard() -> None:
    pair, guests = started(2, timer=30)
    pair.take(pair.table.woke(pair.now))
    pair.take(pair.table.alive(guests[0].conn, pair.now))
    back = pair.resume(guests[1].token)
    assert not back.last(Lobby).waking
    assert told(guests[0]) == 30_000


def test_while_the_table_waits_everybody_may_act() -> None:
    pair, guests = started(2, timer=30)
    pair.take(pair.table.woke(pair.now))
    active = on_turn(pair, guests)
    assert isinstance(active.act(legal(pair, active)[0]), Ack)
