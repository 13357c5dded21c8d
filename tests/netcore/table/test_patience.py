"""Nobody is waited for in vain: patience, hosts who go, pauses, the turn timer as it is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from netcore.table import desk
from netcore.table.patience import DESERTED
from netcore.table.requests import KEPT_WATCHERS
from netcore.wire.messages import (
    End,
    Give,
    Kick,
    Leave,
    Lobby,
    Lock,
    Note,
    NoteCode,
    Pause,
    Ready,
    Refused,
    Seated,
    Start,
    TableCode,
    TakeSeat,
    Update,
)
from tests.netcore.journalpair import JournalPair, ResumedPair
from tests.netcore.tablepair import Guest, TablePair, legal, on_turn, started


def won(people: int = 2, **options: object) -> tuple[TablePair, list[Guest]]:
    """Return a table whose match is over, with everybody still there."""
    pair, guests = started(people, game="casino", preset="seed", timer=1, **options)
    pair.wait(200)
    assert pair.phase == "won"
    return pair, guests


def between(people: int = 2, **options: object) -> tuple[TablePair, list[Guest]]:
    """Return a table between two deals."""
    pair, guests = started(people, game="casino", preset="royal", timer=1, **options)
    pair.wait(100)
    assert pair.phase == "between"
    return pair, guests


def notes(guest: Guest) -> list[NoteCode]:
    return [note.code for note in guest.all(Note)]


# --- after the match ---


def test_a_table_whose_match_is_won_goes_on_with_others() -> None:
    pair, guests = won()
    for guest in guests:
        guest.send(Leave())
    late, later = pair.join("Late"), pair.join("Later")
    assert (late.seat, later.seat) == (0, 1)
    assert late.last(Seated).host
    late.send(Start())
    assert pair.phase == "deal" and later.game.seat == 1


def test_a_seat_given_up_in_the_match_is_free_after_it() -> None:
    pair, guests = started(2)
    guests[0].send(Leave())
    assert pair.phase == "won" and pair.match.gone == {0}
    assert guests[1].last(Seated).host
    zed = pair.join("Zed", watch=True)
    zed.send(TakeSeat(0))
    assert zed.seat == 0 and zed.last(Note).code is NoteCode.JOINED
    assert pair.join("No").got[-1].code.value == "table-full"  # type: ignore[union-attr]
    guests[1].send(Start())
    assert pair.phase == "deal"


def test_patience_runs_out_after_the_match_and_the_host_goes_over() -> None:
    pair, guests = won(grace=20)
    pair.drop(guests[0])
    pair.wait(19)
    assert guests[1].refusal(Start()) == "host-only"
    pair.wait(2)
    assert guests[1].last(Seated).host and guests[1].last(Lobby).seats[0].kind == "open"
    assert guests[1].last(Note) == Note(NoteCode.NEW_HOST, {"who": "Bo", "seat": 1})


def test_who_comes_back_to_a_table_without_a_host_is_the_host() -> None:
    pair, (ann, bo) = started(2)
    pair.drop(bo)
    ann.send(Leave())
    back = pair.resume(bo.token)
    assert back.last(Seated).host
    assert NoteCode.NEW_HOST in notes(back)
    assert back.refusal(End()) is None


def test_a_watcher_is_host_only_once_seated() -> None:
    pair, guests = won()
    zed = pair.join("Zed", watch=True)
    for guest in guests:
        guest.send(Leave())
    assert not zed.last(Seated).host
    zed.send(TakeSeat(1))
    assert zed.last(Seated).host


@pytest.mark.parametrize("how", ["leaves", "is lost"])
def test_where_a_secret_makes_the_host_nobody_else_becomes_it(how: str) -> None:
    pair = TablePair(host_token="s", seats=3, grace=5)
    ann, bo = pair.join("Ann", host="s"), pair.join("Bo")
    if how == "leaves":
        ann.send(Leave())
    else:
        pair.drop(ann)
        pair.wait(10)
    assert bo.last(Lobby).seats[0].kind == "open" and bo.last(Lobby).host is None
    assert not bo.last(Seated).host
    assert pair.join("Ann", host="s").last(Seated).host


def test_the_record_of_a_match_keeps_the_names_of_those_who_played() -> None:
    pair, (ann, bo) = won()
    bo.send(Leave())
    pair.join("Cy")
    pair.table.desk.finish(again=True)
    ann.send(Ready(True))
    assert [tuple(one.record.players) for one in pair.finished] == [("Ann", "Bo")] * 2


# --- patience: when it counts, when it is whole again ---


def test_lost_in_a_pause_of_a_match_that_is_ended_and_begun_again() -> None:
    pair, (ann, bo) = started(2, timer=5, grace=20)
    ann.send(Pause(True))
    pair.drop(bo)
    ann.send(End())
    ann.send(Start())
    assert pair.phase == "deal"
    pair.wait(21)
    assert ann.last(Lobby).seats[1].standin
    pair.wait(200)
    assert pair.phase != "deal" or pair.table.desk.n > 20


def test_whom_a_bot_stood_in_for_is_waited_for_in_the_lobby() -> None:
    pair, (ann, bo) = started(2, grace=20)
    pair.drop(bo)
    pair.wait(21)
    assert ann.last(Lobby).seats[1].standin
    ann.send(End())
    assert not ann.last(Lobby).seats[1].standin, "nobody plays"
    pair.wait(19)
    assert ann.last(Lobby).seats[1].kind == "human"
    assert pair.resume(bo.token).seat == 1


def test_no_bot_stands_in_at_once_in_the_next_match() -> None:
    pair, (ann, bo) = started(2, grace=20, timer=0)
    pair.drop(bo)
    pair.wait(21)
    ann.send(End())
    ann.send(Start())
    assert not ann.last(Lobby).seats[1].standin
    pair.wait(19)
    assert not ann.last(Lobby).seats[1].standin
    pair.wait(2)
    assert ann.last(Lobby).seats[1].standin


def test_a_match_that_begins_waits_anew_for_who_is_lost() -> None:
    pair = TablePair(seats=2, grace=20, timer=0)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    pair.drop(bo)
    pair.wait(15)
    ann.send(Start())
    pair.wait(19)
    assert not ann.last(Lobby).seats[1].standin
    pair.wait(2)
    assert ann.last(Lobby).seats[1].standin


def test_a_return_does_not_make_patience_whole_in_a_deal() -> None:
    pair, (ann, bo) = started(2, grace=20, timer=0)
    pair.drop(bo)
    pair.wait(15)
    pair.drop(pair.resume(bo.token))
    assert ann.last(Lobby).seats[1].grace == 5
    pair.wait(6)
    assert ann.last(Lobby).seats[1].standin


def test_in_the_lobby_each_return_makes_it_whole() -> None:
    pair = TablePair(seats=2, grace=20)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    for _ in range(4):
        pair.drop(bo)
        pair.wait(9)
        bo = pair.resume(bo.token)
        assert bo.accepted and ann.last(Lobby).seats[1].kind == "human"


def test_each_deal_has_its_own_patience() -> None:
    pair, (ann, bo) = started(2, game="casino", preset="royal", timer=1, grace=20)
    pair.drop(bo)
    pair.wait(15)
    bo = pair.resume(bo.token)
    pair.wait(100)
    assert pair.phase == "between"
    pair.drop(bo)
    pair.wait(100)  # between deals nobody's patience is used up
    ann.send(Start())
    assert ann.last(Lobby).seats[1].grace == 20
    pair.wait(19)
    assert not ann.last(Lobby).seats[1].standin
    pair.wait(2)
    assert ann.last(Lobby).seats[1].standin


def test_a_new_match_tells_nobody_of_the_one_before() -> None:
    pair, (ann, bo) = started(2, timer=0)
    guest = on_turn(pair, [ann, bo])
    guest.act(legal(pair, guest)[0])
    ann.send(End())
    pair.drop(bo)
    ann.send(Start())
    back = pair.resume(bo.token, last=1)
    assert back.last(Update).missed
    assert len(back.last(Update).events) == len(ann.last(Update).events)


# --- ready for the next deal ---


def _drop(pair: TablePair, _host: Guest, one: Guest) -> None:
    pair.drop(one)


def _leave(_pair: TablePair, _host: Guest, one: Guest) -> None:
    one.send(Leave())


def _kick(_pair: TablePair, host: Guest, one: Guest) -> None:
    host.send(Kick(one.seat or 0))


@pytest.mark.parametrize("go", [_drop, _leave, _kick])
def test_the_last_who_was_not_ready_goes(go: Callable[[TablePair, Guest, Guest], None]) -> None:
    pair, guests = between(4)
    for guest in (guests[0], guests[1], guests[3]):
        guest.send(Ready(True))
    assert pair.phase == "between"
    go(pair, guests[0], guests[2])
    assert pair.phase == "deal"


def test_all_become_ready_in_a_pause() -> None:
    pair, guests = between()
    guests[0].send(Pause(True))
    for guest in guests:
        guest.send(Ready(True))
    assert pair.phase == "between"
    guests[0].send(Pause(False))
    assert pair.phase == "deal"


def test_a_deal_does_not_begin_for_nobody() -> None:
    pair, guests = between()
    for guest in guests:
        pair.drop(guest)
    pair.wait(DESERTED - 1)
    assert pair.phase == "between"
    back = pair.resume(guests[1].token)
    pair.drop(back)
    pair.wait(DESERTED - 1)
    assert pair.phase == "between", "counted from the last who went"
    pair.wait(100)
    assert pair.phase == "lobby" and len(pair.finished) == 1
    assert pair.join("Late").last(Seated).host


# --- pauses ---


def test_a_pause_ends_when_its_host_stays_away() -> None:
    pair, (ann, bo) = started(2, grace=20, timer=0)
    ann.send(Pause(True))
    pair.drop(ann)
    pair.wait(19)
    assert bo.last(Lobby).paused
    pair.wait(2)
    assert not bo.last(Lobby).paused and NoteCode.RESUMED in notes(bo)
    assert bo.last(Lobby).seats[0].standin


def test_a_pause_ends_with_the_match() -> None:
    pair, (ann, bo) = started(2)
    ann.send(Pause(True))
    bo.send(Leave())
    assert pair.phase == "won" and not ann.last(Lobby).paused
    assert ann.refusal(Pause(True)) == "not-now"


def test_no_pause_outlives_the_only_host() -> None:
    pair = TablePair(host_token="s", seats=3)
    host = pair.join("Host", watch=True, host="s")
    ann = pair.join("Ann")
    pair.join("Bo")
    host.send(Start())
    host.send(Pause(True))
    pair.drop(host)
    assert ann.last(Lobby).paused
    pair.wait(21)
    assert not ann.last(Lobby).paused


# --- what it costs ---


def test_the_lobby_is_made_only_where_something_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    pair, guests = started(3)
    made: list[float] = []
    make = desk.lobby_of
    monkeypatch.setattr(desk, "lobby_of", lambda one, now: made.append(now) or make(one, now))
    other = next(guest for guest in guests if guest is not on_turn(pair, guests))
    for _ in range(5):
        other.act("draw")
    guest = on_turn(pair, guests)
    guest.act(legal(pair, guest)[0])
    assert made == []
    guests[0].send(Lock(True))
    assert len(made) == 1


# --- watchers ---


def test_a_watcher_is_waited_for_as_long_as_a_player() -> None:
    pair, guests = started(grace=20)
    zed = pair.join("Zed", watch=True)
    pair.drop(zed)
    assert guests[0].last(Lobby).watchers == ()
    assert guests[0].last(Note).code is NoteCode.DROPPED
    pair.wait(19)
    back = pair.resume(zed.token)
    assert back.last(Seated).seat is None and back.last(Update).view.game.seat is None
    assert guests[0].last(Lobby).watchers == ("Zed",)
    pair.drop(back)
    pair.wait(19)  # each time anew
    back = pair.resume(back.token)
    pair.drop(back)
    pair.wait(21)
    assert NoteCode.LEFT in notes(guests[0])
    assert pair.resume(back.token).last(Refused).code is TableCode.BAD_TOKEN


def test_a_watcher_is_not_waited_for_longer_because_of_a_pause() -> None:
    pair, guests = started(grace=20)
    zed = pair.join("Zed", watch=True)
    pair.drop(zed)
    guests[0].send(Pause(True))
    pair.wait(21)
    assert guests[0].last(Lobby).paused
    assert not pair.resume(zed.token).all(Seated)


def test_nobody_is_given_a_seat_who_is_not_there() -> None:
    pair = TablePair(seats=2)
    ann, zed = pair.join("Ann"), pair.join("Zed", watch=True)
    pair.drop(zed)
    assert ann.refusal(Give("Zed", 1)) == "no-such-watcher"
    back = pair.resume(zed.token)
    assert ann.refusal(Give("Zed", 1)) is None
    assert back.seat == 1


def test_only_so_many_places_are_kept_for_watchers() -> None:
    pair, _ = started()
    gone = [pair.join(f"Zed{i}", watch=True) for i in range(KEPT_WATCHERS + 2)]
    for zed in gone:
        pair.drop(zed)
    assert len(pair.table.desk.roster.watchers) == KEPT_WATCHERS
    assert not pair.resume(gone[1].token).all(Seated)
    assert pair.resume(gone[2].token).all(Seated)


def test_a_host_who_watches_is_the_host_again() -> None:
    pair = TablePair(seats=2, host_token="secret")
    host = pair.join("Ann", watch=True, host="secret")
    pair.drop(host)
    again = pair.join("Ann", watch=True, host="secret")
    assert again.last(Seated).host and again.last(Seated).name == "Ann"
    pair.drop(again)
    seated = pair.join("Ann", host="secret")
    assert seated.last(Seated).host and seated.seat == 0
    assert not pair.table.desk.roster.watchers


# --- what was played for who was away ---


def played_for(guest: Guest) -> list[dict[str, int | str]]:
    return [note.detail for note in guest.all(Note) if note.code is NoteCode.STOOD_IN]


def held(pair: TablePair, guest: Guest) -> int:
    return len(pair.match.state.hands[guest.seat or 0])


@pytest.mark.parametrize("knows", [True, False])
def test_who_comes_back_is_told_how_many_turns_a_bot_played(knows: bool) -> None:
    """Once; by the last update that the program has seen, or by when the seat was left."""
    pair, guests = started(2, game="casino", preset="seed", timer=5, grace=20)
    away = on_turn(pair, guests)
    before, n = held(pair, away), pair.table.desk.n
    pair.drop(away)
    pair.wait(31)
    turns = before - held(pair, away)
    assert turns > 0
    back = pair.resume(away.token, n if knows else 0)
    assert played_for(back) == [{"turns": turns, "timed": 0}]
    assert back.all(Update), "and what that was"
    pair.drop(back)
    assert played_for(pair.resume(back.token, pair.table.desk.n)) == []


def test_who_hears_nothing_any_more_is_told_how_often_the_time_ran_out() -> None:
    """A line may be dead long before the table notices."""
    pair, guests = started(2, game="casino", preset="seed", timer=5)
    deaf = on_turn(pair, guests)
    before, n = held(pair, deaf), pair.table.desk.n
    pair.wait(16)
    turns = before - held(pair, deaf)
    assert turns > 1
    back = pair.resume(deaf.token, n)
    assert played_for(back) == [{"turns": 0, "timed": turns}]
    assert played_for(pair.resume(back.token, pair.table.desk.n)) == []


def test_who_goes_on_at_another_terminal_was_not_away() -> None:
    pair, guests = started(2, game="casino", preset="seed", timer=5)
    here = on_turn(pair, guests)
    before = held(pair, here)
    pair.wait(6)
    assert held(pair, here) < before, "the time ran out"
    assert played_for(pair.resume(here.token)) == []


@pytest.mark.parametrize(("knows", "told"), [(True, [{"turns": 0, "timed": 1}]), (False, [])])
def test_what_was_played_for_a_seat_is_known_after_a_restart(
    knows: bool, told: list[dict[str, int]]
) -> None:
    """The journal says who did it; but not what somebody had seen who knows nothing any more."""
    before = JournalPair(seats=2, game="casino", preset="seed", timer=5)
    guests = [before.join("Ann"), before.join("Bo")]
    guests[0].send(Start())
    deaf = on_turn(before, guests)
    n = before.table.desk.n
    before.wait(6)
    after = ResumedPair(before)
    assert played_for(after.resume(deaf.token, n if knows else 0)) == told
