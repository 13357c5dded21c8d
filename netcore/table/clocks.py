"""The turn timer of one table.

Hides: when the time of those waited on runs out. The time is passed in; a clock that is stopped
keeps what it has left. Must not know: people, bots, messages.
"""

from __future__ import annotations


class TurnClock:
    """Counts down for what is to be decided. `limit`: seconds for each decision, 0: no limit."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._decision: object = None
        self._left = limit
        self._since: float | None = None

    def watch(self, decision: object, now: float, *, running: bool) -> None:
        """Follow the table.

        Args:
            decision: What is waited for; another one has the full time. None: no clock.
            now: The time.
            running: Whether time counts (nobody is away, nothing is paused).
        """
        if decision != self._decision:
            self._decision, self._left, self._since = decision, self.limit, None
        should_run = running and decision is not None and self.limit > 0
        if should_run and self._since is None:
            self._since = now
        elif not should_run and self._since is not None:
            self._left, self._since = self.left(now), None

    def left(self, now: float) -> float:
        """Return the seconds left."""
        return self._left if self._since is None else max(0.0, self._left - (now - self._since))

    def shown(self, now: float) -> int | None:
        """Return the milliseconds left as an update tells them; None when nothing counts down."""
        return None if self._since is None else round(self.left(now) * 1000)

    @property
    def due(self) -> float | None:
        """When the time is up."""
        return None if self._since is None else self._since + self._left
