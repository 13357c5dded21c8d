"""When the garbage collector looks at all that a server keeps; everything stands still meanwhile.

Hides: what is told to the collector, and what a good moment is. Sans I/O: the time is passed in.
Must not know: tables, sockets.

Left to itself Python looks through everything whenever a quarter more is kept, so in the midst of
play, and with hundreds of tables for a tenth of a second. Almost all that is let go needs no
collector: what play leaves behind never refers to itself (a test holds that), only sockets and
ended tables do. So it looks

    while nobody plays      once a minute, if somebody has since the last look
    else                    when so many more objects are kept than at the last look, or an hour ago
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

REST: Final = 60.0
LONGEST: Final = 3600.0
MANY: Final = 500_000
"""Objects: what two hundred tables remember, or some 100 MB of garbage at the worst."""


@contextmanager
def chosen_moments() -> Generator[None]:
    """Let Python look at none of its own, until the end."""
    usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if usual:
            gc.enable()


def grown() -> int:
    """Return how many more objects are kept than at the last look."""
    return gc.get_count()[0]


class Tidying:
    """Chooses the moments. Asked again and again, at even times."""

    def __init__(self, now: float) -> None:
        self._tidied = now
        self._acts = 0
        self._idle = True

    def due(self, now: float, acts: int, grown: int) -> bool:
        """Whether now is a good moment. `acts`: how many there were in all."""
        quiet, self._acts = acts == self._acts, acts
        self._idle = self._idle and quiet
        since = now - self._tidied
        rested = quiet and since >= REST and not self._idle
        if not (rested or grown >= MANY or since >= LONGEST):
            return False
        self._tidied, self._idle = now, True
        return True
