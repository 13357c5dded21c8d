"""Replaying: play, pause, steps, deals, eyes, points; by keys and mouse at every size."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.casino.actions import trail
from engine.casino.events import Trailed
from engine.record import dump, load
from tests.tui.driving import press, wheel
from tests.tui.records import played
from tests.tui.settled import rows, text
from tests.tui.test_reel import KING
from tui import keymap
from tui.__main__ import main
from tui.app import CardApp
from tui.boards.uno_kit import UnoKit
from tui.rebind import rebound
from tui.records.reel import Reel
from tui.screens.replay import ReplayedResult, ReplayScreen
from tui.text.words import casino_card
from tui.widgets.painter import Painter

SIZES = [(40, 12), (60, 20), (80, 24), (120, 40)]


@pytest.fixture(scope="module")
def reels() -> Callable[[str], Reel]:
    made = {
        "uno": Reel(played("uno", "official", 3)),
        "casino": Reel(played("casino", "seed", 2, deals=1)),
    }
    return made.__getitem__


def screen(app: CardApp) -> ReplayScreen:
    assert isinstance(app.base, ReplayScreen)
    return app.base


async def shown(app: CardApp, pilot: Any, keys: str) -> str:
    await press(pilot, keys)
    return text(app)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["uno", "casino"])
async def test_every_step_can_be_seen(
    reels: Callable[[str], Reel], size: tuple[int, int], game: str
) -> None:
    app = CardApp(None, reel=reels(game))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        seen = await shown(app, pilot, "space home")
        assert "Paused:" in seen and "step 0/" in seen
        assert "Ann's hand" in seen
        seen = await shown(app, pilot, "right right")
        assert "step 2/" in seen
        assert "step 1/" in await shown(app, pilot, "left")
        assert "Bob's hand" in await shown(app, pilot, "2")
        seen = await shown(app, pilot, "end")
        assert "Enter shows the points." in " ".join(seen.split())
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayedResult) and "total" in text(app)
        await press(pilot, "escape")
        assert app.screen is app.base


@pytest.mark.parametrize("size", SIZES)
async def test_no_card_has_a_key_where_nothing_is_played(
    reels: Callable[[str], Reel], size: tuple[int, int]
) -> None:
    for game in ("uno", "casino"):
        app = CardApp(None, reel=reels(game))
        async with app.run_test(size=size) as pilot:
            await shown(app, pilot, "space home right")
            assert not any(sign.isalnum() for sign in rows(app, "hand")[-1]), "numbers are eyes"
            kit = screen(app).kit
            assert isinstance(kit, UnoKit) or not any(one.label for one in kit.shown())


async def test_eyes_are_asked_for_and_go_round(reels: Callable[[str], Reel]) -> None:
    app = CardApp(None, reel=reels("uno"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        seen = await shown(app, pilot, "e")
        assert "Whose eyes?  1 Ann  2 Bob  3 Carol  w a watcher" in seen
        seen = await shown(app, pilot, "w")
        assert "You are watching: no hand" in seen and "eyes: a watcher" in seen
        for name in ("Ann", "Bob", "Carol", "a watcher"):
            assert f"eyes: {name}" in await shown(app, pilot, "tab")


async def test_deals_are_jumped_to(reels: Callable[[str], Reel]) -> None:
    app = CardApp(None, reel=reels("uno"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "round 2/2, step 0" in await shown(app, pilot, "space n")
        assert "round 2/2, step 1" in await shown(app, pilot, "right")
        assert "round 2/2, step 0" in await shown(app, pilot, "p")
        assert "round 1/2, step 0" in await shown(app, pilot, "p")
        assert "Which one, 1 to 2?" in await shown(app, pilot, "d")
        assert "round 2/2, step 0" in await shown(app, pilot, "2 enter")
        assert "It can be 1 to 2." in await shown(app, pilot, "d 7 enter")
        await press(pilot, "d escape right")
        assert "round 2/2, step 1" in text(app)


async def test_it_plays_by_itself_faster_and_stops_at_the_end(reels: Callable[[str], Reel]) -> None:
    reel = reels("casino")
    app = CardApp(None, reel=reel)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "up up up up")
        assert screen(app).speed == 8 and "Plays, 8x" in text(app)
        while screen(app).at < 3:
            await pilot.pause(0.05)
        await press(pilot, "space")
        there = screen(app).at
        await pilot.pause(0.6)
        assert screen(app).at == there and "Paused" in text(app)
        await press(pilot, "end space")
        assert screen(app).at < screen(app).reel.last and screen(app).running, "from the beginning"
        await press(pilot, "end down down down down down down down")
        assert not screen(app).running and "The end:" in text(app) and screen(app).speed == 0.25


async def test_help_lies_over_it_and_nothing_runs_on(reels: Callable[[str], Reel]) -> None:
    app = CardApp(None, reel=reels("uno"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "up up up up question_mark")
        there = screen(app).at
        assert "go on by itself, or stop" in text(app) and "the next round or deal" in text(app)
        await pilot.pause(0.8)
        assert screen(app).at == there
        await press(pilot, "x l")
        assert "Everything that happened." in text(app) and screen(app).big_log
        assert "What was played." in await shown(app, pilot, "right")
        await press(pilot, "escape q")
    assert app.return_code == 0


@pytest.mark.parametrize("size", SIZES)
async def test_punishments_are_a_list_of_their_own(size: tuple[int, int]) -> None:
    app = CardApp(None, reel=Reel(load(KING.format(more=', "d done p2 p1"'))))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "space k")
        assert "Nobody has drawn a punishment until then." in " ".join(text(app).split())
        await press(pilot, "escape end enter k")
        seen = " ".join(text(app).split())
        assert "2 punishments were drawn until then." in seen
        assert "round 1, Bo: done (Ann)" in seen
        await press(pilot, "down " * 9)
        assert "round 1, Bo: swapped for another" in " ".join(text(app).split())
        await press(pilot, "k")
        assert isinstance(app.screen, ReplayedResult)
        await press(pilot, "escape k k")
        assert app.screen is app.base


async def test_its_keys_can_be_others(reels: Callable[[str], Reel]) -> None:
    keymap.use(rebound({"play": ("z",), "nexteyes": ("w",), "king": ("i",), "step": ("x",)}))
    try:
        app = CardApp(None, reel=reels("uno"))
        async with app.run_test(size=(80, 24)) as pilot:
            seen = await shown(app, pilot, "z")
            assert "z plays." in seen
            assert "step 1/" in await shown(app, pilot, "x")
            assert "step 1/" in await shown(app, pilot, "right")
            assert "eyes: Bob" in await shown(app, pilot, "w")
            assert "without punishments" in await shown(app, pilot, "i")
    finally:
        keymap.use(keymap.KEYMAP)


@pytest.mark.parametrize("size", SIZES)
async def test_the_title_says_whether_the_deck_is_proved_and_whose_eyes(
    reels: Callable[[str], Reel], size: tuple[int, int]
) -> None:
    app = CardApp(None, reel=reels("casino"))
    async with app.run_test(size=size) as pilot:
        seen = await shown(app, pilot, "space")
        title = seen.splitlines()[0]
        assert "deck not verified" in title and "eyes: Ann" in title
        seen = " ".join((await shown(app, pilot, "l")).split())
        assert "Deck not verified: deal 1;" in seen


async def test_a_click_on_the_bar_leads_to_that_step(reels: Callable[[str], Reel]) -> None:
    reel = reels("casino")
    app = CardApp(None, reel=reel)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        _, steps = reel.place(0)
        for column, step in ((77, steps), (4, 0), (41, steps // 2)):
            await pilot.click("#prompt", offset=(column, 2))
            assert abs(reel.place(screen(app).at)[0] - step) <= 1
            assert not screen(app).running
        await pilot.click("#prompt", offset=(41, 0))
        assert screen(app).running, "beside the bar it goes on"


async def test_what_lies_under_the_top_card_is_known_after_a_jump(
    reels: Callable[[str], Reel],
) -> None:
    app = CardApp(None, reel=reels("uno"))

    async def below(pilot: Any, key: str) -> str:
        found = re.search(r" on (.*?) *│", await shown(app, pilot, key))
        return found[1] if found else ""

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "space home")
        seen = [await below(pilot, "right") for _ in range(9)]
        assert len(set(seen)) > 2 and seen[-2], seen
        assert await below(pilot, "left") == seen[-2]
        assert await below(pilot, "tab") == seen[-2]


async def test_by_mouse(reels: Callable[[str], Reel]) -> None:
    app = CardApp(None, reel=reels("uno"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click("#table")
        assert not screen(app).running
        there = screen(app).at
        await pilot.click("#hand", offset=(70, 3))
        assert screen(app).at == there + 1
        await pilot.click("#hand", offset=(5, 3))
        assert screen(app).at == there


def test_bad_files_are_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.tables.seat.on_terminal", lambda: True)
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe")
    empty = tmp_path / "empty.toml"
    empty.write_text("cardtui = 1\n")
    for path, words in (
        (tmp_path / "none.toml", "No such file"),
        (tmp_path, "directory"),
        (bad, "not a text file"),
        (empty, "game"),
    ):
        assert main(["replay", str(path)]) == 2
        said = capsys.readouterr().err
        assert words in said and str(path) in said


def test_without_a_terminal_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.toml"
    path.write_text(dump(played("casino", "seed", 2, deals=1)))
    assert main(["replay", str(path)]) == 2
    assert "no terminal here" in capsys.readouterr().err


@pytest.mark.parametrize("size", [(60, 20), (40, 12)])
async def test_a_full_table_is_shown_where_the_last_card_was_laid(size: tuple[int, int]) -> None:
    """Forwards and backwards; only who has gone to look at the table stays there."""
    record = played("casino", "seed", 2, deals=1, pick=lambda view: trail(view.hand[0]))
    reel = Reel(record)
    app = CardApp(None, reel=reel)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "space end")
        for at in [*range(reel.last - 1, reel.last - 6, -1), *range(reel.last - 5, reel.last)]:
            screen(app)._by_hand(at)
            screen(app).paint()
            await pilot.pause()
            laid = [e.card for e in reel.frames[at].events if isinstance(e, Trailed)]
            rows = screen(app).query_one("#table", Painter).rows
            table = "\n".join("".join(glyph for glyph, _ in row) for row in rows)
            assert laid and f" {casino_card(laid[0])} " in table
            assert app.ctx.kits["casino"].windowed()


async def test_a_table_too_full_for_the_screen_is_looked_through() -> None:
    """By a key that is only shown then, and by the wheel over the table."""
    record = played("casino", "seed", 2, deals=1, pick=lambda view: trail(view.hand[0]))
    app = CardApp(None, reel=Reel(record))
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, "space home")
        assert "more cards" not in text(app)
        await press(pilot, "end left")
        board = app.ctx.kits["casino"].board
        cards = {casino_card(thing.card) for thing in board.things}
        assert len(cards) == 51

        def table() -> str:
            return "\n".join(line[:38] for line in text(app).splitlines()[2:10])

        assert "t more cards" in text(app) and "▲" in table()
        seen = {card for card in cards if f" {card} " in table()}
        while "▼" in table():
            await press(pilot, "t")
        await press(pilot, "t")
        first = table()
        assert "▼" in first and "▲" not in first
        for _ in range(8):
            seen |= {card for card in cards if f" {card} " in table()}
            await press(pilot, "t")
            if table() == first:
                break
        assert seen == cards and table() == first
        step = screen(app).at
        await wheel(pilot, "table", 3)
        assert "▲" in table() and screen(app).at == step
