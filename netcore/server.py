"""The asyncio shell around sessions and tables: it accepts, reads, writes, and minds the time.

Hides: sockets, tasks, signals. Must not know: what any message means beyond whom it is for.

Each connection has one task that reads and one that writes; tables never wait for either. This is
the one place where any exception is caught: it ends the table or the connection it came from, and
no other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from time import strftime
from typing import Any, Final, assert_never

from engine.games import GAMES
from engine.record import Record, dump
from netcore.alarm import Alarm
from netcore.listening import BACKLOG, listen, port_of
from netcore.messages import Bye, ByeCode, Join, Refused, Resume, ServerMessage, TableCode
from netcore.nearby import is_near
from netcore.outbox import Outbox
from netcore.session import Alive, Deliver, Effect, Reply, Session
from netcore.session import Hangup as SessionHangup
from netcore.table import Accepted, Finished, Hangup, Out, Send, Table, TableOptions

LOG: Final = logging.getLogger("cardtui.server")

MAX_CONNECTIONS: Final = 64
GRACEFUL: Final = 2.0
"""Seconds for the last words when the server ends."""
_READ: Final = 4 * 1024
_SEND_BUFFER: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How a server runs.

    Attributes:
        bind: The address to listen on; empty: every one of this machine.
        port: 0: any free one.
        app: Program and version, as told to clients.
        table: The table that is there from the start.
        record: Where records of matches are written; None: nowhere.
        owner: A pipe whose end means that whoever started the server is gone.
        linger: Seconds without a player after that until the server ends too.
    """

    bind: str = "127.0.0.1"
    port: int = 7777
    app: str = "cardtui"
    table: TableOptions = field(default_factory=TableOptions)
    record: Path | None = None
    owner: int | None = None
    linger: float = 600.0


class ServerFailed(Exception):
    """A table ended by our own fault and nothing is left to serve. The log has the reason."""


