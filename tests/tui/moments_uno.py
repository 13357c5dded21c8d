"""Every moment in which UNO says something of its own."""

from __future__ import annotations

from typing import Any, Final

from engine.uno.game import UNO
from tests.tui.moments import (
    At,
    Moment,
    Never,
    Press,
    Steps,
    keeper,
    placed,
    says,
    unwisely,
)

MOMENTS: Final[dict[str, Moment]] = {}
uno = keeper(MOMENTS)


def at(
    rules: Any, hand: str, *others: str, acts: tuple[str, ...] = (), me: int | None = 0, **more: Any
) -> At:
    """Return a position of a seat, after some acts."""
    start = {"hands": (hand, *(others or ("r1 r2", "r3 r4"))), "discard": "* g7",
             "stock": "b1 b2 b3 b4 b6 y1 y3", "turn": "p1", **more}  # fmt: skip
    return placed(UNO, rules, start, me, acts)


def open_play(rules: Any) -> bool:
    return not rules.misplay_penalty


@uno()
def somebody_elses_turn(rules: Any) -> Steps:
    yield at(rules, "r5 y3", turn="p2")
    yield says("Bo is to play.")
    yield at(rules, "r5 y3", turn="p3")
    yield says("Cy is to play. You are next.")
    yield at(rules, "r5 y3", me=None)
    yield says("Ann is to play.")


@uno()
def a_card_to_play(rules: Any) -> Steps:
    yield at(rules, "r5 g2 y3")
    yield Press("@g2")
    yield says("Your turn. Enter plays green 2.")
    yield Press("enter", "play g2")


@uno(open_play)
def a_card_that_does_not_fit(rules: Any) -> Steps:
    yield at(rules, "r5 g2 y3")
    yield Press("@r5")
    yield says("Red 5 is neither green nor 7.")
    yield Press("enter")
    yield at(rules, "r5 g2 y3", discard="* w:g")
    yield Press("@r5")
    yield says("Red 5 is not green.")


@uno(lambda rules: rules.voluntary_draw)
def may_draw(rules: Any) -> Steps:
    yield at(rules, "r5 g2 y3")
    yield Press("@g2")
    yield says("d draws a card.")
    yield Press("d", "draw")


@uno(open_play)
def nothing_fits(rules: Any) -> Steps:
    yield at(rules, "r5 b2 y3")
    yield says("Nothing of yours fits. Enter draws a card.")
    yield Press("enter", "draw")


@uno(lambda rules: open_play(rules) and not rules.draw_until_playable)
def drew_what_does_not_fit(rules: Any) -> Steps:
    yield at(rules, "r5 b2 y3", stock="b9 b8", acts=("p1 draw",))
    yield says("You drew blue 9: it cannot be played. Enter keeps it.")
    yield Press("enter", "pass")


@uno(lambda rules: rules.play_drawn != "none")
def drew_and_may_play(rules: Any) -> Steps:
    yield at(rules, "r5 b2 y3", stock="g9 b8", acts=("p1 draw",))
    yield says("You drew green 9. Enter plays green 9.")
    if not rules.force_play:
        yield says("p keeps it.")
        yield Press("p", "pass")
    yield Press("enter", "play g9")


@uno(lambda rules: rules.play_drawn == "number" and open_play(rules))
def drew_what_must_wait(rules: Any) -> Steps:
    yield at(rules, "r5 b2 y3", stock="gs b8", acts=("p1 draw",))
    yield says("You drew green Skip: it cannot be played. Enter keeps it.")


@uno(lambda rules: rules.play_drawn != "none" and open_play(rules))
def another_card_than_the_drawn_one(rules: Any) -> Steps:
    yield at(rules, "r5 g2 y3", stock="g9 b8", acts=("p1 draw",))
    yield Press("@g2")
    yield says("Only the card just drawn may be played.")


@uno()
def somebody_has_drawn(rules: Any) -> Steps:
    yield at(rules, "r5 g2", "r1 r2", turn="p2", stock="g9", acts=("p2 draw",))
    yield says("Bo has drawn and decides.")


@uno()
def the_colour_of_a_wild(rules: Any) -> Steps:
    yield at(rules, "w r5 y3")
    yield Press("@w enter")
    yield says("Which colour?  r red  y yellow  g green  b blue")
    yield Press("y", "play w:y")


