"""The tables of one server: opening them, letting them work, carrying out what they want.

Hides: when a table is woken, where its records go, and that a table's failure is its own end and
nobody else's. Must not know: sockets, bytes; the connections are behind `Doorway`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import strftime
from typing import Final, Protocol, assert_never

from engine.record import Record, dump
from netcore.alarm import Alarm
from netcore.limits import Meter
from netcore.messages import (
    ByeCode,
    Join,
    Refused,
    Resume,
    ServerMessage,
    TableCode,
    TableRequest,
)
from netcore.roster import Conn
from netcore.table import Accepted, Finished, Hangup, Out, Send, Table, TableOptions

LOG: Final = logging.getLogger("cardtui.server")


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
    """A table, its alarm, and the record of its that was written last."""

    table: Table
    alarm: Alarm
    written: Path | None = None


class House:
    """All tables of one process. `records`: the folder where matches are written; None: nowhere."""

    def __init__(self, door: Doorway, records: Path | None) -> None:
        self._door = door
        self._records = records
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, Hosted] = {}
        self._lost = 0.0

    # --- what connections ask ---

    def enter(self, conn: Conn, request: Join | Resume) -> None:
        """Let a connection in at the table it names, or tell it why not."""
        hosted = self._find(request.table)
        if hosted is None:
            about = "join" if isinstance(request, Join) else "resume"
            self._door.send(conn, Refused(about, TableCode.UNKNOWN_TABLE))
        else:
            self._run(hosted, lambda now: hosted.table.enter(conn, request, now))

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
        """Open a table. Raises BadRules."""
        hosted = Hosted(Table(options), Alarm(lambda: self._tick(hosted)))
        self._tables[options.name] = hosted

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

    def _find(self, name: str) -> Hosted | None:
        if not name and len(self._tables) == 1:
            return next(iter(self._tables.values()))
        return self._tables.get(name)

    def _run(self, hosted: Hosted, work: Callable[[float], list[Out]]) -> None:
        """Let a table work and carry out what it wants. Its failure is its own end."""
        try:
            self._carry_out(hosted, work(self._loop.time() - self._lost))
            due = hosted.table.due
            hosted.alarm.set(None if due is None else due + self._lost)
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
