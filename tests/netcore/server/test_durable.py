"""Nothing is said before it is durable; where nothing can be written, nothing goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from netcore.client.shell import Audited, Client, ConnectFailed, Reconnecting
from netcore.journal import keeper
from netcore.journal.entries import Acted, Opened, Served, decode
from netcore.journal.keeping import Keeping
from netcore.journal.store import Append, MemoryStore, Opening, StoreError, Unwritable
from netcore.server import house as house_module
from netcore.server.house import Hosted, House, Kept
from netcore.server.shell import ServerFailed
from netcore.table.options import TableOptions
from netcore.table.outs import Out
from netcore.table.requests import Table
from netcore.table.roster import Conn
from netcore.wire.limits import Meter
from netcore.wire.messages import (
    Ack,
    Act,
    AddBot,
    Bye,
    ByeCode,
    Chat,
    End,
    Join,
    Lobby,
    Lock,
    Nak,
    Note,
    NoteCode,
    Refused,
    RemoveBot,
    Said,
    Seated,
    ServerMessage,
    Start,
    TableCode,
    Update,
)
from tests.netcore.served import PATIENT, WAIT, Running, kind, note, running, until
from tests.netcore.tablepair import TablePair


class Balky(MemoryStore):
    """A store that waits, or fails, on demand."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go = Event()
        self.may_go.set()
        self.full = False
        self.commits: list[int] = []

    def commit(self, appends: Sequence[Append]) -> list[StoreError | None]:
        assert self.may_go.wait(WAIT)
        if self.full:
            raise Unwritable("database or disk is full", "full")
        self.commits.append(len(appends))
        return super().commit(appends)

    def entries(self, table: str | None = None) -> list[Any]:
        return [decode(record) for record in self.load(table or self.tables()[0].id)]


@asynccontextmanager
async def serving(store: MemoryStore, **options: Any) -> AsyncIterator[Running]:
    kept = {"kept": Kept(store, "host"), "seats": 2, "timer": 0}
    async with running(**{**kept, **options}) as server:
        try:
            yield server
        finally:
            if isinstance(store, Balky):
                store.may_go.set()


async def connect(server: Running, name: str) -> Client:
    return await Client.connect("127.0.0.1", server.port, name=name)


async def two_playing(server: Running) -> tuple[Client, Client]:
    """Return who is on turn, and the other."""
    ann, bob = await connect(server, "Ann"), await connect(server, "Bob")
    ann.send(Start())
    await until(ann, kind(Update))
    await until(bob, kind(Update))
    assert ann.view is not None
    return (ann, bob) if ann.view.game.turn == ann.seat else (bob, ann)


def a_move(client: Client) -> object:
    from engine.games import GAMES

    assert client.view is not None
    return GAMES["uno"].default(client.view.game)


async def quiet(client: Client, wanted: Callable[[Any], bool]) -> None:
    """See that nothing of the kind comes while others are answered."""
    with suppress(TimeoutError):
        async with asyncio.timeout(0.3):
            async for event in client:
                assert not wanted(event), event


async def test_nobody_hears_of_what_is_not_durable() -> None:
    store = Balky()
    async with serving(store) as server:
        mover, other = await two_playing(server)
        store.may_go.clear()
        mover.act(a_move(mover))
        await quiet(mover, kind(Ack, Update))
        await quiet(other, kind(Ack, Update))
        # The event loop is free meanwhile: a stranger is greeted.
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        async with asyncio.timeout(WAIT):
            await reader.read()
        writer.close()
        assert not any(isinstance(entry, Acted) for entry in store.entries())
        store.may_go.set()
        await until(mover, kind(Ack))
        await until(other, kind(Update))
        assert any(isinstance(entry, Acted) for entry in store.entries())
        await mover.close()
        await other.close()


async def test_what_comes_later_waits_behind_it() -> None:
    """A text has no entry; still it does not overtake the move before it."""
    store = Balky()
    async with serving(store) as server:
        mover, other = await two_playing(server)
        store.may_go.clear()
        mover.act(a_move(mover))
        mover.send(Chat("after my move"))
        await quiet(other, kind(Said, Update))
        store.may_go.set()
        first = await until(other, kind(Said, Update))
        assert isinstance(first, Update)
        assert (await until(other, kind(Said))).text == "after my move"
        await mover.close()
        await other.close()


