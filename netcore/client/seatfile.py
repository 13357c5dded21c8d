"""What a client keeps on disk to come back to its seat: one small file for each seat it holds.

Hides: files and locks. A client holds a lock on its file as long as it lives, so a second client of
the same account takes another file and does not steal the first one's seat. A file that keeps
nothing is removed when it is closed. This machine is one address, however it is called. What is
kept belongs to a certificate: another server at the same address has files of its own. Must not
know: the network. (Where the system has no flock, nothing is locked.)
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # a module, where there is one

_MOST = 32


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept.

    Attributes:
        token: What brings the seat back.
        name: Whose it is.
        host_token: What makes its holder the host; empty for guests.
        process: The server, where it was started by the one who keeps this; 0 for guests.
        certificate: The hash of the server's, as hex; empty where all was in clear.
        code: The join code.
        table: Which table of that server.
        host, port: Where it was reached last; empty in files of older programs.
    """

    token: str
    name: str
    host_token: str = ""
    process: int = 0
    certificate: str = ""
    code: str = ""
    table: str = ""
    host: str = ""
    port: int = 0


class SeatFile:
    """The file of one client, locked. Made by `open_seat_file`.

    Attributes:
        kept: What the file held when it was opened, then what was last kept.
        failed: That could not be written.
    """

    def __init__(self, file: IO[str], path: Path) -> None:
        self._file = file
        self._path = path
        self.kept = _read(file)
        self.failed = False

    def keep(self, kept: Kept) -> None:
        """Write the newest token down."""
        self.kept = kept
        self._write(json.dumps(asdict(kept)))

    def forget(self) -> None:
        """The seat was given up."""
        self.kept = None
        self._write("")

    def close(self) -> None:
        """Let another client have the file; an empty one is of no use to anybody.

        How old the file is tells when the seat was left.
        """
        if self.kept is not None:
            with contextlib.suppress(OSError):
                os.utime(self._path)
        if self.kept is None and fcntl is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()
        self._file.close()

    def _write(self, text: str) -> None:
        """Write over what was there: on a full disk that needs no room, and else it stays.

        Without room, the seat comes back for as long as this program runs.
        """
        data = text.encode()
        self.failed = True
        with contextlib.suppress(OSError):
            os.lseek(self._file.fileno(), 0, os.SEEK_SET)
            self.failed = os.write(self._file.fileno(), data) < len(data)
            os.ftruncate(self._file.fileno(), len(data))


def open_seat_file(
    folder: Path, host: str, port: int, name: str | None, certificate: str = "", table: str = ""
) -> SeatFile | None:
    """Return the first file for that address that no other client holds.

    Args:
        folder: Where the files are; made when it is not there.
        host: The address.
        port: The address.
        name: A seat kept under another name than this is left alone; None: any name will do.
        certificate: A seat kept under another one than this is left alone.
        table: A seat kept at another table is left alone; empty: any table will do.

    Returns:
        The file, perhaps new and empty; None when none can be had (a full disk, no rights).
    """
    for file in _anywhere(folder, host, port, certificate):
        kept = file.kept
        if (
            kept is not None
            and kept.certificate == certificate
            and name in (None, kept.name)
            and (not table or kept.table.casefold() == table.casefold())
        ):
            return file
        file.close()
    return new_seat_file(folder, host, port)


def _anywhere(folder: Path, host: str, port: int, certificate: str) -> Iterator[SeatFile]:
    """Yield the files for an address, then those for others: a server's address may change.

    Its certificate does not; without one nothing says that it is the same server.
    """
    yield from _free_files(folder, host, port)
    if certificate:
        here = _path(folder, host, port, 0).name.rpartition("-")[0]
        others = (
            path
            for path in sorted(folder.glob(f"seat-*-{port}-*.json"))
            if path.name.rpartition("-")[0] != here
        )
        yield from _free(others)


def seat_elsewhere(folder: Path, host: str, port: int, certificate: str) -> str:
    """Return whose seat is kept at that address under another certificate; empty: nobody's."""
    found = ""
    for file in _free_files(folder, host, port):
        if file.kept is not None and file.kept.certificate not in ("", certificate):
            found = file.kept.name
        file.close()
    return found


def open_host_file(folder: Path, host: str, port: int) -> SeatFile | None:
    """Return the file of the own table at that address; None without one that is free."""
    for file in _free_files(folder, host, port):
        if file.kept is not None and file.kept.host_token:
            return file
        file.close()
    return None


def forget_seats(folder: Path, host: str, port: int) -> None:
    """Forget every seat at that address that no client holds: another table runs there now."""
    for file in _free_files(folder, host, port):
        file.forget()
        file.close()


def left_seats(folder: Path) -> list[tuple[Path, Kept, float]]:
    """Return every seat that no client sits on: its file, what it keeps, and when it was left."""
    found: list[tuple[Path, Kept, float]] = []
    for path in sorted(folder.glob("seat-*.json")):
        with contextlib.suppress(OSError):
            at = path.stat().st_mtime
            if (file := _lock(path)) is not None:
                with file:
                    kept = _read(file)
                if kept is not None:
                    found.append((path, kept, at))
    return found


def forget_seat(path: Path) -> None:
    """Forget one seat, unless a client sits on it."""
    for file in _free([path]):
        file.forget()
        file.close()


def _free_files(folder: Path, host: str, port: int) -> Iterator[SeatFile]:
    """Yield each file for an address that is there and not locked, locking it."""
    yield from _free(_path(folder, host, port, number) for number in range(_MOST))


def _free(paths: Iterable[Path]) -> Iterator[SeatFile]:
    with contextlib.suppress(OSError):
        for path in paths:
            if path.exists() and (file := _lock(path)) is not None:
                yield SeatFile(file, path)


def new_seat_file(folder: Path, host: str, port: int) -> SeatFile | None:
    """Return an empty file for one more seat at that address; None when none can be had."""
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for path in (_path(folder, host, port, number) for number in range(_MOST)):
            if not path.exists() and (file := _lock(path)) is not None:
                return SeatFile(file, path)
    return None


def _path(folder: Path, host: str, port: int, number: int) -> Path:
    address = re.sub(r"[^A-Za-z0-9.-]", "_", _one_name(host))
    return folder / f"seat-{address}-{port}-{number}.json"


def _one_name(host: str) -> str:
    """Return what an address is called here: this machine has many names for itself."""
    name = host.lower().rstrip(".")
    with contextlib.suppress(ValueError):
        return "localhost" if ip_address(name).is_loopback else name
    return name


def _lock(path: Path) -> IO[str] | None:
    """Open and lock a file, perhaps a new one; None when another client has it."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
    if fcntl is None:
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
            return file
    except OSError:  # locked, or just removed by who had it
        pass
    file.close()
    return None


def _read(file: IO[str]) -> Kept | None:
    try:
        data = json.loads(file.read(4096) or "null")
        token, name = str(data["token"]), str(data["name"])
        more = {key: str(data.get(key, "")) for key in ("certificate", "code", "table", "host")}
        process, port = int(data.get("process", 0)), int(data.get("port", 0))
        return Kept(token, name, str(data.get("host_token", "")), process, port=port, **more)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
