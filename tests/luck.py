"""A Chance for tests: the same every time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Luck:
    """Chance that follows from a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        order = list(cards)
        self.rng.shuffle(order)
        return order

    def pick(self, n: int) -> int:
        return self.rng.randrange(n)
