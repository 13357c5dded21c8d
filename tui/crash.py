"""What is done when the program itself breaks: the traceback goes to a file, a line to the player.

Hides: where the file is. Values of variables are left out: they hold hands and the seat's token.
"""

from __future__ import annotations

import time
import traceback
from pathlib import Path

from tui import logfile
from tui.i18n import t


def report(error: BaseException, log_file: str | None) -> str:
    """Write the traceback down; return what to tell the player."""
    error = getattr(error, "error", error)  # a worker's failure wraps what it stumbled over
    try:
        path = Path(log_file) if log_file else logfile.usual_path()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as log:
            log.write(time.strftime("%Y-%m-%d %H:%M:%S\n"))
            log.writelines(traceback.format_exception(error))
    except OSError:
        return t("The program broke: {error!r}", error=error)
    return t("The program broke. Your seat is kept. {path} says where.", path=path)
