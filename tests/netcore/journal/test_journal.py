"""The journal: whatever is cut off, what is left leads exactly to what was told until there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.fair import Seed
from engine.game import Code
from netcore.journal import entries as journal
from netcore.journal.entries import Acted, BadJournal, Dealt, Entry, Opened, Paused, Sitter
from netcore.table.options import TableOptions
from netcore.table.resumed import table_of
from netcore.table.standing import Standing
from netcore.wire.messages import (
    Ack,
    AddBot,
    AnyEvent,
    End,
    Join,
    Kick,
    Leave,
    Lobby,
    Lock,
    Mild,
    Nak,
    Pause,
    Ready,
    Resume,
    Seated,
    Settle,
    Setup,
    Start,
    Swap,
    TableCode,
    Update,
)
from netcore.wire.schema import tag
from tests.netcore.journalpair import JournalPair, ResumedPair, picture_of, play_default
from tests.netcore.tablepair import Guest
from tests.netcore.wirevalues import values


def check_every_cut(pair: JournalPair) -> None:
    """Cut the journal after each step, and see that it leads to what was told there."""
    standing, done = Standing(pair.records[0]), 1
    for count, told in pair.pictures:
        for record in pair.records[done:count]:
            standing.add(record)
        done = max(done, count)
        assert picture_of(standing) == told


def play(pair: JournalPair, guests: list[Guest], rng: Random, steps: int) -> None:
    """Let everybody do all kinds of things."""
    for _ in range(steps):
        pair.wait(rng.choice([0.0, 0.5, 3.0, 40.0]))
        guest = rng.choice(guests)
        if guest.closed:
            back = pair.connect()
            pair.enter(back, Resume("", guest.token, guest.n if guest.all(Update) else 0))
            if not back.all(Seated):
                pair.enter(back, Join("", f"Late{rng.randrange(99)}", False, False, ""))
            if back.all(Seated):
                guests[guests.index(guest)] = back
            continue
        _do_something(pair, guest, rng)


def _do_something(pair: JournalPair, guest: Guest, rng: Random) -> None:
    running = pair.phase == "deal" and guest.seat is not None
    if running and rng.random() < 0.8:
        game = pair.match.game
        legal = list(game.legal(game.view(pair.match.state, guest.seat)))
        if legal:
            guest.act(rng.choice(legal))
            return
    requests: list[Any] = [
        Ready(True),
        Start(),
        Mild(rng.random() < 0.5),
        Swap(),
        Settle(rng.randrange(3), rng.choice(["done", "waived"])),
        Pause(rng.random() < 0.3),
        AddBot("easy"),
        Lock(rng.random() < 0.3),
    ]
    rare: list[Any] = [Leave(), End(), Kick(rng.randrange(3))]
    if running and rng.random() < 0.5:
        guest.act(rng.choice(["play r5", "draw", "nonsense", "trail Ad"]))
    elif rng.random() < 0.15:
        pair.drop(guest)
    else:
        guest.send(rng.choice(rare if rng.random() < 0.05 else requests))


TABLES: list[dict[str, Any]] = [
    {"preset": "official", "seats": 3, "bots": ("normal",)},
    {"preset": "kano", "seats": 3},
    {"preset": "minus", "seats": 4, "bots": ("hard",)},
    {"game": "casino", "preset": "seed", "seats": 2},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=6)
def test_cut_anywhere_it_leads_to_what_was_told(options: dict[str, Any], seed: int) -> None:
    rng = Random(seed)

    def new_seed(seats: tuple[int, ...]) -> Seed:
        return Seed(str(rng.random()), rng.randbytes(32), (), seats)

    with patch("netcore.table.fairdeal.new_seed", new_seed):
        pair = JournalPair(seed, **options)
        guests = [pair.join("Ann"), pair.join("Bob")]
        guests[0].send(Start())
        play(pair, guests, rng, 100)
    check_every_cut(pair)
    assert len(pair.records) > 20
    last = Standing.of(pair.records, last=True)
    assert picture_of(last) == pair.pictures[-1][1]
    assert last.begun == Standing.of(pair.records).begun == pair.table.desk.diary.matches


def test_any_prefix_can_be_read() -> None:
    """Also between two entries of one step, where no crash ever cuts."""
    pair = JournalPair(7, seats=2)
    guests = [pair.join("Ann"), pair.join("Bob")]
    guests[0].send(Start())
    play(pair, guests, Random(7), 60)
    for count in range(len(pair.records)):
        if any(isinstance(one, journal.Chosen) for one in pair.entries()[:count]):
            standing = Standing.of(pair.records[:count])
            assert standing.opened == Standing.of(pair.records).opened


# --- the table that goes on ---


def two_at_a_deal(**options: Any) -> tuple[JournalPair, Guest, Guest]:
    pair = JournalPair(3, **{"seats": 2, "timer": 30, **options})
    ann, bob = pair.join("Ann"), pair.join("Bob")
    ann.send(Start())
    for _ in range(10):
        for guest in (ann, bob):
            play_default(pair, guest)
    assert pair.phase == "deal"
    return pair, ann, bob


def test_everybody_comes_back_to_what_they_saw() -> None:
    before, ann, bob = two_at_a_deal()
    after = ResumedPair(before)
    for old in (ann, bob):
        new = after.resume(old.token, old.n)
        assert new.last(Seated).seat == old.seat
        assert new.last(Seated).host == old.last(Seated).host
        assert new.last(Update).view == old.last(Update).view
        assert new.last(Update).events == ()
        assert not new.last(Update).missed
    assert after.table.desk.n == before.table.desk.n


def test_nothing_runs_until_everybody_is_back() -> None:
    before, ann, bob = two_at_a_deal(timer=5)
    after = ResumedPair(before)
    first = after.resume(bob.token, bob.n)
    assert first.last(Lobby).paused
    n = after.table.desk.n
    after.wait(10)
    assert after.table.desk.n == n, "no clock ran out"
    assert isinstance(first.act("draw"), Nak)
    second = after.resume(ann.token, ann.n)
    assert not second.last(Lobby).paused
    assert second.last(Update).clock is not None or first.last(Lobby).clock is not None


def test_the_host_need_not_wait() -> None:
    before, ann, _ = two_at_a_deal()
    after = ResumedPair(before)
    host = after.resume(ann.token, ann.n)
    assert host.last(Lobby).paused
    host.send(Pause(False))
    assert not host.last(Lobby).paused


def test_a_host_who_does_not_come_is_not_waited_for_longer_than_others() -> None:
    before, _, bob = two_at_a_deal(grace=20)
    after = ResumedPair(before)
    guest = after.resume(bob.token, bob.n)
    after.wait(60)
    assert not guest.last(Lobby).paused
    assert after.table.desk.n > guest.all(Update)[0].n, "a stand-in played for the host"


def test_a_pause_of_the_host_lasts() -> None:
    before, ann, bob = two_at_a_deal()
    ann.send(Pause(True))
    after = ResumedPair(before)
    guests = [after.resume(one.token, one.n) for one in (ann, bob)]
    assert guests[0].last(Lobby).paused
    guests[0].send(Pause(False))
    assert not guests[0].last(Lobby).paused


def test_an_act_sent_again_after_the_crash_is_not_done_twice() -> None:
    before, ann, bob = two_at_a_deal()
    mover = ann if before.match.waiting_on() == {ann.seat} else bob
    other = bob if mover is ann else ann
    game = before.match.game
    action = game.default(game.view(before.match.state, mover.seat))
    done = mover.act(action, aid=b"the-very-act")
    refused = other.act("nonsense", aid=b"no-such--act")
    assert isinstance(done, Ack) and isinstance(refused, Nak)
    after = ResumedPair(before)
    again = after.resume(mover.token, mover.n - 1)
    there = after.resume(other.token, other.n)
    n = after.table.desk.n
    assert again.act(action, n=mover.n - 1, aid=b"the-very-act") == done
    assert there.act("nonsense", aid=b"no-such--act") == refused
    assert after.table.desk.n == n
    conflict = again.act("nonsense", aid=b"the-very-act")
    assert isinstance(conflict, Nak) and conflict.code is TableCode.AID_CONFLICT


def test_the_last_token_and_the_one_before_bring_the_seat_back() -> None:
    before, ann, _ = two_at_a_deal()
    old = ann.token
    new = before.resume(old, ann.n)  # the new token may not have arrived
    for token in (old, new.token):
        after = ResumedPair(before)
        guest = after.resume(token)
        assert guest.last(Seated).seat == ann.seat
        assert guest.token not in (old, new.token)
        assert after.resume(guest.token).last(Seated).seat == ann.seat
    guest.send(Ready(True))
    after.resume(old)
    assert all(one.conn != 99 for one in after.table.desk.roster.members())


def test_no_token_can_be_read_out_of_a_journal() -> None:
    before, ann, bob = two_at_a_deal()
    kept = b"".join(before.records)
    assert ann.token.encode() not in kept and bob.token.encode() not in kept


def test_the_host_is_known_by_the_secret_too() -> None:
    pair = JournalPair(3, seats=2, host_token="secret")
    host, bob = pair.join("Ann", host="secret"), pair.join("Bob")
    host.send(Start())
    after = ResumedPair(pair, host="another")
    for wrong in ("", "secret"):
        assert not after.join("Ann", host=wrong).all(Seated)
    back = after.join("whoever", host="another")
    assert back.last(Seated).seat == host.seat
    assert back.last(Seated).host
    assert back.last(Seated).name == "Ann"
    assert not after.resume(bob.token, bob.n).last(Lobby).paused


def test_a_watcher_comes_back_to_a_locked_table_after_a_crash() -> None:
    before, ann, bob = two_at_a_deal()
    zed = before.join("Zed", watch=True)
    ann.send(Lock(True))
    after = ResumedPair(before)
    back = after.resume(zed.token, zed.n)
    assert back.seat is None and back.last(Update).view == zed.last(Update).view
    assert back.last(Lobby).watchers == ("Zed",)
    assert not after.join("New", watch=True).all(Seated)
    for guest in (ann, bob):
        after.resume(guest.token, guest.n)
    assert not back.last(Lobby).paused  # it was not the watcher who was waited for


def test_a_lobby_comes_back_as_it_was() -> None:
    pair = JournalPair(3, seats=3)
    ann = pair.join("Ann")
    ann.send(Setup("casino", "seed", {}, 2))
    ann.send(AddBot("hard"))
    after = ResumedPair(pair)
    guest = after.resume(ann.token)
    lobby = guest.last(Lobby)
    assert (lobby.phase, lobby.game, [seat.kind for seat in lobby.seats]) == (
        "lobby",
        "casino",
        ["human", "bot"],
    )
    guest.send(Start())
    assert guest.last(Lobby).phase == "deal"


def test_numbers_go_on_over_matches_and_crashes() -> None:
    before, ann, bob = two_at_a_deal()
    ann.send(End())
    n = before.table.desk.n
    after = ResumedPair(before)
    guests = [after.resume(one.token) for one in (ann, bob)]
    assert guests[0].last(Lobby).phase == "lobby"
    guests[0].send(Start())
    assert guests[0].n > n


def test_a_resumed_table_writes_on_in_the_same_journal() -> None:
    """Crash after crash: each goes on where the one before was."""
    before, ann, bob = two_at_a_deal()
    records = before.records
    for _ in range(3):
        pair = JournalPair()
        pair.table = table_of(Standing.of(records), TableOptions(), 5.0, Random(1))
        pair.records = list(records)
        ann, bob = pair.resume(ann.token, ann.n), pair.resume(bob.token, bob.n)
        for _ in range(4):
            for guest in (ann, bob):
                play_default(pair, guest)
        check_every_cut(pair)
        assert len(pair.records) > len(records)
        records = pair.records
    entries = [journal.decode(record) for record in records]
    assert sum(isinstance(entry, Opened) for entry in entries) == 1
    assert not any(isinstance(entry, Paused) and entry.on for entry in entries[-3:])


# --- what cannot be ---


def broken(change: Callable[[Entry], Entry | None]) -> list[bytes]:
    before, _, _ = two_at_a_deal()
    entries = [change(entry) for entry in before.entries()]
    return [journal.encode(entry) for entry in entries if entry is not None]


def replaced(entry: Entry, **changes: Any) -> Entry:
    from dataclasses import replace

    return replace(entry, **changes)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: None if isinstance(one, Opened) else one,
        lambda one: None if isinstance(one, Dealt) else one,
        lambda one: None if isinstance(one, Acted) and one.number == 5 else one,
        lambda one: replaced(one, a="nonsense") if isinstance(one, Acted) else one,
        lambda one: replaced(one, head=bytes(32)) if isinstance(one, Acted) else one,
        lambda one: replaced(one, number=9) if isinstance(one, Acted) else one,
        lambda one: replaced(one, secret=bytes(32)) if isinstance(one, Dealt) else one,
        lambda one: replaced(one, head=bytes(32)) if isinstance(one, Dealt) else one,
        lambda one: replaced(one, preset="none-such") if hasattr(one, "preset") else one,
        lambda one: replaced(one, v=99) if isinstance(one, Opened) else one,
    ],
)
def test_a_journal_that_does_not_hold_is_refused(change: Callable[[Entry], Entry | None]) -> None:
    with pytest.raises(BadJournal):
        Standing.of(broken(change))


def test_an_unchanged_journal_holds() -> None:
    standing = Standing.of(broken(lambda one: one))
    assert standing.n > 0 and standing.begun == 1


def test_cards_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    before, _, _ = two_at_a_deal()
    import engine.uno.game as uno

    whole = uno.UnoGame.deck
    monkeypatch.setattr(uno.UnoGame, "deck", lambda self, rules: whole(self, rules)[1:])
    with pytest.raises(BadJournal):
        Standing.of(before.records)


@given(st.one_of([values(one) for one in journal.Entry.__args__ if one is not Opened]))  # type: ignore[attr-defined]
def test_every_entry_survives_its_bytes(entry: Entry) -> None:
    assert journal.decode(journal.encode(entry)) == entry


def test_entries_and_events_keep_the_names_that_journals_and_peers_know() -> None:
    names = {tag(kind) for kind in (*get_args(Entry), *get_args(Sitter))}
    assert sorted(names) == [
        *("acted", "chosen", "dealt", "denied", "ended", "excused", "given-up", "locked", "milder"),
        *("opened", "paused", "person", "played", "quit", "robot", "seats", "served", "settled"),
        *("starts", "swapped"),
    ]
    homes = {tag(kind).rpartition(".")[0] for kind in get_args(AnyEvent)}
    assert homes == {"uno", "casino", "king", ""}


@given(st.binary(max_size=60))
def test_whatever_bytes_come_the_reader_says_so(record: bytes) -> None:
    with pytest.raises(BadJournal):
        journal.decode(record)


def test_denied_keeps_its_parameters() -> None:
    denied = journal.Denied(0, bytes(12), "draw", Code.OVER, 3, {"retry": 2})
    assert journal.decode(journal.encode(denied)) == denied
