"""Keys for the programs of the pty tests: one to be told when all before it is done and painted.

Without it a test could only guess from a silence that a program has nothing more to say, and on a
busy machine guess wrong. Keys come in order, so what is sent before the mark answers what was
typed before the key.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual.binding import Binding

from tests.tui.settled import settled
from tui.app import CardApp
from tui.screens.table import TableScreen

FENCE = "\x1b[24~"
"""F12."""
MARK = b"\x1b]9;all is done\x07"


class FencedApp(CardApp):
    """The app, and F12."""

    BINDINGS: ClassVar = [Binding("f12", "fence", show=False, priority=True)]

    def action_fence(self) -> None:
        self.run_worker(self._mark())

    async def _mark(self) -> None:
        await settled(self)
        while isinstance(self.screen, TableScreen) and self.screen._flying.on:
            await asyncio.sleep(0.01)
            await settled(self)
        assert self._driver is not None
        self._driver.write(MARK.decode())
        self._driver.flush()
