"""Casino at the keyboard: every reading of a selection, or the first reason against it."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.casino import CASINO
from tests.tui.boards import after
from tests.tui.boards import casino_board as board
from tui.boards.casino import CasinoBoard
from tui.boards.casino_kit import CasinoKit


def letter(made: CasinoBoard, card: str) -> str:
    return next(thing.letter for thing in made.things if thing.card.text == card)


def marked(made: CasinoBoard, cards: str) -> str:
    return " ".join(letter(made, card) for card in cards.split())


def test_a_capture_is_read_and_done() -> None:
    made = board("8c 2s", "5d 3h Kc")
    after(made, "2 " + marked(made, "5d 3h"))
    assert made.prompt().text == "Enter takes 3♥ 5♦ with 8♣."
    assert after(made, "do") == "capture 8c 3h 5d"


def test_the_reason_against_it_has_numbers() -> None:
    made = board("8c 2s", "5d 3h 2c Kc")
    after(made, "2 " + marked(made, "5d 3h 2c"))
    assert made.prompt().text == "3+5 = 8, but 2♣ is left over."
    assert after(made, "do") == ""


def test_several_readings_are_a_numbered_line() -> None:
    made = board("8c 8d 2s", "5d 3h Kc")
    after(made, "2 " + marked(made, "5d 3h"))
    assert made.prompt().text == "Enter, then: 1 take 3♥ 5♦  2 build 8"
    assert after(made, "do") == ""
    assert made.prompt().text == "Which?  1 take 3♥ 5♦  2 build 8"
    assert after(made, "2") == "build 8c 8 3h 5d"


def test_b_builds_at_once_and_v_shows_the_value() -> None:
    made = board("8c 8d 2s", "5d 3h Kc")
    after(made, "2 " + marked(made, "5d 3h"))
    assert after(made, "build") == "build 8c 8 3h 5d"
    after(made, "value")
    assert made.prompt().text == "Enter builds 8 with 3♥ 5♦ and 8♣ (you keep 8♦)."
    assert after(made, "do") == "build 8c 8 3h 5d"


def test_t_trails_or_says_why_not() -> None:
    made = board("8c 2s", "5d 3h")
    assert after(made, "2 trail") == "trail 8c"
    made = board("8c 2s", "#8/p1(5d+3h)")
    assert after(made, "2 trail") == ""
    assert made.prompt().text == "You own the 8-build: take it, raise it or add to it."


def test_a_card_that_can_do_nothing_else_is_trailed_with_enter() -> None:
    made = board("4c Ks", "5d 3h")
    assert made.prompt().text == "Your turn. 4♣ takes nothing: Enter trails it."
    assert after(made, "do") == "trail 4c"
    made = board("5c Ks", "5d 3h")
    assert made.prompt().text == "Your turn. 5♣: mark what it takes or builds with."
    assert after(made, "do") == ""


def test_o_cycles_the_ideas_and_enter_does_the_one_shown() -> None:
    made = board("8c 5s", "5d 3h 8h")
    seen = []
    for _ in range(len(made.ideas())):
        after(made, "best")
        assert made.prompt().text.startswith("Idea ")
        seen.append(after(made, "do"))
    assert seen[0] == "capture 8c 3h 5d 8h"
    assert len(set(seen)) == len(seen)


def test_arrows_and_space_do_the_same_as_letters() -> None:
    made = board("8c 2s", "5d 3h Kc")
    after(made, "2 up mark right mark do")
    by_arrows = made.marked
    made = board("8c 2s", "5d 3h Kc")
    after(made, "2 " + " ".join(thing.letter for thing in made.things[:2]))
    assert made.marked == by_arrows


def at_the_table(table: str) -> tuple[CasinoBoard, Callable[[str], None]]:
    """Return a board, and what lets its player, then the other one, do something."""
    hands = ("8c 2s 5h", "7c 9s Td")
    start = {"hands": hands, "table": table, "turn": "p1", "stock": "", "taken": ("*", "")}
    state = CASINO.place(CASINO.presets["seed"], 2, {**start, "last": "p1"})
    made = CasinoBoard(lambda seat: "x")
    made.see(CASINO.view(state, 0))

    def do(action: str) -> None:
        nonlocal state
        seat = CASINO.view(state, 0).turn
        state = CASINO.apply(state, seat, CASINO.parse(action), None).state  # type: ignore[arg-type]
        made.see(CASINO.view(state, 0))

    return made, do


def labels(made: CasinoBoard) -> str:
    return " ".join(thing.letter + thing.card.text for thing in made.things)


def test_letters_read_in_order_and_what_stays_in_its_place_keeps_its_own() -> None:
    made, do = at_the_table("3h 5d Js Qd Kc")
    assert labels(made) == "a3h c5d dJs eQd fKc"
    do("capture 8c 3h 5d")
    assert labels(made) == "aKc cQd dJs"  # the last ones have moved up into the free places
    do("trail 9s")
    assert labels(made) == "aKc cQd dJs e9s"


def test_no_letter_changes_hands_while_something_is_marked() -> None:
    made, do = at_the_table("3h 5d Js Qd Kc")
    do("trail 2s")
    assert labels(made) == "a3h c5d dJs eQd fKc g2s"
    after(made, "d e")
    do("capture 7c 2s 5d")
    assert labels(made) == "a3h dJs eQd fKc"
    assert [card.text for card in made.marked] == ["Js", "Qd"]
    after(made, "e")
    do("trail 5h")
    do("trail 9s")
    assert labels(made) == "a3h cJs dQd eKc f5h g9s"


def test_builds_are_told_apart_by_signs_not_colour() -> None:
    kit = CasinoKit(lambda seat: ("you", "Bo")[seat])
    kit.board = board("8c 9s", "#8/p1(5d+3h) #9/p2(6c+3d,9h) Kc", hands=("8c 9c", "9s 7c"))
    shown = {thing.card.text: thing for thing in kit.shown()}
    text = kit.table(52, 11, pen(), None, 0).text()
    assert "8^" in text and "9=" in text and "you" in text and "Bo" in text
    assert shown["3h"].own and not shown["3d"].own


def test_arrows_go_by_rows_and_from_the_last_one_to_the_hand() -> None:
    kit = CasinoKit(lambda seat: "?")
    made = kit.board = board("8c 9s", "2c 3c 4d 5d 6d Jc Qc Kc", hands=("8c 9s", "9d 7h"))
    kit.table(25, 16, pen(), None, 0)  # in rows: 2 3 4, 5 6 J, Q K

    def at(keys: str) -> str:
        after(made, keys)
        return made.things[made.at].card.text if made.pane == "table" else "hand"

    assert at("up") == "Qc" and at("right") == "Kc" and at("right") == "Kc"
    assert at("up") == "6d" and at("up") == "3c" and at("up") == "3c"
    assert at("right right right") == "4d" and at("down") == "Jc"
    assert at("down") == "Kc", "the nearest of a shorter row"
    assert at("mark") == "Kc" and [card.text for card in made.marked] == ["Kc"]
    assert at("home") == "2c" and at("end") == "Kc" and at("down") == "hand"
    assert at("pane") == "Kc" and at("pane") == "hand"
    kit.table(25, 4, pen(), None, 0)  # a window over rows of chips
    assert [at(key) for key in ("up", "up", "up")] == ["Kc", "6d", "3c"]


def test_the_cursor_on_the_table_stays_on_its_card() -> None:
    made, do = at_the_table("3h 5d Js Qd Kc")
    after(made, "up end")
    do("capture 8c 3h 5d")
    assert made.things[made.at].card.text == "Kc" and made.at == 0


def test_a_key_that_does_what_enter_does_is_not_shown_beside_it() -> None:
    made = board("4c Ks", "5d 3h")
    assert made.footer()[0][0] == "do" and "trail" not in made.footer()[0]
    made = board("8c 8d 2s", "5d 3h Kc")
    after(made, "2")
    assert "trail" in made.footer()[0] and "build" not in made.footer()[0]
    after(made, marked(made, "5d 3h"))
    assert "build" in made.footer()[0], "one of two things that Enter asks about"
    after(made, "value")
    assert made.footer()[1]["do"] == "build" and "build" not in made.footer()[0]
    assert "b builds" not in made.prompt().more


def test_nothing_is_said_twice() -> None:
    made = board("8c 8d 2s", "5d 3h Kc")
    after(made, "hint")
    said = made.prompt()
    assert said.text.startswith("A bot would") and said.more.startswith("Enter does it.")
    assert after(made, "do")
    made = board("8c 8d 2s", "5d 3h Kc")
    after(made, "2 build")
    said = made.prompt()
    assert said.text == "To build with 8♣, mark first what it is put with."
    assert "mark what" not in said.more and "t trails it." in said.more


def pen() -> Any:
    from tui.drawing.cards import Pen
    from tui.drawing.symbols import ASCII

    return Pen(ASCII, False)


@pytest.mark.parametrize("count", [0, 1, 5, 14, 20, 34, 40])
def test_every_thing_can_be_reached(count: int) -> None:
    """By letter while there are letters, by arrows always."""
    from engine.casino.cards import DECK

    hand = "8c 2s"
    rest = [c.text for c in DECK if c.text not in ("8c", "2s", "7c", "7d", "9s", "Ts")]
    made = board(hand, " ".join(rest[:count]))
    letters = [thing.letter for thing in made.things if thing.letter]
    assert len(set(letters)) == len(letters) == min(count, 34)
    after(made, "up end")
    if count:
        assert made.things[made.at].card in made.view.loose if made.view else False
        after(made, "mark")
        assert made.marked == [made.things[-1].card]


def test_past_the_small_letters_capitals_mark() -> None:
    from engine.casino.cards import DECK

    rest = [card.text for card in DECK if card.text not in ("8c", "2s", "7c", "7d", "9s", "Ts")]
    made = board("8c 2s", " ".join(rest[:20]))
    assert [thing.letter for thing in made.things][15:] == ["y", "z", "A", "C", "D"]
    made.letter("A")
    assert made.marked == [made.things[17].card]
    made.letter("a")
    assert made.marked == [made.things[17].card, made.things[0].card]
    few = board("8c 2s", "5d 3h")
    few.letter("C")
    assert [card.text for card in few.marked] == ["5d"], "a capital of nothing is the small one"


# --- what is said to somebody who plays for the first time -----------------------------


def own_build(hand: str = "4c 8d 2d") -> CasinoBoard:
    return board(hand, "5d Kc #8/p1(6c+2s)", hands=(hand, "7c 7d 9s"))


def test_a_card_that_can_do_nothing_says_so_and_which_ones_can() -> None:
    made = own_build()
    after(made, "2")
    text = "4♣ can do nothing now: your build of 8 comes first (8♦)."
    assert made.prompt().text == text and made.prompt().tone == "mine"
    for key, tone in (("do", "warn"), ("trail", "warn"), ("build", "hint")):
        assert after(made, key) == ""
        assert made.prompt().text == text and made.prompt().tone == tone
        assert "can do nothing" not in made.prompt().more
        after(made, "2")


def test_the_hand_marks_what_can_take_or_build() -> None:
    kit = CasinoKit(lambda seat: ("you", "Bo")[seat])
    kit.board = own_build()
    text = kit.hand(60, 7, pen()).text()
    assert "Your hand (3)   1 useful" in text
    assert text.splitlines()[-1].split() == ["1", "2", ">^<"]
    after(kit.board, "2")
    assert kit.hand(60, 3, pen()).text().splitlines()[-1].split() == ["1", ">2<", "3^"]


WAITING = ("2c Ks 8d 9h", "5d 4h 7c")
"""Of this hand 9♥ can take; on the turn of another."""


def turn_comes(made: CasinoBoard, then: str = "p1") -> None:
    """Show the same cards again, with that one on turn."""
    start = {"hands": (WAITING[0], "7d 9s Ts"), "table": WAITING[1], "last": "p2",
             "taken": ("*", ""), "stock": "", "turn": then}  # fmt: skip
    made.see(CASINO.view(CASINO.place(CASINO.presets["plain"], 2, start), 0))


def test_on_ones_turn_the_cursor_begins_on_a_card_that_can_do_something() -> None:
    made = CasinoBoard(str)
    turn_comes(made, "p2")
    after(made, "end")
    assert made.chosen is not None and made.chosen.text == "Ks"
    turn_comes(made)
    first = made.chosen
    assert made.useful(first) and not any(map(made.useful, made.hand[: made.card]))
    after(made, "end")
    turn_comes(made)
    assert made.chosen.text == "Ks", "the turn is the same: nothing moves"


def test_a_card_that_was_chosen_for_what_is_marked_stays_chosen() -> None:
    made = CasinoBoard(str)
    turn_comes(made, "p2")
    after(made, "end " + marked(made, "5d"))
    turn_comes(made)
    assert made.chosen is not None and made.chosen.text == "Ks"


def test_b_says_why_it_builds_nothing() -> None:
    made = board("8c 8d 2s", "5d 3h Kc")
    assert after(made, "2 build") == ""
    assert made.prompt().text == "To build with 8♣, mark first what it is put with."
    after(made, marked(made, "Kc") + " build")
    assert made.prompt().text == "Nothing can be built with what is marked."
    made = board("8c Js", "5d 3h Kc")
    assert after(made, "2 build") == ""
    assert made.prompt().text == "J♠ can build nothing now."


def test_the_only_idea_offers_no_next_one() -> None:
    made = board("Kc", "Kd", hands=("Kc", "7c"))
    if len(made.ideas()) > 1:
        made._ideas = made.ideas()[:1]
    after(made, "best")
    assert made.prompt().text == "The only idea: Enter takes K♦ with K♣."
    assert "o:" not in made.prompt().more


def test_a_reason_is_not_said_twice() -> None:
    made = board("8c 2s", "5d 3h 2c Kc")
    after(made, "2 " + marked(made, "5d 3h 2c") + " do")
    assert made.prompt().text == "3+5 = 8, but 2♣ is left over."
    assert made.prompt().tone == "warn" and "left over" not in made.prompt().more


def test_a_marked_build_keeps_its_owner_and_its_cards_show_their_suits() -> None:
    kit = CasinoKit(lambda seat: "?")
    kit.board = board("8c 9s", "#8/p1(5d+3h,8s) Kc", hands=("8c 8h", "9s 7c"))
    kit.board.name_of = lambda seat: "Alexander"
    for keys in ("", "up end", "mark", "down"):
        after(kit.board, keys)
        text = kit.table(60, 11, pen(), None, 0).text()
        assert "Alexander" in text and "3♥+5♦ 8♠" in text
    assert "3+5 8♠" in kit.table(28, 4, pen(), None, 0).text()
