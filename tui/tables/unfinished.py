"""What can be gone on with: own tables that were left, seats kept at others', the newest first.

Hides: the store, the files of seats, how a table is opened again. Must not know: screens.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.games import RULES_VERSION
from netcore.client.seatfile import Kept, forget_seat, left_seats
from netcore.journal.entries import Chosen, Served
from netcore.journal.store import Opener, Store, StoreError, TableRow
from netcore.server.ending import break_off
from netcore.wire.text import clean_line
from tui.context import Unfinished
from tui.i18n import t
from tui.tables import kept, owntable, seat
from tui.tables.knock import Knock
from tui.text.address import Invite

_OWN: Final = ("play", "host")
_RUNS: Final = ("deal", "between")
_OLDEST: Final = 30 * 86_400
"""Seconds after which a seat at somebody else's table is no longer offered."""
KEPT_GAMES: Final = 5
"""Matches against bots alone that can be gone on with; those left before them are over."""
_AT_ONCE: Final = 3
"""How many of these are ended at one look: each is played through once more for its result."""
_CLOSES: Final = 5.0
"""Seconds that a server has to end."""


@dataclass(frozen=True, slots=True)
class LeftTable:
    """An own table. Implements Unfinished.

    Attributes:
        chosen: What is played there now; None where that cannot be read.
    """

    row: TableRow
    chosen: Chosen | None

    @property
    def key(self) -> str:
        return self.row.id

    @property
    def way(self) -> str:
        return "resume"

    @property
    def at(self) -> float:
        return self.row.at

    @property
    def what(self) -> str:
        return kept.played(self.row, self.chosen)

    @property
    def where(self) -> str:
        if self.row.held:
            return t("your table, still open")
        return t("your table") if self.row.opening.opener == "host" else t("with bots")

    @property
    def question(self) -> str:
        if self.row.held:
            return t("Close this table for everybody?")
        return t("End this match for good? Its finished rounds stay in the history.")

    def forgettable(self) -> bool:
        return not self.row.held

    def forget(self) -> str:
        """End it for good, unless somebody has gone on with it meanwhile."""
        try:
            with closing(kept.open_store()) as store:
                _end(store, self.row)
        except StoreError as error:
            return kept.damaged(error)
        return ""


@dataclass(frozen=True, slots=True)
class LeftSeat:
    """A seat at somebody else's table. Implements Unfinished.

    Attributes:
        file: Where it is kept.
        host: Whose table it is; empty where that is not known.
    """

    file: Path
    kept: Kept
    at: float
    host: str

    @property
    def key(self) -> str:
        return self.file.name

    @property
    def way(self) -> str:
        return "rejoin"

    @property
    def what(self) -> str:
        return t("{name}'s table", name=self.host) if self.host else self._address

    @property
    def where(self) -> str:
        name = clean_line(self.kept.name)
        if not self.host:
            return t("your seat, as {name}", name=name)
        return t("your seat, as {name}, at {address}", name=name, address=self._address)

    @property
    def _address(self) -> str:
        return clean_line(Invite(self.kept.host, self.kept.port).where)

    @property
    def question(self) -> str:
        return t("Forget this seat?")

    def forgettable(self) -> bool:
        return self.file.exists()

    def forget(self) -> str:
        forget_seat(self.file)
        return ""


def left() -> list[Unfinished]:
    """Return what was left and can be gone on with, the newest first."""
    found: list[Unfinished] = [*_tables(), *_seats()]
    return sorted(found, key=lambda one: -one.at)


def _seats() -> list[LeftSeat]:
    known = {one.certificate.hex(): clean_line(one.name) for one in seat.known_hosts().all()}
    oldest = time.time() - _OLDEST
    return [
        LeftSeat(path, found, at, known.get(found.certificate, ""))
        for path, found, at in left_seats(seat.state_folder())
        if found.host and not found.host_token and at > oldest
    ]


def way_back(key: str) -> Knock | None:
    """Return the way back to a seat; None where none is kept any more."""
    for one in _seats():
        if one.key == key:
            found = one.kept
            tls = bool(found.certificate)
            invite = Invite(found.host, found.port, found.code, tls)
            return Knock(invite, found.name, tls=tls, table=found.table, back=True)
    return None


def _tables() -> list[LeftTable]:
    """Return the own tables in the middle of a match.

    Those against bots that are too many are ended. None where nothing was ever kept, or where the
    store cannot be read: whoever goes on with a table is told why not, whoever only opens the menu
    is not.
    """
    if not kept.store_path().exists():
        return []
    try:
        with closing(kept.open_store()) as store:
            found = [row for row in store.tables() if _can_go_on(store, row)]
            old = [row for row in found if row.opening.opener == "play"][KEPT_GAMES:]
            for row in old[:_AT_ONCE]:
                _end(store, row)
            return [LeftTable(row, kept.last_chosen(store, row)) for row in found if row not in old]
    except StoreError:
        return []


def _end(store: Store, row: TableRow) -> None:
    """End a table for good, unless somebody else has come back to it. Raises StoreError."""
    row = next(one for one in store.tables() if one.id == row.id)
    if not row.held:
        break_off(store, row.id, int(time.time()))
    elif (served := _waits_for_its_host(store, row)) is not None:
        owntable.end_left(served.bind, served.port)
        _wait_until_closed(store, row.id)


def _wait_until_closed(store: Store, table: str) -> None:
    """Wait for a server that was told to end; it is not waited for long."""
    until = time.monotonic() + _CLOSES
    while time.monotonic() < until:
        if any(one.id == table and one.state == "closed" for one in store.tables()):
            return
        time.sleep(0.05)


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


def waiting(begins: str = "") -> Served | None:
    """Return where an own table for others goes on without its host's program, the newest.

    `begins`: only one whose id begins so.
    """
    if not kept.store_path().exists():
        return None
    try:
        with closing(kept.open_store()) as store:
            held = [row for row in store.tables() if row.held and row.id.startswith(begins)]
            found = (_waits_for_its_host(store, row) for row in held)
            return next((served for served in found if served is not None), None)
    except StoreError:
        return None


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
