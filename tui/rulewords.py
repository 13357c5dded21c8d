"""Rules in words: what a table's rules are, and where they differ from the usual ones.

Hides: how an option is named for a reader. The explanations come with the options themselves.
Must not know: what an option does, screens.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.game import BadRules
from engine.games import GAMES
from engine.options import differences
from netcore.messages import Lobby
from netcore.ruleset import rules_for
from tui.i18n import t


def rules_of(lobby: Lobby) -> Any:
    """Return the rules of a table; None when this program does not know them."""
    try:
        return rules_for(lobby.game, lobby.preset, lobby.options)
    except BadRules:
        return None


def usual(game: str) -> str:
    """Return the name of the ruleset that others are compared with."""
    return next(iter(GAMES[game].presets))


def differing(game: str, rules: Any) -> list[str]:
    """Return the options in which the rules differ from the usual ones: `stack: up`."""
    base = GAMES[game].presets[usual(game)]
    return [f"{option(name)}: {value(v)}" for name, v in differences(base, rules).items()]


def explained(game: str, rules: Any) -> list[tuple[str, str, str, bool]]:
    """Return for each option its name, its value, what it means, and whether it differs."""
    base = GAMES[game].presets[usual(game)]
    return [
        (
            option(f.name),
            value(getattr(rules, f.name)),
            t(f.metadata["help"]),
            getattr(rules, f.name) != getattr(base, f.name),
        )
        for f in fields(rules)
    ]


def option(name: str) -> str:
    """Return an option's name as a reader sees it."""
    return t(name).replace("_", " ")


def value(of: Any) -> str:
    """Return an option's value as a reader sees it."""
    if of is True:
        return t("yes")
    if of is False:
        return t("no")
    if isinstance(of, tuple):
        return " ".join(map(str, of)) or t("none")
    return t(of).replace("_", " ") if isinstance(of, str) else str(of)
