"""UNO at the keyboard: what a selection becomes, what the prompt says, and that Enter does it."""

from typing import Any

import pytest

from engine.uno.game import UNO
from engine.uno.rules import PRESETS
from tests.tui.boards import after
from tests.tui.boards import uno_board as board
from tests.tui.moments import NoLuck
from tui.boards.uno import UnoBoard

NAMES = ("you", "Bo", "Cy", "Di")


def test_enter_plays_the_card_under_the_cursor() -> None:
    made = board(("r5 g2 y3", "r1 r2", "r3 r4"))
    assert made.prompt().text == "Your turn. Enter plays green 2."
    assert after(made, "do") == "play g2"


def test_on_a_card_that_does_not_fit_enter_does_nothing_and_says_why() -> None:
    made = board(("r5 g2 y3", "r1 r2", "r3 r4"))
    assert after(made, "1 do") == ""
    assert made.prompt().text == "Red 5 is neither green nor 7."


def test_with_nothing_that_fits_enter_draws() -> None:
    made = board(("r5 b2 y3", "r1 r2", "r3 r4"))
    assert made.prompt().text == "Nothing of yours fits. Enter draws a card."
    assert after(made, "do") == "draw"


@pytest.mark.parametrize(("key", "colour"), [("r", "r"), ("y", "y"), ("g", "g"), ("4", "b")])
def test_a_wild_asks_for_its_colour(key: str, colour: str) -> None:
    made = board(("w r5 y3", "r1 r2", "r3 r4"))
    assert after(made, "do") == ""
    assert made.prompt().text == "Which colour?  r red  y yellow  g green  b blue"
    assert after(made, key) == f"play w:{colour}"


def test_escape_takes_the_wild_back() -> None:
    made = board(("w r5 y3", "r1 r2", "r3 r4"))
    assert after(made, "do cancel") == ""
    assert made.question is None
    assert made.prompt().text == "Your turn. Enter plays Wild."


def test_the_signs_under_the_cards() -> None:
    made = board(("r5 g2 w w+4 b7", "r1 r2", "r3 r4"))
    signs = {card.text: made.mark(i) for i, card in enumerate(made.hand)}
    assert signs == {"r5": "", "g2": "^", "b7": "^", "w": "^", "w+4": "!"}


def test_a_bluff_is_called_one() -> None:
    made = board(("g2 w+4", "r1 r2", "r3 r4"))
    after(made, "end")
    said = "Your turn. Enter plays +4: a bluff, it may be challenged."
    assert made.prompt().text == said


def test_uno_is_armed_shown_and_called_with_the_play() -> None:
    made = board(("g2 r5", "r1 r2", "r3 r4"))
    after(made, "call")
    assert made.armed
    assert made.prompt().text == f"Your turn. Enter plays {'green 2'} and calls UNO."
    assert after(made, "do") == "play g2 call"


def test_uno_with_many_cards_is_refused_or_asked_about() -> None:
    made = board(("g2 r5 r6 r7", "r1 r2", "r3 r4"))
    assert after(made, "call") == ""
    assert made.prompt().text == "UNO is called when one card is left."
    made = board(("g2 r5 r6 r7", "r1 r2", "r3 r4"), preset="crystal")
    assert after(made, "call") == ""
    assert made.prompt().text == "Call UNO with 4 cards? It costs 2 cards.  u call"
    assert after(made, "u") == "call"


def test_after_a_draw_enter_plays_it_or_keeps_it() -> None:
    rules = PRESETS["official"]
    for stock, text, action in (
        ("g9", "You drew green 9. Enter plays green 9.", "play g9"),
        ("b9", "You drew blue 9: it cannot be played. Enter keeps it.", "pass"),
    ):
        start = {"hands": ("r5 b2", "r1 r2"), "discard": "* g7", "stock": stock, "turn": "p1"}
        state = UNO.place(rules, 2, start)
        made = UnoBoard(lambda seat: NAMES[seat])
        made.see(UNO.view(state, 0))
        assert after(made, "do") == "draw"
        step = UNO.apply(state, 0, UNO.parse("draw"), NoLuck())
        made.see(UNO.view(step.state, 0))
        assert made.prompt().text == text
        assert after(made, "do") == action


