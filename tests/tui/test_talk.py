"""What is said has a place of its own where there is much room and somebody to talk to."""

from __future__ import annotations

import pytest

from netcore.wire import messages as m
from tests.tui.settled import text
from tests.tui.test_extremes import painted
from tests.tui.test_mouse import click
from tests.tui.tuitable import FakeTable, uno
from tui.app import CardApp
from tui.drawing.layout import column_rows
from tui.widgets.painter import Painter


def with_bob(table: FakeTable) -> m.Lobby:
    """Return the lobby in which Bob is no bot."""
    seats = list(table.seat_infos())
    seats[1] = m.SeatInfo("Bob", "human")
    return m.Lobby("t", "deal", False, "uno", "official", {}, tuple(seats), (), 0, 0, 60)


async def test_with_somebody_there_it_stands_beside_the_table() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert not app.screen.query_one("#talk", Painter).display, "bots do not talk"
        table.say(with_bob(table))
        await pilot.pause()
        assert "/ says something." in painted(app, "talk")
        table.say(m.Said("Bob", 1, "good luck"))
        await pilot.pause()
        assert "Bob: good luck" in painted(app, "talk")
        assert "good luck" not in painted(app, "log") and "On top" in painted(app, "log")
        await click(pilot, "good luck")
        assert app.screen.focused is not None and app.screen.focused.id == "chat"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_where_there_is_less_room_it_stands_in_the_log(size: tuple[int, int]) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        table.say(with_bob(table))
        table.say(m.Said("Bob", 1, "good luck"))
        await pilot.resize_terminal(*size)
        assert "Bob: good luck" in painted(app, "log")
        assert text(app).count("good luck") == 1


@pytest.mark.parametrize("players", range(2, 11))
def test_players_have_their_rows_before_anybody_talks(players: int) -> None:
    for height in range(8, 40):
        rows = column_rows(height, players)
        assert rows in (height, players + 2, 2 * players + 2)
        assert rows == height or height - rows >= 7
