"""A seat that is kept is offered back, not taken unasked; and it is not lost by a no."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from netcore.client.shell import Client
from tests.netcore.served import connect, serving
from tests.tui.driving import press
from tests.tui.settled import text
from tui.app import CardApp
from tui.screens.ask import AskScreen
from tui.tables import seat
from tui.tables.knock import Knock, reach
from tui.tables.naming import Ask
from tui.text.address import Invite


class Player:
    """Answers the questions that come."""

    def __init__(self, *answers: str | None) -> None:
        self._answers: Iterator[str | None] = iter(answers)
        self.asked: list[str] = []

    async def __call__(self, ask: Ask) -> str | None:
        self.asked.append(ask.wants)
        return next(self._answers)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(seat, "state_folder", lambda: tmp_path / "state")
    monkeypatch.setattr(seat, "data_folder", lambda: tmp_path / "data")
    return tmp_path / "state"


async def kept_seat(port: int, state: Path) -> None:
    ann = await connect(port, "Ann", state_dir=state)
    await ann.close()


async def come(port: int, player: Player, *, asks: bool = True, name: str | None = None) -> Client:
    knock = Knock(Invite("127.0.0.1", port), name, tls=False, asks=asks)
    return await reach(knock, player)


@pytest.mark.parametrize("answer", ["", "y", "Y "])
async def test_a_yes_or_nothing_takes_it_back(state: Path, answer: str) -> None:
    async with serving(seats=3) as port:
        await kept_seat(port, state)
        player = Player(answer)
        client = await come(port, player)
        assert player.asked == ["A seat is kept for Ann. Take it back? Y/n"]
        assert (client.name, client.seat) == ("Ann", 0)
        await client.close()


async def test_a_no_takes_another_seat_and_leaves_that_one_for_later(state: Path) -> None:
    async with serving(seats=3) as port:
        await kept_seat(port, state)
        other = await come(port, Player("n"))
        assert other.seat == 1
        again = await come(port, Player("y"))
        assert (again.name, again.seat) == ("Ann", 0)
        await other.close()
        await again.close()


async def test_where_nobody_can_be_asked_the_seat_is_taken_back(state: Path) -> None:
    async with serving(seats=3) as port:
        await kept_seat(port, state)
        client = await come(port, Player(), asks=False)
        assert (client.name, client.seat) == ("Ann", 0)
        await client.close()


async def test_without_a_seat_nothing_is_asked(state: Path) -> None:
    async with serving(seats=3) as port:
        client = await come(port, Player(), name="Bo")
        assert client.seat == 0
        await client.close()


@pytest.mark.parametrize(("key", "answer"), [("enter", "y"), ("n", "n"), ("escape", None)])
async def test_the_screen_takes_one_key(key: str, answer: str | None) -> None:
    app = CardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = AskScreen(app.ctx, Ask("seat", (), "Take it back? Y/n"))
        await app.push_screen(screen)
        await pilot.pause()
        assert "Take it back? Y/n" in text(app) and "y or Enter: yes. n: no." in text(app)
        await press(pilot, key)
        assert await screen.answer == answer
