"""Ruleset files: a base and what differs from it, as a family writes its rules down.

Hides: TOML, and which rulesets come with the program. Must not know: where a user keeps files; the
text is passed in. A bad file is refused with the option's name and the reason.

    base = "kano"            # a preset; it tells the game as well
    note = "One sentence."   # optional
    stack = "none"           # … and any option
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engine.game import AnyGame, BadRules
from engine.games import GAMES
from engine.options import differences, with_options

SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Rules with a name.

    Attributes:
        name: What it is called: a preset's name, or the file's without its ending.
        game: The game it is for.
        base: The preset it starts from; its own name for a preset.
        rules: The rules.
        note: One sentence, or empty.
    """

    name: str
    game: AnyGame
    base: str
    rules: Any
    note: str = ""

    @property
    def options(self) -> Mapping[str, Any]:
        """What differs from the base."""
        return differences(self.game.presets[self.base], self.rules)


def load_ruleset(text: str, name: str) -> Ruleset:
    """Read a ruleset file. Raises BadRules."""
    try:
        options = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRules("not TOML: {why}", why=error) from None
    base, note = options.pop("base", ""), options.pop("note", "")
    bases = {preset.name: preset.game for preset in _presets()}
    if not isinstance(base, str) or base not in bases:
        known = ", ".join(bases)
        if base:
            raise BadRules("base: {value!r} is not one of {known}", value=base, known=known)
        raise BadRules("base: it is missing; it must be one of {known}", known=known)
    if not isinstance(note, str):
        raise BadRules("note: {value!r} is not a text", value=note)
    game = bases[base]
    return Ruleset(name, game, base, with_options(game.presets[base], options), note)


def known_rulesets() -> Mapping[str, Ruleset]:
    """Return the presets of every game and the rulesets that come with the program, by name."""
    return {ruleset.name: ruleset for ruleset in (*_presets(), *_shipped())}


def _presets() -> Iterator[Ruleset]:
    for game in GAMES.values():
        for name, rules in game.presets.items():
            yield Ruleset(name, game, name, rules)


@cache
def _shipped() -> tuple[Ruleset, ...]:
    folder = resources.files("engine") / "rulesets"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(SUFFIX)), key=lambda f: f.name)
    return tuple(load_ruleset(f.read_text("utf-8"), f.name.removesuffix(SUFFIX)) for f in files)
