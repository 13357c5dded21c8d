"""The ways to a table from the start screen: play alone, host, join.

Hides: the server child that `play` and `host` start, and its end. Must not know: screens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from netcore.client import Client, ConnectFailed
from tui import __version__
from tui.addresses import join_lines
from tui.commands import seat
from tui.commands.address import parse_address
from tui.commands.child import ServerChild, ServerDied
from tui.context import ClientLike

HOST_LINGER: Final = 600.0
"""Seconds an orphaned table waits for somebody to come back."""
_BOTS: Final = {"uno": "3", "casino": "1"}


class StartDoors:
    """Implements Doors.

    Attributes:
        invites: How others join the table that was opened.
        autostart: The table is for this player alone and begins at once.
    """

    def __init__(self, name: str | None) -> None:
        self._name = name
        self._child: ServerChild | None = None
        self.invites: list[str] = []
        self.autostart = False

    async def play(self, game: str) -> ClientLike:
        """Deal a game against bots."""
        self.autostart = True
        alone = ["--bind", "127.0.0.1", "--port", "0", "--timer", "0"]
        return await self._serve([*alone, "--game", game, "--bots", _BOTS[game]], 0.0)

    async def host(self, game: str) -> ClientLike:
        """Open a table for the network; on another port when the usual one is taken."""
        try:
            client = await self._serve(["--game", game], HOST_LINGER)
        except ConnectFailed:
            client = await self._serve(["--game", game, "--port", "0"], HOST_LINGER)
        assert self._child is not None
        self.invites = join_lines(self._child.port)
        return client

    async def join(self, address: str) -> ClientLike:
        """Sit down at somebody's table."""
        try:
            host, port = parse_address(address)
        except ValueError:
            raise ConnectFailed("bad-address") from None
        return await Client.connect(
            host,
            port,
            name=self._name or seat.default_name(),
            fixed_name=self._name is not None,
            state_dir=seat.state_folder(),
            app=f"cardtui {__version__}",
        )

    async def _serve(self, arguments: Sequence[str], linger: float) -> ClientLike:
        try:
            child = await asyncio.to_thread(ServerChild, arguments, linger=linger)
        except ServerDied as died:
            raise ConnectFailed("failed", {"why": str(died)}) from died
        self._child = child
        return await Client.connect(
            "127.0.0.1",
            child.port,
            name=self._name or seat.default_name(),
            fixed_name=self._name is not None,
            host_token=child.host_token,
            app=f"cardtui {__version__}",
        )

    def close(self, keep: bool) -> None:
        """End the server, or let it go on for the guests (`keep`)."""
        if self._child is not None:
            (self._child.detach if keep else self._child.stop)()
