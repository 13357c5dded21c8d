"""The best set of things to take: exact for a usual table, greedy for a very wide one.

Hides: the search for a best selection and where it stops being exact. Must not know: rules, hands.
If everybody trails, 51 cards can lie on the table, with more selections than anybody could list;
so up to `EXACT` things the best is found, above it a good one, and nothing ever freezes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.casino.sums import indices_of, sets_by_total

EXACT: Final = 18
"""Up to so many things the best set is exact."""


def best_set(
    numbers: Sequence[int], weights: Sequence[int], value: int, aces: Collection[int] = ()
) -> list[int]:
    """Return which things to take so that they divide into groups worth `value`.

    Args:
        numbers: What each thing adds to a sum; 0 adds to none.
        weights: What each thing is worth having, 1 or more.
        value: What each group is to be worth.
        aces: Indices of things that are also worth `value` on their own.

    Returns:
        Indices in rising order, together as heavy as possible up to `EXACT` things; empty when
        no group can be made.
    """
    alone = [index for index, number in enumerate(numbers) if number == value]
    small = [index for index, number in enumerate(numbers) if 0 < number < value]
    search = _exact if len(small) <= EXACT else _greedy
    taken = search(
        [numbers[index] for index in small],
        [weights[index] for index in small],
        value,
        [place for place, index in enumerate(small) if index in aces],
    )
    return sorted(alone + [small[place] for place in taken])


def _exact(
    numbers: Sequence[int], weights: Sequence[int], value: int, aces: Collection[int]
) -> list[int]:
    """Decide thing by thing: it stays, or one of the groups it begins is taken."""
    groups: dict[int, list[tuple[int, int]]] = {1 << index: [] for index in range(len(numbers))}
    for mask in [*sets_by_total(numbers, value)[value], *[1 << index for index in aces]]:
        weight = sum([weights[index] for index in indices_of(mask)])
        groups[mask & -mask].append((mask, weight))
    known: dict[int, tuple[int, int]] = {0: (0, 0)}

    def solve(rest: int) -> tuple[int, int]:
        if rest in known:
            return known[rest]
        first = rest & -rest
        best = solve(rest ^ first)
        for mask, weight in groups[first]:
            if mask & rest == mask:
                more, taken = solve(rest ^ mask)
                if weight + more > best[0]:
                    best = (weight + more, mask | taken)
        known[rest] = best
        return best

    return indices_of(solve((1 << len(numbers)) - 1)[1])


def _greedy(
    numbers: Sequence[int], weights: Sequence[int], value: int, aces: Collection[int]
) -> list[int]:
    """Take the heaviest group again and again, at last the aces that are left."""
    left = list(range(len(numbers)))
    taken: list[int] = []
    while group := _heaviest(left, numbers, weights, value):
        taken += group
        left = [index for index in left if index not in group]
    return taken + [index for index in left if index in aces]


def _heaviest(
    left: Sequence[int], numbers: Sequence[int], weights: Sequence[int], value: int
) -> list[int]:
    """Return the heaviest group that adds up to `value`; empty when there is none."""
    best: list[tuple[int, list[int]] | None] = [(0, []), *[None] * value]
    for index in left:
        for total in range(value, numbers[index] - 1, -1):
            below, now = best[total - numbers[index]], best[total]
            if below is not None:
                weight = below[0] + weights[index]
                if now is None or weight > now[0]:
                    best[total] = (weight, [*below[1], index])
    found = best[value]
    return [] if found is None else found[1]
