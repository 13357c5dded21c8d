"""The certificates this account has come to trust: one text line each, in one file.

Hides: the file: its lock, that it is replaced whole or not at all, what is done with damage. Must
not know: connections, who decides to trust. A pin belongs to a certificate, not to an address: on a
home network addresses change hands.

    HASH FIRST-SEEN ADDRESS NAME      64 hex digits, a date, where it was last, who its host was

Lines that cannot be read are kept as they are and trusted in nothing. The newest line is the last.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Generator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from netcore.wire.text import clean_line

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # a module, where there is one

FILE: Final = "known_hosts"
_MOST: Final = 1000
_LONGEST: Final = 2**20
"""Bytes that are read; more than _MOST lines take."""
_WIDEST: Final = 1000
"""Characters of a line that is kept; ours are shorter."""
_LINE: Final = re.compile(r"([0-9a-f]{64}) (\d{4}-\d\d-\d\d) (\S{1,300})(?: (.{0,100}))?")


@dataclass(frozen=True, slots=True)
class Known:
    """A certificate that is trusted.

    Attributes:
        certificate: Its SHA-256.
        since: When it was first seen.
        address: Where it was met last.
        name: Who was the host there; empty where that was not seen.
    """

    certificate: bytes
    since: str
    address: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.certificate.hex()} {self.since} {self.address} {self.name}".rstrip()


class KnownHosts:
    """The file. Each call reads it anew: other programs of this account write it too."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, certificate: bytes) -> Known | None:
        """Return what is known of a certificate; None: it is not trusted (or cannot be read)."""
        with contextlib.suppress(OSError):
            for line in reversed(self._lines()):
                known = _known(line)
                if known is not None and known.certificate == certificate:
                    return known
        return None

    def all(self) -> list[Known]:
        """Return all that are trusted, the one met last first; none where it cannot be read."""
        with contextlib.suppress(OSError):
            found = [_known(line) for line in reversed(self._lines())]
            return [known for known in found if known is not None]
        return []

    def remember(self, certificate: bytes, address: str, name: str = "", today: str = "") -> bool:
        """Trust a certificate from now on, or note where it was met and whose it is.

        Args:
            certificate: Its SHA-256.
            address: Where it is now.
            name: Who is the host; empty: as known before.
            today: A date; empty: today's.

        Returns:
            Whether it could be written down.
        """
        place = re.sub(r"\s", "_", clean_line(address))[:300] or "?"
        new = Known(certificate, today or date.today().isoformat(), place, clean_line(name)[:100])
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._locked():
                self._write(_with(self._lines(), new))
        except OSError:
            return False
        return True

    def _lines(self) -> list[str]:
        try:
            with self._path.open("rb") as file:
                text = file.read(_LONGEST).decode("utf-8", errors="surrogateescape")
        except FileNotFoundError:
            return []
        return [line for line in text.split("\n") if line.strip() and len(line) <= _WIDEST]

    def _write(self, lines: list[str]) -> None:
        draft = self._path.with_name(f"{self._path.name}.{secrets.token_hex(8)}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(f"{line}\n".encode(errors="surrogateescape") for line in lines)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self._path)
        except BaseException:  # a full disk leaves no halves behind
            draft.unlink(missing_ok=True)
            raise

    @contextlib.contextmanager
    def _locked(self) -> Generator[None, None, None]:
        """Keep other writers waiting. The lock has a file of its own: this one is replaced."""
        handle = os.open(self._path.with_name(f"{FILE}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def _with(lines: list[str], new: Known) -> list[str]:
    """Return the lines with `new` at the end, instead of what was known of it before."""
    kept: list[str] = []
    for line in lines:
        known = _known(line)
        if known is None or known.certificate != new.certificate:
            kept.append(line)
        else:
            new = replace(new, since=known.since, name=new.name or known.name)
    return [*kept[-(_MOST - 1) :], str(new)]


def _known(line: str) -> Known | None:
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    return Known(bytes.fromhex(found[1]), found[2], found[3], clean_line(found[4] or ""))
