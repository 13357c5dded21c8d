from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netcore.server.session import (
    Alive,
    Check,
    Deliver,
    Effect,
    Hangup,
    Reply,
    Session,
)
from netcore.transport.joincode import prover
from netcore.transport.pulse import DEAD_AFTER, PING_AFTER
from netcore.wire.framing import STRANGER_CAP, frame
from netcore.wire.limits import DEFAULT
from netcore.wire.messages import (
    PROTOCOL,
    Auth,
    Authed,
    Bye,
    ByeCode,
    Chat,
    ClientMessage,
    Hello,
    Join,
    Ping,
    Pong,
    Resume,
    Sync,
    Welcome,
    encode,
)

JOIN = Join("", "Ann", False, False, "")


def session(now: float = 0.0) -> Session:
    return Session(now, "test", ("uno",))


def say(to: Session, *messages: ClientMessage, now: float = 0.0) -> list[Effect]:
    return list(to.feed(b"".join(frame(encode(message)) for message in messages), now))


def seated(now: float = 0.0) -> Session:
    one = session(now)
    say(one, Hello(PROTOCOL, "test"), now=now)
    assert say(one, JOIN, now=now) == [Deliver(JOIN)]
    one.accepted()
    return one


def fault(effects: list[Effect]) -> str:
    reply, hangup = effects
    assert isinstance(reply, Reply) and isinstance(hangup, Hangup)
    assert isinstance(reply.message, Bye) and reply.message.code is ByeCode.BAD_MESSAGE
    return str(reply.message.detail["fault"])


def test_hello_join_and_on() -> None:
    one = session()
    assert say(one, Hello(PROTOCOL, "me")) == [Reply(Welcome(PROTOCOL, "test", ("uno",)))]
    assert one.app == "me"
    assert say(one, JOIN) == [Deliver(JOIN)]
    one.accepted()
    assert say(one, Chat("hi"), Sync()) == [Deliver(Chat("hi")), Deliver(Sync())]


def test_another_version_is_told_so() -> None:
    one = session()
    reply, hangup = say(one, Hello(PROTOCOL + 1, "new"), JOIN)
    assert reply == Reply(Bye(ByeCode.VERSION, {"v": PROTOCOL, "app": "test"}))
    assert isinstance(hangup, Hangup)
    assert one.due is None


@pytest.mark.parametrize("first", [JOIN, Chat("hi"), Pong(1), Resume("", "t", 0)])
def test_nothing_before_hello(first: ClientMessage) -> None:
    one = session()
    assert fault(say(one, first)) == "bad-message"
    assert say(one, Hello(PROTOCOL, "late")) == []


def test_no_second_hello_and_no_second_join() -> None:
    for again in (Hello(PROTOCOL, "x"), JOIN):
        assert fault(say(seated(), again)) == "bad-message"


def test_a_refused_join_may_be_tried_again() -> None:
    one = session()
    say(one, Hello(PROTOCOL, "x"), JOIN)
    assert say(one, JOIN) == [Deliver(JOIN)]


def test_long_frames_only_after_the_join() -> None:
    long = frame(bytes(STRANGER_CAP + 1))
    assert fault(list(session().feed(long, 0.0))) == "frame-too-big"
    assert fault(list(seated().feed(long, 0.0))) == "bad-message"


def test_pings_are_answered() -> None:
    assert say(seated(), Ping(7)) == [Alive(), Reply(Pong(7))]
    assert say(seated(), Pong(7)) == [Alive()]


def test_a_handshake_has_its_time() -> None:
    for effects_before in ([], [Hello(PROTOCOL, "x")]):
        one = session()
        say(one, *effects_before)
        assert one.due == DEFAULT.handshake
        assert list(one.tick(DEFAULT.handshake - 0.1)) == []
        reply, hangup = one.tick(DEFAULT.handshake)
        assert reply == Reply(Bye(ByeCode.IDLE))
        assert isinstance(hangup, Hangup)


def test_silence_is_asked_about_once_and_then_the_end() -> None:
    one = seated()
    assert one.due == PING_AFTER
    assert list(one.tick(PING_AFTER)) == [Reply(Ping(int(PING_AFTER * 1000)))]
    assert list(one.tick(PING_AFTER + 1)) == []
    assert one.due == DEAD_AFTER
    assert [type(effect) for effect in one.tick(DEAD_AFTER)] == [Hangup]
    assert one.due is None


def test_any_frame_is_life() -> None:
    one = seated()
    list(one.tick(PING_AFTER))
    say(one, Sync(), now=DEAD_AFTER - 1)
    assert list(one.tick(DEAD_AFTER)) == []
    say(one, Pong(10), now=DEAD_AFTER + 1)
    assert one.due == DEAD_AFTER + 1 + PING_AFTER


