"""Who was faster than whom, as a sentence.

Hides: the wording of what two players did at nearly one time. Must not know: screens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.game import Seat
from tui.i18n import later, t

_FIRST: Final[Mapping[str, tuple[str, str]]] = later(
    {
        "call": ("You called", "{who} called"),
        "catch": ("You caught", "{who} caught"),
        "jump": ("You jumped in", "{who} jumped in"),
        "play": ("You played", "{who} played"),
        "draw": ("You drew", "{who} drew"),
        "pass": ("You passed", "{who} passed"),
        "challenge": ("You challenged", "{who} challenged"),
    }
)
"""What was done first: by the reader, by somebody else."""

_SECOND: Final[Mapping[str, tuple[str, str]]] = later(
    {
        "call": ("your call", "{who}'s call"),
        "catch": ("your catch", "{who}'s catch"),
        "jump": ("your jump-in", "{who}'s jump-in"),
        "play": ("your card", "{who}'s card"),
        "draw": ("you drew", "{who} drew"),
        "pass": ("you passed", "{who} passed"),
        "challenge": ("your challenge", "{who}'s challenge"),
    }
)
"""What came too late."""


def say(detail: Mapping[str, Any], me: Seat | None) -> str:
    """Return `Ben called 0.3 s before Ann's catch.`; empty for what this client does not know."""
    did, tried, ms = detail.get("did"), detail.get("tried"), detail.get("ms")
    if did not in _FIRST or tried not in _SECOND or not isinstance(ms, int):
        return ""
    first = _clause(_FIRST[str(did)], detail.get("who"), detail.get("seat") == me)
    second = _clause(_SECOND[str(tried)], detail.get("rival"), detail.get("rival_seat") == me)
    return t("{first} {by} s before {second}.", first=first, by=_seconds(ms), second=second)


def _clause(texts: tuple[str, str], who: object, mine: bool) -> str:
    return t(texts[0]) if mine else t(texts[1], who=str(who or t("somebody")))


def _seconds(ms: int) -> str:
    """Return as many digits as tell something: `1.2`, `0.03`; never `0.00`."""
    return f"{ms / 1000:.1f}" if ms >= 95 else f"{max(ms, 10) / 1000:.2f}"
