"""`cardtui export TABLE [FILE]`: write the record of a match that was played at an own table.

Finished deals only: one that runs holds every hand. `TABLE/2` is the second match of a table; else
it is the last one that has a finished deal.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from time import localtime, strftime

from engine.games import RULES_VERSION
from engine.record import Record, dump
from netcore.journal.entries import BadJournal
from netcore.journal.store import StoreError, TableRow, UnknownTable
from netcore.table.standing import Played, Standing
from tui.commands import exits
from tui.i18n import t
from tui.tables import kept
from tui.text.refusals import reworded


def run(args: argparse.Namespace) -> int:
    """Write it to the file, or to stdout."""
    text, _, number = args.table.partition("/")
    if number and not (number.isascii() and number.isdecimal()):
        exits.complain(t("{table}: write TABLE or TABLE/MATCH", table=args.table))
        return exits.USAGE
    try:
        record, runs = record_of(text, int(number) if number else None)
    except kept.NotFound as none:
        exits.complain(str(none))
        return exits.REFUSED
    except (BadJournal, UnknownTable) as error:
        exits.complain(kept.unreadable(text, error))
        return exits.FAILED
    except StoreError as error:
        exits.complain(kept.damaged(error))
        return exits.FAILED
    if runs:
        exits.complain(t("the round that runs is left out: it holds every hand"))
    return _write(args.file, dump(record))


def record_of(text: str, number: int | None) -> tuple[Record, bool]:
    """Return a match that was played at an own table, and whether a deal of it runs still.

    Args:
        text: How the table's id begins.
        number: Which match of it, from 1; None: the last one that has a finished deal.

    Raises:
        NotFound: There is no such match, or nothing of it was finished.
        BadJournal, UnknownTable: The table's journal does not hold.
        StoreError: The store cannot be read.
    """
    store = kept.open_store()
    try:
        row = kept.find_any(store, text)
        matches = _matches(row, store.load(row.id))
    finally:
        store.close()
    record, runs = _finished(row, matches, number)
    date = strftime("%Y-%m-%d", localtime(row.opening.at))
    return replace(record, about={"date": date, **record.about}), runs


def _matches(row: TableRow, records: tuple[bytes, ...]) -> list[Played]:
    if row.opening.rules_version != RULES_VERSION:
        raise kept.NotFound(
            t(
                "table {table} was played by another version of the rules ({old}, not {new})",
                table=kept.shown(row),
                old=row.opening.rules_version,
                new=RULES_VERSION,
            )
        )
    return Standing.of(records).matches


def _finished(row: TableRow, matches: list[Played], number: int | None) -> tuple[Record, bool]:
    """Return the record wanted, and whether a deal of that match runs. Raises NotFound."""
    if number is not None and not 1 <= number <= len(matches):
        raise kept.NotFound(
            t("table {table} has no match {number}", table=kept.shown(row), number=number)
        )
    wanted = matches if number is None else [matches[number - 1]]
    for match in reversed(wanted):
        if (record := match.finished()) is not None:
            return record, not match.course.match.over
    raise kept.NotFound(
        t(
            "nothing was finished at table {table}, and a round that runs holds every hand",
            table=kept.shown(row),
        )
    )


def _write(file: str | None, text: str) -> int:
    if file is None:
        sys.stdout.write(text)
        return exits.OK
    made = False
    try:
        with Path(file).open("x", encoding="utf-8") as out:
            made = True
            out.write(text)
    except FileExistsError:
        exits.complain(t("{path} is there already; nothing was written", path=file))
        return exits.USAGE
    except (OSError, ValueError) as error:
        if made:  # half a record is none
            Path(file).unlink(missing_ok=True)
        exits.complain(f"{file}: {reworded(error)}")
        return exits.FAILED if made else exits.USAGE
    print(t("{path}: written", path=file))
    return exits.OK
