"""Peers that mean no good, and faults of our own: what ends, and what goes on."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from ipaddress import ip_network
from typing import Any

import pytest

from engine.games import GAMES
from engine.match import Match
from engine.uno.events import Turned
from netcore.client import link, proving
from netcore.client import shell as client_module
from netcore.client.shell import Client, Closed, ConnectFailed, Reconnecting
from netcore.server import connection, listening, nearby
from netcore.server import shell as server_module
from netcore.server.shell import ServerOptions, serve
from netcore.table import fairdeal
from netcore.table.options import TableOptions
from netcore.transport import pulse
from netcore.wire.cleaned import cleaned
from netcore.wire.framing import frame
from netcore.wire.limits import Limits
from netcore.wire.messages import (
    PROTOCOL,
    Bye,
    ByeCode,
    Chat,
    Hello,
    Join,
    Lobby,
    Nak,
    Note,
    NoteCode,
    Ping,
    Pledges,
    Pong,
    Refused,
    Reveal,
    Said,
    Seated,
    SeatInfo,
    ServerMessage,
    Shares,
    Start,
    Sync,
    TableCode,
    Update,
    Welcome,
    decode_client,
    decode_server,
    encode,
)
from netcore.wire.ruleset import rules_for
from netcore.wire.schema import BadMessage
from tests.netcore.served import PATIENT, WAIT, Raw, connect, kind, serving, until
from tests.netcore.tablepair import TablePair

EVIL = "\x1b]0;owned\x07\x1b[2J\u202e"
ROOM_FOR_ONE = replace(PATIENT, connections=1, kept=0)
DEEP = b"\x91" * 1000 + b"\xc0"
SEATED = Seated("t", 0, "token", "Ann", False)


@asynccontextmanager
async def answering(*messages: ServerMessage | bytes) -> AsyncIterator[int]:
    """Run a server that sends these once spoken to, and is silent then."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        for one in messages:
            writer.write(frame(one if isinstance(one, bytes) else encode(one)))
        with suppress(OSError):
            while await reader.read(100):
                pass
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


# --- texts ---


@pytest.mark.parametrize(
    "message",
    [
        Welcome(PROTOCOL, EVIL, (EVIL,)),
        Seated(EVIL, 0, "token", EVIL, False),
        Bye(ByeCode.VERSION, {"app": EVIL, EVIL: 1}),
        Nak(b"x" * 12, TableCode.STALE, 1, {"why": EVIL}),
        Refused(EVIL, TableCode.TABLE_FULL, {"why": EVIL}),
        Note(NoteCode.JOINED, {"who": EVIL}),
        Said(EVIL, 0, EVIL),
        Lobby(
            EVIL, "lobby", False, "uno", "official", {}, (SeatInfo(EVIL, "bot", EVIL),), (EVIL,),
            0, 0, 0,
        ),
    ],
    ids=lambda message: type(message).__name__,
)  # fmt: skip
def test_no_text_of_a_server_moves_a_terminal(message: ServerMessage) -> None:
    shown = str(cleaned(message))
    assert "owned" in shown
    assert "\\x1b" not in shown and "\\x07" not in shown and "\\u202e" not in shown


def test_no_text_in_a_game_moves_a_terminal() -> None:
    pair = TablePair(1, seats=2)
    ann = pair.join("Ann")
    pair.join("Bo")
    ann.send(Start())
    update = replace(ann.last(Update), head=b"")  # any bytes
    game = replace(update.view.game, colour=EVIL)
    event = Turned(update.view.game.top, EVIL, None)
    evil = replace(update, view=replace(update.view, game=game), events=(event,))
    assert cleaned(update) == update
    shown = str(cleaned(evil))
    assert shown.count("owned") == 2 and "\\x1b" not in shown


async def test_what_a_server_says_at_the_door_is_clean() -> None:
    async with answering(Bye(ByeCode.VERSION, {"app": EVIL})) as port:
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Ann")
    assert "\x1b" not in str(caught.value.detail["app"])


# --- too much ---