async def serve(options: ServerOptions, ready: Callable[[int], None]) -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP, or until whoever started the server is gone.

    Args:
        options: How.
        ready: Called with the port once connections are accepted.

    Raises:
        BadRules: The table cannot be set up so.
        OSError: The address cannot be listened on.
        ServerFailed: The only table broke.
    """
    server = Server(options)
    sockets = listen(options.bind, options.port)
    listening = [
        await asyncio.start_server(server.connected, sock=one, backlog=BACKLOG, limit=_READ)
        for one in sockets
    ]
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C raises instead
                loop.add_signal_handler(getattr(signal, name), server.stop)
    ready(port_of(sockets))
    try:
        await server.stopped.wait()
    finally:
        for one in listening:
            one.close()
        await server.end()
    if server.failed:
        raise ServerFailed


@dataclass(slots=True, eq=False)
class _Connection:
    """One peer: its session, what waits for it, its transport and tasks."""

    number: int
    session: Session
    writer: asyncio.StreamWriter
    alarm: Alarm
    outbox: Outbox = field(default_factory=Outbox)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    table: _Hosted | None = None
    closing: bool = False

    def put(self, message: ServerMessage) -> None:
        if self.closing:
            return
        if not self.outbox.put(message):
            LOG.info("connection %d: too slow, aborted", self.number)
            self.abort()
        self.wake.set()

    def finish(self, now: float) -> None:
        """Close once everything has been written, or after GRACEFUL seconds."""
        if not self.closing:
            self.closing = True
            self.session.close()
            self.alarm.set(now + GRACEFUL)
            self.wake.set()

    def abort(self) -> None:
        """Close at once."""
        self.closing = True
        self.session.close()
        self.wake.set()
        self.writer.transport.abort()


@dataclass(slots=True, eq=False)
class _Hosted:
    """A table, its alarm, and the record of its that was written last."""

    table: Table
    alarm: Alarm
    written: Path | None = None


class Server:
    """All connections and tables of one process.

    Attributes:
        stopped: Set when the server is to end.
        failed: It ends because its last table broke.
    """

    def __init__(self, options: ServerOptions) -> None:
        """Set up the table. Raises BadRules."""
        self.stopped = asyncio.Event()
        self.failed = False
        self._options = options
        self._loop = asyncio.get_running_loop()
        self._connections: dict[int, _Connection] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._tables: dict[str, _Hosted] = {}
        self._count = 0
        self._orphaned = False
        self._lonely = Alarm(self.stop)
        self._open_table(options.table)
        if options.owner is not None:
            try:
                self._loop.add_reader(options.owner, self._owner_speaks, options.owner)
            except OSError:  # a file, whose end is there from the start
                self._orphan()

    def stop(self) -> None:
        """Let `serve` end."""
        self.stopped.set()

    # --- connections ---

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a new connection."""
        peer = writer.get_extra_info("peername")
        if not peer or self.stopped.is_set():
            writer.transport.abort()
            return
        unwelcome = self._why_not(peer[0])
        self._count += 1
        number, now = self._count, self._loop.time()
        LOG.info("connection %d from %s", number, peer[0])
        _tune(writer)
        session = Session(now, self._options.app, tuple(GAMES))
        connection = _Connection(
            number, session, writer, Alarm(lambda: self._session_tick(connection))
        )
        self._connections[number] = connection
        self._lonely.set(None)
        self._start(self._write(connection))
        if unwelcome is not None:
            LOG.info("connection %d: %s", number, unwelcome)
            connection.put(Bye(unwelcome))
            self._finish(connection)
            return
        connection.alarm.set(session.due)
        self._start(self._read(connection, reader))

    def _why_not(self, peer: str) -> ByeCode | None:
        """Return why nobody from there is taken in now. Strangers have no business here."""
        if not is_near(peer):
            return ByeCode.NOT_NEAR
        return ByeCode.SERVER_FULL if len(self._connections) >= MAX_CONNECTIONS else None

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, connection: _Connection, reader: asyncio.StreamReader) -> None:
        """Take what comes, one message a turn: nobody's flood makes the others wait."""
        try:
            while not connection.closing and (data := await reader.read(_READ)):
                for effect in connection.session.feed(data, self._loop.time()):
                    self._take(connection, effect)
                    await asyncio.sleep(0)
                if not connection.closing:
                    connection.alarm.set(connection.session.due)
        except OSError:
            pass
        except Exception:  # a fault of ours ends this connection and no other
            LOG.exception("connection %d broke", connection.number)
            connection.put(Bye(ByeCode.INTERNAL))
        finally:
            self._finish(connection)

    async def _write(self, connection: _Connection) -> None:
        """Write what waits; once the connection is finished, tell its table and close it.

        It counts until its socket is gone, which a peer that does not read can delay: the alarm
        that `finish` has set ends that.
        """
        with contextlib.suppress(OSError):
            while True:
                while chunk := connection.outbox.take():
                    connection.writer.write(chunk)
                    await connection.writer.drain()
                if connection.closing:
                    break
                connection.wake.clear()
                await connection.wake.wait()
        self._leave_table(connection)
        connection.writer.close()
        with contextlib.suppress(OSError):
            await connection.writer.wait_closed()
        connection.alarm.set(None)
        del self._connections[connection.number]
        LOG.info("connection %d closed", connection.number)
        self._watch_loneliness()

    def _finish(self, connection: _Connection) -> None:
        connection.finish(self._loop.time())

    def _leave_table(self, connection: _Connection) -> None:
        if (hosted := connection.table) is not None:
            connection.table = None
            self._run(hosted, lambda now: hosted.table.drop(connection.number, now))

    def _session_tick(self, connection: _Connection) -> None:
        if connection.closing:
            connection.abort()
            return
        for effect in connection.session.tick(self._loop.time()):
            self._take(connection, effect)
        if not connection.closing:
            connection.alarm.set(connection.session.due)

    def _take(self, connection: _Connection, effect: Effect) -> None:
        match effect:
            case Reply(message=message):
                connection.put(message)
            case SessionHangup(why=why):
                LOG.info("connection %d: %s", connection.number, why)
                self._finish(connection)
            case Alive():
                if (hosted := connection.table) is not None:
                    hosted.table.alive(connection.number)
            case Deliver():
                self._deliver(connection, effect)
            case _:
                assert_never(effect)

    def _deliver(self, connection: _Connection, effect: Deliver) -> None:
        match effect.message:
            case Join() | Resume():
                self._enter(connection, effect.message)
            case request:
                if (hosted := connection.table) is not None:
                    table = hosted.table
                    self._run(hosted, lambda now: table.handle(connection.number, request, now))

    def _enter(self, connection: _Connection, request: Join | Resume) -> None:
        hosted = self._find(request.table)
        if hosted is None:
            about = "join" if isinstance(request, Join) else "resume"
            connection.put(Refused(about, TableCode.UNKNOWN_TABLE))
        else:
            table = hosted.table
            self._run(hosted, lambda now: table.enter(connection.number, request, now))

    # --- tables ---

    def _open_table(self, options: TableOptions) -> None:
        hosted = _Hosted(Table(options), Alarm(lambda: self._run(hosted, hosted.table.tick)))
        self._tables[options.name] = hosted

    def _find(self, name: str) -> _Hosted | None:
        if not name and len(self._tables) == 1:
            return next(iter(self._tables.values()))
        return self._tables.get(name)

    def _run(self, hosted: _Hosted, work: Callable[[float], list[Out]]) -> None:
        """Let a table work and carry out what it wants. Its failure is its own end."""
        try:
            self._carry_out(hosted, work(self._loop.time()))
            hosted.alarm.set(hosted.table.due)
        except Exception:
            LOG.exception("a table broke")
            self._bury(hosted)

    def _carry_out(self, hosted: _Hosted, outs: list[Out]) -> None:
        for out in outs:
            match out:
                case Send(conn=conn, message=message):
                    if conn in self._connections:
                        self._connections[conn].put(message)
                case Accepted(conn=conn):
                    self._connections[conn].table = hosted
                    self._connections[conn].session.accepted()
                case Hangup(conn=conn):
                    if conn in self._connections:
                        self._finish(self._connections[conn])
                case Finished(record=record, again=again):
                    hosted.written = self._write_record(record, hosted.written if again else None)
                case _:
                    assert_never(out)

    def _bury(self, hosted: _Hosted) -> None:
        hosted.alarm.set(None)
        self._tables = {name: one for name, one in self._tables.items() if one is not hosted}
        for connection in list(self._connections.values()):
            if connection.table is hosted:
                connection.table = None
                connection.put(Bye(ByeCode.INTERNAL))
                self._finish(connection)
        if not self._tables:
            self.failed = True
            self.stop()

    def _write_record(self, record: Record, instead: Path | None) -> Path | None:
        """Write a record, `instead` of that one or as a new file; return where."""
        folder = self._options.record
        if folder is None:
            return None
        stem = f"{record.game}-{strftime('%Y%m%d-%H%M%S')}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if instead is not None:
                instead.write_text(dump(record), encoding="utf-8")
                return instead
            for number in range(1, 1000):
                path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.toml"
                with contextlib.suppress(FileExistsError), path.open("x", encoding="utf-8") as file:
                    file.write(dump(record))
                    LOG.info("record: %s", path)
                    return path
        except OSError as error:
            LOG.warning("the record could not be written: %s", error)
        return instead

    # --- ending ---

    def _close_table(self, hosted: _Hosted) -> None:
        self._run(hosted, lambda _now: hosted.table.close(ByeCode.SHUTDOWN))
        hosted.alarm.set(None)

    def _owner_speaks(self, pipe: int) -> None:
        if os.read(pipe, 1024):
            return
        self._loop.remove_reader(pipe)
        self._orphan()

    def _orphan(self) -> None:
        """Go on without whoever started this, until nobody has been here for a while."""
        self._orphaned = True
        if self._options.linger <= 0:
            self.stop()
        self._watch_loneliness()

    def _watch_loneliness(self) -> None:
        if self._orphaned and not self._connections:
            self._lonely.set(self._loop.time() + self._options.linger)

    async def end(self) -> None:
        """Say goodbye to everybody, for at most GRACEFUL seconds."""
        self._lonely.set(None)
        if self._options.owner is not None:
            self._loop.remove_reader(self._options.owner)
        for hosted in list(self._tables.values()):
            self._close_table(hosted)
        self._tables.clear()
        for connection in list(self._connections.values()):
            connection.table = None
            connection.put(Bye(ByeCode.SHUTDOWN))
            self._finish(connection)
        if self._tasks:  # each connection aborts itself after GRACEFUL seconds
            await asyncio.wait(self._tasks, timeout=2 * GRACEFUL)


def _tune(writer: asyncio.StreamWriter) -> None:
    """Let the kernel hide little of a reader that does not read, and send small frames at once."""
    writer.transport.set_write_buffer_limits(high=_SEND_BUFFER)
    sock = writer.get_extra_info("socket")
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
