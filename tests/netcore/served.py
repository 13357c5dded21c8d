"""A real server in the loop of a test, and those who talk to it over sockets.

Must not know: what is tested. The server ends by a signal, as a user ends it.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import fields
from typing import Any

from netcore.client.shell import Client
from netcore.server.shell import ServerFailed, ServerOptions, serve
from netcore.table.options import TableOptions
from netcore.wire.framing import SERVER_CAP, FrameReader, frame
from netcore.wire.limits import Limits, Pace
from netcore.wire.messages import (
    ClientMessage,
    Note,
    NoteCode,
    ServerMessage,
    decode_server,
    encode,
)

WAIT = 60.0
FAST = Pace(1_000_000, 1, 1_000_000)
PATIENT = Limits(actions=FAST, chat=FAST, entries=FAST, bytes=FAST)
"""As if there were no limits on how fast somebody asks."""


_OF_THE_SERVER = {option.name for option in fields(ServerOptions)} - {"table"}


class Running:
    """A server in this loop."""

    def __init__(self, port: int, task: asyncio.Task[None]) -> None:
        self.port = port
        self.task = task

    async def stop(self, *, for_good: bool = False) -> None:
        """End it, unless it has ended."""
        if not self.task.done():
            os.kill(os.getpid(), signal.SIGUSR1 if for_good else signal.SIGTERM)
        async with asyncio.timeout(WAIT):
            with suppress(ServerFailed):
                await self.task


@asynccontextmanager
async def running(**options: Any) -> AsyncIterator[Running]:
    """Run a server; options are its own, or those of its table."""
    server = {name: options.pop(name) for name in _OF_THE_SERVER & options.keys()}
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    table = TableOptions(**{"bot_pace": 0.0, "reaction": 0.0, **options})
    settings = ServerOptions(**{"port": 0, "app": "test", "table": table, **server})
    task = asyncio.create_task(serve(settings, port.set_result))
    await asyncio.wait({task, port}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    one = Running(port.result(), task)
    try:
        yield one
    finally:
        await one.stop()


@asynccontextmanager
async def serving(**options: Any) -> AsyncIterator[int]:
    """Run a server, as `running`; give its port."""
    async with running(**options) as server:
        yield server.port


async def until(client: Client, wanted: Callable[[Any], bool]) -> Any:
    """Read from a client until something comes."""
    async with asyncio.timeout(WAIT):
        async for event in client:
            if wanted(event):
                return event
    raise AssertionError("it never came")


def kind(*types: type) -> Callable[[Any], bool]:
    return lambda event: isinstance(event, types)


def note(code: NoteCode) -> Callable[[Any], bool]:
    return lambda event: isinstance(event, Note) and event.code is code


async def connect(port: int, name: str, **options: Any) -> Client:
    return await Client.connect("127.0.0.1", port, name=name, **options)


class Raw:
    """A connection without the client's manners."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.frames = FrameReader(SERVER_CAP)
        self.waiting: list[ServerMessage] = []

    @classmethod
    async def open(cls, port: int) -> Raw:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def send(self, message: ClientMessage) -> None:
        self.writer.write(frame(encode(message)))

    async def next(self) -> ServerMessage | None:
        async with asyncio.timeout(WAIT):
            while not self.waiting:
                data = await self.reader.read(4096)
                if not data:
                    return None
                self.waiting += map(decode_server, self.frames.feed(data))
        return self.waiting.pop(0)

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()
