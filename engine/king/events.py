"""What happens to punishments, as a closed union of facts. Everybody may know all of it.

Hides: nothing. The client makes texts of these, in its language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.game import Public, Seat
from engine.king.cards import Punishment


@dataclass(frozen=True, slots=True)
class Drawn(Public):
    """A punishment was drawn.

    Attributes:
        card: It whole, since the texts of a table's own cards are known nowhere else.
        why: `due`: after a round. `swap`: instead of the one before. `mild`: instead of a hot one
            that its player no longer wants.
        link: What it followed from, where the secret of its deal was out (engine.fair).
    """

    seat: Seat
    card: Punishment
    why: Literal["due", "swap", "mild"]
    link: bytes = b""


@dataclass(frozen=True, slots=True)
class Settled(Public):
    """A punishment is over.

    Attributes:
        how: `done` or `waived` by a winner, `lapsed` as its player has drawn the next one, or
            `left` as its player has gone.
        by: Who said so, for the first two.
    """

    seat: Seat
    card: Punishment
    how: Literal["done", "waived", "lapsed", "left"]
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class MildOnly(Public):
    """A player wants mild punishments only, from now on, or takes that back."""

    seat: Seat
    on: bool


KingEvent: TypeAlias = Drawn | Settled | MildOnly
