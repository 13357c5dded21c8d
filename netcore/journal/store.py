"""Where tables are kept, so that nothing is lost that anybody was told.

Hides: that there is a database, its schema, and which of its errors may pass. Must not know: what a
record says, who plays, asyncio.

A table is written by one server at a time: each append names the epoch in which that server holds
the table and how many records there are, and is refused when either has moved on. Whoever takes a
table over raises its epoch. Several servers of one account share one file.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from threading import Lock
from typing import Final, Literal, Protocol, TypeAlias

from netcore.journal.outcome import Outcome

State: TypeAlias = Literal["lobby", "deal", "between", "won", "closed"]
"""Where a table stands; `closed`: its server ended with no match running."""

Opener: TypeAlias = Literal["play", "host", "serve", "guest"]
"""Which command opened a table: each comes back to its own. `guest`: somebody who came to play."""


Trouble: TypeAlias = Literal[
    "full", "busy", "read-only", "closed", "broken", "damaged", "foreign", "newer", ""
]
"""What is wrong with where tables are kept, as far as a person can do something about it: no room;
somebody else writes; it may not be written; it may not be opened; the disk fails; the file is
damaged; it is none of this program's; a newer program made it; something else."""


class StoreError(Exception):
    """Something cannot be kept, or not be read. `trouble`: what is wrong there."""

    def __init__(self, why: str = "", trouble: Trouble = "") -> None:
        super().__init__(why)
        self.trouble: Final = trouble


class Unwritable(StoreError):
    """Nothing was written: the disk is full, broken or busy. It may pass; try again."""


class Unreadable(StoreError):
    """The file is no store of this program, or one of a newer version."""


class Conflict(StoreError):
    """Another server has taken the table over. Nothing was written."""


class UnknownTable(StoreError):
    """There is no such table."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known of a table from its start.

    Attributes:
        opener: Which command opened it.
        house: The server it was opened in; the tables of one server come back together.
        game: What is played; `rules`: the named set of rules.
        rules_version: By which version of the rules its log is to be read.
        at: When, in seconds since 1970.
    """

    opener: Opener
    house: str
    game: str
    rules: str
    rules_version: int
    at: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in the list of tables.

    Attributes:
        epoch: How often it was taken over, from 1.
        count: How many records it has.
        at: When something of it was written last, in seconds since 1970.
        held: A server that lives holds it.
    """

    id: str
    opening: Opening
    epoch: int
    count: int
    state: State
    at: int
    held: bool


@dataclass(frozen=True, slots=True)
class Result(Outcome):
    """How a match ended, in the list of matches.

    Attributes:
        table: At which it was.
        at: When it ended, in seconds since 1970.
    """

    table: str
    at: int


@dataclass(frozen=True, slots=True)
class Append:
    """Records to be added to a table, all or none.

    Attributes:
        table: Which.
        epoch: In which the writer holds it.
        expected: How many records there are before these.
        records: What is added.
        at: Now, in seconds since 1970.
        state: Where the table stands then; None: as before.
        outcomes: Of matches that ended with it, now.
        opening: The table is new.
    """

    table: str
    epoch: int
    expected: int
    records: tuple[bytes, ...]
    at: int
    state: State | None = None
    outcomes: tuple[Outcome, ...] = ()
    opening: Opening | None = None


class Store(Protocol):
    """What keeps tables. Its methods wait for the disk: they are not for an event loop.

    Each may raise Unwritable. What was returned from is durable.
    """

    def commit(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """Add to tables in one step; return for each what was wrong with it, or None.

        Once more the same appends do nothing, one by one or together: after an error nobody can
        tell whether they were written. Raises Unwritable: none was added, as far as is known.
        """
        ...

    def claim(self, table: str) -> int:
        """Take a table over; return the new epoch. Raises UnknownTable."""
        ...

    def load(self, table: str) -> tuple[bytes, ...]:
        """Return the records of a table. Raises UnknownTable."""
        ...

    def tables(self) -> list[TableRow]:
        """Return every table, the one written to last first."""
        ...

    def results(self, most: int | None = None) -> list[Result]:
        """Return how matches ended, the newest first."""
        ...

    def close(self) -> None:
        """Let go of the file. Nothing may be asked afterwards."""
        ...


def append(store: Store, one: Append) -> None:
    """Add to one table. Raises Conflict, UnknownTable, Unwritable."""
    [error] = store.commit([one])
    if error is not None:
        raise error


def new_id() -> str:
    """Return 128 random bits: the name of a table in the store."""
    return secrets.token_hex(16)


@dataclass(slots=True)
class _Kept:
    row: TableRow
    records: list[bytes] = field(default_factory=list[bytes])


class MemoryStore:
    """A store that lasts as long as its process: for tests, and where no disk can be had."""

    def __init__(self) -> None:
        self._tables: dict[str, _Kept] = {}
        self._results: dict[tuple[str, int], Result] = {}
        self._lock: Final = Lock()

    def commit(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """See `Store`."""
        with self._lock:
            return [self._append(one) for one in appends]

    def _append(self, one: Append) -> StoreError | None:
        kept = self._tables.get(one.table)
        if kept is None:
            if one.opening is None:
                return UnknownTable(one.table)
            row = TableRow(one.table, one.opening, one.epoch, 0, "lobby", one.at, held=True)
            kept = self._tables[one.table] = _Kept(row)
        if kept.row.epoch != one.epoch:
            return Conflict(one.table)
        if len(kept.records) != one.expected:
            there = tuple(kept.records[one.expected : one.expected + len(one.records)])
            return None if one.records and there == one.records else Conflict(one.table)
        kept.records += one.records
        for outcome in one.outcomes:
            result = Result(**asdict(outcome), table=one.table, at=one.at)
            self._results[one.table, outcome.match] = result
        kept.row = replace(
            kept.row, count=len(kept.records), at=one.at, state=one.state or kept.row.state
        )
        return None

    def claim(self, table: str) -> int:
        """See `Store`."""
        with self._lock:
            kept = self._find(table)
            kept.row = replace(kept.row, epoch=kept.row.epoch + 1)
            return kept.row.epoch

    def load(self, table: str) -> tuple[bytes, ...]:
        """See `Store`."""
        with self._lock:
            return tuple(self._find(table).records)

    def _find(self, table: str) -> _Kept:
        if table not in self._tables:
            raise UnknownTable(table)
        return self._tables[table]

    def tables(self) -> list[TableRow]:
        """See `Store`."""
        with self._lock:
            rows = [kept.row for kept in reversed(self._tables.values())]
            return sorted(rows, key=lambda row: row.at, reverse=True)

    def results(self, most: int | None = None) -> list[Result]:
        """See `Store`."""
        with self._lock:
            newest = sorted(reversed(self._results.values()), key=lambda one: one.at, reverse=True)
            return newest[:most]

    def close(self) -> None:
        """See `Store`."""
