"""The limits over real sockets: who is let in, and who is too fast."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from netcore.client import entrance
from netcore.client.seatfile import Kept, open_seat_file
from netcore.client.shell import Closed, ConnectFailed
from netcore.server import admission
from netcore.transport.certificate import own_identity
from netcore.wire.limits import DEFAULT, Limits, Pace
from netcore.wire.messages import (
    PROTOCOL,
    Act,
    Bye,
    ByeCode,
    Chat,
    Hello,
    Join,
    Lobby,
    Nak,
    Note,
    Ping,
    Pong,
    Refused,
    Resume,
    Said,
    Seated,
    Start,
    TableCode,
    Update,
    Welcome,
)
from tests.netcore.served import PATIENT, WAIT, Raw, connect, kind, serving, until
from tests.netcore.virtual import virtually


async def greeted(port: int) -> Raw:
    raw = await Raw.open(port)
    raw.send(Hello(PROTOCOL, "raw"))
    assert isinstance(await raw.next(), Welcome)
    return raw


async def joined(port: int, name: str, table: str = "") -> tuple[Raw, Seated]:
    raw = await greeted(port)
    raw.send(Join(table, name, False, False, ""))
    while not isinstance(seated := await raw.next(), Seated):
        assert not isinstance(seated, Bye | None)
    return raw, seated


async def test_the_oldest_stranger_makes_room_for_the_newest() -> None:
    async with serving(limits=Limits(strangers=3)) as port:
        ann = await connect(port, "Ann")
        strangers = [await greeted(port) for _ in range(3)]
        late = await greeted(port)
        assert await strangers[0].next() == Bye(ByeCode.SERVER_FULL)
        assert await strangers[0].next() is None
        for raw in (*strangers[1:], late):
            raw.send(Ping(1))
            assert await raw.next() == Pong(1)
        ann.send(Chat("undisturbed"))
        assert (await until(ann, kind(Said))).text == "undisturbed"
        for raw in (*strangers, late):
            await raw.close()
        await ann.close()


async def test_those_who_say_nothing_go_before_those_who_do() -> None:
    async with serving(seats=2, limits=Limits(strangers=4)) as port:
        polite = await greeted(port)
        silent = [await Raw.open(port) for _ in range(12)]
        for raw in silent[:-4]:
            assert await raw.next() == Bye(ByeCode.SERVER_FULL)
        polite.send(Join("", "Bo", True, False, ""))
        assert isinstance(await polite.next(), Seated)
        for raw in (polite, *silent):
            await raw.close()


async def test_who_comes_far_enough_is_let_in_through_a_flood(tmp_path: Path) -> None:
    """A client under TLS, with a code, while others come and say nothing."""
    limits = Limits(strangers=6, entries=Pace(1000, 1, 1000))
    options = {"code": "7KQ2-M9XW", "certificate": tmp_path, "limits": limits}
    async with serving(seats=2, **options) as port:
        flood = asyncio.create_task(_flood(port))
        while True:  # the first moments of a newcomer are no safer than anybody's
            try:
                ann = await connect(port, "Ann", tls=True, code="7KQ2-M9XW")
            except ConnectFailed:
                assert not flood.done()
            else:
                break
        assert ann.seat == 0
        flood.cancel()
        await asyncio.gather(flood, return_exceptions=True)
        await ann.close()


async def _flood(port: int) -> None:
    """Come again and again, as fast as others get their turn, and say nothing."""
    came: list[Raw] = []
    try:
        while True:
            came.append(await Raw.open(port))
            if len(came) > 12:
                await came.pop(0).close()
            await asyncio.sleep(0.005)
    finally:
        for raw in came:
            await raw.close()


async def test_a_full_server_still_takes_those_who_come_back() -> None:
    async with serving(seats=3, limits=Limits(connections=2, kept=1)) as port:
        bo, seated = await joined(port, "Bo")
        ann = await connect(port, "Ann")
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Cy")
        assert caught.value.code == "server-full"
        await bo.close()
        await until(ann, lambda e: isinstance(e, Lobby) and e.seats[0].away)
        with pytest.raises(ConnectFailed):  # the place is kept
            await connect(port, "Cy")
        back = await greeted(port)
        back.send(Resume("", seated.token, 0))
        assert isinstance(await back.next(), Seated)
        await back.close()
        await ann.close()


@virtually
async def test_who_sends_too_fast_is_told_so_and_then_left() -> None:
    async with serving(seats=2) as port:
        ann, (flo, _) = await connect(port, "Ann"), await joined(port, "Flo")
        for number in range(60):
            flo.send(Act(number.to_bytes(12, "big"), 0, "draw"))
        answers = []
        while (answer := await flo.next()) is not None:
            answers.append(answer)
        naks = [one for one in answers if isinstance(one, Nak)]
        assert [one.code for one in naks[:15]] == [TableCode.NOT_NOW] * 15
        early = [one for one in naks if one.code is TableCode.RATE]
        assert len(early) >= 20 and all(0 < int(one.detail["retry"]) <= 100 for one in early)
        assert Bye(ByeCode.FLOOD) in answers
        ann.send(Chat("undisturbed"))
        assert (await until(ann, kind(Said))).text == "undisturbed"
        await flo.close()
        await ann.close()


async def test_what_comes_too_thick_waits() -> None:
    """No more bytes are read than are allowed; none is lost."""
    slow = replace(PATIENT, bytes=Pace(4096, 1, 4096))
    async with serving(seats=2, limits=slow) as port:
        raw, _ = await joined(port, "Flo")
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for number in range(1000):
            raw.send(Ping(number))
        await raw.writer.drain()
        for number in range(1000):
            while not isinstance(pong := await raw.next(), Pong):
                assert isinstance(pong, Lobby | Note)
            assert pong == Pong(number)
        assert loop.time() - begun > 1.0  # 15 KB
        await raw.close()


@virtually
async def test_a_client_that_is_too_fast_says_so_itself_and_loses_nothing() -> None:
    async with serving(seats=2, timer=0, bots=("easy",)) as port:
        ann = await connect(port, "Ann")
        sent = [ann.send(Chat(f"line {number}")) for number in range(10)]
        assert sent == [True] * 4 + [False] * 6
        refused = await until(ann, kind(Refused))
        assert (refused.about, refused.code) == ("chat", TableCode.RATE)
        ann.send(Start())
        await until(ann, kind(Update))
        aids = [ann.act("nonsense") for _ in range(40)]
        answers = {(nak := await until(ann, kind(Nak))).aid: nak.code for _ in aids}
        assert list(answers.values()).count(TableCode.RATE) >= 20
        assert set(answers) == set(aids)
        ann.send(Chat("still here"))
        async with asyncio.timeout(WAIT):
            while not ann.send(Chat("still here")):
                await asyncio.sleep(0.1)
        assert (await until(ann, lambda e: isinstance(e, Said) and "still" in e.text)).seat == 0
        await ann.close()


@virtually
async def test_a_join_that_came_too_early_is_asked_for_again() -> None:
    limits = Limits(entries=Pace(5, 1, 1))
    async with serving(seats=2, limits=limits) as port:
        raw = await greeted(port)
        for _ in range(2):
            raw.send(Join("", "!", True, False, ""))
        assert (await raw.next()).code is TableCode.BAD_NAME  # type: ignore[union-attr]
        refused = await raw.next()
        assert isinstance(refused, Refused) and refused.code is TableCode.RATE
        await asyncio.sleep(int(refused.detail["retry"]) / 1000)
        raw.send(Join("", "Bo", True, False, ""))
        assert isinstance(await raw.next(), Seated)
        await raw.close()


async def test_the_client_waits_when_its_entry_came_too_early(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A kept seat that is gone takes two entries: coming back, then joining."""
    waited: list[float] = []
    seconds = entrance._seconds
    monkeypatch.setattr(entrance, "_seconds", lambda d: waited.append(seconds(d)) or waited[-1])
    async with serving(seats=2, limits=Limits(entries=Pace(10, 1, 1))) as port:
        file = open_seat_file(tmp_path, "127.0.0.1", port, None)
        assert file is not None
        file.keep(Kept("no such", "Ann"))
        file.close()
        client = await connect(port, "Ann", state_dir=tmp_path)
        assert len(waited) == 1 and 0 < waited[0] <= 0.1
        await client.close()


