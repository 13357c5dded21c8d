"""Every moment in which Casino says something of its own."""

from __future__ import annotations

from typing import Any, Final

from engine.casino.game import CASINO
from tests.tui.moments import At, Moment, Press, Steps, keeper, placed, says, unwisely

MOMENTS: Final[dict[str, Moment]] = {}
casino = keeper(MOMENTS)


def dealt(
    rules: Any, hand: str, table: str, *rest: str, acts: tuple[str, ...] = (), **more: Any
) -> At:
    """Return a position; partners have two more seats, who hold nothing that matters."""
    hands = (hand, *(rest or ("7c 7d 9s Ts",)))
    if rules.partnership:
        hands = (*hands, *(("", "") if rest else ("Jd Jh Qd Qh", "Js Jc Qs Qc")))
    start = {"hands": hands, "table": table, "turn": "p1", "last": "p2", "stock": "",
             "taken": ("*", *[""] * (len(hands) - 1)), **more}  # fmt: skip
    return placed(CASINO, rules, start, 0, acts)


@casino()
def not_on_turn(rules: Any) -> Steps:
    yield dealt(rules, "8c 2s", "5d 3h", turn="p2")
    yield says("Bo is to play.")
    yield Press("enter")
    yield says("It is not your turn.")
    yield Press("h")
    yield says("A bot would wait: it is not your turn.")


@casino()
def a_capture(rules: Any) -> Steps:
    yield dealt(rules, "8c 2s", "5d 3h Kc")
    yield Press("@8c @5d @3h")
    yield says("Enter takes 3♥ 5♦ with 8♣.", "Esc clears.")
    yield Press("enter", "capture 8c 3h 5d")


@casino()
def a_build_is_captured(rules: Any) -> Steps:
    yield dealt(rules, "8c 2s", "Kc #8/p1(5d+3h)")
    yield Press("@8c @#8")
    yield says("Enter takes the 8-build with 8♣.")


@casino()
def nothing_to_do_but_trail(rules: Any) -> Steps:
    yield dealt(rules, "4c Ks", "5d 3h")
    yield says("Your turn. 4♣ takes nothing: Enter trails it.")
    yield Press("enter", "trail 4c")


@casino()
def something_is_to_be_marked(rules: Any) -> Steps:
    yield dealt(rules, "5c Ks", "5d 3h")
    yield says("Your turn. 5♣: mark what it takes or builds with.", "o shows an idea.")
    yield Press("enter")
    yield unwisely("z")
    yield says("Nothing on the table is called z.")


@casino()
def a_build(rules: Any) -> Steps:
    yield dealt(rules, "8d 5c", "3h Kc")
    yield Press("@5c @3h")
    yield says("Enter builds 8 with 3♥ and 5♣ (you keep 8♦).")
    yield Press("enter", "build 5c 8 3h")


@casino()
def several_readings(rules: Any) -> Steps:
    yield dealt(rules, "8c 8d 2s", "5d 3h Kc")
    yield Press("@8c @5d @3h")
    yield says("Enter, then: 1 take 3♥ 5♦  2 build 8", "b builds.")
    yield Press("enter")
    yield says("Which?  1 take 3♥ 5♦  2 build 8")
    yield Press("2", "build 8c 8 3h 5d")


@casino()
def several_values(rules: Any) -> Steps:
    yield dealt(rules, "3c 9h 3d", "3h 3s Kc")
    yield Press("@3c @3h @3s")
    yield says("v: another of 2 values.")
    yield Press("v")
    yield says("Enter builds 3 with")
    yield Press("v")
    yield says("Enter builds 9 with")


@casino()
def a_multiple_build(rules: Any) -> Steps:
    yield dealt(rules, "8c 8d 2s", "8h Kc 5d 3h")
    yield Press("@8c @8h @5d @3h")
    yield unwisely("v")  # b builds at once
    yield says("Enter builds 8 with 3♥ 5♦ 8♥ and 8♣ (you keep 8♦).")
    yield Press("enter", "build 8c 8 3h 5d 8h")


@casino()
def a_build_is_raised(rules: Any) -> Steps:
    yield dealt(rules, "2c 9h", "Kc #7/p2(4d+3h)")
    yield Press("@2c @#7")
    yield says("Enter builds 9 with the 7-build and 2♣ (you keep 9♥).")


@casino()
def a_multiple_build_is_not_raised(rules: Any) -> Steps:
    yield dealt(rules, "2c 9d", "Kc #7/p2(4d+3h,5h+2h)")
    yield Press("@2c @#7")
    yield says("The 7-build can no longer be raised.")


@casino()
def a_build_of_another_number(rules: Any) -> Steps:
    yield dealt(rules, "8c 2s", "Kc #7/p2(4d+3h)")
    yield Press("@8c @#7")
    yield says("That build is worth 7.")


@casino(lambda rules: not rules.raise_with_loose)
def a_build_is_raised_by_the_hand_alone(rules: Any) -> Steps:
    yield dealt(rules, "2c Th", "Ad Kc #7/p2(4d+3h)")
    yield Press("@2c @Ad @#7")
    yield says("The 7-build is raised with the hand card alone.")


