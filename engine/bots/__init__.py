"""Opponents. A bot is given the view of its seat and nothing else, so it cannot peek.

Hides: how a level plays. Must not know: states, clocks, networks. Luck comes in as `rng`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.bots import casino, uno
from engine.bots.level import Level, Rng

__all__ = ["Level", "Rng", "choose"]

_BOTS: Final[Mapping[str, Callable[[Any, Rng, Level], Any]]] = {
    "uno": uno.choose,
    "casino": casino.choose,
}


def choose(game: str, view: Any, rng: Rng, level: Level) -> Any:
    """Return what a bot of this level does on its turn; only for a seat that is waited on."""
    return _BOTS[game](view, rng, level)
