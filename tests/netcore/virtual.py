"""A network and a time of a test's own: the real server and the real client, no socket, no waiting.

Hides: an event loop whose clock jumps to the next thing that is due, and transports that are two
queues in memory. Whatever `asyncio.start_server` and `asyncio.open_connection` are used for works
on them unchanged. A `Fate` says what becomes of the next connection.
"""

from __future__ import annotations

import asyncio
import errno
import selectors
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")
SECONDS = 600.0
"""Virtual seconds after which whatever a test waits for will not come."""


@dataclass(frozen=True)
class Fate:
    """What becomes of a connection.

    Attributes:
        up, down: The bytes from the client and to it that still get through; None: all.
        silent: Then nothing gets through any more, and neither side is told. Else both are.
        delay: Seconds each piece is under way.
        refused: Nobody is there.
    """

    up: int | None = None
    down: int | None = None
    silent: bool = False
    delay: float = 0.0
    refused: bool = False


class _Jumping(selectors.DefaultSelector):  # type: ignore[misc,valid-type]
    """Waits for nothing: the time until the next timer passes at once.

    Work takes a nanosecond: an alarm that asyncio rings that much too early, and that is set anew
    for the same time, would ring for ever.
    """

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0 if timeout is not None else 1.0)
        if not ready and timeout is not None:
            self.passed += max(0.0, timeout) + 1e-9
        assert ready or timeout is not None, "nothing will ever happen again"
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop; `network` is all that can be connected to in it."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)
        self.network = Network(self)

    def time(self) -> float:
        return 1000.0 + self._jumping.passed

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        """Do it here and now: no thread takes time of its own."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # it is for whoever awaits it
            future.set_exception(error)
        return future

    async def create_server(self, protocol_factory: Any, *args: Any, **kwargs: Any) -> Any:
        assert kwargs.get("ssl") is None
        port = kwargs["sock"].getsockname()[1]
        self.network.listening[port] = protocol_factory
        return _Listening(self.network, port, kwargs["sock"])

    async def create_connection(
        self, protocol_factory: Any, host: Any = None, port: Any = None, **kwargs: Any
    ) -> Any:
        assert kwargs.get("ssl") is None
        await asyncio.sleep(0)
        protocol = protocol_factory()
        return self.network.connect(protocol, port), protocol


class _Listening:
    def __init__(self, network: Network, port: int, sock: Any) -> None:
        self._network, self._port, self.sockets = network, port, [sock]

    def close(self) -> None:
        self._network.listening.pop(self._port, None)
        for sock in self.sockets:
            sock.close()

    async def wait_closed(self) -> None:
        pass


class Network:
    """Everything that can be connected to.

    Attributes:
        fates: What becomes of the next connections; all others are whole.
        calls: Those made so far.
    """

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.listening: dict[int, Callable[[], Any]] = {}
        self.fates: deque[Fate] = deque()
        self.calls: list[Call] = []

    def connect(self, protocol: Any, port: int) -> asyncio.Transport:
        fate = self.fates.popleft() if self.fates else Fate()
        if fate.refused or port not in self.listening:
            raise ConnectionRefusedError(errno.ECONNREFUSED, "nobody there")
        call = Call(self.loop, protocol, self.listening[port](), fate)
        self.calls.append(call)
        return call.client


class Call:
    """One connection: both its ends, and what becomes of it."""

    def __init__(self, loop: VirtualLoop, client: Any, server: Any, fate: Fate) -> None:
        self.silent = fate.silent
        self.dead = False
        self.client = End(loop, self, client, fate.up, fate.delay)
        self.server = End(loop, self, server, fate.down, fate.delay)
        self.client.other, self.server.other = self.server, self.client
        client.connection_made(self.client)
        server.connection_made(self.server)

    def cut(self) -> None:
        """Nothing gets through from now on."""
        if self.dead:
            return
        self.dead = True
        if not self.silent:
            for end in (self.client, self.server):
                end.lost(ConnectionResetError(errno.ECONNRESET, "cut"))


class End(asyncio.Transport):
    """One end: what is written here arrives at the other after a while."""

    other: End

    def __init__(
        self, loop: VirtualLoop, call: Call, protocol: Any, budget: int | None, delay: float
    ) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "socket": _NoSocket()})
        self._loop, self._call, self._protocol = loop, call, protocol
        self._budget, self._delay = budget, delay
        self._sent: deque[bytes | None] = deque()  # None: the end
        self._size = 0
        self._high = 64 * 1024
        self._reading, self._closing, self._gone, self._full = True, False, False, False
        self.written = 0

    # --- what asyncio uses ---

    def write(self, data: Any) -> None:
        if self._closing or self._gone:
            return
        self.written += len(data)
        self._put(bytes(data))

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._put(None)

    def abort(self) -> None:
        self._closing = True
        self.lost(None)
        if not (self._call.dead and self._call.silent):
            self.other.lost(ConnectionResetError(errno.ECONNRESET, "aborted"))

    def is_closing(self) -> bool:
        return self._closing or self._gone

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True
        self._loop.call_soon(self.other._arrive)

    def is_reading(self) -> bool:
        return self._reading

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = 64 * 1024 if high is None else high

    def get_write_buffer_size(self) -> int:
        return self._size

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_protocol(self) -> Any:
        return self._protocol

    # --- under way ---

    def _put(self, data: bytes | None) -> None:
        self._sent.append(data)
        self._size += len(data or b"")
        if self._delay:
            self._loop.call_later(self._delay, self._arrive)
        else:
            self._loop.call_soon(self._arrive)
        if self._size > self._high and not self._full:
            self._full = True
            self._protocol.pause_writing()

    def _arrive(self) -> None:
        """Let the next piece arrive, if the other end reads."""
        if not self._sent or not self.other._reading or self._gone:
            return
        data = self._sent.popleft()
        if data is None:
            self._end()
            return
        self._size -= len(data)
        whole = self._budget is None or len(data) <= self._budget
        if self._budget is not None:
            data = data[: self._budget]
            self._budget -= len(data)
        if data and not self._call.dead:
            self.other._take(data)
        if not whole:
            self._call.cut()
        if self._full and self._size <= self._high // 4:
            self._full = False
            self._protocol.resume_writing()
        if self.other._reading and self._sent and not self._delay:
            self._loop.call_soon(self._arrive)

    def _take(self, data: bytes) -> None:
        if not self._gone:
            self._protocol.data_received(data)

    def _end(self) -> None:
        """All has been written: the other end sees that nothing more will come."""
        if not self._call.dead and not self.other._gone:
            self.other._protocol.eof_received()
            self._call.dead = True
        self.lost(None)

    def lost(self, error: Exception | None) -> None:
        """This end is no more."""
        if not self._gone:
            self._gone = True
            self._loop.call_soon(self._protocol.connection_lost, error)


class _NoSocket:
    def setsockopt(self, *_: Any) -> None:
        pass


def run(main: Callable[[Network], Coroutine[Any, Any, T]]) -> T:
    """Run to its end, in a time of its own, and see that no task is left behind."""
    loop = VirtualLoop()
    try:
        asyncio.set_event_loop(loop)
        result = loop.run_until_complete(asyncio.wait_for(main(loop.network), SECONDS))
        loop.run_until_complete(asyncio.sleep(5))
        left = asyncio.all_tasks(loop)
        assert not left, left
        return result
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def virtually(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Let a test take no time: for what depends on how much of it passes between two messages."""

    @wraps(test)
    def timeless(*args: Any, **named: Any) -> None:
        run(lambda _: test(*args, **named))

    return timeless