@uno()
def a_wild_is_taken_back(rules: Any) -> Steps:
    yield at(rules, "w r5 y3")
    yield Press("@w enter escape")
    yield says("Enter plays Wild.")


@uno(lambda rules: "w" not in rules.first_card_back)
def the_colour_of_the_first_card(rules: Any) -> Steps:
    yield at(rules, "g8 y3", discard="* w", phase="colour")
    yield says("The first card is a Wild. Which colour?")
    yield Press("escape g", "colour g")
    yield at(rules, "g8 y3", "r1 r2", discard="* w", phase="colour", turn="p2")
    yield says("Bo chooses the colour.")


@uno(lambda rules: rules.stack == "none")
def a_plus_2_is_taken_at_once(rules: Any) -> Steps:
    yield at(rules, "r5 r6", "g+2 r2", turn="p2", acts=("p2 play g+2",))
    yield Press("@b1 @b2")
    yield says("Bo is to play.")


@uno(lambda rules: rules.stack != "none")
def a_chain_is_owed(rules: Any) -> Steps:
    yield at(rules, "r5 r6", discard="* g+2", pending="2")
    yield says("You owe 2 cards and cannot answer. Enter takes them." if open_play(rules)
               else "You owe 2 cards.")  # fmt: skip
    yield Press("d", "draw")
    yield at(rules, "r5 r6", discard="* g+2", pending="2", turn="p2")
    yield says("Bo owes 2 cards.")


@uno(lambda rules: rules.stack != "none")
def a_chain_is_answered(rules: Any) -> Steps:
    yield at(rules, "r+2 b5 y5", discard="* g+2", pending="2")
    yield Press("@r+2")
    passes = " and passes them on" if open_play(rules) else ""  # there it may be a misplay
    yield says(f"You owe 2 cards. Enter plays red +2{passes}.", "d takes 2 cards.")
    yield Press("enter", "play r+2")


@uno(lambda rules: rules.stack != "none" and open_play(rules))
def no_answer_to_a_chain(rules: Any) -> Steps:
    yield at(rules, "r+2 b5 y5", discard="* g+2", pending="2")
    yield Press("@b5")
    yield says("You owe 2 cards. Blue 5 is no answer to it.", "would pass it on.")


@uno(lambda rules: rules.deflect)
def a_penalty_is_deflected(rules: Any) -> Steps:
    yield at(rules, "gs b5 y5", discard="* g+2", pending="2")
    yield Press("@gs")
    passes = " and passes them on" if open_play(rules) else ""
    yield says(f"You owe 2 cards. Enter plays green Skip{passes}.")
    yield Press("enter", "play gs")


@uno(lambda rules: rules.after_penalty_colour and open_play(rules))
def only_the_colour_after_a_penalty(rules: Any) -> Steps:
    yield at(rules, "g5 r+2", "r1 r2", discard="* g+2", turn="p2", pending="2", acts=("p2 draw",))
    yield Press("@r+2")
    yield says("Red +2: only green may follow a penalty.")


@uno(lambda rules: rules.challenge)
def a_plus_4_to_challenge(rules: Any) -> Steps:
    yield at(rules, "g1 r9", "b5 w+4", turn="p2", acts=("p2 play w+4:r",))
    if open_play(rules):
        yield says("Bo plays +4 on you. Enter takes 4 cards.")
    yield says("x challenges it.")
    yield Press("x", "challenge")
    yield Press("d", "draw")


@uno(lambda rules: not rules.challenge)
def no_challenge(rules: Any) -> Steps:
    yield at(rules, "g1 r9", "b5 w+4", turn="p2", acts=("p2 play w+4:r",))
    yield Never("challenge")
    yield Press("x")


@uno(lambda rules: rules.challenge and rules.w4_bluff and open_play(rules))
def a_bluff(rules: Any) -> Steps:
    yield at(rules, "g2 w+4")
    yield Press("@w+4")
    yield says("Enter plays +4: a bluff, it may be challenged.")


@uno()
def a_call_with_the_play(rules: Any) -> Steps:
    yield at(rules, "g2 r5")
    yield Press("@g2")
    yield says("u calls UNO with it.")
    yield Press("u")
    yield says("Enter plays green 2 and calls UNO.", "You call UNO with it (u: take that back).")
    yield Press("enter", "play g2 call")
    yield Press("u")
    yield says("u calls UNO with it.")