async def test_nobody_is_let_in_before_that_is_durable() -> None:
    store = Balky()
    async with serving(store) as server:
        ann = await connect(server, "Ann")
        await until(ann, note(NoteCode.JOINED))
        store.may_go.clear()
        late = asyncio.create_task(connect(server, "Bob"))
        await quiet(ann, kind(Note))
        assert not late.done()
        store.may_go.set()
        bob = await late
        assert bob.seat == 1
        await ann.close()
        await bob.close()


async def test_who_is_gone_before_being_let_in_leaves_no_ghost() -> None:
    store = Balky()
    async with serving(store) as server:
        ann = await connect(server, "Ann")
        await until(ann, note(NoteCode.JOINED))
        store.may_go.clear()
        late = asyncio.create_task(connect(server, "Bob"))
        await quiet(ann, kind(Note))
        late.cancel()
        with suppress(asyncio.CancelledError):
            await late
        await quiet(ann, kind(Note))
        store.may_go.set()
        lobby = await until(
            ann,
            lambda one: (
                isinstance(one, Lobby) and one.seats[1].kind == "human" and one.seats[1].away
            ),
        )
        assert lobby.seats[1].name == "Bob"
        await ann.close()


async def test_what_comes_together_is_written_together() -> None:
    store = Balky()
    async with serving(store) as server:
        ann = await connect(server, "Ann")
        await until(ann, note(NoteCode.JOINED))
        store.commits.clear()
        store.may_go.clear()
        for _ in range(4):
            ann.send(AddBot("easy"))
            ann.send(RemoveBot(1))
        ann.send(Chat("done"))
        await quiet(ann, kind(Note, Lobby, Said))
        store.may_go.set()
        await until(ann, kind(Said))
        assert sum(store.commits) == 8 and len(store.commits) <= 2
        await ann.close()


async def test_what_comes_soon_after_a_commit_shares_the_next(monkeypatch: Any) -> None:
    soon_over = Event()

    def nap(seconds: float) -> None:
        assert seconds <= 0.0 or soon_over.wait(WAIT)

    monkeypatch.setattr(keeper, "sleep", nap)
    monkeypatch.setattr(keeper, "GATHER", 1000.0)
    store = Balky()
    writer = keeper.Keeper(store, lambda _why: None)
    opening = Opening("host", "house", "uno", "official", 1, 1)
    writer.put(Append("a", 1, 0, (b"1",), 1, opening=opening), lambda _error: None)
    assert await writer.settle(WAIT), "the first waits for nothing"
    for count in (1, 2, 3):
        writer.put(Append("a", 1, count, (b"more",), 1), lambda _error: None)
        await asyncio.sleep(0.01)
    assert store.commits == [1]
    soon_over.set()
    assert await writer.settle(WAIT)
    assert store.commits == [1, 3]
    await writer.close(WAIT)


async def test_a_full_disk_stops_the_table_and_says_so(monkeypatch: Any) -> None:
    monkeypatch.setattr(keeper, "RETRY", 0.05)
    store = Balky()
    async with serving(store, timer=2) as server:
        mover, other = await two_playing(server)
        turn = mover.view.game.turn if mover.view else None
        store.full = True
        mover.act(a_move(mover))
        for client in (mover, other):
            told = await until(client, note(NoteCode.STORAGE))
            assert isinstance(told, Note) and told.detail == {"trouble": "full"}
            assert (await until(client, kind(Lobby))).paused
        other.send(Act(b"x" * 12, other.n, "draw"))
        nak = await until(other, kind(Nak, Ack, Update))
        assert isinstance(nak, Nak) and nak.code is TableCode.STORAGE
        other.send(Chat("hello?"))
        refused = await until(other, kind(Refused, Said))
        assert isinstance(refused, Refused) and refused.code is TableCode.STORAGE
        try:
            await connect(server, "Cem")
        except ConnectFailed as failed:
            assert failed.code == "storage"
        else:
            raise AssertionError("nobody is let in now")
        await asyncio.sleep(2.5)  # longer than a turn: time stands still
        store.full = False
        await until(mover, note(NoteCode.STORED))
        assert not (await until(mover, kind(Lobby))).paused
        update = await until(other, kind(Update))
        assert update.n == mover.n + 1 or update.n == other.n
        acted = [entry for entry in store.entries() if isinstance(entry, Acted)]
        assert [entry.seat for entry in acted] == [turn]
        await mover.close()
        await other.close()


