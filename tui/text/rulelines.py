"""What a ruleset is, in one line: for lists of them, and for the lobby.

Hides: the wording for the presets; any other is told by its own note, or by its differences.
Must not know: what an option does, screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.options import differences
from engine.rulefile import Ruleset
from netcore.wire.messages import Lobby
from tui.i18n import perhaps, t
from tui.text import rulewords, words

PRESETS: Final[Mapping[str, Callable[[], str]]] = {
    "official": lambda: t("As printed: nothing is stacked, a +4 may be challenged, to 500."),
    "minus": lambda: t("Official, but losers note minus points, and 500 of them are bust."),
    "kano": lambda: t("112 cards, +2 on +2, a guilty +4 is taken back, King game."),
    "street": lambda: t("+2 and +4 stack, Skip and Reverse deflect, pairs, no action card last."),
    "crystal": lambda: t("Many cards of one face at once, jumping in, stacking."),
    "seed": lambda: t("J 11, Q 12, K 13, Ace 1 or 14; owners capture their own values."),
    "royal": lambda: t("House rules with sweeps, to 21 points."),
    "plain": lambda: t("Ace 1, and pictures without a value."),
    "pagat": lambda: t("Pictures without a value, owners capture freely, sweeps, to 21."),
    "spade": lambda: t("Every spade brings points, to 61."),
    "draw": lambda: t("A card is drawn after each play, sweeps, to 21."),
    "partners": lambda: t("Two against two, sweeps, to 21."),
}


def in_a_line(ruleset: Ruleset) -> str:
    """Return one line on what the rules are."""
    if ruleset.name in PRESETS and ruleset.name == ruleset.base:
        return PRESETS[ruleset.name]()
    return perhaps(ruleset.note) if ruleset.note else words.sentence(differing(ruleset))


def of_table(lobby: Lobby) -> str:
    """Return the line of the ruleset that a table's rules are, or are nearest to; else nothing."""
    if (rules := rulewords.rules_of(lobby)) is None:
        return ""
    own = rulewords.known(lobby.game)
    found, _ = rulewords.nearest(lobby.game, lobby.preset, rules, own)
    return in_a_line(found) if found.name in PRESETS or found.note else ""


def differing(ruleset: Ruleset) -> str:
    """Return in what the rules differ from the usual ones of their game."""
    usual = rulewords.usual(ruleset.game.name)
    changes = differences(ruleset.game.presets[usual], ruleset.rules)
    if not changes:
        return t("no different from {usual}.", usual=usual)
    what = t(", ").join([f"{name} {spelled(value)}" for name, value in changes.items()])
    return t("differs from {usual} in {what}.", usual=usual, what=what)


def spelled(value: Any) -> str:
    """Return an option's value as `--set` takes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)
