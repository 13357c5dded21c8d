"""The client: connects, joins, acts, and comes back by itself when the connection is lost.

Hides: sockets, reconnecting, tokens, which rules a view belongs to. Must not know: screens. Its
owner iterates over it: server messages in order, and what the client itself has to say.

Nothing is ever shown before the server has confirmed it. An act is sent again with the same aid
until it is answered, so it is done once.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from engine.game import BadRules
from engine.match import MatchView
from netcore.alarm import Alarm
from netcore.cleaned import cleaned
from netcore.framing import SERVER_CAP, FrameReader, frame
from netcore.messages import (
    PROTOCOL,
    Ack,
    Act,
    Bye,
    ByeCode,
    ClientMessage,
    Hello,
    Join,
    Leave,
    Lobby,
    Nak,
    Ping,
    Pong,
    Refused,
    Resume,
    Seated,
    ServerMessage,
    TableCode,
    Update,
    Welcome,
    decode_server,
    encode,
)
from netcore.ruleset import rules_for
from netcore.schema import BadMessage
from netcore.seatfile import SeatFile, open_seat_file
from netcore.session import DEAD_AFTER, Pulse

HANDSHAKE: Final = 5.0
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 8.0
GIVE_UP: Final = 300.0
"""Seconds of trying to come back."""
_DEAD_AFTER: Final = DEAD_AFTER - 5.0
"""A client gives up a silent server before the server gives up the client."""
_READ: Final = 64 * 1024


class ConnectFailed(Exception):
    """There was no seat to be had.

    Attributes:
        code: `refused`, `unreachable`, `timeout`, `not-cardtui`, or a value of
            TableCode or ByeCode.
        detail: Parameters for the text.
    """

    def __init__(self, code: str, detail: dict[str, int | str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail or {}


@dataclass(frozen=True, slots=True)
class Reconnecting:
    """The connection is lost. Attempt number `attempt` comes in `wait` seconds.

    `give_up`: seconds until the client stops trying.
    """

    attempt: int
    wait: float
    give_up: float


@dataclass(frozen=True, slots=True)
class Reconnected:
    """The seat is back; an Update follows."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The last thing a client has to say. `code`: a ByeCode's value, `lost` or `closed`."""

    code: str
    detail: dict[str, int | str] = field(default_factory=dict[str, int | str])


ClientEvent: TypeAlias = ServerMessage | Reconnecting | Reconnected | Closed


@dataclass(frozen=True, slots=True)
class _Wish:
    """What to join, and as whom."""

    host: str
    port: int
    name: str
    fixed_name: bool
    watch: bool
    host_token: str
    app: str


