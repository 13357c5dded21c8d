"""The load that `benchmarks/server.py` puts on a server, as a process of its own.

One command a line of input, one answer a line of output, as JSON:

    {"open": KIND, "port": N, "tables": N}     connect four for each table (KIND: see served.py)
    {"start": KIND}                            let all of them begin
    {"run": KIND, "rate": N, "seconds": N}     act so often a second; tells how many, how long each
    {"rest": SECONDS}                          only answer pings

Acts are due at even times, at the table that has waited longest; the time of one runs from when it
was due until the last of the four has its update.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import time
from collections import deque
from pathlib import Path
from random import Random
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgpack

from engine.fair import share_commitment
from engine.games import GAMES
from netcore.transport.tls import Tls, client_context
from netcore.wire.framing import SERVER_CAP, FrameReader, frame
from netcore.wire.messages import (
    PROTOCOL,
    Act,
    ClientMessage,
    Hello,
    Join,
    Pledge,
    Pong,
    Ready,
    Share,
    Start,
    decode_server,
    encode,
)
from netcore.wire.ruleset import rules_for

SEATS: Final = 4
CONTEXT: Final = client_context()
SHARE: Final = bytes(32)
"""What each place gives to the deck: how good it is does not matter here."""


class Place(asyncio.Protocol):
    """One connection."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.frames = FrameReader(SERVER_CAP)
        self.tls = Tls(CONTEXT, server=False) if table.load.kind == "tls" else None
        self.payload = b""
        self.n = 0
        self.seat = 0
        self.host = False
        self.ready_for = -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if self.tls is None:
            self.table.greet(self)
        else:
            transport.write(self.tls.outgoing())

    def data_received(self, data: bytes) -> None:
        """Pass frames on."""
        if self.tls is not None:
            shaken = self.tls.ready
            data = self.tls.feed(data)
            self.transport.write(self.tls.outgoing())
            if self.tls.ready and not shaken:
                self.table.greet(self)
        for payload in self.frames.feed(data):
            self.table.heard(self, payload, msgpack.unpackb(payload))

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is lost in a run that counts."""
        self.table.load.lost += 1

    def send(self, message: ClientMessage) -> None:
        """Write one message."""
        data = frame(encode(message))
        self.transport.write(data if self.tls is None else self.tls.seal(data))


class Table:
    """Four connections, and the act that is on its way between them."""

    def __init__(self, load: Load, name: str) -> None:
        self.load = load
        self.name = name
        self.places: list[Place] = []
        self.due: float | None = None
        self.n = 0

    def greet(self, place: Place) -> None:
        """Say what is said first."""
        self.settled()

    def heard(self, place: Place, payload: bytes, message: dict[str, Any]) -> None:
        """Take a message in: in the bare server all are updates."""
        self.updated(place, payload, message)

    def updated(self, place: Place, payload: bytes, message: dict[str, Any]) -> None:
        """Take an update in; once all four have it, the act is done."""
        place.payload, place.n = payload, message["n"]
        if self.due is not None and all(one.n > self.n for one in self.places):
            self.load.took(time.perf_counter() - self.due)
            self.due = None
            self.settled()

    def settled(self) -> None:
        """Nothing is on its way: the next act may come."""
        if len(self.places) == SEATS:
            self.load.idle.append(self)

    def act(self, due: float) -> bool:
        """Act; False when nobody can just now."""
        self.due, self.n = due, self.places[0].n
        payload = msgpack.packb({"k": "act", "aid": b"x" * 12, "n": self.n, "a": "play r5"})
        self.places[0].transport.write(frame(payload))
        return True


class UnoTable(Table):
    """Four who play UNO at random, one deal after another."""

    def __init__(self, load: Load, name: str) -> None:
        super().__init__(load, name)
        self.rules: Any = None
        self.phase = "lobby"
        self.turn: int | None = None

    def greet(self, place: Place) -> None:
        """Say hello."""
        place.send(Hello(PROTOCOL, "load"))

    def heard(self, place: Place, payload: bytes, message: dict[str, Any]) -> None:
        """Do what a client does."""
        match message["k"]:
            case "welcome":
                place.send(Join(self.name, "Ann", False, False, ""))
            case "seated":
                place.seat, place.host = message["seat"], message["host"]
            case "ping":
                place.send(Pong(message["t"]))
            case "lobby":
                self._attend(place, message)
            case "deal-open" if place.seat in message["seats"] and not message["begun"]:
                pledge = share_commitment(SHARE, message["deal_id"], place.seat)
                place.send(Pledge(message["deal_id"], pledge))
            case "pledges":
                place.send(Share(message["deal_id"], SHARE))
            case "update":
                self.turn = message["view"]["game"]["turn"]
                self.updated(place, payload, message)
                if self.due is None:
                    self.settled()
            case "nak" | "refused" | "bye":
                raise AssertionError(f"refused: {message}")
            case _:
                pass

    def _attend(self, place: Place, lobby: dict[str, Any]) -> None:
        self.phase = lobby["phase"]
        if self.rules is None:
            self.rules = rules_for(lobby["game"], lobby["preset"], lobby["options"])
        if sum(seat["kind"] == "human" for seat in lobby["seats"]) == SEATS:
            self.load.full.add(self.name)
        if self.phase == "between" and place.ready_for != place.n:
            place.ready_for = place.n
            place.send(Ready(True))
        if self.phase == "won" and place.host and place.ready_for != place.n:
            place.ready_for = place.n
            place.send(Start())

    def start(self) -> None:
        """Begin to play."""
        next(place for place in self.places if place.host).send(Start())

    def settled(self) -> None:
        """See whether all know the same and somebody is on turn."""
        places = self.places
        same = len({one.n for one in places}) == 1 and places[0].n > 0
        if same and self.turn is not None and self not in self.load.idle:
            self.load.idle.append(self)

    def act(self, due: float) -> bool:
        """Let the one on turn do something legal."""
        place = next(one for one in self.places if one.seat == self.turn)
        update: Any = decode_server(place.payload, self.rules)
        actions = list(GAMES["uno"].legal(update.view.game))
        if not actions:
            return False
        self.due, self.n = due, place.n
        action = self.load.rng.choice(actions)
        place.send(Act(os.urandom(12), place.n, str(action)))
        return True


class Load:
    """All tables of one server.

    Attributes:
        idle: Tables where somebody may act, the longest waiting first.
        full: Names of the tables at which four sit.
        lost: Connections that the server has ended.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.tables: list[Table] = []
        self.idle: deque[Table] = deque()
        self.full: set[str] = set()
        self.lost = 0
        self.rng = Random(1)
        self.times: list[float] = []

    async def open(self, port: int, tables: int) -> None:
        """Connect four for each table, and wait until all sit."""
        loop = asyncio.get_running_loop()
        ours = self.kind != "bare"
        for number in range(tables):
            name = f"t-{number + 1}" if tables > 1 else "t"
            table = UnoTable(self, name) if ours else Table(self, name)
            self.tables.append(table)
            for _ in range(SEATS):
                _, place = await loop.create_connection(
                    lambda table=table: Place(table), "127.0.0.1", port
                )
                table.places.append(place)
            table.settled()
            while ours and number - len(self.full) > 20:
                await asyncio.sleep(0.001)
        while ours and len(self.full) < tables:
            await asyncio.sleep(0.01)

    async def start(self) -> None:
        """Let all tables begin."""
        for table in self.tables:
            if isinstance(table, UnoTable):
                table.start()
        while len(self.idle) < len(self.tables):
            await asyncio.sleep(0.01)

    def took(self, seconds: float) -> None:
        """Take down how long an act took."""
        self.times.append(seconds)

    async def run(self, rate: float, seconds: float) -> dict[str, Any]:
        """Act at an even rate, and wait for what is on its way."""
        self.times.clear()
        begun, spent = time.perf_counter(), time.process_time()
        sent = late = 0
        while (due := begun + sent / rate) < begun + seconds:
            wait = due - time.perf_counter()
            await asyncio.sleep(max(0.0, wait))
            if not self.idle:
                late += 1
                await asyncio.sleep(0.0005)
                if time.perf_counter() > begun + seconds:
                    break
                continue
            if len(self.tables) == 1:  # one act after another: due when the one before is done
                due = max(due, time.perf_counter())
            sent += self.idle.popleft().act(due)
        while len(self.times) < sent:
            await asyncio.sleep(0.001)
        spent = time.process_time() - spent
        return {"acts": sent, "times": list(self.times), "lost": self.lost, "cpu": spent}


async def main() -> None:
    """Take commands until the input ends."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    loads: dict[str, Load] = {}
    lines = asyncio.StreamReader(limit=2**20)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        answer: dict[str, Any] = {}
        match json.loads(line):
            case {"open": name, "port": port, "tables": tables}:
                loads[name] = Load(name)
                await loads[name].open(port, tables)
            case {"start": name}:
                await loads[name].start()
            case {"run": name, "rate": rate, "seconds": seconds}:
                answer = await loads[name].run(rate, seconds)
            case {"rest": seconds}:
                await asyncio.sleep(seconds)
                answer = {"lost": sum(load.lost for load in loads.values())}
            case other:
                raise AssertionError(other)
        print(json.dumps(answer), flush=True)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
