"""Noticing that this machine slept, or that this process was stopped.

Hides: which clocks tell it. Sans I/O: the readings are passed in. Must not know: what is done about
it.

Whoever looks at least every INTERVAL seconds and finds that much more has passed did not run
meanwhile. In sleep only the wall clock goes on (the monotonic clock of Linux and macOS stands
still); while a process is stopped both do. A wall clock that is put forward looks like sleep, which
does no harm; put back it looks like nothing.
"""

from __future__ import annotations

from typing import Final

INTERVAL: Final = 1.0
"""Seconds between two looks, at most."""
JUMP: Final = 5.0
"""Seconds more than that are no mere delay."""


class Wakefulness:
    """Two clocks, compared."""

    def __init__(self, monotonic: float, wall: float) -> None:
        self._monotonic = monotonic
        self._wall = wall

    def look(self, monotonic: float, wall: float) -> float | None:
        """Compare with the look before.

        Returns:
            None: nothing happened. Else the seconds that the monotonic clock went on, for which
            nothing could be done here; 0 when it stood still too.
        """
        passed = monotonic - self._monotonic
        slept = max(passed, wall - self._wall)
        self._monotonic, self._wall = monotonic, wall
        if slept < INTERVAL + JUMP:
            return None
        return passed if passed >= INTERVAL + JUMP else 0.0


class WakingTime:
    """A time that stands still while nothing could be done here, for what runs out.

    Attributes:
        lost: How far it is behind the monotonic clock.
    """

    def __init__(self, monotonic: float, wall: float) -> None:
        self._wakefulness = Wakefulness(monotonic, wall)
        self.lost = 0.0

    def look(self, monotonic: float, wall: float) -> bool:
        """Compare the clocks; whether there was a sleep."""
        lost = self._wakefulness.look(monotonic, wall)
        self.lost += lost or 0.0
        return lost is not None
