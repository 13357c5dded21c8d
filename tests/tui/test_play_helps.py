"""Help in choosing: why a hint, one step back, what answers, who took what, whose partner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.casino.actions import Action
from engine.casino.actions import parse_action as parse
from engine.uno.actions import parse as parse_uno
from engine.uno.cards import parse_card
from engine.uno.events import Passed, PassedOn, Played, TakenBack, Turned
from netcore.wire import messages as m
from tests.tui.boards import after, casino_board, uno_board
from tests.tui.boards import after as uno_after
from tests.tui.driving import press
from tests.tui.settled import shows, text, until
from tests.tui.tuitable import FakeTable, uno
from tui.app import CardApp
from tui.boards import casino_hint, uno_hint
from tui.boards.casino_kit import CasinoKit
from tui.boards.kit import kit
from tui.boards.uno_hint import answering
from tui.boards.uno_kit import UnoKit
from tui.drawing.cards import Pen
from tui.drawing.symbols import UNICODE
from tui.room import Room

NAMES = ("you", "Bob", "Carol", "Dave")


def casino_view(hand: str, table: str) -> Any:
    fake = FakeTable("casino", seats=2, options={"sweeps": 1})
    fake.place(hands=(hand, "9h 7s"), table=table, taken=("*", ""), stock="", turn="p1", last="p1")
    return fake.match.view(0).game


@pytest.mark.parametrize(
    ("hand", "table", "action", "said"),
    [
        ("8c 2d", "5d 3h", "capture 8c 5d 3h", "That clears the table: a sweep."),
        ("8c 2d", "5d 3h Kc", "capture 8c 5d 3h", "That is 3 cards for you."),
        ("8c 2d", "5s 3h Kc", "capture 8c 5s 3h", "That is 3 cards, 1 of them a spade."),
        ("Th 2d", "Td Kc", "capture Th Td", "That is worth "),
        ("8c 2d 8d", "5d 3h #9/p2(6c+3d)", "capture 8c 5d 3h", "That is 3 cards for you."),
        ("9c 2d", "5d #9/p2(6c+3d)", "capture 9c #3d", "Bob cannot take that build then."),
        ("9c 2d", "5d #9/p1(6c+3d)", "capture 9c #3d", "Another could take your build first."),
        ("8c 3d", "5h Kc", "build 3d 8 5h", "You take 2 cards with it next time, unless"),
        ("8c 3d", "Kc", "trail 3d", "It leaves the least to take."),
        ("8c", "Kc", "trail 8c", "It is the only card you hold."),
        ("8c 3s", "Kc", "trail 3s", "The others would leave more to take."),
    ],
)
def test_why_in_casino(hand: str, table: str, action: str, said: str) -> None:
    meant: Action = parse(action)
    why = casino_hint.reason(casino_view(hand, table), meant, lambda seat: NAMES[seat])
    assert why.startswith(said)


FULL = "g1 g2 g3 b4"
"""A hand that nobody need fear."""
NOT_HERE = "By these rules nothing answers it."


@pytest.mark.parametrize(
    ("preset", "hands", "position", "action", "said"),
    [
        ("official", ("r5 b2", FULL), {"top": "g+2", "pending": "2"}, "draw", NOT_HERE),
        ("kano", ("r5 b2", FULL), {"top": "g+2", "pending": "2"}, "draw",
         "Nothing of yours answers it."),
        ("street", ("r+2", FULL), {"top": "g+2", "pending": "2"}, "draw",
         "The last card must be a number."),
        ("official", ("r5 b2", FULL), {"top": "g7"}, "draw", "Nothing of yours fits."),
        ("street", ("gs", FULL), {"top": "g7"}, "draw", "The last card must be a number."),
        ("official", ("r5", FULL), {"top": "g7", "drawn": "b2"}, "pass", "It does not fit."),
        ("official", ("w", FULL), {"top": "g7", "drawn": "r5"}, "pass", "It does not fit."),
        ("official", ("r5", FULL), {"top": "g7", "drawn": "w"}, "pass",
         "Your Wild is worth more later."),
        ("official", ("g5", FULL), {"top": "g7", "drawn": "w+4"}, "pass",
         "Your +4 would be a bluff."),
        ("street", ("r5", FULL), {"top": "g7", "drawn": "gs"}, "pass",
         "Only a number may be played right after drawing it."),
        ("official", ("r5 g3", FULL), {"top": "g7", "drawn": "g2"}, "play g2",
         "It fits: one card less."),
        ("official", ("g+2 y3", "r1"), {"top": "g7"}, "play g+2 call",
         "Bo holds only 1 card: that stops it."),
        ("kano", ("g+2 y3", "r1"), {"top": "g7"}, "play g+2 call",
         "Bo holds only 1 card, and must answer that or draw."),
        ("official", ("gr y3", "r1"), {"top": "g7"}, "play gr call", "Bo holds only 1 card: that"),
        ("street", ("gr y3", "r1"), {"top": "g7"}, "play gr call", "Nothing else fits."),
        ("street", ("gr y3 b3", "r1", "r2 r3 r4"), {"top": "g7"}, "play gr",
         "Bo holds only 1 card: that stops it."),
        ("official", ("g9 y3 g2 b5", FULL), {"top": "g7"}, "play g9", "1 more of yours is green."),
        ("official", ("g9 y3 b7", FULL), {"top": "g7"}, "play g9", "It would cost you 9 points"),
        ("kano", ("g9 y3 b7", FULL), {"top": "g7"}, "play g9",
         "It is the card that you will miss least."),
        ("official", ("g0 y3 b7", FULL), {"top": "g7", "options": {"seven_zero": True}}, "play g0",
         "All hands move on: you get the 4 cards of Bo."),
        ("official", ("w w+4", FULL), {"top": "w", "phase": "colour"}, "colour r", ""),
    ],
)  # fmt: skip
def test_why_in_uno(
    preset: str, hands: tuple[str, ...], position: dict[str, Any], action: str, said: str
) -> None:
    drawn = position.get("drawn", "")
    rest = {key: value for key, value in position.items() if key not in ("drawn", "options")}
    table = FakeTable("uno", preset, seats=len(hands), options=position.get("options"))
    start = {"discard": f"* {rest.pop('top')}", "stock": f"{drawn} r1 r2", "turn": "p1", **rest}
    table.place(hands=hands, **start)
    if drawn:
        table.play(0, "draw")
    view: Any = table.match.view(0).game
    why = uno_hint.reason(view, parse_uno(action), lambda seat: ("you", "Bo", "Cy")[seat])
    assert why.startswith(said) and bool(why) is bool(said)


def test_a_hint_at_a_wild_four_says_what_a_challenge_would_cost() -> None:
    table = FakeTable("uno", seats=2)
    table.quiet = True
    table.place(hands=("r5 b2 y4", "g1 g5 w+4"), discard="* g7", stock="r1 r2 r3", turn="p2")
    table.play(1, "play w+4:b")
    made = uno_board(("r5 b2", "g1"))
    made.see(table.match.view(0).game)
    after(made, "hint")
    assert made.advice == (
        "A bot would take the cards (d). By these rules nothing answers it. "
        "A challenge (x) costs nothing if it is right, 6 cards if it is wrong."
    )


def test_a_partners_build_is_taken_from_nobody() -> None:
    fake = FakeTable("casino", "partners", seats=4)
    fake.place(
        hands=("9c 2d", "Qs", "9h", "Kd"), table="#9/p3(6c+3d) 5h", taken=("*", "", "", ""),
        stock="", turn="p1", last="p1",
    )  # fmt: skip
    view: Any = fake.match.view(0).game
    why = casino_hint.reason(view, parse("capture 9c #3d"), lambda seat: NAMES[seat])
    assert why == "Another could take your build first."


def test_a_casino_hint_is_ready_for_enter() -> None:
    made = casino_board("8c 2s", "5d 3h Kc")
    after(made, "hint")
    said = made.prompt()
    assert said.tone == "hint" and said.text.startswith("A bot would take ") and "8♣" in said.text
    assert "Enter does it." in said.more
    assert after(made, "do").startswith("capture 8c")


def test_backspace_takes_back_one_mark_at_a_time() -> None:
    made = casino_board("8c 2s", "5d 3h Kc")
    letters = {thing.card.text: thing.letter for thing in made.things}
    after(made, f"{letters['3h']} {letters['Kc']} {letters['5d']}")
    assert [card.text for card in made.marked] == ["3h", "Kc", "5d"]
    after(made, "undo")
    assert [card.text for card in made.marked] == ["3h", "Kc"]
    after(made, "undo undo undo")
    assert not made.marked
    held = uno_board(("g7 r7 b7 y3", "r1 r2", "r3 r4"), preset="crystal")
    uno_after(held, "home mark end mark undo")
    assert len(held.marked) == 1 and held.cursor == len(held.hand) - 1
    uno_after(held, "undo")
    assert not held.marked


@pytest.mark.parametrize(
    ("preset", "top", "answers"),
    [
        ("street", "g+2", ("+2", "green Skip", "green Reverse", "+4")),
        ("crystal", "g+2", ("+2", "+4")),
        ("official", "g+2", ()),
    ],
)
def test_what_answers_is_told_to_everybody(preset: str, top: str, answers: tuple[str, ...]) -> None:
    held = uno_board(("r5 g2", "r1 r2", "r3 r4"), preset=preset, top=top, pending="2", turn="p2")
    assert held.view is not None
    assert set(answering(held.view)) == set(answers)
    said = held.prompt().text
    assert "owes 2 cards." in said and ("would pass it on." in said) is bool(answers)


def seen_by_ann(cards: str) -> tuple[FakeTable, CasinoKit]:
    """Return a table of two with these cards on it, Ann's turn, and what she has seen."""
    table = FakeTable("casino", seats=2)
    table.quiet = True
    table.place(
        hands=("8c 2s", "9h 7s"), table=cards, taken=("*", ""), stock="", turn="p1", last="p1"
    )
    seen = CasinoKit(lambda seat: NAMES[seat])
    seen.board.see(table.match.view(0).game)
    return table, seen


