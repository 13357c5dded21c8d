"""What every bot is given besides its view: how well to play, and luck."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

Level: TypeAlias = Literal["easy", "normal", "hard"]


class Rng(Protocol):
    """Luck, as `random.Random` gives it."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        ...

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to `stop` - 1."""
        ...
