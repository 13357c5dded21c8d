"""Coming back: what is kept while the line is down, on disk, and by whom."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from netcore.client.seatfile import left_seats
from netcore.client.shell import Client, Closed, ConnectFailed, Reconnected, Reconnecting
from netcore.wire.messages import (
    PROTOCOL,
    Chat,
    Hello,
    Leave,
    Lobby,
    Lock,
    Note,
    NoteCode,
    Ping,
    Pong,
    Refused,
    Resume,
    Said,
    Seated,
    TableCode,
)
from tests.netcore.served import WAIT, Raw, connect, kind, note, serving, until


async def cut(client: Client) -> None:
    """Cut the line, and wait until the client has noticed."""
    assert client._link is not None
    client._link._writer.transport.abort()
    await until(client, kind(Reconnecting))


async def test_leaving_while_the_line_is_down_is_done_once_it_is_back() -> None:
    async with serving(seats=2) as port:
        ann, bo = await connect(port, "Ann"), await connect(port, "Bo")
        await cut(bo)
        assert bo.send(Leave()) is False
        assert not bo._leaving  # a line that is cut once more is no good-bye
        assert (await until(bo, kind(Closed))).code == "left"
        await until(ann, lambda e: isinstance(e, Note) and e.code is NoteCode.LEFT)
        await ann.close()


async def test_what_is_said_while_the_line_is_down_is_known_not_to_be_sent() -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        assert ann._link is not None
        ann._link._writer.transport.abort()
        assert ann.send(Chat("lost")) is False  # before anybody has noticed
        await until(ann, kind(Reconnected))
        assert ann.send(Chat("heard")) is True
        assert (await until(ann, kind(Said))).text == "heard"
        await ann.close()


async def test_a_watcher_comes_back_too() -> None:
    async with serving(seats=2) as port:
        ann, zed = await connect(port, "Ann"), await connect(port, "Zed", watch=True)
        await cut(zed)
        await until(zed, kind(Reconnected))
        seated = await until(zed, kind(Seated))
        assert seated.seat is None
        zed.send(Chat("back"))
        assert (await until(ann, kind(Said))).text == "back"
        await ann.close()
        await zed.close()


async def test_a_watcher_comes_back_to_a_locked_table_too() -> None:
    async with serving(seats=2, host_token="secret") as port:
        ann = await connect(port, "Ann", host_token="secret")
        zed = await connect(port, "Zed", watch=True)
        ann.send(Lock(True))
        await until(ann, lambda event: isinstance(event, Lobby) and event.locked)
        await cut(zed)
        dropped = await until(ann, note(NoteCode.DROPPED))
        assert dropped.detail == {"who": "Zed"}
        await until(zed, kind(Reconnected))
        assert (await until(zed, kind(Seated))).name == "Zed"
        await until(ann, note(NoteCode.BACK))
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "New", watch=True)
        assert caught.value.code == "locked"
        await zed.close()  # on purpose: that keeps no place
        await until(ann, note(NoteCode.LEFT))
        await ann.close()


@pytest.mark.parametrize("locked", [True, False])
async def test_a_watcher_who_is_away_for_long_comes_like_a_new_one(locked: bool) -> None:
    async with serving(seats=2, grace=0, host_token="secret") as port:
        ann = await connect(port, "Ann", host_token="secret")
        zed = await connect(port, "Zed", watch=True)
        ann.send(Lock(locked))
        await cut(zed)
        await until(ann, note(NoteCode.LEFT))
        if locked:
            assert (await until(zed, kind(Closed))).code == "locked"
        else:
            await until(ann, note(NoteCode.WATCHING))
            zed.send(Chat("back"))
            assert (await until(ann, kind(Said))).text == "back"
            await zed.close()
        await ann.close()


@pytest.mark.parametrize("first", [Ping(1), Pong(1)])
async def test_the_token_before_ends_with_the_first_frame_of_any_kind(
    first: Ping | Pong,
) -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        old = ann.token
        await ann.close()
        again = await Raw.open(port)
        again.send(Hello(PROTOCOL, "raw"))
        again.send(Resume("", old, 0))
        while not isinstance(await again.next(), Lobby):
            pass
        again.send(first)
        again.send(Ping(2))
        while await again.next() != Pong(2):
            pass
        thief = await Raw.open(port)
        thief.send(Hello(PROTOCOL, "raw"))
        thief.send(Resume("", old, 0))
        await thief.next()
        assert await thief.next() == Refused("resume", TableCode.BAD_TOKEN)
        await thief.close()
        await again.close()


async def test_a_host_comes_back_as_host_by_any_name_of_this_machine(tmp_path: Path) -> None:
    async with serving(seats=2, host_token="secret") as port:
        host = await connect(port, "Ann", host_token="secret", state_dir=tmp_path)
        assert host.host
        await host.close()
        again = await Client.connect("localhost", port, name="Zed", state_dir=tmp_path)
        assert (again.host, again.seat, again.name) == (True, 0, "Ann")
        await again.close()


async def test_a_host_whose_seat_is_lost_is_still_the_host(tmp_path: Path) -> None:
    async with serving(seats=2, host_token="secret", grace=0) as port:
        ann = await connect(port, "Ann", host_token="secret", state_dir=tmp_path)
        bo = await connect(port, "Bo")
        await ann.close()
        await until(bo, lambda e: isinstance(e, Lobby) and e.seats[0].kind == "open")
        again = await connect(port, "Ann", state_dir=tmp_path)
        assert again.host and again.seat == 0
        await again.close()
        await bo.close()


async def test_nothing_is_kept_of_a_seat_that_was_given_up(tmp_path: Path) -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann", state_dir=tmp_path)
        assert len(list(tmp_path.iterdir())) == 1
        ann.send(Leave())
        await until(ann, kind(Closed))
        assert list(tmp_path.iterdir()) == []


async def test_an_address_that_is_none_is_said_to_be_none() -> None:
    with pytest.raises(ConnectFailed) as caught:
        async with asyncio.timeout(WAIT):
            await Client.connect("a..b", 1, name="Ann")
    assert caught.value.code == "unreachable"


async def test_who_wants_the_own_seat_alone_gets_no_other_and_forgets_a_lost_one(
    tmp_path: Path,
) -> None:
    async with serving(seats=3, grace=0) as port:
        ann, bo = await connect(port, "Ann"), await connect(port, "Bo", state_dir=tmp_path)
        assert left_seats(tmp_path) == [], "he sits on it"
        await bo.close()
        await until(ann, lambda e: isinstance(e, Lobby) and e.seats[1].kind == "open")
        ((_, kept, _),) = left_seats(tmp_path)
        assert kept is not None and (kept.name, kept.host, kept.port) == ("Bo", "127.0.0.1", port)
        for _ in range(2):  # refused by the server, then by what is kept
            with pytest.raises(ConnectFailed) as caught:
                await connect(port, "Bo", state_dir=tmp_path, resume="only")
            assert caught.value.code == "bad-token" and left_seats(tmp_path) == []
        assert list(tmp_path.iterdir()) == []
        ann.send(Chat("alone"))
        await until(ann, kind(Said))
        assert ann.lobby is not None and ann.lobby.seats[1].kind == "open", "nobody came"
        await ann.close()


async def test_of_a_table_that_has_closed_no_seat_is_kept(tmp_path: Path) -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann", state_dir=tmp_path)
        await ann.close()
        ann = await connect(port, "Ann", state_dir=tmp_path, resume="only")
        assert ann.seat == 0
    assert (await until(ann, kind(Closed))).code == "shutdown"
    assert list(tmp_path.iterdir()) == []
