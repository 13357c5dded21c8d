"""Dividing things into groups of one value: the check that decides everything in Casino.

Hides: the search. Things go by the number they add, all fives alike, so the work depends on how
many of each number there are, never on 2^n subsets: 40 cards take a few milliseconds at worst.
Must not know: rules, hands, who may do what. (An Ace that may also stand alone is an `ace`.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Groups: TypeAlias = list[list[int]]
"""Groups of indices into the things that were to be divided."""


def cover(numbers: Sequence[int], value: int, aces: Sequence[int] = ()) -> Groups | None:
    """Divide all things into disjoint groups worth `value`; None when that cannot be done.

    Args:
        numbers: What each thing adds to a sum; 0 adds to none and fits nowhere.
        value: What each group is to be worth, 1 or more.
        aces: Indices of things that are also worth `value` on their own.

    Returns:
        Groups of indices, each with one ace alone or with numbers that add up to `value`. No
        things are no groups: `[]`. How many groups there are is the same for every division.
    """
    if not numbers:
        return []
    if min(numbers) <= 0 or max(numbers) > value:
        return None
    # Each ace alone leaves its number out of the sums. With at most four aces of 1 and a value
    # of 14 the remainder says exactly how many stand alone.
    total = sum(numbers)
    alone = total % value
    if alone > len(aces):
        return None
    if total == value:
        return [[*range(len(numbers))]]
    return _pick(numbers, value, [[index] for index in aces[:alone]])


def _pick(numbers: Sequence[int], value: int, groups: Groups) -> Groups | None:
    """Divide what is not yet in `groups`, then turn numbers back into things."""
    shelves: list[list[int]] = [[] for _ in range(value + 1)]
    for index in range(len(numbers) - 1, -1, -1):
        if [index] not in groups:
            shelves[numbers[index]].append(index)
    sums = _divide([len(shelf) for shelf in shelves], value, set())
    if sums is None:
        return None
    return groups + [[shelves[number].pop() for number in group] for group in sums]


def _divide(counts: list[int], value: int, failed: set[tuple[int, ...]]) -> Groups | None:
    """Divide numbers, given as counts, into groups that add up to `value`.

    The largest number must be in some group, so only its groups are tried; what could not be
    divided once is remembered in `failed`.
    """
    largest = len(counts) - 1
    while largest and not counts[largest]:
        largest -= 1
    if not largest:
        return []
    key = tuple(counts)
    if key in failed:
        return None
    counts[largest] -= 1
    groups = _fill(counts, value, [largest], value - largest, failed)
    counts[largest] += 1
    if groups is None:
        failed.add(key)
    return groups


def _fill(
    counts: list[int], value: int, group: list[int], room: int, failed: set[tuple[int, ...]]
) -> Groups | None:
    """Fill `group` up to `value` with numbers no larger than its last, then divide the rest."""
    if not room:
        rest = _divide(counts, value, failed)
        return None if rest is None else [group, *rest]
    for number in range(min(room, group[-1]), 0, -1):
        if counts[number]:
            counts[number] -= 1
            groups = _fill(counts, value, [*group, number], room - number, failed)
            counts[number] += 1
            if groups is not None:
                return groups
    return None


def adds_up(numbers: Sequence[int], value: int) -> bool:
    """Say whether some of the numbers (one or more of them) add up to `value`, 1 or more."""
    return bool(reached(numbers) >> value & 1)


def reached(numbers: Sequence[int]) -> int:
    """Return what some of the numbers (or none) add up to: bit t for the total t."""
    totals = 1
    for number in numbers:
        totals |= totals << number
    return totals
