"""The King game on the screen: what is shown of punishments, and what the keys ask for."""

from __future__ import annotations

from typing import Any

import pytest

from engine.king import Drawn, KingView, Owed, Settled, builtin, with_own
from engine.king.own import cells
from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable, uno
from tui import i18n
from tui.app import CardApp
from tui.drawing import king_picture
from tui.drawing.canvas import Canvas
from tui.drawing.cards import Pen
from tui.drawing.symbols import ASCII, UNICODE
from tui.plain import commands as plain_commands
from tui.room import Room
from tui.screens.king import KingScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.text import say_king
from tui.text.words import Voice

SIZES = [(120, 40), (80, 24), (60, 20), (40, 12)]
CARDS = {card.name: card for card in with_own('x1 = "Bow to the cat."')}
LONGEST = max(builtin(), key=lambda card: cells(card.en))


def view(*owed: tuple[int, str, tuple[int, ...]], swapped: tuple[int, ...] = ()) -> KingView:
    return KingView(tuple(Owed(seat, CARDS[name], by) for seat, name, by in owed), swapped)


def table(king: KingView | None, *, me: int = 0, preset: str = "kano") -> FakeTable:
    """A round that the first seat wins with its next card."""
    one = FakeTable("uno", preset, me=me)
    one.quiet, one.king = True, king
    one.host = me == 0
    one.say(m.Seated("t", me, "token", one.names[me], one.host))
    one.tell_lobby()
    one.place(hands=("r5", "b9 b8", "w+4 y1", "g3"), discard="* r7", stock="g1", turn="p1")
    one.play(0, "play r5")
    return one


LOSERS = (1, "rs", (0,)), (2, "y3", (0,)), (3, "x1", (0,))


async def result(pilot: Any) -> None:
    await pilot.pause()
    await press(pilot, "enter")
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_the_result_shows_who_got_what(size: tuple[int, int]) -> None:
    one = table(view(*LOSERS))
    app = CardApp(one.connect)
    async with app.run_test(size=size) as pilot:
        await result(pilot)
        assert isinstance(app.screen, ResultScreen)
        shown = text(app)
        for name in ("Bob", "Carol", "Dave", "Round 1 goes to you!"):
            assert name in shown
        if size[1] >= 20:
            for seat, card, _ in LOSERS:
                first = CARDS[card].en.split()[:3]
                assert " ".join(first) in shown and one.names[seat] in shown
            assert "RS" in shown and "Y3" in shown and "HOT" in shown
        else:
            assert "k shows all 3 punishments" in shown
        await press(pilot, "k")
        await pilot.pause()
        assert isinstance(app.screen, KingScreen)
        seen = text(app)
        for _ in range(3):
            await press(pilot, "down")
            seen += text(app)
        whole = " ".join(seen.split())
        for _, card, _ in LOSERS:
            assert CARDS[card].en.split()[0] in whole and CARDS[card].en.split()[-1] in whole
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)


