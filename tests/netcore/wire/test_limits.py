"""The limits: their numbers, how they are written, and the buckets that hold peers to them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netcore.server import descriptors
from netcore.server.descriptors import fitted
from netcore.server.session import Deliver, Hangup, Reply, Session
from netcore.wire.limits import DEFAULT, MOST, BadLimit, Bucket, Limits, Meter, Pace, shown
from netcore.wire.messages import (
    PROTOCOL,
    Act,
    AddBot,
    Allowance,
    Bye,
    ByeCode,
    Chat,
    ClientMessage,
    Hello,
    Leave,
    Nak,
    Ping,
    Pong,
    Refused,
    Resume,
    Start,
    StepAway,
    Sync,
    TableCode,
)
from netcore.wire.toll import Restraint, Toll
from tests.netcore.server.test_session import JOIN, say

AID = b"twelve bytes"


# --- the numbers ---


def test_the_limits_are_those_that_were_decided() -> None:
    assert {shown(one.name): str(getattr(DEFAULT, one.name)) for one in fields(Limits)} == {
        "connections": "64",
        "kept": "16",
        "strangers": "16",
        "strangers-per-address": "4",
        "per-address": "8",
        "handshake": "5",
        "handshakes": "16",
        "actions": "10/1:20",
        "chat": "1/1:5",
        "entries": "1/2:3",
        "bytes": "16384/1:65536",
        "excess": "20/30:20",
        "chat-length": "300",
        "name-cells": "16",
        "tables": "16",
        "empty-table": "120",
    }


def test_each_limit_is_explained_and_can_be_set() -> None:
    for one in fields(Limits):
        assert one.metadata["about"]
        for value in ("7", "7/3:9"):
            try:
                limits = DEFAULT.read(f"{shown(one.name)}={value}")
            except BadLimit as bad:
                assert bad.known
            else:
                assert str(getattr(limits, one.name)) == value
                assert replace(limits, **{one.name: getattr(DEFAULT, one.name)}) == DEFAULT
                break
        else:
            raise AssertionError(one.name)


@pytest.mark.parametrize(
    ("setting", "wanted"),
    [
        ("conections=3", ""),
        ("connections", f"1-{MOST}"),
        ("connections=", f"1-{MOST}"),
        ("connections=0", f"1-{MOST}"),
        ("connections=-1", f"1-{MOST}"),
        ("connections=1e3", f"1-{MOST}"),
        ("connections=٣", f"1-{MOST}"),
        ("connections=9999999999999999999999", f"1-{MOST}"),
        ("kept=-1", f"0-{MOST}"),
        ("name-cells=3", f"4-{MOST}"),
        ("name_cells=8", ""),
        ("actions=10", "COUNT/SECONDS:BURST"),
        ("actions=10/1", "COUNT/SECONDS:BURST"),
        ("actions=0/1:20", "COUNT/SECONDS:BURST"),
        ("actions=10/0:20", "COUNT/SECONDS:BURST"),
        ("actions=10/1:0", "COUNT/SECONDS:BURST"),
        ("actions=9999999/1:20", "COUNT/SECONDS:BURST"),
        ("actions=10/1:20 ", "COUNT/SECONDS:BURST"),
    ],
)
def test_bad_settings_are_refused(setting: str, wanted: str) -> None:
    with pytest.raises(BadLimit) as caught:
        DEFAULT.read(setting)
    assert caught.value.wanted == wanted
    assert caught.value.known == bool(wanted)


# --- buckets ---


def test_a_bucket_lets_a_burst_through_and_then_its_pace() -> None:
    bucket = Bucket(Pace(1, 2, 3), 100.0)
    for _ in range(3):
        assert bucket.wait(100.0) == 0.0
        bucket.take(100.0)
    assert bucket.wait(100.0) == 2.0
    assert bucket.wait(101.5) == 0.5
    assert bucket.wait(102.0) == 0.0
    bucket.take(102.0)
    assert bucket.wait(102.0) == 2.0
    assert not bucket.full(107.9) and bucket.full(108.0)


def test_a_debt_is_waited_for() -> None:
    bucket = Bucket(Pace(16384, 1, 65536), 0.0)
    assert bucket.owe(65536, 0.0) == 0.0
    assert bucket.owe(16384, 0.0) == 1.0
    assert bucket.owe(16384, 1.0) == 1.0


@given(
    st.tuples(st.integers(1, 50), st.integers(1, 10), st.integers(1, 30)),
    st.lists(st.floats(0.0, 3.0), max_size=200),
)
def test_no_more_pass_than_the_pace_allows(pace: tuple[int, int, int], gaps: list[float]) -> None:
    count, seconds, burst = pace
    bucket, now, passed = Bucket(Pace(*pace), 0.0), 0.0, 0
    for gap in gaps:
        now += gap
        if bucket.wait(now) == 0.0:
            bucket.take(now)
            passed += 1
    assert passed <= burst + now * count / seconds + 1e-3


@given(st.lists(st.floats(0.0, 3.0), max_size=60))
def test_who_waits_as_long_as_told_is_let_through(gaps: list[float]) -> None:
    bucket, now = Bucket(Pace(3, 7, 2), 0.0), 0.0
    for gap in gaps:
        now += gap
        now += bucket.wait(now)
        assert bucket.wait(now) == 0.0
        bucket.take(now)


def test_an_address_has_as_much_as_all_its_connections() -> None:
    together = Limits(per_address=3).of_address()
    assert together.actions == Pace(30, 1, 60)
    assert together.entries == Pace(3, 2, 9)
    assert together.connections == DEFAULT.connections


# --- what messages cost ---


ANYTHING: list[ClientMessage] = [
    Act(AID, 1, "draw"), Chat("x"), Sync(), Start(), AddBot("easy"), Ping(1), Pong(1),
    Hello(PROTOCOL, "x"), JOIN, Resume("", "t", 0), Leave(), StepAway(),
]  # fmt: skip


@pytest.mark.parametrize("message", ANYTHING, ids=lambda one: type(one).__name__)
def test_no_message_is_free(message: ClientMessage) -> None:
    toll = Toll(DEFAULT, 0.0)
    answers = [toll.charge(message, 0.0) for _ in range(100)]
    assert answers[0] is None
    assert Bye(ByeCode.FLOOD) in answers


@pytest.mark.parametrize(
    ("message", "burst", "retry"),
    [
        (Act(AID, 7, "draw"), 20, 100),
        (Start(), 20, 100),
        (Ping(1), 20, 100),
        (Chat("hi"), 5, 1000),
        (JOIN, 3, 2000),
        (Resume("", "t", 0), 3, 2000),
        (Sync(), 3, 2000),
    ],
)
def test_what_is_too_fast_is_told_when_to_come_again(
    message: ClientMessage, burst: int, retry: int
) -> None:
    toll = Toll(DEFAULT, 0.0)
    assert [toll.charge(message, 0.0) for _ in range(burst)] == [None] * burst
    answer = toll.charge(message, 0.0)
    detail = {"retry": retry}
    if isinstance(message, Act):
        assert answer == Nak(AID, TableCode.RATE, 7, detail)
    else:
        assert isinstance(answer, Refused)
        assert (answer.code, answer.detail) == (TableCode.RATE, detail)
    assert toll.charge(message, retry / 1000) is None


def test_chat_does_not_use_up_what_is_for_playing() -> None:
    toll = Toll(DEFAULT, 0.0)
    for _ in range(10):
        toll.charge(Chat("x"), 0.0)
    assert toll.charge(Act(AID, 1, "draw"), 0.0) is None


def test_twenty_refusals_in_thirty_seconds_are_the_end() -> None:
    toll = Toll(DEFAULT, 0.0)
    for _ in range(5):
        assert toll.charge(Chat("x"), 0.0) is None
    for _ in range(20):
        assert isinstance(toll.charge(Chat("x"), 0.0), Refused)
    assert toll.charge(Chat("x"), 0.0) == Bye(ByeCode.FLOOD)
    patient = Toll(DEFAULT, 0.0)
    for second in range(0, 3000, 2):  # three refusals each ten seconds, for fifty minutes
        assert not isinstance(patient.charge(JOIN, second * 1.0), Bye)


def test_a_new_connection_does_not_fill_up_the_seats_bucket() -> None:
    seat = Meter(DEFAULT, 0.0)
    for _ in range(2):
        toll = Toll(DEFAULT, 0.0)
        toll.seat(seat)
        answers = [toll.charge(Act(AID, 1, "draw"), 0.0) for _ in range(20)]
    assert all(isinstance(answer, Nak) for answer in answers)


def test_a_flood_over_ever_new_connections_ends_too() -> None:
    seat = Meter(DEFAULT, 0.0)
    answers: list[object] = []
    for _ in range(4):  # each is told ten times that it is too fast, which is no end yet
        toll = Toll(DEFAULT, 0.0)
        toll.seat(seat)
        answers += [toll.charge(Chat("x"), 0.0) for _ in range(15)]
    assert Bye(ByeCode.FLOOD) in answers


def test_who_shares_an_address_with_a_flood_is_not_ended_for_it() -> None:
    address = Meter(Limits(per_address=1).of_address(), 0.0)
    flood, other = Toll(DEFAULT, 0.0, address), Toll(DEFAULT, 0.0, address)
    for _ in range(100):
        flood.charge(Start(), 0.0)
    assert isinstance(other.charge(Start(), 0.0), Refused)
    assert other.charge(Start(), 1.0) is None


def test_bytes_are_waited_for_by_the_slowest_meter() -> None:
    toll = Toll(DEFAULT, 0.0, Meter(replace(DEFAULT, bytes=Pace(100, 1, 100)), 0.0))
    assert toll.weigh(100, 0.0) == 0.0
    assert toll.weigh(100, 0.0) == 1.0


# --- in a conversation ---


def conversation(now: float = 0.0) -> Session:
    one = Session(now, "test", ("uno",))
    say(one, Hello(PROTOCOL, "x"), JOIN, now=now)
    one.accepted(Meter(DEFAULT, now))
    return one


def test_a_session_answers_what_is_too_fast_and_goes_on() -> None:
    one = conversation()
    effects = say(one, *[Chat("hi")] * 7)
    assert [type(effect) for effect in effects] == [Deliver] * 5 + [Reply] * 2
    assert say(one, Chat("again"), now=1.0) == [Deliver(Chat("again"))]


def test_a_session_that_is_flooded_ends() -> None:
    one = conversation()
    *_, bye, hangup = say(one, *[Sync()] * 100)
    assert bye == Reply(Bye(ByeCode.FLOOD))
    assert isinstance(hangup, Hangup)
    assert one.due is None and say(one, Sync(), now=60.0) == []


def test_a_session_says_what_it_allows() -> None:
    limits = Limits(chat=Pace(2, 3, 4), chat_length=77)
    reply, *_ = say(Session(0.0, "test", (), limits), Hello(PROTOCOL, "x"))
    assert isinstance(reply, Reply)
    assert reply.message.limits == Allowance(chat=Pace(2, 3, 4), chat_length=77)  # type: ignore[union-attr]


def test_the_time_for_the_handshake_is_a_limit() -> None:
    one = Session(0.0, "test", (), Limits(handshake=9))
    assert one.due == 9.0


# --- the client's own ---


@given(st.lists(st.tuples(st.floats(0.0, 0.3), st.floats(0.0, 0.5)), max_size=150))
def test_a_restrained_client_is_not_refused(steps: list[tuple[float, float]]) -> None:
    """However it hurries, and though the network holds things up and lets them go in a bunch."""
    restraint, toll = Restraint(Allowance(), 0.0), Toll(DEFAULT, 0.0)
    now = arrived = 0.0
    for gap, delay in steps:
        now += gap
        if restraint.check(Start(), now) is None:
            arrived = max(arrived, now + delay)
            assert toll.charge(Start(), arrived) is None


def test_a_restrained_client_says_so_itself_but_always_takes_its_leave() -> None:
    restraint = Restraint(Allowance(), 0.0)
    answers = [restraint.check(Chat("x"), 0.0) for _ in range(5)]
    assert answers[:4] == [None] * 4
    assert isinstance(refused := answers[4], Refused)
    assert (refused.about, refused.code) == ("chat", TableCode.RATE)
    assert restraint.wait("chat", 0.0) == 1.0
    for _ in range(100):
        assert restraint.check(Leave(), 0.0) is None


# --- files ---


def test_no_more_connections_than_files() -> None:
    room = Limits(connections=2000, strangers=16)
    assert fitted(room, None) == room
    assert fitted(room, 10_000) == room
    assert fitted(room, 1024).connections == 1024 - descriptors.OTHERS - 32
    assert fitted(room, 20).connections == 1


@pytest.mark.skipif(descriptors.resource is None, reason="needs limits on files")
def test_the_limit_on_files_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr(descriptors.resource, "getrlimit", lambda _: (256, 4096))
    monkeypatch.setattr(descriptors.resource, "setrlimit", lambda _, to: raised.append(to))
    assert descriptors.most_files() == 4096
    assert raised == [(4096, 4096)]


@pytest.mark.skipif(descriptors.resource is None, reason="needs limits on files")
def test_a_limit_on_files_that_cannot_be_raised_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(descriptors.resource, "getrlimit", lambda _: (256, 4096))
    monkeypatch.setattr(descriptors.resource, "setrlimit", refuse)
    assert descriptors.most_files() == 256