def test_a_plus_four_is_taken_or_challenged() -> None:
    start = {"hands": ("g1 w+4", "r1 r2"), "discard": "* g7", "stock": "b1 b2 b3 b4 b5 b6 y1 y2"}
    state = UNO.place(PRESETS["official"], 2, {**start, "turn": "p1"})
    state = UNO.apply(state, 0, UNO.parse("play w+4:r"), NoLuck()).state
    made = UnoBoard(lambda seat: ("Ann", "you")[seat])
    made.see(UNO.view(state, 1))
    assert made.prompt().text == "Ann plays +4 on you. Enter takes 4 cards."
    assert "x challenges it." in made.prompt().more
    assert after(made, "challenge") == "challenge"
    assert after(made, "do") == "draw"
    assert after(made, "draw") == "draw"


def test_a_penalty_is_answered_when_the_rules_allow_it() -> None:
    made = board(("r+2 b+2 g5", "r1 r2", "r3 r4"), top="g+2", preset="street", pending="2")
    assert made.prompt().text.startswith("You owe 2 cards. Enter plays ")
    assert after(made, "home do") == "play r+2"
    after(made, "2")
    assert made.prompt().text == "You owe 2 cards. Green 5 is no answer to it."
    answers = "+2, green Skip, green Reverse or +4 would pass it on."
    assert made.prompt().more.startswith(answers)
    assert after(made, "do") == "" and after(made, "draw") == "draw"


def test_sets_are_marked_with_space_and_ask_for_their_top() -> None:
    made = board(("g7 r7 b7 y3", "r1 r2", "r3 r4"), preset="crystal")
    after(made, "home mark end mark")
    assert [made.hand[i].text for i in made.marked] == ["r7", "b7"]
    assert after(made, "do") == ""
    assert made.prompt().text.startswith("Which colour on top?")
    assert after(made, "r") == "play b7 r7"


def test_marking_is_refused_where_one_card_is_laid() -> None:
    made = board(("g7 r7", "r1 r2", "r3 r4"))
    after(made, "mark")
    assert made.prompt().text == "Cards are laid one at a time here."
    assert not made.marked


@pytest.mark.parametrize(
    ("preset", "hand", "may"),
    [
        ("official", "g5 g5", False),
        ("street", "g7 r7 b1", False),
        ("street", "g5 r5 g5", True),
        ("street", "w w", True),
        ("crystal", "g7 r7", True),
        ("crystal", "g7 r6", False),
    ],
)
def test_marking_is_offered_where_cards_may_go_together(preset: str, hand: str, may: bool) -> None:
    assert board((hand, "r1 r2", "r3 r4"), preset=preset).may_mark() is may


def test_a_seven_asks_whom_to_swap_with() -> None:
    made = board(("g7 r5 y3", "r1 r2", "r3 r4"), top="g1", options={"seven_zero": True})
    made.cursor = [card.text for card in made.hand].index("g7")
    assert after(made, "do") == ""
    assert made.prompt().text == "Swap hands with whom?  2 Bo (2)  3 Cy (2)"
    assert after(made, "3") == "play g7 swap p3"


def test_one_candidate_is_caught_at_once_several_are_asked() -> None:
    hands = ("r5 g2 y3", "r1", "r3")
    made = board(hands, preset="street")
    assert [str(action) for action in made.catches()] == ["catch p2", "catch p3"]
    assert after(made, "catch") == ""
    assert made.prompt().text == "Catch whom?  2 Bo  3 Cy"
    assert after(made, "3") == "catch p3"
    made = board(("r5 g2 y3", "r1", "r3 r4"), preset="street")
    assert "c catches Bo without UNO!" in made.prompt().more
    assert after(made, "catch") == "catch p2"


