"""What a person does at a screen: presses keys, turns the wheel, pages to the end."""

from __future__ import annotations

from textual import events
from textual.pilot import Pilot

from tests.tui.settled import text

SIZES = [(40, 12), (60, 20), (80, 24), (120, 40)]


async def press(pilot: Pilot[int], keys: str) -> None:
    for key in keys.split():
        await pilot.press(key)
    await pilot.pause()


async def wheel(pilot: Pilot[int], name: str, by: int) -> None:
    """Turn the wheel over a painter."""
    kind = events.MouseScrollDown if by > 0 else events.MouseScrollUp
    target = pilot.app.screen.query_one(f"#{name}")
    for _ in range(abs(by)):
        target.post_message(kind(target, 1, 1, 0, 0, 0, False, False, False))
    await pilot.pause()


async def to_the_end(pilot: Pilot[int]) -> None:
    """Scroll until nothing moves any more."""
    before = ""
    while (shown := text(pilot.app)) != before:
        before = shown
        await press(pilot, "space")


async def burst(pilot: Pilot[int], keys: str) -> None:
    """Press keys faster than the app takes them: they come in one piece."""
    for key in keys.split():
        letter = key if len(key) == 1 else None
        pilot.app.post_message(events.Key(key, letter))
    await pilot.pause()
