"""Reflexes: what they answer must still be there, and have been seen."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fair import Seed
from engine.game import Code
from engine.games import GAMES
from engine.uno.rules import PRESETS
from netcore.table.answers import KEPT_AIDS
from netcore.table.course import Course
from netcore.table.outbound import Moment
from netcore.wire.messages import Ack, Act, Nak, TableCode

UNO = GAMES["uno"]
START = {
    "hands": ("r5 r9", "b7 g5 r2", "g1 g+2 y3"),
    "discard": "* r7",
    "stock": "b1 b2 b3 b4 y1 y2 y4 y5 g9 g8",
    "turn": "p1",
}


def course(rules: str = "official", **changes: Any) -> Course:
    """Return a course at a set-up position, numbered 1."""
    position = {**START, **changes}
    seats = len(position["hands"])
    one = Course(UNO, PRESETS[rules], seats, 0, Seed("deal-1", bytes(32)), 0.0)
    match = one.match
    state = UNO.place(match.rules, seats, position)
    one.moments[-1] = Moment(1, type(match)(**{**_fields(match), "state": state}), ())
    return one


def _fields(match: Any) -> dict[str, Any]:
    return {name: getattr(match, name) for name in match.__dataclass_fields__}


_count = iter(range(10**6))


def act(one: Course, seat: int, text: str, n: int | None = None) -> Ack | Nak:
    aid = next(_count).to_bytes(12, "big")
    return one.act(seat, Act(aid, one.now.n if n is None else n, text), None, 0.0)


def code(answer: Ack | Nak) -> str:
    return answer.code.value if isinstance(answer, Nak) else "ok"


def test_a_catch_answers_what_was_seen() -> None:
    one = course()
    act(one, 0, "play r5")
    assert code(act(one, 2, "catch p1", n=1)) == "stale"  # fired blindly, before the play
    assert code(act(one, 2, "catch p1", n=2)) == "ok"
    assert code(act(one, 1, "catch p1", n=2)) == "stale"  # another was faster
    assert code(act(one, 1, "catch p1", n=3)) == Code.NOT_CATCHABLE.value


def test_a_call_too_late_is_stale_not_wrong() -> None:
    one = course("crystal")  # here a wrong call is punished
    act(one, 0, "play r5")
    act(one, 1, "catch p1")
    hand = len(one.match.state.hands[0])
    assert code(act(one, 0, "call", n=2)) == "stale"
    assert len(one.match.state.hands[0]) == hand


def test_a_call_need_not_wait_for_the_own_play_to_come_back() -> None:
    one = course()
    act(one, 0, "play r5")
    assert code(act(one, 0, "call", n=1)) == "ok"


def test_a_late_challenge_never_hits_a_newer_card() -> None:
    one = course(hands=("r9 w+4 w+4 r1 r3", "b7 g5 b2", "g1 g+2 y3"))
    act(one, 0, "play w+4:b")
    n = one.now.n
    act(one, 1, "draw")
    assert code(act(one, 1, "challenge", n=n)) == "stale"
    act(one, 2, "draw")
    act(one, 2, "pass")
    act(one, 0, "play w+4:g")
    assert code(act(one, 1, "challenge", n=n)) == "stale"
    assert code(act(one, 1, "challenge")) == "ok"


def test_numbers_of_the_future_and_of_the_far_past_are_stale() -> None:
    one = course()
    act(one, 0, "play r5")
    for n in (99, 0):
        assert code(act(one, 1, "catch p1", n=n)) == "stale"


def test_turn_actions_are_judged_on_what_is_now() -> None:
    """They need not have seen the newest update, as long as they saw their turn begin."""
    one = course(hands=("r5 r9", "b7 g5 r2 r3", "g1 g+2 y3"))
    assert code(act(one, 0, "play r5")) == "ok"
    assert code(act(one, 2, "catch p1")) == "ok"
    assert one.now.n == 3
    assert code(act(one, 1, "play r2", n=2)) == "ok"
    assert code(act(one, 0, "draw", n=0)) == Code.NOT_YOUR_TURN.value


def test_an_action_of_an_earlier_turn_is_stale() -> None:
    one = course()
    meant = one.now.n  # a draw is sent, and lost on the way
    for seat, text in ((0, "play r5 call"), (1, "play r2 "), (2, "draw"), (2, "pass")):
        assert code(act(one, seat, text)) == "ok"
    n, hand = one.now.n, list(one.match.state.hands[0])
    assert one.match.waiting_on() == {0}
    for late in (meant, n - 1):
        assert code(act(one, 0, "draw", n=late)) == "stale"
    assert (one.now.n, one.match.state.hands[0]) == (n, hand)
    assert code(act(one, 0, "draw", n=n)) == "ok"


def test_a_turn_that_comes_back_at_once_is_another_turn() -> None:
    one = course(hands=("rs r9 r4", "b7 g5"))
    assert code(act(one, 0, "play rs", n=1)) == "ok"
    assert one.match.waiting_on() == {0}
    assert code(act(one, 0, "play r9", n=1)) == "stale"
    assert code(act(one, 0, "play r9", n=2)) == "ok"


def test_what_the_table_played_for_a_seat_makes_its_actions_stale() -> None:
    one = course()
    one.play(0, UNO.parse("draw"), 0.0)  # a stand-in; the turn is not over
    assert one.match.waiting_on() == {0} and one.match.state.phase == "drawn"
    assert code(act(one, 0, "pass", n=1)) == "stale"
    assert code(act(one, 0, "pass", n=2)) == "ok"


def test_the_own_draw_need_not_have_come_back() -> None:
    one = course()
    assert code(act(one, 0, "draw", n=1)) == "ok"
    assert code(act(one, 0, "pass", n=1)) == "ok"


@pytest.mark.parametrize(("text", "looks"), [("catch p1", 3), ("call", 3)])
def test_a_reflex_is_judged_by_the_first_moment_that_decides(
    text: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = course()
    act(one, 0, "play r5")
    for _ in range(3):
        act(one, 1, "draw")
        act(one, 1, "pass")
        act(one, 2, "draw")
        act(one, 2, "pass")
        act(one, 0, "draw")
        act(one, 0, "pass")
    assert one.now.n == 2 + 3 * 6
    looked: list[int] = []
    possible = Course._possible

    def count(*args: Any) -> bool:
        looked.append(1)
        return possible(*args)

    monkeypatch.setattr(Course, "_possible", count)
    assert code(act(one, 0 if text == "call" else 2, text, n=2)) == "stale"
    assert len(looked) < looks


def test_answers_are_kept_for_as_long_as_promised() -> None:
    one = course()
    first = Act(b"first-act-aid"[:12], 1, "play r5")
    answer = one.act(0, first, None, 0.0)
    for _ in range(KEPT_AIDS - 1):
        act(one, 0, "nonsense")
    assert one.act(0, first, None, 0.0) == answer
    act(one, 0, "nonsense")
    again = one.act(0, first, None, 0.0)
    assert isinstance(again, Nak)


def test_a_pause_refuses_and_remembers() -> None:
    one = course()
    paused = Act(b"x" * 12, 1, "play r5")
    assert one.act(0, paused, TableCode.PAUSED, 0.0) == Nak(b"x" * 12, TableCode.PAUSED, 1)
    assert one.act(0, paused, None, 0.0) == Nak(b"x" * 12, TableCode.PAUSED, 1)
