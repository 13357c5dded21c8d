"""Terminals of every kind: TERM, locale, encoding; letters they do not know; broken bytes."""

from __future__ import annotations

import codecs
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from engine.casino.cards import parse_card
from netcore.client.shell import Client
from tests.tui.terminal import ROOT, Terminal
from tui.settings import Settings
from tui.tables import seat
from tui.terminal import letters
from tui.text import words

BIG5 = {"LANG": "zh_TW.Big5", "PYTHONIOENCODING": "big5"}
"""As where that locale is installed, which few machines have."""


def started(home: Path, env: dict[str, str], *more: str, encoding: str = "utf-8") -> Terminal:
    argv = [sys.executable, "-P", "-m", "tui", "--no-motion", *more]
    folders = {f"XDG_{name}_HOME": str(home / name) for name in ("CONFIG", "DATA", "STATE")}
    terminal = Terminal(argv, env={"HOME": str(home), **folders, **env}, cwd=home)
    terminal.stream.utf8_decoder = codecs.getincrementaldecoder(encoding)("replace")
    return terminal


@pytest.mark.parametrize(
    ("env", "first", "table"),
    [
        ({"TERM": "xterm", "COLORTERM": ""}, "Play UNO", "Your hand ("),
        ({"TERM": "screen", "COLORTERM": ""}, "Play UNO", "Your hand ("),
        ({"TERM": "linux", "COLORTERM": ""}, "Play UNO", "Your hand ("),
        ({"LANG": "C", "LC_ALL": "C"}, "Play UNO", "Your hand ("),
        ({"LANG": "zh_TW.UTF-8"}, "玩 UNO", "你的手牌（"),
        (BIG5, "玩 UNO", "你的手牌（"),
    ],
    ids=lambda value: " ".join(value.values()) if isinstance(value, dict) else "",
)
def test_every_terminal_reaches_the_table(
    env: dict[str, str], first: str, table: str, tmp_path: Path
) -> None:
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    with started(tmp_path, env, "--name", "Ann", encoding=encoding) as terminal:
        terminal.until(lambda text: first in text.replace("  ", " "))
        terminal.send("1")
        text = terminal.until(lambda text: table in text)
        assert "�" not in text, "nothing is broken on its way"
        if env.get("TERM") == "linux" or env is BIG5:
            assert ".---." in text and not any(letter in text for letter in "♠─│┌…·")


def test_a_dumb_terminal_plays_in_lines(tmp_path: Path) -> None:
    with started(tmp_path, {"TERM": "dumb"}, "play", "--name", "Ann") as terminal:
        terminal.shows("Your turn.")
        assert b"\x1b" not in terminal.raw


def test_names_that_the_terminal_cannot_show_are_question_marks(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('name = "张é伟"\n', encoding="utf-8")
    config = ["--config", str(tmp_path / "config.toml")]
    with started(tmp_path, BIG5, *config, encoding="big5") as terminal:
        text = terminal.until(lambda text: "?????" in text)
        assert max(map(cell_len, text.splitlines())) <= 80
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tui", "play", "--plain", *config],
        input=b"", capture_output=True, timeout=60, check=False,
        env={**os.environ, **BIG5, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0 and b"?????" in done.stdout, done.stderr


def test_broken_bytes_are_passed_over(tmp_path: Path) -> None:
    with started(tmp_path, {}, "--name", "Ann") as terminal:
        terminal.shows("Play UNO")
        os.write(terminal.master, b"\xa4\xff\xc3")
        terminal.send("8")
        terminal.shows("Settings")
        assert terminal.process.poll() is None


def test_what_is_typed_in_the_terminals_own_encoding_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding="big5"))
    read = letters._decoder("utf-8")()
    assert read.decode(b"\xa4") + read.decode(b"\xa4\xa4\xe5x") == "中文x"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    read = letters._decoder("utf-8")()
    assert read.decode("中".encode()[:2]) + read.decode("中".encode()[2:]) == "中"


def test_question_marks_are_as_wide_as_what_they_stand_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    monkeypatch.setattr(sys, "stdout", out)
    letters.prepare()
    out.write("a♠小e\u0301\udca0")
    assert out.buffer.getvalue() == b"a???e?"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("encoding", "symbols", "card"),
    [("utf-8", "auto", "8♥"), ("utf-8", "ascii", "8H"), ("latin-1", "auto", "8H")],
)
def test_lines_name_suits_with_what_can_be_written(
    encoding: str, symbols: str, card: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody() -> Client:
        raise AssertionError("nobody plays")

    monkeypatch.setattr("tui.plain.session.run", lambda *_, **__: 0)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding))
    try:
        assert seat.sit(Settings(plain=True, symbols=symbols), nobody, "there") == 0
        assert words.casino_card(parse_card("8h")) == card
    finally:
        words.use_letters(False)
