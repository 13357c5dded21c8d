"""A timer that is moved."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from netcore.transport.alarm import Alarm
from tests.netcore.virtual import Network, run


class Bell:
    """An alarm, when it has rung, and how many timers that took."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.loop = asyncio.get_running_loop()
        self.begun = self.loop.time()
        self.rung: list[float] = []
        self.timers = 0
        self.alarm = Alarm(lambda: self.rung.append(round(self.loop.time() - self.begun, 3)))
        call_at = self.loop.call_at

        def counted(*args: Any, **kwargs: Any) -> Any:
            self.timers += 1
            return call_at(*args, **kwargs)

        monkeypatch.setattr(self.loop, "call_at", counted)

    def set(self, due: float | None) -> None:
        self.alarm.set(None if due is None else self.begun + due)


def test_it_rings_once_when_it_was_last_set(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(_network: Network) -> None:
        bell = Bell(monkeypatch)
        for due in (5.0, 9.0, 7.0):
            bell.set(due)
        await asyncio.sleep(20)
        assert bell.rung == [7.0]
        bell.set(25.0)
        bell.set(22.0)
        await asyncio.sleep(20)
        assert bell.rung == [7.0, 22.0], "earlier than before"
        bell.set(50.0)
        bell.set(60.0)
        bell.set(None)
        await asyncio.sleep(60)
        assert bell.rung == [7.0, 22.0], "not at all"

    run(test)


def test_being_put_off_makes_no_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(_network: Network) -> None:
        bell = Bell(monkeypatch)
        for number in range(1000):
            bell.set(10.0 + number / 1000)
        assert bell.timers == 1
        await asyncio.sleep(20)
        assert bell.rung == [10.999]

    run(test)
