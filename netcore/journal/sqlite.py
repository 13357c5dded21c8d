"""The store in one SQLite file of the account (standard library).

Hides: SQL, the schema and its versions, what the errors of SQLite mean. Must not know: what a
record says, asyncio. Any thread may call; one is served at a time.

`synchronous=FULL`: a commit that has returned survives a loss of power, as far as the disk keeps
its word. Write-ahead logging, or a rollback journal where the filesystem refuses that. After an
error the file is opened anew: what a full disk has left is sorted out by SQLite's own recovery.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import sqlite3
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import IO, Any, Final

try:
    import fcntl
except ImportError:  # Windows: nobody can tell who lives; the epoch still guards each append
    fcntl = None  # type: ignore[assignment]

from netcore.journal.outcome import Outcome
from netcore.journal.store import (
    Append,
    Conflict,
    Opening,
    Result,
    StoreError,
    TableRow,
    Trouble,
    UnknownTable,
    Unreadable,
    Unwritable,
)

BUSY: Final = 2.0
"""Seconds to wait while another server of this account writes."""
KEPT_LOGS: Final = 200
"""Tables whose log is kept; of older ones that no match runs at, only the results are."""

_HOLDERS: Final = "SELECT DISTINCT holder FROM tables"

_MIGRATIONS: Final = (
    (
        """CREATE TABLE tables (
             id TEXT PRIMARY KEY, opener TEXT NOT NULL, house TEXT NOT NULL, game TEXT NOT NULL,
             rules TEXT NOT NULL, rules_version INTEGER NOT NULL, opened INTEGER NOT NULL,
             epoch INTEGER NOT NULL, count INTEGER NOT NULL, state TEXT NOT NULL,
             at INTEGER NOT NULL, holder TEXT NOT NULL) WITHOUT ROWID""",
        """CREATE TABLE log (
             "table" TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, epoch INTEGER NOT NULL,
             at INTEGER NOT NULL, record BLOB NOT NULL,
             PRIMARY KEY ("table", seq)) WITHOUT ROWID""",
        """CREATE TABLE results (
             "table" TEXT NOT NULL, match INTEGER NOT NULL, at INTEGER NOT NULL, game TEXT NOT NULL,
             rules TEXT NOT NULL, changed INTEGER NOT NULL, players TEXT NOT NULL,
             bots TEXT NOT NULL, scores TEXT NOT NULL, winners TEXT NOT NULL,
             deals INTEGER NOT NULL, PRIMARY KEY ("table", match)) WITHOUT ROWID""",
        "CREATE INDEX results_at ON results (at)",
    ),
    ("ALTER TABLE results ADD COLUMN sides TEXT NOT NULL DEFAULT '[]'",),
)
"""What leads from each version of the schema to the next. Never changed, only added to."""

_TRANSIENT: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_AUTH,
    }
)

_TROUBLES: Final[Mapping[int, Trouble]] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "closed",
    sqlite3.SQLITE_PERM: "closed",
    sqlite3.SQLITE_AUTH: "closed",
    sqlite3.SQLITE_IOERR: "broken",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "foreign",
}
_OF_THE_SYSTEM: Final[Mapping[int, Trouble]] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "closed",
    errno.EPERM: "closed",
    errno.EIO: "broken",
}


class SqliteStore:
    """The file, opened at its first use. `wal`: it may be tried."""

    def __init__(self, path: Path, *, wal: bool = True) -> None:
        """Open the file, making it (and its folder) for this account alone.

        Raises:
            Unwritable: It cannot be made or written.
            Unreadable: It is something else, or of a newer version.
        """
        self._path = path
        self._wal = wal
        self._lock: Final = Lock()
        self._open: sqlite3.Connection | None = None
        self._holder: _Holder | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            with self._lock, self._database():
                pass
            self._holder = _Holder(path)
        except OSError as error:
            trouble = _OF_THE_SYSTEM.get(error.errno or 0, "")
            raise Unwritable(error.strerror or str(error), trouble) from error

    @property
    def journal_mode(self) -> str:
        """`wal`, or what there is instead."""
        with self._lock, self._database() as database:
            return str(_one(database, "PRAGMA journal_mode")[0])

    def commit(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """See `Store`."""
        with self._lock, self._writing() as database:
            return [self._append(database, one) for one in appends]

    def _append(self, database: sqlite3.Connection, one: Append) -> StoreError | None:
        if one.opening is not None:
            self._create(database, one, one.opening)
        moved = database.execute(
            """UPDATE tables SET count = ?, at = ?, state = coalesce(?, state)
               WHERE id = ? AND epoch = ? AND count = ?""",
            (
                one.expected + len(one.records),
                one.at,
                one.state,
                one.table,
                one.epoch,
                one.expected,
            ),
        )
        if not moved.rowcount:
            return self._why_not(database, one)
        database.executemany(
            "INSERT INTO log VALUES (?, ?, ?, ?, ?)",
            [
                (one.table, seq, one.epoch, one.at, record)
                for seq, record in enumerate(one.records, one.expected + 1)
            ],
        )
        for outcome in one.outcomes:
            _keep_result(database, outcome, one.table, one.at)
        return None

    def _why_not(self, database: sqlite3.Connection, one: Append) -> StoreError | None:
        """Return why nothing was written; None where it had been before."""
        row = _one(database, "SELECT epoch FROM tables WHERE id = ?", one.table)
        if row is None:
            return UnknownTable(one.table)
        if row[0] != one.epoch:
            return Conflict(one.table)
        there = _log(database, one.table, one.expected)[: len(one.records)]
        return None if one.records and there == one.records else Conflict(one.table)

    def _create(self, database: sqlite3.Connection, one: Append, opening: Opening) -> None:
        database.execute(
            """INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 'lobby', ?, ?)
               ON CONFLICT DO NOTHING""",
            (
                one.table,
                opening.opener,
                opening.house,
                opening.game,
                opening.rules,
                opening.rules_version,
                opening.at,
                one.epoch,
                one.at,
                self._held_by(),
            ),
        )
        self._forget_old(database)

    def _forget_old(self, database: sqlite3.Connection) -> None:
        """Let the logs of old tables go, but of none that a server is at, however old it is."""
        own = self._held_by()
        holders = [str(holder) for (holder,) in database.execute(_HOLDERS)]
        living = [one for one in holders if one == own or _lives(self._path, one)]
        marks = ", ".join("?" * len(living))
        database.execute(
            f"""DELETE FROM log WHERE "table" IN (SELECT id FROM tables
               WHERE state IN ('lobby', 'won', 'closed') AND holder NOT IN ({marks})
               ORDER BY at DESC LIMIT -1 OFFSET ?)""",
            (*living, KEPT_LOGS),
        )
        database.execute(
            f"""DELETE FROM tables WHERE count > 0 AND state IN ('lobby', 'won', 'closed')
               AND holder NOT IN ({marks})
               AND NOT EXISTS (SELECT 1 FROM log WHERE "table" = id)""",
            living,
        )

    def claim(self, table: str) -> int:
        """See `Store`."""
        with self._lock, self._writing() as database:
            row = _one(
                database,
                "UPDATE tables SET epoch = epoch + 1, holder = ? WHERE id = ? RETURNING epoch",
                self._held_by(),
                table,
            )
        if row is None:
            raise UnknownTable(table)
        return int(row[0])

    def load(self, table: str) -> tuple[bytes, ...]:
        """See `Store`."""
        with self._lock, self._database() as database:
            if _one(database, "SELECT 1 FROM tables WHERE id = ?", table) is None:
                raise UnknownTable(table)
            return _log(database, table, 0)

    def tables(self) -> list[TableRow]:
        """See `Store`."""
        with self._lock, self._database() as database:
            rows = database.execute(
                """SELECT id, opener, house, game, rules, rules_version, opened, epoch, count,
                          state, at, holder FROM tables ORDER BY at DESC, opened DESC, id"""
            ).fetchall()
        own = self._held_by()
        living = {holder: holder == own or _lives(self._path, holder) for *_, holder in rows}
        return [
            TableRow(table, Opening(*opening), epoch, count, state, at, living[holder])
            for table, *opening, epoch, count, state, at, holder in rows
        ]

    def results(self, most: int | None = None) -> list[Result]:
        """See `Store`."""
        with self._lock, self._database() as database:
            rows = database.execute(
                """SELECT "table", match, game, rules, changed, players, bots, scores, winners,
                          deals, at, sides
                   FROM results ORDER BY at DESC, "table", match DESC LIMIT ?""",
                (-1 if most is None else most,),
            ).fetchall()
        return [_result(row) for row in rows]

    def close(self) -> None:
        """See `Store`."""
        with self._lock:
            self._drop()
            if self._holder is not None:
                self._holder.close()

    def _held_by(self) -> str:
        return "" if self._holder is None else self._holder.name

    @contextlib.contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        """Make one transaction of what is done: all of it, durable at the end, or nothing."""
        with self._database() as database:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")

    @contextlib.contextmanager
    def _database(self) -> Generator[sqlite3.Connection]:
        """Give the open file, and open it anew next time after anything has failed."""
        try:
            if self._open is None:
                self._open = _connect(self._path)
                _set_up(self._open, wal=self._wal)
            yield self._open
        except sqlite3.Error as error:
            self._drop()
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            kind = Unwritable if code in _TRANSIENT else Unreadable
            raise kind(str(error), _TROUBLES.get(code, "")) from error
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._open is not None:
            with contextlib.suppress(sqlite3.Error):
                self._open.close()
            self._open = None


def _connect(path: Path) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(
        uri, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False
    )


def _set_up(database: sqlite3.Connection, *, wal: bool) -> None:
    """Choose how commits are made durable, and bring the schema up to date."""
    if not (wal and _takes_wal(database)):
        database.execute("PRAGMA journal_mode = TRUNCATE")
    database.execute("PRAGMA synchronous = FULL")
    if _version(database) != len(_MIGRATIONS):
        _migrate(database)


def _takes_wal(database: sqlite3.Connection) -> bool:
    """Whether the filesystem takes a write-ahead log: some say so only at the first read."""
    try:
        mode = _one(database, "PRAGMA journal_mode = WAL")[0]
        database.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        return False
    return bool(mode == "wal")


def _migrate(database: sqlite3.Connection) -> None:
    database.execute("BEGIN IMMEDIATE")
    version = _version(database)
    if version > len(_MIGRATIONS):
        raise Unreadable(f"made by a newer cardtui (schema {version})", "newer")
    for statements in _MIGRATIONS[version:]:
        for statement in statements:
            database.execute(statement)
    database.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
    database.execute("COMMIT")


def _version(database: sqlite3.Connection) -> int:
    return int(_one(database, "PRAGMA user_version")[0])


def _one(database: sqlite3.Connection, query: str, *values: Any) -> Any:
    return database.execute(query, values).fetchone()


def _log(database: sqlite3.Connection, table: str, after: int) -> tuple[bytes, ...]:
    rows = database.execute(
        'SELECT record FROM log WHERE "table" = ? AND seq > ? ORDER BY seq', (table, after)
    )
    return tuple(record for (record,) in rows)


def _keep_result(database: sqlite3.Connection, one: Outcome, table: str, at: int) -> None:
    texts = [json.dumps(part) for part in (one.players, one.bots, one.scores, one.winners)]
    database.execute(
        "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            table,
            one.match,
            at,
            one.game,
            one.rules,
            one.changed,
            *texts,
            one.deals,
            json.dumps(one.sides),
        ),
    )


def _result(row: Any) -> Result:
    table, match, game, rules, changed, *lists, deals, at, sides = row
    players, bots, scores, winners = (tuple(json.loads(text)) for text in lists)
    return Result(
        match, game, rules, bool(changed), players, bots, scores, winners, deals, table, at,
        sides=tuple(map(tuple, json.loads(sides))),
    )  # fmt: skip


class _Holder:
    """A locked file that tells others, for as long as this process lives, that it does.

    The lock is the kernel's: it goes with the process, however that ends.
    """

    def __init__(self, path: Path) -> None:
        for stale in path.parent.glob(f"{path.name}.*.held"):
            if not _locked(stale):
                with contextlib.suppress(OSError):
                    stale.unlink()
        while True:  # another one may have swept the file away before it was locked
            self.name = secrets.token_hex(8)
            self._path = _holder_path(path, self.name)
            self._file: IO[str] = self._path.open("x")
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX)
            if self._path.exists():
                return
            self._file.close()

    def close(self) -> None:
        """It lives no longer."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        self._file.close()


def _holder_path(path: Path, name: str) -> Path:
    return path.with_name(f"{path.name}.{name}.held")


def _lives(path: Path, holder: str) -> bool:
    return _locked(_holder_path(path, holder))


def _locked(path: Path) -> bool:
    """Whether another process has locked the file."""
    if fcntl is None:
        return False
    try:
        with path.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return False
    except BlockingIOError:
        return True
    except OSError:
        return False
