"""Whatever is pressed, at whatever size: nothing breaks, and only what is allowed is sent."""

from __future__ import annotations

import random

import pytest

from tests.tui.tuitable import FakeTable
from tui.app import CardApp
from tui.keymap import KEYMAP

KEYS = sorted({key for entry in KEYMAP for key in entry.keys} | set("0123456789aefgikmnrwyzb,"))
SIZES = [(40, 12), (60, 20), (80, 24), (120, 40), (30, 8), (97, 31)]


@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [
        ("uno", "official", 2),
        ("uno", "kano", 4),
        ("uno", "street", 10),
        ("uno", "crystal", 3),
        ("casino", "seed", 2),
        ("casino", "draw", 3),
        ("casino", "partners", 4),
    ],
)
async def test_a_monkey_at_the_table(game: str, preset: str, seats: int) -> None:
    luck = random.Random(f"{game} {preset}")
    table = FakeTable(game, preset, seats=seats, seed=6, timer=30)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for turn in range(80):
            if turn % 20 == 19:
                await pilot.resize_terminal(*luck.choice(SIZES))
            key = (
                luck.choice(KEYS) if luck.random() < 0.7 else luck.choice(("enter", "d", "p", "o"))
            )
            if app.base is not None and app.base.asked is not None:
                key = "escape"  # stays
            await pilot.press(key)
        assert app.return_code is None
        assert table.refused == []
