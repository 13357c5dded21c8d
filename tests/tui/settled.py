"""Waiting until an app has nothing left to do.

Textual's own Pilot waits until the process uses little of the processor, for at least 20 ms at
every key. On a busy machine a process is given little of it however much it has to do, and what a
test then looks at is not painted yet. Here nothing is measured: no task of the loop may be ready to
run and no part of the screen may be waiting to be painted. What comes from other threads, from
sockets or after a time is not waited for; a test waits for that by name.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual._context import active_app
from textual.app import App

_ROUNDS = 5
"""Turns of the loop in which nothing may happen: sockets that are ready are seen in the next."""
_MOST = 100_000
"""Turns after which an app that is never done is called broken."""


async def settled(app: App[Any]) -> None:
    """Return when all that was asked of the app is done and painted."""
    loop: Any = asyncio.get_running_loop()
    calm = 0
    for _ in range(_MOST):
        await asyncio.sleep(0)
        if loop._ready or _paint(app):
            calm = 0
        elif calm == _ROUNDS:
            return
        else:
            calm += 1
    raise AssertionError("the app never rests")


def _paint(app: App[Any]) -> bool:
    """Do now what Textual puts off for some milliseconds; tell whether there was any."""
    resized = app._resize_timer is not None
    if resized:
        app._check_resize()
    if not app._screen_stack or not app.screen._update_timer._active.is_set():
        return resized
    app.screen._on_timer_update()
    return True


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every Pilot wait like this."""

    async def wait(*_: float) -> None:
        await settled(active_app.get())

    monkeypatch.setattr("textual.app.wait_for_idle", wait)
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait)
