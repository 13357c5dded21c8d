"""Whether a match has punishments, and which: the same when it begins and when it is done again.

Must not know: who asks.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Seat
from engine.king import Ledger, Punishment, Setting
from engine.uno.rules import UnoRules


def ledger_for(
    rules: object,
    setting: Setting,
    mild: Iterable[Seat],
    deck: tuple[Punishment, ...] | None,
) -> Ledger | None:
    """Return the punishments of a new match; None where nobody is punished."""
    punished = isinstance(rules, UnoRules) and rules.punishments != "none"
    return Ledger.new(setting, mild, deck) if punished and setting != "off" else None
