"""Who is taken in, and who goes when there is no more room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netcore.server import admission
from netcore.server.admission import Admission
from netcore.wire.codes import ByeCode
from netcore.wire.limits import Limits, Pace

FAR = "192.168.1.9"


def seated(door: Admission, conn: int, address: str = FAR) -> None:
    door.arrive(conn, address)
    assert door.why_not(conn, 0) is None
    door.seated(conn)


def test_when_there_are_too_many_strangers_the_oldest_goes() -> None:
    door = Admission(Limits(strangers=3))
    assert [door.arrive(conn, f"10.0.0.{conn}") for conn in range(6)] == [None] * 3 + [0, 1, 2]
    assert door.strangers == 3
    door.seated(3)
    assert door.arrive(6, "10.0.0.6") is None
    assert door.arrive(7, "10.0.0.7") == 4


def test_who_has_come_far_stays_longer_than_who_has_not() -> None:
    door = Admission(Limits(strangers=4))
    stages = {0: 3, 1: 0, 2: 2}

    def far(conn: int) -> int:
        return stages.get(conn, 0)

    came = [door.arrive(conn, f"10.0.0.{conn}", far) for conn in range(9)]
    assert came == [None] * 4 + [1, 2, 3, 4, 5]  # 2 while nobody who had less was old enough
    stages.update({conn: 3 for conn in range(9)})
    assert door.arrive(9, "10.0.0.9", far) == 0  # nobody stays for good by having come far
    assert door.strangers == 4


def test_who_has_just_come_is_given_a_moment() -> None:
    door = Admission(Limits(strangers=4))
    for conn in range(4):
        door.arrive(conn, f"10.0.0.{conn}", lambda _: 3)
    for conn in range(4, 12):
        gone = door.arrive(conn, f"10.0.0.{conn}", lambda conn: 0 if conn >= 4 else 3)
        assert gone is not None and gone < conn - 2


def test_of_one_address_fewer_strangers_are_taken() -> None:
    door = Admission(Limits(strangers_per_address=2))
    door.arrive(1, "10.0.0.1")
    assert [door.arrive(conn, FAR) for conn in (2, 3, 4, 5)] == [None, None, 2, 3]
    assert door.arrive(6, f"::ffff:{FAR}") == 4  # the same address, written otherwise
    assert door.arrive(7, "fe80::1%eth0") is None


def test_of_one_address_so_many_may_have_a_place() -> None:
    door = Admission(Limits(per_address=2))
    for conn in (1, 2):
        seated(door, conn)
    door.arrive(3, FAR)
    assert door.why_not(3, 0) is ByeCode.TOO_MANY
    door.arrive(4, "192.168.1.10")
    assert door.why_not(4, 0) is None
    door.gone(1)
    assert door.why_not(3, 0) is None


@pytest.mark.parametrize("own", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_not_counted(own: str) -> None:
    door = Admission(Limits(per_address=1, strangers_per_address=1))
    for conn in range(10):
        seated(door, conn, own)
    assert [door.arrive(conn, own) for conn in range(20, 25)] == [None] * 5
    assert door.meter(20, 0.0) is None


def test_places_are_kept_for_those_who_are_away() -> None:
    door = Admission(Limits(connections=4, kept=2))
    for conn in (1, 2):
        seated(door, conn, f"10.0.0.{conn}")
    door.arrive(3, FAR)
    assert door.why_not(3, 0) is None
    assert door.why_not(3, 1) is None
    assert door.why_not(3, 2) is ByeCode.SERVER_FULL
    assert door.why_not(3, 100) is ByeCode.SERVER_FULL
    door.gone(2)
    assert door.why_not(3, 100) is None  # never more than `kept` are


def test_a_member_counts_until_its_socket_is_gone() -> None:
    door = Admission(Limits(connections=1, kept=0))
    seated(door, 1, "10.0.0.1")
    door.arrive(2, FAR)
    assert door.why_not(2, 0) is ByeCode.SERVER_FULL
    door.turn_away(2)
    door.gone(2)
    door.gone(1)
    seated(door, 3)
    assert (door.strangers, door.members) == (0, 1)


@given(st.lists(st.tuples(st.sampled_from("asjg"), st.integers(0, 9)), max_size=200))
def test_the_bounds_hold_whatever_comes_and_goes(steps: list[tuple[str, int]]) -> None:
    limits = Limits(connections=5, kept=2, strangers=3, strangers_per_address=2, per_address=2)
    door, count, open_ones = Admission(limits), 0, dict[int, bool]()
    for what, number in steps:
        conn = list(open_ones)[number % len(open_ones)] if open_ones else -1
        if what == "a" and not door.full:
            count += 1
            out = door.arrive(count, f"10.0.0.{number % 4}")
            open_ones[count] = False
            assert out is None or open_ones[out] is False
        elif what == "j" and conn >= 0 and door.why_not(conn, number) is None:
            door.seated(conn)
            open_ones[conn] = True
        elif what == "g" and conn >= 0:
            door.gone(conn)
            del open_ones[conn]
        assert door.strangers <= 3
        assert door.members == sum(open_ones.values()) <= 5
        assert len(open_ones) <= 5 + 2 * 3


def test_an_address_keeps_its_meter_while_it_has_something_to_answer_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "_METERS", 2)
    door = Admission(Limits(per_address=1, chat=Pace(1, 10, 1)))
    for conn, address in ((1, "10.0.0.1"), (2, "10.0.0.2")):
        door.arrive(conn, address)
        meter = door.meter(conn, 0.0)
        assert meter is not None
        meter.kinds["chat"].take(0.0)
        door.gone(conn)
    door.arrive(3, "10.0.0.1")
    assert (again := door.meter(3, 5.0)) is not None
    assert again.kinds["chat"].wait(5.0) == 5.0
    door.arrive(4, "10.0.0.3")
    door.meter(4, 60.0)
    assert set(door._meters) == {"10.0.0.1", "10.0.0.3"}


def test_who_is_far_takes_no_place_of_those_who_are_near() -> None:
    admission = Admission(Limits(connections=2, strangers=2))
    assert [admission.hold(conn, "8.8.8.8") for conn in range(6)] == [True] * 4 + [False] * 2
    assert not admission.full and admission.strangers == 0
    admission.gone(0)
    assert admission.hold(6, "8.8.4.4")
