"""The folder where a server writes the records of its matches, one file a match.

Hides: what the files are called, and that a record is never lost to a newer one of the same match
for which there is no room. Must not know: tables, what is in a record.
"""

from __future__ import annotations

import contextlib
import logging
import time
from pathlib import Path
from typing import Final

from engine.record import Record, dump

LOG: Final = logging.getLogger("cardtui.server")


def write_record(folder: Path, record: Record, instead: Path | None) -> Path | None:
    """Write a record; it waits for the disk. What cannot be written is logged.

    Args:
        folder: Where; made when it is not there.
        record: Of a match.
        instead: The file of the same match, to be written over; None: a new one is made.

    Returns:
        Where the match stands now, in whatever state; None: nowhere.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if instead is not None:
            _write_over(instead, dump(record))
            return instead
        stem = f"{record.game}-{time.strftime('%Y%m%d-%H%M%S')}"
        for number in range(1, 1000):
            path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.toml"
            with contextlib.suppress(FileExistsError), path.open("x", encoding="utf-8") as file:
                file.write(dump(record))
                LOG.info("record: %s", path)
                return path
    except OSError as error:
        LOG.warning("the record could not be written: %s", error)
    return instead


def _write_over(path: Path, text: str) -> None:
    """Write a file anew: all of it, or where that cannot be, what it held stays."""
    beside = path.with_suffix(".part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
