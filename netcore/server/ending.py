"""Ending a table that nobody goes on with, where no server has it any more.

Hides: what a server would have written if it had ended the table itself. Must not know: who asks,
connections.
"""

from __future__ import annotations

from collections.abc import Sequence

from netcore.journal.entries import BadJournal, Ended
from netcore.journal.keeping import Keeping
from netcore.journal.outcome import Outcome, outcome
from netcore.journal.store import Store, append
from netcore.table.standing import Standing


def break_off(store: Store, table: str, now: int) -> None:
    """End a table; how its match stood is kept, and nobody can go on with it.

    It is taken over for that: a server that has it would lose it.

    Args:
        store: Where the table is.
        table: Its id.
        now: The time, in seconds since 1970.

    Raises:
        StoreError: It cannot be written.
    """
    keeping = Keeping[None](table, store.claim(table))
    records = store.load(table)
    keeping.count = len(records)
    append(store, keeping.append([Ended()], now, "closed", _outcome(records)))


def _outcome(records: Sequence[bytes]) -> list[Outcome]:
    """Return how the last match stood; nothing where the journal does not say."""
    try:
        standing = Standing.of(records, last=True)
    except BadJournal:
        return []
    if standing.course is None:
        return []
    match, chosen = standing.course.match, standing.chosen
    called, players = (chosen.preset, chosen.rules_name), standing.matches[-1].players
    return outcome(match, standing.begun, called, players, standing.bots())
