"""How many sockets this process may have.

Hides: the system's limit on open files, where it has one. Must not know: what they are for.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from netcore.wire.limits import Limits

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # a module, where there is one

OTHERS: Final = 64
"""Files that a server needs beside its connections."""


def most_files() -> int | None:
    """Raise this process's limit as far as it goes and return it; None where there is none."""
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(ValueError, OSError):  # macOS: no limit is too high a limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return None if soft == resource.RLIM_INFINITY else soft


def fitted(limits: Limits, files: int | None) -> Limits:
    """Return limits with no more connections than there are files for, but always with one."""
    if files is None:
        return limits
    room = files - OTHERS - 2 * limits.strangers
    return limits if limits.connections <= room else replace(limits, connections=max(1, room))
