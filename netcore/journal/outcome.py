"""How a match at a table ended, as that is kept when its journal is long gone.

Hides: from when on a match has an outcome, and what its rules are called then. Must not know: where
it is kept, who asks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from engine.casino.rules import CasinoRules
from engine.game import Seat
from engine.match import Match
from engine.options import differences


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended; the seats of `bots` had none of its points by hand.

    Attributes:
        match: The number of the match at its table, from 1.
        rules: What the host calls them, or the named set; `changed`: they are not that itself.
        players: Names by seat; `bots`: the seats of bots; `scores`: totals by seat.
        winners: Empty where it was broken off.
        deals: How many whole deals were played.
        sides: The seats of each side where partners score together; empty where nobody has one.
    """

    match: int
    game: str
    rules: str
    changed: bool
    players: tuple[str, ...]
    bots: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    deals: int
    sides: tuple[tuple[int, ...], ...] = field(default=(), kw_only=True)


def outcome(
    match: Match,
    number: int,
    called: tuple[str, str],
    players: Sequence[str],
    bots: Collection[Seat],
) -> list[Outcome]:
    """Return how a match ended: nothing where it did before its first deal was over.

    Args:
        match: As it stands.
        number: The number of the match at its table.
        called: The named set of its rules, and what the host calls them.
        players: Names by seat.
        bots: The seats of bots.
    """
    deals = match.deals if match.over else match.deals - 1
    if deals <= 0:
        return []
    preset, name = called
    changed = not name and bool(differences(match.game.presets[preset], match.rules))
    return [
        Outcome(
            number,
            match.game.name,
            name or preset,
            changed,
            tuple(players),
            tuple(sorted(bots)),
            match.scores,
            match.winners,
            deals,
            sides=_sides(match),
        )
    ]


def _sides(match: Match) -> tuple[tuple[Seat, ...], ...]:
    """Return who has played together; nothing where everybody was alone."""
    rules = match.rules
    partners = isinstance(rules, CasinoRules) and rules.partnership
    return rules.sides(len(match.scores)) if partners else ()
