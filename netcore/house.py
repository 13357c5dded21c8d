"""The tables of one server: opening them, letting them work, carrying out what they want.

Hides: when a table is woken, where its records go, and that a table's failure is its own end and
nobody else's. Must not know: sockets, bytes; the connections are behind `Doorway`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import strftime
from typing import Final, Protocol, assert_never

from engine.game import BadRules
from engine.record import Record, dump
from netcore.alarm import Alarm
from netcore.limits import DEFAULT, Limits, Meter
from netcore.messages import (
    ByeCode,
    Create,
    Join,
    Refused,
    Resume,
    ServerMessage,
    TableCode,
    TableList,
    TableRequest,
)
from netcore.roster import Conn
from netcore.table import Accepted, Finished, Hangup, Out, Send, Table, TableOptions
from netcore.text import BadName, clean_name, free_name, skeleton

LOG: Final = logging.getLogger("cardtui.server")
_WHY: Final = 300
"""Characters of a reason that are passed on."""


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

    def table_broke(self, hosted: Hosted, *, last: bool) -> None:
        """A table is no more, by our own fault; `last`: there is none left."""


@dataclass(slots=True, eq=False)
class Hosted:
    """A table, its alarms, and the record of its that was written last.

    Attributes:
        guests: A guest opened it: it ends when it has been empty for a while.
        empty_since: When the last person gave it up; None while it is somebody's.
    """

    table: Table
    alarm: Alarm
    ending: Alarm
    guests: bool = False
    empty_since: float | None = None
    written: Path | None = None

    @property
    def name(self) -> str:
        """What the table is called."""
        return self.table.desk.options.name


class House:
    """All tables of one process."""

    def __init__(self, door: Doorway, records: Path | None, limits: Limits = DEFAULT) -> None:
        """Begin without a table.

        Args:
            door: The connections.
            records: The folder where matches are written; None: nowhere.
            limits: How many tables there may be, and for how long a guest's may be empty.
        """
        self._door = door
        self._records = records
        self._limits = limits
        self._pattern = TableOptions()
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, Hosted] = {}
        self._lost = 0.0

    # --- what connections ask ---

    def enter(self, conn: Conn, request: Join | Resume) -> None:
        """Let a connection in at the table it names, or tell it why not."""
        hosted = self._find(request)
        if hosted is None:
            about = "join" if isinstance(request, Join) else "resume"
            several = not request.table and len(self._tables) > 1
            code = TableCode.WHICH_TABLE if several else TableCode.UNKNOWN_TABLE
            self._door.send(conn, Refused(about, code))
        else:
            self._run(hosted, lambda now: hosted.table.enter(conn, request, now))

    def tell_tables(self, conn: Conn) -> None:
        """Tell a connection which tables there are."""
        infos = tuple(hosted.table.info() for hosted in self._tables.values())
        more = len(self._tables) < self._limits.tables
        self._door.send(conn, TableList(infos, more))

    def create(self, conn: Conn, wanted: Create) -> None:
        """Open a table for a connection and let it in as the host, or tell it why not."""
        try:
            hosted = self._new(self._options(wanted), guests=True)
        except BadName:
            self._door.send(conn, Refused("create", TableCode.BAD_NAME))
        except BadRules as error:
            why = {"why": str(error)[:_WHY]}
            self._door.send(conn, Refused("create", TableCode.BAD_RULES, why))
        else:
            if hosted is None:
                self._door.send(conn, Refused("create", TableCode.NO_MORE_TABLES))
                return
            join = Join(hosted.name, wanted.name, wanted.fixed, False, "")
            self._run(hosted, lambda now: hosted.table.enter(conn, join, now))
            if hosted.table.empty:  # the person could not be let in: why has been said
                self._end(hosted)

    def ask(self, hosted: Hosted, conn: Conn, request: TableRequest) -> None:
        """Pass a request on to the table that the connection has entered."""
        self._run(hosted, lambda now: hosted.table.handle(conn, request, now))

    def drop(self, hosted: Hosted, conn: Conn) -> None:
        """A connection is gone."""
        self._run(hosted, lambda now: hosted.table.drop(conn, now))

    # --- tables ---

    def alive(self, hosted: Hosted, conn: Conn) -> None:
        """A connection has shown that it lives."""
        self._run(hosted, lambda now: hosted.table.alive(conn, now))

    def woke(self, lost: float) -> None:
        """The machine slept. The time of tables is `lost` seconds behind the loop's from now on."""
        self._lost = lost
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
        hosted = Hosted(
            Table(options),
            Alarm(lambda: self._tick(hosted)),
            Alarm(lambda: self._end(hosted)),
            guests,
        )
        self._tables[options.name] = hosted
        return hosted

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
        )

    def _end(self, hosted: Hosted) -> None:
        """End one table: a last word to everybody who may still be there."""
        self._close(hosted, resume=False)
        self._tables.pop(hosted.name, None)

    def _tick(self, hosted: Hosted) -> None:
        self._door.look()  # or the time slept through would seem to be up
        self._run(hosted, hosted.table.tick)

    def close(self, *, resume: bool) -> None:
        """End all tables: a last word to everybody, with whether it is worth while to come back."""
        for hosted in list(self._tables.values()):
            self._close(hosted, resume=resume)
        self._tables.clear()

    def away(self) -> int:
        """Return how many seats are kept for people who are not here."""
        tables = self._tables.values()
        return sum(
            one.conn is None for hosted in tables for one in hosted.table.desk.roster.seated()
        )

    def _close(self, hosted: Hosted, *, resume: bool) -> None:
        self._run(hosted, lambda _now: hosted.table.close(ByeCode.SHUTDOWN, resume=int(resume)))
        hosted.alarm.set(None)
        hosted.ending.set(None)

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
        hosted.ending.set(None if since is None else since + self._limits.empty_table)

    def _run(self, hosted: Hosted, work: Callable[[float], list[Out]]) -> None:
        """Let a table work and carry out what it wants. Its failure is its own end."""
        try:
            now = self._loop.time()
            self._carry_out(hosted, work(now - self._lost))
            due = hosted.table.due
            hosted.alarm.set(None if due is None else due + self._lost)
            self._watch_emptiness(hosted, now)
        except Exception:  # a fault of ours ends this table and no other
            LOG.exception("a table broke")
            self._bury(hosted)

    def _carry_out(self, hosted: Hosted, outs: list[Out]) -> None:
        for out in outs:
            match out:
                case Send(conn=conn, message=message):
                    self._door.send(conn, message)
                case Accepted(conn=conn, meter=meter):
                    self._door.accepted(conn, hosted, meter)
                case Hangup(conn=conn, why=why):
                    self._door.hang_up(conn, why)
                case Finished(record=record, again=again):
                    hosted.written = self._write_record(record, hosted.written if again else None)
                case _:
                    assert_never(out)

    def _bury(self, hosted: Hosted) -> None:
        hosted.alarm.set(None)
        hosted.ending.set(None)
        self._tables = {name: one for name, one in self._tables.items() if one is not hosted}
        self._door.table_broke(hosted, last=not self._tables)

    def _write_record(self, record: Record, instead: Path | None) -> Path | None:
        """Write a record, `instead` of that one or as a new file; return where."""
        folder = self._records
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
