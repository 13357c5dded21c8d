"""The log is said anew in another language, all of it, as it would have been told in that one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from netcore.client.audit import Audited
from netcore.wire import messages as m
from netcore.wire.codes import EmoteCode, NoteCode
from tests.tui.driving import press
from tests.tui.records import played
from tests.tui.settled import text
from tests.tui.test_settings_screen import at
from tests.tui.tuitable import uno
from tui import configfile, i18n
from tui.app import CardApp
from tui.records.reel import Reel, ReelRoom
from tui.room import Room
from tui.text import words


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    i18n.use("en")
    words.use_call("")
    words.use_letters(False)


def told(room: Room) -> list[str]:
    return [line.text for line in room.log] + [line.text for line in room.did.values()]


def messages(game: str, preset: str) -> Iterator[Any]:
    """Yield what a client is told of a deal, and everything else that gets into its log."""
    reel, told_of = Reel(played(game, preset, 3, deals=1)), list[Any]()

    class Heard(ReelRoom):
        def take(self, message: Any, now: float) -> None:
            told_of.append(message)
            super().take(message, now)

    room = Heard()
    for number in range(reel.last + 1):
        reel.step(room, number, 0)
    yield m.Seated("t", 0, "token", "Ann", True)
    first = told_of[0]
    yield replace(first, phase="lobby")
    other = "street" if game == "uno" else "royal"
    yield replace(first, phase="lobby", punishments="off", preset=other)
    yield m.Said("Bob", 1, "hello")
    yield m.Said("Ann", 0, "hi")
    yield m.Emoted("Bob", 1, next(iter(EmoteCode)))
    yield m.Note(NoteCode.JOINED, {"who": "Bob", "seat": 1})
    yield told_of[0]
    yield replace(told_of[1], events=())  # who comes in is told how it stands
    yield from told_of[1:]
    yield Audited(1, "verified", shared=True)


@pytest.mark.parametrize("preset", ["uno/official", "uno/kano", "casino/seed"])
def test_the_whole_log_is_said_anew(preset: str) -> None:
    kept, fresh = Room(), Room()
    for message in messages(*preset.split("/")):
        kept.take(message, 0.0)
    assert kept.lobby is not None
    english = told(kept)
    i18n.use("zh_Hant")
    words.use_call(kept.lobby.preset)
    for message in messages(*preset.split("/")):
        fresh.take(message, 0.0)
    assert told(kept) == told(fresh) and len(english) > 20
    assert not set(english) & set(told(kept))
    assert "Bob: hello" in english and "Bob：hello" in told(kept), "what somebody said stays"
    i18n.use("en")
    words.use_call(kept.lobby.preset)
    assert told(kept) == english


def test_suits_of_old_lines_follow_the_symbols() -> None:
    room = Room()
    for message in messages("casino", "seed"):
        room.take(message, 0.0)
    assert not "".join(told(room)).isascii()
    words.use_letters(True)
    assert "".join(told(room)).isascii()


async def test_the_log_on_the_screen_follows_the_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(configfile, "chosen_path", lambda: tmp_path / "chosen.toml")
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = told(app.ctx.room)
        await press(pilot, "comma " + at("lang") + " right right escape")
        assert i18n.language() == "zh_Hant"
        seen = text(app)
        assert "你" in seen and not any(line in seen for line in before)
