"""One player's table in lines: what is typed becomes what is asked of it.

Hides: how a line is understood. Must not know: screens, whose server it is.

    3              the choice with that number (nothing: the choices once more)
    play r5 call   any action in the notation of records
    /pause         what is asked of the table (commands); the slash may be left out
    /hello         chat
    help           all words
    keep           the host of an open table: leave and let it go on
End of input leaves the table politely.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from engine.game import BadNotation
from engine.games import GAMES
from netcore.client.shell import (
    Client,
    Closed,
)
from netcore.wire.limits import Kind
from netcore.wire.messages import (
    Chat,
    ClientMessage,
    Emote,
    Leave,
    Lobby,
    Update,
)
from tui.commands import exits
from tui.i18n import t
from tui.plain import commands
from tui.plain.lines import read, say
from tui.plain.numbers import InDoubt
from tui.plain.teller import Teller
from tui.tables.parting import match_kept
from tui.text.refusals import refusal

_HURRY: Final = 10
"""Seconds before the own time runs out at which that is said."""


class PlainTable:
    """One player's table in lines."""

    def __init__(
        self,
        client: Client,
        autostart: bool,
        lines: asyncio.Queue[str | None] | None = None,
        *,
        keepable: bool = False,
        people: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take a seat's place.

        Args:
            client: The seat.
            autostart: The first deal begins at once.
            lines: What is typed, None at its end; None: stdin.
            keepable: The table is the player's own, and can go on without this program.
            people: Somebody types, and is no faster than people are.
            now: The time.
        """
        self.teller = Teller(client, autostart, keepable=keepable, people=people, now=now)
        self._client = client
        self._input = lines
        self._keepable = keepable
        self._hurry: asyncio.TimerHandle | None = None

    async def play(self) -> int:
        """Go on until the connection has ended for good; return the exit code."""
        lines = self._input or read()
        listening = asyncio.create_task(self._listen())
        try:
            while not listening.done():
                reading = asyncio.ensure_future(lines.get())
                await asyncio.wait({listening, reading}, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    reading.cancel()
                    break
                typed = reading.result()
                line = "quit" if typed is None else commands.meant(typed)
                word = line.removeprefix("/")
                if self._keepable and word == "keep":
                    return exits.KEPT_OPEN
                if self.teller.kept and word == "quit":
                    say(match_kept())
                    return exits.OK
                await self._obey(line)
                if typed is None:
                    break
            async with asyncio.timeout(5):
                return await listening
        except TimeoutError:
            return exits.OK
        finally:
            listening.cancel()
            self._forget_hurry()

    async def _listen(self) -> int:
        async for event in self._client:
            if isinstance(event, Closed):
                if exits.ended(event.code) != exits.OK:
                    say(refusal(event.code, event.detail))
                return exits.ended(event.code)
            self.teller.tell(event)
            if isinstance(event, Lobby | Update):
                self._follow_clock(event.clock)
        raise AssertionError("a client ends with Closed")

    def _follow_clock(self, left: int | None) -> None:
        """Warn once of the end of the own time; `left`: its milliseconds, None: no time runs."""
        self._forget_hurry()
        if left is None or not self.teller.mine or (wait := left / 1000 - _HURRY) <= 0:
            return
        loop = asyncio.get_running_loop()
        self._hurry = loop.call_later(
            wait, lambda: say(t("You have {count} s left.", count=_HURRY))
        )

    def _forget_hurry(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    async def _obey(self, line: str) -> None:
        """Carry out a line. Those of a script wait until they are not too early for the table."""
        if line.isdecimal():
            await self._choose(int(line))
            return
        match line.removeprefix("/"):
            case "" if not line:
                self.teller.list_choices()
                return
            case "log":
                for text in self.teller.log:
                    say(text)
                return
            case "punishments":
                self.teller.list_punishments()
                return
        try:
            request = commands.request(self._client, line.removeprefix("/"))
        except commands.BadWord as said:
            say(str(said))
            return
        if request is not None:
            await self._send(request)
        elif line.startswith("/"):
            await self._send(Chat(line[1:].strip()))
        elif line:
            await self._act(line)

    async def _send(self, message: ClientMessage) -> None:
        kind: Kind = "chat" if isinstance(message, Chat | Emote) else "actions"
        await asyncio.sleep(self._client.wait(kind))
        if self._client.send(message):
            return
        match message:
            case Leave():
                say(t("There is no connection now. You leave as soon as it is back."))
            case Chat(text=text):
                say(t("There is no connection now. Not said: {text}", text=text))
            case _:
                say(t("There is no connection now."))

    async def _choose(self, number: int) -> None:
        await asyncio.sleep(self._client.wait("actions"))
        try:
            choice = self.teller.numbers.meant(number)
        except InDoubt as now:
            say(
                t(
                    "The choices have just changed. {number} is now: {text}. Type it again.",
                    number=number,
                    text=str(now),
                )
            )
            return
        if choice is not None:
            self._client.act(choice.action)
        elif self.teller.numbers.listed:
            say(t("There is no choice {number}.", number=number))
        else:
            say(t("There is nothing to choose now."))

    async def _act(self, line: str) -> None:
        await asyncio.sleep(self._client.wait("actions"))
        lobby = self._client.lobby
        if lobby is None or lobby.phase != "deal" or self._client.seat is None:
            say(t("That is not understood now. Type help; /text is chat."))
            return
        try:
            action = GAMES[lobby.game].parse(line)
        except BadNotation:
            say(t("That is no action. Type help; /text is chat."))
            return
        self._client.act(action)
