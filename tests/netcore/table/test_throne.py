"""The King game at a table: who draws, who sees it, who settles it; nothing waits for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.king import Drawn, Ledger, MildOnly, Settled, builtin, with_own
from engine.record import dump, load
from engine.replay import verify
from netcore.wire.cleaned import cleaned
from netcore.wire.messages import (
    Ack,
    End,
    Kick,
    Leave,
    Lobby,
    Mild,
    Pause,
    Ready,
    Settle,
    Setup,
    Start,
    Swap,
    Sync,
    TakeSeat,
    Update,
)
from tests.netcore.tablepair import Guest, TablePair

NAMES = ("Ann", "Bo", "Cy", "Di")
HANDS = ("r5", "b9 b8", "w+4 y1 y2")  # p1 goes out; p2 is left with 17, p3 with 53


class KingPair(TablePair):
    """A table that plays for the throne, with a round that is about to end."""

    def __init__(self, people: int = 3, **options: Any) -> None:
        super().__init__(**{"preset": "kano", "seats": people, "timer": 0, **options})
        self.people = [self.join(name) for name in NAMES[:people]]

    def begin(self) -> None:
        self.people[0].send(Start())

    def place(self, *hands: str, scores: tuple[int, ...] = (), **position: str) -> None:
        """Set up a position in the deal that runs. (What led to it is not in the record.)"""
        course = self.table.desk.course
        assert course is not None
        now, match = course.now, course.match
        settings = {"discard": "* r7", "stock": "g1 g2 g3 g4", "turn": "p1", **position}
        state = match.game.place(match.rules, match.seats, {"hands": hands, **settings})
        match = replace(match, state=state, scores=scores or match.scores)
        course.moments[-1] = replace(now, match=match)
        self.table.desk.refresh(self.now)

    def end_round(self, *hands: str, scores: tuple[int, ...] = ()) -> None:
        """Let the first seat go out; the others are left with these hands."""
        self.begin() if self.phase != "deal" else None
        self.place(*(hands or HANDS), scores=scores)
        assert isinstance(self.people[0].act("play r5"), Ack)


def owed(guest: Guest) -> dict[int, str]:
    """Return what a guest is shown: by seat, the card."""
    king = guest.last(Update).king
    assert king is not None
    return {one.seat: one.card.name for one in king.owed}


def king_events(guest: Guest) -> list[Any]:
    kinds = (Drawn, Settled, MildOnly)
    return [e for update in guest.all(Update) for e in update.events if isinstance(e, kinds)]


def proved(pair: TablePair) -> list[str]:
    """Return the `d punish` lines of the last record, having read it back."""
    text = dump(pair.finished[-1].record)
    assert dump(load(text)) == text
    return [str(ln) for deal in load(text).deals for ln in deal.lines if "punish" in str(ln)]


# --- who draws ---


def test_the_worst_hand_draws_in_the_step_that_ends_the_round() -> None:
    pair = KingPair()
    pair.begin()
    n = pair.people[0].n
    pair.end_round()
    assert pair.phase == "between"
    watcher = pair.join("Wim", watch=True)
    for guest in pair.people:
        update = guest.last(Update)
        kinds = [type(event).__name__ for event in update.events]
        assert update.n == n + 1 and kinds[-2:] == ["DealScored", "Drawn"]
        (drawn,) = [event for event in update.events if isinstance(event, Drawn)]
        assert (drawn.seat, drawn.why) == (2, "due") and drawn.card in builtin()
        assert owed(guest) == {2: drawn.card.name}
    assert owed(watcher) == owed(pair.people[0])
    king = watcher.last(Update).king
    assert king is not None and king.owed[0].judges == (0,) and king.swapped == ()


def test_ties_draw_all() -> None:
    pair = KingPair(4)
    pair.end_round("r5", "b9 b8", "w+4 y1", "y1 w")
    assert set(owed(pair.people[0])) == {2, 3}


def test_all_losers_draw_where_the_rules_say_so() -> None:
    pair = KingPair(changes=(("punishments", "losers"),))
    pair.end_round()
    assert set(owed(pair.people[0])) == {1, 2}


def test_shared_winners_are_exempt_and_both_may_settle() -> None:
    pair = KingPair(changes=(("punishments", "losers"),))
    pair.begin()
    pair.place("g3", "*", "b1 y2", discard="r5", stock="")
    for guest in pair.people:
        guest.act("draw")
    assert pair.phase == "between"
    king = pair.people[1].last(Update).king
    assert king is not None and [(o.seat, o.judges) for o in king.owed] == [(1, (0, 2))]
    assert pair.people[1].refusal(Settle(1, "done")) == "not-the-winner"
    assert pair.people[2].refusal(Settle(1, "done")) is None
    assert owed(pair.people[0]) == {}


def test_who_has_bust_draws_at_the_end_of_the_match() -> None:
    pair = KingPair(preset="minus")
    pair.end_round()
    assert pair.phase == "between" and owed(pair.people[1]) == {}
    for guest in pair.people:
        guest.send(Ready(True))
    pair.end_round(scores=(400, 100, 480))
    assert pair.phase == "won"
    assert set(owed(pair.people[0])) == {2}
    king = pair.people[0].last(Update).king
    assert king is not None and king.owed[0].judges == pair.match.winners == (1,)
    assert pair.people[0].refusal(Settle(2, "done")) == "not-the-winner"
    assert pair.people[1].refusal(Settle(2, "waived")) is None


def test_bots_never_draw() -> None:
    pair = KingPair(2, seats=3, bots=("easy",))
    pair.end_round()  # the bot has the worst hand
    assert pair.phase == "between" and owed(pair.people[0]) == {}
    pair = KingPair(2, seats=3, bots=("easy",), changes=(("punishments", "losers"),))
    pair.end_round()
    assert set(owed(pair.people[0])) == {1}


def test_where_a_bot_has_won_anybody_settles() -> None:
    pair = KingPair(2, seats=3, bots=("easy",))
    pair.begin()
    pair.place("b9 b8", "w+4 y1", "r5", turn="p3")
    pair.wait(5)
    king = pair.people[0].last(Update).king
    assert king is not None and [(one.seat, one.judges) for one in king.owed] == [(1, ())]
    assert pair.people[1].refusal(Settle(1, "done")) is None


@pytest.mark.parametrize(
    "options",
    [{"preset": "official"}, {"game": "casino", "preset": "seed"}, {"punishments": "off"}],
)
def test_without_punishments_nothing_is_shown(options: dict[str, Any]) -> None:
    pair = KingPair(2, **options)
    pair.begin()
    assert pair.people[0].last(Update).king is None
    for request in (Swap(), Settle(1, "done")):
        assert pair.people[0].refusal(request) == "nothing-owed"
    n = pair.people[0].n
    pair.people[0].send(Mild(True))
    assert pair.people[0].n == n and pair.people[1].last(Lobby).seats[0].mild


# --- swapping and settling ---


def test_one_swap_a_match() -> None:
    pair = KingPair()
    pair.end_round()
    cy, n = pair.people[2], pair.people[0].n
    before = owed(cy)[2]
    assert cy.refusal(Swap()) is None
    for guest in pair.people:
        assert guest.n == n + 1
        assert owed(guest)[2] != before
        assert king_events(guest)[-1].why == "swap"
        assert guest.last(Update).king.swapped == (2,)  # type: ignore[union-attr]
    assert cy.refusal(Swap()) == "already-swapped"
    assert pair.people[0].refusal(Swap()) == "nothing-owed"
    cy.send(Ready(True))
    pair.people[0].send(Start())
    pair.end_round()
    assert cy.refusal(Swap()) == "already-swapped"  # also a round later
    pair.people[0].send(End())
    pair.end_round()
    assert cy.refusal(Swap()) is None  # but not in the next match


def test_only_a_winner_settles() -> None:
    pair = KingPair()
    pair.end_round()
    ann, bo, cy = pair.people
    watcher = pair.join("Wim", watch=True)
    for guest in (bo, cy):
        assert guest.refusal(Settle(2, "done")) == "not-the-winner"
    assert watcher.refusal(Settle(2, "done")) == "not-seated"
    assert watcher.refusal(Mild(True)) == "not-seated"
    for nobody in (0, 1, 9):
        assert ann.refusal(Settle(nobody, "done")) == "nothing-owed"
    assert ann.refusal(Settle(2, "done")) is None
    settled = king_events(bo)[-1]
    assert (settled.seat, settled.how, settled.by) == (2, "done", 0)
    assert ann.refusal(Settle(2, "waived")) == "nothing-owed"


def test_the_next_deal_waits_for_nobody() -> None:
    pair = KingPair()
    pair.end_round()
    for guest in pair.people:
        guest.send(Ready(True))
    assert pair.phase == "deal"
    assert set(owed(pair.people[1])) == {2}
    due = pair.table.due
    assert pair.people[2].refusal(Swap()) is None  # in mid-deal
    pair.people[0].send(Pause(True))
    assert pair.people[0].refusal(Settle(2, "waived")) is None  # and in a pause
    assert owed(pair.people[1]) == {} and pair.table.due == due
    pair.people[0].send(Pause(False))
    pair.end_round()
    assert set(owed(pair.people[1])) == {2}


def test_what_is_not_done_lapses_with_the_next_one() -> None:
    pair = KingPair()
    pair.end_round()
    pair.people[0].send(Start())
    pair.end_round()
    assert [getattr(e, "how", "drawn") for e in king_events(pair.people[0])] == [
        "drawn",
        "lapsed",
        "drawn",
    ]


# --- mild only ---


def mild_names() -> set[str]:
    return {card.name for card in builtin() if not card.hot}


def test_who_wants_mild_ones_only_says_so_before() -> None:
    pair = KingPair()
    pair.people[2].send(Mild(True))
    assert pair.people[0].last(Lobby).seats[2].mild
    pair.end_round()
    assert isinstance(course_king(pair).allowed(2), tuple)
    assert {card.name for card in course_king(pair).allowed(2)} == mild_names()
    assert len(course_king(pair).allowed(1)) == 100


def course_king(pair: TablePair) -> Ledger:
    course = pair.table.desk.course
    assert course is not None and course.king is not None
    return course.king


def test_a_hot_one_is_drawn_again_for_who_wants_mild_ones_now() -> None:
    pair = KingPair()
    pair.end_round()
    cy, course = pair.people[2], pair.table.desk.course
    assert course is not None
    ledger = course_king(pair)
    hot = next(card for card in builtin() if card.hot)
    course._king = replace(ledger, owed=(replace(ledger.owed[0], card=hot),))
    n = cy.n
    cy.send(Mild(True))
    assert cy.n == n + 1 and owed(cy)[2] in mild_names()
    assert [type(e) for e in king_events(cy)[-2:]] == [MildOnly, Drawn]
    assert pair.people[0].last(Lobby).seats[2].mild
    assert cy.refusal(Swap()) is None  # that was no swap
    cy.send(Mild(True))  # once more changes nothing
    assert cy.n == n + 2
    cy.send(Mild(False))
    assert not pair.people[0].last(Lobby).seats[2].mild


def test_a_wish_outlives_the_match() -> None:
    pair = KingPair()
    pair.begin()
    pair.people[1].send(Mild(True))
    pair.people[0].send(End())
    assert pair.people[0].last(Lobby).seats[1].mild
    pair.begin()
    assert course_king(pair).mild == {1}


def test_the_table_may_play_with_mild_ones_only_or_none() -> None:
    pair = KingPair()
    ann = pair.people[0]
    assert ann.last(Lobby).punishments == "all"
    ann.send(Setup("uno", "kano", {}, 3, "mild"))
    assert pair.people[1].last(Lobby).punishments == "mild"
    ann.send(Setup("uno", "kano", {"jump_in": True}, 3))  # says nothing of it: as before
    assert pair.people[1].last(Lobby).punishments == "mild"
    pair.end_round()
    assert {card.name for card in course_king(pair).allowed(2)} == mild_names()
    ann.send(End())
    ann.send(Setup("uno", "kano", {}, 3, "off"))
    pair.begin()
    assert ann.last(Update).king is None


# --- coming and going ---


def test_who_comes_back_and_who_comes_late_sees_what_is_owed() -> None:
    pair = KingPair()
    pair.begin()
    pair.place(*HANDS)
    cy = pair.people[2]
    last = cy.n
    pair.drop(cy)
    pair.people[0].act("play r5")
    back = pair.resume(cy.token, last)
    assert set(owed(back)) == {2}  # the seat is Cy's, and so is what it drew
    assert [event.why for event in king_events(back)] == ["due"]
    assert back.refusal(Swap()) is None
    late = pair.join("Wim", watch=True)
    assert owed(late) == owed(back) and king_events(late) == []
    late.send(Sync())
    assert owed(late) == owed(back)


def test_leaving_cancels() -> None:
    pair = KingPair(changes=(("punishments", "losers"),))
    pair.end_round()
    ann, bo, cy = pair.people
    cy.send(Leave())
    settled = king_events(ann)[-1]
    assert (settled.seat, settled.how, settled.by) == (2, "left", None)
    assert set(owed(ann)) == {1}
    ann.send(Leave())  # the only winner: now it is a matter of honour
    assert bo.refusal(Settle(1, "done")) is None


def test_being_removed_cancels_at_once() -> None:
    pair = KingPair(changes=(("punishments", "losers"),))
    pair.end_round()
    ann = pair.people[0]
    ann.send(Kick(2))
    assert set(owed(ann)) == {1}
    ann.send(Start())
    assert pair.phase == "deal" and set(owed(ann)) == {1}


def test_leaving_after_the_match_cancels() -> None:
    pair = KingPair(preset="minus")
    pair.end_round(scores=(400, 100, 480))
    pair.people[2].send(Leave())
    assert owed(pair.people[0]) == {} and pair.phase == "won"


def test_who_takes_a_bots_seat_owes_nothing_of_it() -> None:
    pair = KingPair(3, seats=4, bots=("easy",), changes=(("punishments", "losers"),))
    watcher = pair.join("Wim", watch=True)
    pair.begin()
    pair.place(*HANDS, "g9 g9")
    pair.people[0].act("play r5")
    watcher.send(TakeSeat(3))
    assert watcher.seat == 3 and set(owed(watcher)) == {1, 2}
    assert watcher.refusal(Swap()) == "nothing-owed"


# --- the table's own, and the record ---


def test_own_punishments_travel_whole() -> None:
    deck = tuple(replace(card, en="Bow to the cat.") for card in with_own('x1 = "Bow."'))
    pair = KingPair(deck=deck)
    pair.end_round()
    king = pair.people[1].last(Update).king
    assert king is not None and king.owed[0].card.en == "Bow to the cat."
    assert king_events(pair.people[1])[-1].card == king.owed[0].card


def played(pair: KingPair, rounds: int) -> None:
    """Play whole rounds by what a seat does when its time is up."""
    for _ in range(rounds):
        pair.people[0].send(Start())
        for _ in range(4000):
            if pair.phase != "deal":
                break
            (seat,) = pair.match.waiting_on()
            pair.people[seat].act(pair.match.game.default(pair.people[seat].game))
        assert pair.phase != "deal"
        for guest in pair.people:
            guest.refusal(Swap())


def test_records_name_every_card_drawn_and_hold() -> None:
    pair = KingPair(changes=(("punishments", "losers"),))
    played(pair, 3)
    assert pair.people[0].refusal(Start()) is None
    for guest in pair.people:  # in the next deal
        guest.send(Mild(True))
    pair.people[0].send(End())
    lines = proved(pair)
    drawn = [event for event in king_events(pair.people[0]) if isinstance(event, Drawn)]
    assert lines == [f"d punish p{event.seat + 1} {event.card.name}" for event in drawn]
    assert len(lines) >= 6
    assert verify(pair.finished[-1].record).mismatch is None


def test_what_becomes_of_punishments_after_the_match_is_added_to_the_record() -> None:
    pair = KingPair(preset="minus", changes=(("target", 60),))
    for _ in range(20):
        if pair.phase == "won":
            break
        pair.people[0].send(Start())
        while pair.phase == "deal":
            (seat,) = pair.match.waiting_on()
            pair.people[seat].act(pair.match.game.default(pair.people[seat].game))
    assert [out.again for out in pair.finished] == [False]
    lines = proved(pair)
    seat = next(iter(owed(pair.people[0])))
    assert lines == [f"d punish p{seat + 1} {name}" for seat, name in owed(pair.people[0]).items()]
    assert pair.people[seat].refusal(Swap()) is None
    assert [out.again for out in pair.finished] == [False, True]
    assert len(proved(pair)) == len(lines) + 1
    assert verify(pair.finished[-1].record).mismatch is None
    winner = pair.match.winners[0]
    assert pair.people[winner].refusal(Settle(seat, "done")) is None
    assert [out.again for out in pair.finished] == [False, True, True]
    settled = f"d done p{seat + 1} p{winner + 1}"
    assert [settled in dump(out.record) for out in pair.finished] == [False, False, True]
    assert verify(pair.finished[-1].record).mismatch is None


def test_who_leaves_between_rounds_makes_nobody_draw() -> None:
    """The worst was a bot; with it gone somebody else would be, but that round is over."""
    pair = KingPair(3, seats=4, bots=("easy",))
    pair.begin()
    pair.place("r5", "b9 b8", "b1", "w+4 w+4")
    pair.people[0].act("play r5")
    assert owed(pair.people[0]) == {}
    pair.people[2].send(Leave())
    assert owed(pair.people[0]) == {}


def test_a_clients_texts_are_safe_to_show() -> None:
    pair = KingPair()
    pair.end_round()
    update = replace(pair.people[0].last(Update), head=b"")  # any bytes
    king = update.king
    assert king is not None
    bad = replace(king.owed[0].card, name="x\x1b", en="\x1b[2J", zh_hant="\u202e", zh_hans="\n")
    events = (*update.events[:-1], Drawn(2, bad, "due"), Settled(1, bad, "left"))
    for shown in (replace(king, owed=(replace(king.owed[0], card=bad),)), None):
        safe = cleaned(replace(update, events=events, king=shown))
        assert isinstance(safe, Update)
        assert "\\x1b" not in ascii(safe) and "\\u202e" not in ascii(safe)
        assert safe.events[:-2] == events[:-2]
