"""How a server tells its owner how it does: over a Unix socket that only the owner's account opens.

Hides: where the socket is, what is said there (one JSON object, then the end) and how it is found.
A socket of the file system needs no secret and no port: the system sees to it that nobody else can
ask, also after the terminal that started the server is gone. Must not know: sessions, tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Final

LOG: Final = logging.getLogger("cardtui.server")

Report = dict[str, Any]
_PATIENCE: Final = 5.0
_MOST: Final = 1024 * 1024
_LONGEST: Final = 100
"""Bytes that every system takes as the path of a socket."""


@contextlib.contextmanager
def _short(path: Path) -> Generator[str]:
    """Give a name for a socket that is not too long for one: by way of its opened folder.

    Where the system has no such names (it is not Linux), a long one cannot be. Raises OSError.
    """
    if len(os.fsencode(path)) <= _LONGEST:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


@contextlib.asynccontextmanager
async def telling(
    folder: Path | None, port: int, report: Callable[[], Report]
) -> AsyncGenerator[None]:
    """Answer who asks, for as long as this lasts; without a folder, or where none can be: nobody.

    Args:
        folder: Where the socket is, made for this account alone.
        port: The port that the server is reached at, which names the socket.
        report: Called for each answer.
    """
    path = None if folder is None else folder / f"{port}-{os.getpid()}.sock"
    asking: set[asyncio.StreamWriter] = set()

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asking.add(writer)
        with contextlib.suppress(OSError, TimeoutError):
            writer.write(json.dumps({"port": port, **report()}).encode())
            async with asyncio.timeout(_PATIENCE):
                await writer.drain()
        asking.discard(writer)
        writer.close()

    server = None
    with contextlib.ExitStack() as stack:
        if path is not None:
            try:
                for one in (path.parent.parent, path.parent):  # a mode is not that of parents
                    one.mkdir(parents=True, exist_ok=True, mode=0o700)
                path.parent.chmod(0o700)
                server = await asyncio.start_unix_server(answer, stack.enter_context(_short(path)))
                path.chmod(0o600)
            except (OSError, AttributeError) as error:  # Windows; a path too long; no rights
                LOG.warning("no status: %s", error)
        try:
            yield
        finally:
            if server is not None and path is not None:
                server.close()
                for writer in asking:  # who does not read is not waited for
                    writer.transport.abort()
                while asking:
                    await asyncio.sleep(0)
                with contextlib.suppress(OSError):
                    path.unlink()


def ask(folder: Path, port: int | None = None) -> Iterator[Report]:
    """Yield what the servers of this account say, or those at one port."""
    for path in sorted(folder.glob("*.sock")):
        if port is None or path.name.startswith(f"{port}-"):
            with contextlib.suppress(OSError, ValueError):
                yield _ask(path)


def _ask(path: Path) -> Report:
    """Ask one. Raises OSError, ValueError. A socket that nobody listens on is removed."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
        one.settimeout(_PATIENCE)
        try:
            with _short(path) as name:
                one.connect(name)
        except ConnectionRefusedError:
            path.unlink()
            raise
        said = bytearray()
        while (part := one.recv(65536)) and len(said) < _MOST:
            said += part
    report: Report = json.loads(said)
    return report