@casino(lambda rules: not rules.build_in_sum)
def a_build_is_in_no_sum(rules: Any) -> Steps:
    yield dealt(rules, "Tc 2s", "3d Kc #7/p2(4d+3h)")
    yield Press("@Tc @3d @#7")
    yield says("The 7-build does not add up with other cards.")


@casino()
def left_over(rules: Any) -> Steps:
    yield dealt(rules, "8c 2s", "5d 3h 2c Kc")
    yield Press("@8c @5d @3h @2c")
    yield says("3+5 = 8, but 2♣ is left over.")
    yield Press("enter")


@casino()
def no_sum(rules: Any) -> Steps:
    yield dealt(rules, "8c 2s", "5d 6h Kc")
    yield Press("@8c @5d @6h")
    yield says("The marked cards do not make 8.")


@casino()
def nothing_held_for_a_build(rules: Any) -> Steps:
    yield dealt(rules, "6c 2s", "3d Kc 4h")
    yield Press("@6c @3d")
    yield says("That does not make 6, and to build 9 you must hold another 9.")


@casino(lambda rules: rules.face_values == "plain")
def a_picture(rules: Any) -> Steps:
    yield dealt(rules, "Kc 2s", "Kd 3d 4h")
    yield Press("@Kc @3d")
    yield says("The marked cards do not make a pair.")


OWN: Final = "5d Kc #8/p1(6c+2s)"


@casino(lambda rules: not rules.obliged_trail)
def an_own_build_comes_first(rules: Any) -> Steps:
    yield dealt(rules, "4c 8d 2d", OWN)
    yield Press("@4c")
    yield says("4♣ can do nothing now: your build of 8 comes first (8♦).")
    yield Press("t")
    yield Press("b")
    yield dealt(rules, "4c 8d 2d", OWN)
    yield Press("@8d t")
    yield says("You own the 8-build: take it, raise it or add to it.")


@casino(lambda rules: rules.obliged_trail)
def an_owner_may_trail(rules: Any) -> Steps:
    yield dealt(rules, "4c 8d 2d", OWN)
    yield Press("@4c t", "trail 4c")


@casino(lambda rules: rules.obliged_capture == "own_number")
def an_owner_takes_with_the_own_number(rules: Any) -> Steps:
    yield dealt(rules, "5c 8d 2d", OWN)
    yield Press("@5c @5d")
    yield says("You own the 8-build: only a 8 may take.")


@casino()
def an_own_build_needs_its_number(rules: Any) -> Steps:
    yield dealt(rules, "8d Td Kh", "2c Kc #8/p1(6c+2s)")
    yield Press("@8d @2c")
    yield says("Your 8-build needs its 8 in your hand.")


@casino(lambda rules: rules.must_capture == "equal_card")
def an_equal_card_is_taken_too(rules: Any) -> Steps:
    yield dealt(rules, "8c 2s", "5d 3h 8h")
    yield Press("@8c @5d @3h")
    yield says("It must take 8♥.")


@casino(lambda rules: rules.must_capture != "no")
def what_could_take_is_not_trailed(rules: Any) -> Steps:
    yield dealt(rules, "8c 2s", "8h 5d")
    yield Press("@8c t")
    yield says("It must take 8♥.")


@casino()
def a_trail(rules: Any) -> Steps:
    yield dealt(rules, "5c Ks", "5d 3h")
    yield says("t trails it." if rules.must_capture == "no" else "5♣: mark what it takes")
    yield Press("t", "trail 5c" if rules.must_capture == "no" else "")


@casino()
def why_nothing_is_built(rules: Any) -> Steps:
    yield dealt(rules, "8c 8d 2s", "5d 3h Kc")
    yield Press("@8c")
    yield unwisely("b")
    yield says("To build with 8♣, mark first what it is put with.")
    yield Press("@Kc")
    yield unwisely("b")
    yield says("Nothing can be built with what is marked.")
    yield dealt(rules, "8c Kd", "5d 3h Kc")
    yield Press("@Kd b")
    yield says("K♦ can build nothing now.")


@casino()
def ideas(rules: Any) -> Steps:
    yield dealt(rules, "8c 5s", "5d 3h 8h")
    yield Press("o")
    yield says("Idea 1 of ", "o: the next idea.")
    yield dealt(rules, "4c", "Kd")
    yield unwisely("o")  # Enter does so already
    yield says("The only idea: Enter trails 4♣.")


@casino()
def hints(rules: Any) -> Steps:
    yield dealt(rules, "8c 5s", "8h")
    yield Press("h")
    yield says("A bot would take 8♥ with 8♣.")
    yield dealt(rules, "4c", "Kd")
    yield Press("h")
    yield says("A bot would trail 4♣.")
    yield dealt(rules, "3c 8d 6h", "5d")
    yield Press("h")
    yield says("A bot would build 8 with 5♦ and 3♣.")


@casino()
def the_last_card_of_all(rules: Any) -> Steps:
    yield dealt(rules, "8c", "Kd", "", acts=("p1 trail 8c",))
    yield says("The deal is over. Enter shows the points.")
