"""How long a table waits for who is away: counted down before everybody's eyes, and said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from netcore.wire import messages as m
from tests.tui.settled import shows
from tests.tui.tuitable import UNO, FakeTable, uno
from tui.app import CardApp
from tui.room import Room

HERE = m.SeatInfo("Ann", "human")
GONE = m.SeatInfo("Bob", "human", away=True, grace=40)
STOOD_IN_FOR = replace(GONE, standin=True, grace=0)


def lobby(*seats: m.SeatInfo, phase: str = "deal", paused: bool = False) -> m.Lobby:
    return m.Lobby("t", phase, paused, "uno", "official", {}, seats, (), 0, 60, 60)  # type: ignore[arg-type]


def room_with(told: m.Lobby) -> Room:
    room = Room()
    room.take(told, 100.0)
    return room


def test_patience_is_used_up() -> None:
    room = room_with(lobby(HERE, GONE))
    assert room.patience(1, 100.0) == 40 and room.patience(1, 112.0) == 28
    assert room.patience(1, 200.0) == 0, "never less than none"
    assert room.waiting(112.0) and not room.waiting(200.0)
    assert room.patience(0, 100.0) is None, "who is here is not waited for"
    assert room_with(lobby(HERE, STOOD_IN_FOR)).patience(1, 100.0) is None


@pytest.mark.parametrize(
    ("told", "left"),
    [
        (lobby(HERE, GONE, phase="between"), 40),
        (lobby(HERE, GONE, paused=True), 40),
        (lobby(replace(GONE, name="Ann"), GONE, paused=True), 40),
    ],
)
def test_where_nobody_is_waited_for_patience_stands(told: m.Lobby, left: int) -> None:
    assert room_with(told).patience(1, 130.0) == left


def test_in_a_pause_the_table_still_waits_for_its_host() -> None:
    room = room_with(lobby(replace(GONE, name="Ann"), HERE, paused=True))
    assert room.patience(0, 130.0) == 10 and room.waiting(130.0)


class Deserted(FakeTable):
    """One whose second player has lost the connection."""

    def seat_infos(self) -> tuple[m.SeatInfo, ...]:
        first, second, *others = super().seat_infos()
        return (first, replace(second, kind="human", level="", away=True, grace=40), *others)


async def test_it_is_said_and_counted_while_the_turn_is_theirs() -> None:
    table = Deserted("uno")
    table.quiet = True
    table.place(**UNO | {"turn": "p2"})
    app = CardApp(table.connect)
    now = 1000.0
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.ctx.now = lambda: now
        table.tell_lobby()
        said = await shows(pilot, "A bot plays in 0:40, unless Bob is back.")
        assert "away 0:40" in said
        now += 15
        assert "away 0:25" in await shows(pilot, "A bot plays in 0:25, unless Bob is back.")


async def test_nothing_of_the_kind_is_said_while_all_are_there() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "A bot plays" not in await shows(pilot, "Your turn.")
