"""One contract for every store, and what the file adds to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from netcore.journal import sqlite as store_sqlite
from netcore.journal.outcome import Outcome
from netcore.journal.sqlite import SqliteStore
from netcore.journal.store import (
    Append,
    Conflict,
    MemoryStore,
    Opening,
    Result,
    Store,
    UnknownTable,
    Unreadable,
    Unwritable,
    append,
    new_id,
)

OPENING = Opening("host", "house", "uno", "official", 1, 1_000)
BROKEN_OFF = Outcome(1, "uno", "official", False, ("A", "B"), (), (0, 0), (), 1)


def new(table: str, *records: bytes, at: int = 1_000, **changes: Any) -> Append:
    opening = replace(OPENING, **changes)
    return Append(table, 1, 0, records, at, "lobby", opening=opening)


def more(
    table: str, expected: int, *records: bytes, epoch: int = 1, at: int = 1_001, **changes: Any
) -> Append:
    return Append(table, epoch, expected, records, at, **changes)


def result(outcome: Outcome, table: str, at: int) -> Result:
    return Result(**asdict(outcome), table=table, at=at)


@pytest.fixture(params=["memory", "wal", "truncate"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: dict[str, Callable[[], Store]] = {
        "memory": MemoryStore,
        "wal": lambda: SqliteStore(tmp_path / "tables.db"),
        "truncate": lambda: SqliteStore(tmp_path / "tables.db", wal=False),
    }
    one = made[request.param]()
    yield one
    one.close()


# --- the contract ---


def test_what_is_added_is_read_again_in_order(store: Store) -> None:
    append(store, new("a", b"1", b"2"))
    append(store, new("b", b"x"))
    append(store, more("a", 2, b"3"))
    assert store.load("a") == (b"1", b"2", b"3")
    assert store.load("b") == (b"x",)


def test_an_append_must_know_how_many_there_are(store: Store) -> None:
    append(store, new("a", b"1", b"2"))
    for expected in (0, 1, 3):
        with pytest.raises(Conflict):
            append(store, more("a", expected, b"else"))
    with pytest.raises(Conflict):
        append(store, more("a", 0))
    assert store.load("a") == (b"1", b"2")


def test_the_same_append_once_more_does_nothing(store: Store) -> None:
    """After an error nobody can tell whether it was written: it is tried again."""
    append(store, new("a", b"1"))
    append(store, new("a", b"1"))
    append(store, more("a", 1, b"2", b"3"))
    append(store, more("a", 1, b"2", b"3"))
    for other in ((b"3",), (b"2", b"else"), (b"2", b"3", b"4")):
        with pytest.raises(Conflict):
            append(store, more("a", 1, *other))
    assert store.load("a") == (b"1", b"2", b"3")


def test_the_same_appends_once_more_do_nothing_together_either(store: Store) -> None:
    batch = [new("a", b"1"), more("a", 1, b"2"), more("a", 2, b"3", b"4")]
    assert store.commit(batch) == [None] * 3
    assert store.commit(batch) == [None] * 3
    assert store.load("a") == (b"1", b"2", b"3", b"4")


def test_who_takes_a_table_over_shuts_out_whoever_had_it(store: Store) -> None:
    append(store, new("a", b"1"))
    assert store.claim("a") == 2
    with pytest.raises(Conflict):
        append(store, more("a", 1, b"late"))
    append(store, more("a", 1, b"2", epoch=2))
    assert store.claim("a") == 3
    assert store.load("a") == (b"1", b"2")


def test_one_conflict_is_no_business_of_the_others(store: Store) -> None:
    append(store, new("a", b"1"))
    append(store, new("b", b"1"))
    store.claim("a")
    wrong = store.commit([more("a", 1, b"2"), more("b", 1, b"2"), more("c", 0, b"1")])
    assert [type(one) for one in wrong] == [Conflict, type(None), UnknownTable]
    assert store.load("a") == (b"1",)
    assert store.load("b") == (b"1", b"2")


def test_several_appends_of_one_table_build_on_each_other(store: Store) -> None:
    assert store.commit([new("a", b"1"), more("a", 1, b"2"), more("a", 2, b"3")]) == [None] * 3
    assert store.load("a") == (b"1", b"2", b"3")


def test_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(UnknownTable):
        store.load("a")
    with pytest.raises(UnknownTable):
        store.claim("a")
    with pytest.raises(UnknownTable):
        append(store, more("a", 0, b"1"))


def test_the_list_of_tables(store: Store) -> None:
    assert store.tables() == []
    append(store, new("a", b"1", at=5))
    append(store, new("b", b"1", at=6, opener="play", game="casino"))
    append(store, more("a", 1, b"2", b"3", state="deal"))
    first, second = store.tables()
    assert (first.id, first.state, first.count, first.epoch) == ("a", "deal", 3, 1)
    assert first.opening == OPENING
    assert (second.id, second.state, second.opening.opener) == ("b", "lobby", "play")
    assert first.held and second.held
    append(store, more("a", 3, b"4"))
    assert store.tables()[0].state == "deal"  # not named: as before


def test_results_newest_first(store: Store) -> None:
    append(store, new("a", b"1"))
    one = Outcome(1, "uno", "official", True, ("王", "Ben"), (1,), (3, 500), (1,), 7)
    two = replace(one, match=2, winners=(), sides=((0, 2), (1, 3)))
    append(store, more("a", 1, b"2", at=2_000, outcomes=(one,)))
    append(store, more("a", 2, b"3", at=3_000, outcomes=(two,)))
    assert store.results() == [result(two, "a", 3_000), result(one, "a", 2_000)]
    assert store.results(1) == [result(two, "a", 3_000)]
    later = replace(one, deals=8)  # the same match once more: in its place
    append(store, more("a", 3, b"4", at=2_500, outcomes=(later,)))
    assert store.results() == [result(two, "a", 3_000), result(later, "a", 2_500)]


def test_a_refused_append_brings_no_result(store: Store) -> None:
    append(store, new("a", b"1"))
    with pytest.raises(Conflict):
        append(store, more("a", 7, b"2", outcomes=(BROKEN_OFF,)))
    assert store.results() == []


def test_names_of_tables_are_not_repeated() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000
    assert len(bytes.fromhex(new_id())) == 16


# --- the file ---


def test_it_is_there_again_after_closing(tmp_path: Path) -> None:
    one = SqliteStore(tmp_path / "sub" / "tables.db")
    append(one, new("a", b"1"))
    one.close()
    two = SqliteStore(tmp_path / "sub" / "tables.db")
    assert two.load("a") == (b"1",)
    assert not two.tables()[0].held
    two.close()
    assert [path.name for path in (tmp_path / "sub").iterdir()] == ["tables.db"]


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "own" / "tables.db"
    one = SqliteStore(path)
    append(one, new("a", b"1"))
    assert path.parent.stat().st_mode & 0o777 == 0o700
    files = [file for file in path.parent.iterdir() if not file.name.endswith(".held")]
    assert len(files) >= 2  # the log beside the file
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    one.close()


def test_how_commits_are_made_durable(tmp_path: Path) -> None:
    one = SqliteStore(tmp_path / "tables.db")
    assert one.journal_mode == "wal"
    one.close()
    two = SqliteStore(tmp_path / "other.db", wal=False)
    assert two.journal_mode == "truncate"
    two.close()


def test_where_a_write_ahead_log_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_sqlite, "_takes_wal", lambda _database: False)
    one = SqliteStore(tmp_path / "tables.db")
    assert one.journal_mode == "truncate"
    append(one, new("a", b"1"))
    one.close()


def test_servers_of_one_account_share_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    one, two = SqliteStore(path), SqliteStore(path)
    append(one, new("a", b"1"))
    append(two, new("b", b"1"))

    def write(store: Store, table: str) -> None:
        for count in range(1, 100):
            append(store, more(table, count, b"more"))

    threads = [Thread(target=write, args=args) for args in ((one, "a"), (two, "b"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(one.load("b")) == len(two.load("a")) == 100
    assert {row.id: row.held for row in one.tables()} == {"a": True, "b": True}
    two.close()
    assert {row.id: row.held for row in one.tables()} == {"a": True, "b": False}
    assert one.claim("b") == 2
    assert all(row.held for row in one.tables())
    one.close()


def _die_holding(path: Path) -> None:
    one = SqliteStore(path)
    append(one, new("a", b"1"))
    os.kill(os.getpid(), 9)


def test_who_was_killed_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    child = get_context("spawn").Process(target=_die_holding, args=(path,))
    child.start()
    child.join()
    assert child.exitcode == -9
    one = SqliteStore(path)
    [row] = one.tables()
    assert not row.held
    assert one.load("a") == (b"1",)
    one.close()
    assert not list(tmp_path.glob("*.held"))


def test_results_of_an_older_version_are_still_read(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    database = sqlite3.connect(path)
    for statement in store_sqlite._MIGRATIONS[0]:
        database.execute(statement)
    database.execute(
        "INSERT INTO results VALUES ('a', 1, 5, 'uno', 'official', 0, ?, '[]', '[3, 4]', '[1]', 2)",
        ('["Ann", "Bo"]',),
    )
    database.execute("PRAGMA user_version = 1")
    database.commit()
    database.close()
    store = SqliteStore(path)
    old = Outcome(1, "uno", "official", False, ("Ann", "Bo"), (), (3, 4), (1,), 2)
    assert store.results() == [result(old, "a", 5)]
    store.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    SqliteStore(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(Unreadable, match="newer") as caught:
        SqliteStore(path)
    assert caught.value.trouble == "newer"


def test_a_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("not a database, " * 100)
    with pytest.raises(Unreadable) as caught:
        SqliteStore(path)
    assert caught.value.trouble == "foreign"
    assert path.read_text().startswith("not a database")


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    one = SqliteStore(path, wal=False)
    for number in range(1, 200):
        append(one, new(f"t{number}", bytes(400)))
    one.close()
    whole = bytearray(path.read_bytes())
    whole[4096:-4096] = b"?" * (len(whole) - 8192)
    path.write_bytes(whole)
    one = SqliteStore(path)
    with pytest.raises(Unreadable) as caught:
        one.tables()
    one.close()
    assert caught.value.trouble == "damaged"


def test_a_folder_that_is_not_to_be_used(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.mkdir()
    with pytest.raises(Unwritable) as caught:
        SqliteStore(path)
    assert caught.value.trouble == "" and caught.value.__cause__ is not None


def test_a_schema_without_anything_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.touch()
    one = SqliteStore(path)
    append(one, new("a", b"1"))
    one.close()
    again = SqliteStore(path)
    assert again.load("a") == (b"1",)
    again.close()


def test_a_file_that_another_holds_is_waited_for_and_then_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_sqlite, "BUSY", 0.05)
    path = tmp_path / "tables.db"
    one = SqliteStore(path)
    append(one, new("a", b"1"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unwritable) as caught:
        append(one, more("a", 1, b"2"))
    assert caught.value.trouble == "busy"
    other.execute("ROLLBACK")
    other.close()
    append(one, more("a", 1, b"2"))
    assert one.load("a") == (b"1", b"2")
    one.close()


def test_old_logs_go_and_results_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_sqlite, "KEPT_LOGS", 2)
    before = SqliteStore(tmp_path / "tables.db")
    append(before, replace(new("t0", b"1", at=10), outcomes=(BROKEN_OFF,)))
    append(before, replace(new("running", b"1", at=11), state="deal"))
    for number in range(1, 5):
        append(before, new(f"t{number}", b"1", at=20 + number))
    assert len(before.tables()) == 6  # a server is at all of them
    before.close()
    one = SqliteStore(tmp_path / "tables.db")
    append(one, new("new", b"1", at=30))
    assert [row.id for row in one.tables()] == ["new", "t4", "t3", "running"]
    assert one.results() == [result(BROKEN_OFF, "t0", 10)]
    one.close()


FULL = """
import resource, sys
from pathlib import Path
from signal import SIG_IGN, SIGXFSZ, signal
from netcore.journal.store import Append, Opening, Unwritable, append
from netcore.journal.sqlite import SqliteStore