async def test_bots_stand_still_too(monkeypatch: Any) -> None:
    monkeypatch.setattr(keeper, "RETRY", 0.05)
    store = Balky()
    async with serving(store, seats=3, bots=("normal",) * 2, bot_pace=0.02, grace=0) as server:
        ann = await connect(server, "Ann")
        ann.send(Start())
        await until(ann, kind(Update))
        store.full = True
        other = await connect_refused(server)
        assert other in ("storage", "game-running", "")
        before = store.tables()[0].count
        await asyncio.sleep(0.5)
        assert store.tables()[0].count == before
        store.full = False
        async with asyncio.timeout(WAIT):
            while ann.view is None or ann.view.game.turn != ann.seat:
                await until(ann, kind(Update, Lobby))
        await ann.close()


async def connect_refused(server: Running) -> str:
    try:
        client = await connect(server, "Late")
    except ConnectFailed as failed:
        return failed.code
    await client.close()
    return ""


async def test_who_has_lost_the_table_says_so_and_ends() -> None:
    store = Balky()
    async with serving(store) as server:
        mover, other = await two_playing(server)
        store.claim(store.tables()[0].id)
        mover.act(a_move(mover))
        for client in (mover, other):
            closed = None
            async with asyncio.timeout(WAIT):
                async for event in client:
                    assert not isinstance(event, Ack | Update)
                    closed = event
            assert closed is not None and closed.code == "taken-over"
        async with asyncio.timeout(WAIT):
            with suppress(ServerFailed):
                await server.task
    assert not any(isinstance(entry, Acted) for entry in store.entries())


async def test_a_record_that_breaks_is_no_end_of_the_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_folder: object, _record: object, _instead: object) -> None:
        raise RuntimeError("our own fault")

    monkeypatch.setattr(house_module, "write_record", broken)
    async with serving(Balky(), record=tmp_path) as server:
        mover, other = await two_playing(server)
        host = mover if mover.host else other
        host.send(End())
        lobby = await until(other, lambda one: isinstance(one, Lobby) and one.phase == "lobby")
        assert lobby.phase == "lobby"
        other.send(Chat("still here"))
        host.send(AddBot("easy"))
        host.send(Lock(True))  # an entry, written after the record broke
        await until(other, lambda one: isinstance(one, Lobby) and one.locked)
        await mover.close()
        await other.close()


async def test_an_entry_that_breaks_the_writing_ends_its_table_alone() -> None:
    class Picky(Balky):
        """Breaks, in a way nobody expects, on what is written of one table."""

        poisoned = ""

        def commit(self, appends: Sequence[Append]) -> list[StoreError | None]:
            if any(one.table == self.poisoned and one.opening is None for one in appends):
                raise OverflowError("too large")
            return super().commit(appends)

    store, told = Picky(), dict[str, StoreError | None]()
    writer = keeper.Keeper(store, lambda _why: None)
    store.poisoned = "b"
    store.may_go.clear()
    opening = Opening("host", "house", "uno", "official", 1, 1)
    for table in ("x", "a", "b", "c"):
        new = Append(table, 1, 0, (b"1",), 1, opening=opening)
        writer.put(new, lambda _error: None)
        more = Append(table, 1, 1, (b"2",), 1)
        writer.put(more, lambda error, table=table: told.update({table: error}))
    store.may_go.set()
    assert await writer.settle(WAIT)
    assert {table: type(error) for table, error in told.items()} == {
        "x": type(None), "a": type(None), "b": StoreError, "c": type(None),
    }  # fmt: skip
    assert store.load("c") == (b"1", b"2")
    await writer.close(WAIT)


