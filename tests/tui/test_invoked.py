"""What is to be typed to run this program once more."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tui.invoked import program
from tui.text.address import Invite, join_line, parse_invite


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "my games" / "cardtui"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_its_name_where_that_is_found(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join(["/nowhere", str(script.parent)]))
    assert program() == "cardtui"


def test_else_the_path_that_was_typed(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", [str(script), "play"])
    assert program() == f"'{script}'"


def test_else_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", ["/lib/tui/__main__.py"])
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    assert program() == "/usr/bin/python3 -m tui"


def test_a_join_line_may_be_typed_as_a_whole_whatever_runs_it() -> None:
    invite = Invite("10.0.0.7", 7777, "7KQ2-M9XW", tls=False)
    for run in ("cardtui", ".venv/bin/cardtui"):
        assert parse_invite(join_line(invite, run)) == invite