signal(SIGXFSZ, SIG_IGN)
store = SqliteStore(Path(sys.argv[1]), wal=sys.argv[2] == "wal")
opening = Opening("host", "house", "uno", "official", 1, 0)
append(store, Append("a", 1, 0, (b"0",), 0, "lobby", opening=opening))
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
kept = 1
try:
    for kept in range(1, 1000):
        append(store, Append("a", 1, kept, (bytes(1000),), 0))
except Unwritable:
    pass
else:
    raise SystemExit("it never was full")
assert len(store.load("a")) == kept, "what was refused is not there"
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
append(store, Append("a", 1, kept, (bytes(1000),), 0))
assert len(store.load("a")) == kept + 1
store.close()
print("went on after", kept)
"""


@pytest.mark.parametrize("mode", ["wal", "truncate"])
def test_a_disk_that_is_full_loses_nothing_and_goes_on(tmp_path: Path, mode: str) -> None:
    """In a process of its own, whose files may not grow any more."""
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "tables.db"), mode],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "went on after" in done.stdout


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A filesystem of one megabyte, where it may be made."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only the superuser can mount")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True
    )
    if done.returncode:
        pytest.skip("no filesystem may be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_filesystem_that_is_really_full(small_disk: Path) -> None:
    one = SqliteStore(small_disk / "tables.db")
    append(one, new("a", b"1"))
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError):
        while True:
            file.write(bytes(4096))
    kept = 1
    with pytest.raises(Unwritable) as caught:
        for kept in range(1, 1000):
            append(one, more("a", kept, bytes(4000)))
    assert caught.value.trouble == "full"
    filler.unlink()
    append(one, more("a", kept, bytes(4000)))
    assert len(one.load("a")) == kept + 1
    one.close()
