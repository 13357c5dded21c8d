"""What has become of the punishments of a record: who drew which, and was it done, or let go.

Hides: how that follows from the lines of a record, which name only what was drawn and what was
settled. Pure. Must not know: screens, how a fate is worded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from engine.game import Seat
from engine.king import (
    Drawn,
    KingView,
    Owed,
    Punish,
    Punishment,
    Settle,
    Settled,
    builtin,
    due,
)
from engine.match import Match
from engine.record import Leave, Line

How: TypeAlias = Literal["owed", "done", "waived", "swapped", "lapsed", "left"]


@dataclass(frozen=True, slots=True)
class Fate:
    """One punishment that was drawn.

    Attributes:
        deal: After which deal, from 1.
        how: `owed` while it is open; else how that ended.
        by: Who said so, where somebody did.
    """

    deal: int
    seat: Seat
    card: Punishment
    how: How = "owed"
    by: Seat | None = None


Fates: TypeAlias = tuple[Fate, ...]


def view(fates: Fates) -> KingView | None:
    """Return what is open, as a table tells it; None where nothing was ever drawn."""
    owed = sorted([fate for fate in fates if fate.how == "owed"], key=lambda fate: fate.seat)
    swapped = sorted({fate.seat for fate in fates if fate.how == "swapped"})
    open_ = tuple([Owed(fate.seat, fate.card, ()) for fate in owed])
    return KingView(open_, tuple(swapped)) if fates else None


def after(
    fates: Fates, line: Line | None, match: Match, deal: int
) -> tuple[Fates, tuple[Any, ...]]:
    """Return what has become of them after a line, and what a table would have told of it.

    Args:
        fates: What was before.
        line: What was done; None: a deal begins.
        match: As it is after that.
        deal: Its number, from 1.
    """
    match line:
        case Punish(seat, name):
            return _drawn(fates, Fate(deal, seat, punishment(name)), match)
        case Settle(seat, how, by):
            return _ended(fates, seat, how, by), _told(fates, seat, how, by)
        case Leave(seat):
            return _ended(fates, seat, "left", None), _told(fates, seat, "left", None)
        case _:
            return fates, ()


def _drawn(fates: Fates, new: Fate, match: Match) -> tuple[Fates, tuple[Any, ...]]:
    before = _open(fates, new.seat)
    drew = any(fate.seat == new.seat and fate.deal == new.deal for fate in fates)
    fresh = match.over and not drew and new.seat in due(match).seats
    if before is None:
        return (*fates, new), (Drawn(new.seat, new.card, "due"),)
    if fresh:
        lapsed = Settled(new.seat, before.card, "lapsed")
        rest = _ended(fates, new.seat, "lapsed", None)
        return (*rest, new), (lapsed, Drawn(new.seat, new.card, "due"))
    rest = _ended(fates, new.seat, "swapped", None)
    return (*rest, new), (Drawn(new.seat, new.card, "swap"),)


def _open(fates: Sequence[Fate], seat: Seat) -> Fate | None:
    return next((fate for fate in fates if fate.seat == seat and fate.how == "owed"), None)


def _ended(fates: Fates, seat: Seat, how: How, by: Seat | None) -> Fates:
    one = _open(fates, seat)
    return tuple([replace(fate, how=how, by=by) if fate is one else fate for fate in fates])


def _told(
    fates: Fates, seat: Seat, how: Literal["done", "waived", "left"], by: Seat | None
) -> tuple[Any, ...]:
    one = _open(fates, seat)
    return () if one is None else (Settled(seat, one.card, how, by),)


def punishment(name: str) -> Punishment:
    """Return the card of that name; of a table's own ones a record has the name alone."""
    blank = Punishment(name, False, name, name, name)
    return next((card for card in builtin() if card.name == name), blank)
