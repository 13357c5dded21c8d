"""A timer that is moved rather than made anew: one for each thing that has a next time to act.

Must not know: what rings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """Calls `ring` at the time last set."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._handle: asyncio.TimerHandle | None = None

    def set(self, due: float | None) -> None:
        """Ring at `due` (the loop's time; None: not at all), and not at the time set before."""
        if self._handle is not None:
            if due == self._handle.when() and not self._handle.cancelled():
                return
            self._handle.cancel()
            self._handle = None
        if due is not None:
            self._handle = self._loop.call_at(due, self._now)

    def _now(self) -> None:
        self._handle = None
        self._ring()
