"""How long a server lives: until a signal, or until nobody needs it whose starter is gone.

Hides: which signals end it, and the pipe whose end means that the starter has gone. Must not know:
connections (it is told how many there are), tables, how a server ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import Final

from netcore.transport.alarm import Alarm

_ENDING: Final = ("SIGTERM", "SIGINT", "SIGHUP")


class Lifetime:
    """When one server ends.

    Attributes:
        over: Set when it is to end.
        for_good: Nothing of it is to be resumed: whoever opened its tables is done with them.
    """

    def __init__(self, starter: int | None, linger: float) -> None:
        """Say for whom and how long; it is heeded from `begin` on.

        Args:
            starter: A pipe that ends with whoever started the server; None: it needs nobody.
            linger: Seconds without a connection after that until the server ends too.
        """
        self.over = asyncio.Event()
        self.for_good = False
        self._starter = starter
        self._linger = linger
        self._orphaned = False
        self._here = 0
        self._loop = asyncio.get_running_loop()
        self._lonely = Alarm(self.over.set)

    def begin(self) -> None:
        """Heed signals and the starter from now on."""
        if self._starter is not None:
            try:
                self._loop.add_reader(self._starter, self._starter_speaks, self._starter)
            except OSError:  # a file, whose end is there from the start
                self._orphan()
        for name in _ENDING:
            if hasattr(signal, name):
                with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C raises instead
                    self._loop.add_signal_handler(getattr(signal, name), self.over.set)
        if hasattr(signal, "SIGUSR1"):
            self._loop.add_signal_handler(signal.SIGUSR1, self._end_for_good)

    def look(self, here: int) -> None:
        """So many connections are here: where nobody needs it, its last seconds count from now."""
        self._here = here
        lonely = self._orphaned and not here
        self._lonely.set(self._loop.time() + self._linger if lonely else None)

    def close(self) -> None:
        """Wait for nothing any more."""
        self._lonely.set(None)
        if self._starter is not None:
            self._loop.remove_reader(self._starter)

    def _end_for_good(self) -> None:
        self.for_good = True
        self.over.set()

    def _starter_speaks(self, pipe: int) -> None:
        if os.read(pipe, 1024):
            return
        self._loop.remove_reader(pipe)
        self._orphan()

    def _orphan(self) -> None:
        """Go on without whoever started this, until nobody has been here for a while."""
        self._orphaned = True
        if self._linger <= 0:
            self.over.set()
        self.look(self._here)
