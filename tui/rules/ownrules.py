"""A player's own rules, written down: what such a file says, its name, and putting it in place.

Hides: TOML, and that a file appears whole or not at all. Must not know: who asks. What a file means
is `engine.rulefile`'s, where files are found `tui.rules.rulesets`'.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.games import GAMES
from engine.options import differences
from engine.rulefile import SUFFIX, Ruleset, known_rulesets
from tui.i18n import t
from tui.rules import rulesets
from tui.rules.ruledraft import kinds
from tui.text import rulewords

MOST_LETTERS: Final = 40
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]*")


class BadRulesName(ValueError):
    """Rules cannot be called that; the message says why."""


def for_game(game: str, own: Path) -> tuple[list[Ruleset], list[str]]:
    """Return the sets of rules there are for a game, and why own files were passed over.

    The file that a command line named is one of them, wherever it lies.
    """
    entries = list(rulesets.listed(own))
    good = [entry.ruleset for entry in entries if entry.ruleset is not None]
    names = {one.name for one in good}
    beside = [one for one in rulewords.known(game) if one.name not in names]
    found = [*[one for one in good if one.game.name == game], *beside]
    return found, [e.wrong for e in entries if e.wrong]


def know(own: Path) -> None:
    """Let the good ones among the player's own files be called by their names wherever they play.

    What is wrong with the others the rule editor says.
    """
    entries = rulesets.listed(own)
    rulewords.know([one.ruleset for one in entries if one.ruleset and one.source == "own"])


def path_for(name: str, own: Path) -> Path:
    """Return the file for rules of that name. Raises BadRulesName."""
    name = name.strip().lower().removesuffix(SUFFIX)
    if not _NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        raise BadRulesName(t("A name has letters from a to z, digits, - and _, and no blanks."))
    if name in known_rulesets():
        raise BadRulesName(t("{name} comes with the program. Choose another name.", name=name))
    return own / f"{name}{SUFFIX}"


def text(game: str, base: str, rules: Any) -> str:
    """Return the ruleset file for these rules: the base, then what differs, each explained."""
    changes = differences(GAMES[game].presets[base], rules)
    lines = [f'base = "{base}"']
    for kind in kinds(game):
        if kind.name in changes:
            lines += ["", f"# {t(kind.about)}", f"{kind.name} = {_toml(changes[kind.name])}"]
    return "\n".join([*lines, ""])


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case int():
            return str(value)
        case _:
            return f'"{value}"'


def write(path: Path, content: str) -> None:
    """Write a file whole. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _beside(path) as new:
        new.write_text(content, encoding="utf-8")
        os.replace(new, path)


@contextlib.contextmanager
def _beside(path: Path) -> Iterator[Path]:
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield new
    finally:
        new.unlink(missing_ok=True)
