"""Time to react: what nobody may be too quick for while an UNO call is forgotten.

Hides: how long a catch, and the act of whoever is next, wait for the one who forgot. Sans I/O: the
time is passed in. Must not know: people, connections, how an act is carried out.

    a catch                  once `seconds` have passed since the window opened
    an act of the turn,      once twice as many have passed
    or a jump-in
    a call                   at any time

What is held is carried out when its time comes, in the order of these times and then of arrival;
at once, when no window is left that it waits for. A pause stops this time as it stops the others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Seat
from engine.match import Match
from engine.uno.actions import Call, Catch
from engine.uno.state import UnoState
from netcore.wire.messages import Act

COOLING: Final = 1.0
"""Seconds after a catch in vain until the next one is looked at."""
AT_ONCE: Final = -math.inf


@dataclass(frozen=True, slots=True)
class Held:
    """An act that waits for its time.

    Attributes:
        action: What the act says.
        until: When it counts, were nothing to change.
    """

    seat: Seat
    act: Act
    action: Any
    until: float


class Reactions:
    """The open windows of one table, and what waits for them. `seconds`: 0 holds nothing."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._opened: dict[Seat, float] = {}
        self._held: list[Held] = []
        self._cooling: dict[Seat, float] = {}
        self._paused_at: float | None = None

    def follow(self, match: Match | None, now: float, *, paused: bool) -> None:
        """See how things stand after a step."""
        if self._paused_at is not None and not paused:
            pause = now - self._paused_at
            self._opened = {seat: at + pause for seat, at in self._opened.items()}
            self._paused_at = None
        elif paused and self._paused_at is None:
            self._paused_at = now
        self._opened = {seat: self._opened.get(seat, now) for seat in _windows(match)}

    # --- when something counts ---

    def counts_at(self, action: Any) -> float:
        """Return from when on an action counts (AT_ONCE: now); None: any act of the turn."""
        match action:
            case Call():
                return AT_ONCE
            case Catch(seat=seat):
                opened = self._opened.get(seat)
                return AT_ONCE if opened is None else opened + self._seconds
            case _:
                newest = max(self._opened.values(), default=AT_ONCE)
                return newest + 2 * self._seconds

    # --- what waits ---

    def hold(self, seat: Seat, act: Act, action: Any) -> None:
        """Let an act wait for its time."""
        self._held.append(Held(seat, act, action, self.counts_at(action)))

    def held(self, seat: Seat, aid: bytes) -> Act | None:
        """Return the act of a seat that waits under an aid."""
        return next((h.act for h in self._held if h.seat == seat and h.act.aid == aid), None)

    def take(self, now: float) -> Held | None:
        """Return the next act whose time has come; it waits no longer."""
        if self._paused_at is not None or not self._held:
            return None
        first = min(self._held, key=lambda held: self.counts_at(held.action))
        if self.counts_at(first.action) > now:
            return None
        self._held.remove(first)
        return first

    def take_all(self) -> list[Held]:
        """Return all that waits; no match runs any more that it could wait for."""
        held, self._held = self._held, []
        return held

    @property
    def due(self) -> float | None:
        """When `take` has something next; None: not before something changes."""
        if self._paused_at is not None:
            return None
        return min((self.counts_at(held.action) for held in self._held), default=None)

    # --- catches in vain ---

    def missed(self, seat: Seat, now: float) -> None:
        """A seat has tried to catch where there was nobody to catch."""
        self._cooling[seat] = now + COOLING

    def cooling(self, seat: Seat, now: float) -> float:
        """Return the seconds until a catch of that seat's is looked at again."""
        return max(0.0, self._cooling.get(seat, now) - now)


def _windows(match: Match | None) -> Mapping[Seat, bool]:
    """Return the seats with one card that was not called."""
    if match is None or match.over or not isinstance(match.state, UnoState):
        return {}
    return match.state.windows
