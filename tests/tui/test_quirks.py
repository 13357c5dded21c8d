"""Terminals that need something of their own."""

from __future__ import annotations

import re
import sys

import pytest

from tests.tui.terminal import Terminal
from tui.terminal.quirks import prepare

NAME = "TEXTUAL_DISABLE_KITTY_KEY"


@pytest.mark.parametrize(("value", "left"), [("", None), ("0", "0"), ("1", "1")])
def test_an_empty_no_color_says_nothing(value: str, left: str | None) -> None:
    environment = {"NO_COLOR": value}
    prepare(environment)
    assert environment.get("NO_COLOR") == left


@pytest.mark.parametrize(
    ("environment", "value"),
    [
        ({}, None),
        ({"TERM_PROGRAM": "vscode"}, None),
        ({"TERM_PROGRAM": "iTerm.app"}, "1"),
        ({"LC_TERMINAL": "iTerm2"}, "1"),
        ({"LC_TERMINAL": "iTerm2", NAME: "0"}, "0"),
    ],
)
def test_iterm_reports_no_kitty_keys(environment: dict[str, str], value: str | None) -> None:
    prepare(environment)
    assert environment.get(NAME) == value


def test_it_is_set_before_textual_reads_it() -> None:
    """Kitty's keys are switched on with `CSI > ... u`."""
    for program, on in (("other", True), ("iTerm.app", False)):
        argv = [sys.executable, "-P", "-m", "tui", "--symbols", "ascii"]
        with Terminal(argv, env={"TERM_PROGRAM": program}) as terminal:
            terminal.until(lambda text: "Play UNO" in text)
            assert (re.search(rb"\x1b\[>\d+u", terminal.raw) is not None) is on
            terminal.send("q")
            assert terminal.wait() == 0