def test_the_last_capture_stays_in_sight_until_the_next() -> None:
    table, seen = seen_by_ann("5d 3h Kc")
    table.play(0, "capture 8c 5d 3h")
    seen.board.see(table.match.view(0).game)
    taken = seen._last()
    assert taken.startswith("You took: 8♣ > ")
    table.play(1, "trail 7s")
    seen.board.see(table.match.view(0).game)
    assert seen._last() == taken


def test_a_capture_that_was_not_seen_leaves_no_older_one_in_sight() -> None:
    table, seen = seen_by_ann("5d 3h 9c")
    table.play(0, "capture 8c 5d 3h")
    seen.board.see(table.match.view(0).game)
    table.play(1, "capture 9h 9c")
    table.play(0, "trail 2s")
    seen.board.see(table.match.view(0).game)
    assert seen._last() == ""


@pytest.mark.parametrize("game", ["uno", "casino"])
def test_the_top_line_counts_who_watches(game: str) -> None:
    table = FakeTable(game, seats=2)
    table.start()
    room = Room(me=0)
    room.view = table.match.view(0)
    made = kit(game, room)
    made.board.see(room.view.game)
    seats = table.seat_infos()
    room.lobby = m.Lobby("t", "deal", True, game, table.preset, {}, seats, ("Wat", "Zoe"), 0, 0, 60)
    _, right = made.headline(room)
    assert "2 watching" in right and "PAUSED" in right


