"""The menu and the lists behind it: going on, finding, watching, replaying, reading rules."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from engine.record import dump
from netcore.client.knownhosts import Known
from netcore.client.seatfile import Kept, new_seat_file, open_seat_file
from netcore.journal.entries import Chosen, Served, encode
from netcore.journal.outcome import outcome
from netcore.journal.sqlite import SqliteStore
from netcore.journal.store import Append, Opening, Result, StoreError
from tests.tui.driving import SIZES, burst, press, to_the_end
from tests.tui.fakedoors import FakeDoors, Left
from tests.tui.records import played
from tests.tui.settled import shows, text, until
from tests.tui.tuitable import FakeTable
from tui import i18n
from tui.app import CardApp
from tui.commands import export, history
from tui.records import archive
from tui.records.reel import Reel
from tui.screens.archive import ArchiveScreen
from tui.screens.find import FindScreen
from tui.screens.help import HelpScreen
from tui.screens.replay import ReplayScreen
from tui.screens.start import StartScreen
from tui.screens.table import TableScreen
from tui.tables import finding, kept, unfinished
from tui.tables.finding import Found
from tui.text import words

# --- the menu -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_what_was_left_is_gone_on_with(size: tuple[int, int]) -> None:
    doors = FakeDoors()
    doors.left = [Left()]
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.ctx.left)
        for word in ("> 1 Play UNO", "5 Watch", "6 Replays", "7 Rules", "8 Settings", "q Quit"):
            assert word in text(app)
        await press(pilot, "up")
        seen = " ".join(text(app).split())
        assert "> c Continue" in seen and "Continue: UNO, official rules, 1970-01-01." in seen
        await press(pilot, "enter")
        await pilot.pause()
        assert doors.asked == [("resume", "abc")]


async def test_help_in_the_menu_is_about_no_record_that_was_looked_at(tmp_path: Path) -> None:
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "1 Play UNO")
        app.push_screen(ReplayScreen(app.ctx, Reel(played("uno", "official", 2, deals=1))))
        await shows(pilot, "Replay")
        await press(pilot, "q question_mark")
        await shows(pilot, "Help")
        await to_the_end(pilot)
        assert "Rules: " not in text(app) and app.ctx.room.lobby is None


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_found_later_moves_nothing(size: tuple[int, int]) -> None:
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors)

    def lines() -> list[tuple[int, int, str]]:
        """Where each line of the menu begins, with its key and its name."""
        found = re.compile(r"(?:> )?\b[1-8cq] [A-Z]\w+")
        return [(at, m.start(), m[0]) for at, row in enumerate(text(app).splitlines())
                for m in found.finditer(row)]  # fmt: skip

    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.ctx.left == [])  # the look at the start has found nothing
        before = lines()
        assert len(before) == 10
        doors.left = [Left(what="UNO, " + "a name of rules that is long " * 3)]
        app.look_back()
        await until(pilot, lambda: app.ctx.left)
        assert lines() == before


async def test_who_goes_on_at_once_waits_until_it_is_known_where() -> None:
    doors, looked = FakeDoors(), threading.Event()
    doors.left = [Left()]
    found = doors.unfinished
    doors.unfinished = lambda: looked.wait(60) and found()  # type: ignore[method-assign]
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "c Continue looking for what was left")
        await press(pilot, "c")
        await shows(pilot, "Looking ...")
        looked.set()
        await until(pilot, lambda: doors.asked == [("resume", "abc")])


async def test_where_nothing_was_left_it_is_said() -> None:
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "c Continue nothing was left")
        await press(pilot, "c")
        assert "Nothing was left to go on with." in text(app)
        await press(pilot, "x")
        assert "x forget" not in text(app)


@pytest.mark.parametrize("size", SIZES)
async def test_of_several_one_is_chosen_and_a_dead_seat_can_be_forgotten(
    size: tuple[int, int],
) -> None:
    doors = FakeDoors()
    doors.left = [
        Left(at=99.0),
        Left("nowhere", "rejoin", 50.0, "Bob's table", "your seat, as Ann", doors),
        Left("far", "rejoin", 9.0, "Carol's table", "your seat, as Ann", doors),
    ]
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.ctx.left)
        await press(pilot, "up")
        await shows(pilot, "Continue: UNO, official rules, 1970-01-01, and 2 more.")
        await press(pilot, "enter")
        await shows(pilot, "Enter goes on there.")
        await press(pilot, "down")
        seen = await shows(pilot, "Enter takes the seat back.")
        assert "Bob's table" in seen and "Carol's table" in seen and "your seat, as Ann" in seen
        await press(pilot, "enter")
        await shows(pilot, "Forget this")
        assert "Nobody answers there." in " ".join(text(app).split())
        await press(pilot, "y")
        await shows(pilot, "2 of 2")
        assert "Bob's table" not in text(app)
        await press(pilot, "enter")
        await shows(pilot, "Lobby")
        assert doors.asked == [("rejoin", "nowhere"), ("rejoin", "far")]
        assert not app.ctx.owner


async def test_a_single_dead_seat_is_told_on_the_menu() -> None:
    doors = FakeDoors()
    doors.left = [Left("nowhere", "rejoin", 50.0, "Bob's table", "your seat", doors)]
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.ctx.left)
        await press(pilot, "c")
        await shows(pilot, "Forget this seat?")
        await press(pilot, "n")
        await shows(pilot, "> c Continue")
        assert doors.left
        await press(pilot, "c")
        await shows(pilot, "Forget this seat?")
        await press(pilot, "y")
        await shows(pilot, "c Continue nothing was left")


@pytest.mark.parametrize("size", SIZES)
async def test_what_was_left_can_be_ended_from_the_list(size: tuple[int, int]) -> None:
    doors = FakeDoors()
    own = Left("own", "resume", 99.0, "UNO, street rules", "with bots", doors, "End this match?")
    seat = Left("far", "rejoin", 9.0, "Carol's table", "your seat, as Ann", doors)
    doors.left = [own, seat]
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.ctx.left)
        await press(pilot, "up x")  # which one?
        await shows(pilot, "Enter goes on there.")
        assert "Enter go on  x forget" in text(app) and "Esc back  ? help" in text(app)
        await press(pilot, "x")
        seen = await shows(pilot, "End this match?")
        assert "end it" in seen and "keep it" in seen
        await press(pilot, "n")
        await shows(pilot, "Enter goes on there.")
        assert doors.left == [own, seat]
        own.why = "The disk is full."
        await press(pilot, "x y")
        await shows(pilot, "The disk is full.")
        own.why = ""
        await press(pilot, "x y")
        await shows(pilot, "Enter takes the seat back.")
        assert doors.left == [seat] and not doors.asked
        await press(pilot, "escape")
        await shows(pilot, "> c Continue")
        await press(pilot, "x")
        await shows(pilot, "Forget this seat?")
        await press(pilot, "y")
        await until(pilot, lambda: app.ctx.left == [])
        assert doors.left == []


async def test_in_two_columns_left_and_right_go_across() -> None:
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(40, 12)) as pilot:
        await press(pilot, "down")
        assert "> 2 Play Casino" in text(app)
        await press(pilot, "right")
        assert "> 7 Rules" in text(app) and "Rules: the rulebook of every" in text(app)
        await press(pilot, "right left left")
        assert "> 2 Play Casino" in text(app)
        await pilot.click("#menu", offset=(25, 1))
        assert isinstance(app.screen, ArchiveScreen)


# --- finding ------------------------------------------------------------------------------------


async def one() -> AsyncIterator[Found]:
    yield Found("10.0.0.7:7777", "Bob's table", "met before")


async def two() -> AsyncIterator[Found]:
    yield Found("10.0.0.7:7777", "the same", "")
    yield Found("10.0.0.8:7777", "Carol's table", "met before")


@pytest.mark.parametrize("size", SIZES)
async def test_tables_are_chosen_or_typed(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.screens.find.sources", lambda: (one, two))
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "4")
        seen = await shows(pilot, "Carol's table")
        assert "the same" not in seen and "Enter joins: Bob's table." in seen
        await press(pilot, "down")
        assert "Enter joins: Carol's table." in " ".join(text(app).split())
        await press(pilot, "tab")
        assert "Enter watches at: Carol's table." in " ".join(text(app).split())
        await press(pilot, "n o w h e r e")
        assert "Enter watches at this address." in " ".join(text(app).split())
        await press(pilot, "tab enter")
        await shows(pilot, "Nobody answers there.")
        assert isinstance(app.screen, FindScreen)
        await press(pilot, "backspace")
        assert "Nobody answers" not in text(app)
        for _ in range(6):
            await press(pilot, "backspace")
        await press(pilot, "enter")
        await pilot.pause()
        assert doors.asked == [("join", "nowhere"), ("join", "10.0.0.8:7777")]


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_typed_while_the_screen_changes_is_for_the_one_that_comes(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.screens.find.sources", lambda: ())
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=size) as pilot:
        await burst(pilot, "4 1 2 7 x backspace . 1 enter")
        await until(pilot, lambda: doors.asked)
        assert doors.asked == [("join", "127.1")], "1 and 2 were no lines of the menu"


async def test_what_is_typed_while_a_screen_closes_is_for_the_menu() -> None:
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "7 q 8 down escape 2")
        await until(pilot, lambda: doors.asked)
        assert doors.asked == [("play", "casino")]


async def test_watching_by_mouse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.find.sources", lambda: (one, two))
    doors = FakeDoors()
    app = CardApp(None, doors=lambda: doors)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "5")
        await shows(pilot, "Carol's table")
        await pilot.click("#list", offset=(10, 1))
        assert "Enter watches at: Carol's table." in text(app)
        await pilot.click("#list", offset=(10, 1))
        await pilot.pause()
        assert doors.asked == [("watch", "10.0.0.8:7777")]


async def test_where_nobody_was_met_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.find.sources", lambda: ())
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "4")
        await shows(pilot, "Type the address that the host tells you.")
        await press(pilot, "escape")
        assert isinstance(app.screen, StartScreen)


async def test_hosts_met_before_are_listed_the_last_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from netcore.client.knownhosts import KnownHosts

    hosts = KnownHosts(tmp_path / "known_hosts")
    hosts.remember(bytes(32), "10.0.0.1:7777", "Ann", "2026-01-02")
    hosts.remember(bytes([1] * 32), "10.0.0.2:7777", "", "2026-01-03")
    monkeypatch.setattr("tui.tables.seat.known_hosts", lambda: hosts)
    found = [found async for found in finding.earlier()]
    assert [(one.address, one.name) for one in found] == [
        ("10.0.0.2:7777", "10.0.0.2:7777"),
        ("10.0.0.1:7777", "Ann's table"),
    ]
    assert "2026-01-02" in found[1].about
    assert isinstance(hosts.all()[0], Known) and KnownHosts(tmp_path / "none").all() == []


# --- looking back -------------------------------------------------------------------------------

RESULT = Result(
    table="0123456789abcdef",
    at=1790000000,
    match=1,
    game="casino",
    rules="seed",
    changed=False,
    players=("Ann", "Bob"),
    bots=(1,),
    scores=(2, 9),
    winners=(1,),
    deals=1,
)


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_of_the_history_is_replayed(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played("casino", "seed", 2, deals=1)
    monkeypatch.setattr(history, "recent", lambda most: [RESULT])
    monkeypatch.setattr(export, "record_of", lambda table, number: (record, False))
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "6")
        seen = await shows(pilot, "Enter replays it.")
        assert "Casino, house rules" in seen and "won by Bob" in seen
        await press(pilot, "enter")
        await shows(pilot, "Space pauses.")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, ArchiveScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, StartScreen)
        await press(pilot, "1")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen) and "Your hand" in text(app)


def test_partners_are_told_once() -> None:
    names = ("Ann", "Bo", "Cleo", "Dan")
    match = replace(FakeTable("casino", "partners", seats=4).match, deals=3, scores=(5, 21, 5, 21))
    (ended,) = outcome(replace(match, winners=(1, 3)), 1, ("partners", ""), names, ())
    result = Result(**asdict(ended), table="t", at=0)
    assert history.scores(result) == "Bo+Dan 21, Ann+Cleo 5"
    (broken_off,) = outcome(match, 1, ("partners", ""), names, ())
    assert history.scores(Result(**asdict(broken_off), table="t", at=0)) == "Ann+Cleo 5, Bo+Dan 21"
    assert history._plain(result)["sides"] == [[1, 3], [2, 4]]
    assert history.scores(replace(result, sides=())) == "Bo 21, Dan 21, Ann 5, Cleo 5", "as before"
    match = replace(FakeTable("casino", seats=2).match, deals=3)
    (alone,) = outcome(match, 1, ("seed", ""), names[:2], ())
    assert alone.sides == ()


async def test_records_in_the_folder_and_by_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir(), there.mkdir()
    (there / "far.toml").write_text(dump(played("casino", "seed", 2, deals=1)))
    (here / "bad.toml").write_text("cardtui = 2\n")
    (here / "other.toml").write_text("x = 1\n")
    monkeypatch.chdir(here)
    monkeypatch.setattr(history, "recent", lambda most: [])
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "6")
        seen = await shows(pilot, "bad.toml")
        assert "other.toml" not in seen
        await press(pilot, "enter")
        await shows(pilot, "! record format 2; this program reads 1 (")  # before a long path
        await press(pilot, "slash")
        assert str(here)[:30] in text(app)
        await press(pilot, " ".join(["backspace"] * 5))
        await press(pilot, "t h e r e slash f a r full_stop t o m l enter")
        await shows(pilot, "Space pauses.")


async def test_a_damaged_store_is_said_and_hides_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(most: int) -> Any:
        raise StoreError("no store")

    monkeypatch.setattr(history, "recent", broken)
    with pytest.raises(archive.Lost, match="no store"):
        archive.matches()
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "6")
        await shows(pilot, "no store")


@pytest.mark.parametrize("size", SIZES)
async def test_the_rulebook_of_every_ruleset_is_read(size: tuple[int, int]) -> None:
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "7")
        assert "UNO, official rules" in text(app)
        await press(pilot, "down enter")
        assert isinstance(app.screen, HelpScreen)
        assert "Rules: UNO, minus points" in text(app)
        await to_the_end(pilot)
        assert "draw" in text(app)
        await press(pilot, "escape")
        assert "Enter opens the rulebook." in text(app)


# --- what was left undone -----------------------------------------------------------------------


def table(name: str, state: str, opener: str = "play", *, at: int = 5, version: int = 0) -> Append:
    from engine.games import RULES_VERSION

    opening = Opening(opener, "house", "uno", "street", version or RULES_VERSION, at)  # type: ignore[arg-type]
    return Append(name * 32, 1, 0, (b"x",), at, state, (), opening)  # type: ignore[arg-type]


def test_the_newest_unfinished_table_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"
    monkeypatch.setattr(kept, "store_path", lambda: path)
    assert unfinished.left() == [] and not path.exists()
    store = SqliteStore(path)
    tables = [
        table("a", "deal", at=10),
        table("b", "between", "host", at=20),
        table("c", "won", at=30),
        table("d", "deal", "serve", at=40),
        table("e", "deal", at=50, version=999),
    ]
    assert store.commit(tables) == [None] * 5
    store.close()
    found = unfinished.left()
    assert [(one.key[0], one.where) for one in found] == [("b", "your table"), ("a", "with bots")]
    assert found[0].what == "UNO, street rules" and found[0].at == 20
    path.write_bytes(b"no store at all, but long enough to be read" * 100)
    assert unfinished.left() == []


def test_a_table_is_called_by_the_rules_that_it_has_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host may have changed in the lobby what it was opened with; in the reader's language."""
    monkeypatch.setattr(kept, "store_path", lambda: tmp_path / "tables.db")
    chosen = [
        Chosen("uno", "street", {}, "all"),
        Chosen("casino", "seed", {}, "all"),
        Chosen("casino", "royal", {"target": 99}, "all", "Friday"),
        Served(1, "0.0.0.0", 7788, "7KQ2M9XW"),
    ]
    with closing(SqliteStore(tmp_path / "tables.db")) as store:
        opened = table("a", "deal")
        opened = replace(opened, records=tuple(encode(one) for one in chosen[:2]))
        other = replace(table("b", "deal", at=4), records=tuple(map(encode, chosen)))
        assert store.commit([opened, other]) == [None, None]
        with pytest.raises(kept.NotFound, match=r"a \(Casino, house rules, .*Casino, Friday"):
            kept.find_any(store, "z")
    found = unfinished.left()
    assert [one.what for one in found] == ["Casino, house rules", "Casino, Friday"]
    i18n.use("zh_Hant")
    try:
        assert found[0].what == "Casino，自家規則"
    finally:
        i18n.use("en")


