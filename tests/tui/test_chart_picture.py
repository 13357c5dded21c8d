"""Totals as bars: heights, room, negative totals, both symbol sets."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tui.drawing.cards import Pen
from tui.drawing.chart_picture import Course, picture, rows
from tui.drawing.symbols import ASCII, UNICODE


def drawn(courses: list[Course], width: int = 60, height: int = 6, signs: object = UNICODE) -> str:
    pen = Pen(signs, filled=False)  # type: ignore[arg-type]
    return picture(width, height, courses, pen).text()


def test_the_highest_is_full_and_none_is_the_lowest() -> None:
    text = drawn([Course("Ann", (0, 100, 400)), Course("Bob", (50, 50, 50), won=True)])
    lines = text.splitlines()
    assert "Totals, deal 1 to 3" in lines[0]
    assert lines[1].split() == ["Ann", "▁▁▁▁▂▂▂▂████", "400"]
    assert lines[2].split() == ["*", "Bob", "▁▁▁▁▁▁▁▁▁▁▁▁", "50"]


def test_a_single_deal_is_named_alone() -> None:
    assert drawn([Course("Ann", (7,))]).splitlines()[0].strip() == "Totals, deal 1"


def test_ascii_has_eight_heights_too() -> None:
    text = drawn([Course("Ann", tuple(range(8)))], height=3, signs=ASCII)
    assert "____....::::----====++++****####" in text and text.isascii()


def test_below_nothing_is_the_lowest() -> None:
    text = drawn([Course("Ann", (-7, 0, 7))], height=3)
    assert "▁▁▁▁▄▄▄▄████" in text


@pytest.mark.parametrize("width", [40, 60, 80])
def test_only_the_last_deals_are_shown_where_room_is_short(width: int) -> None:
    text = drawn([Course("A rather long name", tuple(range(100)))], width)
    assert all(cell_len(line) <= width for line in text.splitlines())
    assert "to 100" in text and "deal 1 " not in text and " 99" in text


def test_one_deal_is_no_course() -> None:
    assert rows([]) == 0 and rows([Course("Ann", (3,))]) == 0
    assert rows([Course("Ann", (3, 4)), Course("Bob", (0, 0))]) == 4


def test_where_there_is_room_bars_are_of_several_rows() -> None:
    text = drawn([Course("Ann", (0, 50, 400)), Course("Bob", (100, 200, 300))], height=9)
    lines = [line.rstrip() for line in text.splitlines()]
    assert lines[0].strip() == "Totals, deal 1 to 3" and lines[4] == ""
    left = 6
    assert [line[left : left + 12] for line in lines[1:4]] == [
        "        ████",
        "        ████",
        "▁▁▁▁▃▃▃▃████",
    ]
    assert lines[3].startswith("  Ann ▁") and lines[3].endswith(" 400")
    assert lines[7].startswith("  Bob") and lines[7].endswith(" 300")
    assert [len(line) for line in lines[5:8]] == [18, 18, 22]


@pytest.mark.parametrize(("room", "taken"), [(0, 4), (7, 4), (8, 8), (9, 8), (10, 10), (50, 12)])
def test_with_more_room_the_bars_are_taller(room: int, taken: int) -> None:
    courses = [Course("You", (1, 9)), Course("Bob", (3, 4))]
    assert rows(courses, room) == taken
    assert rows([Course("You", (1,))], room) == 0