def test_a_hint_moves_the_cursor_or_names_a_key() -> None:
    made = board(("r5 g2 y3", "r1 r2", "r3 r4"))
    assert after(made, "1 hint do") == "play g2"
    made = board(("r5 b2 y3", "r1 r2", "r3 r4"))
    after(made, "hint")
    assert made.prompt().text == "A bot would draw (d). Nothing of yours fits."
    assert made.prompt().tone == "hint"


def test_a_notice_still_says_what_enter_does() -> None:
    made = board(("g2 r5 r6 r7", "r1 r2", "r3 r4"))
    after(made, "pass")
    said = made.prompt()
    assert said.tone == "warn" and said.text == "Draw before you pass."
    assert said.more.startswith("Your turn. Enter plays red 7.")


def test_jump_in_is_offered_only_while_it_is_possible() -> None:
    made = board(("g7 y3", "r1 r2", "r3 r4"), preset="crystal", turn="p2")
    assert "j jumps in with green 7." in made.prompt().more
    assert "jump" in made.footer()[0]
    assert [made.mark(i) for i in range(2)] == ["", "j"]
    assert after(made, "jump") == "jump g7"
    made = board(("g8 y3", "r1 r2", "r3 r4"), preset="crystal", turn="p2")
    assert "jump" not in made.footer()[0]
    assert after(made, "jump") == ""


def test_a_turned_wild_asks_for_the_first_colour() -> None:
    made = board(("g8 y3", "r1 r2", "r3 r4"), top="w", phase="colour")
    assert made.prompt().text.startswith("The first card is a Wild. Which colour?")
    assert after(made, "cancel") == "" and made.question is not None
    assert after(made, "g") == "colour g"


def test_where_misplays_are_punished_nothing_is_given_away() -> None:
    made = board(("r5 g2 y3", "r1 r2", "r3 r4"), options={"misplay_penalty": 2})
    assert all(made.mark(i) == "" for i in range(3))
    assert after(made, "1 do") == "play r5"


def test_out_of_turn_enter_does_nothing() -> None:
    made = board(("r5 g2 y3", "r1 r2", "r3 r4"), turn="p2")
    assert made.prompt().text == "Bo is to play."
    assert after(made, "do") == ""


def test_the_cursor_stays_on_its_card() -> None:
    made = board(("r5 g2 y3", "r1 r2", "r3 r4"), turn="p2")
    after(made, "end")
    card = made.hand[made.cursor]
    after(made, "sort")
    assert made.hand[made.cursor] is card


@pytest.mark.parametrize("preset", list(PRESETS))
def test_enter_does_what_the_prompt_says(preset: str) -> None:
    """Every card that is named by the prompt is played, and none else."""
    made = board(("r5 r+2 g2 g7 gs y0 b9 w w+4", "r1 r2", "r3 r4"), preset=preset)
    for i in range(9):
        made.cursor, made.notice = i, ""
        said = made.prompt().text
        sent = after(made, "do")
        plays = "Enter plays" in said
        assert plays == (bool(sent) or made.question is not None)
        made.question = None


# --- what is said to somebody who plays for the first time -----------------------------


