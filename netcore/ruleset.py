"""From the names on the wire to the rules of a game, the same on both sides.

Must not know: who chose them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import BadRules
from engine.games import GAMES
from engine.options import with_options


def rules_for(game: str, preset: str, changes: Mapping[str, Any]) -> Any:
    """Return a named ruleset with some options changed. Raises BadRules."""
    if game not in GAMES:
        raise BadRules("there is no game {game!r}: {known}", game=game, known=", ".join(GAMES))
    presets = GAMES[game].presets
    if preset not in presets:
        known = ", ".join(presets)
        raise BadRules(
            "{game} has no rules called {name!r}: {known}", game=game, name=preset, known=known
        )
    return with_options(presets[preset], changes)
