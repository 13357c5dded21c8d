"""The settings screen: a change counts at once, is kept, and gives way to what goes before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from tests.tui.driving import burst, press
from tests.tui.settled import text, until
from tests.tui.tuitable import uno
from tui import configfile, i18n
from tui.app import CardApp
from tui.drawing.symbols import SETS
from tui.screens.settings import _ROWS, SettingsScreen
from tui.settings import Settings

SIZES = [(40, 12), (60, 20), (80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(configfile, "chosen_path", lambda: tmp_path / "chosen.toml")
    yield tmp_path / "chosen.toml"
    i18n.use("en")


def at(name: str) -> str:
    """Return the keys that lead from the first row to a setting."""
    return " ".join(["down"] * _ROWS.index(name))


@pytest.mark.parametrize("size", SIZES)
async def test_every_setting_can_be_reached(size: tuple[int, int]) -> None:
    app = CardApp(None, name="Ann", settings=Settings(symbols="ascii"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        for label in (
            "name", "language", "theme", "colours", "symbols", "your hand", "bots", "bell",
            "motion", "keep by itself", "keys",
        ):  # fmt: skip
            assert any(f"> {label} " in line for line in text(app).splitlines()), label
            assert text(app).isascii()
            await press(pilot, "down")
        assert "> name" in text(app)
        await press(pilot, "escape")
        await pilot.pause()
        assert "Play UNO" in text(app)


async def test_automatic_values_say_what_was_chosen() -> None:
    app = CardApp(None, name="Ann", symbol_set=SETS["ascii"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "comma")
        seen = " ".join(text(app).split())
        for said in ("English", "plain ASCII", "256", "colour in UNO, number in Casino"):
            assert f"automatic: {said}" in seen


async def test_a_change_is_seen_at_once_and_kept(kept: Path) -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "comma")
        await pilot.pause()
        await press(pilot, at("theme") + " right")
        await pilot.pause()
        assert app.ctx.palette.name == "light" and "< light >" in text(app)
        await press(pilot, "down down")
        await press(pilot, "left left")
        await pilot.pause()
        assert app.ctx.pen.symbols.name == "ascii" and "|" in text(app)
        await press(pilot, "down left escape")
        await pilot.pause()
        assert "|R" in text(app) or "|Y" in text(app)
        hand = [str(card) for card in app.ctx.kits["uno"].board.hand]
        assert hand[0] == "y0", "sorted by number"
    assert configfile.chosen() == {"theme": "light", "symbols": "ascii", "sort": "number"}


async def test_a_key_that_is_held_misses_no_value() -> None:
    app = CardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        await press(pilot, at("theme"))
        shown = app.screen
        assert isinstance(shown, SettingsScreen)
        for _ in range(2):
            shown.press("next")  # before the app has heard of the first
        await pilot.pause()
        assert app.ctx.palette.name == "high-contrast"
    assert configfile.chosen() == {"theme": "high-contrast"}


async def test_the_language_changes_at_once(kept: Path) -> None:
    app = CardApp(None, name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        await press(pilot, at("lang") + " left left")
        await pilot.pause()
        assert "繁體中文" in text(app)
        assert i18n.language() == "zh_Hant"
        await press(pilot, "r")
        await pilot.pause()
        assert i18n.language() == "en"
    assert configfile.chosen() == {}


async def test_who_gave_no_name_sees_what_they_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.settings.default_name", lambda: "mona")
    app = CardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        (row,) = [line for line in text(app).splitlines() if "> name " in line]
        assert "mona" in row and "*" not in row
        await press(pilot, "enter")
        assert app.screen.query_one("#value", Input).value == "", "nothing is chosen yet"


async def test_a_name_is_typed_and_judged(kept: Path) -> None:
    app = CardApp(None, name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        await press(pilot, "enter ? ! enter")
        await pilot.pause()
        assert "is no name" in text(app)
        await press(pilot, "backspace backspace Z e d enter")
        await pilot.pause()
        assert app.ctx.settings.name == "Zed"
        await press(pilot, "escape")
        await pilot.pause()
        assert "Hello Zed." in text(app)
    assert configfile.chosen() == {"name": "Zed"}


async def test_a_name_that_comes_in_one_piece_is_taken_whole(kept: Path) -> None:
    app = CardApp(None, name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "8 enter q r enter")
        await until(pilot, lambda: configfile.chosen())
    assert configfile.chosen() == {"name": "qr"}


async def test_what_goes_before_is_named_and_stays(kept: Path) -> None:
    settings = Settings(theme="light", origins={"theme": "config.toml"}, path="/x/config.toml")
    app = CardApp(None, settings=settings)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        await press(pilot, at("theme"))
        assert "config.toml says so; a change here lasts until you leave." in text(app)
        await press(pilot, "left")
        await pilot.pause()
        assert app.ctx.palette.name == "dark"
        assert "config.toml says so" in text(app)
        await press(pilot, at("keys"))


async def test_keys_are_shown_and_said_where_they_are_bound(kept: Path) -> None:
    app = CardApp(None, settings=Settings(keys={"draw": ("f",)}, path="/x/config.toml"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        await press(pilot, "up")
        assert "1 of your own" in text(app) and "/x/config.toml" in text(app)
        await press(pilot, "enter")
        await pilot.pause()
        assert "keys and rules" in text(app)


async def test_a_choice_that_cannot_be_kept_counts_anyway(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(configfile, "chosen_path", lambda: tmp_path / "file" / "chosen.toml")
    app = CardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8")
        await pilot.pause()
        await press(pilot, at("bell") + " enter")
        await pilot.pause()
        assert app.ctx.settings.bell
        assert "could not be kept" in text(app)


async def test_the_bell_rings_once_when_the_turn_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[int] = []
    monkeypatch.setattr(CardApp, "bell", lambda _: rung.append(1))
    for bell in (False, True):
        table = uno()
        app = CardApp(table.connect, settings=Settings(bell=bell))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            rung.clear()
            await press(pilot, "enter")
            assert rung == []
            for seat, action in ((1, "draw"), (1, "pass"), (2, "draw"), (2, "pass"), (3, "draw")):
                if seat in table.match.waiting_on():
                    table.play(seat, action)
            table.quiet = False
            table.play_bots()
            await pilot.pause()
            assert rung == [1] * bell
            table.show()  # something happens while it is still this player's turn
            await pilot.pause()
            assert rung == [1] * bell


@pytest.mark.parametrize("by_itself", [False, True])
async def test_a_drawn_card_that_does_not_fit_is_kept_by_itself(by_itself: bool) -> None:
    table = uno()
    table.place(
        hands=("r5 r6", "r1 y2 g3", "y9 y8", "r3 r4"), discard="* g7", stock="b9 r6 y3", turn="p1"
    )
    app = CardApp(table.connect, settings=Settings(auto_pass=by_itself))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        drawn = str(table.match.state.stock[-1])
        await press(pilot, "d")
        await pilot.pause()
        fits = drawn in ("g7",) or drawn[0] == "g" or drawn[1:] == "7"
        assert not fits
        assert table.acted == (["draw", "pass"] if by_itself else ["draw"])
