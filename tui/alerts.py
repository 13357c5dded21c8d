"""When to ring: it is the player's turn, somebody may be caught, something was done to the player.

Hides: which changes of a table are worth a sound. Must not know: how one is made, nor whether the
player wants it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Seat
from engine.uno import events as uno

_OWN_WILL: Final = ("turn",)
"""Why cards are drawn when nobody else made the player do it."""


def rings(before: Any, view: Any, events: Sequence[Any], me: Seat | None) -> bool:
    """Tell whether an update is to be heard.

    Args:
        before: The view until now, of either game; None: there was none.
        view: The new one.
        events: What led to it.
        me: The player's seat; a watcher hears nothing.
    """
    if me is None:
        return False
    if view.turn == me and (before is None or before.turn != me):
        return True
    caught = set(getattr(view, "catchable", ())) - set(getattr(before, "catchable", ())) - {me}
    return bool(caught) or any(_hits(event, me) for event in events)


def _hits(event: Any, me: Seat) -> bool:
    match event:
        case uno.Skipped(seats):
            return me in seats
        case uno.Drew(seat, _, count, why):
            return seat == me and count > 0 and why not in _OWN_WILL
        case uno.Swapped(seat, other):
            return me == other and seat != me
        case _:
            return False