async def test_a_lines_length_is_a_limit() -> None:
    async with serving(seats=2, limits=replace(DEFAULT, chat_length=10)) as port:
        ann, (raw, _) = await connect(port, "Ann"), await joined(port, "Bo")
        raw.send(Chat("x" * 50))
        assert (await until(ann, kind(Said))).text == "x" * 10
        assert ann.send(Chat("y" * 50))
        assert (await until(ann, kind(Said))).text == "y" * 10
        await raw.close()
        await ann.close()


async def test_a_names_width_is_a_limit() -> None:
    async with serving(seats=2, limits=replace(DEFAULT, name_cells=5)) as port:
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Annabel", fixed_name=True)
        assert caught.value.code == "bad-name"
        ann = await connect(port, "Annabel")
        assert ann.name and len((await until(ann, kind(Seated))).name) <= 5
        await ann.close()
        assert (await until(ann, kind(Closed))).code == "closed"


async def test_no_more_tls_handshakes_at_once_than_may_be(tmp_path: Path) -> None:
    """Who has begun one and says nothing holds it; the next waits until that one is gone."""
    limits = Limits(handshakes=1, handshake=60)
    async with serving(seats=2, certificate=tmp_path, limits=limits) as port:
        _, silent = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(0.2)
        own = own_identity(tmp_path).hash
        joining = asyncio.create_task(connect(port, "Ann", tls=True, accepted=own))
        await asyncio.sleep(0.5)
        assert not joining.done()
        silent.close()
        async with asyncio.timeout(WAIT):
            ann = await joining
        await ann.close()


async def test_of_one_address_no_more_than_may_be_have_a_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Loopback is everybody's, so here it is made to look as if it was not."""
    monkeypatch.setattr(admission, "_source", lambda address: address)
    async with serving(seats=4, limits=Limits(per_address=2)) as port:
        ann, bo = await connect(port, "Ann"), await connect(port, "Bo")
        with pytest.raises(ConnectFailed) as caught:
            await connect(port, "Cy")
        assert caught.value.code == "too-many"
        await ann.close()
        await bo.close()
