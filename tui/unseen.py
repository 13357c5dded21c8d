"""What has changed so lately that nobody can have seen it: a key of now was meant for before.

Hides: how long it takes to see something and press a key. Must not know: what has changed, keys.
"""

from __future__ import annotations

from math import inf
from typing import Final

from tui.i18n import t

LOOK: Final = 0.25
"""Seconds in which nobody sees something new and presses the key for it; 0: no key is too early."""


def too_early() -> str:
    """Say why a key did nothing."""
    return t("This came just now. Press again.")


class Unseen:
    """The moment after a change."""

    def __init__(self) -> None:
        self._since = -inf

    def changed(self, now: float) -> None:
        """Note that something else is to be seen from now on."""
        self._since = now

    def blind(self, now: float, delay: float) -> bool:
        """Tell whether a key was pressed without looking.

        Who goes on pressing, or holds the key down, has not looked yet. `delay`: seconds until
        something is on the player's screen and a key pressed there is here.
        """
        if not LOOK or not 0 <= now - self._since < LOOK + delay:
            return False
        self.changed(now)
        return True
