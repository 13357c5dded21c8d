"""The small parts: outbox, clock, seat files, bots' plans."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from random import Random

from engine.games import GAMES
from engine.match import Match
from engine.uno.actions import Call, Catch
from netcore.client.seatfile import Kept, forget_seats, open_host_file, open_seat_file
from netcore.server.outbox import ABORT, COLLAPSE, SMALL_TALK, Outbox
from netcore.table.bots import BotDriver
from netcore.table.clocks import TurnClock
from netcore.table.outbound import Moment, update_for
from netcore.wire.framing import SERVER_CAP, FrameReader
from netcore.wire.messages import Ack, Note, NoteCode, Said, Update, decode_server
from tests.luck import Luck

UNO = GAMES["uno"]
RULES = UNO.presets["official"]


def deal(seats: int = 2) -> Match:
    return Match.new(UNO, RULES, seats).begin(Luck(1)).state


def update(n: int) -> Update:
    return update_for(0, Moment(n, deal(), ()), told=[], missed=False, clock=None)


# --- outbox ---


def drain(outbox: Outbox) -> list[object]:
    reader, got = FrameReader(SERVER_CAP), []
    while chunk := outbox.take():
        got += [decode_server(payload, RULES) for payload in reader.feed(chunk)]
    return got


def test_everything_comes_out_in_order() -> None:
    outbox = Outbox()
    sent = [update(1), Ack(b"x" * 12, 1), Said("Ann", 0, "hi"), update(2)]
    for message in sent:
        assert outbox.put(message)
    assert drain(outbox) == sent
    assert outbox.size == 0


def test_a_slow_reader_gets_the_newest_update_and_is_told() -> None:
    outbox = Outbox()
    one = update(1)
    outbox.put(Ack(b"a" * 12, 1))
    while outbox.size < COLLAPSE - 2000:
        outbox.put(one)
    last = update(9)
    for _ in range(20):
        outbox.put(one)
    outbox.put(Ack(b"b" * 12, 2))
    outbox.put(last)
    assert outbox.size < COLLAPSE
    got = drain(outbox)
    updates = [message for message in got if isinstance(message, Update)]
    assert updates[0].missed
    assert updates[-1].n == 9
    assert [m.aid[:1] for m in got if isinstance(m, Ack)] == [b"a", b"b"]


def test_small_talk_waits_for_a_reader() -> None:
    outbox = Outbox()
    one = update(1)
    while outbox.size <= SMALL_TALK:
        outbox.put(one)
    before = outbox.size
    assert outbox.put(Said("Ann", 0, "hi")) and outbox.put(Note(NoteCode.BACK))
    assert outbox.size == before


def test_a_reader_hopelessly_behind_is_given_up() -> None:
    outbox = Outbox()
    answer = Ack(b"x" * 12, 1)
    for _ in range(ABORT // 20):
        if not outbox.put(answer):
            return
    raise AssertionError("never given up")


# --- clock ---


def test_a_stopped_clock_keeps_what_is_left() -> None:
    clock = TurnClock(10)
    clock.watch("a", 0.0, running=True)
    assert (clock.due, clock.shown(4.0)) == (10.0, 6000)
    clock.watch("a", 4.0, running=False)
    assert (clock.due, clock.shown(99.0)) == (None, None)
    clock.watch("a", 100.0, running=True)
    assert clock.due == 106.0
    clock.watch("a", 101.0, running=True)
    assert clock.due == 106.0
    clock.watch("b", 105.0, running=True)
    assert clock.due == 115.0
    clock.watch("c", 106.0, running=False)
    clock.watch("c", 107.0, running=True)
    assert clock.due == 117.0
    clock.watch(None, 108.0, running=True)
    assert clock.due is None


# --- seat files ---


def test_a_seat_file_is_private_and_held_by_one(tmp_path: Path) -> None:
    folder = tmp_path / "seats"
    first = open_seat_file(folder, "127.0.0.1", 7777, None)
    assert first is not None and first.kept is None
    first.keep(Kept("token-1", "Ann"))
    (path,) = folder.iterdir()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    second = open_seat_file(folder, "127.0.0.1", 7777, None)
    assert second is not None and second.kept is None
    second.keep(Kept("token-2", "Ann 2"))
    first.close()
    again = open_seat_file(folder, "127.0.0.1", 7777, None)
    assert again is not None and again.kept is not None and again.kept.token == "token-1"
    second.close()
    other = open_seat_file(folder, "127.0.0.1", 7777, "Bo")
    assert other is not None and other.kept is None  # another name: not that seat
    other.close()
    again.forget()
    again.close()
    back = open_seat_file(folder, "127.0.0.1", 7777, None)
    assert back is not None and back.kept is not None and back.kept.token == "token-2"
    back.close()


def test_a_broken_seat_file_is_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "seat-h-1-0.json").write_text("{nonsense", encoding="utf-8")
    file = open_seat_file(tmp_path, "h", 1, None)
    assert file is not None and file.kept is None
    file.close()
    (tmp_path / "plain").write_text("", encoding="utf-8")
    assert open_seat_file(tmp_path / "plain", "h", 1, None) is None


def test_this_machine_is_one_address_and_nothing_empty_stays(tmp_path: Path) -> None:
    file = open_seat_file(tmp_path, "127.0.0.1", 7777, None)
    assert file is not None
    file.keep(Kept("token", "Ann", "secret", 42))
    assert open_host_file(tmp_path, "localhost", 7777) is None  # a client holds it
    file.close()
    for name in ("localhost", "::1", "LOCALHOST.", "127.0.0.1"):
        again = open_host_file(tmp_path, name, 7777)
        assert again is not None and again.kept == Kept("token", "Ann", "secret", 42)
        again.close()
    assert open_host_file(tmp_path, "192.168.1.5", 7777) is None
    forget_seats(tmp_path, "::1", 7777)
    assert list(tmp_path.iterdir()) == []


def test_a_guests_file_is_no_hosts(tmp_path: Path) -> None:
    guest = open_seat_file(tmp_path, "localhost", 7777, None)
    assert guest is not None
    guest.keep(Kept("token", "Bo"))
    guest.close()
    assert open_host_file(tmp_path, "localhost", 7777) is None


# --- bots ---


def test_a_bot_takes_its_time_and_others_reflexes_do_not_hurry_it() -> None:
    match = deal()
    (seat,) = match.waiting_on()
    driver = BotDriver(Random(1), 1.0)
    driver.look(match, {seat: "normal"}, 100.0)
    due = driver.due
    assert due is not None and 100.9 <= due <= 102.2
    driver.look(match, {seat: "normal"}, 101.5)
    assert driver.due == due
    assert driver.next(match, {seat: "normal"}, due - 0.01) is None
    acting = driver.next(match, {seat: "normal"}, due)
    assert acting is not None and acting[0] == seat
    UNO.check(UNO.view(match.state, seat), acting[1])
    driver.stop()
    assert driver.due is None


def test_bots_forget_calls_and_notice_forgotten_ones_now_and_then() -> None:
    position = {
        "hands": ("r5 r9", "b7 g5 r2", "g1 g+2 y3"),
        "discard": "* r7",
        "stock": "b1 b2 b3 b4",
        "turn": "p1",
    }
    state = UNO.place(RULES, 3, position)
    match = Match(UNO, RULES, 3, state=state, scores=(0, 0, 0), deals=1)
    forgot = caught = called = 0
    for seed in range(200):
        driver = BotDriver(Random(seed), 0.0)
        driver.look(match, {0: "easy"}, 0.0)
        acting = driver.next(match, {0: "easy"}, 0.0)
        assert acting is not None
        if "call" in str(acting[1]):
            continue
        forgot += 1
        after = match.apply(0, acting[1], Luck(1)).state
        driver.look(after, {0: "easy", 2: "easy"}, 0.0)
        while (reflex := driver.next(after, {0: "easy", 2: "easy"}, 0.0)) is not None:
            called += isinstance(reflex[1], Call)
            caught += isinstance(reflex[1], Catch)
    assert 20 < forgot < 110
    assert 0 < called < forgot and 0 < caught < forgot


def test_a_seat_given_up_is_played_by_default() -> None:
    match = deal()
    (seat,) = match.waiting_on()
    driver = BotDriver(Random(1), 0.0)
    driver.look(match, {seat: None}, 0.0)
    acting = driver.next(match, {seat: None}, 0.0)
    assert acting == (seat, UNO.default(UNO.view(match.state, seat)))
