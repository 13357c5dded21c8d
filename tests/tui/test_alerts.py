"""When the bell rings: the own turn, a catch, what others do to the player; and never else."""

from __future__ import annotations

import pytest

from engine.uno import events as uno
from tests.tui.driving import press
from tests.tui.tuitable import FakeTable
from tests.tui.tuitable import uno as uno_table
from tui import settings
from tui.alerts import rings
from tui.app import CardApp


def view(
    turn: str, hands: tuple[str, ...] = ("r5 g2", "r1 y2", "y9 b1"), preset: str = ""
) -> object:
    table = FakeTable("uno", preset, seats=3)
    table.place(hands=hands, discard="* g7", stock="r6 y3", turn=turn)
    return table.match.view(0).game


def test_the_own_turn_rings_once() -> None:
    assert rings(view("p2"), view("p1"), (), 0)
    assert rings(None, view("p1"), (), 0)
    assert not rings(view("p1"), view("p1"), (), 0)
    assert not rings(view("p3"), view("p2"), (), 0)


@pytest.mark.parametrize(
    ("event", "heard"),
    [
        (uno.Skipped((0,)), True),
        (uno.Skipped((1,)), False),
        (uno.Drew(0, (), 4, "penalty"), True),
        (uno.Drew(0, (), 2, "caught"), True),
        (uno.Drew(0, (), 1, "turn"), False),
        (uno.Drew(0, (), 0, "penalty"), False),
        (uno.Drew(1, (), 4, "penalty"), False),
        (uno.Swapped(1, 0), True),
        (uno.Swapped(0, 1), False),
    ],
)
def test_what_is_done_to_the_player_is_heard(event: object, heard: bool) -> None:
    assert rings(view("p2"), view("p3"), (event,), 0) is heard


def test_a_catch_is_heard_as_soon_as_it_can_be_made() -> None:
    table = FakeTable("uno", "street", seats=3)
    table.quiet = True
    hands = ("r5 g2", "g1 y2", "y9 b1")
    table.place(hands=hands, discard="* g7", stock="r6 y3", turn="p2")
    before = table.match.view(0).game
    table.play(1, "play g1")
    after = table.match.view(0).game
    assert after.catchable == (1,), "the bot has forgotten to call"
    assert rings(before, after, (), 0) and not rings(after, after, (), 0)


def test_watchers_hear_nothing() -> None:
    assert not rings(view("p2"), view("p1"), (uno.Skipped((0,)),), None)


@pytest.mark.parametrize("on", [True, False])
async def test_the_setting_decides(on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    monkeypatch.setattr(CardApp, "bell", lambda self: heard.append(1))
    table = uno_table()
    app = CardApp(table.connect, settings=settings.with_value(settings.DEFAULTS, "bell", on))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        heard.clear()
        await press(pilot, "enter")
        assert not heard
        table.play(1, "play g3")
        table.play(2, "draw")
        table.play(2, "pass") if table.match.state.turn == 2 else None
        table.play(3, "draw")
        table.play(3, "pass") if table.match.state.turn == 3 else None
        await pilot.pause()
        assert bool(heard) is on
