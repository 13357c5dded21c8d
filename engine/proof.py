"""Proving that what a record holds is what its seed and shares give.

Hides: which choice of a deal is which, and what is compared. Must not know: files, how a record is
played (replay.py asks as it goes along).

Every order of cards is worked out anew and compared with the written one; so are the dealer of the
first deal and the punishments; those drawn after the end of a deal, whose secret is out, follow
from the links before it. The log is chained line by line and its head compared at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from engine import fair
from engine.fair import FairChance, Seed
from engine.game import AnyGame, Worded
from engine.king.cards import NAMES, is_hot
from engine.record import Act, Fair, Leave

T = TypeVar("T")


def opening_head(seed: Seed, game: AnyGame, rules: Any) -> bytes:
    """Return the head of a deal's log before its first line."""
    return fair.first_head(
        seed.mixed, fair.rules_hash(game.name, rules), fair.deck_hash(game.deck(rules))
    )


class Unproved(Worded):
    """What is written does not follow from seed and shares; the message has both."""


class Proof:
    """The proof of one deal, as a record is played. Each method raises Unproved."""

    def __init__(self, written: Fair, game: AnyGame, rules: Any) -> None:
        self._written = written
        self._seed = seed = Seed(written.deal_id, written.seed, written.shares)
        if seed.commit != written.commit:
            raise Unproved(
                "the seed gives the commit {due}, not {written}",
                due=seed.commit.hex(),
                written=written.commit.hex(),
            )
        self._chance: FairChance = seed.chance()
        self._head = opening_head(seed, game, rules)
        self._pools = list(written.pools)
        self._links = list(written.links)
        self._link = written.seed

    def shuffled(self, cards: Sequence[T], order: Sequence[T]) -> None:
        """Compare the order of cards that was written with the next shuffle."""
        due = self._chance.shuffle(cards)
        for place, (one, other) in enumerate(zip(due, order, strict=True), 1):
            if str(one) != str(other):
                raise Unproved(
                    "card {place} of the order is {other}; seed and shares give {one}",
                    place=place,
                    other=other,
                    one=one,
                )

    def pick(self, n: int) -> int:
        """Return the next choice: the lot for the first dealer is drawn anew."""
        return self._chance.pick(n)

    def punished(self, card: str, owed: str | None, after: bool) -> None:
        """Compare a punishment that was drawn.

        `owed`: what the seat has, if it may swap it; `after`: the deal had ended, and it is not the
        one that was drawn for that.

        Only the number of cards is written that it was drawn from: all of them or the mild ones,
        without the one that is given back; a table's own additional cards come last.
        """
        if not self._pools:
            raise Unproved(
                "{card} was drawn, and fair.pools does not say from how many cards", card=card
            )
        pool = self._pools.pop(0)
        chance = self._chance_after(card) if after else self._chance
        place = chance.pick(pool)
        due = {"x" if place >= len(names) else names[place] for names in _pools(pool, owed)}
        if card not in due and not ("x" in due and card[0] == "x"):
            given = " / ".join(sorted(name if name != "x" else "x1 …" for name in due))
            raise Unproved("{card} was drawn; seed and shares give {given}", card=card, given=given)

    def _chance_after(self, card: str) -> FairChance:
        """Return what the next punishment follows from that was drawn after the end of the deal."""
        if not self._links:
            raise Unproved(
                "{card} was drawn after the end, and fair.links lacks its link", card=card
            )
        link = self._links.pop(0)
        if fair.next_link(link, self._written.deal_id) != self._link:
            raise Unproved(
                "the link {link} is not the one before {known}",
                link=link.hex(),
                known=self._link.hex(),
            )
        self._link = link
        return self._seed.linked(link)

    def line(self, line: Act | Leave) -> None:
        """Chain the next line of the log."""
        self._head = fair.chain(self._head, str(line))

    def end(self) -> None:
        """Compare the head, after the last line."""
        if self._head != self._written.head:
            raise Unproved(
                "the head of the log is {due}, not {written}",
                due=self._head.hex(),
                written=self._written.head.hex(),
            )
        if self._pools:
            raise Unproved(
                "fair.pools has {count} more than punishments were drawn", count=len(self._pools)
            )
        if self._links:
            raise Unproved(
                "fair.links has {count} more than were drawn after the end", count=len(self._links)
            )


def _pools(size: int, owed: str | None) -> list[tuple[str, ...]]:
    """Return the cards of the deck, in deck order, of each pool that may have had this size."""
    mild = tuple(name for name in NAMES if not is_hot(name))
    whole = [NAMES, mild]
    without = [tuple(name for name in names if name != owed) for names in whole] if owed else []
    return [names for names in (*whole, *without) if len(names) <= size]
