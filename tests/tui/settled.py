"""Waiting until an app has nothing left to do.

Textual's own Pilot waits until the process uses little of the processor, for at least 20 ms at
every key. On a busy machine a process is given little of it however much it has to do, and what a
test then looks at is not painted yet. Here nothing is measured: no task of the loop may be ready to
run and no part of the screen may be waiting to be painted. What comes from other threads, from
sockets or after a time is not waited for; a test waits for that by name, with `shows` or `until`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from textual._context import active_app
from textual.app import App
from textual.pilot import Pilot

LIMIT = 60.0
"""Seconds until a test gives up, however busy the machine."""
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


async def until(pilot: Pilot[Any], done: Callable[[], object]) -> None:
    """Wait for what comes in time or from elsewhere; it is looked for while the app rests."""
    end = monotonic() + LIMIT
    while True:
        await settled(pilot.app)
        if done():
            return
        assert monotonic() < end, f"it never came:\n{text(pilot.app)}"
        await asyncio.sleep(0.01)


async def shows(pilot: Pilot[Any], said: str) -> str:
    """Wait until the screen says so, blanks aside; return all that it says."""
    await until(pilot, lambda: said in " ".join(text(pilot.app).split()))
    return " ".join(text(pilot.app).split())


def text(app: App[Any]) -> str:
    """Return the screen as a reader sees it."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


def rows(app: App[Any], name: str) -> list[str]:
    """Return the rows of the screen where a painter is; they are its alone."""
    region = app.screen.query_one(f"#{name}").region
    chops = app.screen._compositor._render_chops(region, lambda y: region.y <= y < region.bottom)
    return ["".join([part.text for part in chop.values() if part])
            for chop in chops[region.y : region.bottom]]  # fmt: skip


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every Pilot wait like this."""

    async def wait(*_: float) -> None:
        await settled(active_app.get())

    monkeypatch.setattr("textual.app.wait_for_idle", wait)
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait)
