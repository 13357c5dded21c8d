"""Terminals that draw a suit in one cell or two, say nothing, nonsense, or say it too late."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.terminal import ROOT, Terminal, program
from tui.terminal import probe

QUESTION = b"\x1b[6n"


class Answering(Terminal):
    """A terminal that answers the question for the cursor with some bytes."""

    answer = b""

    def _answer(self, sent: bytes) -> None:
        super()._answer(sent)
        if QUESTION in sent and self.answer:
            os.write(self.master, self.answer)


def asked(
    answer: bytes, patience: str = "30", argv: list[str] | None = None, home: Path = ROOT
) -> Answering:
    terminal = Answering(argv or program("ptyprobe.py", patience), env={"HOME": str(home)})
    terminal.answer = answer
    return terminal


@pytest.mark.parametrize(
    ("answer", "cells"),
    [
        (b"\x1b[1;2R", 1),
        (b"\x1b[24;3R", 2),
        (b"\x1b[1;1R", 0),
        (b"\x1b[1;4R", 3),
        (b"\x1b[1;5R", None),
        (b"\x1b[1;40R", None),
        (b"x\x1b[A\x1b[1;2R", 1),
    ],
)
def test_what_the_terminal_says(answer: bytes, cells: int | None) -> None:
    with asked(answer) as terminal:
        text = terminal.until(lambda text: "cells: " in text)
        assert text.splitlines()[0] == f"cells: {cells}", "the suit is wiped away again"
        terminal.send("abc\r")
        assert "typed: 'abc\\n'" in terminal.until(lambda text: "typed" in text)


@pytest.mark.parametrize("answer", [b"", b"\x1b[1;R", b"\x1b[;2R", b"R" * 100, b"\x00\xff" * 40])
def test_silence_and_nonsense(answer: bytes) -> None:
    with asked(answer, "0.2") as terminal:
        assert "cells: None" in terminal.until(lambda text: "cells: " in text)


def test_who_babbles_is_not_listened_to_for_ever() -> None:
    with asked(b"z" * 5000, "600") as terminal:
        terminal.until(lambda text: "cells: None" in text)


def test_what_is_typed_after_the_answer_is_kept() -> None:
    with asked(b"\x1b[1;2Rhello\r") as terminal:
        assert "typed: 'hello\\n'" in terminal.until(lambda text: "typed" in text)


def test_the_terminal_is_given_back_as_it_was() -> None:
    import termios

    with asked(b"\x1b[1;2R") as terminal:
        before = termios.tcgetattr(terminal.master)
        terminal.until(lambda text: "cells: " in text)
        assert termios.tcgetattr(terminal.master) == before


def test_no_terminal_is_asked_nothing() -> None:
    done = subprocess.run(
        program("ptyprobe.py", "600"),
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert done.stdout == "cells: None\n"


@pytest.mark.parametrize(
    ("answer", "options", "edge"),
    [
        (b"\x1b[1;2R", (), "▌"),
        (b"\x1b[1;3R", (), "|"),
        (b"\x1b[1;4R", (), "|"),
        (b"", (), "▌"),
        (b"\x1b[1;3R", ("--symbols", "unicode"), "▌"),
        (b"\x1b[1;2R", ("--symbols", "ascii"), "|"),
    ],
)
def test_the_start_screen_is_drawn_accordingly(
    answer: bytes, options: tuple[str, ...], edge: str, tmp_path: Path
) -> None:
    argv = [sys.executable, "-m", "tui", *options, "--name", "Ann"]
    with asked(answer, argv=argv) as terminal:
        text = terminal.shows("Hello Ann", edge)
        assert "▌|".replace(edge, "") not in text
        assert (b"\x1b[6n" in terminal.raw) == (not options)
        terminal.send("q")
        assert terminal.wait() == 0


def test_an_answer_that_comes_late_is_no_key(tmp_path: Path) -> None:
    start_screen = [sys.executable, "-m", "tui", "--name", "Ann"]
    with asked(b"", argv=start_screen, home=tmp_path) as terminal:
        terminal.shows("Hello Ann", "> 1")
        terminal.send("\x1b[B")
        second = terminal.shows("> 2")
        terminal.send("\x1b[A")
        terminal.shows("> 1")
        terminal.send("\x1b[1;2R\x1b[B")
        assert terminal.shows("> 2") == second
        terminal.send("q")
        assert terminal.wait() == 0


def test_other_terminals_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from tui.drawing.symbols import ASCII, UNICODE, choose

    calls: list[int] = []

    def cells(answer: int | None) -> Callable[[], int | None]:
        def ask() -> int | None:
            calls.append(1)
            return answer

        return ask

    for term in ("linux", "vt100", "dumb"):
        assert choose("auto", "utf-8", {"TERM": term}, cells(1)) is ASCII
    assert choose("auto", "latin-1", {"TERM": "xterm"}, cells(1)) is ASCII
    assert choose("unicode", "utf-8", {"TERM": "xterm"}, cells(2)) is UNICODE
    assert calls == []
    assert choose("auto", "utf-8", {"TERM": "xterm"}, cells(2)) is ASCII
    assert choose("auto", "utf-8", {"TERM": "xterm"}, cells(None)) is UNICODE
    assert probe.cells_of_a_suit() is None, "pytest is no terminal"
