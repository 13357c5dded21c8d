"""Real frames, damaged: what a hostile peer may send, and what must hold whatever it is.

Hides: how frames are damaged and which laws are tried. Work comes in batches of some hundred
frames; a batch follows from its seed and number alone, so that what it found is found again.

    decode    a message or BadMessage and nothing else; a message survives being sent once more,
              and cleaned it has nothing in it that moves a terminal
    stream    the same effects, whole, in pieces and byte by byte
    table     whatever can be decoded is answered: no request breaks a table
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, get_args

import msgpack

from netcore.server.session import Deliver, Session
from netcore.wire.cleaned import cleaned
from netcore.wire.framing import frame
from netcore.wire.messages import (
    PROTOCOL,
    ClientMessage,
    Hello,
    Join,
    Lobby,
    Ping,
    Resume,
    Seated,
    Start,
    TableRequest,
    Update,
    decode_client,
    decode_server,
    encode,
)
from netcore.wire.schema import BadMessage
from tests.netcore.corpus import Real, real_frames
from tests.netcore.tablepair import Guest, TablePair

BATCH: Final = 250
"""Frames of a batch."""

_WORTH_TRYING: Final = (
    None, True, False, 0, 1, -1, 9, 10, 127, 128, 2**53, 2**53 + 1, -(2**63), 2**64 - 1, 0.5,
    float("nan"), float("inf"), "", "k", "p1", "draw", "\x1b[2J", "\u202e", "x" * 5000,
    b"", b"x" * 12, [], {}, [[]], {"k": {}}, ["p1"] * 129,
    msgpack.Timestamp(0), msgpack.ExtType(5, b"x"),
)  # fmt: skip
_BYTES: Final = (0x00, 0x7F, 0x80, 0x90, 0xC0, 0xC1, 0xC6, 0xC9, 0xCB, 0xD9, 0xDD, 0xDF, 0xFF)
_TERMINAL: Final = frozenset(map(chr, (*range(32), *range(127, 160), 0x200E, 0x202E, 0x2066)))
REQUESTS: Final = get_args(TableRequest)
NEEDED: Final = (Seated, Lobby, Update)
"""What a guest remembers."""


class Broken(AssertionError):
    """A law does not hold. `payload`: what showed it."""

    def __init__(self, law: str, payload: bytes) -> None:
        super().__init__(f"{law}: {payload.hex()}")
        self.payload = payload


def run_batch(seed: int, number: int) -> None:
    """Try one batch. Raises Broken, or whatever escaped."""
    rng = Random(f"{seed}/{number}")
    frames = [damaged(rng) for _ in range(BATCH)]
    for one in frames:
        _try_to_decode(one)
    _try_as_streams(rng, [one.payload for one in frames if one.client])
    _try_at_a_table(rng, frames)


# --- damaging ---


def damaged(rng: Random) -> Real:
    """Return a real frame after one to four mishaps."""
    one = rng.choice(_corpus())
    payload = one.payload
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        payload = rng.choice(_MISHAPS)(rng, payload) or b"\x80"
    return replace(one, payload=payload, client=one.client ^ (rng.random() < 0.02))


@cache
def _corpus() -> tuple[Real, ...]:
    return real_frames()


def _flip(rng: Random, payload: bytes) -> bytes:
    data = bytearray(payload)
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def _poke(rng: Random, payload: bytes) -> bytes:
    data = bytearray(payload)
    data[rng.randrange(len(data))] = rng.choice(_BYTES)
    return bytes(data)


def _cut(rng: Random, payload: bytes) -> bytes:
    return payload[: rng.randrange(len(payload))]


def _drop(rng: Random, payload: bytes) -> bytes:
    at = rng.randrange(len(payload))
    return payload[:at] + payload[at + rng.randint(1, 8) :]


def _repeat(rng: Random, payload: bytes) -> bytes:
    at = rng.randrange(len(payload))
    piece = payload[at : at + rng.randint(1, 16)]
    return payload[:at] + piece * rng.choice((2, 2, 3, 40)) + payload[at:]


def _splice(rng: Random, payload: bytes) -> bytes:
    other = rng.choice(_corpus()).payload
    return payload[: rng.randrange(len(payload))] + other[rng.randrange(len(other)) :]


def _restructure(rng: Random, payload: bytes) -> bytes:
    """Change one value somewhere inside, and leave a whole msgpack."""
    with suppress(ValueError, RecursionError, OverflowError, TypeError, UnicodeError):
        plain = msgpack.unpackb(payload, strict_map_key=False)
        packed: bytes = msgpack.packb(_changed(rng, plain))
        return packed
    return payload


def _changed(rng: Random, value: Any) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        match rng.randrange(12):
            case 0:
                return {name: one for name, one in value.items() if name != key}
            case 1:
                return {**value, rng.choice(("k", "more", "rules", "seat", 5, b"k")): value[key]}
            case _:
                return {**value, key: _changed(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        if rng.random() < 0.2:
            return value[:at] + value[at:] * 2
        return [*value[:at], _changed(rng, value[at]), *value[at + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.5:
        at = rng.randrange(len(value) + 1)
        return value[:at] + rng.choice(("\x1b", "*", "-1", " p1", "\ud7ff", "字", " ")) + value[at:]
    if type(value) is int and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 10, -value, 2**32))
    return rng.choice(_WORTH_TRYING)


_MISHAPS: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    _flip, _poke, _cut, _drop, _repeat, _splice, _restructure, _restructure, _restructure,
)  # fmt: skip


# --- laws ---


def _try_to_decode(one: Real) -> None:
    def decode(payload: bytes) -> Any:
        return decode_client(payload) if one.client else decode_server(payload, one.rules)

    try:
        message = decode(one.payload)
    except BadMessage as error:
        if not (str(error).isascii() and str(error).isprintable() and len(str(error)) < 400):
            raise Broken("the log says what a peer wrote", one.payload) from error
        return
    if decode(encode(message)) != message:
        raise Broken("a message does not come back", one.payload)
    if not one.client and not _TERMINAL.isdisjoint(_texts(cleaned(message))):
        raise Broken("a text moves the terminal", one.payload)


def _texts(message: Any) -> str:
    """Return every text of a message that may be shown."""
    found: list[str] = []

    def look(value: Any) -> None:
        match value:
            case str():
                found.append(value)
            case tuple() | list():
                for one in value:
                    look(one)
            case dict():
                for key, one in value.items():
                    look(key)
                    look(one)
            case _ if hasattr(value, "__dataclass_fields__"):
                for name in value.__dataclass_fields__:
                    if name not in ("rules", "token"):
                        look(getattr(value, name))
            case _:
                pass

    look(message)
    return "".join(found)


def _try_as_streams(rng: Random, payloads: list[bytes]) -> None:
    """Let a session take damaged frames one after another, until it hangs up."""
    hello, join = (
        frame(encode(Hello(PROTOCOL, "x"))),
        frame(encode(Join("", "x", False, False, ""))),
    )
    for payload in payloads[:40]:
        damage = frame(payload)
        if rng.random() < 0.2:  # the length is wrong too
            damage = rng.choice((0, 1, 3, 255, 2**16, 2**31)).to_bytes(4, "big") + payload
        after = rng.choice((b"", frame(encode(Ping(1))), rng.randbytes(3)))
        stream = rng.choice((b"", hello, hello + join)) + damage + after
        whole = effects([stream])
        for pieces in (_pieces(rng, stream), [stream[i : i + 1] for i in range(len(stream))]):
            if effects(pieces) != whole:
                raise Broken("pieces are not the whole", stream)


def _pieces(rng: Random, stream: bytes) -> list[bytes]:
    cuts = sorted(rng.randrange(len(stream) + 1) for _ in range(rng.randint(1, 6)))
    return [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]


def effects(pieces: list[bytes]) -> list[Any]:
    """Return all that a new session makes of bytes; whoever asks for a seat gets one."""
    session = Session(0.0, "test", ("uno",))
    return list(_fed(session, pieces))


def _fed(session: Session, pieces: list[bytes]) -> Iterator[Any]:
    for piece in pieces:
        for effect in session.feed(piece, 0.0):
            yield effect
            if isinstance(effect, Deliver) and isinstance(effect.message, Join | Resume):
                session.accepted()


def _try_at_a_table(rng: Random, frames: list[Real]) -> None:
    """Ask a running table whatever can be decoded; each act is answered, and nothing breaks."""
    game = rng.choice(("uno", "casino"))
    pair = TablePair(rng.randrange(1000), game=game, preset="street" if game == "uno" else "seed",
                     seats=3, bots=("easy",))  # fmt: skip
    guests = [pair.join("Ann"), pair.join("Bo"), pair.join("Zed", watch=True)]
    guests[0].send(Start())
    for one in frames:
        if one.client:
            with suppress(BadMessage):
                _ask(rng, pair, guests, decode_client(one.payload), one.payload)


def _ask(
    rng: Random, pair: TablePair, guests: list[Guest], message: ClientMessage, payload: bytes
) -> None:
    which = rng.randrange(len(guests))
    if guests[which].closed:
        guests[which] = pair.join(f"Guest {which}", watch=which == 2)
        if not guests[which].accepted:
            guests[which].closed = True
            return
    if isinstance(message, REQUESTS):
        try:
            guests[which].send(message)
            pair.wait(rng.choice((0.0, 0.0, 0.1, 40.0)))
        except Exception as error:
            raise Broken(f"a table breaks ({error!r})", payload) from error
        for guest in guests:
            if not _TERMINAL.isdisjoint(_texts(tuple(guest.got))):
                raise Broken("a table passes on what moves the terminal", payload)
            guest.got[:] = [one for one in guest.got if isinstance(one, NEEDED)][-20:]