@uno()
def a_call_before_the_turn(rules: Any) -> Steps:
    yield at(rules, "g2 r5", turn="p2")
    yield Press("u")
    yield says("You call UNO with your next card (u: take that back).")


@uno()
def a_late_call(rules: Any) -> Steps:
    yield at(rules, "g2 r5", acts=("p1 play g2",))
    yield says("You forgot UNO: u calls it!")
    yield Press("u", "call")


@uno()
def a_wrong_call(rules: Any) -> Steps:
    yield at(rules, "g2 r5 r6 r7")
    yield unwisely("u") if rules.false_call_penalty else Press("u")
    if rules.false_call_penalty:
        yield says("Call UNO with 4 cards? It costs 2 cards.  u call")
        yield Press("u", "call")
    else:
        yield says("UNO is called when one card is left.")


@uno(lambda rules: rules.catch_from == "at_once")
def somebody_is_caught(rules: Any) -> Steps:
    yield at(rules, "r5 b9", "r1 r2", "g2 r4", turn="p3", acts=("p3 play g2",))
    yield says("c catches Cy without UNO!")
    yield Press("c", "catch p3")


@uno(lambda rules: rules.catch_from == "after_next")
def caught_only_after_the_next_one(rules: Any) -> Steps:
    yield at(rules, "r5 b9", "g2 r2", "g3 r4", "g5 r8", turn="p2", acts=("p2 play g2",))
    yield Press("c")
    yield says("Too early: the next player acts first.")
    acts = ("p2 play g2", "p3 play g3 call")
    yield at(rules, "r5 b9", "g2 r2", "g3 r4", "g5 r8", turn="p2", acts=acts)
    yield says("c catches Bo without UNO!")
    yield Press("c", "catch p2")


@uno(lambda rules: rules.catch_until == "one_card")
def one_of_several_is_caught(rules: Any) -> Steps:
    yield at(rules, "r5 g2 y3", "r1", "r3")
    yield says("c catches one without UNO!")
    yield Press("c")
    yield says("Catch whom?  2 Bo  3 Cy")
    yield Press("3", "catch p3")


@uno()
def nobody_to_catch(rules: Any) -> Steps:
    yield at(rules, "r5 g2 y3")
    yield Press("c")
    yield says("Nobody has forgotten UNO.")


@uno(lambda rules: rules.multi == "pair")
def a_pair(rules: Any) -> Steps:
    yield at(rules, "g5 g5 r1")
    yield Press("end space left space")
    yield says("Enter plays 2 x green 5.", "Esc clears the marks.")
    yield Press("enter", "play g5 g5")


@uno(lambda rules: rules.multi == "same_face")
def a_set(rules: Any) -> Steps:
    yield at(rules, "g7 r7 b7 y3")
    yield Press("@r7 space @b7 space enter")
    yield says("Which colour on top?")
    yield Press("r", "play b7 r7")


@uno(lambda rules: rules.multi != "one" and open_play(rules))
def cards_that_do_not_go_together(rules: Any) -> Steps:
    yield at(rules, "g7 r5 b8")
    yield unwisely("@r5 space @g7 space")
    yield says("These are not the same")
    yield Press("enter")


@uno(lambda rules: rules.multi == "one")
def one_card_at_a_time(rules: Any) -> Steps:
    yield at(rules, "g7 r7")
    yield Press("space")
    yield says("Cards are laid one at a time here.")


@uno(lambda rules: rules.jump_in)
def a_jump_in(rules: Any) -> Steps:
    yield at(rules, "g7 y3 y4", "r1 r2", turn="p2")
    yield says("j jumps in with green 7.")
    yield Press("j", "jump g7 swap p2" if rules.seven_zero else "jump g7")
    yield at(rules, "g8 y3", "r1 r2", turn="p2")
    yield Press("j")
    yield says("You jump in with the same card as on top: green 7.")
    yield at(rules, "g7 y3", "r1 r2")
    yield Press("j")
    yield says("It is your turn: just play the card.")


@uno(lambda rules: not rules.jump_in)
def no_jump_in(rules: Any) -> Steps:
    yield at(rules, "g7 y3", "r1 r2", turn="p2")
    yield Press("j")
    yield says("Nobody jumps in by the rules of this table.")


