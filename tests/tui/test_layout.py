"""Places on every size of screen, and fans of cards."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.drawing.fan import fan
from tui.drawing.layout import Place, layout


@given(
    st.integers(40, 200),
    st.integers(12, 70),
    st.sampled_from(["uno", "casino"]),
    st.integers(2, 10),
    st.booleans(),
    st.booleans(),
)
def test_places_fill_the_screen_without_overlap(
    width: int, height: int, game: str, players: int, log: bool, talk: bool
) -> None:
    found = layout(width, height, game, players, log, talk)
    assert found is not None
    taken: set[tuple[int, int]] = set()
    for name, place in found.named().items():
        assert place.width >= 0 and place.height >= 0, name
        cells = {
            (x, y)
            for x in range(place.x, place.x + place.width)
            for y in range(place.y, place.y + place.height)
        }
        assert not cells & taken, f"{name} overlaps"
        taken |= cells
    assert len(taken) == width * height


@pytest.mark.parametrize(("width", "height"), [(40, 12), (60, 20), (80, 24), (120, 40)])
def test_the_order_never_changes(width: int, height: int) -> None:
    found = layout(width, height, "uno", 4)
    assert found is not None
    rows = [found.status.y, found.table.y, found.hand.y, found.prompt.y, found.keys.y]
    assert rows == sorted(rows) and len(set(rows)) == 5


def test_too_small_is_said() -> None:
    assert layout(39, 24, "uno", 4) is None
    assert layout(80, 11, "uno", 4) is None


def test_the_log_takes_table_and_hand() -> None:
    found = layout(80, 24, "uno", 4, big_log=True)
    assert found is not None
    assert found.table == found.hand == Place(0, 0, 0, 0)


@given(st.integers(1, 60), st.integers(0, 59), st.integers(20, 120), st.data())
def test_the_cursor_card_is_always_shown(
    count: int, cursor: int, width: int, data: st.DataObject
) -> None:
    cursor = min(cursor, count - 1)
    groups = sorted(data.draw(st.sets(st.integers(1, max(1, count - 1)), max_size=count - 1)))
    found = fan(count, cursor, width, 5, 3, 6, 4, groups)
    x = found.x(cursor)
    assert x is not None and found.at(x, 5) == cursor
    assert found.left + found.shown + found.right == count
    assert found.xs[0] >= 0 and found.xs[-1] + 5 <= width
    assert all(b - a >= 3 for a, b in pairwise(found.xs)), "no card covers another's corner"


def test_groups_stand_apart_where_there_is_room() -> None:
    assert fan(4, 0, 40, 5, 3, 6, 4, (2,)).xs == (0, 6, 14, 20)
    assert fan(4, 0, 24, 5, 3, 6, 4, (2,)).xs == (0, 6, 13, 19)
    assert fan(4, 0, 23, 5, 3, 6, 4, (2,)).xs == (0, 6, 12, 18)
