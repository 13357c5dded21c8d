"""Many tables in one server: listing, opening, locking, giving seats; each ends alone."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from netcore.client.shell import Reconnected, WhichTable
from netcore.server.house import House
from netcore.table import requests as table_module
from netcore.wire.limits import Limits
from netcore.wire.messages import (
    Bye,
    ByeCode,
    Chat,
    Create,
    Give,
    Join,
    Leave,
    Lobby,
    Lock,
    Note,
    NoteCode,
    Refused,
    Resume,
    Said,
    Seated,
    Setup,
    Start,
    TableCode,
    TableInfo,
    TableList,
    Tables,
    TakeSeat,
    Update,
)
from tests.netcore.served import PATIENT, Raw, connect, kind, serving, until
from tests.netcore.server.test_durable import Nobody
from tests.netcore.tablepair import TablePair
from tests.netcore.test_crowds import greeted
from tests.netcore.virtual import Network, run


async def wanted(raw: Raw, kind: type, **parts: Any) -> Any:
    """Read until a message of a kind comes, with these fields."""
    while (message := await raw.next()) is not None:
        if isinstance(message, kind) and all(getattr(message, k) == v for k, v in parts.items()):
            return message
        if isinstance(message, Refused | Bye):
            break
    raise AssertionError(message)


async def listed(port: int) -> TableList:
    raw = await greeted(port)
    raw.send(Tables())
    found = await raw.next()
    assert isinstance(found, TableList)
    await raw.close()
    return found


def create(table: str = "Mine", **parts: Any) -> Create:
    return Create(
        **{
            "table": table, "name": "Ann", "fixed": False, "game": "casino", "preset": "seed",
            "options": {}, "seats": 2, **parts,
        }
    )  # fmt: skip


async def at(port: int, table: str, name: str, *, watch: bool = False) -> Raw:
    raw = await greeted(port)
    raw.send(Join(table, name, False, watch, ""))
    await wanted(raw, Seated)
    return raw


async def test_several_tables_are_listed_and_joined_by_name() -> None:
    async with serving(tables=3, seats=3, bots=("easy",)) as port:
        raw = await greeted(port)
        raw.send(Join("", "Ann", False, False, ""))
        assert await raw.next() == Refused("join", TableCode.WHICH_TABLE)
        raw.send(Join("table-9", "Ann", False, False, ""))
        assert await raw.next() == Refused("join", TableCode.UNKNOWN_TABLE)
        raw.send(Join("TABLE-2", "Ann", False, False, ""))
        assert (await wanted(raw, Seated)).table == "table-2"
        bo = await at(port, "table-2", "Bo", watch=True)
        found = await listed(port)
        assert [one.name for one in found.tables] == ["table-1", "table-2", "table-3"]
        assert found.more
        assert found.tables[0] == TableInfo("table-1", "uno", "official", {}, "lobby", 2, 0, 1, 0)
        assert found.tables[1] == TableInfo("table-2", "uno", "official", {}, "lobby", 1, 1, 1, 1)
        await raw.close()
        await bo.close()


async def test_what_is_said_at_one_table_is_not_heard_at_another() -> None:
    async with serving(tables=2, seats=2) as port:
        ann, bo = await at(port, "table-1", "Ann"), await at(port, "table-2", "Ann")
        ann.send(Chat("secret"))
        await wanted(ann, Said)
        bo.send(Chat("mine"))
        assert (await wanted(bo, Said)).text == "mine"
        await ann.close()
        await bo.close()


async def test_who_opens_a_table_is_its_host() -> None:
    async with serving(seats=2) as port:
        ann = await greeted(port)
        ann.send(create("Ann's table"))
        seated = await wanted(ann, Seated)
        assert (seated.table, seated.seat, seated.host) == ("Ann's table", 0, True)
        lobby = await wanted(ann, Lobby)
        assert (lobby.game, lobby.preset, len(lobby.seats)) == ("casino", "seed", 2)
        ann.send(Setup("uno", "kano", {}, 4))
        assert (await wanted(ann, Lobby, game="uno")).preset == "kano"
        again = await greeted(port)
        again.send(create("ann's TABLE", name="Bo"))
        assert (await wanted(again, Seated)).table == "ann's TABLE 2"
        assert len((await listed(port)).tables) == 3
        await ann.close()
        await again.close()


async def test_a_kept_seat_finds_its_table_by_itself() -> None:
    async with serving(tables=2, seats=2) as port:
        raw = await greeted(port)
        raw.send(Join("table-2", "Ann", False, False, ""))
        token = (await wanted(raw, Seated)).token
        await raw.close()
        back = await greeted(port)
        back.send(Resume("", token, 0))
        assert (await wanted(back, Seated)).table == "table-2"
        await back.close()
        stranger = await greeted(port)
        stranger.send(Resume("", "no such token", 0))
        assert await stranger.next() == Refused("resume", TableCode.WHICH_TABLE)
        await stranger.close()


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"table": ""}, TableCode.BAD_NAME),
        ({"table": "server"}, TableCode.BAD_NAME),
        ({"table": "a\x1b[2J"}, TableCode.BAD_NAME),
        ({"table": "x" * 17}, TableCode.BAD_NAME),
        ({"preset": "nonesuch"}, TableCode.BAD_RULES),
        ({"options": {"nonesuch": 1}}, TableCode.BAD_RULES),
        ({"seats": 9}, TableCode.BAD_RULES),
        ({"name": "server", "fixed": True}, TableCode.NAME_TAKEN),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(parts: Any, code: TableCode) -> None:
    async with serving(seats=2) as port:
        raw = await greeted(port)
        raw.send(create(**parts))
        refused = await raw.next()
        assert isinstance(refused, Refused) and refused.code is code
        assert len((await listed(port)).tables) == 1
        await raw.close()


async def test_there_are_no_more_tables_than_may_be() -> None:
    async with serving(seats=2, limits=Limits(tables=2)) as port:
        ann = await greeted(port)
        ann.send(create("One"))
        await wanted(ann, Seated)
        assert not (await listed(port)).more
        bo = await greeted(port)
        bo.send(create("Two"))
        assert await bo.next() == Refused("create", TableCode.NO_MORE_TABLES)
        await ann.close()
        await bo.close()


def test_a_guests_table_ends_when_it_has_been_empty_and_makes_room() -> None:
    async def main(_: Network) -> None:
        async with serving(seats=2, limits=Limits(tables=2, empty_table=60)) as port:
            ann = await greeted(port)
            ann.send(create("One"))
            await wanted(ann, Seated)
            await asyncio.sleep(90)
            assert len((await listed(port)).tables) == 2, "somebody is there"
            ann.send(Leave())
            with suppress(ConnectionResetError):
                while await ann.next() is not None:
                    pass
            await ann.close()
            await asyncio.sleep(50)
            assert len((await listed(port)).tables) == 2, "not at once"
            await asyncio.sleep(20)
            assert [one.name for one in (await listed(port)).tables] == ["table"], "it stays"

    run(main)


def test_a_guests_table_is_not_empty_for_longer_because_the_machine_slept() -> None:
    async def main(_: Network) -> None:
        house = House(Nobody(), None, Limits(tables=2, empty_table=60))
        house.create(1, create("One"))
        (hosted,) = house._tables.values()
        house.ask(hosted, 1, Leave())
        await asyncio.sleep(50)
        house.woke(40.0)
        await asyncio.sleep(40)
        assert house.report(), "not at once"
        await asyncio.sleep(20)
        assert not house.report()

    run(main)


async def test_a_fault_at_one_table_is_its_own_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tables=2, seats=2, limits=PATIENT) as port:
        ann, bo = await at(port, "table-1", "Ann"), await at(port, "table-2", "Bo")
        clean = table_module.clean_line

        def broken(text: str, *rest: Any) -> str:
            if text == "break":
                raise RuntimeError("a fault of ours")
            return clean(text, *rest)

        monkeypatch.setattr(table_module, "clean_line", broken)
        ann.send(Chat("break"))
        assert (await wanted(ann, Bye)).code is ByeCode.INTERNAL
        bo.send(Chat("undisturbed"))
        assert (await wanted(bo, Said)).text == "undisturbed"
        assert [one.name for one in (await listed(port)).tables] == ["table-2"]
        await ann.close()
        await bo.close()


# --- what its host may do ---


def test_nobody_new_comes_to_a_locked_table() -> None:
    pair = TablePair(seats=4, host_token="secret")
    host = pair.join("Ann", host="secret")
    bo, watcher = pair.join("Bo"), pair.join("Wil", watch=True)
    assert bo.refusal(Lock(True)) == "host-only"
    host.send(Lock(True))
    assert bo.last(Lobby).locked
    assert bo.last(Note).code is NoteCode.LOCKED
    for watch in (False, True):
        assert pair.join("Cy", watch=watch).last(Refused).code is TableCode.LOCKED
    assert watcher.refusal(TakeSeat(2)) == "locked"
    pair.drop(bo)
    assert pair.resume(bo.token).seat == 1  # who has a seat comes back to it
    assert pair.table.info().locked
    host.send(Lock(False))
    assert not host.last(Lobby).locked
    assert pair.join("Cy").seat == 2


def test_locking_twice_says_nothing_new() -> None:
    pair = TablePair(seats=2)
    ann = pair.join("Ann")
    ann.send(Lock(True))
    before = len(ann.got)
    ann.send(Lock(True))
    assert len(ann.got) == before


def test_the_host_of_a_locked_table_is_let_in_and_so_is_whoever_finds_it_empty() -> None:
    pair = TablePair(seats=3, host_token="secret")
    host = pair.join("Ann", host="secret")
    host.send(Lock(True))
    host.send(Leave())
    assert pair.join("Bo").last(Refused).code is TableCode.LOCKED
    assert pair.join("Ann", host="secret").seat == 0
    free = TablePair(seats=2)
    ann = free.join("Ann")
    ann.send(Lock(True))
    ann.send(Leave())
    assert free.join("Bo").last(Seated).host


def test_the_host_gives_a_watcher_a_seat() -> None:
    pair = TablePair(seats=3, bots=("easy",))
    host, watcher = pair.join("Ann"), pair.join("Wil", watch=True)
    assert watcher.refusal(Give("Wil", 1)) == "host-only"
    assert host.refusal(Give("Nobody", 1)) == "no-such-watcher"
    assert host.refusal(Give("Wil", 0)) == "not-a-bot"
    assert host.refusal(Give("Wil", 7)) == "no-such-seat"
    host.send(Lock(True))
    host.send(Give("Wil", 1))
    assert watcher.seat == 1
    assert host.last(Note).detail["who"] == "Wil"
    assert host.refusal(Give("Wil", 2)) == "no-such-watcher"


def test_the_host_gives_a_bots_hand_to_a_watcher() -> None:
    pair = TablePair(seats=2, bots=("easy",))
    host = pair.join("Ann")
    host.send(Start())
    watcher = pair.join("Wil", watch=True)
    assert watcher.last(Update).view.game.hand == ()
    host.send(Give("Wil", 1))
    assert watcher.seat == 1
    assert watcher.last(Update).view.game.hand
    assert watcher.act("nonsense").code is not TableCode.NOT_SEATED  # type: ignore[union-attr]


# --- the client ---


async def test_a_client_that_names_no_table_is_told_which_there_are(tmp_path: Path) -> None:
    async with serving(tables=2, seats=2) as port:
        with pytest.raises(WhichTable) as caught:
            await connect(port, "Ann", state_dir=tmp_path)
        which = caught.value
        assert which.code == "which-table"
        assert [one.name for one in which.tables.tables] == ["table-1", "table-2"]
        with pytest.raises(WhichTable):
            await which.again("", None)
        ann = await which.again("table-2", None)
        assert (await until(ann, kind(Lobby))).table == "table-2"
        bo = await connect(port, "Bo", create=create("Mine", name=""), state_dir=tmp_path)
        lobby = await until(bo, kind(Lobby))
        assert (lobby.table, lobby.seats[0].name, bo.host) == ("Mine", "Bo", True)
        await ann.close()
        await bo.close()


async def test_a_seat_kept_at_one_table_is_left_alone_by_who_wants_another(tmp_path: Path) -> None:
    async with serving(tables=2, seats=2) as port:
        ann = await connect(port, "Ann", table="table-1", state_dir=tmp_path)
        await until(ann, kind(Seated))
        token = ann.token
        await ann.close()
        other = await connect(port, "Ann", table="table-2", state_dir=tmp_path)
        assert (await until(other, kind(Lobby))).table == "table-2"
        back = await connect(port, "Ann", state_dir=tmp_path)
        assert (await until(back, kind(Lobby))).table == "table-1"
        assert back.token != token and back.seat == 0
        await other.close()
        await back.close()


async def test_a_lost_connection_comes_back_to_its_own_table() -> None:
    async with serving(tables=2, seats=2) as port:
        for watch in (False, True):
            ann = await connect(port, "Ann", table="table-2", watch=watch)
            await until(ann, kind(Lobby))
            assert ann._link is not None
            ann._link._writer.transport.abort()
            await until(ann, kind(Reconnected))
            assert (await until(ann, kind(Lobby))).table == "table-2"
            await ann.close()
