"""Text files that people write: rules, punishments, settings, records.

Hides: that one may have no end (a device), and the mark that some editors begin with. Must not
know: what is written in them.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

SHORT: Final = 1 << 16
"""Bytes that nobody writes by hand: settings, rules."""
LONG: Final = 1 << 26
"""Bytes that no evening's record has."""


def read(path: Path, most: int = SHORT) -> str:
    """Return what is written in a file. Raises OSError, UnicodeDecodeError."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data.decode("utf-8-sig")
