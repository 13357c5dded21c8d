"""The ways to a table from the start screen: play alone, host, join, watch, go on.

Must not know: screens, how a table of one's own is opened.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

from netcore.client.shell import ConnectFailed
from netcore.journal.store import StoreError
from tui import logfile
from tui.context import ClientLike, Unfinished
from tui.settings import PACES, Settings
from tui.tables.child import ServerDied
from tui.tables.kept import NotFound, damaged
from tui.tables.knock import Knock, reach
from tui.tables.naming import Asker, asked
from tui.tables.owntable import OwnTable, open_table
from tui.tables.unfinished import left, reopening, way_back
from tui.text.address import BadAddress, parse_invite
from tui.text.refusals import reworded

_BOTS: Final = {"uno": "3", "casino": "1"}


class StartDoors:
    """Implements Doors.

    Attributes:
        invites: How others join the table that was opened.
        autostart: The table is for this player alone and begins at once.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        ask: Asker,
        called: Callable[[str], None] = lambda name: None,
    ) -> None:
        """Take the player's settings, as they are when a door is gone through.

        `called`: hears the name that the player has chosen on the way.
        """
        self._called = called
        self._settings = settings
        self._ask = ask
        self._table: OwnTable | None = None
        self.invites: list[str] = []
        self.autostart = False

    async def play(self, game: str) -> ClientLike:
        """Deal a game against bots."""
        self.autostart = True
        words = ["--game", game, "--bots", _BOTS[game], "--timer", "0", *self._pace()]
        return await self._open(words, alone=True)

    async def host(self, game: str) -> ClientLike:
        """Open a table for the network; on another port when the usual one is taken.

        An own table that still runs is come back to.
        """
        self.autostart = False
        if self._settings().name is None:
            self._called(await asked(self._ask))
        words = ["--game", game, *self._pace()]
        try:
            client = await self._open(words, alone=False)
        except ConnectFailed:
            client = await self._open(words, alone=False, port=0)
        assert self._table is not None
        self.invites = self._table.invites
        return client

    async def join(self, address: str) -> ClientLike:
        """Sit down at somebody's table."""
        return await self._knock(address, watch=False)

    async def watch(self, address: str) -> ClientLike:
        """Watch somebody's table."""
        return await self._knock(address, watch=True)

    async def _knock(self, address: str, *, watch: bool) -> ClientLike:
        self.autostart, self.invites = False, []
        try:
            invite = parse_invite(address)
        except BadAddress as bad:
            raise ConnectFailed("bad-address", {"why": reworded(bad)}) from None
        knock = Knock(invite, self._settings().name, tls=invite.tls, watch=watch, asks=True)
        try:
            return await reach(knock, self._ask)
        finally:
            if knock.chosen:
                self._called(knock.chosen)

    async def resume(self, table: str) -> ClientLike:
        """Go on with a table of one's own, alone or for the network, as it was."""
        try:
            opener, words, where = await asyncio.to_thread(reopening, table)
        except NotFound as error:
            raise ConnectFailed("failed", {"why": str(error)}) from error
        except StoreError as error:
            raise ConnectFailed("failed", {"why": damaged(error)}) from error
        self.autostart = opener == "play"
        client = await self._open(words, alone=self.autostart, **where)
        assert self._table is not None
        self.invites = [] if self.autostart else self._table.invites
        return client

    async def rejoin(self, seat: str) -> ClientLike:
        """Take a seat back that is kept at somebody's table."""
        self.autostart, self.invites = False, []
        knock = await asyncio.to_thread(way_back, seat)
        if knock is None:
            raise ConnectFailed("bad-token")
        return await reach(knock, self._ask)

    def unfinished(self) -> list[Unfinished]:
        """Return what was left, the newest first."""
        return left()

    def _pace(self) -> list[str]:
        """Return how fast the bots of a new table are."""
        return ["--pace", str(PACES[self._settings().speed])]

    def _logged(self) -> list[str]:
        log = logfile.of(self._settings().log_file)
        more = ["--verbose"] if logfile.tells_more() else []
        return [*more, *(["--log-file", log] if log else [])]

    async def _open(self, arguments: Sequence[str], **where: Any) -> ClientLike:
        unwanted = threading.Event()

        def opened() -> OwnTable:
            # Noted here: who quits meanwhile does not wait for the answer, and it must be closed.
            self._table = open_table([*arguments, *self._logged()], **where)
            if unwanted.is_set():
                self.close(keep=False)
            return self._table

        try:
            table = await asyncio.to_thread(opened)
            return await table.connect(self._settings().name)
        except ServerDied as died:
            raise ConnectFailed("failed", {"why": str(died)}) from died
        except ConnectFailed:
            await asyncio.to_thread(self.close, keep=False)
            raise
        except asyncio.CancelledError:
            unwanted.set()
            asyncio.get_running_loop().run_in_executor(None, self.close, False)
            raise

    def close(self, keep: bool) -> None:
        """End the server, or let it go on for the guests (`keep`)."""
        table, self._table = self._table, None
        if table is not None:
            table.close(keep=keep)
