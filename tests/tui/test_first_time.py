"""What a newcomer meets: questions in the footer, watching, coming in late, partners, totals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from engine.king import KingView
from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.fakedoors import FakeDoors
from tests.tui.settled import text
from tests.tui.tuitable import UNO, FakeTable, casino, uno
from tui.app import CardApp
from tui.plain.teller import Teller
from tui.screens.find import FindScreen
from tui.screens.king import KingScreen
from tui.screens.lobby import LobbyScreen


def footer(app: CardApp) -> str:
    return text(app).splitlines()[-1].strip()


async def test_while_a_question_is_open_the_footer_has_its_keys_and_the_help() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "8 enter")
        assert footer(app) == "r y g b answer  Esc back  ? help"
        await press(pilot, "h")
        assert "A bot would play" in text(app) and "Which colour?" in text(app)
        await press(pilot, "escape q")
        assert footer(app) == "y n answer  Esc back"
        await press(pilot, "escape")
        assert footer(app).startswith("Enter play")


@pytest.mark.parametrize("game", ["uno", "casino"])
async def test_a_watcher_is_told_so(game: str) -> None:
    table = uno(me=None) if game == "uno" else casino()
    table.host, table.me = False, None
    table.say(m.Seated("t", None, "token", "Wat", False))
    table.tell_lobby()
    table.show()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        keys = footer(app)
        assert not any(word in keys for word in ("Enter", "draw", "mark", "sort", "idea", "UNO!"))
        useless = ("enter", "d", "1", "space", "b")
        if game == "uno":  # at Casino a watcher goes over the table's cards with it
            useless += ("left",)
        for key in useless:
            await press(pilot, key)
            assert "!  You are watching." in text(app), key
        assert table.acted == []


async def test_who_comes_in_late_is_told_how_it_stands() -> None:
    table = uno()
    table.match = replace(table.match, deals=3, scores=(0, 120, 45, 7))
    table._queue = type(table._queue)()
    table.say(m.Seated("t", 0, "token", "Ann", False))
    table.phase = "deal"
    table.tell_lobby()
    table.say(m.Note(m.NoteCode.TOOK_SEAT, {"who": "Ann", "seat": 0, "bot": "Cleo"}))
    table.show()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = " ".join(text(app).replace("│", " ").split())
        assert "You play on for Cleo, a bot." in shown
        assert "You come in: UNO, official" in shown and "round 3" in shown
        assert "On top: green 7." in shown


async def test_totals_are_seen_during_play_once_there_are_some() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "·0" not in text(app).splitlines()[1]
        table.match = replace(table.match, scores=(0, 120, 45, 7))
        table.show()
        await pilot.pause()
        line = text(app).splitlines()[1]
        assert "Bob 3 ·120" in line and "you 9 ·0" in line
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "Bob" in text(app) and "·120" not in text(app)


async def test_a_hand_that_was_swapped_is_told_in_the_prompt() -> None:
    table = FakeTable("uno", options={"seven_zero": True}, seats=3)
    table.quiet = True
    hands = ("r5 g2", "g7 b1 b2", "y1 y2")
    table.place(hands=hands, discard="* g1", stock="r6 y3", turn="p2")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.play(1, "play g7 swap p1")
        table.play(2, "draw")
        await pilot.pause()
        assert "You have swapped hands with Bob: look at yours." in text(app)
        table.play(2, "pass")
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "Your turn. You have swapped hands" in text(app)
        assert "with Bob: look at yours." in text(app)
        await press(pilot, "right")
        assert "look at yours" not in text(app)


async def test_partners_have_a_letter() -> None:
    table = FakeTable("casino", "partners", seats=4)
    table.quiet = True
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Ann (you), side A" in text(app) and "Dave, side B" in text(app)
        table.start()
        await pilot.pause()
        line = text(app).splitlines()[1]
        for words in ("A you took", "B Bob took", "A Carol took", "B Dave took"):
            assert words in line


async def test_the_lobby_tells_who_is_not_ready_and_keeps_chat() -> None:
    table = FakeTable("uno", "kano")
    people = [m.SeatInfo("Ann", "human"), m.SeatInfo("Ida", "human"), m.SeatInfo("", "open")]
    table.say(m.Lobby("t", "lobby", False, "uno", "kano", {}, tuple(people), (), 0, 0, 60))
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        shown = " ".join(text(app).split())
        assert "Ida is not ready; Enter starts UNO, Kano & King anyway." in shown
        assert footer(app).endswith("/ chat  ? help  q leave")
        assert len(footer(app)) <= 79


async def test_only_the_host_is_shown_how_others_join() -> None:
    for host in (True, False):
        table = FakeTable("uno")
        table.host = host
        table.say(m.Seated("t", 0, "token", "Ann", host))
        table.tell_lobby()
        app = CardApp(table.connect)
        app.ctx.invites = ("cardtui join 10.0.0.1:7777",)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert ("cardtui join" in text(app)) == host


async def test_an_address_that_failed_is_still_there_to_be_mended() -> None:
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "4 n o w h e r e enter")
        await pilot.pause()
        assert isinstance(app.screen, FindScreen)
        assert "Nobody answers there." in text(app) and "nowhere" in text(app)
        await press(pilot, "2 enter")
        await pilot.pause()
        assert doors.asked == [("join", "nowhere"), ("join", "nowhere2")]


async def test_help_and_leaving_work_over_the_punishments() -> None:
    table = FakeTable("uno", "kano")
    table.quiet, table.king = True, KingView((), ())
    table.place(**UNO)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "k")
        assert isinstance(app.screen, KingScreen)
        assert "? help  q leave" in footer(app)
        await press(pilot, "q")
        assert "Leave?" in text(app)
        await press(pilot, "n question_mark")
        assert "Help" in text(app).splitlines()[0]


async def test_a_turn_that_is_lost_to_a_jump_in_is_told_in_the_prompt() -> None:
    table = FakeTable("uno", "crystal", seats=3)
    table.quiet = True
    hands = ("r5 g2 y3", "g7 b1 b2", "y1 y2")
    table.place(hands=hands, discard="* b3 g7", stock="r6 y3", turn="p1")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Your turn." in text(app)
        table.play(1, "jump g7")
        await pilot.pause()
        assert "Bob has jumped in: play goes on from there." in text(app)
        await press(pilot, "right")
        assert "has jumped in" not in text(app)


async def test_a_start_is_offered_when_it_works_and_a_bot_where_a_seat_is_free() -> None:
    table = FakeTable("uno")
    ann, bot, free = (
        m.SeatInfo("Ann", "human"), m.SeatInfo("Bo", "bot", "normal"), m.SeatInfo("", "open"),
    )  # fmt: skip
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        for seats, start, add in (
            ((ann, free), False, True), ((ann, bot, free), True, True), ((ann, bot), True, False),
        ):  # fmt: skip
            table.say(m.Lobby("t", "lobby", False, "uno", "official", {}, seats, (), 0, 0, 60))
            await pilot.pause()
            assert ("Enter start" in footer(app)) is start
            assert ("b add bot" in footer(app)) is add
            assert (
                "1 player is missing. b adds a bot." in " ".join(text(app).split())
            ) is not start


async def test_who_comes_into_casino_is_told_the_deal() -> None:
    table = casino()
    table.match = replace(table.match, deals=2)
    table._queue = type(table._queue)()
    table.say(m.Seated("t", 0, "token", "Ann", False))
    table.phase = "deal"
    table.tell_lobby()
    table.show()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "l")
        assert "You come in: Casino, house rules, deal 2." in text(app)


def test_plain_calls_the_next_deal_as_its_game_does() -> None:
    class Guest:
        host, seat = False, 0

    plain = Teller(cast(Any, Guest()), False)
    for game, word in (("uno", "round"), ("casino", "deal")):
        lobby = m.Lobby("t", "between", False, cast(Any, game), "x", {}, (), (), 0, 0, 60)
        assert plain._hint(lobby) == f"Type ready for the next {word}."
