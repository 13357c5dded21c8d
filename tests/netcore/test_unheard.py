"""Somebody is taken in and never hears of it: the line dies before Seated has arrived."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from netcore.client.shell import Client, ConnectFailed
from netcore.table.options import TableOptions
from netcore.table.resumed import table_of
from netcore.table.standing import Standing
from netcore.wire.messages import (
    PROTOCOL,
    Bye,
    ByeCode,
    Create,
    Hello,
    Join,
    Lobby,
    Note,
    NoteCode,
    Refused,
    Resume,
    Seated,
    TableCode,
    Welcome,
)
from tests.netcore.journalpair import JournalPair
from tests.netcore.proxy import Line, Proxy, before
from tests.netcore.served import PATIENT, WAIT, Raw, connect, kind, serving, until
from tests.netcore.tablepair import TablePair

OWN = "a token of the joiner's own"


async def welcomed(port: int, *, more: int = 0) -> int:
    """Return how many bytes have come down a line before anybody is let in."""
    async with before(port) as proxy:
        raw = await Raw.open(proxy.port)
        raw.send(Hello(PROTOCOL, "cardtui"))
        assert isinstance(await raw.next(), Welcome)
        carried = proxy.lines[0].carried[1]
        await raw.close()
    return carried + more


async def names(host: Client) -> list[str]:
    """Return who sits where once the newest has come."""
    lobby = host.lobby
    while lobby is None or lobby.seats[1].kind == "open":
        lobby = await until(host, kind(Lobby))
    return [seat.name for seat in lobby.seats]


def die(proxy: Proxy, at: int, times: int) -> None:
    """Let the next lines die as the first byte comes that says who is let in."""
    proxy.fates.extend(Line(down=at) for _ in range(times))


async def test_a_client_asks_for_its_seat_once_more() -> None:
    async with serving(seats=3, limits=PATIENT) as port:
        ann = await connect(port, "Ann")
        at = await welcomed(port)
        async with before(port) as proxy:
            die(proxy, at, 1)
            bo = await connect(proxy.port, "Bo", fixed_name=True)
            assert (bo.seat, bo.name) == (1, "Bo")
            assert len(proxy.lines) == 2
            assert await names(ann) == ["Ann", "Bo", ""]
            await bo.close()
        await ann.close()


async def test_a_program_started_again_takes_the_same_seat(tmp_path: Path) -> None:
    async with serving(seats=3, limits=PATIENT) as port:
        ann = await connect(port, "Ann")
        at = await welcomed(port)
        async with before(port) as proxy:
            die(proxy, at, 2)
            with pytest.raises(ConnectFailed) as caught:
                await connect(proxy.port, "Bo", fixed_name=True, state_dir=tmp_path)
            assert caught.value.code == "lost"
            with pytest.raises(ConnectFailed) as caught:
                await connect(proxy.port, "Bo", state_dir=tmp_path, resume="ask")
            assert (caught.value.code, caught.value.detail) == ("seat-kept", {"name": "Bo"})
            bo = await connect(proxy.port, "Bo", fixed_name=True, state_dir=tmp_path)
            assert (bo.seat, bo.name) == (1, "Bo")
            assert await names(ann) == ["Ann", "Bo", ""]
            await bo.close()
        await ann.close()


async def test_who_opens_a_table_unheard_is_its_host() -> None:
    async with serving(seats=2, limits=PATIENT) as port:
        at = await welcomed(port)
        async with before(port) as proxy:
            die(proxy, at, 1)
            wanted = Create("mine", "", False, "uno", "official", {}, 3)
            bo = await connect(proxy.port, "Bo", create=wanted)
            assert (bo.seat, bo.host) == (0, True)
            lobby = await until(bo, kind(Lobby))
            assert (lobby.table, [seat.name for seat in lobby.seats]) == ("mine", ["Bo", "", ""])
            await bo.close()


async def test_of_a_seat_that_was_refused_nothing_is_kept(tmp_path: Path) -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann", state_dir=tmp_path)
        kept = sorted(tmp_path.iterdir())
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Ann", fixed_name=True, state_dir=tmp_path)
        assert caught.value.code == "name-taken"
        assert sorted(tmp_path.iterdir()) == kept
        await ann.close()


async def test_nor_of_one_that_was_refused_when_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat was given unheard and given up since, and the table is full by now."""
    monkeypatch.setattr("netcore.client.entrance.HANDSHAKE", WAIT)
    async with serving(seats=2, grace=0, limits=replace(PATIENT, handshake=20)) as port:
        ann = await connect(port, "Ann")
        at = await welcomed(port)
        async with before(port) as proxy:
            die(proxy, at, 1)
            waits = Line(stalled=True)
            proxy.fates.append(waits)
            joining = asyncio.create_task(connect(proxy.port, "Bo", state_dir=tmp_path))
            await until(ann, lambda e: isinstance(e, Note) and e.code is NoteCode.LEFT)
            cy = await connect(port, "Cy")
            waits.stalled = False
            with pytest.raises(ConnectFailed) as caught:
                await joining
            assert caught.value.code == "table-full"
            assert list(tmp_path.iterdir()) == []
            await cy.close()
        await ann.close()


async def test_a_silent_line_does_not_keep_the_seat_from_its_owner() -> None:
    async with serving(seats=2) as port:
        first, second = await Raw.open(port), await Raw.open(port)
        for raw in (first, second):
            raw.send(Hello(PROTOCOL, "test"))
            assert isinstance(await raw.next(), Welcome)
        first.send(Join("", "Bo", True, False, "", OWN))
        lost = await first.next()
        second.send(Resume("", OWN, 0))
        found = await second.next()
        assert isinstance(lost, Seated) and found == lost
        while not isinstance(last := await first.next(), Bye):
            assert last is not None
        assert last.code is ByeCode.REPLACED
        await first.close()
        await second.close()


def test_the_own_token_is_good_until_the_seats_has_arrived() -> None:
    pair = TablePair(seats=2)
    guest = pair.connect()
    pair.enter(guest, Join("", "Bo", True, False, "", OWN))
    again = pair.resume(OWN)
    assert again.token == guest.token
    pair.take(pair.table.alive(again.conn, pair.now))
    assert pair.resume(OWN).last(Refused).code is TableCode.BAD_TOKEN
    assert pair.resume(again.token).seat == 0


def test_nobody_without_a_token_of_the_own_is_brought_back_by_none() -> None:
    pair = TablePair(seats=2)
    pair.join("Bo")
    assert pair.resume("").last(Refused).code is TableCode.BAD_TOKEN


def test_a_crash_does_not_lose_the_seat_either() -> None:
    pair = JournalPair(seats=2)
    guest = pair.connect()
    pair.enter(guest, Join("", "Bo", True, False, "", OWN))
    assert OWN.encode() not in b"".join(pair.records)
    after = TablePair()
    after.table = table_of(Standing.of(pair.records), TableOptions(), 5.0, Random(1))
    assert after.resume(OWN).last(Seated).name == "Bo"
