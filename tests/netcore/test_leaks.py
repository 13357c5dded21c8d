"""A thousand come and go in every way there is, and nothing of them stays behind.

The real server over lines in memory, in a time of their own; a hundred more over real sockets, for
what only those leave behind.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from netcore.server import connection, session
from netcore.table import roster
from netcore.transport.certificate import own_identity
from netcore.wire.framing import frame
from netcore.wire.limits import Limits, Meter
from netcore.wire.messages import (
    PROTOCOL,
    Act,
    Chat,
    Hello,
    Join,
    Leave,
    Refused,
    Resume,
    Seated,
    StepAway,
    Sync,
    encode,
)
from tests.netcore.served import FAST, Raw, connect, serving
from tests.netcore.virtual import Network, VirtualLoop, run

UNHURRIED = Limits(actions=FAST, chat=FAST, entries=FAST, bytes=FAST, excess=FAST)
KEPT_KINDS = (session.Session, connection.Connection, roster.Member, Meter, asyncio.StreamReader)


async def seat(raw: Raw, request: Join | Resume) -> str:
    """Ask for a place; return its token, empty when there is none."""
    raw.send(Hello(PROTOCOL, "raw"))
    raw.send(request)
    while True:
        match await raw.next():
            case Seated(token=token):
                return token
            case Refused() | None:
                return ""
            case _:
                pass


async def never_greets(port: int) -> None:
    raw = await Raw.open(port)
    raw.writer.write(b"\0\0")
    raw.writer.transport.abort()


async def talks_nonsense(port: int) -> None:
    raw = await Raw.open(port)
    raw.send(Hello(PROTOCOL, "raw"))
    raw.writer.write(frame(b"\xc1"))
    while await raw.next() is not None:
        pass
    await raw.close()


async def plays_and_leaves(port: int) -> None:
    raw = await Raw.open(port)
    await seat(raw, Join("", "Ann", False, False, ""))
    raw.send(Act(b"x" * 12, 0, "draw"))
    raw.send(Chat("hello"))
    raw.send(Leave())
    while await raw.next() is not None:
        pass
    await raw.close()


async def watches_and_is_lost(port: int) -> None:
    raw = await Raw.open(port)
    await seat(raw, Join("", "Zed", False, True, ""))
    raw.writer.transport.abort()


async def is_lost_and_comes_back_to_leave(port: int) -> None:
    first = await Raw.open(port)
    token = await seat(first, Join("", "Bo", False, False, ""))
    first.writer.transport.abort()
    again = await Raw.open(port)
    if await seat(again, Resume("", token, 0)):
        again.send(Sync())
        again.send(Leave())
        while await again.next() is not None:
            pass
    await again.close()


async def steps_away(port: int) -> None:
    raw = await Raw.open(port)
    await seat(raw, Join("", "Cy", False, False, ""))
    raw.send(StepAway())
    while await raw.next() is not None:
        pass
    await raw.close()


WAYS: tuple[Callable[[int], Awaitable[None]], ...] = (
    never_greets,
    talks_nonsense,
    plays_and_leaves,
    watches_and_is_lost,
    is_lost_and_comes_back_to_leave,
    steps_away,
)


def alive() -> Counter[str]:
    """Count what is kept of connections and people."""
    gc.collect()
    return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, KEPT_KINDS))


async def come_and_go(port: int, times: int, rng: Random) -> None:
    for number in range(times):
        with suppress(OSError):  # the server may have been faster in letting go
            await WAYS[number % len(WAYS)](port)
        if rng.random() < 0.1:
            await asyncio.sleep(0.01)


def test_a_thousand_leave_nothing_behind() -> None:
    async def main(network: Network) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        async with serving(seats=4, grace=2, timer=30, limits=UNHURRIED) as port:
            ann = await connect(port, "Host")  # somebody stays, and is told of them all
            await come_and_go(port, 60, Random(1))
            await asyncio.sleep(60)
            network.calls.clear()
            before, tasks, timers = alive(), len(asyncio.all_tasks()), waiting(loop)
            await come_and_go(port, 1000, Random(2))
            await asyncio.sleep(60)
            network.calls.clear()
            assert (len(asyncio.all_tasks()), waiting(loop)) == (tasks, timers)
            assert alive() == before
            ann.send(Chat("still here"))
            await ann.close()

    run(main)


def waiting(loop: Any) -> int:
    """Count the timers that have not been called off."""
    return sum(not handle.cancelled() for handle in loop._scheduled)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
async def test_a_hundred_leave_no_descriptor_open() -> None:
    async with serving(seats=4, grace=1, limits=UNHURRIED) as port:
        await come_and_go(port, 6, Random(1))
        await settled()
        before = len(os.listdir("/proc/self/fd"))
        await come_and_go(port, 100, Random(2))
        await settled()
        assert len(os.listdir("/proc/self/fd")) == before


async def settled() -> None:
    """Wait until the number of tasks has not changed for a while."""
    last, calm = -1, 0
    async with asyncio.timeout(60):
        while calm < 20:
            await asyncio.sleep(0.02)
            now = len(asyncio.all_tasks())
            calm = calm + 1 if now == last else 0
            last = now


# --- those who never begin ---


STARTS = {
    "nothing": b"",
    "half a length": b"\0\0",
    "half a hello": frame(encode(Hello(PROTOCOL, "raw")))[:-3],
    "half a TLS hello": bytes.fromhex("1603010200010001fc0303") + bytes(40),
    "a hello": frame(encode(Hello(PROTOCOL, "raw"))),
}


@pytest.mark.parametrize("encrypted", [False, True], ids=["clear", "TLS"])
@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS.keys())
def test_who_never_begins_is_gone_in_ten_seconds(
    start: bytes, encrypted: bool, tmp_path: Path
) -> None:
    """So many of them as there is room for, and more; meanwhile the players play on."""

    async def main(_: Network) -> None:
        where: dict[str, Any] = {"certificate": tmp_path} if encrypted else {}
        async with serving(seats=2, **where) as port:
            trusted = {"tls": True, "accepted": own_identity(tmp_path).hash} if encrypted else {}
            ann = await connect(port, "Ann", **trusted)
            quiet = [await Raw.open(port) for _ in range(40)]
            for raw in quiet:
                raw.writer.write(start)
            begun = asyncio.get_running_loop().time()
            for word in ("one", "two", "three"):
                ann.send(Chat(word))
                await asyncio.sleep(1.5)
            bo = await connect(port, "Bo", **trusted)  # and others still come in
            for raw in quiet:
                with suppress(ConnectionResetError):
                    while await raw.reader.read(4096):
                        pass
            assert asyncio.get_running_loop().time() - begun <= 10.0
            said = [event for event in heard(ann) if event == "Said"]
            assert len(said) == 3
            for raw in quiet:
                await raw.close()
            await bo.close()
            await ann.close()

    run(main)


def heard(client: Any) -> list[str]:
    """Return what a client has been told so far, without waiting."""
    return [type(event).__name__ for event in client._events._queue]
