"""Proving the punishments of a deal: who drew, and that each card follows from the chance.

Hides: which cards a seat draws from, and which choice of the chance, or link of its chain, a card
must be (engine.fair). Must not know: how the deal is played once more, what is said of a doubt.

What was not seen cannot be counted: who came in mid-deal does not know which choice is next, and
proves only what needs no counting.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from engine import fair
from engine.fair import FairChance, Seed
from engine.game import Seat
from engine.king import NAMES, Drawn, KingView, MildOnly, Setting, Settled, due, ledger_for
from engine.king.cards import is_hot
from engine.match import Match
from netcore.wire.messages import OwnPunishment, Update

Cards: TypeAlias = tuple[tuple[str, bool], ...]
"""What a table draws from: the names in their order, and which are hot."""


class Unproved(Exception):
    """A punishment is not what it must be."""


def cards_of(rules: object, setting: Setting, own: Iterable[OwnPunishment]) -> Cards:
    """Return what a table draws from; nothing where nobody is punished."""
    if ledger_for(rules, setting, (), None) is None:
        return ()
    cards = *((name, is_hot(name)) for name in NAMES), *((one.name, one.hot) for one in own)
    return tuple(card for card in cards if setting == "all" or not card[1])


class Punished:
    """The punishments as one viewer was told of them, from the first update of a deal.

    Attributes:
        unseen: Something was left out of what was told to who was here, and a punishment may hide
            behind that: a table could choose it so.
    """

    def __init__(self, cards: Cards, seed: Seed, chance: FairChance) -> None:
        """`chance`: of the deal, whose next choice is the first punishment."""
        self._cards, self._seed, self._chance = cards, seed, chance
        self._owed: dict[Seat, str] = {}
        self._mild: set[Seat] = set()
        self._counted = False
        self._link: int | None = 0
        self._over = self._ends = self._missed = False
        self.unseen = False

    def begin(self, update: Update, match: Match, *, whole: bool) -> None:
        """Take in the first update; `whole`: it is the deal's first, and tells of nothing else."""
        self._counted = whole and not any(isinstance(one, Drawn) for one in update.events)
        self._over = match.over
        self._link = None if self._over else 0
        self._look(update.king)

    def see(self, update: Update, match: Match, bots: Collection[Seat] | None) -> None:
        """Compare the next update. Raises Unproved.

        `match`: as it stands then; `bots`: the seats that nobody had, None where that is not known.
        """
        self._ends = match.over and not self._over
        if update.missed:
            must = self._must(match, bots or ()) if self._ends else ()
            changed = (self._owed, self._mild) != _shown(update.king)
            self.unseen = self.unseen or changed or bool(must)
            self._counted, self._link, self._missed = False, None, True
        else:
            self._check(update, match, bots)
        self._over = match.over
        self._look(update.king)

    def _check(self, update: Update, match: Match, bots: Collection[Seat] | None) -> None:
        drew = [one.seat for one in update.events if isinstance(one, Drawn) and one.why == "due"]
        if self._ends and bots is not None:
            if drew != list(self._must(match, bots)):
                raise Unproved
        elif drew and not self._ends:
            raise Unproved
        for event in update.events:
            match event:
                case Drawn(seat=seat):
                    self._draw(event)
                    self._owed[seat] = event.card.name
                case Settled(seat=seat):
                    self._owed.pop(seat, None)
                case MildOnly(seat=seat, on=on):
                    (self._mild.add if on else self._mild.discard)(seat)
                case _:
                    pass
        if (self._owed, self._mild) != _shown(update.king):
            raise Unproved

    def _must(self, match: Match, bots: Collection[Seat]) -> tuple[Seat, ...]:
        return due(match, bots).seats if self._cards else ()

    def _draw(self, drawn: Drawn) -> None:
        """See that a card is the one that follows. Raises Unproved."""
        names = self._names(drawn)
        chance = self._linked(drawn.link) if drawn.link else self._chance
        if not drawn.link and self._over:  # anybody could know what it will be
            raise Unproved
        if not drawn.link and not self._counted:
            self.unseen = self.unseen or self._missed
            return
        if not names or names[chance.pick(len(names))] != drawn.card.name:
            raise Unproved

    def _names(self, drawn: Drawn) -> list[str]:
        """Return what a card is drawn from: without the one that is given back for it."""
        back = self._owed.get(drawn.seat) if drawn.why == "swap" else None
        mild = drawn.seat in self._mild
        return [name for name, hot in self._cards if name != back and not (hot and mild)]

    def _linked(self, link: bytes) -> FairChance:
        """Return the chance of a draw after the deal: of the next link, none left out."""
        number = fair.links_before(link, self._seed.secret, self._seed.deal_id)
        if number is None or not (self._over or self._ends):
            raise Unproved
        if self._link is None:
            self.unseen = self.unseen or self._missed
        elif number != self._link + 1:
            raise Unproved
        self._link = number
        return self._seed.linked(link)

    def _look(self, king: KingView | None) -> None:
        self._owed, self._mild = _shown(king)


def _shown(king: KingView | None) -> tuple[dict[Seat, str], set[Seat]]:
    if king is None:
        return {}, set()
    return {one.seat: one.card.name for one in king.owed}, set(king.mild)
