"""What of one table has to be durable, and what is held back until it is.

Hides: epochs, counts of records, and the order in which a table's words wait. Must not know:
connections, disks (`keeper` writes), what an entry says.

Whatever a table says rests on all entries before it, so it waits for the last of them; what comes
later waits behind it, entries or not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from netcore.journal.entries import Entry, encode
from netcore.journal.outcome import Outcome
from netcore.journal.store import Append, Opening, State

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Keeping(Generic[T]):
    """One table in the store, and what it has said and nobody has heard yet.

    Attributes:
        table: Its id in the store.
        epoch: In which this server holds it.
        count: How many records it has, those on their way included.
        opening: What is known from the start, until the first append has gone.
    """

    table: str
    epoch: int
    count: int = 0
    opening: Opening | None = None
    _durable: int = 0
    _held: deque[tuple[int, T]] = field(default_factory=deque[tuple[int, T]])

    def __post_init__(self) -> None:
        self._durable = self.count

    def append(
        self,
        entries: Sequence[Entry],
        now: int,
        state: State | None = None,
        outcomes: Sequence[Outcome] = (),
    ) -> Append:
        """Return what is to be written; `now`: seconds since 1970."""
        opening, self.opening = self.opening, None
        expected = self.count
        self.count += len(entries)
        return Append(
            self.table,
            self.epoch,
            expected,
            tuple(map(encode, entries)),
            now,
            state,
            tuple(outcomes),
            opening,
        )

    # --- holding back ---

    def say(self, words: Sequence[T]) -> list[T]:
        """Take what the table says; return what of it may be said now."""
        self._held.extend((self.count, word) for word in words)
        return self._release()

    def durable(self, count: int) -> list[T]:
        """So many records are durable; return what may be said now."""
        self._durable = max(self._durable, count)
        return self._release()

    def waiting(self) -> list[T]:
        """Return what is held back."""
        return [word for _, word in self._held]

    def _release(self) -> list[T]:
        free: list[T] = []
        while self._held and self._held[0][0] <= self._durable:
            free.append(self._held.popleft()[1])
        return free
