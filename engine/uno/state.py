"""The state of one UNO round, and what each seat may know of it.

Hides: how a round is stored. Must not know: what is allowed (play.py decides that from the view).
`UnoState` is mutable and cheap to clone; only `play.advance` changes one, on a private copy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.game import Seat
from engine.uno.cards import Card
from engine.uno.rules import UnoRules

Phase: TypeAlias = Literal["colour", "play", "drawn", "over"]
"""colour: the first player names the colour of a turned Wild. drawn: a card was just drawn."""


@dataclass(frozen=True, slots=True)
class Accusation:
    """The +4 that may be challenged, and what the challenge would find.

    Attributes:
        seat: Who laid it.
        lawful: Whether it was lawful; hidden until the challenge.
        hand: The hand it was laid from, without the +4s themselves.
        returns: How many +4s go back to the hand when guilty (0 under challenge_guilty = draw).
        colour_only: Whether the turn it was laid in was bound to the colour.
    """

    seat: Seat
    lawful: bool
    hand: tuple[Card, ...]
    returns: int
    colour_only: bool


@dataclass(slots=True)
class UnoState:
    """One round.

    Attributes:
        stock: Next draw last (so that drawing is a pop).
        discards: Top card last; played black cards carry their colour.
        direction: 1 = left (rising seats), -1 = right.
        pending: Cards the seat on turn owes.
        chain4: A +4 lies in the chain of penalties.
        accused: The +4 that the seat on turn may challenge.
        drawn: The card just drawn, in phase `drawn`.
        colour_only: The next card must follow the colour (after_penalty_colour).
        called: Seats with one called card.
        windows: Seats with one uncalled card whose window is open; True once the next player
            has acted.
        dry: How many draws in a row brought nothing.
        turns: Turns ended so far.
        gone: Seats given up for good.
        winners: Who won, once over; several or none after a block or a tie.
    """

    rules: UnoRules
    hands: list[list[Card]]
    stock: list[Card]
    discards: list[Card]
    dealer: Seat
    turn: Seat
    direction: int = 1
    phase: Phase = "play"
    pending: int = 0
    chain4: bool = False
    accused: Accusation | None = None
    drawn: Card | None = None
    colour_only: bool = False
    called: set[Seat] = field(default_factory=set[Seat])
    windows: dict[Seat, bool] = field(default_factory=dict[Seat, bool])
    dry: int = 0
    turns: int = 0
    gone: frozenset[Seat] = frozenset()
    winners: tuple[Seat, ...] = ()

    def clone(self) -> UnoState:
        """Return an independent copy."""
        return UnoState(
            self.rules,
            [hand[:] for hand in self.hands],
            self.stock[:],
            self.discards[:],
            self.dealer,
            self.turn,
            self.direction,
            self.phase,
            self.pending,
            self.chain4,
            self.accused,
            self.drawn,
            self.colour_only,
            set(self.called),
            dict(self.windows),
            self.dry,
            self.turns,
            self.gone,
            self.winners,
        )

    @property
    def top(self) -> Card:
        """The top card; a black one carries its colour, except in phase `colour`."""
        return self.discards[-1]

    @property
    def colour(self) -> str:
        """The current colour; empty in phase `colour`."""
        return self.discards[-1].colour

    def step(self, seat: Seat, n: int = 1) -> Seat:
        """Return the seat `n` places on in the direction of play, passing over the gone."""
        seats = len(self.hands)
        if not self.gone:
            return (seat + n * self.direction) % seats
        while n:
            seat = (seat + self.direction) % seats
            n -= seat not in self.gone
        return seat

    def players(self) -> int:
        """Return how many seats are still in."""
        return len(self.hands) - len(self.gone)


@dataclass(slots=True)
class UnoView:
    """What one seat may know. A spectator's has seat None and no hand.

    Attributes:
        hand: The own cards in deck order.
        counts: Cards in each hand.
        top: The top card; a black one carries its colour, except in phase `colour`.
        colour: The current colour; empty in phase `colour`.
        stock: Cards left to draw.
        discards: Cards on the discard pile.
        turn: The seat on turn; None when over.
        pending: Cards the seat on turn owes.
        chain4: A +4 lies in the chain: only +4 answers (where anything does).
        offender: Whom the seat on turn may challenge; None where no challenge is open.
        drawn: The own card just drawn, in phase `drawn`.
        colour_only: The next card must follow the colour.
        called: Seats with one called card.
        catchable: Seats that forgot to call and may be caught now.
        early: Seats that forgot to call and may be caught only once the next player has acted.
        late: Seats that may still call late.
        gone: Seats given up for good.
        winners: Once over: who won the round.
        shown: Once over: every hand.
        points: Once over: what each match total grows by.
    """

    rules: UnoRules = field(metadata={"wire": False})
    seat: Seat | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    top: Card
    colour: str
    stock: int
    discards: int
    dealer: Seat
    turn: Seat | None
    direction: int
    phase: Phase
    pending: int
    chain4: bool
    offender: Seat | None
    drawn: Card | None
    colour_only: bool
    called: tuple[Seat, ...]
    catchable: tuple[Seat, ...]
    early: tuple[Seat, ...]
    late: tuple[Seat, ...]
    gone: tuple[Seat, ...]
    winners: tuple[Seat, ...] = ()
    shown: tuple[tuple[Card, ...], ...] = ()
    points: tuple[int, ...] = ()
