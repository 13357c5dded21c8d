"""No test of the screens sees the rules of the person at the keyboard, or those of another test."""

from pathlib import Path

import pytest

from tui import rulesets, rulewords


@pytest.fixture(autouse=True)
def no_own_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Begin without rulesets of the player's own."""
    monkeypatch.setenv(rulesets.FOLDER_VARIABLE, str(tmp_path / "no-rules"))
    monkeypatch.setattr(rulewords, "_own", {})
