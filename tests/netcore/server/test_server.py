"""The server over real sockets on 127.0.0.1: what only the shell does."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from engine.games import GAMES
from netcore.client import proving
from netcore.client.audit import Auditor
from netcore.client.shell import Audited, Closed, ConnectFailed, Reconnected, Reconnecting
from netcore.client.verdict import Doubt
from netcore.server.shell import ServerOptions, serve
from netcore.table import course as course_module
from netcore.table import requests as table_module
from netcore.wire.messages import (
    PROTOCOL,
    Act,
    Bye,
    ByeCode,
    Chat,
    End,
    Hello,
    Join,
    Leave,
    Lobby,
    Note,
    NoteCode,
    Refused,
    Said,
    Seated,
    Start,
    TableCode,
    Update,
    Welcome,
)
from tests.netcore.served import PATIENT, WAIT, Raw, connect, kind, serving, until
from tests.ports import free_port


async def test_two_people_meet_and_chat() -> None:
    async with serving(seats=2) as port:
        ann, bo = await connect(port, "Ann"), await connect(port, "Bo")
        assert (ann.seat, bo.seat, ann.host, bo.host) == (0, 1, True, False)
        bo.send(Chat("hi\x07"))
        assert (await until(ann, kind(Said))) == Said("Bo", 1, "hi·")
        ann.send(Start())
        assert (await until(bo, kind(Update))).view.game.seat == 1
        await ann.close()
        await bo.close()


async def test_refusals_at_the_door() -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Ann", fixed_name=True)
        assert caught.value.code == "name-taken"
        bo = await connect(port, "Ann")
        assert bo.name == "Ann 2"
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Cy")
        assert caught.value.code == "table-full"
        watcher = await connect(port, "Cy", watch=True)
        assert watcher.seat is None
        for client in (ann, bo, watcher):
            await client.close()


async def test_nobody_there_and_somebody_else_there() -> None:
    with pytest.raises(ConnectFailed) as caught:
        await connect(free_port(), "Ann")
    assert caught.value.code == "refused"

    async def ssh(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.6\r\n")
        writer.close()

    other = await asyncio.start_server(ssh, "127.0.0.1", 0)
    with pytest.raises(ConnectFailed) as caught:
        await connect(other.sockets[0].getsockname()[1], "Ann")
    assert caught.value.code == "not-cardtui"
    other.close()


async def test_another_version_is_said_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as port:
        monkeypatch.setattr("netcore.client.entrance.PROTOCOL", PROTOCOL + 1)
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Ann")
        assert caught.value.code == "version"
        assert caught.value.detail["app"] == "test"


@pytest.mark.parametrize(
    "noise",
    [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/1.1\r\n\r\n", b"\0\0\0\4abcd"],
)
async def test_noise_ends_its_connection_only(noise: bytes) -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        raw = await Raw.open(port)
        raw.writer.write(noise)
        bye = await raw.next()
        assert isinstance(bye, Bye) and bye.code is ByeCode.BAD_MESSAGE
        assert await raw.next() is None
        await raw.close()
        ann.send(Chat("still here"))
        await until(ann, kind(Said))
        await ann.close()


async def test_an_unknown_table_is_refused_and_the_door_stays_open() -> None:
    async with serving() as port:
        raw = await Raw.open(port)
        raw.send(Hello(PROTOCOL, "raw"))
        raw.send(Join("elsewhere", "Ann", False, False, ""))
        assert isinstance(await raw.next(), Welcome)
        assert await raw.next() == Refused("join", TableCode.UNKNOWN_TABLE)
        raw.send(Join("", "Ann", False, False, ""))
        assert isinstance(await raw.next(), Seated)
        await raw.close()


async def test_shutdown_is_said() -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        os.kill(os.getpid(), signal.SIGTERM)
        assert await until(ann, kind(Closed)) == Closed("shutdown", {"resume": 0})


async def test_a_lost_connection_comes_back_by_itself_and_acts_once() -> None:
    async with serving(seats=2, timer=0) as port:
        ann, bo = await connect(port, "Ann"), await connect(port, "Bo")
        ann.send(Start())
        for client in (ann, bo):
            await until(client, kind(Update))
        assert ann.view is not None
        active, other = (ann, bo) if ann.view.game.turn == 0 else (bo, ann)
        link = active._link
        assert link is not None and active.view is not None
        link._writer.transport.abort()
        # a Wild may have been turned, or a card may have to be played: any proper action will do
        active.act(next(iter(GAMES["uno"].legal(active.view.game))))
        await until(active, kind(Reconnecting))
        await until(active, kind(Reconnected))
        told = await until(other, lambda e: isinstance(e, Update) and e.n == 2)
        assert told.events
        await until(active, lambda e: isinstance(e, Update) and e.n == 2)
        other.send(Chat("done?"))
        await until(active, kind(Said))
        assert not active._unanswered
        await ann.close()
        await bo.close()


async def test_a_second_client_does_not_take_the_first_ones_seat(tmp_path: Path) -> None:
    async with serving(seats=3) as port:
        first = await connect(port, "Ann", state_dir=tmp_path)
        second = await connect(port, "Ann", state_dir=tmp_path)
        assert (first.seat, second.seat) == (0, 1)
        await first.close()
        again = await connect(port, "Ann", state_dir=tmp_path)
        assert (again.seat, again.name) == (0, "Ann")
        again.send(Leave())
        await until(again, kind(Closed))
        fresh = await connect(port, "Ann", state_dir=tmp_path)
        assert fresh.seat == 0 and fresh.token != again.token
        await second.close()
        await fresh.close()


async def test_who_can_write_nothing_down_knows_that_the_seat_is_lost(tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("")
    async with serving(seats=3) as port:
        ann = await connect(port, "Ann", state_dir=tmp_path)
        bo = await connect(port, "Bo", state_dir=no_folder)
        cy = await connect(port, "Cy", state_dir=no_folder, watch=True)
        assert (ann.unkept, bo.unkept, cy.unkept) == (False, True, False)
        for client in (ann, bo, cy):
            await client.close()


async def test_a_reader_that_stops_does_not_hold_up_the_others() -> None:
    async with serving(seats=2, timer=0, limits=PATIENT) as port:
        ann = await connect(port, "Ann")
        raw = await Raw.open(port)  # joins, and never reads
        raw.send(Hello(PROTOCOL, "raw"))
        raw.send(Join("", "Bo", False, False, ""))
        await until(ann, lambda e: isinstance(e, Lobby) and e.seats[1].name == "Bo")
        for number in range(2000):
            ann.send(Chat(f"{number} {'x' * 250}"))
            if number % 20 == 19:  # she reads what she is sent, so nothing of hers is spared
                last = f"{number} "
                await until(
                    ann, lambda e, last=last: isinstance(e, Said) and e.text.startswith(last)
                )
        await raw.close()
        await ann.close()


async def test_who_closes_the_program_steps_away_and_is_not_called_lost() -> None:
    async with serving(seats=2, timer=0) as port:
        ann = await connect(port, "Ann")
        bo = await connect(port, "Bo")
        ann.send(Start())
        await until(ann, kind(Update))
        await bo.close()
        note = await until(ann, lambda e: isinstance(e, Note) and e.code is not NoteCode.JOINED)
        assert note == Note(NoteCode.AWAY, note.detail)
        await ann.close()


async def test_a_broken_table_ends_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")

        def broken(*_: object) -> None:
            raise RuntimeError("a fault of ours")

        monkeypatch.setattr(table_module, "clean_line", broken)
        ann.send(Chat("hello"))
        assert await until(ann, kind(Closed)) == Closed("internal")


async def test_a_record_is_written_when_the_server_ends(tmp_path: Path) -> None:
    async with serving(seats=2, bots=("easy",), record=tmp_path, timer=0) as port:
        ann = await connect(port, "Ann")
        ann.send(Start())
        await until(ann, kind(Update))
        await ann.close()
    (path,) = tmp_path.iterdir()
    assert path.read_text(encoding="utf-8").startswith("cardtui = 1")


async def test_many_come_and_go_and_nothing_stays_behind() -> None:
    async with serving(seats=2) as port:
        before = len(asyncio.all_tasks())
        for number in range(60):
            raw = await Raw.open(port)
            if number % 3:
                raw.send(Hello(PROTOCOL, "raw"))
            if number % 3 == 2:
                raw.send(Join("", "Ann", False, False, ""))
                raw.send(Act(b"x" * 12, 0, "draw"))
                raw.send(Leave())
            raw.writer.transport.abort() if number % 2 else await raw.close()
        async with asyncio.timeout(WAIT):
            while len(asyncio.all_tasks()) > before:
                await asyncio.sleep(0.01)


async def test_a_port_in_use_and_impossible_rules() -> None:
    async with serving() as port:
        with pytest.raises(OSError):
            await serve(ServerOptions(port=port), lambda _: None)


async def test_a_table_that_breaks_the_proof_is_not_verified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(proving, "judge", broken)
    async with serving(seats=2, bots=("easy",), timer=0) as port:
        ann = await connect(port, "Ann")
        ann.send(Start())
        await until(ann, kind(Update))
        ann.send(End())
        audited = await until(ann, kind(Audited))
        assert (audited.verdict, audited.doubt) == ("unverifiable", Doubt.FAULT)
        await ann.close()


async def test_a_table_that_ends_without_a_proof_is_not_verified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(course_module, "revealed", lambda *_: iter(()))
    async with serving(seats=2, bots=("easy",), timer=0) as port:
        ann = await connect(port, "Ann")
        ann.send(Start())
        await until(ann, kind(Update))
    audited = await until(ann, kind(Audited, Closed))
    assert isinstance(audited, Audited) and audited.doubt is Doubt.WITHHELD
    await ann.close()


async def test_the_auditor_knows_of_each_new_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    arrived: list[bool] = []
    monkeypatch.setattr(Auditor, "arrive", lambda _: arrived.append(True))
    async with serving(seats=2) as port:
        ann = await connect(port, "Ann")
        assert arrived == [] and ann._link is not None
        ann._link.cut()
        await until(ann, kind(Reconnected))
        assert len(arrived) == 1
        await ann.close()
