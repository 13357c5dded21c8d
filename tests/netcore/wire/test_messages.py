"""Every message survives the wire; nothing else does."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any, get_args

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.casino.events
import engine.king.events
import engine.match
import engine.uno.events
from engine.games import GAMES
from netcore.wire.messages import (
    AnyEvent,
    ClientMessage,
    Hello,
    Lobby,
    Nak,
    Refused,
    SeatInfo,
    ServerMessage,
    Setup,
    TableCode,
    Update,
    decode_client,
    decode_server,
    encode,
)
from netcore.wire.schema import BadMessage, pack, tag, unpack
from tests.netcore.wirevalues import values

CLIENT_KINDS = get_args(ClientMessage)
SERVER_KINDS = get_args(ServerMessage)
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.binary()
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text() | st.integers(0, 9), inner)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize("kind", CLIENT_KINDS, ids=tag)
@given(data=st.data())
def test_client_messages_come_back(kind: Any, data: st.DataObject) -> None:
    message = data.draw(values(kind))
    assert decode_client(encode(message)) == message


@pytest.mark.parametrize("kind", SERVER_KINDS, ids=tag)
@given(data=st.data())
def test_server_messages_come_back(kind: Any, data: st.DataObject) -> None:
    message = data.draw(values(kind))
    assert decode_server(encode(message)) == message


@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=tag)
@given(data=st.data())
def test_events_come_back(kind: Any, data: st.DataObject) -> None:
    event = data.draw(values(kind))
    plain = msgpack.unpackb(msgpack.packb(pack(event)))
    assert unpack(AnyEvent, plain, exact=False) == event


def test_no_two_kinds_share_a_name() -> None:
    for union in (ClientMessage, ServerMessage, AnyEvent):
        kinds = [tag(kind) for kind in get_args(union)]
        assert len(set(kinds)) == len(kinds)


@given(st.binary(max_size=200))
def test_noise_is_a_bad_message(noise: bytes) -> None:
    for decode in (decode_client, decode_server):
        with pytest.raises(BadMessage):
            decode(noise)


@given(PLAIN, st.sampled_from([tag(kind) for kind in (*CLIENT_KINDS, *SERVER_KINDS)]))
def test_any_structure_is_a_message_or_a_bad_one(plain: Any, kind: str) -> None:
    if isinstance(plain, dict):
        plain = {**plain, "k": kind}
    try:
        payload = msgpack.packb(plain)
    except (OverflowError, ValueError):
        return
    for decode in (decode_client, decode_server):
        with suppress(BadMessage):
            decode(payload)


@given(st.data())
def test_a_damaged_message_is_a_message_or_a_bad_one(data: st.DataObject) -> None:
    payload = bytearray(encode(data.draw(values(ClientMessage | ServerMessage))))
    for _ in range(data.draw(st.integers(1, 4))):
        payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))
    for decode in (decode_client, decode_server):
        with suppress(BadMessage):
            decode(bytes(payload))


def bad(plain: Any) -> str:
    with pytest.raises(BadMessage) as caught:
        decode_client(msgpack.packb(plain))
    return caught.value.why


def test_what_a_client_may_not_send() -> None:
    assert "unknown keys" in bad({"k": "start", "more": 1})
    assert "without text" in bad({"k": "chat"})
    assert "no kind" in bad({"k": "welcome", "v": 1, "app": "", "games": []})
    assert "seat" in bad({"k": "kick", "seat": True})
    assert "seat" in bad({"k": "kick", "seat": 1.0})
    assert "seat" in bad({"k": "kick", "seat": 10})
    assert "level" in bad({"k": "add-bot", "level": "divine"})
    assert "aid" in bad({"k": "act", "aid": b"short", "n": 0, "a": "draw"})
    assert "map" in bad(["k", "start"])


def test_a_server_may_say_more_and_a_client_understands() -> None:
    plain = {**pack(Nak(b"x" * 12, TableCode.STALE, 3)), "retry": 7}
    assert decode_server(msgpack.packb(plain)) == Nak(b"x" * 12, TableCode.STALE, 3)
    del plain["detail"]
    assert decode_server(msgpack.packb(plain)) == Nak(b"x" * 12, TableCode.STALE, 3)


def test_a_hello_of_another_version_is_understood() -> None:
    assert decode_client(msgpack.packb({"k": "hello", "v": 9, "app": "x", "caps": []})) == Hello(
        9, "x"
    )


def test_frozen_values_keep_their_types() -> None:
    seats = (SeatInfo("Ann", "human"), SeatInfo("", "open"))
    lobby = Lobby(
        "t", "lobby", False, "uno", "official", {"deck": 112, "jump_in": True}, seats, (), 0, 60, 60
    )
    again = decode_server(encode(lobby))
    assert isinstance(again, Lobby)
    assert again.options == {"deck": 112, "jump_in": True}
    assert type(again.options["jump_in"]) is bool
    assert Refused("join", TableCode.NAME_TAKEN).detail == {}
    assert Update not in CLIENT_KINDS


def test_every_event_of_the_engine_can_be_sent() -> None:
    known = set(get_args(AnyEvent))
    modules = (engine.match, engine.uno.events, engine.casino.events, engine.king.events)
    for module in modules:
        for made in vars(module).values():
            if isinstance(made, type) and is_dataclass(made) and hasattr(made, "seen_by"):
                assert made in known, made


def test_every_option_can_be_changed_at_once() -> None:
    for name, game in GAMES.items():
        options = dict.fromkeys((one.name for one in fields(next(iter(game.presets.values())))), 1)
        setup = Setup(name, "official", options, 4)  # type: ignore[arg-type]
        assert decode_client(encode(setup)) == setup


@pytest.mark.parametrize(
    "value",
    [
        [0] * 129,
        {str(number): 0 for number in range(65)},
        b"x" * 1025,
        "x" * 4097,
        msgpack.ExtType(1, b"x"),
        {1: 2},
        [[[0] * 129]],
    ],
    ids=["list", "map", "bytes", "text", "ext", "key", "nested"],
)
def test_what_is_too_much_is_not_even_unpacked(value: Any) -> None:
    payload = msgpack.packb({"k": "chat", "text": value})
    with pytest.raises(BadMessage, match="no msgpack"):
        decode_client(payload)
