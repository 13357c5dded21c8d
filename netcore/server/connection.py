"""One peer of a server: what is told to it, written as fast as it reads.

Hides: what is written at once and what waits, when a peer is given up that does not read, and that
a connection ends once everything has been said, or a little later all the same. Must not know: what
is said, tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from dataclasses import dataclass, field
from typing import Final

from netcore.server.house import Hosted
from netcore.server.outbox import Outbox
from netcore.server.session import Session
from netcore.transport.alarm import Alarm
from netcore.transport.line import Line
from netcore.transport.tls import TlsFailed
from netcore.wire.messages import ServerMessage

GRACEFUL: Final = 2.0
"""Seconds for the last words of a connection."""
_SEND_BUFFER: Final = 16 * 1024
"""Bytes. Little, or the kernel would hide a reader that does not read."""


@dataclass(slots=True, eq=False)
class Connection:
    """One peer: its session, what waits for it, and its transport.

    Attributes:
        alarm: Rings when the session is due, and when a finished connection is given up.
        table: Where it sits; None before that, and once it has left.
        closing: Nothing is taken from it or told to it any more.
        why: Why it ended, for the log.
    """

    number: int
    session: Session
    writer: asyncio.StreamWriter
    line: Line
    alarm: Alarm
    loop: asyncio.AbstractEventLoop
    outbox: Outbox = field(default_factory=Outbox)
    table: Hosted | None = None
    closing: bool = False
    why: str = "dropped"
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _flushing: bool = False

    def put(self, message: ServerMessage) -> None:
        """Tell the peer, once the caller has said all it has to say."""
        if self.closing:
            return
        if not self.outbox.put(message):
            self.why = "too slow"
            self.abort()
        elif not self._flushing:
            self._flushing = True
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Write what was put together, at once while the peer reads; else `write` waits for it."""
        self._flushing = False
        if self.line.free:
            try:
                self.line.write(self.outbox.take())
            except TlsFailed:
                self.abort()
        if self.outbox.size:
            self._wake.set()

    async def write(self) -> None:
        """Write what the peer is slow to take, until the connection is finished."""
        try:
            await self.line.ready.wait()
            while True:
                while self.outbox.size:
                    await self.writer.drain()
                    self.line.write(self.outbox.take())
                if self.closing:
                    return
                self._wake.clear()
                await self._wake.wait()
        except (OSError, TlsFailed) as broken:
            let_go(broken)

    def set_alarm(self) -> None:
        """Let the alarm ring when the session is due."""
        if not self.closing:
            self.alarm.set(self.session.due)

    def finish(self) -> None:
        """Close once everything has been written, or after GRACEFUL seconds."""
        if not self.line.ready.is_set():  # half a handshake: nothing can be said
            self.abort()
        elif not self.closing:
            self.closing = True
            self.session.close()
            self.alarm.set(self.loop.time() + GRACEFUL)
            self._wake.set()

    def abort(self) -> None:
        """Close at once."""
        self.closing = True
        self.session.close()
        self.line.ready.set()
        self._wake.set()
        self.writer.transport.abort()

    async def shut(self) -> None:
        """Close the socket and wait until it is gone, which a peer that does not read can delay.

        The alarm that `finish` has set ends that.
        """
        self.line.say_end()
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except OSError as broken:
            let_go(broken)
        self.alarm.set(None)


def let_go(broken: Exception) -> None:
    """Free what was on the way of an error: a stream keeps how it broke, and that its connection.

    Nobody would collect the two for long (`tidying`), with all that TLS holds of memory.
    """
    broken.__traceback__ = None


def tune(writer: asyncio.StreamWriter) -> None:
    """Let the kernel hide little of a reader that does not read, and send small frames at once."""
    writer.transport.set_write_buffer_limits(high=_SEND_BUFFER)
    sock = writer.get_extra_info("socket")
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
