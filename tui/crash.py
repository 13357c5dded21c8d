"""What is done when the program itself breaks: the traceback goes to a file, a line to the player.

Hides: where the file is. Values of variables are left out: they hold hands and the seat's token.
"""

from __future__ import annotations

import os
import tempfile
import time
import traceback
from pathlib import Path
from typing import IO

from tui import logfile
from tui.i18n import t
from tui.text.refusals import reworded


def report(error: BaseException, log_file: str | None) -> str:
    """Write the traceback of a screen's fault down; return what to tell the player."""
    if path := _written_down(error, log_file):
        return t("The program broke. Your seat is kept. {path} says where.", path=path)
    return t("The program broke: {error!r}", error=error)


def of_command(error: Exception) -> str:
    """Return what to say of what has ended a command: a fault of the system's, or of the program.

    Only the latter leaves a traceback.
    """
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{reworded(error)}"
    if path := _written_down(error, logfile.in_use()):
        return t("The program broke. {path} says where.", path=path)
    return t("The program broke: {error!r}", error=error)


def _written_down(error: BaseException, log_file: str | None) -> Path | None:
    """Return the file that has the traceback now: the log, or one beside other temporary files."""
    error = getattr(error, "error", error)  # a worker's failure wraps what it stumbled over
    try:
        path = Path(log_file) if log_file else logfile.usual_path()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as log:
            _write(error, log)
    except (OSError, ValueError, RuntimeError):  # not writable, no path, no home
        return _beside(error)
    return path


def _beside(error: BaseException) -> Path | None:
    try:
        handle, name = tempfile.mkstemp(prefix="cardtui-", suffix=".log")
        with os.fdopen(handle, "w", encoding="utf-8") as log:
            _write(error, log)
    except OSError:
        return None
    return Path(name)


def _write(error: BaseException, log: IO[str]) -> None:
    log.write(time.strftime("%Y-%m-%d %H:%M:%S\n"))
    log.writelines(traceback.format_exception(error))
