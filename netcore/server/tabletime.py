"""The time of a server's tables, which stands still while nothing can be written and in a sleep.

Hides: that a sleep while it stands still takes nothing from it twice. The loop's time is passed in.
Must not know: tables, who notices a sleep, what cannot be written.
"""

from __future__ import annotations


class TableTime:
    """How far the tables' time is behind the loop's."""

    def __init__(self) -> None:
        self._slept = self._stood = 0.0
        self._since: float | None = None

    @property
    def stands(self) -> bool:
        """Whether it stands still."""
        return self._since is not None

    @property
    def behind(self) -> float:
        """How far it is behind, of what has passed before it stood still."""
        return self._slept + self._stood

    def at(self, loop: float) -> float:
        """Return the time of the tables."""
        return (loop if self._since is None else self._since) - self.behind

    def alarm(self, due: float | None) -> float | None:
        """Return when the loop is to wake a table that wants that at `due`; None: not now."""
        return None if due is None or self.stands else due + self.behind

    def stop(self, loop: float) -> None:
        """Stand still."""
        self._since = loop

    def go_on(self, loop: float) -> None:
        """Stand still no longer."""
        assert self._since is not None, "it does not stand still"
        self._stood += loop - self._since
        self._since = None

    def slept(self, lost: float) -> None:
        """So much of the loop's time was slept through, all in all."""
        if self._since is not None:
            self._since += lost - self._slept
        self._slept = lost
