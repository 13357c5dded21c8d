"""When everything that is kept is looked at, and that play leaves nothing behind to look for."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from netcore.messages import Ack
from netcore.tidying import LONGEST, MANY, REST, Tidying, chosen_moments, grown
from tests.netcore.test_table import legal, on_turn, started


@pytest.fixture(autouse=True)
def as_usual() -> Iterator[None]:
    assert gc.isenabled()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


def test_nothing_is_looked_at_by_itself_meanwhile() -> None:
    with chosen_moments():
        assert not gc.isenabled()
        with chosen_moments():  # another server of this process
            pass
        assert not gc.isenabled()
        before = grown()
        kept: list[list[int]] = [[] for _ in range(20_000)]
        assert grown() - before > len(kept) // 2, "objects are counted all the same"
    assert gc.isenabled()


def test_it_is_looked_at_while_nobody_plays() -> None:
    tidying = Tidying(0.0)
    assert not tidying.due(1.0, 5, 0), "somebody plays"
    assert not tidying.due(2.0, 5, 0), "and did only just now"
    assert tidying.due(REST, 5, 0)
    assert not tidying.due(2 * REST, 5, 0), "nothing has happened since"
    assert not tidying.due(2 * REST + 1, 6, 0)
    assert tidying.due(2 * REST + 2, 6, 0)


def test_those_who_always_play_wait_for_it_rarely() -> None:
    tidying, acts = Tidying(0.0), 0
    while True:
        acts += 1
        if tidying.due(float(acts), acts, MANY - 1):
            break
    assert acts == LONGEST
    assert tidying.due(LONGEST + 1, acts + 1, MANY), "but memory is not filled"


def test_play_leaves_nothing_behind_that_refers_to_itself() -> None:
    pair, guests = started(4, timer=60)
    gc.collect()
    gc.disable()
    answers = 0
    while answers < 150:
        active = on_turn(pair, guests)
        actions = legal(pair, active)
        answers += isinstance(active.act(actions[answers % len(actions)]), Ack)
        if pair.table.desk.phase != "deal":
            break
    assert answers > 10
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    ours = [type(one) for one in gc.garbage if type(one).__module__.startswith(("engine", "net"))]
    assert not ours
