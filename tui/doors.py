"""The ways to a table from the start screen: play alone, host, join.

Must not know: screens, how a table of one's own is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from netcore.client import ConnectFailed
from tui import logfile
from tui.commands.address import parse_invite
from tui.commands.child import ServerDied
from tui.context import ClientLike
from tui.knock import Asker, Knock, reach
from tui.owntable import OwnTable, open_table
from tui.settings import PACES, Settings

_BOTS: Final = {"uno": "3", "casino": "1"}


class StartDoors:
    """Implements Doors.

    Attributes:
        invites: How others join the table that was opened.
        autostart: The table is for this player alone and begins at once.
    """

    def __init__(self, settings: Callable[[], Settings], ask: Asker) -> None:
        """Take the player's settings, as they are when a door is gone through."""
        self._settings = settings
        self._ask = ask
        self._table: OwnTable | None = None
        self.invites: list[str] = []
        self.autostart = False

    async def play(self, game: str) -> ClientLike:
        """Deal a game against bots."""
        self.autostart = True
        return await self._open(["--game", game, "--bots", _BOTS[game], "--timer", "0"], alone=True)

    async def host(self, game: str) -> ClientLike:
        """Open a table for the network; on another port when the usual one is taken.

        An own table that still runs is come back to.
        """
        try:
            client = await self._open(["--game", game], alone=False)
        except ConnectFailed:
            client = await self._open(["--game", game], alone=False, port=0)
        assert self._table is not None
        self.invites = self._table.invites
        return client

    async def join(self, address: str) -> ClientLike:
        """Sit down at somebody's table."""
        try:
            invite = parse_invite(address)
        except ValueError:
            raise ConnectFailed("bad-address") from None
        return await reach(
            Knock(invite, self._settings().name, tls=invite.tls, asks=True), self._ask
        )

    def _own(self) -> list[str]:
        """Return the arguments of the server that are the player's taste."""
        log = logfile.of(self._settings().log_file)
        pace = str(PACES[self._settings().speed])
        return ["--pace", pace, *(["--log-file", log] if log else [])]

    async def _open(self, arguments: Sequence[str], **where: Any) -> ClientLike:
        try:
            self._table = await asyncio.to_thread(open_table, [*arguments, *self._own()], **where)
        except ServerDied as died:
            raise ConnectFailed("failed", {"why": str(died)}) from died
        try:
            return await self._table.connect(self._settings().name)
        except ConnectFailed:
            self.close(keep=False)
            self._table = None
            raise

    def close(self, keep: bool) -> None:
        """End the server, or let it go on for the guests (`keep`)."""
        if self._table is not None:
            self._table.close(keep=keep)
