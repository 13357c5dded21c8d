"""`cardtui replay FILE`: look at a record, move by move."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.record import RecordError
from tui import logfile, settings
from tui.commands import exits
from tui.i18n import t
from tui.records import recordfile
from tui.records.reel import Reel


def run(args: argparse.Namespace) -> int:
    """Read the record and show it."""
    chosen = settings.from_args(args)
    if not settings.on_terminal():
        exits.complain(t("no terminal here; cardtui verify needs none"))
        return exits.USAGE
    try:
        reel = open_reel(Path(args.file))
    except recordfile.Unreadable as unreadable:
        exits.complain(str(unreadable))
        return exits.USAGE
    logfile.begin(chosen.log_file, quiet=True, usual=True)
    from tui import launch

    return launch.replay(reel, chosen)


def open_reel(path: Path) -> Reel:
    """Return the record of a file, to be looked at. Raises Unreadable."""
    record = recordfile.read(path)
    try:
        return Reel(record)
    except RecordError as error:
        raise recordfile.Unreadable(f"{path}: {error}") from None
