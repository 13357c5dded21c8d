"""What is sent: all that a terminal does not show yet, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pyte
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.tui.test_canvas import PUTS, drawn
from tui.drawing.canvas import Canvas
from tui.widgets.exact import Shown

WIDTH, HEIGHT = 20, 3
CONSOLE = Console(color_system="256", force_terminal=True)
STYLES = {"": Style(), "x": Style.parse("bold red"), "y": Style.parse("on color(22)")}


def parts(canvas: Canvas) -> Iterator[tuple[int, int, Strip]]:
    for y, row in enumerate(canvas.rows):
        yield 0, y, Strip([Segment(glyph, STYLES[style]) for glyph, style in row])


def send(shown: Shown, *strips: tuple[int, int, Strip]) -> str:
    return shown.send(strips, WIDTH, HEIGHT, CONSOLE)


class Window:
    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)

    def cells(self) -> list[list[object]]:
        return [[self.screen.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT)]


@given(st.lists(PUTS, min_size=1, max_size=4))
def test_a_terminal_shows_each_picture_as_if_it_were_the_first(
    pictures: list[list[tuple[int, int, str, str]]],
) -> None:
    window, shown = Window(), Shown()
    for puts in pictures:
        canvas, fresh = drawn(puts), Window()
        window.stream.feed(send(shown, *parts(canvas)))
        fresh.stream.feed(send(Shown(), *parts(canvas)))
        assert window.cells() == fresh.cells()
        assert send(shown, *parts(canvas)) == "", "it is shown already"


def test_what_is_forgotten_or_of_another_size_is_sent_whole() -> None:
    shown, canvas = Shown(), drawn([(1, 1, "小明", "x")])
    whole = send(shown, *parts(canvas))
    shown.forget()
    assert send(shown, *parts(canvas)) == whole
    line = Strip([Segment("a" * WIDTH)])
    assert send(shown, (0, 0, line)) == "\x1b[1;1H" + "a" * WIDTH
    assert shown.send([(0, 0, line)], WIDTH, HEIGHT + 1, CONSOLE) == "\x1b[1;1H" + "a" * WIDTH


def test_glyphs_that_join_are_sent_together() -> None:
    shown = Shown()
    send(shown, (0, 0, Strip([Segment("cafe" + " " * 16)])))
    assert "e\u0301" in send(shown, (3, 0, Strip([Segment("e\u0301")])))
    assert "\u0301" in send(
        shown, (0, 0, Strip([Segment("cafe")])), (3, 0, Strip([Segment("e\u0301")]))
    )


def test_a_link_is_sent_as_textual_does() -> None:
    linked = Style(link="https://example.org")
    strip = Strip([Segment("a"), Segment("b", linked), Segment("c")])
    sent = send(Shown(), (0, 0, strip))
    assert "https://example.org" in sent and sent.endswith("c")
