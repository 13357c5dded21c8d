"""Styles in few bytes: what a terminal shows afterwards is what the whole styles would show."""

from __future__ import annotations

from typing import Any

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

from tui.drawing.palette import full, mono, sixteen
from tui.widgets.sgr import PLAIN, RESET, Look, change, look

PALETTES = {"full": full(), "sixteen": sixteen(), "mono": mono()}


def shown(data: str) -> list[Any]:
    screen = pyte.Screen(80, 1)
    pyte.Stream(screen).feed(data)
    return [screen.buffer[0][x] for x in range(80)]


@pytest.mark.parametrize("name", PALETTES)
@given(st.data())
def test_a_terminal_shows_the_same(name: str, data: st.DataObject) -> None:
    styles = sorted(PALETTES[name].styles)
    chosen = data.draw(st.lists(st.sampled_from(styles), min_size=1, max_size=20))
    system = ColorSystem.STANDARD if name == "sixteen" else ColorSystem.EIGHT_BIT
    whole = brief = ""
    now: Look = PLAIN
    for one in chosen:
        style = PALETTES[name].styles[one]
        wanted = look(style, system)
        assert wanted is not None
        whole += Strip.render_style(style, "ab", color_system=system)
        brief += change(now, wanted) + "ab"
        now = wanted
    brief += change(now, PLAIN)
    assert shown(brief + "c") == shown(whole + "c")
    assert len(brief) <= len(whole) + len(RESET)


def test_nothing_is_sent_twice() -> None:
    red = look(Style.parse("bold color(231) on color(160)"), ColorSystem.EIGHT_BIT)
    assert red == Look("38;5;231", "48;5;160", frozenset({"1"}))
    assert change(red, red) == "" and change(PLAIN, red) == "\x1b[1;38;5;231;48;5;160m"
    other = Look("38;5;231", "48;5;78", frozenset({"1"}))
    assert change(red, other) == "\x1b[48;5;78m"
    assert change(red, Look("38;5;231", "48;5;78")) == "\x1b[0;38;5;231;48;5;78m"
    assert change(red, PLAIN) == RESET


def test_a_link_is_more_than_codes() -> None:
    assert look(Style(link="https://example.org"), ColorSystem.EIGHT_BIT) is None
