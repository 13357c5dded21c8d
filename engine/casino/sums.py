"""Which sets of loose cards add up to what, and which divide into groups of one value.

Hides: how these are found, and that they are remembered: they depend on the numbers alone, and the
same few numbers lie on the table again and again. A set is a mask, bit i for the i-th thing.
Must not know: cards, builds, rules.

Where `numbers` are to be in rising order, those too large for a sum are the last; without them the
bits of the others stay what they are, and far fewer different numbers are to be remembered.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeVar

T = TypeVar("T")

REMEMBERED: Final = 6
"""Up to so many numbers are remembered: few enough to come again, and small."""


def sets_by_total(numbers: Iterable[int], most: int) -> list[list[int]]:
    """Return for each total up to `most` (at most 15) the sets of things that add up to it.

    A set is carried with its total in one number: the mask above, the total in the low four bits.

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


def adding(numbers: tuple[int, ...], total: int) -> list[int]:
    """Return every set of `numbers`, which are in rising order, that adds up to `total`."""
    numbers = numbers[: bisect_right(numbers, total)]
    if len(numbers) <= REMEMBERED:
        return _adding(numbers, total)
    return sets_by_total(numbers, total)[total]


@lru_cache(1 << 14)
def _adding(numbers: tuple[int, ...], total: int) -> list[int]:
    return sets_by_total(numbers, total)[total]


def coverable(numbers: tuple[int, ...], value: int, ace: int) -> list[int]:
    """Return every set that divides into groups worth `value`, in order.

    Args:
        numbers: What each thing adds, in rising order.
        value: What each group is to be worth.
        ace: What a 1 is also worth on its own; 0: nothing.
    """
    numbers = numbers[: bisect_right(numbers, value)]
    if len(numbers) <= REMEMBERED:
        return _coverable(numbers, value, ace)
    return covers(numbers, value, ace)


def covers(numbers: tuple[int, ...], value: int, ace: int) -> list[int]:
    """Return the same of numbers in any order."""
    groups = sets_by_total(numbers, value)[value]
    if value == ace:
        groups = groups + [1 << at for at, number in enumerate(numbers) if number == 1]
    return unions(groups)


_coverable = lru_cache(1 << 14)(covers)


def join(bases: list[int], rests: list[int], alone: bool) -> list[int]:
    """Return every base, by itself and with every rest that does not meet it, in order.

    With `alone` also every rest by itself. Both are in order.
    """
    if not rests:
        return bases
    if not bases:
        return rests if alone else []
    sets = {base | rest for base in bases for rest in rests if not base & rest}
    sets.update(bases, rests if alone else ())
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


@lru_cache(1 << 12)
def picker(mask: int) -> Callable[[tuple[T, ...]], tuple[T, ...]]:
    """Return what picks the things in a set out of a tuple."""
    indices = indices_of(mask)
    if len(indices) > 1:
        return itemgetter(*indices)
    # For one index alone a getter would return no tuple; a slice of a tuple is one.
    first = mask.bit_length() - 1
    return itemgetter(slice(first, first + 1))


def indices_of(mask: int) -> list[int]:
    """Return the indices of the things in a set, in rising order."""
    indices: list[int] = []
    while mask:
        first = mask & -mask
        indices.append(first.bit_length() - 1)
        mask ^= first
    return indices