async def test_the_winner_says_when_it_is_done() -> None:
    one = table(view(*LOSERS))
    app = CardApp(one.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await result(pilot)
        assert "Punishments: y says it is done, v lets off." in text(app)
        await press(pilot, "y")
        assert "Done: whose?  2 Bob  3 Carol  4 Dave" in text(app)
        await press(pilot, "3 v 2 w")
        assert one.sent[-2:] == [m.Settle(2, "done"), m.Settle(1, "waived")]
        assert "No such punishment is owed." in text(app)
        one.king = view(LOSERS[0])
        one.show((Settled(2, CARDS["y3"], "done", 0),))
        await pilot.pause()
        assert "You say it is done: Carol." in text(app) and "Y3" not in text(app)
        await press(pilot, "y")
        assert one.sent[-1] == m.Settle(1, "done")  # one is left: no question


async def test_a_loser_swaps_once_and_settles_nothing() -> None:
    one = table(view(*LOSERS), me=1)
    app = CardApp(one.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await result(pilot)
        assert "w draws another punishment." in text(app)
        await press(pilot, "y")
        assert "Only a winner says when it is done." in text(app)
        await press(pilot, "w n w y")
        assert one.sent == [m.Swap()]
        one.king = view(*LOSERS, swapped=(1,))
        one.show((Drawn(1, CARDS["rs"], "swap"),))
        await pilot.pause()
        await press(pilot, "l")
        await pilot.pause()
        assert "You swap it for another: " in text(app)
        await press(pilot, "w")
        assert "You have swapped one in this match already." in text(app)
        assert one.sent == [m.Swap()]


async def test_a_question_about_a_punishment_ends_with_it() -> None:
    for me, key, asks in ((1, "w", "Draw another?"), (0, "v", "Let off whom?")):
        one = table(view(*LOSERS[:2]), me=me)
        app = CardApp(one.connect)
        async with app.run_test(size=(80, 24)) as pilot:
            await result(pilot)
            await press(pilot, key)
            assert asks in text(app)
            one.king = view(LOSERS[1])
            one.show((Settled(1, CARDS["rs"], "waived", 0),))
            await pilot.pause()
            assert asks not in text(app) and "Enter" in text(app)


async def test_mild_only_and_the_keys_in_mid_deal() -> None:
    one = FakeTable("uno", "kano")
    one.quiet, one.king = True, view((0, "rs", ()))
    one.place(hands=("r5 r6", "b9 b8", "y1", "g3"), discard="* r7", stock="g1", turn="p1")
    app = CardApp(one.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await press(pilot, "k i y")
        assert isinstance(app.screen, KingScreen)
        assert one.sent == [m.Mild(True), m.Settle(0, "done")]
        one.king = view()
        one.show()
        await pilot.pause()
        assert "Nobody owes a punishment." in text(app)
        await press(pilot, "k")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_without_punishments_no_key_does_anything() -> None:
    one = table(None, preset="official")
    app = CardApp(one.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await result(pilot)
        for key in ("w", "y", "v"):
            await press(pilot, key)
            assert "No such punishment is owed." in text(app)
        await press(pilot, "escape colon p u n")
        assert "Do: pun" in text(app) and "punishments" not in text(app)
        await press(pilot, "escape")
        await press(pilot, "k")
        await pilot.pause()
        assert "This table plays without punishments." in text(app)
        assert isinstance(app.screen, ResultScreen) and one.sent == []


async def test_without_punishments_the_table_is_not_left_for_their_page() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "k")
        assert "This table plays without punishments." in text(app)
        assert isinstance(app.screen, TableScreen)


async def test_punishments_are_offered_while_any_is_open() -> None:
    one = table(view((0, "rs", ())))
    app = CardApp(one.connect)
    async with app.run_test(size=(120, 40)) as pilot:
        await result(pilot)
        assert "k punishments" in text(app) and "i mild only" in text(app)
        one.king = view()
        one.show()
        await pilot.pause()
        assert "k punishments" not in text(app) and "i mild only" in text(app)


async def test_the_lobby_sets_what_the_table_plays_with() -> None:
    one = FakeTable("uno", "kano")
    app = CardApp(one.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "all punishments" in text(app)
        await press(pilot, "p i")
        assert one.sent == [m.Setup("uno", "kano", {}, 4, "mild"), m.Mild(True)]


async def test_a_guest_does_not() -> None:
    one = FakeTable("uno", "kano")
    one.host = False
    one.say(m.Seated("t", 0, "token", "Ann", False))
    one.tell_lobby()
    app = CardApp(one.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "p")
        assert "Only the host may do that." in text(app) and one.sent == []


# --- pictures ---


def room(king: KingView, me: int | None = 0) -> Room:
    one = Room(me=me)
    one.king = king
    seats = tuple(m.SeatInfo(name, "human") for name in ("Ann", "Bo", "Cy", "Di"))
    one.lobby = m.Lobby("t", "between", False, "uno", "kano", {}, seats, (), 0, 0, 60)
    return one


@pytest.mark.parametrize("pen", [Pen(UNICODE, True), Pen(ASCII, False)], ids=["colour", "ascii"])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("language", ["en", "zh_Hant", "zh_Hans"])
def test_every_card_fits(
    pen: Pen, width: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(say_king, "language", lambda: language)
    for card in builtin():
        one = room(KingView((Owed(1, card, (0,)),), ()))
        height = king_picture.rows(width, one, boxed=True)
        rows = king_picture.panel(width, height, one, pen).text().splitlines()
        shown = "".join("".join(row.strip(" ▌▐|").split()) for row in rows)
        assert height <= 6
        assert say_king.text(card).split()[-1][-4:] in shown, card
        assert ("HOT" in shown) == card.hot


def test_the_own_one_comes_first_then_those_to_settle() -> None:
    king = view((0, "r1", (3,)), (1, "r2", (2,)), (2, "r3", (3,)))
    assert [one.seat for one in king_picture.ordered(room(king, 2))] == [2, 1, 0]
    assert [one.seat for one in king_picture.ordered(room(king, None))] == [0, 1, 2]


@pytest.mark.parametrize("height", range(1, 14))
def test_whatever_the_room_nothing_is_lost_unsaid(height: int) -> None:
    king = view((0, "r1", ()), (1, "rs", ()), (2, "b4", ()), (3, "x1", ()))
    picture: Canvas = king_picture.panel(40, height, room(king), Pen(UNICODE, True))
    shown = picture.text()
    assert all(name in shown for name in ("You", "Bo", "Cy", "Di")) or "k shows all 4" in shown


# --- lines ---


def test_lines_for_who_has_done_it() -> None:
    done = Settled(1, CARDS["r1"], "done", 0)
    names = ("Ann", "Bo", "Cy")
    assert say_king.say(done, Voice(names, 0)) == "You say it is done: Bo."
    assert say_king.say(done, Voice(names, 1)) == "Ann says that you have done it."
    assert say_king.say(done, Voice(names, 2)) == "Ann says it is done: Bo."


def test_lines_for_who_asks_what_is_owed() -> None:
    voice = Voice(("Ann", "Bo", "Cy"), 0)
    king = view((1, "r1", (0,)), (2, "x1", (0,)))
    assert say_king.say_all_owed(king, voice).endswith("\nCy owes a punishment: Bow to the cat.")
    assert say_king.say_all_owed(None, voice) == "Nobody owes a punishment."


def test_lines_for_who_comes_late_and_what_may_be_typed() -> None:
    king = view((1, "r1", (0,)), (2, "x1", (0,)))
    names = ("Ann", "Bo", "Cy")
    told = list(say_king.news(None, king, (), Voice(names, 0)))
    assert told[1] == "Cy owes a punishment: Bow to the cat."
    assert told[3] == "Type /done 3 when it is done, /waive 3 to let Cy off."
    told = list(say_king.news(None, king, (Drawn(1, CARDS["r1"], "due"),), Voice(names, 1)))
    assert told == [
        "Cy owes a punishment: Bow to the cat.",
        "Type /swap to draw another one, once a match.",
    ]
    own = list(say_king.news(None, view((1, "r1", ())), (), Voice(names, 1)))
    assert own[2:] == ["Type /done 2 when it is done."]
    assert list(say_king.news(king, king, (), Voice(names, 1))) == []
    assert list(say_king.news(king, None, (), Voice(names, 1))) == []


class Guest:
    host = True
    lobby = room(view()).lobby


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("swap", m.Swap()),
        ("done 2", m.Settle(1, "done")),
        ("done cy", m.Settle(2, "done")),
        ("waive 2", m.Settle(1, "waived")),
        ("mild on", m.Mild(True)),
        ("mild off", m.Mild(False)),
        ("punishments off", m.Setup("uno", "kano", {}, 4, "off")),
    ],
)
def test_words_of_plain(line: str, request_: Any) -> None:
    assert plain_commands.request(Guest(), line) == request_


@pytest.mark.parametrize("line", ["swap 2", "done", "waive nobody", "mild", "punishments hot"])
def test_words_that_are_explained(line: str) -> None:
    with pytest.raises(plain_commands.BadWord):
        plain_commands.request(Guest(), line)


def test_the_text_is_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    card = builtin()[0]
    assert i18n.language() == "en" and say_king.text(card) == card.en
    monkeypatch.setattr(say_king, "language", lambda: "zh_Hans")
    assert say_king.text(card) == card.zh_hans
