"""The client: connects, joins, acts, and comes back by itself when the connection is lost.

Hides: when it comes back and when it gives that up, what it sends again, which rules a view belongs
to. Must not know: how it gets in (`entrance`), how a deal is proved (`proving`), screens. Its owner
iterates over it: server messages in order, and what the client itself has to say.

Nothing is ever shown before the server has confirmed it. An act is sent again with the same aid
until it is answered, so it is done once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from engine.match import MatchView
from netcore.client.entrance import Entrance, Entry, SeveralTables, Wish
from netcore.client.knownhosts import KnownHosts
from netcore.client.link import ConnectFailed, Link
from netcore.client.proving import Prover, proves_only
from netcore.client.trust import Trust
from netcore.client.verdict import Audited
from netcore.transport.alarm import Alarm
from netcore.transport.wakefulness import INTERVAL, WakingTime
from netcore.wire.limits import Kind
from netcore.wire.messages import (
    MAX_NAME,
    Ack,
    Act,
    Allowance,
    Bye,
    ByeCode,
    Chat,
    ClientMessage,
    Create,
    Leave,
    Lobby,
    Nak,
    Seated,
    ServerMessage,
    StepAway,
    TableCode,
    TableList,
    Update,
)
from netcore.wire.ruleset import rules_for
from netcore.wire.schema import BadMessage
from netcore.wire.text import clean_line
from netcore.wire.tokens import new_token
from netcore.wire.toll import Restraint

__all__ = [
    "Audited",
    "Client",
    "ClientEvent",
    "Closed",
    "ConnectFailed",
    "Reconnected",
    "Reconnecting",
    "WhichTable",
]

LOG: Final = logging.getLogger("cardtui.client")

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 8.0
GIVE_UP: Final = 300.0
"""Seconds of trying to come back."""
UNREAD: Final = 64
"""Messages that wait for the owner; while there are so many, no more are taken from the line."""
_NO_WAY_BACK: Final = (
    TableCode.BAD_TOKEN,
    TableCode.UNKNOWN_TABLE,
    TableCode.LOCKED,
    ByeCode.VERSION,
    ByeCode.WRONG_CODE,
    "other-certificate",
    "no-code-asked",
    "needs-code",
    "unproved",
)

_NO_SEAT: Final = (ByeCode.LEFT, ByeCode.KICKED, ByeCode.SHUTDOWN, TableCode.BAD_TOKEN)
"""Ends after which nothing is kept. (A table that somebody will go on with does not end so.)"""

_OWN_END: Final = ("closed", ByeCode.LEFT, ByeCode.KICKED, ByeCode.REPLACED)
"""The deal goes on without this client: nobody owes it a proof."""


@dataclass(frozen=True, slots=True)
class Reconnecting:
    """The connection is lost. Attempt number `attempt` comes in `wait` seconds.

    `give_up`: seconds until the client stops trying.
    """

    attempt: int
    wait: float
    give_up: float


@dataclass(frozen=True, slots=True)
class Reconnected:
    """The seat is back; an Update follows."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The last thing a client has to say. `code`: a ByeCode's value, `lost` or `closed`.

    `internal` also stands for a fault of the client itself.
    """

    code: str
    detail: dict[str, int | str] = field(default_factory=dict[str, int | str])


ClientEvent: TypeAlias = ServerMessage | Audited | Reconnecting | Reconnected | Closed


class WhichTable(ConnectFailed):
    """There are several tables there, and none was named.

    Attributes:
        tables: Which there are.
        again: Connects once more as before, to a table that is named, or opened then; to neither:
            where there are still several, to this again.
    """

    def __init__(
        self, tables: TableList, again: Callable[[str, Create | None], Awaitable[Client]]
    ) -> None:
        super().__init__(TableCode.WHICH_TABLE.value)
        self.tables = tables
        self.again = again


class Client:
    """One seat (or one watcher's place) at a table. Made by `connect`.

    Attributes:
        seat: The own seat; None for a watcher.
        token: What brings the seat back.
        name: As the table knows it.
        host: Whether this is the host.
        certificate: The hash of the server's; noughts in clear.
        elsewhere: See `trust`: who has a seat at this address, but at another server.
        unkept: Its seat is lost with this program, since nothing could be written to disk.
        lobby, n, view, rules: As of the last event that came out of the iteration, so that they
            never run ahead of what its owner has seen; view is None until a deal has begun.
    """

    def __init__(self, entrance: Entrance, entry: Entry) -> None:
        self._entrance = entrance
        self._link: Link | None = entry.link
        self._unanswered: dict[bytes, Act] = {}
        self._restraint = Restraint(entrance.allowed, _now())
        self._events: asyncio.Queue[ClientEvent] = asyncio.Queue()
        self._taken = asyncio.Event()
        self._prover = Prover(self.send, self._events.put_nowait)
        self._leaving = self._leave_later = self._ended = False
        self._woken = asyncio.Event()
        self._time = WakingTime(asyncio.get_running_loop().time(), time.time())
        self._watch = Alarm(self._look)
        self._received = 0
        self.seat: int | None = None
        self.token = self.name = ""
        self.host = False
        self.certificate = entrance.certificate
        self.elsewhere = entrance.trust.elsewhere
        self.lobby: Lobby | None = None
        self.n = 0
        self.view: MatchView | None = None
        self.rules: Any = None
        self._arrive(entry.seated)
        self.unkept = entrance.unkept
        self._apply(entry.seated)
        self._look()
        self._work = asyncio.create_task(self._run(entry.messages))

    @classmethod
    async def connect(
        cls,
        host: str,
        port: int,
        *,
        name: str,
        fixed_name: bool = False,
        watch: bool = False,
        host_token: str = "",
        process: int = 0,
        state_dir: Path | None = None,
        resume: bool | Literal["ask", "only"] = True,
        app: str = "cardtui",
        tls: bool = False,
        code: str = "",
        accepted: bytes | None = None,
        known: KnownHosts | None = None,
        table: str = "",
        create: Create | None = None,
    ) -> Client:
        """Connect and take a seat, or come back to one.

        Args:
            host, port: The address.
            name: The name wanted.
            fixed_name: It was chosen on purpose: fail when it is taken.
            watch: Take no seat.
            host_token: The host's secret.
            process: The server, where this player has started it; kept with the secret.
            state_dir: Where tokens are kept, the seat's and the host's; None: nowhere.
            resume: Come back to a seat kept there, if there is one; `ask`: fail with `seat-kept`
                then, to have the player asked; `only`: take no other one, and forget one that is
                no longer kept there; False: leave it alone.
            app: Program and version, as told to the server.
            tls: Encrypted; never otherwise where it is wanted.
            code: The join code; empty: none is known but what was kept with a seat.
            accepted: The certificate that is expected, as its hash; None: see `trust`.
            known: The certificates that are trusted.
            table: The table's name; empty: the only one there is.
            create: A table to open there instead, as whose host this player sits down.

        Raises:
            WhichTable: There are several tables.
            ConnectFailed: There is no seat to be had.
        """
        wish = Wish(
            host=host,
            port=port,
            name=name[:MAX_NAME],
            fixed_name=fixed_name,
            watch=watch,
            host_token=host_token,
            process=process,
            app=app,
            tls=tls,
            state_dir=None if watch else state_dir,
            resume=resume,
            table=table,
            create=create,
            own=new_token(),
        )
        return await cls._begin(wish, Trust(f"{host}:{port}", code, accepted, known))

    @classmethod
    async def _begin(cls, wish: Wish, trust: Trust) -> Client:
        def again(table: str, create: Create | None) -> Awaitable[Client]:
            return cls._begin(replace(wish, table=table, create=create), trust)

        entrance = Entrance(wish, trust)
        try:
            entry = await entrance.enter()
        except SeveralTables as several:
            raise WhichTable(several.tables, again) from None
        client = cls(entrance, entry)
        LOG.info("at the table of %s port %d, seat %s", wish.host, wish.port, client.seat)
        return client

    # --- what the owner uses ---

    @property
    def door(self) -> tuple[str, int, str, bool]:
        """Where this table is reached, as the host tells others: address, port, code, TLS."""
        wish = self._entrance.wish
        return wish.host, wish.port, self._entrance.trust.code, wish.tls

    async def __aiter__(self) -> AsyncIterator[ClientEvent]:
        """Yield everything that comes, in order; Closed is the last."""
        while True:
            event = await self._events.get()
            self._taken.set()
            self._apply(event)
            yield event
            if isinstance(event, Closed):
                return

    def act(self, action: object) -> bytes:
        """Send an action (or its notation); return the aid that its Ack or Nak will carry."""
        act = Act(os.urandom(12), self.n, str(action))
        self._unanswered[act.aid] = act
        self.send(act)
        return act.aid

    @property
    def linked(self) -> bool:
        """Whether there is a connection now."""
        return self._link is not None

    def wait(self, kind: Kind) -> float:
        """Return in how many seconds a message of that kind is not too early."""
        return self._restraint.wait(kind, _now())

    def send(self, message: ClientMessage) -> bool:
        """Send a message; False when there is no connection to send it over, or it is too early.

        What is too early is answered as the server would. Without a connection an Act and a Leave
        are sent as soon as there is one, everything else is not: a text stays with who wrote it.
        Chat is cut to what a table takes.
        """
        if isinstance(message, Chat):
            message = replace(message, text=message.text[: self._restraint.allowed.chat_length])
        early = self._restraint.check(message, _now()) if self.linked else None
        if early is not None:
            self._arrive(early)
            return False
        sent = self._link is not None and self._link.send(message)
        LOG.debug("says: %s", type(message).__name__)
        if isinstance(message, Leave):
            self._leaving, self._leave_later = sent, not sent
        return sent

    async def close(self) -> None:
        """End the connection; the seat is kept, unless Leave was sent."""
        if not self._leaving:
            self.send(StepAway())  # on purpose: nobody need think that the line broke
        if not self._work.done():
            if not self._ended:  # else it has something to say yet
                self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work
        await self._end(Closed("closed"))  # the work may have ended before it began

    # --- sleep ---

    def _look(self) -> None:
        """See whether this machine slept: the line is most likely dead then, and made anew."""
        now = asyncio.get_running_loop().time()
        self._watch.set(now + INTERVAL)
        if self._time.look(now, time.time()):
            LOG.warning("slept; connecting anew")
            self._woken.set()
            if self._link is not None:
                self._link.cut()

    # --- one connection after another ---

    def _heed(self, allowed: Allowance) -> None:
        """Keep to what the server allows; a new connection fills nothing up anew."""
        if self._restraint.allowed != allowed:
            self._restraint = Restraint(allowed, _now())

    async def _run(self, messages: AsyncIterator[ServerMessage]) -> None:
        """Read until there is no coming back."""
        end = Closed(ByeCode.INTERNAL.value)
        try:
            while True:
                bye = await self._listen(messages)
                if bye is not None:
                    end = bye
                    return
                again = await self._come_back()
                if isinstance(again, Closed):
                    end = again
                    return
                messages = again
        except asyncio.CancelledError:
            end = Closed("closed")
            raise
        except Exception as error:  # the owner is told; nobody awaits this task
            LOG.exception("the client broke")
            end = Closed(ByeCode.INTERNAL.value, {"why": type(error).__name__})
        finally:
            await self._end(end)

    async def _end(self, end: Closed) -> None:
        """Let go of everything; the first to come says why."""
        if self._ended:
            return
        self._ended = True
        LOG.info("ends: %s", end.code)
        self._watch.set(None)
        if self._link is not None:
            await self._link.close()
            self._link = None
        self._entrance.leave(given_up=self._leaving or end.code in _NO_SEAT)
        await self._prover.end(owed=end.code not in _OWN_END)
        self._events.put_nowait(end)

    async def _listen(self, messages: AsyncIterator[ServerMessage]) -> Closed | None:
        """Take messages in until the connection ends; return why there is no coming back."""
        try:
            async for message in messages:
                LOG.debug("told: %s", type(message).__name__)
                self._arrive(message)
                if isinstance(message, Bye) and not _may_return(message):
                    return Closed(message.code.value, dict(message.detail))
                await self._prover.catch_up()
                while self._events.qsize() >= UNREAD:  # or a server could fill the memory
                    self._taken.clear()
                    await self._taken.wait()
        except BadMessage as error:
            return Closed(ByeCode.BAD_MESSAGE.value, {"why": clean_line(error.why)})
        except OSError:
            pass
        return Closed(ByeCode.LEFT.value) if self._leaving else None

    async def _come_back(self) -> AsyncIterator[ServerMessage] | Closed:
        """Try until the seat is back, or the watcher's place, or it is too late."""
        if self._link is not None:
            await self._link.close()
            self._link = None
        loop = asyncio.get_running_loop()
        end = loop.time() + GIVE_UP
        wait, attempt = FIRST_WAIT, 0
        while self._woken.is_set() or end > loop.time():
            if self._woken.is_set():  # what was waited for while asleep was not waited for
                self._woken.clear()
                end, wait = loop.time() + GIVE_UP, 0.0
            attempt += 1
            LOG.info("no connection; attempt %d", attempt)
            pause = wait * random.uniform(0.75, 1.25)
            self._events.put_nowait(Reconnecting(attempt, pause, end - loop.time()))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._woken.wait()
            wait = min(max(2 * wait, FIRST_WAIT), LONGEST_WAIT)
            try:
                return await self._reenter()
            except ConnectFailed as failed:
                if failed.code in _NO_WAY_BACK:
                    return Closed(failed.code, failed.detail)
        return Closed("lost")

    async def _reenter(self) -> AsyncIterator[ServerMessage]:
        entry = await self._entrance.reenter(self._received)
        self._link = entry.link
        self._heed(self._entrance.allowed)
        self._woken.clear()
        LOG.info("back at the table")
        self._events.put_nowait(Reconnected())
        self._prover.arrive()
        self._arrive(entry.seated)
        for act in self._unanswered.values():
            entry.link.send(act)
        if self._leave_later:
            self.send(Leave())
        return entry.messages

    def _arrive(self, message: ServerMessage) -> None:
        """Take note of what is needed to come back, and pass the message on."""
        match message:
            case Seated():
                self._entrance.note_place(message)
            case Lobby():
                self._entrance.note_host(message)
            case Update():
                self._received = message.n
            case Ack(aid=aid) | Nak(aid=aid):
                self._unanswered.pop(aid, None)
            case _:
                pass
        if not proves_only(message):
            self._events.put_nowait(message)
        self._prover.see(message)

    def _apply(self, event: ClientEvent) -> None:
        """Let the attributes follow what the owner is given now."""
        match event:
            case Seated():
                self.seat, self.token = event.seat, event.token
                self.name, self.host = event.name, event.host
            case Lobby():
                self.lobby = event
                self.rules = rules_for(event.game, event.preset, event.options)
            case Update():
                self.n, self.view = event.n, event.view
            case _:
                pass


def _now() -> float:
    return asyncio.get_running_loop().time()


def _may_return(bye: Bye) -> bool:
    """Whether the server expects this client back: it was only silent, or the server restarts."""
    return bye.code is ByeCode.IDLE or (
        bye.code is ByeCode.SHUTDOWN and bye.detail.get("resume") == 1
    )
