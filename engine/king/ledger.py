"""What is owed to the King in one match: drawing, swapping, done or waived.

Hides: how a punishment is drawn and who may settle it. Must not know: how a round was lost (due.py
says who must draw), nor any text. A ledger is a value; each step gives a new one. At most one
punishment of a seat is open, and none ever holds the game up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, TypeAlias

from engine.game import Chance, Event, Seat, Step
from engine.king.cards import Punishment, builtin
from engine.king.due import Due, asked
from engine.king.events import Drawn, MildOnly, Settled

Setting: TypeAlias = Literal["off", "mild", "all"]
"""What the table plays with: no punishments, none of the hot ones, or all."""


class KingCode(StrEnum):
    """Why something is refused: a closed list, one meaning each."""

    NOTHING_OWED = "nothing-owed"
    ALREADY_SWAPPED = "already-swapped"
    NOT_THE_WINNER = "not-the-winner"


class Refused(Exception):
    """That cannot be done here. Nothing has changed."""

    def __init__(self, code: KingCode) -> None:
        super().__init__(code.value)
        self.code = code


@dataclass(frozen=True, slots=True)
class Owed:
    """A punishment that is open.

    Attributes:
        judges: The winners, who say when it is done. Where none of them is left, or all were bots,
            it is a matter of honour: anybody does, also the one who owes it.
    """

    seat: Seat
    card: Punishment
    judges: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class KingView:
    """What everybody may know of a ledger.

    Attributes:
        owed: What is open, by rising seats.
        swapped: Seats that have used their swap.
        mild: Seats that want mild ones only.
    """

    owed: tuple[Owed, ...]
    swapped: tuple[Seat, ...]
    mild: tuple[Seat, ...] = ()

    def of(self, seat: Seat | None) -> Owed | None:
        """Return what `seat` owes, or None."""
        return next((owed for owed in self.owed if owed.seat == seat), None)

    def settled_by(self, by: Seat | None) -> tuple[Owed, ...]:
        """Return what `by` may settle: a winner's business, without one anybody's at the table."""
        return tuple(
            owed for owed in self.owed if by is not None and (by in owed.judges or not owed.judges)
        )


@dataclass(frozen=True, slots=True)
class Ledger:
    """The punishments of one match.

    Attributes:
        setting: What the table plays with.
        cards: The deck, in its order, hot ones and all.
        mild: Seats that want mild ones only.
        owed: What is open, by rising seats.
        swapped: Seats that have used the one swap they have in a match.
        round: The last round that anybody drew for.
        gone: Seats given up for good.
    """

    setting: Setting
    cards: tuple[Punishment, ...]
    mild: frozenset[Seat] = frozenset()
    owed: tuple[Owed, ...] = ()
    swapped: frozenset[Seat] = frozenset()
    round: int = 0
    gone: frozenset[Seat] = frozenset()

    @staticmethod
    def new(
        setting: Setting, mild: Iterable[Seat] = (), cards: Sequence[Punishment] | None = None
    ) -> Ledger:
        """Return the ledger of a new match; without `cards` the deck is the built-in one."""
        return Ledger(setting, tuple(builtin() if cards is None else cards), frozenset(mild))

    def allowed(self, seat: Seat) -> tuple[Punishment, ...]:
        """Return what `seat` may draw, in deck order; nothing when the table plays without."""
        match self.setting:
            case "off":
                return ()
            case "all" if seat not in self.mild:
                return self.cards
            case _:
                return tuple(card for card in self.cards if not card.hot)

    def of(self, seat: Seat) -> Owed | None:
        """Return what `seat` owes, or None."""
        return next((owed for owed in self.owed if owed.seat == seat), None)

    def view(self) -> KingView | None:
        """Return what everybody may know; None where the table plays without punishments."""
        if self.setting == "off":
            return None
        return KingView(self.owed, tuple(sorted(self.swapped)), tuple(sorted(self.mild)))

    def may_settle(self, by: Seat, owed: Owed) -> bool:
        """Tell whether `by` may say that a punishment is done, or waive it."""
        return by not in self.gone and (by in owed.judges or not owed.judges)

    def draw(self, due: Due, chance: Chance) -> Step[Ledger]:
        """Draw for all who must, by rising seats, each from all cards that the seat may draw.

        What a seat still owed from before lapses. A second time for the same round draws nothing,
        so it may be called whenever a round or a match may have ended.
        """
        if self.setting == "off" or due.round <= self.round:
            return Step(self, ())
        ledger, events = self, list[Event]()
        for seat in sorted(set(due.seats) - self.gone):
            if before := ledger.of(seat):
                events.append(Settled(seat, before.card, "lapsed"))
            judges = tuple(by for by in due.winners if by not in self.gone)
            owed = Owed(seat, _pick(ledger.allowed(seat), chance), judges)
            ledger = replace(ledger._without(seat)._with(owed), round=due.round)
            events.append(Drawn(seat, owed.card, "due"))
        return Step(ledger, tuple(events))

    def swap(self, seat: Seat, chance: Chance) -> Step[Ledger]:
        """Draw another card instead, once a match. Raises Refused.

        The card given back is not in the deck that is drawn from.
        """
        owed = self._owed(seat)
        if seat in self.swapped:
            raise Refused(KingCode.ALREADY_SWAPPED)
        others = tuple(card for card in self.allowed(seat) if card != owed.card)
        step = self._redraw(owed, others, "swap", chance)
        return Step(replace(step.state, swapped=self.swapped | {seat}), step.events)

    def choose(self, seat: Seat, mild: bool, chance: Chance) -> Step[Ledger]:
        """Take down that a player wants mild punishments only, or all that the table plays with.

        A hot one that is open is drawn again at once, and that is no swap.
        """
        if (seat in self.mild) == mild:
            return Step(self, ())
        chosen = replace(self, mild=self.mild | {seat} if mild else self.mild - {seat})
        event = MildOnly(seat, mild)
        owed = self.of(seat)
        if not mild or owed is None or not owed.card.hot:
            return Step(chosen, (event,))
        step = chosen._redraw(owed, chosen.allowed(seat), "mild", chance)
        return Step(step.state, (event, *step.events))

    def done(self, by: Seat, seat: Seat) -> Step[Ledger]:
        """A winner has seen it done. Raises Refused."""
        return self._settle(by, seat, "done")

    def waive(self, by: Seat, seat: Seat) -> Step[Ledger]:
        """A winner lets it go. Raises Refused."""
        return self._settle(by, seat, "waived")

    def leave(self, seat: Seat) -> Step[Ledger]:
        """Give a seat up for good: it owes nothing any more, and settles nothing."""
        owed = self.of(seat)
        rest = tuple(
            replace(other, judges=tuple(by for by in other.judges if by != seat))
            for other in self._without(seat).owed
        )
        events = (Settled(seat, owed.card, "left"),) if owed else ()
        return Step(replace(self, owed=rest, gone=self.gone | {seat}), events)

    def _settle(self, by: Seat, seat: Seat, how: Literal["done", "waived"]) -> Step[Ledger]:
        owed = self._owed(seat)
        if not self.may_settle(by, owed):
            raise Refused(KingCode.NOT_THE_WINNER)
        return Step(self._without(seat), (Settled(seat, owed.card, how, by),))

    def _redraw(
        self,
        owed: Owed,
        cards: tuple[Punishment, ...],
        why: Literal["swap", "mild"],
        chance: Chance,
    ) -> Step[Ledger]:
        card = _pick(cards, chance)
        ledger = self._without(owed.seat)._with(replace(owed, card=card))
        return Step(ledger, (Drawn(owed.seat, card, why),))

    def _owed(self, seat: Seat) -> Owed:
        owed = self.of(seat)
        if owed is None:
            raise Refused(KingCode.NOTHING_OWED)
        return owed

    def _without(self, seat: Seat) -> Ledger:
        return replace(self, owed=tuple(owed for owed in self.owed if owed.seat != seat))

    def _with(self, owed: Owed) -> Ledger:
        return replace(self, owed=tuple(sorted((*self.owed, owed), key=lambda one: one.seat)))


def ledger_for(
    rules: object,
    setting: Setting,
    mild: Iterable[Seat],
    deck: Sequence[Punishment] | None,
) -> Ledger | None:
    """Return the punishments of a new match; None where nobody is punished."""
    none = asked(rules) == "none" or setting == "off"
    return None if none else Ledger.new(setting, mild, deck)


def _pick(cards: tuple[Punishment, ...], chance: Chance) -> Punishment:
    """Draw one: the top card of a shuffled deck is any of its cards, each as likely."""
    return cards[chance.pick(len(cards))]
