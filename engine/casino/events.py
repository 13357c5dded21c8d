"""What happened: a closed union of events, and what each viewer may know of them.

Hides: which part of an event is secret (`seen_by`). Must not know: how events come about (`play`).
Events hold only numbers, texts, cards, None, tuples and dataclasses of these, like views.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.casino.cards import Card
from engine.casino.state import BuildPile
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """The lot fell on `seat` to deal first."""

    seat: int

    def seen_by(self, viewer: Seat | None) -> DealerChosen:
        return self


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round of dealing begins, the `round`-th of `rounds`."""

    round: int
    rounds: int

    def seen_by(self, viewer: Seat | None) -> RoundBegan:
        return self


@dataclass(frozen=True, slots=True)
class Dealt:
    """`seat` was dealt `count` cards; `cards` is empty for everybody else."""

    seat: int
    count: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Seat | None) -> Dealt:
        return self if viewer == self.seat else replace(self, cards=())


@dataclass(frozen=True, slots=True)
class TableDealt:
    """The first cards were laid on the table."""

    cards: tuple[Card, ...]

    def seen_by(self, viewer: Seat | None) -> TableDealt:
        return self


@dataclass(frozen=True, slots=True)
class Captured:
    """`seat` took loose `cards` and `builds` with `card`."""

    seat: int
    card: Card
    cards: tuple[Card, ...]
    builds: tuple[BuildPile, ...]

    def seen_by(self, viewer: Seat | None) -> Captured:
        return self


@dataclass(frozen=True, slots=True)
class Swept:
    """The capture just above left the table empty."""

    seat: int

    def seen_by(self, viewer: Seat | None) -> Swept:
        return self


@dataclass(frozen=True, slots=True)
class Built:
    """`seat` made `build` with `card`, or enlarged builds of its value (`joined`)."""

    seat: int
    card: Card
    build: BuildPile
    joined: tuple[BuildPile, ...]

    def seen_by(self, viewer: Seat | None) -> Built:
        return self


@dataclass(frozen=True, slots=True)
class Raised:
    """`seat` raised the single build `old` with `card`; what became of it is `build`.

    `joined` are builds of the new value that were taken in on the way.
    """

    seat: int
    card: Card
    old: BuildPile
    build: BuildPile
    joined: tuple[BuildPile, ...]

    def seen_by(self, viewer: Seat | None) -> Raised:
        return self


@dataclass(frozen=True, slots=True)
class Trailed:
    """`seat` laid `card` loose."""

    seat: int
    card: Card

    def seen_by(self, viewer: Seat | None) -> Trailed:
        return self


@dataclass(frozen=True, slots=True)
class Drew:
    """`seat` drew from the stock; `card` is None for everybody else."""

    seat: int
    card: Card | None

    def seen_by(self, viewer: Seat | None) -> Drew:
        return self if viewer == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class LeftoverTaken:
    """The last capturer got the cards left on the table; nobody (None) if nobody ever captured."""

    seat: int | None
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Seat | None) -> LeftoverTaken:
        return self


@dataclass(frozen=True, slots=True)
class Left:
    """`seat` was given up for good; its cards stay and are played by default."""

    seat: int

    def seen_by(self, viewer: Seat | None) -> Left:
        return self


@dataclass(frozen=True, slots=True)
class DealOver:
    """The deal is over; `scored` is False when it ended because only one seat (side) stayed."""

    points: tuple[int, ...]
    scored: bool

    def seen_by(self, viewer: Seat | None) -> DealOver:
        return self


CasinoEvent: TypeAlias = (
    DealerChosen
    | RoundBegan
    | Dealt
    | TableDealt
    | Captured
    | Swept
    | Built
    | Raised
    | Trailed
    | Drew
    | LeftoverTaken
    | Left
    | DealOver
)
