"""A client's side of one connection: opening it, frames in and out, whether the server lives.

Hides: sockets, how frames are read, in which rules an update is. Must not know: seats, tokens,
what is done when the line is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import re
import socket
from collections.abc import AsyncIterator
from typing import Any, Final

from engine.game import BadRules
from netcore.transport.alarm import Alarm
from netcore.transport.line import Line
from netcore.transport.pulse import DEAD_AFTER as SERVER_PATIENCE
from netcore.transport.pulse import Pulse
from netcore.transport.tls import NotTls, Tls, TlsFailed, client_context
from netcore.wire.cleaned import cleaned
from netcore.wire.framing import SERVER_CAP, STRANGER_CAP, FrameReader, frame
from netcore.wire.messages import (
    ClientMessage,
    Lobby,
    Ping,
    Pong,
    ServerMessage,
    decode_server,
    encode,
)
from netcore.wire.ruleset import rules_for
from netcore.wire.schema import BadMessage

HANDSHAKE: Final = 5.0
DEAD_AFTER: Final = SERVER_PATIENCE - 5.0
"""A client gives up a silent server before the server gives up the client."""
UNSENT: Final = 1024 * 1024
"""Bytes that wait for a server which does not read; with more of them it is given up."""
_READ: Final = 64 * 1024


class ConnectFailed(Exception):
    """There was no seat to be had.

    Attributes:
        code: `refused`, `unreachable`, `timeout`, `not-cardtui`, `not-tls`, one of `trust`,
            or a value of TableCode or ByeCode.
        detail: Parameters for the text.
    """

    def __init__(self, code: str, detail: dict[str, int | str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail or {}


class Link:
    """One connection: frames in and out, and its pulse. Made by `open_link`.

    Attributes:
        rules: Those of the table, as of the last Lobby.
        certificate: The hash of the certificate that the server has shown; noughts in clear.
    """

    def __init__(self, line: Line, writer: asyncio.StreamWriter) -> None:
        self._line, self._writer = line, writer
        self.certificate = line.certificate
        self._frames = FrameReader(SERVER_CAP)
        self._loop = asyncio.get_running_loop()
        self._pulse = Pulse(self._loop.time(), DEAD_AFTER)
        self._alarm = Alarm(self._beat)
        self.rules: Any = None
        _tune(writer)

    def send(self, message: ClientMessage) -> bool:
        """Hand a message to the kernel; False when the line is down.

        Small ones only: nothing waits for a slow server.
        """
        if self._writer.transport.get_write_buffer_size() > UNSENT:
            self.cut()
        if self._writer.is_closing():
            return False
        self._line.write(frame(encode(message)))
        return True

    async def messages(self) -> AsyncIterator[ServerMessage]:
        """Yield what the server sends until the connection ends. Raises BadMessage, OSError."""
        while data := await self._read():
            self._pulse.heard(self._loop.time())
            self._alarm.set(self._pulse.due)
            for payload in self._frames.feed(data):
                message = decode_server(payload, self.rules)
                match message:
                    case Ping(t=t):
                        self.send(Pong(t))
                    case Pong():
                        self._pulse.answered()
                    case Lobby():
                        try:
                            self.rules = rules_for(message.game, message.preset, message.options)
                        except BadRules as error:
                            raise BadMessage(f"rules: {error}") from error
                        yield cleaned(message)
                    case _:
                        yield cleaned(message)

    def cut(self) -> None:
        """End the connection at once: `messages` ends."""
        self._writer.transport.abort()

    async def _read(self) -> bytes:
        try:
            return await self._line.read(_READ)
        except TlsFailed as failed:
            raise ConnectionAbortedError(str(failed)) from failed

    async def close(self) -> None:
        """Write what is left and close."""
        self._alarm.set(None)
        self._line.say_end()
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


async def open_link(host: str, port: int, *, tls: bool = False) -> Link:
    """Connect, in clear or by TLS; never by one where the other is wanted. Raises ConnectFailed.

    Nothing is sent but the handshake: whether the server is the right one is for the caller.
    """
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(HANDSHAKE):
            reader, writer = await asyncio.open_connection(host, port)
            line = Line(reader, writer, Tls(client_context(), server=False) if tls else None)
            await line.secure(server=False)
            return Link(line, writer)
    except BaseException as error:  # also when cancelled: the socket is ours to close
        if writer is not None:
            writer.transport.abort()
        if (failed := _failed(error)) is None:
            raise
        raise failed from error


def _failed(error: BaseException) -> ConnectFailed | None:
    """Return how a connection that did not come about is told; None: that is not told."""
    match error:
        case TimeoutError():
            return ConnectFailed("timeout")
        case ConnectionRefusedError():
            return ConnectFailed("refused")
        case UnicodeError() | socket.gaierror():
            return ConnectFailed("unreachable", {"why": "there is no such address"})
        case NotTls(began=began):
            # Only a server of ours answers a TLS hello with a frame.
            ours = int.from_bytes(began[:4], "big") <= STRANGER_CAP
            return ConnectFailed("not-tls" if ours else "not-cardtui")
        case TlsFailed():
            return ConnectFailed("not-cardtui")
        case OSError() if _all_refused(error):
            return ConnectFailed("refused")
        case OSError():
            return ConnectFailed(
                "unreachable", {"why": error.strerror or str(error), "error": _name(error)}
            )
        case _:
            return None


def _name(error: OSError) -> str:
    """Return `EHOSTUNREACH`, for who words it anew."""
    return errno.errorcode.get(error.errno or 0, "")


def _all_refused(error: OSError) -> bool:
    """Whether each address of a name refused: asyncio only says so in the text of its error."""
    numbers = re.findall(r"\[Errno (\d+)\]", str(error))
    return bool(numbers) and set(numbers) == {str(errno.ECONNREFUSED)}


def _tune(writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)  # a second line only
