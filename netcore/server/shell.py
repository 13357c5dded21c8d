"""The asyncio shell around sessions and tables: it accepts, reads, writes, and minds the time.

Hides: sockets, tasks. Must not know: what any message means beyond whom it is for, when what is
told to a peer is written (`connection`), what ends a server (`lifetime`).

Each connection has one task that reads and one that writes; tables never wait for either. An
exception that nobody expects ends the connection it came from, and no other.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, assert_never

from engine.games import GAMES
from netcore.server.admission import Admission
from netcore.server.attempts import Attempts
from netcore.server.connection import GRACEFUL, Connection, let_go, tune
from netcore.server.descriptors import fitted, most_files
from netcore.server.gate import Gate, open_gate
from netcore.server.health import Health, memory, timing
from netcore.server.house import Hosted, House, Kept
from netcore.server.lifetime import Lifetime
from netcore.server.listening import BACKLOG, listen, port_of
from netcore.server.nearby import is_near
from netcore.server.session import Alive, Check, Deliver, Effect, Reply, Session
from netcore.server.session import Hangup as SessionHangup
from netcore.server.status import Report, telling
from netcore.server.tidying import Tidying, chosen_moments, grown
from netcore.table.options import TableOptions
from netcore.table.roster import Conn
from netcore.transport.alarm import Alarm
from netcore.transport.joincode import fresh_nonce
from netcore.transport.line import READ, Line
from netcore.transport.tls import NotTls, TlsFailed
from netcore.transport.wakefulness import INTERVAL, WakingTime
from netcore.wire.limits import DEFAULT, Limits, Meter
from netcore.wire.messages import (
    Bye,
    ByeCode,
    Create,
    Join,
    Nak,
    Refused,
    Resume,
    ServerMessage,
    Tables,
)

LOG: Final = logging.getLogger("cardtui.server")

LAG_EVERY: Final = 1.0
"""Seconds between two looks at how late the loop is, and whether it has time to tidy up."""


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How a server runs.

    Attributes:
        bind: The address to listen on; empty: every one of this machine.
        port: 0: any free one.
        app: Program and version, as told to clients.
        table: The table that is there from the start.
        tables: How many of the kind; several are numbered.
        record: Where records of matches are written; None: nowhere.
        owner: A pipe whose end means that whoever started the server is gone.
        linger: Seconds without a player after that until the server ends too.
        resumes: What is at the tables is kept, and the next server here goes on with it.
        kept: Where its tables are kept; None: nowhere. The server closes it.
        resume: The tables of those to go on with, instead of opening any.
        limits: What one peer may take of it.
        status: The folder of the socket over which the owner asks how it does; None: nobody can.
        certificate: The folder of the certificate to speak TLS with, made there when there is
            none; None: in clear.
        public: Strangers of other networks are taken in too.
    """

    bind: str = "127.0.0.1"
    port: int = 7777
    app: str = "cardtui"
    table: TableOptions = field(default_factory=TableOptions)
    tables: int = 1
    record: Path | None = None
    owner: int | None = None
    linger: float = 600.0
    resumes: bool = False
    kept: Kept | None = None
    resume: tuple[str, ...] = ()
    limits: Limits = DEFAULT
    status: Path | None = None
    certificate: Path | None = None
    public: bool = False


class ServerFailed(Exception):
    """A table ended by our own fault and nothing is left to serve. The log has the reason."""


