"""A key that was pressed for what was there before does nothing but say so."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.settled import text, until
from tests.tui.tuitable import CASINO, FakeTable
from tui import unseen
from tui.app import CardApp
from tui.boards.base import Choice, Question
from tui.unseen import Unseen

LOOK = 0.25
BEFORE = "This came just now. Press again."


class Clock:
    """The app's time, which only a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(quick_eyes: None, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Look as slowly as people do, in a time of one's own."""
    monkeypatch.setattr(unseen, "LOOK", LOOK)
    return Clock()


@asynccontextmanager
async def seated(table: FakeTable, clock: Clock) -> AsyncGenerator[tuple[CardApp, Pilot[int]]]:
    """Sit at a table, and look at it for as long as is needed."""
    app = CardApp(table.connect)
    app.ctx.now = clock
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        clock.now += 5
        yield app, pilot


def uno(turn: str = "p2", **more: Any) -> FakeTable:
    table = FakeTable("uno", "crystal", seats=2, **more)
    table.quiet = True
    table.place(hands=("r5 y2 g3 b8", "g1 g2 b9"), discard="* g7", stock="r1 b1 y1", turn=turn)
    return table


def said(app: CardApp) -> str:
    return " ".join(text(app).split())


def test_who_goes_on_pressing_has_not_looked(clock: Clock) -> None:
    moment = Unseen()
    assert not moment.blind(0.0, 0.0)
    moment.changed(10.0)
    assert moment.blind(10.0, 0.0) and moment.blind(10.2, 0.0) and moment.blind(10.4, 0.0)
    assert not moment.blind(10.4 + LOOK, 0.0)
    assert not moment.blind(10.7, 0.0)


def test_over_a_slow_line_a_key_is_on_its_way_for_longer(clock: Clock) -> None:
    moment = Unseen()
    moment.changed(10.0)
    assert moment.blind(10.4, 0.2)
    moment.changed(10.0)
    assert not moment.blind(10.46, 0.2)


async def test_a_card_that_was_chosen_before_is_played_the_moment_the_turn_comes(
    clock: Clock,
) -> None:
    table = uno()
    async with seated(table, clock) as (_, pilot):
        await press(pilot, "3")
        table.play(1, "play g1")
        await press(pilot, "enter")
        assert table.acted == ["play g3"]


@pytest.mark.parametrize(
    ("chosen", "options"),
    [("1", {}), ("", {}), ("3", {"misplay_penalty": 1})],
    ids=["that does not fit", "chosen by nobody", "that may be wrong"],
)
async def test_no_other_card_is(clock: Clock, chosen: str, options: dict[str, Any]) -> None:
    table = uno(options=options)
    async with seated(table, clock) as (app, pilot):
        await press(pilot, chosen)
        table.play(1, "play g1")
        await press(pilot, "enter")
        assert not table.acted and BEFORE in said(app)


async def test_things_that_were_marked_before_are_taken_the_moment_the_turn_comes(
    clock: Clock,
) -> None:
    table = FakeTable("casino", seats=2)
    table.quiet = True
    table.place(**{**CASINO, "turn": "p2"})
    async with seated(table, clock) as (app, pilot):
        board = app.ctx.kits["casino"].board
        letters = [thing.letter for thing in board.things if thing.card.text in ("5s", "3h")]
        eight = next(i for i, card in enumerate(board.hand, start=1) if card.text == "8c")
        await press(pilot, " ".join([str(eight), *letters]))
        table.play(1, "capture 9h #3d")
        await press(pilot, "enter")
        assert "Which? 1 take 3" in said(app) and BEFORE not in said(app)


async def test_where_nothing_can_be_done_it_is_said_why(clock: Clock) -> None:
    table = uno("p1")
    async with seated(table, clock) as (app, pilot):
        await press(pilot, "enter enter")
        assert table.acted == ["play g3"] and "It is not your turn." in said(app)


async def test_an_answer_means_the_same_when_the_turn_comes(clock: Clock) -> None:
    table = FakeTable("uno", "crystal", seats=3)
    table.quiet = True
    table.place(hands=("r5 y2", "g1 g3", "b1"), discard="* g7", stock="r1 b1 y1", turn="p2")
    async with seated(table, clock) as (app, pilot):
        answers = (Choice(("2",), "Bob", lambda: None),)
        app.ctx.kits["uno"].board.question = Question("Whom?", answers, lambda: True)
        table.place(hands=("r5 y2", "g1", "b1"), discard="* g3", stock="r1 b1 y1", turn="p1")
        await press(pilot, "2")
        assert BEFORE not in said(app)


async def test_a_click_that_only_chooses_is_not_held_back(clock: Clock) -> None:
    table = uno()
    async with seated(table, clock) as (app, pilot):
        table.play(1, "play g1")
        await pilot.pause()
        before = app.ctx.kits["uno"].board.cursor
        await pilot.click("#hand", offset=(3, 3))
        assert app.ctx.kits["uno"].board.cursor != before and BEFORE not in said(app)
        await pilot.click("#table", offset=(6, 4))
        assert not table.acted and BEFORE in said(app)
        clock.now += LOOK
        await pilot.click("#table", offset=(6, 4))
        assert table.acted == ["draw"]


@pytest.mark.parametrize("key", ["enter", "d"])
async def test_a_key_in_the_moment_of_the_turn_plays_nothing(clock: Clock, key: str) -> None:
    table = uno()
    async with seated(table, clock) as (app, pilot):
        table.play(1, "play g1")
        await pilot.pause()
        clock.now += 0.1
        await press(pilot, key)
        assert not table.acted and BEFORE in said(app) and "Enter plays green 3." in said(app)
        clock.now += 0.1
        await press(pilot, key)
        assert not table.acted, "it is held down"
        clock.now += LOOK
        await press(pilot, key)
        assert table.acted == ["play g3" if key == "enter" else "draw"]


async def test_two_presses_where_one_is_meant_draw_and_do_no_more(clock: Clock) -> None:
    table = uno("p1")
    table.place(hands=("r5 y2", "g1 g2"), discard="* g7", stock="g9 b1 y1", turn="p1")
    async with seated(table, clock) as (app, pilot):
        await press(pilot, "enter")
        clock.now += 0.12
        await press(pilot, "enter")
        assert table.acted == ["draw"] and "You drew green 9." in said(app)
        clock.now += LOOK
        await press(pilot, "enter")
        assert table.acted == ["draw", "play g9"]


async def test_an_update_that_changes_nothing_for_the_keys_holds_nothing_back(
    clock: Clock,
) -> None:
    table = uno("p1")
    async with seated(table, clock) as (_, pilot):
        table.show()
        table.say(m.Said("Bob", 1, "hello"))
        await press(pilot, "right left")
        await press(pilot, "enter")
        assert table.acted == ["play g3"]


async def test_what_is_quick_on_purpose_is_not_held_back(clock: Clock) -> None:
    table = uno()
    async with seated(table, clock) as (_, pilot):
        table.place(hands=("r5 g7", "g1"), discard="* g7", stock="r1 b1", turn="p2")
        await press(pilot, "j")
        assert table.acted == ["jump g7"]


async def test_a_digit_is_no_answer_to_a_question_that_has_just_come(clock: Clock) -> None:
    table = uno()
    async with seated(table, clock) as (app, pilot):
        table.place(hands=("r5 y2", "g1 g2"), discard="* w", stock="r1", turn="p1", phase="colour")
        await press(pilot, "2")
        assert not table.acted and "Which colour?" in said(app) and BEFORE in said(app)
        clock.now += LOOK
        await press(pilot, "2")
        assert table.acted == ["colour y"]


async def test_the_end_of_a_round_is_not_passed_over(clock: Clock) -> None:
    table = uno()
    async with seated(table, clock) as (app, pilot):
        table.place(hands=("r5", "g1"), discard="* g7", stock="r1", turn="p2")
        await pilot.pause()
        table.play(1, "play g1")
        await press(pilot, "enter")
        assert BEFORE in said(app) and "Enter shows the points." in said(app)
        clock.now += LOOK
        await press(pilot, "enter")
        assert "Enter shows the points." not in said(app)


async def test_casino_too(clock: Clock) -> None:
    table = FakeTable("casino", seats=2)
    table.quiet = True
    table.place(**{**CASINO, "turn": "p2"})
    async with seated(table, clock) as (app, pilot):
        table.play(1, "capture 9h #3d")
        await press(pilot, "t")
        assert not table.acted and BEFORE in said(app)
        clock.now += LOOK
        await press(pilot, "t")
        assert len(table.acted) == 1


async def test_a_digit_that_is_no_card_of_the_hand_plays_no_other_one(clock: Clock) -> None:
    table = uno("p1")
    async with seated(table, clock) as (app, pilot):
        await press(pilot, "3 7")
        assert "You hold 4 cards." in said(app)
        clock.now += 0.1
        await press(pilot, "enter")
        assert not table.acted
        clock.now += LOOK
        await press(pilot, "3")
        await press(pilot, "enter")
        assert table.acted == ["play g3"]


async def test_a_letter_of_nothing_on_the_table_takes_nothing_else(clock: Clock) -> None:
    table = FakeTable("casino", seats=2)
    table.quiet = True
    table.place(**CASINO)
    async with seated(table, clock) as (app, pilot):
        await press(pilot, "1 a c z")
        assert "Nothing on the table is called z." in said(app)
        clock.now += 0.1
        await press(pilot, "enter")
        assert not table.acted
        await press(pilot, "9")
        assert "You hold" in said(app)
        clock.now += LOOK
        await press(pilot, "enter")
        assert len(table.acted) == 1


async def test_a_result_is_not_passed_over_by_two_presses_where_one_is_meant(clock: Clock) -> None:
    """The second is for the screen that comes, as all that is typed ahead."""
    table = uno()
    async with seated(table, clock) as (app, pilot):
        table.place(hands=("r5", "g1"), discard="* g7", stock="r1", turn="p2")
        table.play(1, "play g1")
        await pilot.pause()
        clock.now += LOOK
        app.post_message(events.Key("enter", "\r"))
        app.post_message(events.Key("enter", "\r"))
        await until(pilot, lambda: BEFORE in said(app) and "goes to Bob." in said(app))
        assert not table.sent
        clock.now += LOOK
        await press(pilot, "enter")
        assert table.sent == [m.Start()]


@pytest.mark.parametrize("key", ["enter", "d", "space"])
async def test_nothing_is_played_under_the_log(clock: Clock, key: str) -> None:
    table = uno("p1")
    async with seated(table, clock) as (app, pilot):
        await press(pilot, "l")
        assert "Everything that happened." in said(app)
        await press(pilot, key)
        assert not table.acted and "Enter plays green 3." in said(app), "the hand is seen again"
        clock.now += 0.1
        await press(pilot, "enter")
        assert not table.acted
        clock.now += LOOK
        await press(pilot, "enter")
        assert table.acted == ["play g3"]


async def test_a_question_under_the_log_takes_no_answer(clock: Clock) -> None:
    table = uno("p1")
    table.place(hands=("r5 y2", "g1 g2"), discard="* w", stock="r1", turn="p1", phase="colour")
    async with seated(table, clock) as (app, pilot):
        await press(pilot, "l")
        assert "Which colour?" not in said(app) and "l log" in said(app)
        await press(pilot, "r")
        assert not table.acted and "Which colour?" in said(app)
        clock.now += LOOK
        await press(pilot, "r")
        assert table.acted == ["colour r"]