def test_who_talks_but_does_not_read_is_dead_too() -> None:
    one = seated()
    list(one.tick(PING_AFTER))
    end = PING_AFTER + DEAD_AFTER
    say(one, Sync(), now=end - 1)
    assert one.due == end
    (hangup,) = one.tick(end)
    assert isinstance(hangup, Hangup) and hangup.lost


def test_after_a_sleep_the_peer_has_all_its_time_again() -> None:
    one = seated()
    now = 5000.0
    assert list(one.woke(now)) == [Reply(Ping(int(now * 1000)))]
    assert one.due == now + DEAD_AFTER
    assert list(one.tick(now)) == []
    stranger = session()
    assert list(stranger.woke(now)) == []
    assert stranger.due == now + DEFAULT.handshake


@given(st.lists(st.binary(max_size=60), max_size=10))
def test_any_bytes_give_effects_and_nothing_else(chunks: list[bytes]) -> None:
    one = session()
    for chunk in chunks:
        for effect in one.feed(chunk, 0.0):
            assert isinstance(effect, Reply | Hangup | Deliver | Alive | Check)


def test_byte_by_byte_is_the_same() -> None:
    stream = b"".join(frame(encode(m)) for m in (Hello(PROTOCOL, "x"), JOIN))
    whole, pieces = session(), session()
    assert list(whole.feed(stream, 0.0)) == [
        effect for byte in stream for effect in pieces.feed(bytes([byte]), 0.0)
    ]


# --- the join code ---

PROOF = prover("7KQ2-M9XW")
MINE, THEIRS = b"n" * 16, b"s" * 16


def guarded() -> Session:
    return Session(0.0, "test", ("uno",), proof=PROOF, nonce=THEIRS)


def test_a_proof_is_weighed_when_the_server_says_and_answered_by_another() -> None:
    one = guarded()
    (reply,) = say(one, Hello(PROTOCOL, "me", MINE))
    assert isinstance(reply, Reply) and isinstance(reply.message, Welcome)
    assert (reply.message.auth, reply.message.nonce) == (True, THEIRS)
    assert one.stage == "auth"
    assert say(one, Auth(PROOF.mac("client", MINE, THEIRS)), now=1.0) == [Check()]
    assert one.stage == "checking" and one.due == 1.0 + DEFAULT.handshake
    assert list(one.judge(4.0)) == [Reply(Authed(PROOF.mac("server", MINE, THEIRS)))]
    assert one.stage == "join" and one.due == 4.0 + DEFAULT.handshake
    assert list(one.judge(4.0)) == []
    assert say(one, JOIN) == [Deliver(JOIN)]


@pytest.mark.parametrize(
    "mac",
    [
        bytes(32),
        PROOF.mac("server", MINE, THEIRS),
        PROOF.mac("client", THEIRS, MINE),
        PROOF.mac("client", MINE, MINE),
        prover("7KQ2-M9XV").mac("client", MINE, THEIRS),
        prover("7KQ2-M9XW", b"c" * 32).mac("client", MINE, THEIRS),
    ],
)
def test_any_other_proof_ends_it(mac: bytes) -> None:
    one = guarded()
    say(one, Hello(PROTOCOL, "me", MINE), Auth(mac))
    reply, hangup = one.judge(0.0)
    assert reply == Reply(Bye(ByeCode.WRONG_CODE)) and isinstance(hangup, Hangup)
    assert one.due is None and say(one, JOIN) == [] and list(one.judge(1.0)) == []


@pytest.mark.parametrize("early", [JOIN, Resume("", "t", 0), Chat("hi"), Hello(PROTOCOL, "x")])
def test_nothing_else_comes_before_the_proof_is_judged(early: ClientMessage) -> None:
    for before in ([], [Auth(bytes(32))]):
        one = guarded()
        say(one, Hello(PROTOCOL, "me", MINE), *before)
        assert fault(say(one, early)) == "bad-message"
        assert list(one.judge(0.0)) == []


def test_a_proof_where_none_is_asked_for_is_a_fault() -> None:
    one = session()
    say(one, Hello(PROTOCOL, "me", MINE))
    assert fault(say(one, Auth(bytes(32)))) == "bad-message"


def test_the_door_has_its_times_too() -> None:
    one = guarded()
    one.secured(3.0)
    assert one.due == 3.0 + DEFAULT.handshake
    say(one, Hello(PROTOCOL, "me", MINE), now=4.0)
    one.secured(100.0)  # only once, and before the hello
    assert one.due == 4.0 + DEFAULT.handshake
    reply, _ = one.tick(4.0 + DEFAULT.handshake)
    assert reply == Reply(Bye(ByeCode.IDLE))
