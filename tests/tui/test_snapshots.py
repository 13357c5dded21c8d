"""What the main screens look like, kept in tests/tui/snapshots: a change of them is read in a diff.

Each language and each symbol set is there once a screen. `make snapshots` writes them anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tui.driving import press
from tests.tui.fakedoors import FakeDoors
from tests.tui.settled import text, until
from tests.tui.tuitable import FakeTable, casino, finished, uno
from tui import i18n
from tui.app import CardApp
from tui.drawing.symbols import SETS
from tui.screens.start import StartScreen

KEPT: Final = Path(__file__).with_name("snapshots")
WRITE: Final = os.environ.get("SNAPSHOTS") == "write"
KINDS: Final = (("en", "unicode"), ("zh_Hant", "ascii"), ("zh_Hans", "emoji"))


def at(make: Callable[[], FakeTable]) -> Callable[[Any], CardApp]:
    return lambda symbols: CardApp(make().connect, symbol_set=symbols)


def start(symbols: Any) -> CardApp:
    return CardApp(None, doors=FakeDoors, name="Ann", symbol_set=symbols)


SCREENS: Final[dict[str, tuple[Callable[[Any], CardApp], str]]] = {
    "start": (start, ""),
    "lobby": (at(lambda: FakeTable("uno", "street", seats=4)), ""),
    "rules": (at(lambda: FakeTable("casino", seats=2)), "e"),
    "uno": (at(uno), ""),
    "uno-colour": (at(uno), "end left enter"),
    "casino": (at(casino), "o"),
    "help": (at(uno), "question_mark"),
    "uno-result": (at(lambda: finished("uno", seats=3)), "enter"),
    "casino-result": (at(lambda: finished("casino", "spade")), "enter"),
}
"""How a screen is come to: an app, and what is pressed."""


@pytest.mark.parametrize(("language", "symbols"), KINDS)
@pytest.mark.parametrize("name", SCREENS)
async def test_a_screen(
    name: str, language: str, symbols: str, request: pytest.FixtureRequest
) -> None:
    make, keys = SCREENS[name]
    if language != "en":
        i18n.use(language)
        request.addfinalizer(lambda: i18n.use("en"))
    app = make(SETS[symbols])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if isinstance(app.base, StartScreen):
            menu = app.base
            await until(pilot, lambda: menu.looked)
        await press(pilot, keys)
        shown = "\n".join(line.rstrip() for line in text(app).splitlines()) + "\n"
    path = KEPT / f"{name}.{language}.{symbols}.txt"
    if WRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8"), "if that is meant: make snapshots"


def test_no_snapshot_is_left_over() -> None:
    wanted = {f"{name}.{one}.{other}.txt" for name in SCREENS for one, other in KINDS}
    assert {path.name for path in KEPT.iterdir()} == wanted
