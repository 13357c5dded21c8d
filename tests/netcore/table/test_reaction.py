"""Races at a table: who forgot to call has time to react, and everybody hears who was faster."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from netcore.table.roster import Bot
from netcore.wire.messages import (
    Ack,
    Act,
    End,
    Kick,
    Leave,
    Nak,
    Note,
    NoteCode,
    Pause,
    Start,
    TableCode,
    Update,
)
from tests.netcore.tablepair import Guest, TablePair, started

HANDS = ("r5 r9", "b7 g5 r2", "r1 g+2 y3", "g8 y7 b2")


def table(
    people: int = 3, *, hands: tuple[str, ...] = HANDS, **options: Any
) -> tuple[TablePair, list[Guest]]:
    """Return a table where the first has two cards, is on turn, and all may react in a second."""
    pair, guests = started(people, **{"reaction": 1.0, "timer": 0, "grace": 60, **options})
    put(pair, hands=hands[:people])
    return pair, guests


def put(pair: TablePair, **position: Any) -> None:
    course = pair.table.desk.course
    assert course is not None
    whole = {"discard": "* r7", "stock": "b1 b2 b3 b4 y1 y2", "turn": "p1", **position}
    state = GAMES["uno"].place(pair.match.rules, len(whole["hands"]), whole)
    course.moments[-1] = replace(course.now, match=replace(pair.match, state=state))


class Sent:
    """An act that was sent; what came back so far."""

    def __init__(self, guest: Guest, action: str, *, n: int | None = None) -> None:
        self.act = Act(guest.aid(), guest.n if n is None else n, action)
        self.guest = guest
        guest.send(self.act)

    @property
    def answers(self) -> list[Ack | Nak]:
        guests = self.guest.pair.guests.values()
        got = [m for guest in guests for m in guest.got if isinstance(m, Ack | Nak)]
        return [answer for answer in got if answer.aid == self.act.aid]

    @property
    def answer(self) -> str:
        """Return `ack`, or the code of the nak; there must be exactly one answer."""
        (answer,) = self.answers
        return "ack" if isinstance(answer, Ack) else answer.code.value

    @property
    def waits(self) -> bool:
        return not self.answers


def forget(guests: list[Guest]) -> None:
    """Let the first play down to one card without a call."""
    assert Sent(guests[0], "play r5").answer == "ack"


def races(guest: Guest) -> list[str]:
    return [
        f"{d['who']} {d['did']} {d['ms']} {d['rival']} {d['tried']}"
        for d in (note.detail for note in guest.all(Note) if note.code is NoteCode.RACE)
    ]


# --- a catch ---


def test_a_catch_waits_until_the_victim_could_react() -> None:
    pair, guests = table()
    forget(guests)
    pair.wait(0.3)
    catch = Sent(guests[2], "catch p1")
    pair.wait(0.6)
    assert catch.waits
    pair.wait(0.2)
    assert catch.answer == "ack"
    assert guests[0].game.counts[0] == 3


def test_a_call_in_time_makes_a_waiting_catch_void_and_all_hear_by_how_much() -> None:
    pair, guests = table()
    forget(guests)
    pair.wait(0.3)
    catch = Sent(guests[2], "catch p1")
    pair.wait(0.4)
    assert Sent(guests[0], "call").answer == "ack"
    pair.wait(0.1)
    assert catch.answer == "stale"
    assert [races(guest) for guest in guests] == [["Ann call 300 Cy catch"]] * 3
    assert guests[0].game.counts[0] == 1


def test_a_catch_after_the_time_counts_at_once_and_the_call_after_it_is_late() -> None:
    pair, guests = table()
    forget(guests)
    pair.wait(1.1)
    n = guests[0].n
    assert Sent(guests[2], "catch p1").answer == "ack"
    pair.wait(0.05)
    assert Sent(guests[0], "call", n=n).answer != "ack"
    assert races(guests[1]) == ["Cy catch 50 Ann call"]


def test_of_two_catches_the_first_to_arrive_counts() -> None:
    pair, guests = table(4)
    forget(guests)
    pair.wait(0.2)
    second, first = Sent(guests[3], "catch p1"), Sent(guests[2], "catch p1")
    pair.wait(1)
    assert (second.answer, first.answer) == ("ack", "stale")
    assert guests[0].game.counts[0] == 3, "one offence, one penalty"


def test_a_blind_catch_is_refused_not_kept_and_cools_down() -> None:
    pair, guests = table()
    assert Sent(guests[2], "catch p1").answer == "not-catchable"
    forget(guests)
    pair.wait(0.5)
    early = Sent(guests[2], "catch p1")
    assert early.answer == "too-soon"
    (nak,) = early.answers
    assert isinstance(nak, Nak) and nak.detail == {"retry": 500}
    pair.wait(0.4)
    assert guests[0].game.counts[0] == 1, "what was refused is not done later"
    pair.wait(0.2)
    assert Sent(guests[2], "catch p1").answer == "ack"


def test_a_catch_that_was_sent_before_the_offence_was_seen_is_blind() -> None:
    _pair, guests = table()
    n = guests[2].n
    forget(guests)
    assert Sent(guests[2], "catch p1", n=n).answer == "stale"
    assert Sent(guests[2], "catch p1").answer == "too-soon"
    assert Sent(guests[1], "catch p1").waits, "the others do not cool down"


# --- whoever is next ---


def test_the_next_act_waits_and_is_not_refused() -> None:
    pair, guests = table()
    forget(guests)
    draw = Sent(guests[1], "draw")
    assert guests[1].last(Note).code is NoteCode.HELD
    assert NoteCode.HELD not in [note.code for note in guests[0].all(Note)]
    pair.wait(1.9)
    assert draw.waits
    pair.wait(0.2)
    assert draw.answer == "ack"
    assert Sent(guests[0], "call").answer != "ack", "the window closed with the act"


def test_the_next_act_waits_no_longer_than_the_window_is_open() -> None:
    pair, guests = table()
    forget(guests)
    draw = Sent(guests[1], "draw")
    pair.wait(0.5)
    assert Sent(guests[0], "call").answer == "ack"
    assert draw.answer == "ack"


def test_a_catch_comes_before_the_act_that_waits_longer() -> None:
    pair, guests = table()
    forget(guests)
    draw = Sent(guests[1], "draw")
    pair.wait(0.5)
    catch = Sent(guests[2], "catch p1")
    pair.now += 5  # the host was late: both are due
    pair.take(pair.table.tick(pair.now))
    assert (catch.answer, draw.answer) == ("ack", "ack")
    assert guests[0].game.counts[0] == 3


def test_the_one_who_is_caught_may_be_the_one_who_is_next() -> None:
    pair, guests = table(2, hands=("rs r9", "b7 g5 r2"))
    assert Sent(guests[0], "play rs").answer == "ack"
    assert pair.match.waiting_on() == {0}
    last = Sent(guests[0], "play r9")
    assert last.waits
    assert Sent(guests[1], "catch p1").waits
    pair.wait(2.1)
    assert last.answer == "ack" and guests[1].game.counts == (2, 3)


def test_an_act_that_cannot_be_is_refused_at_once() -> None:
    _pair, guests = table()
    forget(guests)
    assert Sent(guests[1], "play b7").answer == "no-match"
    assert Sent(guests[2], "draw").answer == "not-your-turn"
    assert Sent(guests[1], "rubbish").answer == "bad-action"
    assert Sent(guests[1], "draw").waits


def test_without_a_reaction_nothing_waits() -> None:
    _pair, guests = table(reaction=0.0)
    forget(guests)
    assert Sent(guests[2], "catch p1").answer == "ack"
    assert Sent(guests[1], "draw").answer == "ack"


def test_a_jump_in_waits_as_an_act_does_and_the_slower_one_hears_by_how_much() -> None:
    pair, guests = table(changes=(("jump_in", True),), hands=("r5 r9", "b7 r2 g5", "r5 g+2 y3"))
    forget(guests)
    jump = Sent(guests[2], "jump r5")
    draw = Sent(guests[1], "draw")
    assert jump.waits and draw.waits
    pair.wait(2.1)
    assert (jump.answer, draw.answer) == ("ack", "not-your-turn")
    assert races(guests[0]) == ["Cy jump 0 Bo draw"]


def test_two_at_one_card_and_order_of_arrival_decides_without_windows() -> None:
    pair, guests = table(changes=(("jump_in", True),), hands=("r5 r9 b1", "b7 r2 g5", "r5 g+2 y3"))
    forget(guests)
    n = guests[2].n
    assert Sent(guests[1], "play r2").answer == "ack"
    pair.wait(0.12)
    assert Sent(guests[2], "jump r5", n=n).answer == "stale"
    assert races(guests[0]) == races(guests[2]) == ["Bo play 120 Cy jump"]


def test_what_was_decided_long_ago_was_no_race() -> None:
    pair, guests = table()
    forget(guests)
    n = guests[2].n
    assert Sent(guests[0], "call").answer == "ack"
    pair.wait(4)
    assert Sent(guests[2], "catch p1", n=n).answer == "stale"
    assert races(guests[0]) == []


# --- held acts survive ---


def test_sent_again_over_another_line_a_held_act_is_done_once_and_answered_once() -> None:
    pair, guests = table()
    forget(guests)
    draw = Sent(guests[1], "draw")
    pair.drop(guests[1])
    pair.wait(0.5)
    back = pair.resume(guests[1].token, guests[1].n)
    back.send(draw.act)
    assert draw.waits
    pair.wait(2)
    assert draw.answer == "ack"
    assert back.game.counts[1] == 4, "one card, not two"
    back.send(draw.act)
    assert [type(answer) for answer in draw.answers] == [Ack, Ack], "asked again, told again"


def test_the_answer_to_a_held_act_waits_for_who_comes_back_later() -> None:
    pair, guests = table()
    forget(guests)
    draw = Sent(guests[1], "draw")
    pair.drop(guests[1])
    pair.wait(3)
    assert draw.waits and pair.match.state.phase == "drawn", "done, though nobody was there"
    back = pair.resume(guests[1].token, guests[1].n)
    back.send(draw.act)
    assert draw.answer == "ack"


def test_another_act_under_the_aid_of_a_held_one_is_a_conflict() -> None:
    pair, guests = table()
    forget(guests)
    draw = Sent(guests[1], "draw")
    guests[1].send(Act(draw.act.aid, draw.act.n, "play r2"))
    assert draw.answer == "aid-conflict"
    pair.wait(3)
    assert [type(answer) for answer in draw.answers] == [Nak, Ack]


def test_a_pause_stops_the_time_to_react() -> None:
    pair, guests = table()
    forget(guests)
    pair.wait(0.4)
    catch = Sent(guests[2], "catch p1")
    guests[0].send(Pause(True))
    assert Sent(guests[1], "draw").answer == "paused"
    pair.wait(10)
    assert catch.waits
    guests[0].send(Pause(False))
    pair.wait(0.5)
    assert catch.waits
    assert Sent(guests[0], "call").answer == "ack"
    assert catch.answer == "stale"


def test_who_is_kicked_or_leaves_takes_the_held_act_along() -> None:
    pair, guests = table(4)
    forget(guests)
    kicked, left = Sent(guests[1], "draw"), Sent(guests[2], "catch p1")
    guests[0].send(Kick(1))
    guests[2].send(Leave())
    before = pair.table.desk.n
    pair.wait(1.5)
    assert kicked.waits and left.waits, "nobody is there to be answered"
    assert guests[0].game.counts[0] == 1
    assert pair.table.desk.n == before, "the bot that plays on leaves the same time"
    assert isinstance(pair.table.desk.roster.at(1), Bot)
    pair.wait(1)
    assert pair.table.desk.n > before


def test_when_the_deal_ends_what_was_held_is_answered() -> None:
    pair, guests = table(2, hands=HANDS[:2])
    forget(guests)
    draw = Sent(guests[1], "draw")
    guests[0].send(Leave())
    assert pair.phase != "deal"
    assert draw.answer in ("over", "not-your-turn")


def test_when_the_match_is_ended_what_was_held_is_answered() -> None:
    pair, guests = table()
    forget(guests)
    catch, draw = Sent(guests[2], "catch p1"), Sent(guests[1], "draw")
    guests[0].send(End())
    assert pair.phase == "lobby"
    assert (catch.answer, draw.answer) == ("not-now", "not-now")
    assert pair.table.due is None or pair.table.due > pair.now


# --- clocks, bots, rulesets ---


def test_the_time_of_a_turn_is_not_up_while_its_act_waits() -> None:
    pair, guests = table(timer=1)
    forget(guests)
    play = Sent(guests[1], "play r2")
    pair.wait(2.1)
    assert play.answer == "ack"
    assert NoteCode.TIME_UP not in [note.code for note in guests[1].all(Note)]


@pytest.mark.parametrize("preset", ["official", "kano", "street", "crystal"])
def test_bots_leave_people_their_time(preset: str) -> None:
    pair = TablePair(seats=3, bots=("hard", "hard"), reaction=1.0, timer=0, preset=preset)
    ann = pair.join("Ann")
    ann.send(Start())
    put(pair, hands=HANDS[:3])
    forget([ann])
    opened, n = pair.now, pair.table.desk.n
    while pair.table.desk.n == n and pair.now < opened + 10:
        pair.wait(0.05)
    assert pair.now - opened >= 0.99
    first = next(one for one in ann.all(Update) if one.n == n + 1).events[0]
    wanted = 2.0 if type(first).__name__ != "Caught" else 1.0
    assert pair.now - opened >= wanted - 0.01, first


def test_under_kano_the_next_one_leaves_time_to_call_and_may_then_catch() -> None:
    pair, guests = table(preset="kano")
    forget(guests)
    assert Sent(guests[2], "catch p1").answer == "too-early"
    draw = Sent(guests[1], "draw")
    pair.wait(1.5)
    assert draw.waits
    pair.wait(0.6)
    assert draw.answer == "ack"
    assert Sent(guests[2], "catch p1").answer == "ack"


def test_codes_are_told_with_the_seconds_to_wait() -> None:
    pair, guests = table()
    for _ in range(2):
        answer = Sent(guests[1], "catch p1").answers[0]
        assert isinstance(answer, Nak)
    assert answer.code is TableCode.TOO_SOON and answer.detail == {"retry": 1000}
    assert pair.table.desk.n == answer.n


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_each_act_is_done_at_most_once_and_has_one_answer(seed: int) -> None:
    rng = Random(seed)
    preset = rng.choice(["official", "kano", "street", "crystal"])
    changes = (("hand_size", 3), ("jump_in", True))
    pair, guests = started(4, preset=preset, changes=changes, reaction=0.5, timer=5, grace=2)
    sent: dict[bytes, tuple[int, Act]] = {}
    for _ in range(250):
        place = rng.randrange(4)
        guest = guests[place]
        if pair.phase == "between":
            guests[0].send(Start())
        elif pair.phase == "won":
            break
        elif guest.closed:
            guests[place] = back = pair.resume(guest.token, guest.n)
            for seat, act in sent.values():  # as a client does
                if seat == place and not _answers(pair, act.aid):
                    back.send(act)
        elif rng.random() < 0.05:
            pair.drop(guest)
        elif rng.random() < 0.03:
            guests[0].send(Pause(not pair.table.desk.paused))
        else:
            texts = [str(action) for action in pair.match.game.legal(guest.game)]
            blind = [f"catch p{seat + 1}" for seat in range(4) if seat != place]
            act = Act(guest.aid(), guest.n, rng.choice([*texts, *texts, "call", *blind]))
            sent[act.aid] = place, act
            guest.send(act)
        pair.wait(rng.choice([0.0, 0.0, 0.05, 0.4, 1.2]))
    for place, guest in enumerate(guests):
        if guest.closed:
            guests[place] = pair.resume(guest.token)
    if pair.phase != "lobby":
        guests[0].send(End())
    assert len(sent) > 50
    for place, act in sent.values():
        if not _answers(pair, act.aid):  # it was answered while nobody was there: it asks again
            guests[place].send(act)
        answers = _answers(pair, act.aid)
        assert len(set(answers)) == 1, answers


def _answers(pair: TablePair, aid: bytes) -> list[tuple[str, str]]:
    got = [m for guest in pair.guests.values() for m in guest.got if isinstance(m, Ack | Nak)]
    return [(type(m).__name__, getattr(m, "code", "")) for m in got if m.aid == aid]
