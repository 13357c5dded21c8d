"""A timer that is moved rather than made anew: one for each thing that has a next time to act.

Hides: that most timers are put off again and again before they ring. Must not know: what rings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """Calls `ring` at the time last set.

    What is only put off costs nothing: the loop's timer stays, and finds when it fires that it is
    too early. Else each message would leave a cancelled timer in the loop's heap.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._handle: asyncio.TimerHandle | None = None
        self._due = 0.0

    def set(self, due: float | None) -> None:
        """Ring at `due` (the loop's time; None: not at all), and not at the time set before."""
        if self._handle is not None:
            if due is not None and due >= self._handle.when():
                self._due = due
                return
            self._handle.cancel()
            self._handle = None
        if due is not None:
            self._due = due
            self._handle = self._loop.call_at(due, self._fire)

    def _fire(self) -> None:
        assert self._handle is not None
        early = self._handle.when() < self._due
        self._handle = None
        if early:
            self.set(self._due)
        else:
            self._ring()
