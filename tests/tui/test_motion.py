"""Cards on their way: which, along which way, and that they delay nothing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.casino import events as casino
from engine.casino.cards import parse_card as suited
from engine.uno import events as uno
from engine.uno.cards import parse_card
from tests.tui.driving import press
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable
from tests.tui.tuitable import uno as uno_table
from tui import settings
from tui.app import CardApp
from tui.drawing import motion
from tui.drawing.motion import End, Flight, moves, sprites
from tui.screens.table import TableScreen
from tui.terminal.pulse import Pulse
from tui.widgets import flying


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch, stillness: None) -> None:
    """Let cards fly, one step when a test says so."""
    monkeypatch.setattr(motion, "STEPS", 4)
    monkeypatch.setattr(flying, "PAUSE", 3600.0)


def test_a_flight_goes_from_end_to_end_and_is_gone(by_hand: None) -> None:
    flight = Flight(" G7 ", "card.g", (0, 0), (50, 10))
    assert [flight.at(step) for step in range(-1, 5)] == [
        None, (10, 2), (20, 4), (30, 6), (40, 8), None,
    ]  # fmt: skip
    later = Flight(" 2 ", "card.back", (0, 0), (50, 10), after=2)
    assert [len(sprites((flight, later), step)) for step in range(7)] == [1, 1, 2, 2, 1, 1, 0]


def test_played_then_drawn() -> None:
    seven = parse_card("g7")
    played = uno.Played(1, (seven,), False, False)
    found = moves([played, uno.Drew(2, (), 2, "penalty")])
    assert [(move.text, move.source.kind, move.target.kind) for move in found] == [
        (" G7 ", "seat", "pile"), (" 2 ", "stock", "seat"),
    ]  # fmt: skip
    assert found[0].after == 0 < found[1].after


def test_a_card_that_is_not_seen_is_a_back() -> None:
    (hidden,) = moves([uno.Drew(1, (), 1, "turn")])
    assert hidden.text == " 1 " and hidden.style == "card.back"
    (own,) = moves([uno.Drew(0, (parse_card("r5"),), 1, "turn")])
    assert own.text == " R5 " and own.target == End("seat", 0, parse_card("r5"))


def test_what_is_captured_goes_to_who_took_it() -> None:
    taken = tuple(suited(name) for name in ("5d", "3h", "2c", "Ah"))
    found = moves([casino.Captured(1, suited("Jc"), taken, ())])
    assert [move.target.kind for move in found] == ["seat"] * 3 + ["card"]


def flights(app: CardApp) -> Any:
    assert isinstance(app.screen, TableScreen)
    return app.screen._flying


async def test_the_new_table_is_seen_before_the_card_has_arrived(by_hand: None) -> None:
    table = uno_table()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        assert table.acted == ["play g2"]
        seen = text(app)
        assert "Bob is to play." in seen and "▐   2   ▌" in seen, "state first"
        assert flights(app).on and not flights(app).now
        places = set()
        for _ in range(4):
            flights(app)._next()
            await pilot.pause()
            (sprite,) = flights(app).now
            places.add((sprite.x, sprite.y))
            assert sprite.text == " G2 " and " G2" in text(app).splitlines()[sprite.y]
        assert len(places) == 4
        flights(app)._next()
        await pilot.pause()
        assert not flights(app).on and text(app) == seen


async def test_any_key_ends_it_and_is_not_lost(by_hand: None) -> None:
    table = uno_table()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        flights(app)._next()
        await pilot.pause()
        assert flights(app).now
        await press(pilot, "q")
        assert not flights(app).on and "Leave?" in text(app)


async def test_a_resize_ends_it(by_hand: None) -> None:
    app = CardApp(uno_table().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        flights(app)._next()
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert not flights(app).on and " G2 " not in text(app)


@pytest.mark.parametrize("why", ["motion", "far", "behind"])
async def test_there_is_none_where_it_is_not_wanted(
    why: str, by_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = settings.with_value(settings.DEFAULTS, "motion", why != "motion")
    app = CardApp(uno_table().connect, settings=chosen, pulse=Pulse(far=why == "far"))
    if why == "behind":
        monkeypatch.setattr(flying.Flying, "_waiting", 2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        assert "Bob is to play." in text(app) and not flights(app).on


async def test_a_terminal_that_falls_behind_is_spared_the_rest(
    by_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = CardApp(uno_table().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        assert flights(app).on
        monkeypatch.setattr(flying.Flying, "_waiting", 1)
        flights(app)._next()
        assert not flights(app).on


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (120, 40)])
@pytest.mark.parametrize("seat", [1, 9])
async def test_cards_of_others_come_from_their_fields(
    size: tuple[int, int], seat: int, by_hand: None
) -> None:
    table = FakeTable("uno", seats=10)
    table.quiet = True
    hands = tuple("r1 g3" if i == seat else f"y{i} b{i}" for i in range(10))
    table.place(hands=hands, discard="* g7", stock="w w", turn=f"p{seat + 1}")
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table.play(seat, "play g3 call")
        await pilot.pause()
        (flight,) = flights(app)._flights
        players = flights(app).places["players"]
        pile = flights(app).places["table"]
        assert players.y <= flight.source[1] < players.y + players.height
        assert pile.y <= flight.target[1] < pile.y + pile.height


def cells(app: CardApp) -> list[list[tuple[str, str]]]:
    """Return what every pane shows, row by row."""
    assert isinstance(app.screen, TableScreen)
    return [list(row) for painter in app.screen.painters() for row in painter.rows]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("game", ["uno", "casino"])
async def test_a_card_on_its_way_covers_nothing_that_is_written(
    game: str, size: tuple[int, int], by_hand: None
) -> None:
    table = FakeTable(game, seats=4, seed=3)
    table.quiet = True
    table.start()
    app = CardApp(table.connect)
    seen = 0
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for _ in range(12):
            seat = min(table.match.waiting_on())
            view = table.game.view(table.match.state, seat)
            table.play(seat, str(next(iter(table.game.legal(view)))))
            await pilot.pause()
            before = cells(app)
            while flights(app).on:
                flights(app)._next()
                await pilot.pause()
                for was, now in zip(before, cells(app), strict=True):
                    changed = [old for old, new in zip(was, now, strict=True) if old != new]
                    seen += bool(changed)
                    assert not [glyph for glyph, _ in changed if glyph.isalnum() or glyph in ">^!*"]
            assert cells(app) == before, "nothing of it is left"
    assert seen > 20
