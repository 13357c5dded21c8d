"""The name is asked for once, before the first table with others; then it is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from netcore.client.shell import ConnectFailed
from tests.tui.driving import burst, press
from tests.tui.settled import shows, until
from tests.tui.tuitable import FakeTable
from tui import configfile
from tui.app import CardApp
from tui.screens.find import FindScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.start import StartScreen
from tui.settings import DEFAULTS
from tui.tables import knock, naming
from tui.tables.doors import StartDoors
from tui.tables.knock import Knock, reach
from tui.tables.naming import Ask, Introduced
from tui.text.address import Invite

SIZES = [(40, 12), (60, 20), (80, 24)]


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "chosen.toml"
    monkeypatch.setattr(configfile, "chosen_path", lambda: path)
    monkeypatch.setattr("tui.tables.seat.default_name", lambda: "root")
    return path


class Door:
    """Stands in for `Client.connect`; names that are `taken` are refused."""

    def __init__(self, *taken: str) -> None:
        self.taken = taken
        self.names: list[tuple[str, bool]] = []

    async def connect(self, *_: Any, **given: Any) -> FakeTable:
        self.names.append((given["name"], given["fixed_name"]))
        if given["name"] in self.taken:
            raise ConnectFailed("name-taken")
        return FakeTable("uno")


def knocking(monkeypatch: pytest.MonkeyPatch, door: Door, **more: Any) -> Knock:
    monkeypatch.setattr(knock.Client, "connect", door.connect)
    given: dict[str, Any] = {"name": None, "tls": False, "asks": True, **more}
    return Knock(Invite("10.0.0.1", 7777), given.pop("name"), **given)


class Player:
    """Gives these answers, and remembers the questions."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.asked: list[Ask] = []

    async def __call__(self, ask: Ask) -> str | None:
        self.asked.append(ask)
        return self.answers.pop(0)


@pytest.mark.parametrize(("answer", "name"), [("", "root"), ("  Ann  B ", "Ann B"), ("安", "安")])
async def test_what_is_answered_is_kept(
    answer: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, player = Door(), Player(answer)
    await reach(knocking(monkeypatch, door), player)
    assert [(one.kind, one.usual) for one in player.asked] == [("name", "root")]
    assert door.names == [(name, True)] and configfile.chosen() == {"name": name}


async def test_what_is_no_name_is_asked_again_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door, player = Door(), Player("?!", "x" * 40, "Ann")
    await reach(knocking(monkeypatch, door), player)
    assert "is no name" in player.asked[1].says[0] and "too long" in player.asked[2].says[0]
    assert door.names == [("Ann", True)]


@pytest.mark.parametrize("more", [{"name": "Bo"}, {"asks": False}, {"back": True}])
async def test_who_has_one_or_cannot_be_asked_is_not(
    more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    door, player = Door(), Player()
    await reach(knocking(monkeypatch, door, **more), player)
    assert player.asked == [] and configfile.chosen() == {}


async def test_another_name_for_this_table_alone_where_it_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door, player = Door("Ann"), Player("Ann", "Ann", "Anna")
    await reach(knocking(monkeypatch, door), player)
    assert [name for name, _ in door.names] == ["Ann", "Ann", "Anna"]
    assert configfile.chosen() == {"name": "Ann"}


async def test_a_host_is_asked_too() -> None:
    names: list[str | None] = []

    async def connect(name: str | None) -> str:
        names.append(name)
        return "there"

    player = Player("Ann")
    assert await reach(Introduced(connect, None, asks_name=True), player) == "there"
    assert await reach(Introduced(connect, None, asks_name=False), player) == "there"
    assert names == ["Ann", None]


@pytest.mark.parametrize("size", SIZES)
async def test_on_the_screen_enter_takes_the_accounts(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door()
    app = CardApp(knocking(monkeypatch, door))
    async with app.run_test(size=size) as pilot:
        seen = await shows(pilot, "Your name at the table: root")
        assert "Enter take it Esc cancel" in seen
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert (app.ctx.name, app.ctx.settings.name) == ("root", "root")
    assert door.names == [("root", True)]


async def test_letters_replace_it_and_esc_or_a_click_on_it_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.screens.find.sources", lambda: ())
    door = Door()
    monkeypatch.setattr(knock.Client, "connect", door.connect)
    app = CardApp(None, doors=lambda: StartDoors(lambda: app.ctx.settings, app.ask, app.called))
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "4 b o x enter")
        await shows(pilot, "Your name at the table: root")
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, FindScreen))
        await press(pilot, "enter")  # the address is still there
        await shows(pilot, "Your name at the table: root")
        await pilot.click("#keys", offset=(17, 0))
        await until(pilot, lambda: isinstance(app.screen, FindScreen))
        await press(pilot, "enter")
        await shows(pilot, "Your name at the table: root")
        await press(pilot, "Z e d enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert door.names == [("Zed", True)] and app.ctx.settings.name == "Zed"


async def test_from_the_menu_a_host_is_asked_before_a_table_is_opened() -> None:
    app = CardApp(None, doors=lambda: StartDoors(lambda: app.ctx.settings, app.ask, app.called))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "3")
        await shows(pilot, "Your name at the table: root")
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, StartScreen) and not app.screen.busy)
        assert app.doors is not None and isinstance(app.doors, StartDoors)
        assert app.doors._table is None and app.failed is None
    assert app.ctx.settings == DEFAULTS and naming.UNNAMED not in app.why
