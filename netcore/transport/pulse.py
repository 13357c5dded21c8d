"""Whether the other end of a connection still lives: the same for both ends.

Hides: when silence is asked about, and when it is death. The time is passed in. Must not know:
messages, sockets, what becomes of a dead one.
"""

from __future__ import annotations

from typing import Final, Literal

PING_AFTER: Final = 10.0
DEAD_AFTER: Final = 30.0
"""Seconds of silence, though asked, after which a server gives a client up."""


class Pulse:
    """Any bytes are life; a ping asks for some.

    A ping that is not answered for so long means that the other side does not read, whatever it
    sends: that is no life either.
    """

    def __init__(self, now: float, dead_after: float) -> None:
        self._dead_after = dead_after
        self._heard = now
        self._asked: float | None = None

    def heard(self, now: float) -> None:
        """Something came."""
        self._heard = now

    def answered(self) -> None:
        """A pong came."""
        self._asked = None

    def woke(self, now: float) -> None:
        """This side slept: the silence was its own."""
        self._heard, self._asked = now, now

    def tick(self, now: float) -> Literal["ping", "dead"] | None:
        """Say what is to be done now; `ping` only while none is on its way."""
        if now >= min(self._heard, self._asked or now) + self._dead_after:
            return "dead"
        if self._asked is None and now - self._heard >= PING_AFTER:
            self._asked = now
            return "ping"
        return None

    @property
    def due(self) -> float:
        """When `tick` has something to say next, if nothing comes until then."""
        if self._asked is None:
            return self._heard + PING_AFTER
        return min(self._heard, self._asked) + self._dead_after
