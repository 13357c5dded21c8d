"""What happened: a closed union of events, and what each viewer may know of them.

Hides: which part of an event is secret (`seen_by`). Must not know: how events come about (`play`).
Events hold only numbers, texts, cards, None, tuples and dataclasses of these, like views.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.casino.cards import Card
from engine.casino.state import BuildPile
from engine.game import Public, Seat


@dataclass(frozen=True, slots=True)
class DealerChosen(Public):
    """The lot fell on `seat` to deal first."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Public):
    """A round of dealing begins, the `round`-th of `rounds`."""

    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """`seat` was dealt `count` cards; `cards` is empty for everybody else."""

    seat: int
    count: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Seat | None) -> Dealt:
        return self if viewer == self.seat else replace(self, cards=())


@dataclass(frozen=True, slots=True)
class TableDealt(Public):
    """The first cards were laid on the table."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Captured(Public):
    """`seat` took loose `cards` and `builds` with `card`."""

    seat: int
    card: Card
    cards: tuple[Card, ...]
    builds: tuple[BuildPile, ...]


@dataclass(frozen=True, slots=True)
class Swept(Public):
    """The capture just above left the table empty."""

    seat: int


@dataclass(frozen=True, slots=True)
class Built(Public):
    """`seat` made `build` with `card`, or enlarged builds of its value (`joined`)."""

    seat: int
    card: Card
    build: BuildPile
    joined: tuple[BuildPile, ...]


@dataclass(frozen=True, slots=True)
class Raised(Public):
    """`seat` raised the single build `old` with `card`; what became of it is `build`.

    `joined` are builds of the new value that were taken in on the way.
    """

    seat: int
    card: Card
    old: BuildPile
    build: BuildPile
    joined: tuple[BuildPile, ...]


@dataclass(frozen=True, slots=True)
class Trailed(Public):
    """`seat` laid `card` loose."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Drew:
    """`seat` drew from the stock; `card` is None for everybody else."""

    seat: int
    card: Card | None

    def seen_by(self, viewer: Seat | None) -> Drew:
        return self if viewer == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class LeftoverTaken(Public):
    """The last capturer got the cards left on the table; nobody (None) if nobody ever captured."""

    seat: int | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Left(Public):
    """`seat` was given up for good; its cards stay and are played by default."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealOver(Public):
    """The deal is over; `scored` is False when it ended because only one seat (side) stayed."""

    points: tuple[int, ...]
    scored: bool


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
