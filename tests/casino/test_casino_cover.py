"""`cover` and `best_set` against trying everything, and their work on the widest tables."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.casino import best, cover, sums
from engine.casino.best import best_set
from engine.casino.cover import adds_up

numbers = st.lists(st.integers(0, 13), max_size=8)
values = st.integers(2, 14)


def divides(things, aces, value):
    """Whether the things (index, number) divide into groups: every group of the first is tried."""
    if not things:
        return True
    (first, number), rest = things[0], things[1:]
    if first in aces and divides(rest, aces, value):
        return True
    for size in range(len(rest) + 1):
        for more in combinations(rest, size):
            group = [number, *[other for _, other in more]]
            left = [thing for thing in rest if thing not in more]
            if all(group) and sum(group) == value and divides(left, aces, value):
                return True
    return False


def aces_among(numbers, value):
    """At most four aces, as in a deck; they are worth 14 alone."""
    return [at for at, number in enumerate(numbers) if number == 1][:4] if value == 14 else []


@given(numbers, values)
def test_cover_is_right(numbers, value):
    aces = aces_among(numbers, value)
    groups = cover.cover(numbers, value, aces)
    assert (groups is not None) is divides(list(enumerate(numbers)), aces, value)
    if groups is not None:
        assert sorted(index for group in groups for index in group) == [*range(len(numbers))]
        for group in groups:
            alone = len(group) == 1 and group[0] in aces
            assert alone or sum(numbers[index] for index in group) == value


@given(st.lists(st.integers(1, 13), max_size=7), values)
def test_best_set_is_the_heaviest(numbers, value):
    weights = [1 + index % 3 for index in range(len(numbers))]
    aces = aces_among(numbers, value)
    taken = best_set(numbers, weights, value, aces)
    assert divides([(index, numbers[index]) for index in taken], aces, value)
    heaviest = max(
        sum(weights[index] for index in some)
        for size in range(len(numbers) + 1)
        for some in combinations(range(len(numbers)), size)
        if divides([(index, numbers[index]) for index in some], aces, value)
    )
    assert sum(weights[index] for index in taken) == heaviest


@given(st.lists(st.integers(1, 13), min_size=19, max_size=51), values)
def test_a_wide_best_set_divides(numbers, value):
    aces = aces_among(numbers, value)
    taken = best_set(numbers, [1] * len(numbers), value, aces)
    divided = cover.cover(
        [numbers[index] for index in taken],
        value,
        [place for place, index in enumerate(taken) if index in aces],
    )
    assert divided is not None
    assert bool(taken) is (bool(aces) or adds_up(numbers, value))


@given(numbers, st.integers(1, 14))
def test_adds_up(numbers, value):
    sets = [some for size in range(1, len(numbers) + 1) for some in combinations(numbers, size)]
    assert adds_up(numbers, value) is any(all(some) and sum(some) == value for some in sets)


@given(st.lists(st.integers(0, 13), max_size=9), st.integers(1, 14))
def test_sets_by_total(numbers, most):
    found = sums.sets_by_total(numbers, most)
    for total, sets in enumerate(found):
        assert len(sets) == len(set(sets))
        for mask in sets:
            assert sum(numbers[index] for index in sums.indices_of(mask)) == total
            assert all(numbers[index] for index in sums.indices_of(mask))
    expected = [
        sum(some)
        for size in range(len(numbers) + 1)
        for some in combinations([number for number in numbers if number], size)
        if sum(some) <= most
    ]
    assert sum(map(len, found)) == len(expected)


@pytest.mark.parametrize("size", [20, 30, 40, 51])
def test_the_work_of_cover_is_bounded(size, monkeypatch):
    """Not time but steps are counted: how often a group is filled up."""
    steps = 0
    fill = cover._fill

    def counting(*args):
        nonlocal steps
        steps += 1
        return fill(*args)

    monkeypatch.setattr(cover, "_fill", counting)
    deck = [rank for rank in range(1, 14) for _ in range(4)]
    rng = Random(size)
    worst = 0
    for _ in range(200):
        steps = 0
        chosen = rng.sample(deck, size)
        cover.cover(chosen, 14, [i for i, number in enumerate(chosen) if number == 1])
        cover.cover([number for number in chosen if number < 11], 10)
        worst = max(worst, steps)
    assert worst < 30_000


def test_the_work_of_the_exact_search_is_bounded(monkeypatch):
    deck = [rank for rank in range(1, 14) for _ in range(4)]
    steps = 0
    indices_of = best.indices_of

    def counting(mask):
        nonlocal steps
        steps += 1
        return indices_of(mask)

    monkeypatch.setattr(best, "indices_of", counting)
    rng = Random(1)
    for _ in range(20):
        best_set(rng.sample(deck, best.EXACT), [1] * best.EXACT, 14)
    best_set([1] * 4 + [2] * 4 + [3] * 4 + [4] * 4, [1] * 16, 10)
    assert steps < 20 * 2_000
