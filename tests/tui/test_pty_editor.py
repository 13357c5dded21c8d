"""The rule editor on a pty: what a key costs on a slow line."""

from __future__ import annotations

from tests.tui.terminal import ESCAPE, WAITING, Terminal, program

UP, DOWN, RIGHT = "\x1b[A", "\x1b[B", "\x1b[C"


def test_bytes_in_the_rule_editor() -> None:
    with Terminal(program("ptylobby.py")) as terminal:
        terminal.shows("Enter starts")
        terminal.cost()
        assert terminal.cost("e") <= 5000, "it is sent once"
        terminal.shows("hand size", "Esc back")
        for key in (DOWN, DOWN, UP, DOWN):
            assert 0 < terminal.cost(key) <= 1500, "the cursor moves"
        assert 0 < terminal.cost(RIGHT) <= 2000, "an option is changed"
        assert terminal.cost(20 * DOWN) <= 30_000, "the list goes on"
        assert len(terminal.quiet(calm=WAITING)) == 0, "waiting"


def test_the_way_from_the_lobby_to_the_table_is_sent_once() -> None:
    with Terminal(program("ptylobby.py")) as terminal:
        terminal.shows("Enter starts")
        terminal.cost()
        assert len(terminal.raw) <= 10_000, "from the start on, a screen that waits included"
        assert 0 < terminal.cost("e") <= 5000, "the rules"
        assert 0 < terminal.cost(ESCAPE) <= 5000, "the lobby again"
        assert 0 < terminal.cost("\r") <= 8000, "the table"
        terminal.shows("Your hand")
