"""What the host may do, and when."""

from __future__ import annotations

import pytest

from netcore.wire.messages import (
    AddBot,
    Bye,
    ByeCode,
    End,
    Kick,
    Leave,
    Lobby,
    Nak,
    Note,
    NoteCode,
    Pause,
    Ready,
    RemoveBot,
    Seated,
    Setup,
    Start,
    TableCode,
    Update,
)
from tests.netcore.tablepair import TablePair


def test_bots_come_and_go_in_the_lobby() -> None:
    pair = TablePair(seats=3)
    ann = pair.join("Ann")
    ann.send(AddBot("hard"))
    ann.send(AddBot("easy"))
    assert [seat.level for seat in ann.last(Lobby).seats] == ["", "hard", "easy"]
    assert len({seat.name for seat in ann.last(Lobby).seats}) == 3
    assert ann.refusal(AddBot("easy")) == "table-full"
    ann.send(RemoveBot(1))
    assert ann.last(Lobby).seats[1].kind == "open"
    assert ann.refusal(RemoveBot(1)) == "not-a-bot"
    assert ann.refusal(RemoveBot(0)) == "not-a-bot"


def test_setup_changes_game_rules_and_seats() -> None:
    pair = TablePair(seats=4)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Setup("casino", "seed", {"sweeps": 2}, 2))
    lobby = bo.last(Lobby)
    assert (lobby.game, lobby.preset, lobby.options, len(lobby.seats)) == (
        "casino",
        "seed",
        {"sweeps": 2},
        2,
    )
    assert bo.refusal(Setup("uno", "official", {}, 2)) == "host-only"


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup("casino", "official", {}, 2), "bad-rules"),
        (Setup("uno", "official", {"gravity": True}, 2), "bad-rules"),
        (Setup("uno", "official", {"deck": 7}, 2), "bad-rules"),
        (Setup("uno", "official", {"deflect": True}, 2), "bad-rules"),
        (Setup("casino", "seed", {}, 5), "too-many-players"),
        (Setup("casino", "partners", {}, 3), "too-few-players"),
        (Setup("uno", "official", {}, 2), "too-many-players"),
    ],
)
def test_setups_that_cannot_be(setup: Setup, code: str) -> None:
    pair = TablePair(seats=4)
    ann = pair.join("Ann")
    for name in ("Bo", "Cy"):
        pair.join(name)
    before = ann.last(Lobby)
    if setup.seats == 3 or setup.seats == 5 or code != "too-many-players":
        pair.table.desk.roster.seats[1:3] = [None, None]
    assert ann.refusal(setup) == code
    assert (ann.last(Lobby).game, ann.last(Lobby).options) == (before.game, before.options)


def test_fewer_seats_move_people_up() -> None:
    pair = TablePair(seats=4)
    ann, bo, cy = pair.join("Ann"), pair.join("Bo"), pair.join("Cy")
    ann.send(Kick(1))
    assert bo.closed
    ann.send(Setup("uno", "official", {}, 2))
    assert cy.last(Seated).seat == 1
    assert len(cy.last(Lobby).seats) == 2


def test_nobody_plays_alone() -> None:
    pair = TablePair()
    ann = pair.join("Ann")
    assert ann.refusal(Start()) == "too-few-players"
    assert ann.refusal(End()) == "not-now"
    assert ann.refusal(Pause(True)) == "not-now"


def test_in_a_deal_the_lobby_is_closed() -> None:
    pair = TablePair(seats=2)
    ann = pair.join("Ann")
    pair.join("Bo")
    ann.send(Start())
    for message in (
        Start(),
        AddBot("easy"),
        RemoveBot(1),
        Setup("uno", "official", {}, 2),
        Ready(True),
    ):
        assert ann.refusal(message) == "not-now"
    assert ann.refusal(Kick(0)) == "no-such-seat"
    assert ann.refusal(Kick(7)) == "no-such-seat"