def under(table: FakeTable, seen: UnoKit, *events: Any, missed: bool = False) -> str:
    """Let a kit take what happened, and return what its picture shows under the top card."""
    seen.board.see(table.match.view(0).game)
    seen.follow(events, missed=missed)
    drawn = seen.table(44, 11, Pen(UNICODE, True), None, 0).text()
    return drawn.partition(" on ")[2].partition("  ")[0]


def test_what_lies_under_the_top_card_is_shown_as_far_as_it_is_known() -> None:
    table = FakeTable("uno", seats=2)
    table.quiet = True
    seen = UnoKit(lambda seat: NAMES[seat])

    def lies(top: str) -> None:
        table.place(hands=("r5 r6", "b1 b2"), discard="* " + top, stock="r6", turn="p1")

    lies("r5")
    assert under(table, seen, Turned(parse_card("r5"), "", 1)) == ""
    lies("b5")
    assert under(table, seen, Played(1, (parse_card("b5"),), False, False)) == "R5"
    lies("b8")
    both = (parse_card("r8"), parse_card("b8"))
    assert under(table, seen, Played(0, both, False, False)) == "R8 B5 R5"
    assert under(table, seen, Passed(1)) == "R8 B5 R5"
    lies("r8")
    assert under(table, seen, TakenBack(0, both[1:])) == "B5 R5"
    lies("y1")
    assert under(table, seen, Passed(1)) == "", "that is another card than the one that was seen"
    lies("r8")
    assert under(table, seen) == "B5 R5"
    lies("b8")
    assert under(table, seen, Played(0, both[1:], False, False), missed=True) == ""


