"""Places on every size of screen, and fans of cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.fan import fan
from tui.layout import Place, layout


@given(
    st.integers(40, 200),
    st.integers(12, 70),
    st.sampled_from(["uno", "casino"]),
    st.integers(2, 10),
    st.booleans(),
)
def test_places_fill_the_screen_without_overlap(
    width: int, height: int, game: str, players: int, log: bool
) -> None:
    found = layout(width, height, game, players, log)
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


@given(st.integers(1, 60), st.integers(0, 59), st.integers(20, 120))
def test_the_cursor_card_is_always_shown(count: int, cursor: int, width: int) -> None:
    cursor = min(cursor, count - 1)
    found = fan(count, cursor, width, 5, 3, 6, 4)
    assert found.first <= cursor < found.first + found.shown
    assert found.left + found.shown + found.right == count
    assert found.x >= 0
    assert found.x + (found.shown - 1) * found.pitch + 5 <= width
