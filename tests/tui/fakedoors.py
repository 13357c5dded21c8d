"""The start screen's doors, and what was left, without servers or disks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from netcore.client.shell import ConnectFailed
from tests.tui.tuitable import FakeTable


class FakeDoors:
    """Leads to fake tables, and remembers what was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.invites: list[str] = []
        self.autostart = False
        self.left: list[Any] = []

    async def play(self, game: str) -> FakeTable:
        self.asked.append(("play", game))
        self.autostart = True
        return FakeTable(game, seats=2)

    async def host(self, game: str) -> FakeTable:
        self.asked.append(("host", game))
        self.invites = ["cardtui join 192.168.1.5:7777"]
        return FakeTable(game)

    async def join(self, address: str) -> FakeTable:
        self.asked.append(("join", address))
        if address == "nowhere":
            raise ConnectFailed("refused")
        return FakeTable("uno")

    async def watch(self, address: str) -> FakeTable:
        self.asked.append(("watch", address))
        table = FakeTable("uno", me=None)
        table.host = False
        return table

    async def resume(self, table: str) -> FakeTable:
        self.asked.append(("resume", table))
        return FakeTable("uno")

    async def rejoin(self, seat: str) -> FakeTable:
        self.asked.append(("rejoin", seat))
        if seat == "nowhere":
            raise ConnectFailed("refused")
        table = FakeTable("uno")
        table.host = False
        return table

    def unfinished(self) -> list[Any]:
        return self.left

    def close(self, keep: bool) -> None:
        """Nothing to close."""


@dataclass(eq=False)
class Left:
    """Implements Unfinished; `doors` offer it until it is forgotten."""

    key: str = "abc"
    way: str = "resume"
    at: float = 0.0
    what: str = "UNO, official rules"
    where: str = "your table"
    doors: FakeDoors | None = None

    question: str = "Forget this seat?"
    why: str = ""

    def forgettable(self) -> bool:
        return self.doors is not None and self in self.doors.left

    def forget(self) -> str:
        assert self.doors is not None
        if not self.why:
            self.doors.left.remove(self)
        return self.why
