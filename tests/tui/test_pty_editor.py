"""The rule editor on a pty: what a key costs on a slow line."""

from __future__ import annotations

from tests.tui.terminal import Terminal, program

UP, DOWN, RIGHT = "\x1b[A", "\x1b[B", "\x1b[C"


def test_bytes_in_the_rule_editor() -> None:
    with Terminal(program("ptylobby.py")) as terminal:
        terminal.until(lambda text: "Enter starts" in text)
        terminal.quiet()
        terminal.send("e")
        terminal.until(lambda text: "hand size" in text and "Esc back" in text)
        assert len(terminal.quiet()) <= 30_000
        for key in (DOWN, DOWN, UP, DOWN):
            terminal.send(key)
            assert 0 < len(terminal.quiet()) <= 1500, "the cursor moves"
        terminal.send(RIGHT)
        assert 0 < len(terminal.quiet()) <= 2000, "an option is changed"
        for _ in range(20):
            terminal.send(DOWN)
        assert len(terminal.quiet()) <= 30_000, "the list goes on"
        assert len(terminal.quiet(calm=2.0)) == 0, "waiting"
        terminal.send("u")
        terminal.quiet()
