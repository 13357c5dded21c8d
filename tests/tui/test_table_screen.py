"""The table screen with its keys pressed: whole games, chat, clicks, resize, NO_COLOR."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from netcore.client.shell import Closed
from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.settled import text
from tests.tui.tuitable import UNO, FakeTable, casino, uno
from tui.app import CardApp
from tui.screens.lobby import LobbyScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.text import words
from tui.widgets.painter import Painter

SIZES = [(60, 20), (80, 24), (120, 40)]
SEEDS = {"official": 8, "street": 2, "crystal": 8}


@pytest.mark.parametrize("size", SIZES)
async def test_help_and_log_come_and_go(size: tuple[int, int]) -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        before = text(app)
        await press(pilot, "question_mark")
        assert "do what the prompt line says" in text(app)
        await press(pilot, "escape")
        assert text(app) == before
        await press(pilot, "l")
        assert "Everything that happened." in text(app)
        await press(pilot, "l")
        assert text(app) == before


async def test_whose_turn_it_is_is_said_beside_the_log_where_no_players_are() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "l")
        assert "Your turn. Everything that happened." in text(app)


async def test_chat_takes_the_letters_and_gives_them_back() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "slash d u enter")
        assert table.sent == [m.Chat("du")] and table.acted == []
        assert "you: du" in text(app)
        await press(pilot, "slash x")
        await pilot.resize_terminal(60, 20)
        await press(pilot, "y")
        assert text(app).splitlines()[-1].split()[:3] == ["Say:", "xy", "Enter"]
        await press(pilot, "escape d")
        assert table.acted == ["draw"]


async def test_chat_that_could_not_be_sent_stays_to_be_sent_again() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.connected = False
        await press(pilot, "slash h i enter")
        assert table.sent == [] and text(app).splitlines()[-1].startswith(" Say: hi ")
        table.connected = True
        await press(pilot, "enter")
        assert table.sent == [m.Chat("hi")]


async def test_full_width_letters_are_keys_and_chinese_text_is_explained() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "你")
        assert "switch the input method" in text(app)
        await press(pilot, "ｄ")
        assert table.acted == ["draw"]


async def test_a_card_is_played_by_clicking_it_twice() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        column = next(
            x for x in range(80) if text(app).splitlines()[16][x : x + 2] in ("G ",) and x > 30
        )
        await pilot.click("#hand", offset=(column, 3))
        first = screen.board.prompt().text
        assert "Enter plays green" in first and table.acted == []
        await pilot.click("#hand", offset=(column, 3))
        await pilot.pause()
        assert len(table.acted) == 1


async def test_enter_pressed_twice_plays_once() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        held: list[Any] = []
        table.say = held.append  # type: ignore[method-assign]
        await press(pilot, "enter enter enter")
        assert table.acted == ["play g2"]


async def test_a_refusal_is_shown() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.say(m.Nak(b"x" * 12, m.TableCode.STALE, 1))
        await pilot.pause()
        assert "Too late: the table has moved on." in text(app)


async def test_the_end_of_the_table_ends_the_program() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        table.say(Closed("kicked"))
        await pilot.pause()
    assert app.why == "The host has removed you from the table."
    assert app.return_code == 5


async def test_the_turn_timer_is_shown() -> None:
    app = CardApp(uno(timer=60).connect)
    app.ctx.now = lambda: 100.0
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "1:00" in text(app)
        app.ctx.now = lambda: 117.0
        app.screen._tick()  # type: ignore[attr-defined]
        await pilot.pause()
        assert "0:43" in text(app)


async def test_resize_keeps_everything() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(60, 20)) as pilot:
        for size in [(120, 40), (40, 12), (39, 11), (80, 24)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await pilot.pause()
            shown = text(app)
            assert len(shown.splitlines()) <= size[1]
            if size == (39, 11):
                assert "The table needs 40x12, this is 39x11." in " ".join(shown.split())
                await press(pilot, "q")
                assert "Leave?" in text(app)
                await press(pilot, "escape")
                continue
            assert "Enter plays green 2." in shown
            assert "Your hand (9)" in shown
            assert "G7" in shown or "│G" in shown or "▐G" in shown


@pytest.mark.parametrize("game", ["uno", "casino"])
async def test_no_color(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A monochrome screen stays playable: letters and signs say it all."""
    monkeypatch.setenv("NO_COLOR", "1")
    table = uno() if game == "uno" else casino()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "question_mark escape slash a escape l l right left enter")
        shown = text(app)
        assert "Your hand" in shown and "▐" not in shown
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                color = segment.style.color if segment.style else None
                assert color is None or color.is_default or len(set(color.triplet or (0,))) == 1


