"""`cardtui verify FILE...`: replay records strictly.

Exit 0: all hold. 1: a mismatch, said with file, deal, line and both values. 2: not readable.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

from engine.record import RecordError, load
from engine.replay import verify
from tui.commands import exits
from tui.i18n import t
from tui.refusals import refusal

_REFUSED: Final = re.compile(r"refused with ([a-z0-9-]+)")


def run(args: argparse.Namespace) -> int:
    """Verify each file; the worst result counts."""
    return max(_verify(Path(name)) for name in args.files)


def _verify(path: Path) -> int:
    try:
        report = verify(load(path.read_text(encoding="utf-8")))
    except OSError as error:
        exits.complain(f"{path}: {error.strerror or error}")
        return exits.USAGE
    except UnicodeDecodeError:
        exits.complain(t("{path}: not a text file", path=path))
        return exits.USAGE
    except RecursionError:
        exits.complain(t("{path}: not a record: nested too deep", path=path))
        return exits.USAGE
    except RecordError as error:
        exits.complain(f"{path}: {error}")
        return exits.USAGE
    for warning in report.warnings:
        exits.complain(f"{path}: {warning}")
    if report.mismatch is not None:
        exits.complain(f"{path}: {_REFUSED.sub(_sentence, str(report.mismatch))}")
        return exits.FAILED
    print(t("{path}: holds", path=path))
    return exits.OK


def _sentence(refused: re.Match[str]) -> str:
    code = refused[1]
    return t("refused: {why} ({code})", why=refusal(code), code=code)