def test_a_table_that_runs_without_its_host_is_come_back_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, state = tmp_path / "tables.db", tmp_path / "seats"
    monkeypatch.setattr(kept, "store_path", lambda: path)
    monkeypatch.setattr("tui.tables.seat.state_folder", lambda: state)
    server = SqliteStore(path)  # it lives for as long as this is open
    opened = replace(
        table("a", "lobby", "host"), records=(encode(Served(1, "0.0.0.0", 7788, "7KQ2M9XW")),)
    )
    assert server.commit([opened]) == [None]
    assert unfinished.left() == [], "no seat of its host is kept here"
    file = new_seat_file(state, "127.0.0.1", 7788)
    assert file is not None
    file.keep(Kept("token", "Ann", "secret of the host", 12))
    assert unfinished.left() == [], "a program sits on it"
    file.close()
    (found,) = unfinished.left()
    assert (found.what, found.where) == ("UNO, street rules", "your table, still open")
    opener, given, where = unfinished.reopening(found.key)
    assert (opener, given) == ("host", ["--resume", "a" * 32])
    assert (where["bind"], where["port"], where["resumes"]) == ("0.0.0.0", 7788, True)
    server.close()


def test_of_many_games_against_bots_the_newest_can_be_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"
    monkeypatch.setattr(kept, "store_path", lambda: path)
    store = SqliteStore(path)
    tables = [table(name, "deal", at=at) for at, name in enumerate("0123456789")]
    assert store.commit([*tables, table("a", "deal", "host", at=0)]) == [None] * 11
    store.close()
    found = unfinished.left()
    assert [one.key[0] for one in found] == ["9", "8", "7", "6", "5", "a"]
    assert unfinished.left() == found, "the next look ends the rest"
    with closing(SqliteStore(path)) as store:
        over = [row.id[0] for row in store.tables() if row.state == "closed"]
    assert sorted(over) == ["0", "1", "2", "3", "4"]
    assert found[-1].forgettable() and found[-1].forget() == ""
    assert [one.key[0] for one in unfinished.left()] == ["9", "8", "7", "6", "5"]