def test_what_became_the_stock_does_not_lie_under_the_top_card() -> None:
    table = FakeTable("uno", seats=2)
    table.quiet = True
    seen = UnoKit(lambda seat: NAMES[seat])
    hands, laid = ("r6 y1", "*"), tuple(map(parse_card, ("b5", "b8")))
    seen.follow([Turned(parse_card("r5"), "", 1), Played(1, laid, False, False)])
    table.place(hands=hands, discard="r5 b5 b8", stock="", turn="p1")
    assert under(table, seen) == "B5 R5"
    table.play(0, "draw")
    assert table.match.view(0).game.discards == 1
    assert under(table, seen) == ""
    table.place(hands=hands, discard="b8 b1", stock="r5 b5", turn="p2")
    assert under(table, seen, Played(0, (parse_card("b1"),), False, False)) == "B8"


async def test_the_screen_shows_what_lies_under_the_top_card() -> None:
    table = uno()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "Your turn")
        await press(pilot, "enter")
        table.play(1, "play y2")
        await shows(pilot, "on G2")
        table.n += 1
        view = table.match.view(0)
        table.say(m.Update(table.n, view, (Passed(1),), True, None, None))
        await until(pilot, lambda: "on G2" not in text(app))


def test_what_only_befalls_a_player_is_no_deed() -> None:
    room = Room(me=None)
    table = FakeTable("uno")
    room.lobby = m.Lobby(
        "t", "deal", False, "uno", "official", {}, table.seat_infos(), (), 0, 0, 60
    )
    room._tell_events((Turned(parse_card("r6"), "", 1),))
    assert room.log and not room.did
    room._tell_events((PassedOn(0),))
    assert not room.did, "all hands were passed on"
    room._tell_events((Passed(1),))
    assert set(room.did) == {1}


@pytest.mark.parametrize("through_lobby", [False, True])
def test_what_was_done_in_the_match_before_is_done_with(through_lobby: bool) -> None:
    room = Room(me=None)
    table = FakeTable("uno", seats=2)
    table.place(hands=("r5", "g1"), discard="* g7", stock="r1", turn="p2")
    view = table.match.view(None)
    room.lobby = lobby = m.Lobby(
        "t", "deal", False, "uno", "official", {}, table.seat_infos(), (), 0, 0, 60
    )
    room.take(m.Update(1, replace(view, won=(1,)), (Passed(1),), False, None), 0.0)
    assert set(room.did) == {1}
    if through_lobby:
        room.take(replace(lobby, phase="lobby"), 0.0)
    room.take(m.Update(2, view, (), False, None), 0.0)
    assert not room.did


def test_a_partner_is_marked_and_nobody_else() -> None:
    table = FakeTable("casino", "partners", seats=4)
    table.quiet = True
    table.start()
    seen = CasinoKit(lambda seat: NAMES[seat])
    seen.board.see(table.match.view(0).game)
    room = Room(me=0)
    assert [player.tag for player in seen.players(room, 0.0)] == ["", "", "partner", ""]
    assert not any(player.tag for player in seen.players(Room(me=None), 0.0))
