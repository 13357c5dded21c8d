"""The cell diff, and lengths in cells."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.drawing.canvas import Canvas, changes, clip, wrap

TEXT = st.text(alphabet="ab ♥小明=", max_size=12)
PUTS = st.lists(st.tuples(st.integers(-2, 22), st.integers(0, 2), TEXT, st.sampled_from("xy")))


def drawn(puts: list[tuple[int, int, str, str]]) -> Canvas:
    canvas = Canvas(20, 3)
    for put in puts:
        canvas.put(*put)
    return canvas


@given(PUTS, PUTS)
def test_the_changed_runs_are_all_that_is_needed(
    old: list[tuple[int, int, str, str]], new: list[tuple[int, int, str, str]]
) -> None:
    before, after = drawn(old), drawn(new)
    screen = [row[:] for row in before.rows]
    for x, y, cells in changes(before.rows, after.rows):
        screen[y][x : x + cells] = after.rows[y][x : x + cells]
        assert after.rows[y][x][0] != "", "a run begins inside a wide glyph"
        assert before.rows[y][x][0] != "", "a run begins inside a wide glyph that was there"
        if x + cells < 20:
            assert after.rows[y][x + cells][0] != ""
    assert screen == after.rows


@given(PUTS)
def test_every_row_is_as_wide_as_the_canvas(puts: list[tuple[int, int, str, str]]) -> None:
    for row in drawn(puts).rows:
        assert sum(cell_len(glyph) for glyph, _ in row) == 20


def test_equal_pictures_cost_nothing() -> None:
    puts = [(1, 1, "小明", "x")]
    assert list(changes(drawn(puts).rows, drawn(puts).rows)) == []


def test_one_changed_cell_is_one_run() -> None:
    assert list(changes(drawn([(3, 1, "a", "x")]).rows, drawn([(3, 1, "b", "x")]).rows)) == [
        (3, 1, 1)
    ]


@given(TEXT, st.integers(0, 10))
def test_clipped_text_fits(text: str, width: int) -> None:
    assert cell_len(clip(text, width, "…")) <= width


@given(st.text(alphabet="ab 小明", max_size=40), st.integers(4, 12))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrap(text, width, " ")
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_what_is_tied_stays_on_one_line() -> None:
    assert wrap("Which?  r\u00a0red  g\u00a0green", 17) == ["Which?  r red ", "g green"]
    assert wrap("哪種？  r\u00a0紅色  g\u00a0綠色", 17) == ["哪種？  r 紅色 ", "g 綠色"]


def test_chinese_is_broken_between_letters_but_no_line_begins_with_a_full_stop() -> None:
    assert wrap("輪到你了。Enter 打出紅7，喊 UNO！", 12) == [
        "輪到你了。",
        "Enter 打出",
        "紅7，喊",
        "UNO！",
    ]
    assert wrap("一二三四五。", 10) == ["一二三四", "五。"]
    assert wrap("抽「牌」", 7) == ["抽", "「牌」"]


def test_neither_a_card_nor_a_number_and_what_it_counts_are_torn() -> None:
    assert wrap("合規。手牌：紅4。", 16) == ["合規。手牌：", "紅4。"]
    assert wrap("你出綠+2。", 8) == ["你出", "綠+2。"]
    assert wrap("每人發 7 張牌。", 9) == ["每人發", "7 張牌。"]
