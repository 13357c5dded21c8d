"""The time of tables: it stands still while nothing can be written, and in a sleep."""

from __future__ import annotations

from netcore.server.tabletime import TableTime


def test_it_is_behind_by_what_it_stood_still() -> None:
    time = TableTime()
    assert time.at(100.0) == 100.0 and time.alarm(130.0) == 130.0 and time.alarm(None) is None
    time.stop(110.0)
    assert time.stands and time.at(500.0) == 110.0 and time.alarm(130.0) is None
    time.go_on(600.0)
    assert not time.stands and time.at(600.0) == 110.0
    assert time.alarm(130.0) == 620.0 and time.at(620.0) == 130.0
    time.stop(630.0)
    time.go_on(640.0)
    assert time.at(640.0) == 140.0


def test_a_sleep_is_lost_once_be_it_while_it_stands_still() -> None:
    time = TableTime()
    time.slept(50.0)
    assert time.at(150.0) == 100.0
    time.stop(160.0)
    time.slept(80.0)  # 30 more of them
    assert time.at(200.0) == 110.0
    time.go_on(210.0)
    assert time.at(210.0) == 110.0 and time.at(215.0) == 115.0
    time.slept(81.0)
    assert time.at(216.0) == 115.0
