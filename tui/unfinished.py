"""The own table that was left last: what is told of it, and how it is opened again.

Hides: the store. Must not know: screens.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import localtime, strftime
from typing import Any, Final

from engine.games import RULES_VERSION
from netcore.journal import Served
from netcore.store import Opener, Store, StoreError, TableRow
from tui import owntable, words
from tui.commands import kept
from tui.i18n import t

_OWN: Final = ("play", "host")
_RUNS: Final = ("deal", "between")


@dataclass(frozen=True, slots=True)
class LeftTable:
    """Implements Unfinished."""

    row: TableRow

    @property
    def table(self) -> str:
        return self.row.id

    def about(self) -> str:
        """Return what is played there, and when it was left."""
        opening = self.row.opening
        if self.row.held:
            return t(
                "{game}, {rules}, still open",
                game=words.game(opening.game),
                rules=words.preset(opening.rules),
            )
        return t(
            "{game}, {rules}, of {date}",
            game=words.game(opening.game),
            rules=words.preset(opening.rules),
            date=strftime("%Y-%m-%d %H:%M", localtime(self.row.at)),
        )


def newest() -> LeftTable | None:
    """Return the table that was written to last of those in the middle of a match.

    Nothing where none is, where nothing was ever kept, or where the store cannot be read: whoever
    goes on with a table is told why not, whoever only opens the menu is not.
    """
    if not kept.store_path().exists():
        return None
    try:
        store = kept.open_store()
        try:
            rows = (row for row in store.tables() if _can_go_on(store, row))
            return next(map(LeftTable, rows), None)
        finally:
            store.close()
    except StoreError:
        return None


def _can_go_on(store: Store, row: TableRow) -> bool:
    if row.held:
        return _waits_for_its_host(store, row) is not None
    fits = row.opening.opener in _OWN and row.opening.rules_version == RULES_VERSION
    return fits and row.state in _RUNS


def _waits_for_its_host(store: Store, row: TableRow) -> Served | None:
    """Return where a table is that goes on without the program of its host; None where it is not.

    Its lobby counts too: guests may be waiting there.
    """
    if row.opening.opener != "host":
        return None
    try:
        served = kept.last_served(store, row.id)
    except kept.NotFound:
        return None
    left = served is not None and owntable.is_left(served.bind, served.port)
    return served if left else None


def reopening(table: str) -> tuple[Opener, list[str], dict[str, Any]]:
    """Return which command opened a table, the arguments of its server, and where it was reached.

    One that is still open is come back to, as its port is taken: see `owntable.open_table`.

    Raises:
        NotFound: It can no longer be gone on with.
        StoreError: The store cannot be read.
    """
    store = kept.open_store()
    try:
        row = kept.find_any(store, table)
        opener = row.opening.opener
        if row.held and (open_at := _waits_for_its_host(store, row)) is not None:
            return opener, ["--resume", row.id], _where(open_at)
        found = kept.find_unfinished(store, table, opener)
    finally:
        store.close()
    given = ["--resume", found.tables[0]]
    served = found.served
    if opener == "play" or served is None:
        return opener, given, {}
    given += [] if served.tls else ["--no-tls"]
    return opener, given, _where(served)


def _where(served: Served) -> dict[str, Any]:
    return {"bind": served.bind, "port": served.port, "code": served.code, "resumes": True}
