"""Every prompt that a player can meet, in every set of rules in which it can be met.

A moment is a position, what is typed there, and what must then be said and sent; it tells by the
options in which rules it can come about. What the boards may say is read from their sources, so a
text that no moment meets is found, and a new set of rules is tried by itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from engine.casino.game import CASINO
from engine.rulefile import Ruleset, known_rulesets
from engine.uno.game import UNO
from tests.tui.boards import after as casino_after
from tests.tui.boards import after as uno_after
from tests.tui.catalogues import ROOT, English, tool
from tests.tui.test_uno_board import NoLuck
from tui import i18n
from tui.boards.casino import CasinoBoard
from tui.boards.uno import UnoBoard

Body = Callable[[Any], None]
NAMES: Final = ("Ann", "Bo", "Cy", "Di")
RULESETS: Final[dict[str, list[Ruleset]]] = {
    game: [one for one in known_rulesets().values() if one.game.name == game]
    for game in ("uno", "casino")
}
RULESETS["casino"] += [
    Ruleset(name, CASINO, "seed", replace(CASINO.presets["seed"], **options))
    for name, options in {
        "equal card": {"must_capture": "equal_card", "obliged_trail": True},
        "any card": {"must_capture": "any", "raise_with_loose": True, "build_in_sum": True},
    }.items()
]
"""House rules that no preset has, and that bring prompts of their own."""
UNO_MOMENTS: Final[dict[str, tuple[Callable[[Any], bool], Body]]] = {}
CASINO_MOMENTS: Final[dict[str, tuple[Callable[[Any], bool], Body]]] = {}


def uno(where: Callable[[Any], bool] = lambda rules: True) -> Callable[[Body], Body]:
    """Keep a moment of UNO, for the rules that it can come about in."""

    def keep(body: Body) -> Body:
        UNO_MOMENTS[body.__name__] = where, body
        return body

    return keep


def casino(where: Callable[[Any], bool] = lambda rules: True) -> Callable[[Body], Body]:
    """Keep a moment of Casino, for the rules that it can come about in."""

    def keep(body: Body) -> Body:
        CASINO_MOMENTS[body.__name__] = where, body
        return body

    return keep


def told(board: Any) -> str:
    """Return all that the prompt says, and make the footer as well."""
    board.footer()
    said = board.prompt()
    return f"{said.text} {said.more}"


def says(board: Any, *texts: str) -> None:
    for text in texts:
        assert text in told(board)


# --- UNO ----------------------------------------------------------------------------------------


def at(
    rules: Any, hand: str, *others: str, acts: tuple[str, ...] = (), me: int | None = 0, **more: Any
) -> UnoBoard:
    """Return the board of a seat in a position, after some acts."""
    hands = (hand, *(others or ("r1 r2", "r3 r4")))
    start = {"hands": hands, "discard": "* g7", "stock": "b1 b2 b3 b4 b6 y1 y3", "turn": "p1"}
    state = UNO.place(rules, len(hands), {**start, **more})
    board = UnoBoard(lambda seat: NAMES[seat])
    board.see(UNO.view(state, me))
    for act in acts:
        seat, _, action = act.partition(" ")
        state = UNO.apply(state, int(seat[1]) - 1, UNO.parse(action), NoLuck()).state
        board.see(UNO.view(state, me))
    return board


def to(board: UnoBoard, card: str) -> UnoBoard:
    """Move the cursor to a card."""
    board.cursor = [one.text for one in board.hand].index(card)
    return board


def sends(board: Any, keys: str, action: str) -> None:
    after = uno_after if isinstance(board, UnoBoard) else casino_after
    assert after(board, keys) == action


def open_play(rules: Any) -> bool:
    return not rules.misplay_penalty


@uno()
def before_the_deal(rules: Any) -> None:
    assert UnoBoard(str).prompt().text == "The cards are being dealt."


@uno()
def somebody_elses_turn(rules: Any) -> None:
    board = at(rules, "r5 y3", turn="p2")
    says(board, "Bo is to play.")
    board = at(rules, "r5 y3", turn="p3")
    says(board, "Cy is to play. You are next.")
    says(at(rules, "r5 y3", me=None), "Ann is to play.")


@uno()
def a_card_to_play(rules: Any) -> None:
    board = to(at(rules, "r5 g2 y3"), "g2")
    says(board, "Your turn. Enter plays green 2.")
    sends(board, "do", "play g2")


@uno(open_play)
def a_card_that_does_not_fit(rules: Any) -> None:
    board = to(at(rules, "r5 g2 y3"), "r5")
    says(board, "Red 5 is neither green nor 7.")
    sends(board, "do", "")
    board = to(at(rules, "r5 g2 y3", discard="* w:g"), "r5")
    says(board, "Red 5 is not green.")


@uno(lambda rules: rules.voluntary_draw)
def may_draw(rules: Any) -> None:
    board = to(at(rules, "r5 g2 y3"), "g2")
    says(board, "d draws a card.")
    sends(board, "draw", "draw")


@uno(open_play)
def nothing_fits(rules: Any) -> None:
    board = at(rules, "r5 b2 y3")
    says(board, "Nothing of yours fits. Enter draws a card.")
    sends(board, "do", "draw")


@uno(open_play)
def drew_what_does_not_fit(rules: Any) -> None:
    if rules.draw_until_playable:
        return
    board = at(rules, "r5 b2 y3", stock="b9 b8", acts=("p1 draw",))
    says(board, "You drew blue 9: it cannot be played. Enter keeps it.")
    sends(board, "do", "pass")


@uno(lambda rules: rules.play_drawn != "none")
def drew_and_may_play(rules: Any) -> None:
    board = at(rules, "r5 b2 y3", stock="g9 b8", acts=("p1 draw",))
    says(board, "You drew green 9. Enter plays green 9.")
    if not rules.force_play:
        says(board, "p keeps it.")
        sends(board, "pass", "pass")
    sends(board, "do", "play g9")


@uno(lambda rules: rules.play_drawn == "number" and open_play(rules))
def drew_what_must_wait(rules: Any) -> None:
    board = at(rules, "r5 b2 y3", stock="gs b8", acts=("p1 draw",))
    says(board, "You drew green Skip: it cannot be played. Enter keeps it.")


@uno(lambda rules: rules.play_drawn != "none" and open_play(rules))
def another_card_than_the_drawn_one(rules: Any) -> None:
    board = to(at(rules, "r5 g2 y3", stock="g9 b8", acts=("p1 draw",)), "g2")
    says(board, "Only the card just drawn may be played.")


@uno()
def somebody_has_drawn(rules: Any) -> None:
    board = at(rules, "r5 g2", "r1 r2", turn="p2", stock="g9", acts=("p2 draw",))
    says(board, "Bo has drawn and decides.")


@uno()
def the_colour_of_a_wild(rules: Any) -> None:
    board = to(at(rules, "w r5 y3"), "w")
    sends(board, "do", "")
    says(board, "Which colour?  r red  y yellow  g green  b blue")
    sends(board, "y", "play w:y")


@uno()
def a_wild_is_taken_back(rules: Any) -> None:
    board = to(at(rules, "w r5 y3"), "w")
    sends(board, "do cancel", "")
    says(board, "Enter plays Wild.")


@uno(lambda rules: "w" not in rules.first_card_back)
def the_colour_of_the_first_card(rules: Any) -> None:
    board = at(rules, "g8 y3", discard="* w", phase="colour")
    says(board, "The first card is a Wild. Which colour?")
    sends(board, "cancel g", "colour g")
    says(at(rules, "g8 y3", "r1 r2", discard="* w", phase="colour", turn="p2"),
         "Bo chooses the colour.")  # fmt: skip


@uno(lambda rules: rules.stack == "none")
def a_plus_2_is_taken_at_once(rules: Any) -> None:
    board = at(rules, "r5 r6", "g+2 r2", turn="p2", acts=("p2 play g+2",))
    assert len(board.hand) == 4
    says(board, "Bo is to play.")


@uno(lambda rules: rules.stack != "none")
def a_chain_is_owed(rules: Any) -> None:
    board = at(rules, "r5 r6", discard="* g+2", pending="2")
    says(board, "You owe 2 cards and cannot answer. Enter takes them." if open_play(rules)
         else "You owe 2 cards.")  # fmt: skip
    sends(board, "draw", "draw")
    says(at(rules, "r5 r6", discard="* g+2", pending="2", turn="p2"), "Bo owes 2 cards.")


@uno(lambda rules: rules.stack != "none")
def a_chain_is_answered(rules: Any) -> None:
    board = to(at(rules, "r+2 b5 y5", discard="* g+2", pending="2"), "r+2")
    passes = " and passes them on" if open_play(rules) else ""  # there it may be a misplay
    says(board, f"You owe 2 cards. Enter plays red +2{passes}.", "d takes 2 cards.")
    sends(board, "do", "play r+2")


@uno(lambda rules: rules.stack != "none" and open_play(rules))
def no_answer_to_a_chain(rules: Any) -> None:
    board = to(at(rules, "r+2 b5 y5", discard="* g+2", pending="2"), "b5")
    says(board, "You owe 2 cards. Blue 5 is no answer to it.", "would pass it on.")


@uno(lambda rules: rules.deflect)
def a_penalty_is_deflected(rules: Any) -> None:
    board = to(at(rules, "gs b5 y5", discard="* g+2", pending="2"), "gs")
    passes = " and passes them on" if open_play(rules) else ""
    says(board, f"You owe 2 cards. Enter plays green Skip{passes}.")
    sends(board, "do", "play gs")


@uno(lambda rules: rules.after_penalty_colour and open_play(rules))
def only_the_colour_after_a_penalty(rules: Any) -> None:
    board = at(rules, "g5 r+2", "r1 r2", discard="* g+2", turn="p2", pending="2", acts=("p2 draw",))
    says(to(board, "r+2"), "Red +2: only green may follow a penalty.")


@uno(lambda rules: rules.challenge)
def a_plus_4_to_challenge(rules: Any) -> None:
    acts = ("p2 play w+4:r",)
    board = at(rules, "g1 r9", "b5 w+4", turn="p2", stock="b1 b2 b3 b4 b6 y1 y3", acts=acts)
    if open_play(rules):
        says(board, "Bo plays +4 on you. Enter takes 4 cards.")
    says(board, "x challenges it.")
    sends(board, "challenge", "challenge")
    sends(board, "draw", "draw")


@uno(lambda rules: not rules.challenge)
def no_challenge(rules: Any) -> None:
    board = at(rules, "g1 r9", "b5 w+4", turn="p2", acts=("p2 play w+4:r",))
    assert "challenge" not in told(board)
    sends(board, "challenge", "")


@uno(lambda rules: rules.challenge and rules.w4_bluff and open_play(rules))
def a_bluff(rules: Any) -> None:
    board = to(at(rules, "g2 w+4"), "w+4")
    says(board, "Enter plays +4: a bluff, it may be challenged.")


@uno()
def a_call_with_the_play(rules: Any) -> None:
    board = to(at(rules, "g2 r5"), "g2")
    says(board, "u calls UNO with it.")
    sends(board, "call", "")
    says(board, "Enter plays green 2 and calls UNO.", "You call UNO with it (u: take that back).")
    sends(board, "do", "play g2 call")
    sends(board, "call", "")
    says(board, "u calls UNO with it.")


@uno()
def a_call_before_the_turn(rules: Any) -> None:
    board = at(rules, "g2 r5", turn="p2")
    sends(board, "call", "")
    says(board, "You call UNO with your next card (u: take that back).")


@uno()
def a_late_call(rules: Any) -> None:
    board = at(rules, "g2 r5", acts=("p1 play g2",))
    says(board, "You forgot UNO: u calls it!")
    sends(board, "call", "call")


@uno()
def a_wrong_call(rules: Any) -> None:
    board = at(rules, "g2 r5 r6 r7")
    sends(board, "call", "")
    if rules.false_call_penalty:
        says(board, "Call UNO with 4 cards? It costs 2 cards.  u call")
        sends(board, "u", "call")
    else:
        says(board, "UNO is called when one card is left.")


@uno(lambda rules: rules.catch_from == "at_once")
def somebody_is_caught(rules: Any) -> None:
    board = at(rules, "r5 b9", "r1 r2", "g2 r4", turn="p3", acts=("p3 play g2",))
    says(board, "c catches Cy without UNO!")
    sends(board, "catch", "catch p3")


@uno(lambda rules: rules.catch_from == "after_next")
def caught_only_after_the_next_one(rules: Any) -> None:
    board = at(rules, "r5 b9", "g2 r2", "g3 r4", "g5 r8", turn="p2", acts=("p2 play g2",))
    sends(board, "catch", "")
    says(board, "Too early: the next player acts first.")
    acts = ("p2 play g2", "p3 play g3 call")
    board = at(rules, "r5 b9", "g2 r2", "g3 r4", "g5 r8", turn="p2", acts=acts)
    says(board, "c catches Bo without UNO!")
    sends(board, "catch", "catch p2")


@uno(lambda rules: rules.catch_until == "one_card")
def one_of_several_is_caught(rules: Any) -> None:
    board = at(rules, "r5 g2 y3", "r1", "r3")
    says(board, "c catches one without UNO!")
    sends(board, "catch", "")
    says(board, "Catch whom?  2 Bo  3 Cy")
    sends(board, "3", "catch p3")


@uno()
def nobody_to_catch(rules: Any) -> None:
    board = at(rules, "r5 g2 y3")
    sends(board, "catch", "")
    says(board, "Nobody has forgotten UNO.")


@uno(lambda rules: rules.multi == "pair")
def a_pair(rules: Any) -> None:
    board = at(rules, "g5 g5 r1")
    sends(board, "home mark right mark", "")
    board.marked = [i for i, card in enumerate(board.hand) if card.text == "g5"]
    says(board, "Enter plays 2 x green 5.", "Esc clears the marks.")
    sends(board, "do", "play g5 g5")


@uno(lambda rules: rules.multi == "same_face")
def a_set(rules: Any) -> None:
    board = at(rules, "g7 r7 b7 y3")
    board.marked = [i for i, card in enumerate(board.hand) if card.text in ("r7", "b7")]
    sends(board, "do", "")
    says(board, "Which colour on top?")
    sends(board, "r", "play b7 r7")


@uno(lambda rules: rules.multi != "one" and open_play(rules))
def cards_that_do_not_go_together(rules: Any) -> None:
    board = at(rules, "g7 r5 b8")
    board.marked = [0, 1]
    says(board, "These are not the same")
    sends(board, "do", "")


@uno(lambda rules: rules.multi == "one")
def one_card_at_a_time(rules: Any) -> None:
    board = at(rules, "g7 r7")
    sends(board, "mark", "")
    says(board, "One card at a time.")


@uno(lambda rules: rules.jump_in)
def a_jump_in(rules: Any) -> None:
    board = at(rules, "g7 y3 y4", "r1 r2", turn="p2")
    says(board, "j jumps in with green 7.")
    action = "jump g7 swap p2" if rules.seven_zero else "jump g7"
    sends(board, "jump", action)
    board = at(rules, "g8 y3", "r1 r2", turn="p2")
    sends(board, "jump", "")
    says(board, "You jump in with the same card as on top: green 7.")
    board = at(rules, "g7 y3", "r1 r2")
    sends(board, "jump", "")
    says(board, "It is your turn: just play the card.")


@uno(lambda rules: not rules.jump_in)
def no_jump_in(rules: Any) -> None:
    board = at(rules, "g7 y3", "r1 r2", turn="p2")
    sends(board, "jump", "")
    says(board, "Nobody jumps in by the rules of this table.")


@uno(lambda rules: rules.seven_zero)
def whose_hand(rules: Any) -> None:
    board = to(at(rules, "g7 r5 y3", discard="* g1"), "g7")
    says(board, "Enter plays green 7; then you say whose hand you want.")
    sends(board, "do", "")
    says(board, "Swap hands with whom?  2 Bo (2)  3 Cy (2)")
    sends(board, "2", "play g7 swap p2")
    board = to(at(rules, "g7 r5 y3", "r1 r2", discard="* g1"), "g7")
    says(board, "Enter plays green 7 and swaps hands with Bo.")


@uno(lambda rules: rules.seven_zero)
def hands_go_round(rules: Any) -> None:
    board = to(at(rules, "g0 r5 y3", discard="* g1"), "g0")
    says(board, "Enter plays green 0: all hands are passed on.")
    sends(board, "do", "play g0")


@uno(lambda rules: not rules.last_card_action and open_play(rules))
def the_last_card_is_no_action(rules: Any) -> None:
    board = at(rules, "gs", discard="* g1")
    sends(to(board, "gs"), "do", "draw")


@uno(lambda rules: not rules.last_card_action and rules.multi == "pair" and open_play(rules))
def a_pair_of_last_cards_is_no_action(rules: Any) -> None:
    board = at(rules, "gs gs", discard="* g1")
    board.marked = [0, 1]
    says(board, "2 x green Skip: the last card must be a number.")
    sends(board, "do", "")


@uno(lambda rules: bool(rules.misplay_penalty))
def a_misplay_is_sent(rules: Any) -> None:
    board = to(at(rules, "r5 g2 y3"), "r5")
    says(board, "Enter plays red 5.", "d draws a card.")
    says(to(at(rules, "w+4 g2 y3"), "w+4"), "Enter plays +4.")
    sends(board, "hint", "")
    says(board, "No hints here: this table punishes wrong cards, so you find them yourself.")
    sends(board, "do", "play r5")


@uno()
def a_round_is_over(rules: Any) -> None:
    board = at(rules, "g5", "r1 r2", acts=("p1 play g5",))
    says(board, "You have won the round! Enter shows the points.")
    board = at(rules, "r5 r6", "g5", turn="p2", acts=("p2 play g5",))
    says(board, "Bo has won the round. Enter shows the points.")
    sends(board, "hint", "")
    assert board.advice == "The round is over."


@uno(open_play)
def hints(rules: Any) -> None:
    def hint(board: UnoBoard, *texts: str) -> None:
        sends(board, "hint", "")
        says(board, *texts)

    hint(at(rules, "r5 g2 y3"), "A bot would play green 2.")
    hint(at(rules, "g2 r5"), "A bot would play green 2, and call UNO (u).")
    hint(at(rules, "w r5 r6"), "A bot would play Wild, colour red")
    hint(at(rules, "r5 b2 y3"), "A bot would draw (d).")
    hint(at(rules, "r5 y3", turn="p2"), "A bot would wait: it is not your turn.")
    if not rules.draw_until_playable:
        hint(at(rules, "r5 b2 y3", stock="b9 b8", acts=("p1 draw",)),
             "A bot would keep the card (p).")  # fmt: skip
    if "w" not in rules.first_card_back:
        hint(at(rules, "g8 y3", discard="* w", phase="colour"), "A bot would choose")
    if rules.stack != "none":
        hint(at(rules, "r5 r6", discard="* g+2", pending="2"), "A bot would take the cards (d).")
    if rules.jump_in:
        hint(at(rules, "g7 y3 y4", "r1 r2", turn="p2"), "A bot would not wait:")
    if rules.seven_zero:
        hint(at(rules, "g7 r5 r6 r8 b8 b9", discard="* g1"), "and swap hands with")
    hint(at(rules, "r5 g2 y3", me=None), "You are watching.")


# --- Casino -------------------------------------------------------------------------------------


def dealt(rules: Any, hand: str, table: str, *, me: int = 0, **more: Any) -> CasinoBoard:
    """Return the board of a seat; partners have two more seats, who hold nothing that matters."""
    hands = (hand, "7c 7d 9s Ts")
    if rules.partnership:
        hands = (*hands, "Jd Jh Qd Qh", "Js Jc Qs Qc")
    start = {"hands": hands, "table": table, "turn": "p1", "last": "p2", "stock": "",
             "taken": ("*", *[""] * (len(hands) - 1)), **more}  # fmt: skip
    board = CasinoBoard(lambda seat: NAMES[seat])
    board.see(CASINO.view(CASINO.place(rules, len(hands), start), me))
    return board


def marked(board: CasinoBoard, cards: str) -> str:
    """Return the letters that mark cards."""
    letters = {thing.card.text: thing.letter for thing in board.things}
    return " ".join(letters[card] for card in cards.split())


@casino()
def nothing_dealt_yet(rules: Any) -> None:
    assert CasinoBoard(str).prompt().text == "The cards are being dealt."


@casino()
def not_on_turn(rules: Any) -> None:
    board = dealt(rules, "8c 2s", "5d 3h", turn="p2")
    says(board, "Bo is to play.")
    sends(board, "do", "")
    says(board, "It is not your turn.")
    sends(board, "hint", "")
    says(board, "A bot would wait: it is not your turn.")


@casino()
def a_capture(rules: Any) -> None:
    board = dealt(rules, "8c 2s", "5d 3h Kc")
    sends(board, "2 " + marked(board, "5d 3h"), "")
    says(board, "Enter takes 3♥ 5♦ with 8♣.", "Esc clears.")
    sends(board, "do", "capture 8c 3h 5d")


@casino()
def a_build_is_captured(rules: Any) -> None:
    board = dealt(rules, "8c 2s", "Kc #8/p1(5d+3h)")
    sends(board, "2 " + board.things[-1].letter, "")
    says(board, "Enter takes the 8-build with 8♣.")


@casino()
def nothing_to_do_but_trail(rules: Any) -> None:
    board = dealt(rules, "4c Ks", "5d 3h")
    says(board, "Your turn. 4♣ takes nothing: Enter trails it.")
    sends(board, "do", "trail 4c")


@casino()
def something_is_to_be_marked(rules: Any) -> None:
    board = dealt(rules, "5c Ks", "5d 3h")
    says(board, "Your turn. 5♣: mark what it takes or builds with.", "o shows an idea.")
    sends(board, "do", "")


@casino()
def a_build(rules: Any) -> None:
    board = dealt(rules, "8d 5c", "3h Kc")
    sends(board, "1 " + marked(board, "3h"), "")
    says(board, "Enter builds 8 with 3♥ and 5♣ (you keep 8♦).")
    sends(board, "do", "build 5c 8 3h")


@casino()
def several_readings(rules: Any) -> None:
    board = dealt(rules, "8c 8d 2s", "5d 3h Kc")
    sends(board, "2 " + marked(board, "5d 3h"), "")
    says(board, "Enter, then: 1 take 3♥ 5♦  2 build 8", "b builds.")
    sends(board, "do", "")
    says(board, "Which?  1 take 3♥ 5♦  2 build 8")
    sends(board, "2", "build 8c 8 3h 5d")


@casino()
def several_values(rules: Any) -> None:
    board = dealt(rules, "3c 9h 3d", "3h 3s Kc")
    sends(board, f"1 {marked(board, '3h 3s')}", "")
    says(board, "v: another of 2 values.")
    sends(board, "value", "")
    first = told(board)
    sends(board, "value", "")
    assert "Enter builds" in first and "Enter builds" in told(board) and first != told(board)


@casino()
def a_multiple_build(rules: Any) -> None:
    board = dealt(rules, "8c 8d 2s", "8h Kc 5d 3h")
    sends(board, "2 " + marked(board, "8h 5d 3h") + " value", "")
    says(board, "Enter builds 8 with 3♥ 5♦ 8♥ and 8♣ (you keep 8♦).")
    sends(board, "do", "build 8c 8 3h 5d 8h")


@casino()
def a_build_is_raised(rules: Any) -> None:
    board = dealt(rules, "2c 9h", "Kc #7/p2(4d+3h)")
    sends(board, "1 " + board.things[-1].letter, "")
    says(board, "Enter builds 9 with the 7-build and 2♣ (you keep 9♥).")


@casino()
def a_multiple_build_is_not_raised(rules: Any) -> None:
    board = dealt(rules, "2c 9d", "Kc #7/p2(4d+3h,5h+2h)")
    sends(board, "1 " + board.things[-1].letter, "")
    says(board, "The 7-build can no longer be raised.")


@casino()
def a_build_of_another_number(rules: Any) -> None:
    board = dealt(rules, "8c 2s", "Kc #7/p2(4d+3h)")
    sends(board, "2 " + board.things[-1].letter, "")
    says(board, "That build is worth 7.")


@casino(lambda rules: not rules.raise_with_loose)
def a_build_is_raised_by_the_hand_alone(rules: Any) -> None:
    board = dealt(rules, "2c Th", "Ad Kc #7/p2(4d+3h)")
    sends(board, f"1 {marked(board, 'Ad')} {board.things[-1].letter}", "")
    says(board, "The 7-build is raised with the hand card alone.")


@casino(lambda rules: not rules.build_in_sum)
def a_build_is_in_no_sum(rules: Any) -> None:
    board = dealt(rules, "Tc 2s", "3d Kc #7/p2(4d+3h)")
    sends(board, f"2 {marked(board, '3d')} {board.things[-1].letter}", "")
    says(board, "The 7-build does not add up with other cards.")


@casino()
def left_over(rules: Any) -> None:
    board = dealt(rules, "8c 2s", "5d 3h 2c Kc")
    sends(board, "2 " + marked(board, "5d 3h 2c"), "")
    says(board, "3+5 = 8, but 2♣ is left over.")
    sends(board, "do", "")


@casino()
def no_sum(rules: Any) -> None:
    board = dealt(rules, "8c 2s", "5d 6h Kc")
    sends(board, "2 " + marked(board, "5d 6h"), "")
    says(board, "The marked cards do not make 8.")


@casino()
def nothing_held_for_a_build(rules: Any) -> None:
    board = dealt(rules, "6c 2s", "3d Kc 4h")
    sends(board, "2 " + marked(board, "3d"), "")
    says(board, "Not 6; and for a build of 9 you hold no other 9.")


@casino(lambda rules: rules.face_values == "plain")
def a_picture(rules: Any) -> None:
    board = dealt(rules, "Kc 2s", "Kd 3d 4h")
    sends(board, "2 " + marked(board, "3d"), "")
    says(board, "The marked cards do not make a pair.")


def own(rules: Any, hand: str, table: str = "5d Kc #8/p1(6c+2s)") -> CasinoBoard:
    return dealt(rules, hand, table)


@casino(lambda rules: not rules.obliged_trail)
def an_own_build_comes_first(rules: Any) -> None:
    board = own(rules, "4c 8d 2d")
    sends(board, "2", "")
    says(board, "4♣ can do nothing now: your build of 8 comes first (8♦).")
    sends(board, "trail", "")
    sends(board, "build", "")
    board = own(rules, "4c 8d 2d")
    sends(board, "3 trail", "")
    says(board, "You own the 8-build: take it, raise it or add to it.")


@casino(lambda rules: rules.obliged_trail)
def an_owner_may_trail(rules: Any) -> None:
    board = own(rules, "4c 8d 2d", "5d Kc #8/p1(6c+2s)")
    sends(board, "2 trail", "trail 4c")


@casino(lambda rules: rules.obliged_capture == "own_number")
def an_owner_takes_with_the_own_number(rules: Any) -> None:
    board = own(rules, "5c 8d 2d")
    sends(board, "2 " + marked(board, "5d"), "")
    says(board, "You own the 8-build: only a 8 may take.")


@casino()
def an_own_build_needs_its_number(rules: Any) -> None:
    board = own(rules, "8d Td Kh", "2c Kc #8/p1(6c+2s)")
    sends(board, "1 " + marked(board, "2c"), "")
    says(board, "Your 8-build needs its 8 in your hand.")


@casino(lambda rules: rules.must_capture == "equal_card")
def an_equal_card_is_taken_too(rules: Any) -> None:
    board = dealt(rules, "8c 2s", "5d 3h 8h")
    sends(board, "2 " + marked(board, "5d 3h"), "")
    says(board, "It must take 8♥.")


@casino(lambda rules: rules.must_capture != "no")
def what_could_take_is_not_trailed(rules: Any) -> None:
    board = dealt(rules, "8c 2s", "8h 5d")
    sends(board, "2 trail", "")
    says(board, "It must take 8♥.")


@casino()
def a_trail(rules: Any) -> None:
    board = dealt(rules, "5c Ks", "5d 3h")
    says(board, "t trails it." if rules.must_capture == "no" else "5♣: mark what it takes")
    sends(board, "trail", "trail 5c" if rules.must_capture == "no" else "")


@casino()
def why_nothing_is_built(rules: Any) -> None:
    board = dealt(rules, "8c 8d 2s", "5d 3h Kc")
    sends(board, "2 build", "")
    says(board, "To build with 8♣, mark first what it is put with.")
    sends(board, marked(board, "Kc") + " build", "")
    says(board, "Nothing can be built with what is marked.")
    board = dealt(rules, "8c Kd", "5d 3h Kc")
    sends(board, "2 build", "")
    says(board, "K♦ can build nothing now.")


@casino()
def ideas(rules: Any) -> None:
    board = dealt(rules, "8c 5s", "5d 3h 8h")
    sends(board, "best", "")
    says(board, "Idea 1 of ", "o: the next idea.")
    board = dealt(rules, "4c", "Kd")
    sends(board, "best", "")
    says(board, "The only idea: Enter trails 4♣.")


@casino()
def casino_hints(rules: Any) -> None:
    board = dealt(rules, "8c 5s", "8h")
    sends(board, "hint", "")
    says(board, "A bot would take 8♥ with 8♣.")
    board = dealt(rules, "4c", "Kd")
    sends(board, "hint", "")
    says(board, "A bot would trail 4♣.")
    board = dealt(rules, "3c 8d 6h", "5d")
    sends(board, "hint", "")
    says(board, "A bot would build 8 with 5♦ and 3♣.")


@casino()
def the_last_card_of_all(rules: Any) -> None:
    seats = 4 if rules.partnership else 2
    rest = [""] * (seats - 1)
    start = {"hands": ("8c", *rest), "table": "Kd", "taken": ("*", *rest), "stock": ""}
    state = CASINO.place(rules, seats, {**start, "turn": "p1", "last": "p2"})
    board = CasinoBoard(lambda seat: NAMES[seat])
    board.see(CASINO.view(state, 0))
    over = CASINO.apply(state, 0, CASINO.parse("trail 8c"), NoLuck()).state
    board.see(CASINO.view(over, 0))
    says(board, "The deal is over. Enter shows the points.")
    sends(board, "hint", "")
    assert board.advice == "The deal is over."


# --- all of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", UNO_MOMENTS)
def test_uno(english: None, moment: str) -> None:
    lived(UNO_MOMENTS[moment], "uno")


@pytest.mark.parametrize("moment", CASINO_MOMENTS)
def test_casino(english: None, moment: str) -> None:
    lived(CASINO_MOMENTS[moment], "casino")


def lived(moment: tuple[Callable[[Any], bool], Body], game: str) -> None:
    """Live through a moment in all the rules that it can come about in."""
    where, body = moment
    found = [one for one in RULESETS[game] if where(one.rules)]
    assert found, "nowhere"
    for ruleset in found:
        print(ruleset.name)  # the last one is the one that fails
        body(ruleset.rules)


class Listening(English):
    """Keeps which texts were asked for."""

    def __init__(self) -> None:
        self.said: set[str] = set()

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return super().gettext(message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        self.said.add(one)
        return super().ngettext(one, many, count)


UNMET: Final = {
    "uno": {  # what a bot doubts is a toss
        "A bot would challenge the +4 ({key}).",
    },
    "casino": {  # who is on turn has a card; who owns a build has its number
        "Your turn.",
        "{card} can do nothing now: {why}.",
        "others come first",
    },
}
"""Texts of the prompts that no moment meets."""


@pytest.mark.parametrize(("game", "moments"), [("uno", UNO_MOMENTS), ("casino", CASINO_MOMENTS)])
def test_every_text_of_the_prompts_is_met(
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    moments: dict[str, tuple[Callable[[Any], bool], Body]],
) -> None:
    listening = Listening()
    monkeypatch.setattr(i18n, "_catalogue", listening)
    for moment in moments.values():
        lived(moment, game)
    sources = [ROOT / "tui" / "boards" / f"{name}.py" for name in (game, f"{game}_prompt")]
    written = {
        message.id
        for path in sources
        for message in tool().written_in(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert sorted(written - listening.said - UNMET[game]) == []
    assert sorted(UNMET[game] & listening.said) == []
