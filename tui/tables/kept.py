"""The tables that this account has kept: opening the store, finding one by what was typed.

Hides: where the store is, and what a player may call a table. Must not know: servers, screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime
from typing import Final, TypeVar

from engine.games import RULES_VERSION
from netcore.journal.entries import BadJournal, Chosen, Served, decode
from netcore.journal.sqlite import SqliteStore
from netcore.journal.store import Opener, Store, StoreError, TableRow, UnknownTable
from tui.i18n import t
from tui.tables import seat
from tui.text import rulewords, words
from tui.text.faults import of_store

_Entry = TypeVar("_Entry")

SHOWN: Final = 8
"""Characters of a table's id that are shown."""
_LISTED: Final = 10
_PLAYING: Final = ("deal", "between")


class NotFound(Exception):
    """No such table can be had; the message says why, and which there are."""


@dataclass(frozen=True, slots=True)
class Found:
    """A table to go on with.

    Attributes:
        tables: It, and those that were open in the same server.
        served: Where it was reached last; None: nowhere.
    """

    tables: tuple[str, ...]
    served: Served | None


def store_path() -> Path:
    """Return the file of the store."""
    return seat.data_folder() / "tables.db"


def open_store() -> SqliteStore:
    """Open the store. Raises StoreError."""
    return SqliteStore(store_path())


def damaged(error: StoreError) -> str:
    """Return what to say when the store cannot be used, and what to do then.

    The path comes last: a prompt that has no room for it all must not lose the reason.
    """
    return t("tables cannot be kept: {why} ({path})", why=of_store(error), path=store_path())


def find_unfinished(store: Store, text: str, opener: Opener) -> Found:
    """Return the table to go on with.

    Args:
        store: Where to look.
        text: How its id begins; empty: the newest of the same command that was not finished.
        opener: The command.

    Raises:
        NotFound: There is none, or several.
        StoreError: The store cannot be read.
    """
    rows = [row for row in store.tables() if row.state != "closed"]
    row = _named(store, rows, text) if text else _newest(store, rows, opener)
    if row.held:
        raise NotFound(t("table {table} is still open; nothing need be resumed", table=shown(row)))
    if row.opening.rules_version != RULES_VERSION:
        raise NotFound(
            t(
                "table {table} was played by version {old} of the rules, and this program has "
                "version {new}: it cannot go on. Its finished rounds can be exported with the "
                "program that played them.",
                table=shown(row),
                old=row.opening.rules_version,
                new=RULES_VERSION,
            )
        )
    others = [
        one.id
        for one in rows
        if one.opening.house == row.opening.house and one.id != row.id and not one.held
    ]
    return Found((row.id, *others), last_served(store, row.id))


def find_any(store: Store, text: str) -> TableRow:
    """Return the table whose id begins so. Raises NotFound, StoreError."""
    return _named(store, store.tables(), text)


def last_served(store: Store, table: str) -> Served | None:
    """Return where a table was reached last. Raises StoreError, NotFound for a damaged one."""
    return _last(store, table, Served)


def last_chosen(store: Store, row: TableRow) -> Chosen | None:
    """Return what is played at a table now; None for a damaged one. Raises StoreError."""
    with suppress(NotFound):
        return _last(store, row.id, Chosen)
    return None


def played(row: TableRow, chosen: Chosen | None) -> str:
    """Return in words what was chosen at a table, or else with what it was opened."""
    if chosen is not None:
        return rulewords.setting(chosen)
    game, preset = words.game(row.opening.game), words.preset(row.opening.rules)
    return t("{game}, {preset}", game=game, preset=preset)


def _last(store: Store, table: str, kind: type[_Entry]) -> _Entry | None:
    """Return the newest entry of that kind in the journal of a table."""
    try:
        for record in reversed(store.load(table)):
            entry = decode(record)
            if isinstance(entry, kind):
                return entry
    except (BadJournal, UnknownTable) as error:
        raise NotFound(unreadable(table, error)) from error
    return None


def unreadable(table: str, error: Exception) -> str:
    """Return what to say of a journal that does not hold."""
    return t("the journal of table {table} does not hold: {why}", table=table[:SHOWN], why=error)


def shown(row: TableRow) -> str:
    """Return what a table is called for people."""
    return row.id[:SHOWN]


def _newest(store: Store, rows: Sequence[TableRow], opener: Opener) -> TableRow:
    mine = [row for row in rows if row.opening.opener == opener]
    own = [row for row in mine if not row.held] or mine
    playing = [row for row in own if row.state in _PLAYING]
    if not playing and (opener == "play" or not own):
        raise NotFound(
            _with_list(
                store,
                t("there is no unfinished table of `{command}`", command=f"cardtui {opener}"),
                rows,
            )
        )
    return (playing or own)[0]


def _named(store: Store, rows: Sequence[TableRow], text: str) -> TableRow:
    alike = [row for row in rows if row.id.startswith(text.lower())]
    match alike:
        case [row]:
            return row
        case []:
            raise NotFound(_with_list(store, t("there is no table {text}", text=text), rows))
        case _:
            raise NotFound(
                _with_list(store, t("several tables begin with {text}", text=text), alike)
            )


def _with_list(store: Store, why: str, rows: Sequence[TableRow]) -> str:
    tables = [row for row in rows if row.state in _PLAYING][:_LISTED]
    if not tables:
        return why
    listed = "; ".join(
        f"{shown(row)} ({played(row, last_chosen(store, row))}, {_when(row.at)})" for row in tables
    )
    return f"{why}. {t('There are: {tables}', tables=listed)}"


def _when(at: int) -> str:
    return strftime("%Y-%m-%d %H:%M", localtime(at))
