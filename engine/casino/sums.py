"""Which sets of loose cards add up to what, and which divide into groups of one value.

Hides: how these are found, and that they are remembered: they depend on the numbers alone, and the
same few numbers lie on the table again and again. A set is a mask, bit i for the i-th thing.
Must not know: cards, builds, rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, TypeVar

T = TypeVar("T")

REMEMBERED: Final = 5
"""Up to so many numbers are remembered: few enough to come again, and small."""


def sets_by_total(numbers: Iterable[int], most: int) -> list[list[int]]:
    """Return for each total up to `most` (at most 15) the sets of things that add up to it.

    A set is a mask, bit i for the i-th thing. This is the inner loop of every listing, so a set
    is carried with its total in one number: the mask above, the total in the lowest four bits.

    Args:
        numbers: What each thing adds; a thing of 0 stands in no sum.
        most: The largest total wanted.
    """
    sets = [0]
    bit = 16
    for number in numbers:
        if 0 < number <= most:
            step, room = bit + number, most - number
            sets += [known + step for known in sets if known & 15 <= room]
        bit += bit
    sums: list[list[int]] = [[] for _ in range(most + 1)]
    for known in sets:
        sums[known & 15].append(known >> 4)
    return sums


class Sums:
    """The sets of some numbers, each found on first use.

    Attributes:
        by_total: For each total from 0 to the cap, the sets that add up to it.
    """

    __slots__ = ("_coverable", "_laid", "ace", "by_total", "numbers")

    def __init__(self, numbers: Sequence[int], cap: int, ace: int) -> None:
        self.numbers = numbers
        self.ace = ace
        self.by_total = sets_by_total(numbers, cap)
        self._coverable: dict[int, list[int]] = {}
        self._laid: dict[tuple[int, int, bool], list[int]] = {}

    def groups(self, value: int) -> list[int]:
        """Return the single groups worth `value`: a 1 alone is also worth `ace`."""
        groups = self.by_total[value]
        if value == self.ace:
            groups = groups + [1 << at for at, number in enumerate(self.numbers) if number == 1]
        return groups

    def coverable(self, value: int) -> list[int]:
        """Return every set that divides into groups worth `value`, in order."""
        found = self._coverable.get(value)
        if found is None:
            found = self._coverable[value] = unions(self.groups(value))
        return found

    def laid(self, rise: int, value: int, equal: bool) -> list[int]:
        """Return every set that one more number makes coverable, in order.

        Args:
            rise: What that number lacks to `value`; 0: nothing.
            value: What each group is to be worth.
            equal: Whether what was added is worth `value` by itself.
        """
        if not equal and not self.by_total[rise]:
            return []
        key = (rise, value, equal)
        found = self._laid.get(key)
        if found is None:
            bases = self.by_total[rise] if rise else []
            found = self._laid[key] = join(bases, self.coverable(value), equal)
        return found


def sums_of(numbers: tuple[int, ...], cap: int, ace: int) -> Sums:
    """Return the sets of `numbers`.

    Args:
        numbers: What each thing adds; a thing of 0 stands in no sum.
        cap: The largest total wanted, at most 15.
        ace: What a 1 is also worth on its own; 0: nothing.
    """
    if len(numbers) <= REMEMBERED:
        return _remembered(numbers, cap, ace)
    return Sums(numbers, cap, ace)


_remembered = lru_cache(1 << 13)(Sums)


def join(bases: list[int], rests: list[int], equal: bool) -> list[int]:
    """Return every base, alone and with every rest that does not meet it, in order.

    With `equal` also every rest by itself.
    """
    sets = set(bases)
    for base in bases if rests else ():
        sets.update([base | rest for rest in rests if not base & rest])
    if equal:
        sets.update(rests)
    return sorted(sets)


def unions(groups: list[int]) -> list[int]:
    """Return every union of disjoint groups, in order; none without groups."""
    if len(groups) < 2:
        return groups
    found = {0}
    for group in groups:
        found.update([known | group for known in found if not known & group])
    found.discard(0)
    return sorted(found)


def with_group(sets: list[int], group: int) -> list[int]:
    """Return `sets`, which are closed under union, closed with a group that meets none of them."""
    return [*sets, group, *[known | group for known in sets]]


def _getter(mask: int) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    indices = indices_of(mask)
    if len(indices) > 1:
        return itemgetter(*indices)
    return lambda things: tuple([things[index] for index in indices])


def select(things: Sequence[T], mask: int) -> tuple[T, ...]:
    """Return the things in a set."""
    if mask < len(_GETTERS):
        return _GETTERS[mask](things)
    return tuple([things[index] for index in indices_of(mask)])


def indices_of(mask: int) -> list[int]:
    """Return the indices of the things in a set, in rising order."""
    indices: list[int] = []
    while mask:
        first = mask & -mask
        indices.append(first.bit_length() - 1)
        mask ^= first
    return indices


_GETTERS: Final = tuple(map(_getter, range(1 << 8)))
"""For each set of the first eight things, what picks them: most sets are such."""
