"""The rule editor on a pty: what a key costs on a slow line."""

from __future__ import annotations

from tests.tui.terminal import WAITING, Terminal, program

UP, DOWN, RIGHT = "\x1b[A", "\x1b[B", "\x1b[C"


def test_bytes_in_the_rule_editor() -> None:
    with Terminal(program("ptylobby.py")) as terminal:
        terminal.shows("Enter starts")
        terminal.cost()
        assert terminal.cost("e") <= 30_000
        terminal.shows("hand size", "Esc back")
        for key in (DOWN, DOWN, UP, DOWN):
            assert 0 < terminal.cost(key) <= 1500, "the cursor moves"
        assert 0 < terminal.cost(RIGHT) <= 2000, "an option is changed"
        assert terminal.cost(20 * DOWN) <= 30_000, "the list goes on"
        assert len(terminal.quiet(calm=WAITING)) == 0, "waiting"
