"""`cardtui replay FILE`: look at a record, move by move; with --plain it is told in lines."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.record import RecordError
from tui import logfile, settings
from tui.commands import exits
from tui.records import recordfile
from tui.records.reel import Reel
from tui.tables import seat
from tui.terminal import quirks
from tui.text.refusals import reworded


def run(args: argparse.Namespace) -> int:
    """Read the record and show it."""
    chosen = settings.from_args(args)
    if not seat.can_sit(chosen):
        return exits.USAGE
    try:
        reel = open_reel(Path(args.file))
    except recordfile.Unreadable as unreadable:
        exits.complain(str(unreadable))
        return exits.USAGE
    logfile.begin(chosen.log_file, quiet=True, usual=True)
    if chosen.plain:
        from tui.plain import replaying

        seat.use_plain_letters(chosen)
        return replaying.run(reel)
    quirks.prepare()
    from tui import launch

    return launch.replay(reel, chosen)


def open_reel(path: Path) -> Reel:
    """Return the record of a file, to be looked at. Raises Unreadable."""
    record = recordfile.read(path)
    try:
        return Reel(record)
    except RecordError as error:
        raise recordfile.Unreadable(path, reworded(error)) from None
