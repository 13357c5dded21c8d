"""The tables of one server: opening them, letting them work, carrying out what they want.

Hides: when a table is woken, where its records go, that nothing is said before it is durable, and
that a table's failure is its own end and nobody else's. Must not know: sockets, bytes; the
connections are behind `Doorway`.

While nothing can be written, no table goes on: its time stands still, what is asked of it is
refused, and everybody is told why.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol, assert_never

from engine.game import BadRules
from engine.games import RULES_VERSION
from netcore.journal.entries import Entry, Served
from netcore.journal.keeper import Keeper
from netcore.journal.keeping import Keeping
from netcore.journal.store import (
    Append,
    Conflict,
    Opener,
    Opening,
    State,
    Store,
    StoreError,
    UnknownTable,
    Unwritable,
    new_id,
)
from netcore.server.health import Health
from netcore.server.recordfolder import write_record
from netcore.server.tabletime import TableTime
from netcore.table.options import TableOptions
from netcore.table.outs import Accepted, Finished, Hangup, Out, Send
from netcore.table.requests import Table
from netcore.table.resumed import table_of
from netcore.table.roster import Conn
from netcore.table.standing import Standing
from netcore.transport.alarm import Alarm
from netcore.wire.limits import DEFAULT, Limits, Meter
from netcore.wire.messages import (
    Act,
    ByeCode,
    Create,
    Join,
    Lobby,
    Nak,
    Note,
    NoteCode,
    Refused,
    Resume,
    Seated,
    ServerMessage,
    TableCode,
    TableList,
    TableRequest,
    Update,
)
from netcore.wire.ruleset import told
from netcore.wire.schema import tag, tag_of
from netcore.wire.text import BadName, clean_name, free_name, skeleton

LOG: Final = logging.getLogger("cardtui.server")
_PLAYING: Final = ("deal", "between")


class Doorway(Protocol):
    """What tables ask of the connections. One that is gone already is passed over."""

    def send(self, conn: Conn, message: ServerMessage) -> None:
        """Send a message."""

    def accepted(self, conn: Conn, hosted: Hosted, meter: Meter | None) -> None:
        """The connection belongs to somebody at that table now, whose messages `meter` counts."""

    def hang_up(self, conn: Conn, why: str) -> None:
        """End a connection once everything has been sent; `why` is for the log."""

    def look(self) -> None:
        """See whether this machine slept: `House.woke` is called then."""

    def table_broke(self, hosted: Hosted, code: ByeCode, *, last: bool) -> None:
        """A table is no more here: by our own fault, or taken over; `last`: there is none left."""


@dataclass(slots=True, eq=False)
class Hosted:
    """A table, its alarms, and how it is kept.

    Attributes:
        guests: A guest opened it: it ends when it has been empty for a while.
        empty_since: When the last person gave it up; None while it is somebody's.
        keeping: None where nothing is kept.
        written: The record of its that was written last.
        lobby, n: What everybody was told last.
        closed: It has said its last word; nothing is asked of it any more.
        gone: It is not served here any more.
    """

    table: Table
    alarm: Alarm
    ending: Alarm
    guests: bool = False
    empty_since: float | None = None
    keeping: Keeping[Out] | None = None
    written: Path | None = None
    lobby: Lobby | None = None
    n: int = 0
    closed: bool = False
    gone: bool = False

    @property
    def name(self) -> str:
        """What the table is called."""
        return self.table.desk.options.name


@dataclass(frozen=True, slots=True)
class Kept:
    """Where the tables of a server are kept. `opener`: which command runs it."""

    store: Store
    opener: Opener


class House:
    """All tables of one process."""

    def __init__(
        self,
        door: Doorway,
        records: Path | None,
        limits: Limits = DEFAULT,
        kept: Kept | None = None,
        health: Health | None = None,
    ) -> None:
        """Begin without a table.

        Args:
            door: The connections.
            records: The folder where matches are written; None: nowhere.
            limits: How many tables there may be, and for how long a guest's may be empty.
            kept: Where the tables are kept; None: nowhere, and they end with the process.
            health: Where is counted how long that takes.
        """
        self._door = door
        self._records = records
        self._limits = limits
        self._health = health or Health(0.0)
        self._pattern = TableOptions()
        self._kept = kept
        self._keeper = None if kept is None else Keeper(kept.store, self._troubled)
        self._id = new_id()
        self._served: tuple[str, int, str, bool] | None = None
        self._time = TableTime()
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, Hosted] = {}

    # --- what connections ask ---

    def enter(self, conn: Conn, request: Join | Resume) -> None:
        """Let a connection in at the table it names, or tell it why not."""
        hosted = self._find(request)
        if hosted is None:
            several = not request.table and len(self._tables) > 1
            code = TableCode.WHICH_TABLE if several else TableCode.UNKNOWN_TABLE
            self._door.send(conn, Refused(tag_of(request), code))
        elif self._time.stands:
            self._door.send(conn, Refused(tag_of(request), TableCode.STORAGE))
        else:
            self._run(hosted, lambda now: hosted.table.enter(conn, request, now))

    def tell_tables(self, conn: Conn) -> None:
        """Tell a connection which tables there are."""
        infos = tuple(hosted.table.info() for hosted in self._tables.values())
        more = len(self._tables) < self._limits.tables
        self._door.send(conn, TableList(infos, more))

    def create(self, conn: Conn, wanted: Create) -> None:
        """Open a table for a connection and let it in as the host, or tell it why not."""
        if self._time.stands:
            self._door.send(conn, Refused("create", TableCode.STORAGE))
            return
        try:
            hosted = self._new(self._options(wanted), guests=True)
        except BadName:
            self._door.send(conn, Refused("create", TableCode.BAD_NAME))
        except BadRules as error:
            self._door.send(conn, Refused("create", TableCode.BAD_RULES, told(error)))
        else:
            if hosted is None:
                self._door.send(conn, Refused("create", TableCode.NO_MORE_TABLES))
                return
            join = Join(hosted.name, wanted.name, wanted.fixed, False, "", wanted.token)
            self._run(hosted, lambda now: hosted.table.enter(conn, join, now))
            if hosted.table.empty:  # the person could not be let in: why has been said
                self._end(hosted)

    def ask(self, hosted: Hosted, conn: Conn, request: TableRequest) -> None:
        """Pass a request on to the table that the connection has entered."""
        # What was answered before is answered so again, as soon as that is durable.
        if not self._time.stands or (
            isinstance(request, Act) and hosted.table.has_heard(conn, request)
        ):
            self._run(hosted, lambda now: hosted.table.handle(conn, request, now))
        elif isinstance(request, Act):
            self._door.send(conn, Nak(request.aid, TableCode.STORAGE, hosted.n))
        else:
            self._door.send(conn, Refused(tag_of(request), TableCode.STORAGE))

    def drop(self, hosted: Hosted, conn: Conn) -> None:
        """A connection is gone."""
        self._run(hosted, lambda now: hosted.table.drop(conn, now))

    # --- tables ---

    def alive(self, hosted: Hosted, conn: Conn) -> None:
        """A connection has shown that it lives."""
        if hosted.table.waits_for(conn):
            self._run(hosted, lambda now: hosted.table.alive(conn, now))

    def woke(self, lost: float) -> None:
        """The machine slept. The time of tables is `lost` seconds behind the loop's from now on."""
        self._time.slept(lost)
        for hosted in list(self._tables.values()):
            self._run(hosted, hosted.table.woke)

    def open(self, options: TableOptions) -> None:
        """Open a table that is there to stay; those of guests are like it. Raises BadRules."""
        self._pattern = options
        self._new(options, guests=False)

    def _new(self, options: TableOptions, *, guests: bool) -> Hosted | None:
        """Open a table; None when there are too many already. Raises BadRules."""
        if len(self._tables) >= self._limits.tables:
            return None
        hosted = self._host(Table(options), guests=guests)
        if self._kept is not None:
            opener: Opener = "guest" if guests else self._kept.opener
            desk = hosted.table.desk
            played = desk.game, desk.rules_name or desk.preset, RULES_VERSION
            opening = Opening(opener, self._id, *played, int(time.time()))
            hosted.keeping = Keeping(new_id(), epoch=1, opening=opening)
            self._take(hosted, [])  # what it is opened with
            self._say_where(hosted)
        return hosted

    def resume(self, table: str, options: TableOptions) -> None:
        """Go on with a table of the store, before anybody is here; `options` as in `table_of`.

        Waits for the disk. Raises UnknownTable, StoreError, BadJournal.
        """
        assert self._kept is not None, "nothing is kept here"
        self._pattern = options
        store = self._kept.store
        row = next((one for one in store.tables() if one.id == table), None)
        if row is None:
            raise UnknownTable(table)
        self._id = row.opening.house
        epoch = store.claim(table)
        records = store.load(table)
        resumed = table_of(Standing.of(records, last=True), options, self._loop.time())
        hosted = self._host(resumed, guests=row.opening.opener == "guest")
        hosted.keeping = Keeping(table, epoch, len(records))
        self._run(hosted, lambda _now: [])

    def _host(self, table: Table, *, guests: bool) -> Hosted:
        hosted = Hosted(
            table,
            Alarm(lambda: self._tick(hosted)),
            Alarm(lambda: self._end(hosted)),
            guests,
        )
        self._tables[hosted.name] = hosted
        return hosted

    def reached(self, bind: str, port: int, *, tls: bool) -> None:
        """Take down where this server is reached, so that the next one is reached there too."""
        self._served = bind, port, self._pattern.code, tls
        for hosted in self._tables.values():
            self._say_where(hosted)

    def _say_where(self, hosted: Hosted) -> None:
        if hosted.keeping is not None and self._served is not None:
            self._keep(hosted, [Served(hosted.keeping.epoch, *self._served)])

    def _options(self, wanted: Create) -> TableOptions:
        """Return the table that a guest wants, with the server's timers. Raises BadName."""
        name = clean_name(wanted.table, self._limits.name_cells)
        name = free_name(name, set(self._tables), fixed=False, most=self._limits.name_cells)
        return replace(
            self._pattern,
            name=name,
            game=wanted.game,
            preset=wanted.preset,
            changes=tuple(wanted.options.items()),
            seats=wanted.seats,
            punishments=wanted.punishments,
            bots=(),
            host_token="",
            rules_name="",
        )

    def _end(self, hosted: Hosted) -> None:
        """End one table: a last word to everybody who may still be there."""
        self._close(hosted, resume=False)
        self._tables.pop(hosted.name, None)

    def _tick(self, hosted: Hosted) -> None:
        if not self._time.stands:
            self._door.look()  # or the time slept through would seem to be up
            self._run(hosted, hosted.table.tick)

    @property
    def playing(self) -> bool:
        """Whether a match runs at any table."""
        return any(one.table.desk.phase in _PLAYING for one in self._tables.values())

    async def close(self, seconds: float, *, resume: bool) -> None:
        """End all tables: a last word to everybody, with whether it is worth while to come back.

        Those of one server are resumed together, the idle ones too. Waits, at most so many
        seconds, until what that rests on is durable.
        """
        for hosted in list(self._tables.values()):
            self._close(hosted, resume=resume)
        if self._keeper is not None:
            await self._keeper.close(seconds)
        self._tables.clear()

    def report(self) -> list[dict[str, object]]:
        """Return what there is to know of each table from outside."""
        return [
            {
                "name": info.name,
                "game": info.game,
                "preset": info.preset,
                "phase": info.phase,
                "humans": info.humans,
                "bots": info.bots,
                "open": info.open,
                "watchers": info.watchers,
                "locked": info.locked,
                "updates": hosted.table.desk.n,
            }
            for hosted in self._tables.values()
            for info in (hosted.table.info(),)
        ]

    def away(self) -> int:
        """Return how many seats are kept for people who are not here."""
        tables = self._tables.values()
        return sum(
            one.conn is None for hosted in tables for one in hosted.table.desk.roster.seated()
        )

    def _close(self, hosted: Hosted, *, resume: bool) -> None:
        self._run(hosted, lambda _now: hosted.table.close(ByeCode.SHUTDOWN, resume=int(resume)))
        hosted.closed = True
        hosted.alarm.set(None)
        hosted.ending.set(None)
        if hosted.keeping is not None and not resume:
            self._keep(hosted, [], "closed")

    def _find(self, request: Join | Resume) -> Hosted | None:
        """Return the table that is meant: by its name, by a kept seat, or as the only one."""
        tables = self._tables.values()
        if request.table:
            looks = skeleton(request.table)
            alike = (one for one in tables if skeleton(one.name) == looks)
            return self._tables.get(request.table) or next(alike, None)
        if isinstance(request, Resume):
            known = (one for one in tables if one.table.knows(request.token))
            if (found := next(known, None)) is not None:
                return found
        return next(iter(tables)) if len(tables) == 1 else None

    def _watch_emptiness(self, hosted: Hosted, now: float) -> None:
        """Let a guest's table end once it has been nobody's for a while."""
        if not (hosted.guests and hosted.table.empty):
            hosted.empty_since = None
        elif hosted.empty_since is None:
            hosted.empty_since = now
        since = hosted.empty_since
        ends = None if since is None else since + self._limits.empty_table
        hosted.ending.set(self._time.alarm(ends))

    def _run(self, hosted: Hosted, work: Callable[[float], list[Out]]) -> None:
        """Let a table work and carry out what it wants. Its failure is its own end."""
        if hosted.gone or hosted.closed:
            return
        try:
            now = self._time.at(self._loop.time())
            self._take(hosted, work(now))
            hosted.alarm.set(self._time.alarm(hosted.table.due))
            self._watch_emptiness(hosted, now)
        except Exception:  # a fault of ours ends this table and no other
            LOG.exception("a table broke")
            self._bury(hosted, ByeCode.INTERNAL)

    def _take(self, hosted: Hosted, outs: list[Out]) -> None:
        """Carry out what a table wants, as far as that does not wait for its entries."""
        entries, outcomes = hosted.table.desk.diary.take()
        keeping = hosted.keeping
        if keeping is None:
            self._carry_out(hosted, outs)
            return
        if entries or outcomes:
            assert self._keeper is not None
            append = keeping.append(entries, int(time.time()), hosted.table.desk.phase, outcomes)
            self._put(hosted, append, keeping.count)
        at_once = [out for out in outs if isinstance(out, Accepted)]  # that tells nobody anything
        later = [out for out in outs if not isinstance(out, Accepted)]
        self._carry_out(hosted, [*at_once, *keeping.say(later)])

    def _keep(self, hosted: Hosted, entries: Sequence[Entry], state: State | None = None) -> None:
        assert hosted.keeping is not None and self._keeper is not None
        append = hosted.keeping.append(entries, int(time.time()), state)
        self._put(hosted, append, hosted.keeping.count)

    def _put(self, hosted: Hosted, append: Append, count: int) -> None:
        assert self._keeper is not None
        begun = self._loop.time()

        def done(error: StoreError | None) -> None:
            now = self._loop.time()
            self._health.commits.note(now, now - begun)
            self._durable(hosted, count, error)

        self._keeper.put(append, done)

    def _durable(self, hosted: Hosted, count: int, error: StoreError | None) -> None:
        """What a table has written is durable, or never will be."""
        if hosted.gone:
            return
        if error is None:
            assert hosted.keeping is not None
            self._carry_out(hosted, hosted.keeping.durable(count))
            return
        LOG.error("a table cannot be kept any more: %r", error)
        taken = isinstance(error, Conflict)
        self._bury(hosted, ByeCode.TAKEN_OVER if taken else ByeCode.INTERNAL)

    def _troubled(self, error: StoreError | None) -> None:
        """Nothing can be written, or everything can again (None)."""
        if error is not None:
            why = str(error) if isinstance(error, Unwritable) else repr(error)
            LOG.error("the tables stand still, nothing can be written: %s", why)
            note = Note(NoteCode.STORAGE, {"trouble": error.trouble} if error.trouble else {})
            self._time.stop(self._loop.time())
            for hosted in self._tables.values():
                hosted.alarm.set(None)
                hosted.ending.set(None)
                self._tell_all(hosted, note, paused=True)
            return
        LOG.error("the tables go on")
        self._time.go_on(self._loop.time())
        for hosted in list(self._tables.values()):
            self._tell_all(hosted, Note(NoteCode.STORED), paused=False)
            self._run(hosted, hosted.table.retell)

    def _tell_all(self, hosted: Hosted, note: Note, *, paused: bool) -> None:
        """Tell everybody at a table how it stands, past all that waits to be said."""
        waiting = () if hosted.keeping is None else hosted.keeping.waiting()
        coming = {
            out.conn for out in waiting if isinstance(out, Send) and isinstance(out.message, Seated)
        }
        for member in hosted.table.desk.roster.present():
            if member.conn is None:
                continue
            if member.conn in coming:  # who is not let in yet is told no more than that
                if paused:
                    self._door.send(member.conn, Refused(tag(Join), TableCode.STORAGE))
                continue
            self._door.send(member.conn, note)
            if hosted.lobby is not None and paused:
                self._door.send(member.conn, replace(hosted.lobby, paused=True, clock=None))

    def _carry_out(self, hosted: Hosted, outs: list[Out]) -> None:
        for out in outs:
            match out:
                case Send(conn=conn, message=message):
                    if isinstance(message, Lobby):
                        hosted.lobby = message
                    elif isinstance(message, Update):
                        hosted.n = message.n
                    self._door.send(conn, message)
                case Accepted(conn=conn, meter=meter):
                    self._door.accepted(conn, hosted, meter)
                case Hangup(conn=conn, why=why):
                    self._door.hang_up(conn, why)
                case Finished():
                    self._record(hosted, out)
                case _:
                    assert_never(out)

    def _record(self, hosted: Hosted, finished: Finished) -> None:
        """Write a record; where there is a thread for that, not here."""
        if (folder := self._records) is None:
            return

        def write() -> None:
            instead = hosted.written if finished.again else None
            hosted.written = write_record(folder, finished.record, instead)

        if self._keeper is None:
            write()
        else:
            self._keeper.run(write)

    def _bury(self, hosted: Hosted, code: ByeCode) -> None:
        hosted.gone = True
        hosted.alarm.set(None)
        hosted.ending.set(None)
        self._tables = {name: one for name, one in self._tables.items() if one is not hosted}
        self._door.table_broke(hosted, code, last=not self._tables)
