"""The servers that `benchmarks/server.py` puts under load, each a process of its own.

    python benchmarks/served.py bare|ours|kept|tls TABLES

`ours` is the real server with so many tables of UNO; `kept` also writes each step down before
anybody is told (SQLite, synced); `tls` does that and speaks TLS. `bare` is the least that any
asyncio server would do: it cuts frames, unpacks the message, and packs and sends a message of the
size of an update to each of the four at the table. All answer each line of input with the processor
time used so far and the memory they have, as JSON; the first line of output has the port. Nothing
is collected for that: it would be work that a server does not do by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgpack

from netcore.journal.sqlite import SqliteStore
from netcore.server.house import Kept
from netcore.server.listening import BACKLOG
from netcore.server.shell import ServerOptions, serve
from netcore.table.options import TableOptions
from netcore.wire.framing import FrameReader, frame
from netcore.wire.limits import Limits, Pace

SEATS: Final = 4
CAP: Final = 64 * 1024


def usage() -> dict[str, float]:
    """Return the processor time in seconds and the resident memory in bytes."""
    return {"cpu": time.process_time(), "memory": _resident()}


def _resident() -> float:
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


# --- bare -----------------------------------------------------------------------------------------


class Bare(asyncio.Protocol):
    """A connection; each four that come one after another are a table."""

    places: list[Bare]
    waiting: ClassVar[list[Bare]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sit down."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.frames = FrameReader(CAP)
        self.n = 0
        Bare.waiting.append(self)
        if len(Bare.waiting) == SEATS:
            for one in Bare.waiting:
                one.places = list(Bare.waiting)
            Bare.waiting.clear()

    def data_received(self, data: bytes) -> None:
        """Send everybody at the table a message of the size of an update."""
        for payload in self.frames.feed(data):
            message: dict[str, Any] = msgpack.unpackb(payload)
            self.n = message["n"] + 1
            for seat, one in enumerate(self.places):
                update = {"k": "update", "n": self.n, "seat": seat, "view": _FILLING}
                one.transport.write(frame(msgpack.packb(update)))


_FILLING: Final = {f"field-{number}": ["r5", "g7", number, None, "wild"] for number in range(16)}


async def bare() -> int:
    """Start the bare server; return its port."""
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", 0, backlog=BACKLOG)
    port: int = server.sockets[0].getsockname()[1]
    return port


# --- ours -----------------------------------------------------------------------------------------

FAST: Final = Pace(1_000_000, 1, 1_000_000)
ROOMY: Final = Limits(
    connections=1_000_000,
    strangers=200,
    tables=2000,
    actions=FAST,
    chat=FAST,
    entries=FAST,
    bytes=FAST,
)


async def ours(kind: str, tables: int, folder: Path) -> int:
    """Start our server with so many tables; return its port."""
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    options = ServerOptions(
        port=0,
        app="bench",
        table=TableOptions(name="t", seats=SEATS, timer=60, reaction=0, punishments="off"),
        tables=tables,
        limits=ROOMY,
        kept=None if kind == "ours" else Kept(SqliteStore(folder / "tables.sqlite"), "serve"),
        certificate=folder if kind == "tls" else None,
    )
    serving.append(asyncio.create_task(serve(options, ready.set_result)))
    return await ready


serving: Final[list[asyncio.Task[None]]] = []
"""Held, or it might be collected."""


# --- both -----------------------------------------------------------------------------------------


async def main(kind: str, tables: int) -> None:
    """Serve until the input ends."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with TemporaryDirectory() as folder:
        await answer(await (bare() if kind == "bare" else ours(kind, tables, Path(folder))))
    os._exit(0)


async def answer(port: int) -> None:
    """Tell the port, and what has been used whenever a line comes."""
    print(json.dumps({"port": port, **usage()}), flush=True)
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while await lines.readline():
        print(json.dumps(usage()), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
