"""The own table that was left last: what is told of it, and how it is opened again.

Hides: the store. Must not know: screens.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import localtime, strftime
from typing import Any, Final

from engine.games import RULES_VERSION
from netcore.store import Opener, StoreError, TableRow
from tui import words
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
            rows = store.tables()
        finally:
            store.close()
    except StoreError:
        return None
    return next((LeftTable(row) for row in rows if _can_go_on(row)), None)


def _can_go_on(row: TableRow) -> bool:
    fits = row.opening.opener in _OWN and row.opening.rules_version == RULES_VERSION
    return fits and row.state in _RUNS and not row.held


def reopening(table: str) -> tuple[Opener, list[str], dict[str, Any]]:
    """Return which command opened a table, the arguments of its server, and where it was reached.

    Raises:
        NotFound: It can no longer be gone on with.
        StoreError: The store cannot be read.
    """
    store = kept.open_store()
    try:
        opener = kept.find_any(store, table).opening.opener
        found = kept.find_unfinished(store, table, opener)
    finally:
        store.close()
    given = ["--resume", found.tables[0]]
    served = found.served
    if opener == "play" or served is None:
        return opener, given, {}
    given += [] if served.tls else ["--no-tls"]
    where = {"bind": served.bind, "port": served.port, "code": served.code, "resumes": True}
    return opener, given, where