@uno(lambda rules: rules.seven_zero)
def whose_hand(rules: Any) -> Steps:
    yield at(rules, "g7 r5 y3", discard="* g1")
    yield Press("@g7")
    yield says("Enter plays green 7; then you say whose hand you want.")
    yield Press("enter")
    yield says("Swap hands with whom?  2 Bo (2)  3 Cy (2)")
    yield Press("2", "play g7 swap p2")
    yield at(rules, "g7 r5 y3", "r1 r2", discard="* g1")
    yield Press("@g7")
    yield says("Enter plays green 7 and swaps hands with Bo.")


@uno(lambda rules: rules.seven_zero)
def hands_go_round(rules: Any) -> Steps:
    yield at(rules, "g0 r5 y3", discard="* g1")
    yield Press("@g0")
    yield says("Enter plays green 0: all hands are passed on.")
    yield Press("enter", "play g0")


@uno(lambda rules: not rules.last_card_action and open_play(rules))
def the_last_card_is_no_action(rules: Any) -> Steps:
    yield at(rules, "gs", discard="* g1")
    yield Press("@gs enter", "draw")


@uno(lambda rules: not rules.last_card_action and rules.multi == "pair" and open_play(rules))
def a_pair_of_last_cards_is_no_action(rules: Any) -> Steps:
    yield at(rules, "gs gs", discard="* g1")
    yield Press("home space right space")
    yield says("2 x green Skip: the last card must be a number.")
    yield Press("enter")


@uno(lambda rules: bool(rules.misplay_penalty))
def a_misplay_is_sent(rules: Any) -> Steps:
    yield at(rules, "r5 g2 y3")
    yield Press("@r5")
    yield says("Enter plays red 5.", "d draws a card.")
    yield Press("h")
    yield says("No hints here: this table punishes wrong cards, so you find them yourself.")
    yield Press("enter", "play r5")
    yield at(rules, "w+4 g2 y3")
    yield Press("@w+4")
    yield says("Enter plays +4.")


@uno()
def a_round_is_over(rules: Any) -> Steps:
    yield at(rules, "g5", "r1 r2", acts=("p1 play g5",))
    yield says("You have won the round! Enter shows the points.")
    yield at(rules, "r5 r6", "g5", turn="p2", acts=("p2 play g5",))
    yield says("Bo has won the round. Enter shows the points.")
    yield at(rules, "r5 r6", phase="over")
    yield says("The round is over. Enter shows the points.")


@uno(open_play)
def hints(rules: Any) -> Steps:
    yield at(rules, "r5 g2 y3")
    yield Press("h")
    yield says("A bot would play green 2.")
    yield at(rules, "g2 r5")
    yield Press("h")
    yield says("A bot would play green 2, and call UNO (u).")
    yield at(rules, "w r5 r6")
    yield Press("h")
    yield says("A bot would play Wild, colour red")
    yield at(rules, "r5 b2 y3")
    yield Press("h")
    yield says("A bot would draw (d).")
    yield at(rules, "r5 y3", turn="p2")
    yield Press("h")
    yield says("A bot would wait: it is not your turn.")
    yield at(rules, "r5 g2 y3", me=None)
    yield Press("h")
    yield says("You are watching.")


@uno(lambda rules: open_play(rules) and not rules.draw_until_playable)
def a_hint_to_keep_a_card(rules: Any) -> Steps:
    yield at(rules, "r5 b2 y3", stock="b9 b8", acts=("p1 draw",))
    yield Press("h")
    yield says("A bot would keep the card (p).")


@uno(lambda rules: open_play(rules) and "w" not in rules.first_card_back)
def a_hint_for_the_colour(rules: Any) -> Steps:
    yield at(rules, "g8 y3", discard="* w", phase="colour")
    yield Press("h")
    yield says("A bot would choose")


@uno(lambda rules: open_play(rules) and rules.stack != "none")
def a_hint_to_take_what_is_owed(rules: Any) -> Steps:
    yield at(rules, "r5 r6", discard="* g+2", pending="2")
    yield Press("h")
    yield says("A bot would take the cards (d).")


@uno(lambda rules: open_play(rules) and rules.jump_in)
def a_hint_to_jump_in(rules: Any) -> Steps:
    yield at(rules, "g7 y3 y4", "r1 r2", turn="p2")
    yield Press("h")
    yield says("A bot would not wait:")


@uno(lambda rules: open_play(rules) and rules.seven_zero)
def a_hint_to_swap_hands(rules: Any) -> Steps:
    yield at(rules, "g7 r5 r6 r8 b8 b9", discard="* g1")
    yield Press("h")
    yield says("and swap hands with")
