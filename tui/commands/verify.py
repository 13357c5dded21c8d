"""`cardtui verify FILE...`: replay records strictly.

Exit 0: all hold. 1: a mismatch, said with file, deal, line and both values. 2: not readable.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.record import RecordError
from engine.replay import verify
from tui.commands import exits
from tui.i18n import t
from tui.records import recordfile
from tui.text.refusals import reworded


def run(args: argparse.Namespace) -> int:
    """Verify each file; the worst result counts."""
    return max(_verify(Path(name)) for name in args.files)


def _verify(path: Path) -> int:
    try:
        report = verify(recordfile.read(path))
    except recordfile.Unreadable as unreadable:
        exits.complain(str(unreadable))
        return exits.USAGE
    except RecordError as error:
        exits.complain(f"{path}: {reworded(error)}")
        return exits.USAGE
    for warning in report.warnings:
        exits.complain(f"{path}: {reworded(warning)}")
    if report.mismatch is not None:
        exits.complain(f"{path}: {reworded(report.mismatch.placed())}")
        return exits.FAILED
    print(t("{path}: holds", path=path))
    return exits.OK