def test_a_table_that_runs_without_its_host_is_ended_by_its_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, state = tmp_path / "tables.db", tmp_path / "seats"
    monkeypatch.setattr(kept, "store_path", lambda: path)
    monkeypatch.setattr("tui.tables.seat.state_folder", lambda: state)
    server = SqliteStore(path)
    served = encode(Served(1, "0.0.0.0", 7788, "7KQ2M9XW"))
    assert server.commit([replace(table("a", "deal", "host"), records=(served,))]) == [None]
    file = new_seat_file(state, "127.0.0.1", 7788)
    assert file is not None
    file.keep(Kept("token", "Ann", "secret of the host", 12))
    file.close()
    (found,) = unfinished.left()
    assert found.question == "Close this table for everybody?" and not found.forgettable()
    told: list[tuple[int, int]] = []

    def kill(process: int, signal: int) -> None:
        told.append((process, signal))
        assert server.commit([Append("a" * 32, 1, 1, (), 9, "closed")]) == [None]

    monkeypatch.setattr("os.kill", kill)
    assert found.forget() == ""
    assert told == [(12, signal.SIGUSR1)]
    server.close()
    assert unfinished.left() == []


def test_seats_at_the_tables_of_others_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from netcore.client.knownhosts import KnownHosts

    state, hosts = tmp_path / "seats", KnownHosts(tmp_path / "known_hosts")
    monkeypatch.setattr(kept, "store_path", lambda: tmp_path / "none.db")
    monkeypatch.setattr("tui.tables.seat.state_folder", lambda: state)
    monkeypatch.setattr("tui.tables.seat.known_hosts", lambda: hosts)
    hosts.remember(bytes(32), "10.0.0.7:7777", "Bob")
    seats = [
        Kept("t", "Ann", certificate="00" * 32, code="7KQ2M9XW", table="den", host="10.0.0.7",
             port=7777),
        Kept("t", "Ann", host="fe80::1", port=80),
        Kept("t", "Ann", "secret of the host", host="127.0.0.1", port=7777),
        Kept("t", "Ann"),
        Kept("t", "Old", host="10.0.0.9", port=7777),
    ]  # fmt: skip
    now = time.time()
    for i, one in enumerate(seats):
        file = new_seat_file(state, one.host or "x", one.port or 1)
        assert file is not None
        file.keep(one)
        path = file._path
        file.close()
        os.utime(path, (now - i - (40 * 86_400 if one.name == "Old" else 0),) * 2)
    found = unfinished.left()
    assert [(one.what, one.where, one.way) for one in found] == [
        ("Bob's table", "your seat, as Ann, at 10.0.0.7:7777", "rejoin"),
        ("[fe80::1]:80", "your seat, as Ann", "rejoin"),
    ]
    assert unfinished.way_back(found[0].key) is not None
    sitting = open_seat_file(state, "10.0.0.7", 7777, "Ann", "00" * 32)
    assert len(unfinished.left()) == 1, "a program sits on it"
    assert sitting is not None and sitting.kept == seats[0]
    sitting.close()
    found[0].forget()
    assert not found[0].forgettable() and unfinished.way_back(found[0].key) is None
    assert [one.what for one in unfinished.left()] == ["[fe80::1]:80"]


