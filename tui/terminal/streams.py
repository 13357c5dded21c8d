"""Standard streams that are closed, full or gone; none may end the program with a traceback.

Hides: what the system does to a program that was started without them (the next file it opens would
be taken for its output). Must not know: what is written or read.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys


def complete() -> None:
    """Open on nothing what the starter has closed."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        _turn_away(number)
        stream = open(number, "w" if number else "r", encoding="utf-8")  # noqa: SIM115
        setattr(sys, name, stream)


def flush() -> None:
    """Write what waits, here where a reader that is gone can still be told from a fault.

    Raises:
        BrokenPipeError: Nobody reads it.
        OSError: It cannot be written; a terminal that is gone is no fault.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        write_nowhere()


def write_nowhere() -> None:
    """Let Python write what is left to nobody on its way out."""
    with contextlib.suppress(OSError, ValueError):  # a stream without a file
        _turn_away(sys.stdout.fileno())


def _turn_away(number: int) -> None:
    """Let a file's number stand for nothing."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)
