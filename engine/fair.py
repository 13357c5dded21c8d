"""The fair deck `cardtui/1`: every shuffle follows from secrets fixed before it.

Hides: how bytes become an order, and what is hashed how. Must not know: who keeps the secrets or
when they are shown.
LP(x) is a u32 length and x; H is SHA-256 over such parts. From the host's secret and the players'
shares comes one entropy; shuffle k of a deal (0 the deal itself, then the reshuffles) has its own
key, its own stream of 32-bit numbers, and is Fisher-Yates from the last index down.
The secret is the end of a chain of hashes, and is shown when the deal has ended. What is drawn
after that comes of the link before it: bound for as long as the secret, and hidden until then.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")
_WORD: Final = 2**32


def _lp(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(map(_lp, parts))).digest()


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def commitment(secret: bytes, deal_id: str) -> bytes:
    """Return C, which the host publishes before anybody contributes. `secret` is 32 bytes."""
    return _hash(b"cardtui/commit/1", deal_id.encode(), secret)


def share_commitment(share: bytes, deal_id: str, seat: int) -> bytes:
    """Return what a player publishes before showing the share."""
    return _hash(b"cardtui/player/1", deal_id.encode(), _u32(seat), share)


def entropy(commit: bytes, shares: Sequence[bytes]) -> bytes:
    """Return E, which binds the commitment and every player's share, in seat order."""
    return _hash(b"cardtui/entropy/1", commit, *shares)


def rules_hash(game: str, rules: Any) -> bytes:
    """Return what stands for a game and every option of its rules (docs/RECORD.md)."""
    options = {one.name: getattr(rules, one.name) for one in fields(rules)}
    lines = (f"{name} {_written(options[name])}" for name in sorted(options))
    return _hash(b"cardtui/rules/1", game.encode(), *(line.encode() for line in lines))


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return (
        " ".join(map(str, cast(tuple[object, ...], value)))
        if isinstance(value, tuple)
        else str(value)
    )


def deck_hash(cards: Iterable[object]) -> bytes:
    """Return what stands for a whole deck, given in deck order."""
    return _hash(b"cardtui/deck/1", *(str(card).encode() for card in cards))


def first_head(mixed: bytes, rules: bytes, deck: bytes) -> bytes:
    """Return the head of a deal's log before its first line."""
    return _hash(b"cardtui/log/1", mixed, rules, deck)


def chain(head: bytes, line: str) -> bytes:
    """Return the head of a log after one more line of the record (`p1 play r5`, `p2 leave`).

    A head shows nothing that is hidden: a line is what everybody at the table sees.
    """
    return _hash(b"cardtui/log/1", head, line.encode())


LINKS: Final = 64
"""Links of a chain: a seat draws three more punishments after a deal at most, and ten may play."""


def next_link(link: bytes, deal_id: str) -> bytes:
    """Return the link of a deal's chain that follows from another; the last one is the secret."""
    return _hash(b"cardtui/link/1", deal_id.encode(), link)


def links_before(link: bytes, secret: bytes, deal_id: str) -> int | None:
    """Return how many links before the secret a link stands, from 1; None: nowhere."""
    for number in range(1, LINKS + 1):
        link = next_link(link, deal_id)
        if link == secret:
            return number
    return None


def key(secret: bytes, mixed: bytes, index: int, label: str = "shuffle") -> bytes:
    """Return the key of shuffle number `index`, or of another choice by its label."""
    message = b"".join(map(_lp, (f"cardtui/{label}/1".encode(), mixed, _u32(index))))
    return hmac.digest(secret, message, "sha256")


def numbers(stream_key: bytes) -> Iterator[int]:
    """Yield the 32-bit numbers of a key's stream, without end."""
    counter = 0
    while True:
        block = hmac.digest(stream_key, counter.to_bytes(8, "big"), "sha256")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    """Return a number from 0 to n - 1, each as likely (1 <= n <= 2^32)."""
    limit = _WORD - _WORD % n
    return next(number for number in stream if number < limit) % n


def shuffle(cards: Sequence[T], stream_key: bytes) -> list[T]:
    """Return the cards, given in deck order, as shuffled; index 0 is drawn next."""
    stream = numbers(stream_key)
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


class FairChance:
    """The Chance of one deal: shuffles in turn, and other choices in turn.

    Only the host's secret enters here; `shares` are the players', in seat order.
    """

    def __init__(self, secret: bytes, deal_id: str, shares: Sequence[bytes] = ()) -> None:
        self._secret = secret
        self._mixed = entropy(commitment(secret, deal_id), shares)
        self._shuffles = 0
        self._choices = 0

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """Return the next shuffle's order."""
        self._shuffles += 1
        return shuffle(cards, key(self._secret, self._mixed, self._shuffles - 1))

    def pick(self, n: int) -> int:
        """Return the next choice below n (the dealer's lot, punishments)."""
        self._choices += 1
        return below(numbers(key(self._secret, self._mixed, self._choices - 1, "choice")), n)


@dataclass(frozen=True, slots=True)
class Seed:
    """All that a deal's chance follows from.

    Attributes:
        deal_id: What the deal is called; no two deals share it.
        secret: The host's 32 bytes, which nobody else knows before the deal has ended.
        shares: What the players gave, in seat order.
        seats: Whose shares these are, rising.
        root: What the chain begins with that ends in the secret; empty where none is known.
    """

    deal_id: str
    secret: bytes
    shares: tuple[bytes, ...] = ()
    seats: tuple[int, ...] = ()
    root: bytes = b""

    @staticmethod
    def of(deal_id: str, root: bytes, seats: tuple[int, ...]) -> Seed:
        """Return a seed that lacks the shares of `seats`."""
        return Seed(deal_id, _linked(root, deal_id, LINKS), (), seats, root)

    def link(self, number: int) -> bytes:
        """Return the link so many before the secret, from 1; empty without a chain."""
        assert 0 < number <= LINKS, "a chain is long enough for everybody at a table"
        return _linked(self.root, self.deal_id, LINKS - number) if self.root else b""

    def linked(self, link: bytes) -> FairChance:
        """Return the chance of what is drawn after the deal: with a link in the secret's place."""
        return FairChance(link, self.deal_id, self.shares)

    @property
    def commit(self) -> bytes:
        """C, which is published before anybody gives a share."""
        return commitment(self.secret, self.deal_id)

    @property
    def mixed(self) -> bytes:
        """E, which everybody knows once all shares are shown."""
        return entropy(self.commit, self.shares)

    def chance(self) -> FairChance:
        """Return the chance, from its beginning."""
        return FairChance(self.secret, self.deal_id, self.shares)


def _linked(link: bytes, deal_id: str, times: int) -> bytes:
    for _ in range(times):
        link = next_link(link, deal_id)
    return link
