"""When everything that is kept is looked at, and that play leaves nothing behind to look for."""

from __future__ import annotations

import asyncio
import gc
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from netcore.server.tidying import LONGEST, MANY, REST, Tidying, chosen_moments, grown
from netcore.transport.certificate import own_identity
from netcore.transport.tls import Tls, client_context
from netcore.wire.framing import frame
from netcore.wire.messages import PROTOCOL, Ack, Hello, Join, encode
from tests.netcore.served import PATIENT, WAIT, serving
from tests.netcore.tablepair import legal, on_turn, started


@pytest.fixture(autouse=True)
def as_usual() -> Iterator[None]:
    assert gc.isenabled()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


def test_nothing_is_looked_at_by_itself_meanwhile() -> None:
    with chosen_moments():
        assert not gc.isenabled()
        with chosen_moments():  # another server of this process
            pass
        assert not gc.isenabled()
        before = grown()
        kept: list[list[int]] = [[] for _ in range(20_000)]
        assert grown() - before > len(kept) // 2, "objects are counted all the same"
    assert gc.isenabled()


def test_it_is_looked_at_while_nobody_plays() -> None:
    tidying = Tidying(0.0)
    assert not tidying.due(1.0, 5, 0), "somebody plays"
    assert not tidying.due(2.0, 5, 0), "and did only just now"
    assert tidying.due(REST, 5, 0)
    assert not tidying.due(2 * REST, 5, 0), "nothing has happened since"
    assert not tidying.due(2 * REST + 1, 6, 0)
    assert tidying.due(2 * REST + 2, 6, 0)


def test_those_who_always_play_wait_for_it_rarely() -> None:
    tidying, acts = Tidying(0.0), 0
    while True:
        acts += 1
        if tidying.due(float(acts), acts, MANY - 1):
            break
    assert acts == LONGEST
    assert tidying.due(LONGEST + 1, acts + 1, MANY), "but memory is not filled"


def test_play_leaves_nothing_behind_that_refers_to_itself() -> None:
    pair, guests = started(4, timer=60)
    gc.collect()
    gc.disable()
    answers = 0
    while answers < 150:
        active = on_turn(pair, guests)
        actions = legal(pair, active)
        answers += isinstance(active.act(actions[answers % len(actions)]), Ack)
        if pair.table.desk.phase != "deal":
            break
    assert answers > 10
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    ours = [type(one) for one in gc.garbage if type(one).__module__.startswith(("engine", "net"))]
    assert not ours


def our_garbage() -> list[type]:
    """Return what of ours, or of TLS, only the collector would find."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    return [
        type(one) for one in gc.garbage if type(one).__module__.startswith(("net", "ssl", "_ssl"))
    ]


@pytest.mark.parametrize("how", ["clear", "half a handshake", "seated"])
async def test_a_line_that_breaks_leaves_none_either(how: str, tmp_path: Path) -> None:
    """Strangers break as many as they like, and one half encrypted holds 50 KiB."""
    tls = how == "half a handshake"
    if tls:
        own_identity(tmp_path)
    hello = frame(encode(Hello(PROTOCOL, "x")))
    words = {
        "clear": hello,
        "half a handshake": Tls(client_context(), server=False).outgoing(),
        "seated": hello + frame(encode(Join("", "Bo", False, True, ""))),
    }
    async with serving(limits=PATIENT, certificate=tmp_path if tls else None) as port:
        gc.collect()
        loop = asyncio.get_running_loop()
        for _ in range(3):
            with socket.socket() as peer:
                peer.setblocking(False)
                await loop.sock_connect(peer, ("127.0.0.1", port))
                await loop.sock_sendall(peer, words[how])
                assert await loop.sock_recv(peer, 1)
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        async with asyncio.timeout(WAIT):  # until the server has seen them break
            while [one for one in asyncio.all_tasks() if "Server._" in repr(one)]:
                await asyncio.sleep(0.01)
        assert not our_garbage()
