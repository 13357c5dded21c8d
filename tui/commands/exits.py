"""What a command says when it cannot go on, and the exit code that goes with it.

Must not know: how it came to that.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from netcore.wire.text import clean_line
from tui.i18n import t
from tui.invoked import program
from tui.text.refusals import not_reached
from tui.text.words import together

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
NOBODY: Final = 3
OTHER_VERSION: Final = 4
REFUSED: Final = 5
TERMINAL_LOST: Final = (129, 143)
"""After SIGHUP and SIGTERM: nobody chose to go."""

KEPT_OPEN: Final = -1
"""Inside this program alone: the host has gone and lets the table go on."""

_LONGEST: Final = 2000

_BY_CODE: Final[Mapping[str, int]] = {
    "bad-address": USAGE,
    "bad-code": USAGE,
    "refused": NOBODY,
    "unreachable": NOBODY,
    "timeout": NOBODY,
    "not-cardtui": NOBODY,
    "lost": NOBODY,
    "shutdown": NOBODY,
    "version": OTHER_VERSION,
    "internal": FAILED,
    "failed": FAILED,
    "left": OK,
    "closed": OK,
}


def complain(text: str) -> None:
    """Say why a command cannot go on: on one line, and safe for the terminal whoever worded it."""
    with suppress(OSError):  # where nobody can be told, the exit code says it
        print(f"cardtui: {clean_line(text, _LONGEST)}", file=sys.stderr)


def connect_failed(code: str, detail: Mapping[str, int | str], where: str) -> int:
    """Say why there is no seat to be had at `where` and what to do; return the exit code."""
    text = not_reached(code, detail)
    match code:
        case "table-full":
            text = together([text, t("Ask the host for a seat, or watch with --watch.")])
        case "name-taken" | "bad-name":
            text = together([text, t("Choose another one with --name.")])
        case "version":
            app = detail.get("app", "?")
            text = together([text, t("There it is {app}: install the same.", app=app)])
        case _:
            pass
    complain(f"{where}: {text}")
    return _BY_CODE.get(code, REFUSED)


def after_keeping() -> int:
    """Say how a host comes back to a table that goes on; return the exit code."""
    print(t("The table stays open. To come back to it: {line}", line=f"{program()} host"))
    return OK


def ended(code: str) -> int:
    """Return the exit code for the end of a connection."""
    return _BY_CODE.get(code, REFUSED)
