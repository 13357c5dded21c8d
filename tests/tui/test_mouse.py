"""Everything by mouse: keys of the footer, answers, menus, lists, players, piles, the wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from engine.king import KingView
from netcore.wire import messages as m
from tests.tui.driving import press, wheel
from tests.tui.fakedoors import FakeDoors
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable, casino, uno
from tui import configfile
from tui.app import CardApp
from tui.boards.uno_picture import pile_at
from tui.screens.help import HelpScreen
from tui.screens.king import KingScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.rules_editor import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.start import StartScreen
from tui.screens.table import TableScreen

SIZES = [(40, 12), (60, 20), (80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def nothing_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(configfile, "chosen_path", lambda: tmp_path / "chosen.toml")


async def click(pilot: Pilot[int], words: str, *, last: bool = False, at: int = 0) -> None:
    """Click on words that are seen."""
    lines = text(pilot.app).splitlines()  # type: ignore[arg-type]
    rows = [y for y, line in enumerate(lines) if words in line]
    assert rows, f"{words!r} is not there:\n" + "\n".join(lines)
    y = rows[-1] if last else rows[0]
    await click_at(pilot, cell_len(lines[y][: lines[y].index(words)]) + at, y)


async def click_at(pilot: Pilot[int], x: int, y: int) -> None:
    """Click on a cell of the screen, as a terminal does."""
    widget, region = pilot.app.screen.get_widget_at(x, y)
    await pilot.click(widget, offset=(x - region.x, y - region.y))
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_the_keys_of_the_footer_are_buttons(size: tuple[int, int]) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await click(pilot, "Enter play", last=True, at=7)
        assert table.acted == ["play g2"]
        await click(pilot, "help", last=True)
        assert isinstance(app.screen, HelpScreen)
        await click(pilot, "Arrows, Space", last=True)
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_answers_are_clicked_where_they_are_read(size: tuple[int, int]) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "8 enter")
        assert "Which colour?" in text(app)
        await click(pilot, "Which colour?")
        assert table.acted == [], "the question itself is no answer"
        await click(pilot, "b blue", at=3)
        assert table.acted == ["play w:b"]


async def test_answers_are_clicked_in_the_footer_as_well() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8 enter")
        await click(pilot, "r y g b answer", at=6)
        assert table.acted == ["play w:b"]


async def test_leaving_is_asked_and_answered_by_mouse() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click(pilot, "q leave", at=3)
        await click(pilot, "n stay")
        assert "Leave?" not in text(app)
        await click(pilot, "q leave")
        await click(pilot, "Esc back")
        assert "Leave?" not in text(app)
        await click(pilot, "q leave")
        await click(pilot, "y leave", at=4)
    assert app.return_code == 0


async def click_pile(pilot: Pilot[int], name: str) -> None:
    table = pilot.app.screen.query_one("#table")
    width, height = table.size
    spots = [(x, y) for y in range(height) for x in range(width)]
    found = [spot for spot in spots if pile_at(*spot, width, height) == name]
    await pilot.click(table, offset=found[len(found) // 2])
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_the_stock_is_drawn_from_and_the_top_card_played_on(size: tuple[int, int]) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await click_pile(pilot, "top")
        assert table.acted == ["play g2"], "the card under the cursor"
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await click_pile(pilot, "stock")
        assert table.acted == ["draw"]


async def test_who_forgot_to_call_is_caught_with_a_click() -> None:
    for size in ((80, 24), (120, 40)):
        table = FakeTable("uno", "street")
        table.quiet = True
        table.place(
            hands=("r5 r6", "r1 y2 g3", "y9", "r3 r4"), discard="* b7", stock="r6 y3", turn="p1"
        )
        app = CardApp(table.connect)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await click(pilot, "Bob")
            assert table.acted == []
            await click(pilot, "Carol 1 ")
            assert table.acted == ["catch p3"], size


async def test_a_player_is_an_answer_to_whom() -> None:
    table = FakeTable("uno", "street", seats=4, options={"seven_zero": True})
    table.quiet = True
    table.place(
        hands=("g7 r2 r3", "r1 y2 g3", "y9 y8", "r3 r4"), discard="* g5", stock="r6 y3", turn="p1"
    )
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        hand = [str(card) for card in app.ctx.kits["uno"].board.hand]
        await press(pilot, f"{hand.index('g7') + 1} enter")
        assert "with whom?" in text(app)
        await click(pilot, "Dave")
        assert table.acted == ["play g7 swap p4"]


@pytest.mark.parametrize("size", SIZES)
async def test_the_menu_is_clicked(size: tuple[int, int]) -> None:
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await click(pilot, "Settings")
        assert isinstance(app.screen, SettingsScreen)
        await click(pilot, "back", last=True)
        assert isinstance(app.screen, StartScreen)
        await click(pilot, "Play Casino")
        await pilot.pause()
        assert doors.asked == [("play", "casino")]


async def test_a_setting_is_chosen_and_changed() -> None:
    app = CardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        await click(pilot, "bell")
        assert not app.ctx.settings.bell
        await click(pilot, "bell")
        assert app.ctx.settings.bell
        await wheel(pilot, "settings", -2)
        assert "> bots" not in text(app) and "> your hand" in text(app)


async def test_the_lobby_is_clicked() -> None:
    table = FakeTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click(pilot, "Ann (you)")
        assert table.sent == [m.Ready(True)]
        await click(pilot, "remove", last=True)
        await click(pilot, "3 Carol", last=True, at=3)
        assert table.sent[-1] == m.RemoveBot(2)
        await click(pilot, "official rules")
        assert isinstance(app.screen, RulesScreen)
        first = app.screen.at
        await wheel(pilot, "options", 3)
        assert app.screen.at != first
        await press(pilot, "home")
        at, before = [row.kind.name for row in app.screen.rows()], len(table.sent)
        await pilot.click("#options", offset=(5, 4))
        assert app.screen.at == at[4] and len(table.sent) == before
        draft = app.screen.draft.values[at[4]]
        await pilot.click("#options", offset=(5, 4))
        await pilot.pause()
        assert app.screen.draft.values[at[4]] != draft
        await click(pilot, "Esc back")
        assert isinstance(app.screen, LobbyScreen)


async def test_the_wheel_goes_through_hand_log_and_help() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.ctx.kits["uno"].board
        await press(pilot, "home")
        await wheel(pilot, "hand", 3)
        assert board.cursor == 3
        await wheel(pilot, "hand", -2)
        assert board.cursor == 1
        for number in range(40):
            app.ctx.room.log.append(type(app.ctx.room.log[0])(f"line {number}", "play"))
        app.top.paint()
        await pilot.pause()
        assert "line 39" in text(app)
        await wheel(pilot, "log", -5)
        assert "line 39" not in text(app) and "line 34" in text(app)
        await wheel(pilot, "log", 9)
        assert "line 39" in text(app)
        await click(pilot, "line 37")
        assert "Everything that happened" in text(app)
        await click(pilot, "l log")
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await wheel(pilot, "help", 4)
        assert app.screen.top == 4


async def test_casino_by_mouse_alone() -> None:
    table = casino()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.ctx.kits["casino"].board
        index = [str(card) for card in board.hand].index("8c")
        await press(pilot, "home")
        await wheel(pilot, "hand", index)
        await click(pilot, "▐3")
        await click(pilot, "▐5")
        await click(pilot, "Enter", last=True)
        await click(pilot, "1 take")
        assert table.acted == ["capture 8c 3h 5s"]


async def test_a_click_while_something_is_typed_or_watched_does_nothing() -> None:
    table = uno(me=None)
    table.host, table.me = False, None
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click("#table", offset=(6, 3))
        await pilot.click("#hand", offset=(20, 3))
        await wheel(pilot, "hand", 2)
        await press(pilot, "slash")
        await pilot.click("#table", offset=(6, 3))
        assert table.acted == []


async def test_the_king_is_scrolled_and_left() -> None:
    table = uno()
    table.king = KingView((), ())
    table.show()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "k")
        await pilot.pause()
        shown: Any = app.screen
        assert isinstance(shown, KingScreen)
        await wheel(pilot, "shelf", 1)
        await click(pilot, "k back")
        assert isinstance(app.screen, TableScreen)