async def test_an_act_done_before_the_disk_was_full_is_never_refused(monkeypatch: Any) -> None:
    """Its answer is on the way, and comes when it is durable, over whichever connection."""
    monkeypatch.setattr(keeper, "RETRY", 0.05)
    store = Balky()
    async with serving(store) as server:
        mover, other = await two_playing(server)
        act = Act(b"a" * 12, mover.n, str(a_move(mover)))
        answer = Ack(act.aid, mover.n + 1)
        store.full = True
        mover.send(act)
        await until(mover, note(NoteCode.STORAGE))
        mover.send(act)
        mover.send(Act(b"b" * 12, mover.n, "draw"))
        nak = await until(mover, kind(Ack, Nak))
        assert isinstance(nak, Nak) and nak.aid == b"b" * 12
        store.full = False
        for _ in range(2):
            assert await until(mover, kind(Ack, Nak)) == answer
        await mover.close()
        await other.close()


async def test_the_end_says_whether_it_is_worth_while_to_come_back() -> None:
    """Only where a match runs; what is broken off for good is in the results of the evening."""
    for playing, for_good, resume in (
        (False, False, 0),
        (True, False, 1),
        (True, True, 0),
    ):
        store = Balky()
        async with serving(store) as server:
            if playing:
                clients = await two_playing(server)
            else:
                clients = await connect(server, "Ann"), await connect(server, "Bob")
            stopping = asyncio.create_task(server.stop(for_good=for_good))
            bye = await until(clients[0], kind(Bye))
            assert bye.detail == {"resume": resume}
            for client in clients:
                await client.close()
            await stopping
        assert store.tables()[0].state == ("deal" if resume else "closed")


async def test_what_is_in_the_store_of_a_table() -> None:
    store = Balky()
    async with serving(store) as server:
        ann = await connect(server, "Ann")
        await ann.close()
    [row] = store.tables()
    entries = store.entries()
    assert isinstance(entries[0], Opened)
    assert [entry.port for entry in entries if isinstance(entry, Served)] == [server.port]
    assert row.state == "closed"
    assert (row.opening.opener, row.opening.game) == ("host", "uno")


async def test_a_match_that_runs_is_left_open_unless_it_ends_for_good() -> None:
    for for_good, state in ((False, "deal"), (True, "closed")):
        store = Balky()
        async with serving(store) as server:
            clients = await two_playing(server)
            await server.stop(for_good=for_good)
            for client in clients:
                await client.close()
        assert store.tables()[0].state == state


async def test_guests_come_back_by_themselves_to_a_resumed_table() -> None:
    store = Balky()
    async with serving(store) as server:
        mover, other = await two_playing(server)
        move = mover.act(a_move(mover))
        ack = await until(mover, kind(Ack))
        assert ack.aid == move
        n = (await until(other, kind(Update))).n
        view = other.view
        table = store.tables()[0].id
        await server.stop()
    async with serving(store, port=server.port, resume=(table,)) as again:
        assert again.port == server.port
        for client in (mover, other):
            await until(client, kind(Seated))
            update = await until(client, kind(Update))
            assert update.n == n and update.events == ()
        assert other.view == view
        assert other.lobby is not None
        while other.lobby.paused:
            await until(other, kind(Lobby))
        assert other.view is not None
        on_turn = other if other.view.game.turn == other.seat else mover
        on_turn.act(a_move(on_turn))
        await until(on_turn, kind(Ack))
        await mover.close()
        await other.close()
    assert store.tables()[0].epoch == 2


async def test_a_match_that_was_won_is_in_the_results() -> None:
    store = Balky()
    short = {"bots": ("easy",), "changes": (("target", 20), ("hand_size", 2))}
    async with serving(store, limits=PATIENT, **short) as server:
        ann = await connect(server, "Ann")
        ann.send(Start())
        async with asyncio.timeout(WAIT):
            async for event in ann:
                if isinstance(event, Update) and ann.view is not None:
                    if event.view.won:
                        break
                    if event.view.game.turn == ann.seat and event.view.game.phase != "over":
                        ann.act(a_move(ann))
                elif isinstance(event, Lobby) and event.phase == "between":
                    ann.send(Start())
        assert ann.view is not None
        [result] = store.results()
        assert result.players[0] == "Ann" and result.bots == (1,)
        assert result.winners == ann.view.won and result.scores == ann.view.scores
        assert (result.match, result.game, result.changed) == (1, "uno", True)
        await ann.close()


