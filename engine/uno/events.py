"""What happens in UNO, as a closed union of facts. Each knows its own public shadow.

Hides: what of a fact each viewer may know. The client makes texts of these, in its language.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.game import Public, Seat
from engine.uno.cards import Card


@dataclass(frozen=True, slots=True)
class DealerDrawn(Public):
    """One card each to find the first dealer; drawn again by those who tied or drew no number."""

    cards: tuple[tuple[Seat, Card], ...]
    dealer: Seat | None


@dataclass(frozen=True, slots=True)
class Dealt(Public):
    """Hands were dealt."""

    dealer: Seat
    count: int


@dataclass(frozen=True, slots=True)
class PutBack(Public):
    """The first card turned went back into the stock, which was shuffled."""

    card: Card


@dataclass(frozen=True, slots=True)
class Turned(Public):
    """The first card, and what it did (`skip`, `reverse`, `draw`, `colour`, or nothing) to whom."""

    card: Card
    effect: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Played(Public):
    """Cards were laid. `jump`: out of turn. `call`: UNO was called with it."""

    seat: Seat
    cards: tuple[Card, ...]
    call: bool
    jump: bool


@dataclass(frozen=True, slots=True)
class ColourNamed(Public):
    """The colour of a Wild turned first."""

    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class Drew:
    """A player drew. Others see how many.

    Attributes:
        cards: What was drawn, to its own seat; empty for others.
        count: How many came, less than due (even 0) when the piles ran out.
        why: `turn`, `penalty`, `first` (a +2 turned first), `guilty`, `wrong_challenge`,
            `caught`, `false_call`, `misplay`.
    """

    seat: Seat
    cards: tuple[Card, ...]
    count: int
    why: str

    def seen_by(self, viewer: Seat | None) -> Drew:
        return self if viewer == self.seat else replace(self, cards=())


@dataclass(frozen=True, slots=True)
class Passed(Public):
    """The drawn card was kept."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped(Public):
    """These seats lost their turn."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Reversed(Public):
    """The direction now is `left` (rising seats) or `right`."""

    direction: str


@dataclass(frozen=True, slots=True)
class Owed(Public):
    """`seat` now owes `count` cards; `deflected` when a Skip or Reverse passed them on."""

    seat: Seat
    count: int
    deflected: bool


@dataclass(frozen=True, slots=True)
class Called(Public):
    """UNO was called after the play."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FalseCall(Public):
    """UNO was called wrongly."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Misplayed(Public):
    """A card that could not be played was tried and went back to the hand."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Caught(Public):
    """`seat` had forgotten to call."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class Challenged:
    """A +4 was challenged. The hand it was laid from is seen by the challenger alone."""

    seat: Seat
    offender: Seat
    guilty: bool
    hand: tuple[Card, ...]

    def seen_by(self, viewer: Seat | None) -> Challenged:
        return self if viewer == self.seat else replace(self, hand=())


@dataclass(frozen=True, slots=True)
class TakenBack(Public):
    """Unlawful +4s returned to the hand."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reshuffled(Public):
    """The discards became the stock."""

    count: int


@dataclass(frozen=True, slots=True)
class Swapped(Public):
    """A 7 swapped two hands."""

    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class PassedOn(Public):
    """A 0 passed every hand on in the direction of play."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Left(Public):
    """A seat was given up for good; its `count` cards lie under the discards (0 when over)."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class RoundOver(Public):
    """The round has ended. `why`: `out`, `blocked`, `alone`. Hands are shown."""

    winners: tuple[Seat, ...]
    why: str
    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]


UnoEvent: TypeAlias = (
    DealerDrawn
    | Dealt
    | PutBack
    | Turned
    | Played
    | ColourNamed
    | Drew
    | Passed
    | Skipped
    | Reversed
    | Owed
    | Called
    | FalseCall
    | Misplayed
    | Caught
    | Challenged
    | TakenBack
    | Reshuffled
    | Swapped
    | PassedOn
    | Left
    | RoundOver
)