def best_key(board: Any) -> str:
    """Return the key that a hurried player presses next."""
    if board.question is not None:
        return str(board.question.choices[0].keys[0])
    if getattr(board, "marked", None) is not None and hasattr(board, "things"):
        return "enter" if board.shown or board.intents() else "o"
    if board.intent().actions:
        return "enter"
    for index in range(len(board.hand)):
        if board.mark(index):
            return "home" if board.cursor > index else "right"
    return "d" if board.prompt().more.find("d ") >= 0 else "p"


async def play_on(pilot: Pilot[int], app: CardApp, table: FakeTable) -> None:
    """Press keys until the deal is over."""
    for _ in range(3000):
        if table.match.over:
            return
        screen = app.screen
        assert isinstance(screen, TableScreen)
        if screen.board.mine and screen.sent is None:
            await pilot.press(best_key(screen.board))
        else:
            await pilot.pause()
    raise AssertionError("the deal did not end")


@pytest.mark.parametrize("preset", ["official", "street", "crystal"])
async def test_a_whole_round_of_uno(preset: str) -> None:
    table = FakeTable("uno", preset, seats=2, seed=SEEDS[preset])
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        await press(pilot, "enter")
        await play_on(pilot, app, table)
        await pilot.pause()
        assert "Enter shows the points." in text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, ResultScreen)
        assert "left in hand" in text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen)
        assert "round 2" in text(app)


async def test_a_whole_game_of_casino_and_its_rematch() -> None:
    table = FakeTable("casino", seats=2, seed=3)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        await play_on(pilot, app, table)
        await pilot.pause()
        assert table.match.winners
        await press(pilot, "enter")
        assert isinstance(app.screen, ResultScreen)
        assert "most cards" in text(app) and "total" in text(app)
        assert "Enter starts a rematch." in text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen)
        assert "round 1 of 6" in text(app)


@pytest.mark.parametrize("size", [(60, 20), (40, 12)])
async def test_a_watcher_sees_where_the_last_card_was_laid(size: tuple[int, int]) -> None:
    table = FakeTable("casino", seats=2, me=None)
    table.quiet = True
    table.start()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        windowed = 0
        for _ in range(40):
            seat = min(table.match.waiting_on())
            card = table.game.view(table.match.state, seat).hand[0]
            table.play(seat, f"trail {card.text}")
            await pilot.pause()
            if app.ctx.kits["casino"].windowed():
                windowed += 1
                rows = app.screen.query_one("#table", Painter).rows
                chips = "\n".join("".join(glyph for glyph, _ in row) for row in rows)
                assert f" {words.casino_card(card)} " in chips
        assert windowed > 5


async def test_who_comes_back_is_told_what_was_played_until_a_key_is_pressed() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.say(m.Note(m.NoteCode.STOOD_IN, {"turns": 2, "timed": 0}))
        await pilot.pause()
        prompt = "\n".join(text(app).splitlines()[-5:])
        assert "a bot played 2 turns for you." in prompt and "Your turn." in prompt
        await press(pilot, "right")
        assert "a bot played" not in "\n".join(text(app).splitlines()[-5:])
        assert "a bot played" in app.ctx.room.log[-1].text


async def test_watching() -> None:
    table = FakeTable("uno", me=None)
    table.host = False
    table.quiet = True
    table.place(**UNO)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "You are watching: no hand is shown to you." in text(
            app
        ) and "Ann is to play." in text(app)
        await press(pilot, "enter d u c x j 1")
        assert table.acted == []
