"""The numbers of `--plain`: which choice a typed number means, and when that is in doubt.

Hides: how long after a list has changed a number may have been meant for the list before. Must not
know: what is chosen, how anything is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tui.text.choices import SHOWN, Choice

LATE: Final = 1.0
"""Seconds in which nobody has heard a new list and answered it."""


class InDoubt(Exception):
    """The number has just got another meaning, which is the message; typed once more it counts."""


class Numbers:
    """What was listed last, by number from 1."""

    def __init__(self, now: Callable[[], float], late: float) -> None:
        """List nothing.

        Args:
            now: The time.
            late: LATE, or 0 for who answers as fast as it is written.
        """
        self._now = now
        self._late = late
        self._listed: Sequence[Choice] = ()
        self._before: tuple[str, ...] = ()
        self._until = 0.0
        self._chosen = False

    @property
    def listed(self) -> Sequence[Choice]:
        """What the numbers stand for."""
        return self._listed[:SHOWN]

    @property
    def others(self) -> int:
        """How many choices there are that have no number."""
        return max(0, len(self._listed) - SHOWN)

    def give(self, choices: Sequence[Choice]) -> None:
        """Give the numbers to these choices."""
        old, new = _texts(self._listed), _texts(choices)
        if old and old != new and not self._chosen:
            self._before, self._until = old, self._now() + self._late
        self._listed = choices
        self._chosen = self._chosen and old == new

    def meant(self, number: int) -> Choice | None:
        """Return what a number stands for; None for nothing. Raises InDoubt."""
        if not 0 < number <= len(self.listed):
            return None
        choice = self._listed[number - 1]
        before, self._before = self._before, ()
        if self._now() < self._until and before[number - 1 : number] not in ((), (choice.text,)):
            raise InDoubt(choice.text)
        self._chosen = True  # what comes of it is no surprise
        return choice


def _texts(choices: Sequence[Choice]) -> tuple[str, ...]:
    return tuple([choice.text for choice in choices[:SHOWN]])
