"""Where sets of rules are found: presets, those that come with the program, a player's own files.

Hides: the folder of own rules, and how a name is told from a path. Must not know: what stands in a
file (engine.rulefile does), what rules mean, who asks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from engine.game import BadRules
from engine.games import GAMES
from engine.rulefile import SUFFIX, Ruleset, known_rulesets, load_ruleset
from tui import textfile
from tui.i18n import t
from tui.text.refusals import reworded
from tui.text.words import together

FOLDER_VARIABLE: Final = "CARDTUI_RULES_FOLDER"
"""Names the folder of own rules where it is not the usual one."""

Source: TypeAlias = Literal["preset", "shipped", "own"]


class NoRules(BadRules):
    """There are no rules of that name, or the file cannot be read; the message says what to do."""


class BadFile(BadRules):
    """A file of rules is bad.

    Attributes:
        said: What is wrong with it, in the reader's language; the message names the file as well.
        reason: The same in English, the option first, for programs.
    """

    def __init__(self, path: Path, said: str, reason: str) -> None:
        super().__init__(f"{path}: {said}")
        self.said = said
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Listed:
    """One of the sets of rules there are.

    Attributes:
        ruleset: The rules; None when the file is bad.
        source: A preset, shipped with the program as a file, or a file of the player's own.
        path: The own file.
        wrong: Why an own file cannot be used; empty for a good one.
    """

    ruleset: Ruleset | None
    source: Source
    path: Path | None = None
    wrong: str = ""


def folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the player's own rules lie. It need not exist."""
    if named := environment.get(FOLDER_VARIABLE):
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("cardtui", appauthor=False) / "rules"


def chosen(name: str | None, game: str | None) -> Ruleset:
    """Return the ruleset that a command line names, else the usual one of `game` (or of UNO).

    Raises NoRules or BadFile, and BadRules when it is for another game.
    """
    if not name:
        return known_rulesets()[next(iter(GAMES[game or "uno"].presets))]
    try:
        ruleset = find(name, folder(), game)
    except NoRules as none:
        if name.lower() not in GAMES:
            raise
        play = t("To play it: --game {name}.", name=name.lower())
        raise NoRules(together([str(none), play])) from None
    if game and game != ruleset.game.name:
        raise BadRules(
            t("--rules {name} is for the game {game}", name=name, game=ruleset.game.name)
        )
    return ruleset


def find(name: str, own: Path, game: str | None = None) -> Ruleset:
    """Return the ruleset called `name`, or the one in the file of that path.

    A name is a preset's, a shipped ruleset's, or that of a file in the folder `own` (without its
    ending). Raises NoRules when there is none (`game`: others of this one are told), BadFile when
    its file is bad.
    """
    known = known_rulesets()
    if name in known:
        return known[name]
    if "/" in name or os.sep in name or name.endswith(SUFFIX):
        return read(Path(name))
    path = own / f"{name}{SUFFIX}"
    return read(path) if path.is_file() else _missing(name, own, game)


def read(path: Path) -> Ruleset:
    """Return the ruleset in a file. Raises NoRules when it cannot be read, BadFile when bad."""
    try:
        return load_ruleset(textfile.read(path), path.name.removesuffix(SUFFIX))
    except OSError as error:
        raise NoRules(f"{path}: {reworded(error)}") from None
    except UnicodeDecodeError:
        raise BadFile(path, t("not a text in UTF-8"), "not a text in UTF-8") from None
    except RecursionError:
        raise BadFile(path, t("nested too deep"), "nested too deep") from None
    except BadRules as error:
        raise BadFile(path, reworded(error), str(error)) from None


def listed(own: Path) -> Iterator[Listed]:
    """Yield all there are: presets, shipped ones, then the own files by name, good or bad."""
    known = known_rulesets()
    for ruleset in known.values():
        yield Listed(ruleset, "preset" if ruleset.name in ruleset.game.presets else "shipped")
    for path in _own_files(own):
        if path.name.removesuffix(SUFFIX) in known:
            yield Listed(None, "own", path, f"{path}: {t('the name is taken; rename the file')}")
            continue
        try:
            yield Listed(read(path), "own", path)
        except BadRules as error:
            yield Listed(None, "own", path, str(error))


def _own_files(own: Path) -> list[Path]:
    return sorted(own.glob(f"*{SUFFIX}")) if own.is_dir() else []


def _missing(name: str, own: Path, game: str | None) -> Ruleset:
    """Raise NoRules, with the name that was perhaps meant, else those there are."""
    from difflib import get_close_matches

    text = t("there are no rules called {name!r}.", name=name)
    if name.lower() in GAMES:
        its = t(", ").join(_names(own, name.lower()))
        which = t("{name} is a game, and its rules are: {rules}.", name=name.lower(), rules=its)
        raise NoRules(together([text, which]))
    there_are = _names(own, game)
    if near := get_close_matches(name.lower(), there_are, 1):
        raise NoRules(together([text, t("Did you mean {near}?", near=near[0])]))
    raise NoRules(together([text, t("There are: {rules}.", rules=t(", ").join(there_are))]))


def _names(own: Path, game: str | None) -> list[str]:
    """Return the names of the good rules there are, of one game or (None) of every one."""
    good = [one.ruleset for one in listed(own) if one.ruleset is not None]
    return [one.name for one in good if game in (None, one.game.name)]
