"""Rules in words: what a table's rules are called, where they differ, what was changed.

Hides: how an option is named for a reader. The explanations come with the options themselves.
Must not know: what an option does, screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.game import BadRules
from engine.games import GAMES
from engine.options import differences
from engine.rulefile import Ruleset, known_rulesets
from netcore.wire.messages import Lobby, OptionValue, TableInfo
from netcore.wire.ruleset import rules_for
from tui.i18n import c, n, t
from tui.text import words

if TYPE_CHECKING:
    from netcore.journal.entries import Chosen

_TOLD: Final = 4
"""So many changes at once are told one by one."""


_own: dict[tuple[str, str], Ruleset] = {}
"""This player's own rulesets, by game and name."""


Playing: TypeAlias = "Lobby | TableInfo | Chosen"
"""What tells which rules a table has: to those who are there, to others, in its journal."""


def know(rulesets: Iterable[Ruleset]) -> None:
    """Call rules by the name of one of these from now on, where they are just the same."""
    _own.update({(one.game.name, one.name): one for one in rulesets})


def known(game: str) -> list[Ruleset]:
    """Return the own rulesets for a game that rules are called by."""
    return [one for (for_game, _), one in _own.items() if for_game == game]


def own_name(game: str, rules: Any) -> str:
    """Return what this player alone calls rules; empty where everybody has a name for them."""
    theirs = known_rulesets()
    names = (one.name for one in known(game) if one.rules == rules and one.name not in theirs)
    return next(names, "")


def rules_of(lobby: Playing) -> Any:
    """Return the rules of a table; None when this program does not know them."""
    return _rules(lobby.game, lobby.preset, tuple(lobby.options.items()))


@lru_cache(maxsize=8)
def _rules(game: str, preset: str, options: tuple[tuple[str, OptionValue], ...]) -> Any:
    """Screens ask at every repaint, and making rules takes its time: every option is checked."""
    try:
        return rules_for(game, preset, dict(options))
    except BadRules:
        return None


def usual(game: str) -> str:
    """Return the name of the ruleset that others are compared with."""
    return next(iter(GAMES[game].presets))


def differing(game: str, rules: Any) -> list[str]:
    """Return the options in which the rules differ from the usual ones: `stack: up`."""
    return _spelled(GAMES[game].presets[usual(game)], rules)


def _spelled(base: Any, rules: Any) -> list[str]:
    return [spelled(name, v) for name, v in differences(base, rules).items()]


def nearest(game: str, base: str, rules: Any, own: Iterable[Ruleset] = ()) -> tuple[Ruleset, int]:
    """Return the ruleset by which rules are called, and in how many options they differ from it.

    That is the one with exactly these rules, or else the nearest of those that start from `base`.
    `own`: more rulesets than everybody has.
    """
    there_are = [one for one in (*known_rulesets().values(), *own) if one.game.name == game]
    for one in sorted(there_are, key=lambda one: one.name != base):
        if one.rules == rules:
            return one, 0
    near = [(one, len(differences(one.rules, rules))) for one in there_are if one.base == base]
    return min(near, key=lambda pair: pair[1])


def following(there_are: Sequence[Ruleset], base: str, rules: Any, last: str) -> Ruleset:
    """Return the ruleset after the present one, round and round.

    The present one is `last`, the one chosen last, if it has these rules (two may have the same),
    or else the one they are called by.
    """
    names = [one.name for one in there_are]
    if last in names and there_are[names.index(last)].rules == rules:
        now = last
    else:
        now = nearest(there_are[0].game.name, base, rules, there_are)[0].name
    return there_are[(names.index(now) + 1) % len(names)]


def title(game: str, base: str, rules: Any, own: Iterable[Ruleset] = ()) -> str:
    """Return what rules are called: `street rules`, `party with 2 changes`."""
    found, count = nearest(game, base, rules, own)
    name = words.preset(found.name)
    if not count:
        return name
    for one in known(game):
        if one.rules == rules:
            return one.name
    return n("{name} with {count} change", "{name} with {count} changes", count, name=name)