class _Link:
    """One connection: frames in and out, and its pulse."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._frames = FrameReader(SERVER_CAP)
        self._loop = asyncio.get_running_loop()
        self._pulse = Pulse(self._loop.time(), _DEAD_AFTER)
        self._alarm = Alarm(self._beat)
        self.rules: Any = None
        _tune(writer)

    def send(self, message: ClientMessage) -> None:
        """Hand a message to the kernel. Small ones only: nothing waits for a slow server."""
        if not self._writer.is_closing():
            self._writer.write(frame(encode(message)))

    async def messages(self) -> AsyncIterator[ServerMessage]:
        """Yield what the server sends until the connection ends. Raises BadMessage, OSError."""
        self._alarm.set(self._pulse.due)
        while data := await self._reader.read(_READ):
            self._pulse.heard(self._loop.time())
            self._alarm.set(self._pulse.due)
            for payload in self._frames.feed(data):
                message = decode_server(payload, self.rules)
                match message:
                    case Ping(t=t):
                        self.send(Pong(t))
                    case Pong():
                        pass
                    case Lobby():
                        try:
                            self.rules = rules_for(message.game, message.preset, message.options)
                        except BadRules as error:
                            raise BadMessage(f"rules: {error}") from error
                        yield cleaned(message)
                    case _:
                        yield cleaned(message)

    async def close(self) -> None:
        """Write what is left and close."""
        self._alarm.set(None)
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._writer.wait_closed()

    def _beat(self) -> None:
        now = self._loop.time()
        match self._pulse.tick(now):
            case "dead":
                self._writer.transport.abort()
                return
            case "ping":
                self.send(Ping(int(now * 1000)))
            case None:
                pass
        self._alarm.set(self._pulse.due)


class Client:
    """One seat (or one watcher's place) at a table. Made by `connect`.

    Attributes:
        seat: The own seat; None for a watcher.
        token: What brings the seat back.
        name: As the table knows it.
        host: Whether this is the host.
        lobby, n, view, rules: As of the last event that came out of the iteration, so that they
            never run ahead of what its owner has seen; view is None until a deal has begun.
    """

    def __init__(self, wish: _Wish, seat_file: SeatFile | None, link: _Link) -> None:
        self._wish = wish
        self._file = seat_file
        self._link: _Link | None = link
        self._unanswered: dict[bytes, Act] = {}
        self._events: asyncio.Queue[ClientEvent] = asyncio.Queue()
        self._leaving = False
        self._work: asyncio.Task[None] | None = None
        self._seated: Seated | None = None
        self._received = 0
        self.seat: int | None = None
        self.token = ""
        self.name = wish.name
        self.host = False
        self.lobby: Lobby | None = None
        self.n = 0
        self.view: MatchView | None = None
        self.rules: Any = None

    @classmethod
    async def connect(
        cls,
        host: str,
        port: int,
        *,
        name: str,
        fixed_name: bool = False,
        watch: bool = False,
        host_token: str = "",
        state_dir: Path | None = None,
        resume: bool = True,
        app: str = "cardtui",
    ) -> Client:
        """Connect and take a seat, or come back to one.

        Args:
            host, port: The address.
            name: The name wanted.
            fixed_name: It was chosen on purpose: fail when it is taken.
            watch: Take no seat.
            host_token: The host's secret.
            state_dir: Where tokens are kept; None: nowhere.
            resume: Come back to a seat kept there, if there is one.
            app: Program and version, as told to the server.

        Raises:
            ConnectFailed: There is no seat to be had.
        """
        wish = _Wish(host, port, name, fixed_name, watch, host_token, app)
        file = None
        if state_dir is not None and not watch:
            file = open_seat_file(state_dir, host, port, name if fixed_name else None)
        kept = file.kept.token if file is not None and file.kept is not None and resume else ""
        try:
            client, arrived, messages = await cls._enter(wish, file, kept)
        except BaseException:
            if file is not None:
                file.close()
            raise
        client._arrive(arrived)
        client._apply(arrived)
        client._work = asyncio.create_task(client._run(messages))
        return client

    # --- what the owner uses ---

    async def __aiter__(self) -> AsyncIterator[ClientEvent]:
        """Yield everything that comes, in order; Closed is the last."""
        while True:
            event = await self._events.get()
            self._apply(event)
            yield event
            if isinstance(event, Closed):
                return

    def act(self, action: object) -> bytes:
        """Send an action (or its notation); return the aid that its Ack or Nak will carry."""
        act = Act(os.urandom(12), self.n, str(action))
        self._unanswered[act.aid] = act
        self.send(act)
        return act.aid

    def send(self, message: ClientMessage) -> bool:
        """Send a message; False when there is no connection to send it over."""
        self._leaving |= isinstance(message, Leave)
        if self._link is None:
            return False
        self._link.send(message)
        return True

    async def close(self) -> None:
        """End the connection; the seat is kept, unless Leave was sent."""
        if self._work is not None and not self._work.done():
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work

    # --- one connection after another ---

    @classmethod
    async def _enter(
        cls, wish: _Wish, file: SeatFile | None, token: str
    ) -> tuple[Client, Seated, AsyncIterator[ServerMessage]]:
        link = await _open(wish.host, wish.port)
        client = cls(wish, file, link)
        messages = link.messages()
        try:
            async with asyncio.timeout(HANDSHAKE):
                return client, await client._handshake(link, messages, token), messages
        except TimeoutError:
            await link.close()
            raise ConnectFailed("not-cardtui") from None
        except ConnectFailed:
            await link.close()
            raise

    async def _handshake(
        self, link: _Link, messages: AsyncIterator[ServerMessage], token: str
    ) -> Seated:
        """Say hello, then resume or join. Raises ConnectFailed."""
        wish = self._wish
        join = Join("", wish.name, wish.fixed_name, wish.watch, wish.host_token)
        link.send(Hello(PROTOCOL, wish.app))
        try:
            async for message in messages:
                match message:
                    case Welcome():
                        link.send(Resume("", token, self._received) if token else join)
                    case Seated():
                        return message
                    case Refused(code=TableCode.BAD_TOKEN) if self._seated is None:
                        link.send(join)
                    case Refused():
                        raise ConnectFailed(message.code.value, dict(message.detail))
                    case Bye():
                        raise ConnectFailed(message.code.value, dict(message.detail))
                    case _:
                        raise ConnectFailed("not-cardtui")
        except (BadMessage, OSError) as error:
            raise ConnectFailed("not-cardtui") from error
        raise ConnectFailed("not-cardtui")

    async def _run(self, messages: AsyncIterator[ServerMessage]) -> None:
        """Read until there is no coming back."""
        end = Closed("closed")
        try:
            while True:
                bye = await self._listen(messages)
                if bye is not None:
                    end = bye
                    return
                again = await self._come_back()
                if isinstance(again, Closed):
                    end = again
                    return
                messages = again
        finally:
            if self._link is not None:
                await self._link.close()
                self._link = None
            self._put_away(end)

    def _put_away(self, end: Closed) -> None:
        if self._file is not None:
            if self._leaving or end.code in (ByeCode.LEFT, ByeCode.KICKED, TableCode.BAD_TOKEN):
                self._file.forget()
            self._file.close()
            self._file = None
        self._events.put_nowait(end)

    async def _listen(self, messages: AsyncIterator[ServerMessage]) -> Closed | None:
        """Take messages in until the connection ends; return why there is no coming back."""
        try:
            async for message in messages:
                self._arrive(message)
                if isinstance(message, Bye) and message.code is not ByeCode.IDLE:
                    return Closed(message.code.value, dict(message.detail))
        except BadMessage as error:
            return Closed(ByeCode.BAD_MESSAGE.value, {"why": error.why})
        except OSError:
            pass
        if self._leaving:
            return Closed(ByeCode.LEFT.value)
        watching = self._seated is None or self._seated.seat is None
        return Closed("lost") if watching else None

    async def _come_back(self) -> AsyncIterator[ServerMessage] | Closed:
        """Try until the seat is back or it is too late."""
        if self._link is not None:
            await self._link.close()
            self._link = None
        loop = asyncio.get_running_loop()
        end = loop.time() + GIVE_UP
        wait, attempt = FIRST_WAIT, 0
        while (left := end - loop.time()) > 0:
            attempt += 1
            pause = wait * random.uniform(0.75, 1.25)
            self._events.put_nowait(Reconnecting(attempt, pause, left))
            await asyncio.sleep(pause)
            wait = min(2 * wait, LONGEST_WAIT)
            try:
                return await self._reenter()
            except ConnectFailed as failed:
                if failed.code in (TableCode.BAD_TOKEN, TableCode.UNKNOWN_TABLE, ByeCode.VERSION):
                    return Closed(failed.code, failed.detail)
        return Closed("lost")

    async def _reenter(self) -> AsyncIterator[ServerMessage]:
        assert self._seated is not None
        link = await _open(self._wish.host, self._wish.port)
        messages = link.messages()
        try:
            async with asyncio.timeout(HANDSHAKE):
                seated = await self._handshake(link, messages, self._seated.token)
        except (TimeoutError, ConnectFailed) as error:
            await link.close()
            raise error if isinstance(error, ConnectFailed) else ConnectFailed("timeout") from None
        except asyncio.CancelledError:
            await link.close()
            raise
        self._link = link
        self._events.put_nowait(Reconnected())
        self._arrive(seated)
        for act in self._unanswered.values():
            link.send(act)
        return messages

    def _arrive(self, message: ServerMessage) -> None:
        """Take note of what is needed to come back, and pass the message on."""
        match message:
            case Seated():
                self._seated = message
                if self._file is not None and message.seat is not None:
                    self._file.keep(message.token, message.name)
            case Update():
                self._received = message.n
            case Ack(aid=aid) | Nak(aid=aid):
                self._unanswered.pop(aid, None)
            case _:
                pass
        self._events.put_nowait(message)

    def _apply(self, event: ClientEvent) -> None:
        """Let the attributes follow what the owner is given now."""
        match event:
            case Seated():
                self.seat, self.token = event.seat, event.token
                self.name, self.host = event.name, event.host
            case Lobby():
                self.lobby = event
                self.rules = rules_for(event.game, event.preset, event.options)
            case Update():
                self.n, self.view = event.n, event.view
            case _:
                pass


async def _open(host: str, port: int) -> _Link:
    try:
        async with asyncio.timeout(HANDSHAKE):
            reader, writer = await asyncio.open_connection(host, port)
    except TimeoutError:
        raise ConnectFailed("timeout") from None
    except ConnectionRefusedError:
        raise ConnectFailed("refused") from None
    except OSError as error:
        raise ConnectFailed("unreachable", {"why": error.strerror or str(error)}) from error
    return _Link(reader, writer)


def _tune(writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
