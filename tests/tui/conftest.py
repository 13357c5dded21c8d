"""No test of the screens sees the rules or the language of the person at the keyboard.

What they say in English goes through a catalogue that knows which texts `make messages` found: a
text that no translator would ever see fails the test that makes it.
"""

from pathlib import Path

import pytest

from tests.tui import settled
from tests.tui.catalogues import English
from tui import i18n, unseen
from tui.drawing import motion
from tui.rules import rulesets
from tui.text import rulewords


@pytest.fixture(autouse=True)
def no_own_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Begin without rulesets of the player's own."""
    monkeypatch.setenv(rulesets.FOLDER_VARIABLE, str(tmp_path / "no-rules"))
    monkeypatch.setattr(rulewords, "_own", {})


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak English, and only texts that can be translated."""
    monkeypatch.setattr(i18n, "_catalogue", English())
    monkeypatch.setattr(i18n, "_language", "en")
    monkeypatch.setattr(i18n, "_instead", None)


@pytest.fixture(autouse=True)
def stillness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing fly over what a test reads; those of motion turn it on."""
    monkeypatch.setattr(motion, "STEPS", 0)


@pytest.fixture(autouse=True)
def quick_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test press a key as soon as it is told what that does; those of `unseen` do not."""
    monkeypatch.setattr(unseen, "LOOK", 0.0)


@pytest.fixture(autouse=True)
def rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a Pilot wait until the app rests, not until the processor does."""
    settled.install(monkeypatch)