async def test_a_server_cannot_fill_a_clients_memory() -> None:
    flood = [Said("Bo", 1, str(number)) for number in range(1000)]
    async with answering(Welcome(PROTOCOL, "x", ("uno",)), SEATED, *flood) as port:
        ann = await connect(port, "Ann")
        async with asyncio.timeout(WAIT):
            while ann._events.qsize() < client_module.UNREAD:
                await asyncio.sleep(0.001)
        for _ in range(200):
            await asyncio.sleep(0)
        assert ann._events.qsize() == client_module.UNREAD, "no more is taken from the line"
        told: list[str] = []
        async with asyncio.timeout(WAIT):
            async for event in ann:
                told += [event.text] if isinstance(event, Said) else []
                if len(told) == len(flood):
                    break
        assert told == [one.text for one in flood], "and nothing is lost"
        await ann.close()


def endless_deals(number: int) -> Iterator[ServerMessage]:
    """Yield what is told of deals that nobody plays: each asks for a proof."""
    rules = rules_for("uno", "official", {})
    for _ in range(number):
        seed = fairdeal.new_seed()
        yield fairdeal.opening(Match.new(GAMES["uno"], rules, 2), seed)
        yield Pledges(seed.deal_id, ())
        yield Shares(seed.deal_id, ())
        yield Reveal(seed.deal_id, seed.secret, 0, (), False)


async def test_nor_with_deals_that_are_to_be_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    most, proved = 0, 0

    def judged(case: Any) -> None:  # nothing to tell: only what is still to be proved is counted
        nonlocal most, proved
        most, proved = max(most, len(ann._prover._work)), proved + 1

    monkeypatch.setattr(proving, "judge", judged)
    seats = (SeatInfo("Ann", "human"), SeatInfo("Bo", "human"))
    lobby = Lobby("t", "lobby", False, "uno", "official", {}, seats, (), 0, 0, 0)
    flood = endless_deals(100)
    async with answering(Welcome(PROTOCOL, "x", ("uno",)), SEATED, lobby, *flood) as port:
        ann = await connect(port, "Ann")
        async with asyncio.timeout(WAIT):
            while proved < 100:
                await asyncio.sleep(0.001)
        assert most <= proving.UNPROVED
        await ann.close()


async def test_a_server_that_is_answered_and_does_not_read_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link, "UNSENT", 1000)
    async with answering(Welcome(PROTOCOL, "x", ()), SEATED) as port:
        ann = await connect(port, "Ann")
        there = ann._link
        assert there is not None
        monkeypatch.setattr(there._writer.transport, "get_write_buffer_size", lambda: 1000)
        assert there.send(Pong(1))
        monkeypatch.setattr(there._writer.transport, "get_write_buffer_size", lambda: 1001)
        assert not there.send(Pong(1))
        await until(ann, kind(Reconnecting))
        await ann.close()


# --- bytes ---


def test_frames_nested_deep_are_no_messages() -> None:
    for payload in (
        DEEP,
        b"\x81\xa1k" + DEEP,
        b"\x82\xa1k\xa4chat\xa4text" + b"\x91" * 990 + b"\xc0",
    ):
        for decode in (decode_client, decode_server):
            with pytest.raises(BadMessage) as caught:
                decode(payload)
            assert len(str(caught.value)) < 300


async def test_a_server_that_nests_deep_is_left() -> None:
    async with answering(Welcome(PROTOCOL, "x", ()), SEATED, DEEP) as port:
        client = await connect(port, "Ann")
        closed = await until(client, kind(Closed))
        assert closed.code == "bad-message"


async def test_a_fault_of_the_client_ends_it_and_is_no_good_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with answering(Welcome(PROTOCOL, "x", ()), SEATED, Ping(1), Said("Bo", 1, "hi")) as port:
        client = await connect(port, "Ann")

        def broken(*_: object) -> None:
            raise RuntimeError("a fault of ours")

        monkeypatch.setattr(client, "_arrive", broken)
        assert (await until(client, kind(Closed))).code == "internal"


async def test_a_fault_in_reading_ends_that_connection_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        raw = await Raw.open(port)

        def broken(*_: object) -> Any:
            raise RuntimeError("a fault of ours")

        monkeypatch.setattr("netcore.server.session.FrameReader.feed", broken)
        raw.send(Hello(PROTOCOL, "raw"))
        bye = await raw.reader.read(100)
        monkeypatch.undo()
        assert b"internal" in bye
        assert await raw.reader.read(100) == b""
        await raw.close()
        ann.send(Chat("still here"))
        await until(ann, kind(Said))
        await ann.close()


