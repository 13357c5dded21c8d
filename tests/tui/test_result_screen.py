"""The result at every size: totals first where rows are few, nothing cut, partners together."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from textual.events import MouseScrollUp

from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable, finished
from tui.app import CardApp
from tui.drawing import result_picture
from tui.room import Room


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("seats", [2, 4])
async def test_casino_totals_are_always_seen(size: tuple[int, int], seats: int) -> None:
    table = finished("casino", seats=seats)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        shown = text(app)
        assert "total" in shown and "this deal" in shown and "most cards" in shown
        if size[1] < 20:
            assert shown.index("total") < shown.index("this deal") < shown.index("most cards")
        else:
            assert "2 of spades" in shown or "2♠" in shown
            assert shown.index("most cards") < shown.index("total")


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_uno_headers_and_notes_are_whole(size: tuple[int, int]) -> None:
    table = finished("uno", seats=3)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        shown = " ".join(text(app).split())
        assert "hand points total" in shown
        assert "numbers count as they are, actions 20, black cards 50." in shown


async def test_partners_are_one_column() -> None:
    table = finished("casino", "partners", seats=4)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = text(app)
        if "Enter shows" in shown:
            await press(pilot, "enter")
        assert "You+Carol" in text(app) and "Bob+Dave" in text(app)


async def test_long_names_of_partners_are_cut_and_none_is_gone() -> None:
    table = finished("casino", "partners", seats=4)
    table.names = ("Ann", "Maximilian-the-Great", "Bo", "Bartholomew")
    table.tell_lobby()
    app = CardApp(table.connect)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        assert "You+Bo Maximil…+Barthol…" in text(app)


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((2, 9), "Deal 1 is over: most points for Bob."),
        ((9, 2), "Deal 1 is over: most points for you."),
        ((4, 4), "Deal 1 is over.\n"),
        ((), "Deal 1 is over.\n"),
    ],
)
async def test_who_has_most_of_a_deal_is_said_first(points: tuple[int, ...], said: str) -> None:
    table = finished("casino", "pagat")
    assert not table.match.winners
    room = Room(me=0)
    room.take(
        m.Lobby("t", "between", False, "casino", "pagat", {}, table.seat_infos(), (), 0, 0, 60), 0.0
    )
    view = table.match.view(0)
    room.view = replace(view, game=replace(view.game, points=points))
    assert said in result_picture.headline(room) + "\n"


async def test_ready_can_be_taken_back_and_a_watcher_is_offered_nothing() -> None:
    table = finished("uno", seats=3)
    table.host = False
    table.say(m.Seated("t", 0, "token", "Ann", False))
    table.tell_lobby()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        assert text(app).splitlines()[-1].startswith(" Enter ready")
        ready = [m.SeatInfo("Ann", "human", ready=True), m.SeatInfo("Bob", "bot", "normal"),
                 m.SeatInfo("Carol", "bot", "normal")]  # fmt: skip
        table.say(m.Lobby("t", "between", False, "uno", "official", {}, tuple(ready), (), None,
                          0, 60))  # fmt: skip
        await pilot.pause()
        assert "Enter takes it back." in text(app)
        assert text(app).splitlines()[-1].startswith(" Enter not ready")
        table.say(m.Seated("t", None, "token", "Wat", False))
        table.tell_lobby()
        await pilot.pause()
        assert "Enter" not in text(app).splitlines()[-1]
        await press(pilot, "enter")
        assert "You are watching." in text(app) and not table.sent


CATEGORIES = ("most cards", "most spades", "10♦", "2♠", "aces")


@pytest.mark.parametrize("height", [12, 14])
async def test_every_row_of_casino_can_be_seen(height: int) -> None:
    table = finished("casino", seats=2)
    app = CardApp(table.connect)
    async with app.run_test(size=(40, height)) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        seen = text(app)
        assert ("↓ more" in seen) is (height < 14)
        for _ in range(9):
            await press(pilot, "down")
            seen += text(app)
            assert "total" in text(app) and "this deal" in text(app)
        for category in CATEGORIES:
            assert category in seen, category
        last = text(app)
        await press(pilot, "down")
        assert text(app) == last
        if height < 14:
            assert "most cards" not in last
            await press(pilot, "up up up up up up up up up")
            assert "most cards" in text(app)


async def test_every_player_of_uno_can_be_seen() -> None:
    table = FakeTable("uno", seats=10)
    table.quiet = True
    table.place(
        hands=("r1", *[f"{c}{n}" for c in "yb" for n in "12345"][:9]),
        discard="* r3",
        stock="",
        turn="p1",
    )
    table.play(0, "play r1")
    app = CardApp(table.connect)
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        seen = text(app)
        for _ in range(10):
            await press(pilot, "down")
            seen += text(app)
        for name in table.names[1:]:
            assert name in seen


@pytest.mark.parametrize(("game", "word"), [("uno", "round"), ("casino", "deal")])
async def test_what_comes_next_is_called_as_in_that_game(game: str, word: str) -> None:
    table = finished(game, "" if game == "uno" else "royal", seats=2)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        assert not table.match.winners
        assert f"Enter begins the next {word}." in text(app)
        assert text(app).splitlines()[-1].startswith(f" Enter next {word}")
        await press(pilot, "m")
        assert f"d next {word}" in text(app)
        await press(pilot, "n")
        table.say(m.Seated("t", 0, "token", "Ann", False))
        table.host = False
        table.tell_lobby()
        await pilot.pause()
        assert f"Enter: I am ready for the next {word}." in text(app)


def match_of(preset: str, rounds: list[tuple[str, ...]], seats: int = 3) -> FakeTable:
    """Play a round for each of these hands; the first seat goes out with red 1."""
    table = FakeTable("uno", preset, seats=seats)
    table.quiet = True
    for hands in rounds:
        scores, history = table.match.scores, table.match.history
        table.place(hands=hands, discard="* r3", stock="", turn="p1")
        table.match = replace(
            table.match, scores=scores, history=history, deals=len(history) + 1, winners=()
        )
        table.play(0, "play r1")
    return table


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_a_match_shows_by_how_much_it_was_won_and_how_the_totals_grew(
    size: tuple[int, int],
) -> None:
    loser = ("r1", "w+4 w+4 w w w b9 b9 bs", "g5")
    table = match_of("official", [loser, loser])
    assert table.match.winners == (0,)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        seen = text(app)
        assert "Won by 586 points: 586, then Bob and Carol with 0." in " ".join(seen.split())
        if size[1] >= 20:
            assert "Totals, round 1 to 2" in seen and "▄▄▄▄████" in seen
        await press(pilot, "t")
        seen = text(app)
        assert "Totals, round 1 to 2" in seen and "████ 586" in seen
        assert "t or Esc goes back." in seen
        await press(pilot, "escape")
        assert "left in hand" in text(app) or "hand" in text(app)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
@pytest.mark.parametrize(
    ("winner", "said"), [(0, "You win the match!"), (1, "The match goes to Bob.")]
)
async def test_the_table_says_at_once_that_the_match_is_won(
    size: tuple[int, int], winner: int, said: str
) -> None:
    table = FakeTable("uno", "official", seats=3)
    table.quiet = True
    hands = [("r1" if seat == winner else "g5 g6") for seat in range(3)]
    table.place(hands=tuple(hands), discard="* r3", stock="", turn=f"p{winner + 1}")
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table.match = replace(table.match, scores=(490, 490, 0))
        table.play(winner, "play r1")
        await pilot.pause()
        assert f"{said} Enter shows the points." in " ".join(text(app).split())
        await press(pilot, "enter")
        assert said in text(app) and "rematch" in text(app)


async def test_back_from_the_totals_nothing_is_said_twice() -> None:
    table = match_of("official", [("r1", "w+4 w+4 w w w b9 b9 bs", "g5")] * 2)
    app = CardApp(table.connect)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        before = text(app)
        assert before.count("Won by 586 points") == 1 and "Up and Down" not in before
        await press(pilot, "t t")
        assert text(app) == before


async def test_who_is_bust_is_named_and_the_lowest_wins() -> None:
    hands = ("r1", "w+4 w+4 w w b9 b9 bs bs b0", "g5")
    table = match_of("minus", [hands, hands])
    assert table.match.scores == (0, 516, 10) and table.match.winners == (0,)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        seen = text(app)
        assert "Won by 10 points: 0, then Carol with 10. Bust, at 500 or more: Bob." in seen


async def test_what_a_hand_brought_stands_in_brackets() -> None:
    table = match_of("official", [("r1", "b9 bs", "g5")])
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        seen = text(app)
        assert "+34" in seen and "(29)" in seen and "(5)" in seen
        assert "Totals" not in seen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_hands_are_whole_cards_where_there_is_room(size: tuple[int, int]) -> None:
    table = match_of("official", [("r1", "b9 bs", "g5")])
    table.names = ("Ann", "Wolfeschlegelst", "Carol")
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table.tell_lobby()
        await press(pilot, "enter")
        seen = text(app)
        assert ("▐ 9 ▌ ▐Skp▌" in seen) is (size == (120, 40))
        assert ("B9 BS" in seen) is (size == (80, 24))
        assert ("Wolfeschlegelst " in seen) is (size == (120, 40))
        assert "(29)" in seen and "The winner collects" in seen


async def test_hands_of_many_cards_are_counted_whole() -> None:
    """Too many for whole cards: all hands are shown in chips, and none of their cards is lost."""
    held = [f"{colour}{face}" for colour in "ygb" for face in range(10)]
    table = match_of("official", [("r1", " ".join(held), "g5")])
    app = CardApp(table.connect)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        line = next(one for one in text(app).splitlines() if "Bob" in one)
        more = re.search(r" \((\d+)\)  ", line)
        assert more is not None
        assert len(re.findall(r"[YGB]\d", line)) + int(more[1]) == 30, line


async def test_a_blocked_round_says_who_gains_and_why() -> None:
    from engine.uno.state import UnoView

    table = match_of("official", [("r1", "b9", "g5")])
    table.match.state.hands[0].append(table.match.state.hands[1][0])
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.show()
        await pilot.pause()
        await press(pilot, "enter")
        assert isinstance(app.ctx.room.view.game, UnoView)
        assert "Nobody could go on: the lowest hand wins." in text(app)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_the_log_scrolls_and_is_cut_down_to_what_was_said(size: tuple[int, int]) -> None:
    table = finished("uno", seats=3)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        for number in range(60):
            app.ctx.room.tell(f"line {number}.", "play")
        app.ctx.room.tell("Zoe: hello", "chat")
        await press(pilot, "l")
        assert "Zoe: hello" in text(app) and "points" not in text(app)
        await press(pilot, "pageup")
        assert "Zoe: hello" not in text(app)
        await press(pilot, "home up up down")
        first = text(app)
        await press(pilot, "up")
        assert text(app) != first, "nobody scrolls beyond the first line"
        await press(pilot, "left")
        assert "Zoe: hello" in text(app) and "line 59." not in text(app)
        assert "What was said." in text(app)
        await press(pilot, "right end")
        assert "line 59." in text(app)
        await pilot._post_mouse_events([MouseScrollUp], widget="#log", button=0)
        await pilot.pause()
        assert "Zoe: hello" not in text(app) and "line 59." in text(app)
        await press(pilot, "escape")
        assert "points" in text(app)
