"""What lies where: the whole position, and what one seat may know of it.

Hides: how a position is stored. Everything inside is immutable (tuples, interned cards) except the
few lists that `clone` copies, so a copy costs a microsecond. Views are built up from what a seat
may know; a pile is in no view before the deal is over.
Must not know: what is allowed (`play`), what it is worth (`score`), the notation (`position`).

Views hold only numbers, texts, cards, None, tuples and dataclasses of these: one codec encodes
them by their type hints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.casino.actions import BuildRef, build_ref
from engine.casino.cards import Card, in_order
from engine.casino.rules import CasinoRules
from engine.game import Seat

Group: TypeAlias = tuple[Card, ...]
"""Cards that together are worth a value, in deck order."""

Phase: TypeAlias = Literal["play", "over"]


@dataclass(frozen=True, slots=True)
class BuildPile:
    """A build on the table. `build_pile` makes one in canonical order.

    Attributes:
        value: The number that takes it: 2-14 (royal), 1-10 (plain).
        parts: Its groups: one is a single build (單組牌), several a multiple build (多組牌).
        owner: The last player who added a card to it, who must hold a card of its value.
    """

    value: int
    parts: tuple[Group, ...]
    owner: int

    @property
    def single(self) -> bool:
        """One group only: the value may still be raised."""
        return len(self.parts) == 1

    @property
    def cards(self) -> Group:
        """Its cards, group by group."""
        return tuple([card for part in self.parts for card in part])

    @property
    def handle(self) -> BuildRef:
        """The item that names it: its lowest card in deck order."""
        return build_ref(self.parts[0][0])


def build_pile(value: int, parts: Iterable[Iterable[Card]], owner: Seat) -> BuildPile:
    """Return a build: each group in deck order, the groups by their lowest card."""
    return BuildPile(value, tuple(sorted(map(in_order, parts), key=first_place)), owner)


def first_place(group: Group) -> int:
    """Return the place of its lowest card: the groups of a build lie in this order."""
    return group[0].place


def pile_place(pile: BuildPile) -> int:
    """Return the place of its lowest card: the builds of a table lie in this order."""
    return pile.parts[0][0].place


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of the count at the end of a deal.

    Attributes:
        category: `cards` (most cards), `spades` (most spades), `Td`, `2s`, `As`, `Js` (that card),
            `aces`, `spade_cards` (other spades, one each), `sweeps`.
        counts: How many of it each seat has; a side's number for both its seats.
        points: What they bring each seat, likewise.
    """

    category: str
    counts: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(slots=True)
class CasinoView:
    """What one seat, or a spectator, may know.

    Attributes:
        seat: Whose view; None for a spectator.
        rules: The options at the table.
        hand: The viewer's cards in deck order; empty for a spectator.
        counts: How many cards each seat holds.
        loose: The loose cards (自由牌) in deck order.
        builds: The builds, by their lowest card.
        stock: How many cards are to be dealt or drawn.
        taken: How many cards each seat has taken (its own pile, also in a partnership).
        sweeps: How often each seat has cleared the table by a capture.
        last: Who captured last, and would get what is left over; None before any capture.
        last_capture: What the action just above took, the card played first; else empty.
        turn: Whose turn; None when the deal is over.
        phase: `play` or `over`.
        dealer: Who dealt.
        round: The round of dealing, from 1 to `rounds`.
        rounds: 6, 4 or 3 with 2, 3 or 4 players; 1 with `draw`.
        gone: Seats given up for good.
        piles: Once over, what each seat took, in deck order; empty before.
        points: Once over, what each seat's total grows by; empty before.
        breakdown: Once over, how the points came about; empty before, and when nothing is scored
            because only one seat (side) stayed.
    """

    seat: int | None
    rules: CasinoRules = field(metadata={"wire": False})
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    loose: tuple[Card, ...]
    builds: tuple[BuildPile, ...]
    stock: int
    taken: tuple[int, ...]
    sweeps: tuple[int, ...]
    last: int | None
    last_capture: tuple[Card, ...]
    turn: int | None
    phase: Phase
    dealer: int
    round: int
    rounds: int
    gone: tuple[int, ...]
    piles: tuple[tuple[Card, ...], ...] = ()
    points: tuple[int, ...] = ()
    breakdown: tuple[ScoreRow, ...] = ()


class CasinoState:
    """The whole position. Only `play.advance` and its kin change one, and only a private copy.

    Attributes are those of `CasinoView`, but for these:
        hands: Every seat's cards in deck order.
        stock: What is to be dealt or drawn, next card first.
        taken: Every seat's pile, in the order it was taken.
        scored: False when the deal ended because only one seat (side) stayed.
    """

    __slots__ = (
        "builds",
        "dealer",
        "gone",
        "hands",
        "last",
        "last_capture",
        "loose",
        "round",
        "rounds",
        "rules",
        "scored",
        "stock",
        "sweeps",
        "taken",
        "turn",
    )

    def __init__(self, rules: CasinoRules, seats: int, dealer: Seat) -> None:
        self.rules = rules
        self.hands: list[tuple[Card, ...]] = [()] * seats
        self.loose: tuple[Card, ...] = ()
        self.builds: tuple[BuildPile, ...] = ()
        self.stock: tuple[Card, ...] = ()
        self.taken: list[tuple[Card, ...]] = [()] * seats
        self.sweeps: list[int] = [0] * seats
        self.last: Seat | None = None
        self.last_capture: tuple[Card, ...] = ()
        self.turn: Seat | None = None
        self.dealer = dealer
        self.round = 0
        self.rounds = 0
        self.gone: tuple[Seat, ...] = ()
        self.scored = True

    def clone(self) -> CasinoState:
        """Return a copy that can be advanced without this one changing."""
        copy: CasinoState = CasinoState.__new__(CasinoState)
        copy.rules = self.rules
        copy.hands = self.hands[:]
        copy.loose = self.loose
        copy.builds = self.builds
        copy.stock = self.stock
        copy.taken = self.taken[:]
        copy.sweeps = self.sweeps[:]
        copy.last = self.last
        copy.last_capture = self.last_capture
        copy.turn = self.turn
        copy.dealer = self.dealer
        copy.round = self.round
        copy.rounds = self.rounds
        copy.gone = self.gone
        copy.scored = self.scored
        return copy

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def phase(self) -> Phase:
        """`over` when nobody is to play any more."""
        return "over" if self.turn is None else "play"