def named(lobby: Playing) -> str:
    """Return what the rules of a table are called."""
    if name := _by_the_host(lobby):
        return name
    rules = rules_of(lobby)
    return words.preset(lobby.preset) if rules is None else title(lobby.game, lobby.preset, rules)


def _by_the_host(lobby: Playing) -> str:
    """Return what the host calls the rules; empty for a name or rules that everybody has."""
    if not (name := lobby.rules_name):
        return ""
    theirs, rules = known_rulesets(), rules_of(lobby)
    taken = {one.casefold() for known in theirs for one in (known, words.preset(known))}
    if name.casefold() in taken or any(one.rules == rules for one in theirs.values()):
        return ""
    return name


def setting(lobby: Playing) -> str:
    """Return what is played: `UNO, street rules`."""
    return t("{game}, {preset}", game=words.game(lobby.game), preset=named(lobby))


def count_differing(lobby: Lobby) -> int:
    """Return in how many options the rules of a table differ from the usual ones."""
    rules = rules_of(lobby)
    return 0 if rules is None else len(differing(lobby.game, rules))


def difference_note(lobby: Lobby) -> str:
    """Return `+3 rules` for the title when so many differ from the usual ones, else nothing."""
    count = count_differing(lobby)
    return n("+{count} rule", "+{count} rules", count) if count else ""


def note_beside(lobby: Lobby) -> str:
    """Return that note as it stands beside the name; that may count already: `with 3 changes`."""
    rules = rules_of(lobby)
    if rules is None or _by_the_host(lobby):
        return difference_note(lobby)
    _, counted = nearest(lobby.game, lobby.preset, rules)
    return "" if counted else difference_note(lobby)


def differs(lobby: Lobby) -> str:
    """Return in sentences where a table's rules differ from the usual ones; empty: nowhere.

    What was changed in the ruleset that they are called by comes first.
    """
    rules = rules_of(lobby)
    if rules is None:
        return t("This program does not know these rules.")
    base, called = usual(lobby.game), nearest(lobby.game, lobby.preset, rules)[0]
    said = []
    if called.name != base and (own := _spelled(called.rules, rules)):
        said += [t("Changed: {list}.", list=t("; ").join(own))]
    if found := differing(lobby.game, rules):
        listed = t("; ").join(found)
        said += [t("Differs from {usual} in: {list}.", usual=words.preset(base), list=listed)]
    return words.together(said)


def changed(before: Lobby | None, after: Lobby) -> str:
    """Return the sentence on what the host has changed: `stack: up instead of none`, or nothing."""
    if before is None or before.phase != "lobby" or after.phase != "lobby":
        return ""
    old, new = rules_of(before), rules_of(after)
    if old is None or new is None:
        return ""
    if before.game != after.game:
        return t("{game} is played now: {name}.", game=words.game(after.game), name=named(after))
    changes = differences(old, new)
    if len(changes) > _TOLD:
        return t("The rules are now: {name}.", name=named(after))
    parts = [
        t(
            "{option}: {new} instead of {old}",
            option=option(name),
            new=value(to),
            old=value(getattr(old, name)),
        )
        for name, to in changes.items()
    ]
    return t("Rules changed. {list}.", list=t("; ").join(parts)) if parts else ""


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
    return c("option", name).replace("_", " ")


def spelled(name: str, of: Any) -> str:
    """Return an option and its value: `stack: up`."""
    return t("{option}: {value}", option=option(name), value=value(of))


def value(of: Any) -> str:
    """Return an option's value as a reader sees it."""
    if of is True:
        return t("yes")
    if of is False:
        return t("no")
    if isinstance(of, tuple):
        return t(", ").join(words.face(str(one)) for one in of) or t("none")
    return c("value", of).replace("_", " ") if isinstance(of, str) else str(of)
