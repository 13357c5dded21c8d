"""The door over real sockets: TLS, codes, pins, and those who would get around them."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from netcore.client import shell as client_module
from netcore.client.knownhosts import KnownHosts
from netcore.client.shell import Client, Closed, ConnectFailed, Reconnected, Reconnecting
from netcore.client.trust import Trust
from netcore.server import session as session_module
from netcore.server import shell as server_module
from netcore.server.shell import ServerOptions, serve
from netcore.table.options import TableOptions
from netcore.transport.certificate import own_identity
from netcore.transport.joincode import NO_CERTIFICATE, prover
from netcore.transport.line import Line
from netcore.transport.tls import NotTls, Tls, TlsFailed, client_context
from netcore.wire.framing import SERVER_CAP, FrameReader, frame
from netcore.wire.limits import Limits
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
    Leave,
    Said,
    Seated,
    ServerMessage,
    Welcome,
    decode_client,
    decode_server,
    encode,
)

CODE = "7KQ2-M9XW"
WAIT = 60.0


@asynccontextmanager
async def serving(certificate: Path | None = None, **options: Any) -> AsyncIterator[int]:
    """Run a server in this loop."""
    server = {one: options.pop(one) for one in ("port", "public", "limits") if one in options}
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    table = TableOptions(**{"bot_pace": 0.0, "timer": 0, **options})
    settings = ServerOptions(
        **{"port": 0, "app": "test", "table": table, "certificate": certificate, **server}
    )
    task = asyncio.create_task(serve(settings, ready.set_result))
    await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    try:
        yield ready.result()
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            async with asyncio.timeout(WAIT):
                await task


@pytest.fixture
def known(tmp_path: Path) -> KnownHosts:
    return KnownHosts(tmp_path / "known_hosts")


async def connect(port: int, name: str = "Ann", **options: Any) -> Client:
    return await Client.connect("127.0.0.1", port, name=name, **options)


async def refused(port: int, **options: Any) -> ConnectFailed:
    """Fail to connect, and return why."""
    with pytest.raises(ConnectFailed) as caught:
        async with asyncio.timeout(WAIT):
            await connect(port, **options)
    return caught.value


async def until(client: Client, *kinds: type) -> Any:
    async with asyncio.timeout(WAIT):
        async for event in client:
            if isinstance(event, kinds):
                return event
    raise AssertionError("it never came")


class Raw:
    """A client without manners, in clear or by TLS."""

    def __init__(self, line: Line, writer: asyncio.StreamWriter) -> None:
        self.line, self.writer = line, writer
        self.frames = FrameReader(SERVER_CAP)
        self.waiting: list[ServerMessage] = []

    @classmethod
    async def open(cls, port: int, *, tls: bool = True) -> Raw:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        line = Line(reader, writer, Tls(client_context(), server=False) if tls else None)
        await line.secure(server=False)
        return cls(line, writer)

    def send(self, message: ClientMessage) -> None:
        self.line.write(frame(encode(message)))

    async def next(self) -> ServerMessage | None:
        async with asyncio.timeout(WAIT):
            while not self.waiting:
                if not (data := await self.line.read()):
                    return None
                self.waiting += map(decode_server, self.frames.feed(data))
        return self.waiting.pop(0)

    def abort(self) -> None:
        self.writer.transport.abort()


# --- who may come in ---


async def test_a_code_lets_in_by_tls_and_the_certificate_is_known_from_then_on(
    tmp_path: Path, known: KnownHosts
) -> None:
    own = own_identity(tmp_path).hash
    async with serving(tmp_path, code=CODE) as port:
        ann = await connect(port, tls=True, code="7kq2m9xw", known=known)
        assert ann.certificate == own
        bo = await connect(port, "Bo", tls=True, code="7KQ2-M9XW", known=known)
        await until(bo, Seated)
        bo.send(Chat("hi"))
        assert (await until(ann, Said)).text == "hi"
        await ann.close()
        await bo.close()
    found = known.find(own)
    assert found is not None and (found.address, found.name) == (f"127.0.0.1:{port}", "Ann")


@pytest.mark.parametrize("tls", [True, False])
async def test_a_wrong_code_no_code_and_the_right_one(tmp_path: Path, tls: bool) -> None:
    known = KnownHosts(tmp_path / "known_hosts")
    async with serving(tmp_path if tls else None, code=CODE) as port:
        failed = await refused(port, tls=tls, known=known, code="7KQ2-M9XV")
        assert failed.code == "wrong-code"
        assert known.find(own_identity(tmp_path).hash) is None
        accepted = own_identity(tmp_path).hash if tls else None
        failed = await refused(port, tls=tls, known=known, accepted=accepted)
        assert failed.code == "needs-code"
        assert (await refused(port, tls=tls, code="short")).code == "bad-code"
        ann = await connect(port, tls=tls, code=CODE)
        await ann.close()


@pytest.mark.parametrize("tls", [True, False])
async def test_a_code_is_not_given_to_a_table_that_asks_for_none(tmp_path: Path, tls: bool) -> None:
    async with serving(tmp_path if tls else None) as port:
        assert (await refused(port, tls=tls, code=CODE)).code == "no-code-asked"


async def test_an_unknown_certificate_is_told_nothing_until_it_is_said_yes_to(
    tmp_path: Path, known: KnownHosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[bytes] = []
    feed = session_module.Session.feed
    monkeypatch.setattr(
        session_module.Session, "feed", lambda self, *a: heard.append(a[0]) or feed(self, *a)
    )
    own = own_identity(tmp_path).hash
    async with serving(tmp_path) as port:
        failed = await refused(port, tls=True, known=known)
        assert failed.code == "unknown-certificate"
        assert failed.detail == {"certificate": own.hex()}
        assert heard == [] and known.find(own) is None
        failed = await refused(port, tls=True, known=known, accepted=b"x" * 32)
        assert failed.code == "other-certificate" and heard == []
        ann = await connect(port, tls=True, known=known, accepted=own)
        await ann.close()
        again = await connect(port, tls=True, known=known)
        await again.close()


# --- clear and encrypted never meet ---


async def test_in_clear_to_a_server_that_speaks_tls(tmp_path: Path) -> None:
    async with serving(tmp_path) as port:
        assert (await refused(port)).code == "is-tls"
        raw = await Raw.open(port, tls=False)
        raw.writer.write(b"GET / HTTP/1.1\r\n\r\n")
        assert await raw.next() == Bye(ByeCode.IS_TLS)
        assert await raw.next() is None
        raw.abort()


async def test_by_tls_to_a_server_in_clear() -> None:
    async with serving() as port:
        failed = await refused(port, tls=True, code=CODE)
        assert failed.code == "not-tls"


async def test_by_tls_to_something_else() -> None:
    async def ssh(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.6\r\n")
        writer.close()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.close()

    for answer in (ssh, silent):
        other = await asyncio.start_server(answer, "127.0.0.1", 0)
        failed = await refused(other.sockets[0].getsockname()[1], tls=True)
        assert failed.code == "not-cardtui"
        other.close()


async def test_half_a_handshake_is_gone_in_its_time_and_disturbs_nobody(tmp_path: Path) -> None:
    hello = Tls(client_context(), server=False).outgoing()
    async with serving(tmp_path, code=CODE, limits=Limits(handshake=1)) as port:
        ann = await connect(port, tls=True, code=CODE)
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        for (_, writer), sent in zip(held, (b"", hello[:3], hello[:-1]), strict=True):
            writer.write(sent)
        for reader, writer in held:
            async with asyncio.timeout(WAIT):
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
            writer.close()
        ann.send(Chat("still here"))
        await until(ann, Said)
        await ann.close()


async def test_broken_tls_ends_its_connection_only(tmp_path: Path) -> None:
    async with serving(tmp_path) as port:
        raw = await Raw.open(port)
        raw.writer.write(b"\x17\x03\x03\0\x20" + bytes(32))  # a record that nobody has sealed
        with suppress(TlsFailed, OSError):
            assert await raw.next() is None
        raw.abort()
        ann = await connect(port, tls=True, accepted=own_identity(tmp_path).hash)
        await ann.close()


async def test_many_come_and_go_and_nothing_stays_behind(tmp_path: Path) -> None:
    async with serving(tmp_path, code=CODE) as port:
        before = len(asyncio.all_tasks())
        for number in range(30):
            raw = await Raw.open(port)
            if number % 3:
                raw.send(Hello(PROTOCOL, "raw", b"n" * 16))
            if number % 3 == 2:
                raw.send(Auth(bytes(32)))
                await raw.next()
            raw.abort() if number % 2 else raw.writer.close()
        async with asyncio.timeout(WAIT):
            while len(asyncio.all_tasks()) > before:
                await asyncio.sleep(0.01)
        ann = await connect(port, tls=True, code=CODE)
        assert ann.linked, "and who knows the code gets in after them"
        await ann.close()


# --- somebody in between ---


def this_task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None
    return task


@asynccontextmanager
async def in_between(port: int, own: Path, **serve_options: Any) -> AsyncIterator[int]:
    """Stand between a client and a server: TLS both ways, every byte passed on.

    To the client it shows a certificate of its own, as it has no other's key.
    """
    identity = own_identity(own)
    tasks: set[asyncio.Task[None]] = set()

    async def pump(one: Line, other: Line) -> None:
        with suppress(OSError, TlsFailed):
            while data := await one.read():
                other.write(data)

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(this_task())
        victim = Line(reader, writer, Tls(identity.context, server=True))
        there = await asyncio.open_connection("127.0.0.1", port)
        server = Line(*there, Tls(client_context(), server=False))
        try:
            with suppress(TlsFailed, NotTls, OSError):
                await victim.secure(server=True)
                await server.secure(server=False)
                ways = {asyncio.create_task(pump(victim, server))}
                ways.add(asyncio.create_task(pump(server, victim)))
                tasks.update(ways)
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in (writer, there[1]):
                one.transport.abort()

    middle = await asyncio.start_server(meet, "127.0.0.1", 0)
    try:
        yield middle.sockets[0].getsockname()[1]
    finally:
        middle.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_man_in_the_middle_gets_nothing_from_who_has_the_code(
    tmp_path: Path, known: KnownHosts
) -> None:
    async with (
        serving(tmp_path / "server", code=CODE) as port,
        in_between(port, tmp_path / "middle") as middle,
    ):
        failed = await refused(middle, tls=True, code=CODE, known=known)
        assert failed.code == "wrong-code"  # the server saw a proof about another certificate
        for folder in ("server", "middle"):
            assert known.find(own_identity(tmp_path / folder).hash) is None


async def test_a_man_in_the_middle_is_a_stranger_to_who_knows_the_certificate(
    tmp_path: Path, known: KnownHosts
) -> None:
    state = tmp_path / "seats"
    async with serving(tmp_path / "server", port=0) as port:
        own = own_identity(tmp_path / "server").hash
        ann = await connect(port, tls=True, known=known, accepted=own, state_dir=state)
        await ann.close()
        async with in_between(port, tmp_path / "middle") as middle:
            (kept,) = state.iterdir()
            kept.rename(state / kept.name.replace(str(port), str(middle)))
            before = {one.name: one.read_bytes() for one in state.iterdir()}
            failed = await refused(middle, tls=True, known=known, state_dir=state)
            assert failed.code == "unknown-certificate"
            assert failed.detail["seat"] == "Ann"  # so it is said loudly
            assert {one.name: one.read_bytes() for one in state.iterdir()} == before


async def test_a_seat_is_never_shown_to_another_certificate(tmp_path: Path) -> None:
    state, asked = tmp_path / "seats", []
    async with serving(tmp_path / "one", code=CODE, seats=3) as port:
        ann = await connect(port, tls=True, code=CODE, state_dir=state)
        token = ann.token
        await ann.close()
    async with serving(tmp_path / "two", code=CODE, seats=3, port=port):
        decode = session_module.decode_client
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                session_module, "decode_client", lambda data: asked.append(data) or decode(data)
            )
            other = await connect(port, "Ann", tls=True, code=CODE, state_dir=state)
        await other.close()
    assert asked and not any(token.encode() in data for data in asked)
    async with serving(tmp_path / "one", code=CODE, seats=3, port=port):
        back = await connect(port, "Ann", tls=True, state_dir=state)  # the code was kept as well
        await back.close()


async def test_who_answers_after_a_lost_connection_must_be_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "FIRST_WAIT", 0.01)
    async with serving(tmp_path / "one", code=CODE) as port:
        ann = await connect(port, tls=True, code=CODE)
        link = ann._link
        assert link is not None
        link._writer.transport.abort()
        await until(ann, Reconnected)
        monkeypatch.setattr(client_module, "FIRST_WAIT", 1.5)
        link = ann._link
        assert link is not None
        link._writer.transport.abort()
        await until(ann, Reconnecting)
    async with serving(tmp_path / "two", code=CODE, port=port):
        assert (await until(ann, Closed)).code == "other-certificate"


# --- who lies about the code ---

Answer = Callable[[ClientMessage], ServerMessage | None]


@asynccontextmanager
async def liar(answer: Answer) -> AsyncIterator[tuple[int, list[ClientMessage]]]:
    """A server in clear that says what it likes; what it was told is kept."""
    told: list[ClientMessage] = []

    tasks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(this_task())
        frames = FrameReader(SERVER_CAP)
        try:
            with suppress(OSError):
                while data := await reader.read(4096):
                    for payload in frames.feed(data):
                        told.append(decode_client(payload))
                        if (said := answer(told[-1])) is not None:
                            writer.write(frame(encode(said)))
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], told
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


WELCOME = Welcome(PROTOCOL, "liar", ("uno",), nonce=b"s" * 16, auth=True)


@pytest.mark.parametrize("how", ["nonsense", "own-mac", "replayed", "no-proof", "other-nonce"])
async def test_a_server_that_cannot_prove_the_code_learns_no_name(how: str) -> None:
    proof = prover(CODE, NO_CERTIFICATE)
    recorded = proof.mac("server", b"an old nonce 123", WELCOME.nonce)
    nonces: list[bytes] = []

    def answer(message: ClientMessage) -> ServerMessage | None:
        match message, how:
            case Hello(nonce=nonce), _:
                nonces.append(nonce)
                return WELCOME
            case Auth(mac=mac), "own-mac":
                return Authed(mac)  # reflected
            case Auth(), "nonsense":
                return Authed(bytes(32))
            case Auth(), "replayed":
                return Authed(recorded)
            case Auth(), "other-nonce":
                return Authed(proof.mac("server", nonces[-1], b"t" * 16))
            case Auth(), "no-proof":
                return Seated("t", 0, "token", "Ann", True)
            case _:
                return None

    async with liar(answer) as (port, told):
        assert (await refused(port, code=CODE)).code == "unproved"
        assert not any(isinstance(message, Join) for message in told)
        assert all(b"Ann" not in encode(message) for message in told)
    assert len(set(nonces)) == len(nonces)


async def test_a_recorded_proof_is_of_no_use_and_each_conversation_has_its_nonce(
    tmp_path: Path,
) -> None:
    proof = prover(CODE, own_identity(tmp_path).hash)
    async with serving(tmp_path, code=CODE) as port:
        nonces: set[bytes] = set()
        recorded = b""
        for attempt in range(3):
            raw = await Raw.open(port)
            raw.send(Hello(PROTOCOL, "raw", b"n" * 16))  # the same one each time
            welcome = await raw.next()
            assert isinstance(welcome, Welcome) and welcome.auth
            nonces.add(welcome.nonce)
            recorded = recorded or proof.mac("client", b"n" * 16, welcome.nonce)
            raw.send(Auth(recorded))
            answer = await raw.next()
            if attempt:
                assert answer == Bye(ByeCode.WRONG_CODE)
            else:
                assert answer == Authed(proof.mac("server", b"n" * 16, welcome.nonce))
            raw.abort()
        assert len(nonces) == 3


@pytest.mark.parametrize(
    "first",
    [
        [Join("", "Ann", False, False, "")],
        [Auth(bytes(32)), Join("", "Ann", False, False, "")],
        [Auth(bytes(32)), Auth(bytes(32))],
        [Leave()],
    ],
)
async def test_nothing_gets_past_the_code(first: list[ClientMessage]) -> None:
    async with serving(code=CODE) as port:
        raw = await Raw.open(port, tls=False)
        raw.send(Hello(PROTOCOL, "raw", b"n" * 16))
        for message in first:
            raw.send(message)
        assert isinstance(await raw.next(), Welcome)
        assert isinstance(await raw.next(), Bye)
        assert await raw.next() is None
        raw.abort()


async def test_a_client_without_a_nonce_proves_nothing() -> None:
    async with serving(code=CODE) as port:
        raw = await Raw.open(port, tls=False)
        raw.send(Hello(PROTOCOL, "raw"))
        bye = await raw.next()
        assert isinstance(bye, Bye) and bye.code is ByeCode.BAD_MESSAGE
        raw.abort()


async def test_who_guesses_waits_longer_and_longer_for_the_right_code_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []
    async with serving(code=CODE) as port:
        loop = asyncio.get_running_loop()
        call_later = loop.call_later

        def later(delay: float, work: Any, *args: Any, **more: Any) -> Any:
            if work.__name__ == "judge":
                waited.append(delay)
                delay = 0.01
            return call_later(delay, work, *args, **more)

        monkeypatch.setattr(loop, "call_later", later)
        for _ in range(4):
            assert (await refused(port, code="WRONGONE")).code == "wrong-code"
        ann = await connect(port, code=CODE)
        await ann.close()
    assert waited == [1.0, 2.0]


async def test_half_handshakes_of_other_networks_shut_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near: list[bool] = []
    monkeypatch.setattr(server_module, "is_near", lambda _: bool(near))
    limits = Limits(connections=4, strangers=4, handshake=60)
    async with serving(tmp_path, code=CODE, limits=limits) as port:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(40)]
        near.append(True)
        ann = await connect(port, tls=True, code=CODE)
        assert ann.seat is not None
        await ann.close()
        for _, writer in silent:
            writer.transport.abort()


async def test_after_wrong_codes_the_right_one_is_still_in_time() -> None:
    async with serving(code=CODE, limits=Limits(handshake=2)) as port:
        for _ in range(5):
            assert (await refused(port, code="WRONGONE")).code == "wrong-code"
        ann = await connect(port, code=CODE)
        await ann.close()


async def test_a_crowd_that_never_shakes_hands_makes_room_for_who_does(tmp_path: Path) -> None:
    """Handshakes are counted as strangers, so there are never more at once than those."""
    async with serving(tmp_path, code=CODE, limits=Limits(strangers=4)) as port:
        crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(12)]
        for _, writer in crowd:
            writer.write(b"\x16\x03\x01")
        ann = await connect(port, tls=True, code=CODE)
        gone = 0
        for reader, writer in crowd[:8]:
            async with asyncio.timeout(WAIT):
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
            gone += 1
            writer.close()
        assert gone == 8
        await ann.close()
        for _, writer in crowd[8:]:
            writer.close()


# --- one who is not near ---


async def test_strangers_are_told_so_by_tls_too_unless_the_table_is_public(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("netcore.server.shell.is_near", lambda _: False)
    async with serving(tmp_path, code=CODE) as port:
        assert (await refused(port, tls=True, code=CODE)).code == "not-near"
    async with serving(tmp_path, code=CODE, public=True) as port:
        ann = await connect(port, tls=True, code=CODE)
        await ann.close()


def test_a_client_speaks_no_older_tls(tmp_path: Path) -> None:
    """However old what a server would settle for: the first bytes decide."""
    own_identity(tmp_path)
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    old.load_cert_chain(tmp_path / "certificate.pem")
    client, server = Tls(client_context(), server=False), Tls(old, server=True)
    with pytest.raises(TlsFailed, match="UNSUPPORTED_PROTOCOL"):
        server.feed(client.outgoing())


def test_a_kept_code_is_insisted_on_where_nothing_else_speaks_for_a_server() -> None:
    trust = Trust("here:1", "", None, None)
    trust.judge(b"c" * 32, CODE, "")
    with pytest.raises(ConnectFailed) as caught:
        trust.welcome(Welcome(PROTOCOL, "test", ("uno",)))
    assert caught.value.code == "no-code-asked"