async def serve(options: ServerOptions, ready: Callable[[int], None]) -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP, or until whoever started the server is gone.

    SIGUSR1 comes from whoever opened the tables and is done with them: nothing is resumed after it.

    Args:
        options: How.
        ready: Called with the port once connections are accepted.

    Raises:
        BadRules: The table cannot be set up so.
        BadCode: The table's join code is none.
        UnknownTable, BadJournal, StoreError: The table cannot be gone on with.
        BadCertificate: The file of the certificate is damaged.
        OSError: The address cannot be listened on.
        ServerFailed: The only table broke.
    """
    gate = await open_gate(options.certificate, options.table.code)
    sockets = listen(options.bind, options.port)  # first: a table is taken over by who can serve it
    try:
        server = Server(options, gate)
    except BaseException:
        for unused in sockets:
            unused.close()
        raise
    listening = [
        await asyncio.start_server(server.connected, sock=one, backlog=BACKLOG, limit=READ)
        for one in sockets
    ]
    server.life.begin()
    server.reached(options.bind, port_of(sockets))
    ready(port_of(sockets))
    try:
        with chosen_moments():
            async with telling(options.status, port_of(sockets), server.report):
                await server.life.over.wait()
    finally:
        for one in listening:
            one.close()
        await server.end()
    if server.failed:
        raise ServerFailed


class Server:
    """All connections and tables of one process.

    Attributes:
        life: When it is to end.
        failed: It ends because its last table broke.
    """

    def __init__(self, options: ServerOptions, gate: Gate | None = None) -> None:
        """Set up the table. `gate`: what is shown and asked at the door. Raises BadRules."""
        self.life = Lifetime(options.owner, options.linger)
        self.failed = False
        self._options = options
        self._gate = gate or Gate()
        self._attempts = Attempts()
        self._loop = asyncio.get_running_loop()
        self._connections: dict[int, Connection] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._count = 0
        self._limits = fitted(options.limits, most_files())
        if self._limits != options.limits:
            LOG.warning("room for %d connections only", self._limits.connections)
        self._admission = Admission(self._limits)
        self._handshakes = asyncio.Semaphore(self._limits.handshakes)
        self._health = Health(self._loop.time())
        self._lag_due = self._loop.time() + LAG_EVERY
        self._lag = Alarm(self._measure_lag)
        self._lag.set(self._lag_due)
        self._tidying = Tidying(self._loop.time())
        self._time = WakingTime(self._loop.time(), time.time())
        self._watch = Alarm(self.look)
        self._watch.set(self._loop.time() + INTERVAL)
        self._house = House(self, options.record, self._limits, options.kept, self._health)
        table = replace(options.table, limits=self._limits)
        for kept in options.resume:
            self._house.resume(kept, table)
        for number in range(1, 1 if options.resume else options.tables + 1):
            name = table.name if options.tables == 1 else f"{table.name}-{number}"
            self._house.open(replace(table, name=name))

    def reached(self, bind: str, port: int) -> None:
        """It listens there now."""
        self._house.reached(bind, port, tls=self._options.certificate is not None)

    def report(self) -> Report:
        """Return how it does, for its owner: numbers, and names of tables."""
        now, health = self._loop.time(), self._health
        queues = [connection.outbox.size for connection in self._connections.values()]
        return {
            "app": self._options.app,
            "pid": os.getpid(),
            "bind": self._options.bind,
            "uptime_s": round(now - health.started, 1),
            "connections": {
                "open": len(self._connections),
                "members": self._admission.members,
                "strangers": self._admission.strangers,
                "most": self._limits.connections,
            },
            "actions": {
                "per_second": health.actions.recent(now, 10) / 10,
                "all": health.actions.count,
            },
            "too_fast": {"last_minute": health.refused.recent(now), "all": health.refused.count},
            "loop_lag_ms": timing(health.lag, now),
            "commit_ms": timing(health.commits, now),
            "queues": {"bytes": sum(queues), "longest": max(queues, default=0)},
            "memory_kib": memory(),
            "tables": self._house.report(),
        }

    def _measure_lag(self) -> None:
        now = self._loop.time()
        self._health.lag.note(now, max(0.0, now - self._lag_due))
        if self._tidying.due(now, self._health.actions.count, grown()):
            gc.collect()
        self._lag_due = self._loop.time() + LAG_EVERY
        self._lag.set(self._lag_due)

    # --- connections ---

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a new connection."""
        peer = writer.get_extra_info("peername")
        if not peer or self.life.over.is_set() or self._admission.full:
            writer.transport.abort()
            return
        near = self._options.public or is_near(peer[0])
        if not near and not self._admission.hold(self._count + 1, peer[0]):
            writer.transport.abort()
            return
        self._count += 1
        LOG.info("connection %d from %s", self._count, peer[0])
        tune(writer)
        displaced = self._admission.arrive(self._count, peer[0], self._how_far) if near else None
        connection = self._meet(self._count, reader, writer)
        self._connections[self._count] = connection
        self.life.look(len(self._connections))
        self._start(self._write(connection))
        if displaced is not None:
            self._turn_away(self._connections[displaced], ByeCode.SERVER_FULL)
        connection.set_alarm()
        self._start(self._read(connection, None if near else ByeCode.NOT_NEAR))

    def _meet(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> Connection:
        """Begin the conversation with a peer that was let this far."""
        now = self._loop.time()
        session = Session(
            now,
            self._options.app,
            tuple(GAMES),
            self._limits,
            self._admission.meter(number, now),
            proof=self._gate.proof,
            nonce=fresh_nonce(),
        )
        line = Line(reader, writer, self._gate.tls())
        alarm = Alarm(lambda: self._session_tick(number))
        return Connection(number, session, writer, line, alarm, self._loop)

    def _how_far(self, number: int) -> int:
        """Return how far a stranger has come: it is hardest for who does not know the code."""
        connection = self._connections[number]
        match connection.session.stage:
            case "hello":
                return int(connection.line.greeted)
            case "join" if self._gate.proof is not None:
                return 3
            case _:
                return 2

    def _why_not(self, connection: Connection) -> ByeCode | None:
        """Return why there is no new place for a connection."""
        return self._admission.why_not(connection.number, self._house.away())

    def _turn_away(self, connection: Connection, why: ByeCode) -> None:
        LOG.info("connection %d: %s", connection.number, why)
        self._admission.turn_away(connection.number)
        connection.put(Bye(why))
        connection.finish()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, connection: Connection, unwelcome: ByeCode | None) -> None:
        """Take what comes, one message a turn: nobody's flood makes the others wait."""
        try:
            unwelcome = await self._secure(connection) or unwelcome
            if unwelcome is not None:
                self._turn_away(connection, unwelcome)
                return
            while not connection.closing and (data := await connection.line.read()):
                for number, effect in enumerate(connection.session.feed(data, self._loop.time())):
                    if number:
                        await asyncio.sleep(0)
                    self._take(connection, effect)
                connection.set_alarm()
                if (pause := connection.session.weigh(len(data), self._loop.time())) > 0.0:
                    await asyncio.sleep(pause)  # what comes meanwhile waits in the kernels
        except OSError as broken:
            let_go(broken)
        except TlsFailed as failed:
            LOG.info("connection %d: TLS: %s", connection.number, failed)
        except Exception:  # a fault of ours ends this connection and no other
            LOG.exception("connection %d broke", connection.number)
            connection.put(Bye(ByeCode.INTERNAL))
        finally:
            connection.finish()

    async def _secure(self, connection: Connection) -> ByeCode | None:
        """Shake hands; return why the connection ends all the same. Raises TlsFailed, OSError."""
        try:
            async with self._handshakes:
                await connection.line.secure(server=True)
        except NotTls as other:
            LOG.info("connection %d: no TLS, it %s", connection.number, other)
            return ByeCode.IS_TLS
        connection.session.secured(self._loop.time())
        connection.set_alarm()
        return None

    async def _write(self, connection: Connection) -> None:
        """Write until the connection is finished, then tell its table and close it.

        It counts until its socket is gone.
        """
        await connection.write()
        self._leave_table(connection)
        await connection.shut()
        del self._connections[connection.number]
        self._admission.gone(connection.number)
        LOG.info("connection %d closed: %s", connection.number, connection.why)
        self.life.look(len(self._connections))

    def _leave_table(self, connection: Connection) -> None:
        if (hosted := connection.table) is not None:
            connection.table = None
            self._house.drop(hosted, connection.number)

    def look(self) -> None:
        """See whether this machine slept, or this process was stopped."""
        now = self._loop.time()
        self._watch.set(now + INTERVAL)
        if not self._time.look(now, time.time()):
            return
        LOG.warning("slept; asking everybody whether they are still there")
        for connection in list(self._connections.values()):
            for effect in connection.session.woke(now):
                self._take(connection, effect)
            connection.set_alarm()
        self._house.woke(self._time.lost)
        self.life.look(len(self._connections))

    def _session_tick(self, number: int) -> None:
        self.look()
        connection = self._connections[number]
        if connection.closing:
            connection.abort()
            return
        for effect in connection.session.tick(self._loop.time()):
            self._take(connection, effect)
        connection.set_alarm()

    def _take(self, connection: Connection, effect: Effect) -> None:
        match effect:
            case Reply(message=message):
                if isinstance(message, Nak | Refused):
                    self._health.refused.note(self._loop.time())  # sessions refuse nothing else
                connection.put(message)
            case SessionHangup(why=why, lost=lost):
                connection.why = why
                if lost:
                    connection.abort()
                else:
                    connection.finish()
            case Alive():
                if (hosted := connection.table) is not None:
                    self._house.alive(hosted, connection.number)
            case Check():
                self._check(connection)
            case Deliver(message=message):
                LOG.debug("connection %d: %s", connection.number, type(message).__name__)
                self._deliver(connection, effect)
            case _:
                assert_never(effect)

    def _check(self, connection: Connection) -> None:
        """Let a join code be weighed; after wrong ones from the same address, not at once."""
        peer = str(connection.writer.get_extra_info("peername")[0])
        now = self._loop.time()

        def judge() -> None:
            for effect in connection.session.judge(self._loop.time()):
                if isinstance(effect, SessionHangup):
                    self._attempts.failed(peer, self._loop.time())
                self._take(connection, effect)

        wait = min(self._attempts.wait(peer, now), self._limits.handshake / 2)
        if wait > 0:  # and no longer than the peer has time, or the right code would be of no use
            self._loop.call_later(wait, judge)
        else:
            judge()

    def _deliver(self, connection: Connection, effect: Deliver) -> None:
        match effect.message:
            case Tables():
                self._house.tell_tables(connection.number)
            case Join() | Create() if why := self._why_not(connection):
                self._turn_away(connection, why)
            case Create():
                self._house.create(connection.number, effect.message)
            case Join() | Resume():
                self._house.enter(connection.number, effect.message)
            case request:
                if (hosted := connection.table) is not None:
                    self._health.actions.note(self._loop.time())
                    self._house.ask(hosted, connection.number, request)

    # --- what tables ask ---

    def send(self, conn: Conn, message: ServerMessage) -> None:
        """See `Doorway`."""
        if conn in self._connections:
            self._connections[conn].put(message)

    def accepted(self, conn: Conn, hosted: Hosted, meter: Meter | None) -> None:
        """See `Doorway`."""
        if conn in self._connections:
            self._admission.seated(conn)
            self._connections[conn].table = hosted
            self._connections[conn].session.accepted(meter)

    def hang_up(self, conn: Conn, why: str) -> None:
        """See `Doorway`."""
        if conn in self._connections:
            self._connections[conn].why = why
            self._connections[conn].finish()

    def table_broke(self, hosted: Hosted, code: ByeCode, *, last: bool) -> None:
        """See `Doorway`."""
        for connection in list(self._connections.values()):
            if connection.table is hosted:
                connection.table = None
                connection.put(Bye(code))
                connection.finish()
        if last:
            self.failed = True
            self.life.over.set()

    # --- ending ---

    async def end(self) -> None:
        """Say goodbye to everybody, for at most GRACEFUL seconds."""
        self.life.close()
        self._watch.set(None)
        self._lag.set(None)
        kept = self._options.resumes or self._options.kept is not None
        resume = kept and not self.life.for_good and self._house.playing
        LOG.info("ends%s", "" if resume else " for good")
        await self._house.close(GRACEFUL, resume=resume)
        for connection in list(self._connections.values()):
            connection.table = None
            connection.put(Bye(ByeCode.SHUTDOWN, {"resume": int(resume)}))
            connection.finish()
        if self._tasks:  # each connection aborts itself after GRACEFUL seconds
            await asyncio.wait(self._tasks, timeout=2 * GRACEFUL)