def test_enter_on_a_card_that_does_not_fit_is_an_alarm() -> None:
    made = board(("r5 g2 y3", "r1 r2", "r3 r4"))
    after(made, "1")
    assert made.prompt().tone == "mine"
    after(made, "do")
    assert made.prompt().text == "Red 5 is neither green nor 7." and made.prompt().tone == "warn"
    assert "neither" not in made.prompt().more


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ("r5 g2 y3", "A bot would play green 2. Nothing else fits."),
        ("r5 g2 g3 g9", "A bot would play green 9. 2 more of yours are green."),
        ("r5 g9 b7 b1", "A bot would play blue 7. 1 more of yours is blue."),
        ("g2 b5", "A bot would play green 2, and call UNO (u). Nothing else fits."),
        ("g2", "A bot would play green 2. That empties your hand."),
        ("r5 b2 y3", "A bot would draw (d). Nothing of yours fits."),
    ],
)
def test_a_hint_is_a_hint(hands: str, said: str) -> None:
    made = board((hands, "r1 r2", "r3 r4"))
    after(made, "hint")
    assert made.prompt().text == said and made.prompt().tone == "hint"
    after(made, "right")
    assert made.prompt().tone == "mine"


def test_a_hint_is_answered_always() -> None:
    made = board(("r5 g2", "r1 r2", "r3 r4"), turn="p2")
    after(made, "hint")
    assert made.prompt().text == "A bot would wait: it is not your turn."
    made = board(("r5 g2", "r1 r2", "r3 r4"), options={"misplay_penalty": 2})
    after(made, "hint")
    assert made.prompt().text.startswith("No hints here")


def test_sets_are_refused_in_words() -> None:
    made = board(("g7 r5 b7 y3", "r1 r2", "r3 r4"), preset="crystal")
    after(made, "home mark end mark")
    assert made.prompt().text == "These are not the same number or sign."
    made = board(("r+2 b5 y5", "r1 r2"), top="g+2", preset="crystal", pending="2")
    made.marked = [1, 2]
    assert made.prompt().text.endswith("are no answer to it.")


def test_an_armed_call_can_be_taken_back() -> None:
    made = board(("g2 r5", "r1 r2", "r3 r4"))
    after(made, "call")
    assert "You call UNO with it (u: take that back)." in made.prompt().more
    after(made, "call")
    assert not made.armed and "u calls UNO with it." in made.prompt().more


def test_a_call_armed_where_nothing_fits_is_for_a_later_card() -> None:
    made = board(("y2 r5", "r1 r2", "r3 r4"))
    after(made, "call")
    said = made.prompt()
    assert said.text == "Nothing of yours fits. Enter draws a card."
    assert said.more == "You call UNO with your next card (u: take that back)."


def test_nobody_has_forgotten() -> None:
    made = board(("g2 r5", "r1 r2", "r3 r4"))
    after(made, "catch")
    assert made.prompt().text == "Nobody has forgotten UNO."


def test_after_naming_the_first_colour_the_cursor_is_on_a_card_that_fits() -> None:
    rules = PRESETS["official"]
    start = {"hands": ("r5 g2 y3", "r1 r2"), "discard": "* w", "turn": "p1", "phase": "colour"}
    state = UNO.place(rules, 2, start)
    made = UnoBoard(lambda seat: NAMES[seat])
    made.see(UNO.view(state, 0))
    named = UNO.apply(state, 0, UNO.parse("colour g"), _NoLuck()).state
    made.see(UNO.view(named, 0))
    assert made.prompt().text == "Your turn. Enter plays green 2."


def test_the_cursor_begins_on_a_card_that_fits_and_then_is_the_players() -> None:
    def at(hand: str, top: str, turn: str = "p1") -> Any:
        start = {"hands": (hand, "r1 r2"), "discard": f"* {top}", "stock": "b1 b2", "turn": turn}
        return UNO.view(UNO.place(PRESETS["crystal"], 2, start), 0)

    made = UnoBoard(lambda seat: NAMES[seat])
    made.see(at("r5 g2 g3 y3", "g7", "p2"))
    after(made, "end")
    made.see(at("r5 g2 g3 y3", "g7"))
    assert made.hand[made.cursor].text in ("g2", "g3")
    after(made, "home")
    made.see(at("r5 g2 g3 y3", "g7"))
    assert made.cursor == 0, "the turn is the same: nothing moves"
    made.see(at("r5 g3 y3", "gs"))
    assert made.hand[made.cursor].text == "g3", "a Skip between two: again one's turn"
    made.see(at("r5 r6 g2 y3", "g7", "p2"))
    after(made, "1 mark")
    made.see(at("r5 r6 g2 y3", "g7"))
    assert made.marked and made.cursor == made.marked[0], "what is marked stays chosen"


