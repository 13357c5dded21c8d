"""What the host does with a running table, and a watcher with a bot's seat, by keys."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.livetable import LiveTable
from tests.tui.settled import shows, text
from tests.tui.tuitable import CASINO, NAMES, UNO
from tui.app import CardApp
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen

SIZES = [(40, 12), (60, 20), (80, 24), (120, 40)]


class People(LiveTable):
    """Seats: Ann, a bot, Carol who is a person, a bot; the rest as in LiveTable."""

    def seat_infos(self) -> tuple[m.SeatInfo, ...]:
        kinds: tuple[Any, ...] = ("human", "bot", "human", "bot")
        return tuple(m.SeatInfo(name, kind) for name, kind in zip(self.names, kinds, strict=False))


def uno(**options: Any) -> People:
    table = People("uno", **options)
    table.quiet = True
    table.place(**UNO)
    return table


def watched(**options: Any) -> People:
    table = uno(me=None, **options)
    table.host = False
    table.say(m.Seated("t", None, "token", "Wat", False))
    table.tell_lobby()
    return table


@pytest.mark.parametrize("size", SIZES)
async def test_pause_and_go_on(size: tuple[int, int]) -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "m")
        shown = " ".join(text(app).split())
        assert "p pause l lock k remove a player e end the match" in shown
        await press(pilot, "p")
        assert table.sent[-1] == m.Pause(True)
        assert "The table is paused. m, then p: go on." in " ".join(text(app).split())
        assert "m menu" in text(app)
        if size[0] >= 60:
            assert "PAUSED" in text(app)
        await press(pilot, "m p")
        assert table.sent[-1] == m.Pause(False)
        assert "Enter plays green 2." in text(app)


async def test_nobody_is_locked_out_of_a_table_that_nobody_can_come_to() -> None:
    table = LiveTable("uno")
    table.quiet = True
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "m menu" not in text(app)
        await press(pilot, "m")
        assert "There is nothing to choose now." in text(app)
        table.place(**UNO)
        await shows(pilot, "Your turn.")
        await press(pilot, "m")
        assert "Table:  p pause  e end the match" in text(app)
        await press(pilot, "escape")
        app.ctx.invites = ("cardtui join 192.168.1.5:7777",)
        await press(pilot, "m")
        assert "Table:  p pause  l lock  e end the match" in text(app)


async def test_the_end_of_the_match_is_asked_for() -> None:
    table = uno()
    table.match = replace(table.match, scores=(12, 30, 0, 7))
    table.show()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "m e")
        assert "End the match for everybody?  y end it, all go to the lobby" in text(app)
        await press(pilot, "n")
        assert table.sent == []
        await press(pilot, "m e escape m n m escape")
        assert table.sent == [] and isinstance(app.screen, TableScreen)
        await press(pilot, "m e y")
        assert table.sent == [m.End()]
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert "Totals: you 12, Bob 30, Carol 0, Dave 7." in " ".join(text(app).split())


async def test_between_rounds_and_after_the_match() -> None:
    table = uno()
    table.start = lambda: None  # type: ignore[method-assign]
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.phase = "between"
        table.tell_lobby()
        await pilot.pause()
        await press(pilot, "m")
        assert "d next round" in text(app)
        await press(pilot, "d")
        assert table.sent[-1] == m.Start()
        await pilot.pause()
        table.phase = "won"
        table.tell_lobby()
        await pilot.pause()
        await press(pilot, "m")
        assert "d rematch" in text(app) and "p pause" not in text(app)
        await press(pilot, "e")
        assert table.sent[-1] == m.End()


async def test_the_menu_of_the_result_screen() -> None:
    table = People("casino", seats=2)
    table.quiet = True
    table.place(**{**CASINO, "hands": ("8c", ""), "table": "5s"})
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.play(0, "trail 8c")
        await pilot.pause()
        await press(pilot, "enter")
        assert "m menu" in text(app)
        await press(pilot, "m e")
        assert table.sent[-1] == m.End()


async def test_a_guest_has_no_menu() -> None:
    table = uno()
    table.host = False
    table.say(m.Seated("t", 0, "token", "Ann", False))
    table.tell_lobby()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "m menu" not in text(app)
        await press(pilot, "m")
        assert "Only the host may do that." in text(app)
        assert table.sent == []


@pytest.mark.parametrize("size", SIZES)
async def test_a_watcher_takes_the_seat_of_a_bot(size: tuple[int, int]) -> None:
    table = watched()
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "m menu" in text(app)
        await press(pilot, "m")
        assert "t take a seat" in text(app) and "pause" not in text(app)
        await press(pilot, "t")
        assert "Which seat? 2 Bob's (bot) 4 Dave's" in " ".join(text(app).split())
        await press(pilot, "4")
        assert table.sent == [m.TakeSeat(3)]
        table.say(m.Refused("take-seat", m.TableCode.NOT_A_BOT))
        await pilot.pause()
        assert "No bot sits there." in text(app)


async def test_a_watcher_sits_down_in_the_lobby() -> None:
    class Waiting(People):
        def seat_infos(self) -> tuple[m.SeatInfo, ...]:
            ann, bob, carol, _ = super().seat_infos()
            return (ann, bob, carol, m.SeatInfo("", "open"))

    table = Waiting("uno", me=None, host=False)
    table.say(m.Seated("t", None, "token", "Wat", False))
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "t: take a seat." in text(app) and "t sit down" in text(app)
        await press(pilot, "t")
        assert "Which seat?  2 Bob's (bot)  4 free" in text(app)
        await press(pilot, "4")
        assert table.sent == [m.TakeSeat(3)]
        table.me = 3
        table.say(m.Seated("t", 3, "token", "Wat", False))
        await pilot.pause()
        await press(pilot, "t")
        assert "You have a seat already." in text(app)


async def test_a_host_who_watches_has_both() -> None:
    table = uno(me=None)
    table.say(m.Seated("t", None, "token", NAMES[0], True))
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "m")
        assert "p pause" in text(app) and "t take a seat" in text(app)


@pytest.mark.parametrize(
    ("preset", "changes", "title", "note"),
    [
        ("official", {}, "UNO · official rules · round 1", ""),
        ("street", {}, "street rules", "+13 rules"),
        ("street", {"stack": "same"}, "street rules with 1 change · round 1", ""),
        ("kano", {"first_card_back": ("w", "+2", "w+4")}, "kano-reflip", "+11 rules"),
    ],
)
async def test_the_title_and_the_help_tell_the_rules(
    preset: str, changes: dict[str, Any], title: str, note: str
) -> None:
    table = uno(preset=preset, options=changes)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = text(app).splitlines()[0]
        assert title in first and note in first
        assert ("+" in first) == bool(note), "there is one count at most"
        await press(pilot, "question_mark")
        seen = text(app)
        for _ in range(20):
            await press(pilot, "space")
            seen += text(app)
        assert ("Differs from official rules in:" in seen) == (preset != "official")


async def test_the_host_locks_the_table_in_the_lobby_too() -> None:
    table = LiveTable("uno")
    app = CardApp(table.connect)
    app.ctx.invites = ("cardtui join 192.168.1.5:7777",)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "m l")
        assert table.sent == [m.Lock(True)]


class Watched(People):
    """Wil and Zoe watch; the table is locked."""

    watchers: tuple[str, ...] = ("Wil", "Zoe")

    def tell_lobby(self) -> None:
        super().tell_lobby()
        lobby = self._queue._queue.pop()  # type: ignore[attr-defined]
        self.say(replace(lobby, watchers=self.watchers, locked=True))


async def test_an_only_watcher_need_not_be_chosen() -> None:
    table = Watched("uno")
    table.watchers = ("Wil",)
    table.quiet = True
    table.place(**UNO)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "m g 2")
        assert table.sent == [m.Give("Wil", 1)]
