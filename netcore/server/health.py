"""How a server does: a few counters, cheap enough to be always on.

Hides: over which time things are added up. Sans I/O: the time is passed in. Must not know: sockets,
tables, who asks.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Final

WINDOW: Final = 60
"""Seconds that are looked back at."""

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # a module, where there is one


@dataclass(slots=True)
class _Second:
    """What happened in one second: how often, how long in all and at the worst."""

    number: int
    count: int = 0
    total: float = 0.0
    worst: float = 0.0


class Gauge:
    """Events of the last minute, and how long each took. Holds at most WINDOW small entries."""

    def __init__(self) -> None:
        self._seconds: deque[_Second] = deque(maxlen=WINDOW)
        self.count = 0

    def note(self, now: float, took: float = 0.0) -> None:
        """Something happened; `took`: seconds."""
        number = int(now)
        if not self._seconds or self._seconds[-1].number != number:
            self._seconds.append(_Second(number))
        second = self._seconds[-1]
        second.count += 1
        second.total += took
        second.worst = max(second.worst, took)
        self.count += 1

    def recent(self, now: float, seconds: int = WINDOW) -> int:
        """Return how often it happened in the last whole seconds, at most a minute."""
        return sum(one.count for one in self._since(now, seconds))

    def mean(self, now: float) -> float:
        """Return how long it took on average in the last minute; 0.0 when it never did."""
        found = self._since(now, WINDOW)
        count = sum(one.count for one in found)
        return sum(one.total for one in found) / count if count else 0.0

    def worst(self, now: float) -> float:
        """Return the longest of the last minute."""
        return max((one.worst for one in self._since(now, WINDOW)), default=0.0)

    def _since(self, now: float, seconds: int) -> list[_Second]:
        first = int(now) - seconds
        return [one for one in self._seconds if one.number > first]


def timing(gauge: Gauge, now: float) -> dict[str, float]:
    """Return the last minute of a gauge in milliseconds."""
    return {
        "mean": round(1000 * gauge.mean(now), 3),
        "worst": round(1000 * gauge.worst(now), 3),
        "count": gauge.recent(now),
    }


class Health:
    """What is measured of one server.

    Attributes:
        started: When it began.
        actions: Requests to tables. refused: those that were too fast.
        lag: How late the loop rings. commits: how long it takes until something is durable.
    """

    def __init__(self, now: float) -> None:
        self.started = now
        self.actions, self.refused = Gauge(), Gauge()
        self.lag, self.commits = Gauge(), Gauge()


def memory() -> int:
    """Return the KiB of memory that this process holds (where /proc is missing: has held)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    if resource is None:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most