def test_the_past_is_spoken_of_as_people_do() -> None:
    now = time.mktime((2026, 3, 2, 14, 5, 0, 0, 0, -1))
    assert words.when(now - 60, now) == "today 14:04"
    assert words.when(now - 15 * 3600, now) == "yesterday 23:05"
    assert words.when(now - 48 * 3600, now) == "2026-02-28"


def test_a_result_with_nobody_left_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "recent", lambda most: [replace(RESULT, winners=())])
    assert archive.matches()[0].about.startswith("broken off:")


@pytest.mark.parametrize(
    ("scores", "winners", "said"),
    [
        ((2, 9, 5), (1,), "won by Bob: Bob 9, Cleo 5, Ann 2"),
        ((80, 500, 20), (2,), "won by Cleo: Cleo 20, Ann 80, Bob 500"),
        ((9, 3, 5), (2,), "won by Cleo: Cleo 5, Ann 9, Bob 3"),
        ((2, 9, 5), (), "broken off: Ann 2, Bob 9, Cleo 5"),
    ],
)
def test_the_best_is_named_first(
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether many points are good or bad; and who wins because others have left, with any."""
    result = replace(RESULT, players=("Ann", "Bob", "Cleo"), scores=scores, winners=winners)
    monkeypatch.setattr(history, "recent", lambda most: [result])
    assert archive.matches()[0].about == said


def test_of_a_match_its_result_is_told_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of the list may cut it."""
    monkeypatch.setattr(history, "recent", lambda most: [RESULT])
    (match,) = archive.matches()
    assert match.whole.startswith(f"{match.about}  {match.text}  {match.end}  [")