async def test_a_long_chat_of_wide_letters_and_a_long_name_are_not_called_unreadable() -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        assert ann.send(Chat("字" * 2000))
        assert (await until(ann, kind(Said))).text == "字" * 300
        raw = await Raw.open(port)
        raw.send(Hello(PROTOCOL, "raw"))
        raw.send(Join("", "Bo", False, True, ""))
        raw.send(Chat("字" * 1200))
        while not isinstance(said := await raw.next(), Said):
            assert not isinstance(said, Bye)
        await raw.close()
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "é" * 500, fixed_name=True)
        assert caught.value.code == "bad-name"
        await ann.close()


# --- who gets in ---


async def test_strangers_are_told_that_they_are_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "is_near", lambda _: False)
    async with serving() as port:
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Ann")
        assert caught.value.code == "not-near"


@pytest.mark.parametrize(
    ("peer", "near"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.2", True),
        ("fe80::1%eth0", True),
        ("::ffff:192.168.1.2", True),
        ("100.64.1.1", True),
        ("8.8.8.8", False),
        ("::ffff:8.8.8.8", False),
        ("2001:4860:4860::8888", False),
        ("130.149.7.201", True),
        ("::ffff:130.149.7.201", True),
        ("130.149.8.1", False),
        ("2a02:8106:1:0:5::1", True),
        ("2a02:8106:1:1::1", False),
    ],
)
def test_who_is_near(peer: str, near: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    own = (ip_network("130.149.7.0/24"), ip_network("2a02:8106:1::/64"))
    monkeypatch.setattr(nearby, "own_networks", lambda: own)
    assert nearby.is_near(peer) is near


@pytest.mark.skipif(os.name != "posix", reason="needs getifaddrs")
def test_the_own_networks_are_found() -> None:
    assert ip_network("127.0.0.0/8") in nearby.own_networks()


async def test_no_more_connections_than_there_is_room_for() -> None:
    async with serving(limits=Limits(connections=1, kept=0)) as port:
        ann = await connect(port, "Ann")
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Bo")
        assert caught.value.code == "server-full"
        await ann.close()
        bo = await eventually(lambda: connect(port, "Bo"))
        await bo.close()


async def eventually(attempt: Callable[[], Any]) -> Any:
    """Try until it works."""
    async with asyncio.timeout(WAIT):
        while True:
            with suppress(ConnectFailed):
                return await attempt()
            await asyncio.sleep(0.01)


@asynccontextmanager
async def deaf_peer(port: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Join, read nothing until some of what is sent waits in the server, and send no message."""
    writers: list[asyncio.StreamWriter] = []
    tune = server_module.tune
    monkeypatch.setattr(server_module, "tune", lambda one: (writers.append(one), tune(one)))
    loop = asyncio.get_running_loop()
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.setblocking(False)
        async with asyncio.timeout(WAIT):
            await loop.sock_connect(deaf, ("127.0.0.1", port))
            await loop.sock_sendall(deaf, frame(encode(Hello(PROTOCOL, "x"))))
            await loop.sock_sendall(deaf, frame(encode(Join("", "Deaf", False, False, ""))))
            while not writers or not writers[0].transport.get_write_buffer_size():
                await loop.sock_sendall(deaf, frame(encode(Sync())) * 10)
                await asyncio.sleep(0.01)
            await loop.sock_sendall(deaf, b"\0\0\0\1\xc1")
            while not writers[0].transport.is_closing():
                await asyncio.sleep(0)
        yield


async def test_the_kernel_hides_little_of_who_does_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    writers: list[asyncio.StreamWriter] = []
    tune = server_module.tune
    monkeypatch.setattr(server_module, "tune", lambda one: (writers.append(one), tune(one)))
    async with serving() as port:
        ann = await connect(port, "Ann")
        (writer,) = writers
        sock = writer.get_extra_info("socket")
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 16 * 1024
        assert writer.transport.get_write_buffer_limits()[1] <= 16 * 1024
        await ann.close()


async def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "PING_AFTER", 3600.0)  # or its silence would end it one day
    monkeypatch.setattr(connection, "GRACEFUL", 0.05)
    async with serving(limits=ROOM_FOR_ONE) as port, deaf_peer(port, monkeypatch):
        ann = await eventually(lambda: connect(port, "Ann"))
        assert ann.seat is not None
        await ann.close()


async def test_a_connection_counts_until_its_socket_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "GRACEFUL", 3600.0)
    async with serving(limits=ROOM_FOR_ONE) as port:
        async with deaf_peer(port, monkeypatch):
            for _ in range(3):
                with pytest.raises(ConnectFailed) as caught:
                    await connect(port, "Ann")
                assert caught.value.code == "server-full"
        monkeypatch.setattr(connection, "GRACEFUL", 0.05)
        ann = await eventually(lambda: connect(port, "Ann"))
        await ann.close()


# --- everybody's turn ---


async def test_a_flood_lets_the_others_through(monkeypatch: pytest.MonkeyPatch) -> None:
    handled = 0
    deliver = server_module.Server._deliver

    def counted(self: Any, connection: Any, effect: Any) -> None:
        nonlocal handled
        handled += 1
        deliver(self, connection, effect)

    monkeypatch.setattr(server_module.Server, "_deliver", counted)
    async with serving(seats=2, limits=PATIENT) as port:
        flooder, other = await Raw.open(port), await Raw.open(port)
        for raw, name in ((flooder, "Flo"), (other, "Ann")):
            raw.send(Hello(PROTOCOL, "raw"))
            raw.send(Join("", name, False, False, ""))
            while not isinstance(await raw.next(), Seated):
                pass
        flood = 2000
        handled = 0
        flooder.writer.write(frame(encode(Sync())) * flood)
        async with asyncio.timeout(WAIT):
            while not handled:
                await asyncio.sleep(0)
        other.send(Ping(7))
        while await other.next() != Pong(7):
            pass
        assert handled < flood / 2
        flooder.writer.transport.abort()
        await other.close()


# --- silence and orphans ---


async def test_a_silent_server_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "PING_AFTER", 0.05)
    monkeypatch.setattr(link, "DEAD_AFTER", 0.1)
    async with answering(Welcome(PROTOCOL, "x", ()), SEATED) as port:
        client = await connect(port, "Ann")
        await until(client, kind(Reconnecting))
        await client.close()


@pytest.mark.parametrize("linger", [0.0, 0.05])
async def test_an_orphan_ends_when_nobody_is_there(linger: float) -> None:
    ours, starters = os.pipe()
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    options = ServerOptions(port=0, table=TableOptions(), owner=ours, linger=linger)
    task = asyncio.create_task(serve(options, port.set_result))
    ann = await connect(await port, "Ann")
    os.close(starters)
    if linger:
        ann.send(Chat("alone"))
        await until(ann, kind(Said))
        assert not task.done()  # somebody is there
        await ann.close()
    async with asyncio.timeout(WAIT):
        await task
    await ann.close()
    os.close(ours)


# --- listening ---


def test_all_families_have_one_port() -> None:
    for _ in range(20):
        sockets = listening.listen("", 0)
        try:
            assert len({one.getsockname()[1] for one in sockets}) == 1
        finally:
            for one in sockets:
                one.close()


def test_a_port_that_one_family_has_not_is_given_up_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make, refused = listening._socket, []

    def taken_once(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
        if port and not refused:
            refused.append(port)
            raise OSError(98 if os.name == "posix" else 10048, "in use")
        return make(family, address, port)

    monkeypatch.setattr(listening.errno, "EADDRINUSE", 98 if os.name == "posix" else 10048)
    monkeypatch.setattr(listening, "_socket", taken_once)
    places = [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "127.0.0.2")]
    monkeypatch.setattr(listening, "_places", lambda _: places)
    sockets = listening.listen("", 0)
    assert refused and len({one.getsockname()[1] for one in sockets}) == 1
    for one in sockets:
        one.close()


async def test_a_name_with_several_addresses_that_all_refuse_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refuse(*_: object) -> Any:
        raise OSError(
            "Multiple exceptions: [Errno 111] Connect call failed ('::1', 1, 0, 0), "
            "[Errno 111] Connect call failed ('127.0.0.1', 1)"
        )

    monkeypatch.setattr(link.errno, "ECONNREFUSED", 111)
    monkeypatch.setattr(link.asyncio, "open_connection", refuse)
    with pytest.raises(ConnectFailed) as caught:
        await Client.connect("localhost", 1, name="Ann")
    assert caught.value.code == "refused"
