"""A table with people at it: coming, going, coming back, acting, being away."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import Code
from engine.games import GAMES
from engine.record import dump, load
from engine.replay import verify
from netcore.table.course import KEPT_MOMENTS
from netcore.table.requests import Table
from netcore.table.roster import Bot
from netcore.wire.messages import (
    Ack,
    Bye,
    ByeCode,
    Chat,
    End,
    Kick,
    Leave,
    Lobby,
    Nak,
    Note,
    NoteCode,
    Ready,
    Said,
    Seated,
    Start,
    StepAway,
    Sync,
    TableCode,
    TakeSeat,
    Update,
)
from tests.netcore.tablepair import Guest, TablePair, legal, on_turn, started


def play_deal(pair: TablePair, guests: list[Guest], rng: Random) -> None:
    """Play a deal to its end with random proper actions of whoever is on turn."""
    for _ in range(3000):
        if pair.phase != "deal":
            return
        guest = on_turn(pair, guests)
        answer = guest.act(rng.choice(legal(pair, guest)))
        assert isinstance(answer, Ack), answer
    pair.now += 1
    guests[0].send(End())


# --- whole matches ---


@pytest.mark.parametrize(
    ("game", "preset", "people"),
    [
        ("uno", "official", 2),
        ("uno", "street", 3),
        ("uno", "crystal", 10),
        ("uno", "kano", 4),
        ("casino", "seed", 2),
        ("casino", "royal", 3),
        ("casino", "partners", 4),
    ],
)
def test_a_match_and_its_record(game: str, preset: str, people: int) -> None:
    pair, guests = started(people, game=game, preset=preset)
    watcher = pair.join("Zed", watch=True)
    rng = Random(people)
    for _ in range(2 if people == 2 else 1):
        play_deal(pair, guests, rng)
        for guest in guests:
            if pair.phase == "between":
                guest.send(Ready(True))
    for guest in (*guests, watcher):
        update = guest.last(Update)
        assert update.n == pair.table.desk.n
        assert update.view == pair.match.view(guest.seat)
    if pair.phase != "won":
        guests[0].send(End())
    (finished,) = pair.finished
    report = verify(load(dump(finished.record)))
    assert report.mismatch is None, report.mismatch


def test_updates_are_numbered_without_a_gap_and_alike_for_all() -> None:
    pair, guests = started(3, preset="street")
    play_deal(pair, guests, Random(3))
    numbers = [[update.n for update in guest.all(Update)] for guest in guests]
    assert numbers[0] == list(range(1, pair.table.desk.n + 1))
    assert numbers[1] == numbers[2] == numbers[0]


# --- the lobby ---


def test_seats_fill_in_order_and_the_first_is_host() -> None:
    pair = TablePair(seats=2)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    assert (ann.seat, bo.seat) == (0, 1)
    assert ann.last(Seated).host and not bo.last(Seated).host
    cy = pair.join("Cy")
    assert cy.got[-1].code is TableCode.TABLE_FULL and not cy.accepted  # type: ignore[union-attr]
    assert [seat.name for seat in ann.last(Lobby).seats] == ["Ann", "Bo"]
    assert ann.last(Lobby) == bo.last(Lobby)


def test_with_a_host_token_only_its_holder_is_host() -> None:
    pair = TablePair(host_token="secret")
    ann = pair.join("Ann")
    bo = pair.join("Bo", host="wrong")
    cy = pair.join("Cy", host="secret")
    assert [g.last(Seated).host for g in (ann, bo, cy)] == [False, False, True]
    assert ann.refusal(Start()) == "host-only"
    assert ann.last(Lobby).host == 2


def test_taken_and_bad_names() -> None:
    pair = TablePair()
    pair.join("Ann")
    assert pair.join("ann").last(Seated).name == "ann 2"
    assert pair.join("ANN", fixed=True).got[-1].code is TableCode.NAME_TAKEN  # type: ignore[union-attr]
    assert pair.join("\x1b[2J", fixed=True).got[-1].code is TableCode.BAD_NAME  # type: ignore[union-attr]
    assert pair.join("\x1b[2J").last(Seated).name == "Player"


def test_leaving_the_lobby_opens_the_seat_and_passes_the_host_on() -> None:
    pair = TablePair()
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Leave())
    assert ann.last(Bye).code is ByeCode.LEFT and ann.closed
    assert bo.last(Seated).host
    assert bo.last(Lobby).seats[0].kind == "open"
    assert bo.all(Note)[-2:] == [
        Note(NoteCode.LEFT, {"who": "Ann", "seat": 0}),
        Note(NoteCode.NEW_HOST, {"who": "Bo", "seat": 1}),
    ]


def test_who_is_lost_in_the_lobby_keeps_the_seat_for_a_while() -> None:
    pair = TablePair(grace=20)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    pair.drop(bo)
    assert ann.last(Lobby).seats[1].away
    pair.wait(19)
    assert ann.last(Lobby).seats[1].name == "Bo"
    pair.wait(2)
    assert ann.last(Lobby).seats[1].kind == "open"


def test_open_seats_are_dropped_at_the_start_and_numbers_told_anew() -> None:
    pair = TablePair(seats=4)
    ann, bo, cy = pair.join("Ann"), pair.join("Bo"), pair.join("Cy")
    bo.send(Leave())
    ann.send(Start())
    assert cy.seat == 1
    assert len(ann.last(Lobby).seats) == 2
    assert cy.game.seat == 1


# --- acting ---


def test_an_aid_is_answered_once_and_the_same_way() -> None:
    pair, guests = started()
    guest = on_turn(pair, guests)
    action = legal(pair, guest)[0]
    aid = guest.aid()
    first = guest.act(action, aid=aid)
    assert isinstance(first, Ack)
    n = pair.table.desk.n
    for _ in range(3):
        assert guest.act(action, aid=aid) == first
    assert pair.table.desk.n == n
    conflict = guest.act("pass" if str(action) != "pass" else "draw", aid=aid)
    assert isinstance(conflict, Nak) and conflict.code is TableCode.AID_CONFLICT


def test_a_retry_after_a_lost_answer_is_not_done_twice() -> None:
    pair, guests = started()
    guest = on_turn(pair, guests)
    aid, action, token = guest.aid(), legal(pair, guest)[0], guest.token
    answer = guest.act(action, aid=aid)
    pair.drop(guest)
    back = pair.resume(token, last=guest.n - 1)
    assert back.act(action, aid=aid) == answer
    assert pair.table.desk.n == answer.n


def test_refusals_name_their_reason_and_change_nothing() -> None:
    pair, guests = started(3)
    active = on_turn(pair, guests)
    other = next(guest for guest in guests if guest is not active)
    n = pair.table.desk.n
    for text, code in (("draw", Code.NOT_YOUR_TURN), ("fly away", Code.BAD_ACTION)):
        answer = other.act(text)
        assert isinstance(answer, Nak) and answer.code is code
    watcher = pair.join("Zed", watch=True)
    answer = watcher.act("draw")
    assert isinstance(answer, Nak) and answer.code is TableCode.NOT_SEATED
    assert pair.table.desk.n == n


def test_acts_outside_a_match() -> None:
    pair = TablePair()
    ann = pair.join("Ann")
    answer = ann.act("draw", n=0)
    assert isinstance(answer, Nak) and answer.code is TableCode.NOT_NOW


def test_sync_gives_the_newest_view_again() -> None:
    _, guests = started()
    before = guests[1].last(Update)
    guests[1].send(Sync())
    after = guests[1].last(Update)
    assert (after.n, after.view, after.events) == (before.n, before.view, ())


# --- lost and back ---


def test_a_resume_brings_the_seat_the_hand_and_what_was_missed() -> None:
    pair, guests = started(2, game="casino", preset="seed")
    rng = Random(1)
    lost = guests[1]
    last = lost.n
    if on_turn(pair, guests) is lost:
        lost.act(rng.choice(legal(pair, lost)))
        last = lost.n
    pair.drop(lost)
    assert guests[0].last(Lobby).seats[1].away
    guests[0].act(rng.choice(legal(pair, guests[0])))
    back = pair.resume(lost.token, last)
    assert back.seat == 1 and back.token != lost.token
    update = back.last(Update)
    assert not update.missed
    assert update.events == guests[0].last(Update).events
    assert update.view == pair.match.view(1)
    assert not guests[0].last(Lobby).seats[1].away
    assert guests[0].last(Note).code is NoteCode.BACK


def test_a_long_absence_is_said() -> None:
    pair, guests = started(2, preset="crystal", timer=0)
    here = on_turn(pair, guests)
    away = next(guest for guest in guests if guest is not here)
    pair.drop(away)
    last = away.n
    for steps in range(1, KEPT_MOMENTS + 2):  # each wrong call is punished, and a step
        assert isinstance(here.act("call"), Ack)
        if steps >= KEPT_MOMENTS:
            away = pair.resume(away.token, last)
            assert away.last(Update).missed == (steps > KEPT_MOMENTS)
            pair.drop(away)


def test_a_resume_displaces_the_old_connection_at_once() -> None:
    pair, guests = started()
    old = guests[1]
    new = pair.resume(old.token, old.n)
    assert old.last(Bye).code is ByeCode.REPLACED and old.closed
    assert new.seat == 1
    pair.take(pair.table.drop(old.conn, pair.now))  # the old socket's end arrives late
    assert not guests[0].last(Lobby).seats[1].away
    assert isinstance(new.act("nonsense"), Nak)


def test_the_token_before_is_good_until_the_new_one_has_arrived() -> None:
    pair, guests = started()
    first = guests[1].token
    second = pair.resume(first)  # its Seated is lost on the way
    third = pair.resume(first)
    assert third.accepted
    third.send(Sync())
    assert second.closed and second.token == third.token
    late = pair.resume(first)
    assert late.got[-1].code is TableCode.BAD_TOKEN  # type: ignore[union-attr]
    assert pair.resume(third.token).token != third.token


def test_who_steps_away_is_not_lost_and_keeps_the_seat() -> None:
    pair, (ann, bo) = started()
    bo.send(StepAway())
    assert bo.closed and bo.all(Bye) == []
    assert ann.last(Note) == Note(NoteCode.AWAY, {"who": "Bo", "seat": 1})
    assert ann.last(Lobby).seats[1].away
    pair.take(pair.table.drop(bo.conn, pair.now))  # its end arrives later
    assert ann.last(Note).code is NoteCode.AWAY
    assert pair.resume(bo.token).seat == 1
    zed = pair.join("Zed", watch=True)
    zed.send(StepAway())
    assert ann.last(Note) == Note(NoteCode.LEFT, {"who": "Zed"})


def test_a_foreign_token_gives_no_seat() -> None:
    pair, _ = started()
    for token in ("", "x", "\u00e9" * 22):
        stranger = pair.resume(token)
        assert stranger.got[-1].code is TableCode.BAD_TOKEN  # type: ignore[union-attr]
        assert not stranger.accepted


# --- away: patience, stand-in, clock ---


def test_the_clock_waits_for_the_lost_and_then_a_stand_in_plays() -> None:
    pair, guests = started(2, timer=5, grace=20)
    away = on_turn(pair, guests)
    here = next(guest for guest in guests if guest is not away)
    pair.drop(away)
    n = pair.table.desk.n
    pair.wait(19)
    assert pair.table.desk.n == n
    assert here.last(Lobby).seats[away.seat or 0].grace > 0
    pair.wait(2)
    assert pair.table.desk.n > n
    assert here.last(Lobby).seats[away.seat or 0].standin
    assert NoteCode.STAND_IN in [note.code for note in here.all(Note)]
    back = pair.resume(away.token, n)
    assert not here.last(Lobby).seats[back.seat or 0].standin
    assert NoteCode.STOOD_IN in [note.code for note in back.all(Note)]
    assert NoteCode.STOOD_IN not in [note.code for note in here.all(Note)]


@pytest.mark.parametrize("moment", [1005.1, 1005.3, 1007.7, 1e6 + 0.1])
def test_patience_ends_when_it_was_said_to_end(moment: float) -> None:
    pair, guests = started(2, timer=0, grace=20)
    pair.now = moment
    pair.drop(guests[1])
    pair.wait(25)  # rests: no time that was asked for comes again and again
    assert guests[0].last(Lobby).seats[1].standin


def test_each_update_is_read_by_the_lobby_before_it() -> None:
    pair, guests = started(2, game="casino", preset="seed")
    play_deal(pair, guests, Random(4))
    for guest in guests:
        phases = [
            m.phase if isinstance(m, Lobby) else "update"
            for m in guest.got
            if isinstance(m, Lobby | Update)
        ]
        first, last = phases.index("update"), len(phases) - phases[::-1].index("update")
        assert phases[first - 1] == "deal"
        assert set(phases[first:last]) == {"update"}
        assert phases[last] == "won"


# --- others at the table ---


def test_a_watcher_sees_no_hand_and_takes_a_bots_seat_with_its_hand() -> None:
    pair, guests = started(1, seats=2, bots=("easy",))
    zed = pair.join("Zed", watch=True)
    assert zed.game.hand == () and zed.game.seat is None
    assert zed.refusal(TakeSeat(0)) == "not-a-bot"
    hand = tuple(pair.match.view(1).game.hand)
    bot = pair.table.desk.roster.at(1)
    assert isinstance(bot, Bot)
    zed.send(TakeSeat(1))
    told = {"who": "Zed", "seat": 1, "bot": bot.name}
    assert guests[0].last(Note) == Note(NoteCode.TOOK_SEAT, told)
    assert zed.seat == 1 and zed.game.hand == hand
    assert zed.refusal(TakeSeat(1)) == "already-seated"


def test_what_a_seat_learnt_before_is_not_told_to_who_takes_it_over() -> None:
    pair, guests = started(1, seats=2, bots=("easy",))
    for _ in range(5):
        if guests[0].game.turn == 0:
            guests[0].act(legal(pair, guests[0])[-1])
        pair.wait(0.01)
    zed = pair.join("Zed", watch=True)
    zed.send(TakeSeat(1))
    pair.drop(zed)
    back = pair.resume(zed.token, last=0)
    assert back.last(Update).missed and back.last(Update).events == ()
    assert back.game.hand == pair.match.view(1).game.hand


def test_a_late_friend_takes_a_bots_seat() -> None:
    pair, guests = started(1, seats=3, bots=("easy", "easy"))
    assert {seat.kind for seat in guests[0].last(Lobby).seats} == {"human", "bot"}
    late = pair.join("Late")
    assert late.seat == 1
    assert late.last(Update).events == ()
    assert late.game.hand == pair.match.view(1).game.hand
    pair.join("Later")
    assert pair.join("Latest").got[-1].code is TableCode.GAME_RUNNING  # type: ignore[union-attr]
    took = guests[0].all(Note)[-2:]
    assert [note.code for note in took] == [NoteCode.TOOK_SEAT, NoteCode.TOOK_SEAT]
    bot = Table(pair.table.desk.options).desk.roster.at(1)
    assert isinstance(bot, Bot)
    assert took[0].detail == {"who": "Late", "seat": 1, "bot": bot.name}


def test_a_watcher_who_goes_is_gone() -> None:
    pair, guests = started()
    zed = pair.join("Zed", watch=True)
    assert guests[0].last(Lobby).watchers == ("Zed",)
    zed.send(StepAway())
    assert guests[0].last(Lobby).watchers == ()
    assert not pair.resume(zed.token).all(Seated)


def test_kicked_in_a_deal_a_bot_plays_on_and_then_the_seat_is_gone() -> None:
    pair, guests = started(3, game="casino", preset="royal")
    ann, bo, cy = guests
    assert bo.refusal(Kick(2)) == "host-only"
    ann.send(Kick(1))
    assert bo.last(Bye).code is ByeCode.KICKED and bo.closed
    assert ann.last(Lobby).seats[1].kind == "bot"
    zed = pair.join("Zed", watch=True)
    assert zed.refusal(TakeSeat(1)) == "not-a-bot"
    assert pair.resume(bo.token).got[-1].code is TableCode.BAD_TOKEN  # type: ignore[union-attr]
    rng = Random(5)
    for _ in range(3000):
        pair.wait(0.1)  # the bot
        if pair.phase != "deal":
            break
        guest = on_turn(pair, [ann, cy])
        guest.act(rng.choice(legal(pair, guest)))
    assert pair.phase == "between"
    ann.send(Start())
    assert ann.last(Lobby).seats[1].kind == "gone"
    assert pair.match.gone == {1}


def test_leaving_a_deal_gives_the_seat_up_for_good() -> None:
    pair, guests = started(3)
    guests[1].send(Leave())
    assert guests[0].last(Lobby).seats[1].kind == "gone"
    assert pair.match.gone == {1}
    assert NoteCode.LEFT not in [note.code for note in guests[0].all(Note)], "the game tells it"
    assert [type(event).__name__ for event in guests[0].last(Update).events] == ["Left"]
    assert pair.resume(guests[1].token).got[-1].code is TableCode.BAD_TOKEN  # type: ignore[union-attr]
    guests[2].send(Leave())
    assert pair.phase == "won" and pair.match.winners == (0,)


def test_chat_is_cleaned_and_reaches_everybody() -> None:
    pair, guests = started()
    zed = pair.join("Zed", watch=True)
    zed.send(Chat("hi\x1b[2J\u202eall"))
    for guest in (*guests, zed):
        assert guest.last(Said) == Said("Zed", None, "hi·[2J·all")
    assert zed.refusal(Chat(" \n ")) == "empty-text"
    assert pair.table.desk.n == 1


def test_the_end_of_a_table_is_said_to_all() -> None:
    pair, guests = started()
    pair.take(pair.table.close(ByeCode.SHUTDOWN))
    for guest in guests:
        assert guest.last(Bye).code is ByeCode.SHUTDOWN and guest.closed
    assert len(pair.finished) == 1


def test_bots_play_by_themselves() -> None:
    pair, guests = started(1, seats=4, bots=("easy", "normal", "hard"), preset="crystal")
    rng = Random(2)
    for _ in range(2000):
        pair.wait(0.01)
        if pair.phase != "deal":
            break
        guests[0].act(rng.choice(legal(pair, guests[0])))
    assert pair.phase != "deal"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_served(game: str) -> None:
    pair, guests = started(2, game=game, preset=next(iter(GAMES[game].presets)))
    guest = on_turn(pair, guests)
    assert isinstance(guest.act(legal(pair, guest)[0]), Ack)