def test_a_pause_stops_clocks_bots_and_acts() -> None:
    pair = TablePair(seats=2, bots=("easy",), bot_pace=1.0, timer=5)
    ann = pair.join("Ann")
    ann.send(Start())
    ann.send(Pause(True))
    assert ann.last(Lobby).paused
    n = pair.table.desk.n
    pair.wait(100)
    assert pair.table.desk.n == n
    answer = ann.act("draw")
    assert isinstance(answer, Nak) and answer.code is TableCode.PAUSED
    ann.send(Pause(False))
    pair.wait(6)
    assert pair.table.desk.n > n


def test_a_pause_keeps_the_patience_with_the_lost() -> None:
    pair = TablePair(seats=2, grace=20)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    pair.drop(bo)
    pair.wait(15)
    ann.send(Pause(True))
    pair.wait(100)
    ann.send(Pause(False))
    pair.wait(4)
    assert not ann.last(Lobby).seats[1].standin
    pair.wait(2)
    assert ann.last(Lobby).seats[1].standin


def test_the_end_of_a_match_is_the_lobby_again() -> None:
    pair = TablePair(seats=2)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    n = pair.table.desk.n
    ann.send(End())
    assert bo.last(Lobby).phase == "lobby"
    assert NoteCode.ENDED in [note.code for note in bo.all(Note)]
    assert len(pair.finished) == 1
    ann.send(Start())
    assert bo.last(Update).n > n  # numbers go on rising
    assert len(pair.finished) == 1


def test_a_rematch_is_for_those_who_stayed() -> None:
    pair = TablePair(seats=3)
    ann, bo, cy = (pair.join(name) for name in ("Ann", "Bo", "Cy"))
    ann.send(Start())
    bo.send(Leave())
    cy.send(Kick(0))  # not for Cy to do
    assert pair.phase == "deal"
    pair.drop(cy)
    ann.send(Kick(2))
    ann.send(End())
    assert [seat.kind for seat in ann.last(Lobby).seats] == ["human", "open", "open"]
    assert ann.refusal(Start()) == "too-few-players"
    di = pair.join("Di")
    ann.send(Start())
    assert di.last(Update).view.deal == 1
    di.send(Leave())
    assert pair.phase == "won"
    assert ann.refusal(Start()) == "too-few-players"
    assert pair.phase == ann.last(Lobby).phase == "won", "what is refused changes nothing"
    assert len(pair.finished) == 2


def test_everybody_ready_begins_the_next_deal() -> None:
    pair = TablePair(seats=2, game="casino", preset="royal", timer=1)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    pair.wait(60)
    assert pair.phase == "between"
    ann.send(Ready(True))
    assert pair.phase == "between"
    bo.send(Ready(True))
    assert pair.phase == "deal"
    assert not ann.last(Lobby).seats[0].ready


def test_a_start_between_deals_needs_nobody_ready() -> None:
    pair = TablePair(seats=2, game="casino", preset="royal", timer=1)
    ann, _ = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    pair.wait(60)
    assert pair.phase == "between"
    assert ann.refusal(Start()) is None
    assert pair.phase == "deal"


def test_the_secret_makes_one_host_and_takes_the_seat_over() -> None:
    pair = TablePair(seats=4, host_token="s")
    ann = pair.join("Ann", host="s")
    bo = pair.join("Bo")
    again = pair.join("Zed", host="s")
    assert ann.closed and ann.last(Bye).code is ByeCode.REPLACED
    assert (again.last(Seated).name, again.seat, again.last(Seated).host) == ("Ann", 0, True)
    assert bo.last(Note).code is NoteCode.REPLACED
    watcher = pair.join("Wat", watch=True, host="s")
    assert not watcher.last(Seated).host, "there is a host"
    assert watcher.refusal(Start()) == "host-only"
    again.send(Leave())
    assert pair.join("Cy", host="s").last(Seated).host


def test_a_host_who_watches_stays_the_only_one() -> None:
    pair = TablePair(seats=4, host_token="s")
    watcher = pair.join("Wat", watch=True, host="s")
    assert watcher.last(Seated).host
    assert not pair.join("Ann", host="s").last(Seated).host
