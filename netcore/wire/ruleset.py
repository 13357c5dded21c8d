"""From the names on the wire to the rules of a game, the same on both sides.

Must not know: who chose them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.game import BadRules
from engine.games import GAMES
from engine.options import with_options

_WHY: Final = 300
"""Characters of a reason that are passed on."""


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


def told(error: BadRules) -> dict[str, int | str]:
    """Return what a refusal says of rules: `why` in English, the template and what fills it."""
    detail: dict[str, int | str] = {}
    for name, value in error.values.items():
        if isinstance(value, int) and not isinstance(value, bool):
            detail[name] = value
        else:
            detail[name] = str(value)[:_WHY]
    return {**detail, "why": str(error)[:_WHY], "template": error.template[:_WHY]}
