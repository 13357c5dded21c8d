"""What a client keeps on disk to come back to its seat: one small file for each seat it holds.

Hides: files and locks. A client holds a lock on its file as long as it lives, so a second client of
the same account takes another file and does not steal the first one's seat. Must not know: the
network. (Where the system has no flock, nothing is locked.)
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_MOST = 32


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept: the token, and the name it belongs to."""

    token: str
    name: str


class SeatFile:
    """The file of one client, locked. Made by `open_seat_file`.

    Attributes:
        kept: What the file held when it was opened, then what was last kept.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.kept = _read(file)

    def keep(self, token: str, name: str) -> None:
        """Write the newest token down."""
        self.kept = Kept(token, name)
        self._write(json.dumps({"token": token, "name": name}))

    def forget(self) -> None:
        """The seat was given up."""
        self.kept = None
        self._write("")

    def close(self) -> None:
        """Let another client have the file."""
        self._file.close()

    def _write(self, text: str) -> None:
        self._file.seek(0)
        self._file.truncate()
        self._file.write(text)
        self._file.flush()


def open_seat_file(folder: Path, host: str, port: int, name: str | None) -> SeatFile | None:
    """Return the first file for that address that no other client holds.

    Args:
        folder: Where the files are; made when it is not there.
        host: The address.
        port: The address.
        name: A seat kept under another name than this is left alone; None: any name will do.

    Returns:
        The file, perhaps new and empty; None when none can be had (a full disk, no rights).
    """
    empty: SeatFile | None = None
    for file in _free_files(folder, host, port):
        if file.kept is not None and name in (None, file.kept.name):
            if empty is not None:
                empty.close()
            return file
        if file.kept is None and empty is None:
            empty = file
        else:
            file.close()
    return empty


def _free_files(folder: Path, host: str, port: int) -> Iterator[SeatFile]:
    """Yield each file that is not locked, locking it; the last one is new."""
    stem = f"seat-{re.sub(r'[^A-Za-z0-9.-]', '_', host)}-{port}"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in range(_MOST):
            path = folder / f"{stem}-{number}.json"
            known = path.exists()
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
            if _lock(file):
                yield SeatFile(file)
            else:
                file.close()
            if not known:
                return


def _lock(file: IO[str]) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _read(file: IO[str]) -> Kept | None:
    try:
        data = json.loads(file.read(4096) or "null")
        return Kept(str(data["token"]), str(data["name"]))
    except (ValueError, TypeError, KeyError):
        return None
