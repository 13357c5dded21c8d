"""Things said with one key: sent as codes, worded by the reader, seen beside the player."""

from __future__ import annotations

from typing import Any

import pytest

from netcore.wire import messages as m
from netcore.wire.codes import EmoteCode
from tests.tui.driving import press
from tests.tui.settled import text, until
from tests.tui.test_mouse import click
from tests.tui.tuitable import casino, uno
from tui import i18n
from tui.app import CardApp
from tui.plain import commands as plain_commands
from tui.room import Room, part_of
from tui.text import emotes


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_tab_in_the_chat_line_asks_what_to_say(size: tuple[int, int]) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "slash tab")
        seen = " ".join(text(app).split())
        for code in EmoteCode:
            assert emotes.text(code) in seen
        await press(pilot, "3")
        assert table.sent == [m.Emote(EmoteCode.HURRY_UP)]
        await press(pilot, "slash tab escape escape")
        assert "Say:" not in text(app) and len(table.sent) == 1


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_what_was_typed_stays_until_it_is_sent(size: tuple[int, int]) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "slash n i c e")
        line = text(app).splitlines()[-1]
        assert line.startswith(" Say: nice ") and "Enter send" in line and "Esc back" in line
        assert ("Tab quick words" in line) == (size[0] >= 60)
        await press(pilot, "tab")
        assert "nice" not in text(app) and "1 well played!" in text(app)
        await press(pilot, "escape")
        assert text(app).splitlines()[-1].startswith(" Say: nice ")
        await press(pilot, "escape")
        assert "Say:" not in text(app) and "? help" in text(app)
        await press(pilot, "slash space o n e tab 4 slash enter")
        assert table.sent == [m.Emote(EmoteCode.THANKS), m.Chat("nice one")]
        await press(pilot, "slash")
        assert text(app).splitlines()[-1].split()[:2] == ["Say:", "Enter"], "sent, it is gone"


async def test_the_keys_behind_the_line_can_be_clicked() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "slash h i")
        await click(pilot, "Tab quick words")
        assert "1 well played!" in text(app)
        await press(pilot, "escape")
        await click(pilot, "Esc back")
        assert "Say:" not in text(app)
        await press(pilot, "slash")
        await click(pilot, "Enter send")
        assert table.sent == [m.Chat("hi")]


@pytest.mark.parametrize("game", ["uno", "casino"])
async def test_it_stands_beside_the_player_for_a_while(game: str) -> None:
    table = uno() if game == "uno" else casino()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.say(m.Emoted("Bob", 1, EmoteCode.OOPS))
        await pilot.pause()
        players = text(app).splitlines()[1]
        assert "oops!" in players and "Bob: oops!" in text(app)
        later = app.ctx.now() + emotes.SECONDS
        app.ctx.now = lambda: later
        await until(pilot, lambda: "oops!" not in text(app).splitlines()[1])
        assert "Bob: oops!" in text(app)


def test_each_reader_has_it_in_the_own_language() -> None:
    english = {emotes.text(code) for code in EmoteCode}
    assert len(english) == len(EmoteCode) == len(emotes.by_digit())
    for language in ("zh_Hant", "zh_Hans"):
        i18n.use(language)
        try:
            assert not english & {emotes.text(code) for code in EmoteCode}
        finally:
            i18n.use("en")


def test_a_watcher_says_it_in_the_log_alone() -> None:
    room = Room()
    room.take(m.Emoted("Wat", None, EmoteCode.WOW), 1.0)
    assert [line.text for line in room.log] == ["Wat: wow!"] and not room.emoting(1.0)


def test_in_lines_it_is_a_word_and_a_number() -> None:
    client: Any = None
    assert plain_commands.request(client, "emote 1") == m.Emote(EmoteCode.WELL_PLAYED)
    with pytest.raises(plain_commands.BadWord, match="1 well played!, 2 oops!"):
        plain_commands.request(client, "emote")


# --- the log --------------------------------------------------------------------------------


def test_the_parts_of_the_log() -> None:
    room = Room()
    room.tell("played", "play")
    room.tell("said", "chat")
    texts = {
        part: [line.text for line in part_of(room.log, part)] for part in ("all", "game", "talk")
    }  # type: ignore[arg-type]
    assert texts == {"all": ["played", "said"], "game": ["played"], "talk": ["said"]}


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_left_and_right_choose_a_part_of_the_log(size: tuple[int, int]) -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        room = app.ctx.room
        room.tell("Bob plays", "play")
        room.tell("Ann: hi", "chat")
        await press(pilot, "l")
        assert "Everything that happened." in text(app)
        assert "Bob plays" in text(app) and "Ann: hi" in text(app)
        await press(pilot, "right")
        assert "What was played." in text(app)
        assert "Bob plays" in text(app) and "Ann: hi" not in text(app)
        await press(pilot, "right")
        assert "What was said." in text(app)
        assert "Bob plays" not in text(app) and "Ann: hi" in text(app)
        await press(pilot, "escape")
        assert "Bob plays" in text(app) or size[0] < 60