def test_where_wrong_cards_are_punished_nothing_tells_which_are_right() -> None:
    strict = {"misplay_penalty": 2, "voluntary_draw": False, "challenge": True}
    fits = board(("r5 g2 w+4", "r1 r2"), options=strict)
    not_one = board(("r5 y2 b4", "r1 r2"), options=strict)
    for made in (fits, not_one):
        assert made.footer()[0][:2] == ["do", "draw"] and "d draws a card." in made.prompt().more
        assert not any(made.mark(i) for i in range(len(made.hand)))
    after(fits, "end")
    assert fits.prompt().text == "Your turn. Enter plays +4.", "whether it is a bluff is not told"
    assert after(fits, "draw") == "" and "must" in fits.prompt().text


class _NoLuck:
    def shuffle(self, cards: Any) -> Any:
        raise AssertionError("nothing is shuffled here")

    def pick(self, n: int) -> int:
        raise AssertionError("nothing is chosen here")


def test_an_answer_to_a_penalty_is_said_to_pass_it_on() -> None:
    made = board(("rs r5 y3", "r1 r2", "r3 r4"), top="r+2", preset="street", pending="2")
    assert made.prompt().text == "You owe 2 cards. Enter plays red Skip and passes them on."
    assert after(made, "do") == "play rs"


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (("g7 g2", "r1 r2", "r3 r4"), "Enter plays green 7; then you say whose hand you want."),
        (("g7 g2", "r1 r2"), "Enter plays green 7 and swaps hands with Bo."),
        (("g7", "r1 r2"), "Enter plays green 7."),
        (("g0 g2", "r1 r2"), "Enter plays green 0: all hands are passed on."),
        (("g0", "r1 r2"), "Enter plays green 0."),
        (("g5 g2", "r1 r2"), "Enter plays green 5."),
    ],
)
def test_that_hands_will_move_is_said_before(hands: tuple[str, ...], said: str) -> None:
    made = board(hands, top="g1", options={"seven_zero": True})
    made.cursor = [card.text[1] in "075" for card in made.hand].index(True)
    assert made.prompt().text == f"Your turn. {said}"


def test_why_nobody_jumps_in_is_said() -> None:
    def notice(*hands: str, **more: Any) -> str:
        made = board(hands, **more)
        assert after(made, "jump") == ""
        return made.notice

    crystal: Any = {"preset": "crystal", "turn": "p2"}
    without = notice("g8 y3", "r1 r2", "r3 r4", **crystal)
    assert without == "You jump in with the same card as on top: green 7."
    assert notice("g7 y3", "r1 r2", turn="p2") == "Nobody jumps in by the rules of this table."
    own = notice("g7 y3", "r1 r2", "r3 r4", preset="crystal")
    assert own == "It is your turn: just play the card."


def test_a_call_that_is_armed_before_the_turn_is_said() -> None:
    made = board(("g7 y3", "r1 r2", "r3 r4"), preset="crystal", turn="p2")
    assert after(made, "call") == ""
    assert "You call UNO with your next card (u: take that back)." in made.prompt().more
    assert after(made, "jump") == "jump g7 call"


def test_a_question_about_a_call_goes_when_the_hand_has_changed() -> None:
    made = board(("g7 y3 b1", "r1 r2", "r3 r4"), preset="crystal", turn="p2")
    after(made, "call")
    assert made.prompt().text.startswith("Call UNO with 3 cards?")
    made.see(board(("y3 b1", "r1 r2", "r3 r4"), preset="crystal", turn="p2").view)  # type: ignore[arg-type]
    assert made.question is None