@pytest.mark.parametrize("for_good", [True, False])
@pytest.mark.parametrize("deals", [0, 1])
def test_a_match_that_the_host_ends_for_good_is_in_the_results(deals: int, for_good: bool) -> None:
    """As one that was broken off, once a deal of it was over; what is gone on with is not yet."""
    changes = (("hand_size", 2), ("target", 1000))
    pair = TablePair(seats=3, bots=("easy", "easy"), timer=5, changes=changes)
    ann = pair.join("Ann")
    ann.send(Start())
    while pair.match.deals <= deals:
        pair.wait(5.0)
        if pair.phase == "between":
            ann.send(Start())
    pair.take(pair.table.close(ByeCode.SHUTDOWN, resume=int(not for_good)))
    entries, outcomes = pair.table.desk.diary.take()
    store, opening = MemoryStore(), Opening("host", "house", "uno", "official", 1, 1)
    keeping: Keeping[Out] = Keeping("table", 1, opening=opening)
    assert store.commit([keeping.append(entries, 7, "closed", outcomes)]) == [None]
    if not (deals and for_good):
        assert store.results() == []
        return
    [result] = store.results()
    assert (result.winners, result.deals, result.scores) == ((), 1, pair.match.scores)
    assert result.players[0] == "Ann" and result.bots == (1, 2)
    assert result.changed and (result.table, result.match, result.at) == ("table", 1, 7)


@pytest.mark.parametrize("for_good", [True, False])
async def test_no_record_shows_a_deal_that_is_still_to_be_played(
    tmp_path: Path, for_good: bool
) -> None:
    store = MemoryStore()
    async with serving(store, record=tmp_path) as server:
        ann, bob = await two_playing(server)
        await server.stop(for_good=for_good)
        events: list[Any] = []
        async for event in ann:
            events.append(event)
            if isinstance(event, Reconnecting):
                break
        await ann.close()
        await bob.close()
    audited = [event for event in events if isinstance(event, Audited)]
    assert [one.verdict for one in audited] == (["verified"] if for_good else [])
    assert len(list(tmp_path.iterdir())) == for_good


async def test_a_sleep_while_time_stands_still_does_not_put_it_back(monkeypatch: Any) -> None:
    times: list[float] = []

    def look(_table: Table, now: float) -> list[Out]:
        times.append(now)
        return []

    for name in ("woke", "retell"):
        monkeypatch.setattr(Table, name, look)
    began = asyncio.get_running_loop().time()
    house = House(Nobody(), None, kept=Kept(MemoryStore(), "host"))
    house.open(TableOptions())
    house._troubled(Unwritable("", "full"))
    house.woke(1000.0)
    house._troubled(None)
    await house.close(WAIT, resume=False)
    assert began <= times[0] <= times[1]


async def test_nothing_comes_of_a_table_that_has_said_its_last_word() -> None:
    """Those who were there hang up afterwards: that opens no closed table again."""
    store = MemoryStore()
    house = House(Nobody(), None, kept=Kept(store, "host"))
    house.open(TableOptions(seats=2))
    (hosted,) = house._tables.values()
    for conn, name in ((1, "Ann"), (2, "Bob")):
        house.enter(conn, Join("", name, False, False, ""))
    house._end(hosted)
    count = hosted.keeping.count if hosted.keeping is not None else 0
    house.ask(hosted, 1, Chat("is anybody here?"))
    house.ask(hosted, 2, Lock(True))
    house.alive(hosted, 1)
    house.drop(hosted, 1)
    house.woke(5.0)
    house.drop(hosted, 2)
    await house.close(WAIT, resume=True)
    [row] = store.tables()
    assert (row.state, row.count) == ("closed", count)
    assert hosted.alarm._handle is None, "it is woken no more"


class Nobody:
    """No connections."""

    def send(self, conn: Conn, message: ServerMessage) -> None: ...

    def accepted(self, conn: Conn, hosted: Hosted, meter: Meter | None) -> None: ...

    def hang_up(self, conn: Conn, why: str) -> None: ...

    def look(self) -> None: ...

    def table_broke(self, hosted: Hosted, code: ByeCode, *, last: bool) -> None: ...
