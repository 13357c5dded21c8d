"""A TCP proxy of the tests' own, over real sockets: it delays, stalls, cuts and swallows.

Hides: how bytes get from one socket to the other. Must not know: what they mean (they may be TLS).
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Line:
    """What becomes of one connection; may be changed while it lasts.

    Attributes:
        up, down: The bytes from the client and to it after which the line fails; None: never.
        silent: A line that fails swallows everything and tells nobody (half open); else it resets.
        delay: Seconds that each piece takes.
        stalled: Nothing gets through for now; it comes later.
        carried: The bytes that have got through, up and down.
    """

    up: int | None = None
    down: int | None = None
    silent: bool = False
    delay: float = 0.0
    stalled: bool = False
    carried: list[int] = field(default_factory=lambda: [0, 0])
    failed: bool = False
    _writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def fail(self) -> None:
        """Let the line fail now."""
        self.failed = True
        if not self.silent:
            for writer in self._writers:
                _reset(writer)


class Proxy:
    """Takes connections for a server.

    Attributes:
        port: Where.
        lines: One for each connection so far, the newest last.
        fates: What becomes of the next connections; afterwards lines are whole.
    """

    def __init__(self, behind: int) -> None:
        self.port = 0
        self.lines: list[Line] = []
        self.fates: deque[Line] = deque()
        self._behind = behind
        self._tasks: set[asyncio.Task[None]] = set()

    def took(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a connection in."""
        task = asyncio.get_running_loop().create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = self.fates.popleft() if self.fates else Line()
        self.lines.append(line)
        there_reader, there = await asyncio.open_connection("127.0.0.1", self._behind)
        line._writers += [writer, there]
        try:
            await asyncio.gather(
                _pump(line, 0, reader, there), _pump(line, 1, there_reader, writer)
            )
        finally:
            for one in (writer, there):
                one.close()
                with suppress(OSError):
                    await one.wait_closed()

    async def end(self) -> None:
        """Let go of everything."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _pump(
    line: Line, way: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Carry one direction until it ends, or the line fails."""
    with suppress(OSError):
        while data := await reader.read(4096):
            if line.delay:
                await asyncio.sleep(line.delay)
            while line.stalled and not line.failed:
                await asyncio.sleep(0.01)
            budget = line.down if way else line.up
            rest = None if budget is None else max(0, budget - line.carried[way])
            passing = data if rest is None else data[:rest]
            if not line.failed and passing:
                writer.write(passing)
                await writer.drain()
                line.carried[way] += len(passing)
            if len(passing) < len(data) and not line.failed:
                line.fail()
        if not line.failed:
            writer.write_eof()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Close so that the peer sees a reset."""
    with suppress(OSError):
        writer.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
        )
    writer.transport.abort()


@asynccontextmanager
async def before(port: int) -> AsyncIterator[Proxy]:
    """Stand before the server on a port of this machine."""
    proxy = Proxy(port)
    server = await asyncio.start_server(proxy.took, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await proxy.end()
