"""The client: connects, joins, acts, and comes back by itself when the connection is lost.

Hides: sockets, reconnecting, tokens, which rules a view belongs to. Must not know: screens. Its
owner iterates over it: server messages in order, and what the client itself has to say.

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
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from engine.match import MatchView
from netcore.alarm import Alarm
from netcore.audit import Auditor
from netcore.joincode import NO_CERTIFICATE
from netcore.knownhosts import KnownHosts
from netcore.limits import Kind
from netcore.link import HANDSHAKE, ConnectFailed, Link, open_link
from netcore.messages import (
    MAX_NAME,
    PROTOCOL,
    Ack,
    Act,
    Allowance,
    Authed,
    Bye,
    ByeCode,
    Chat,
    ClientMessage,
    Create,
    DealOpen,
    Hello,
    Join,
    Leave,
    Lobby,
    Nak,
    Pledge,
    Pledges,
    Refused,
    Resume,
    Reveal,
    Seated,
    ServerMessage,
    Share,
    Shares,
    StepAway,
    TableCode,
    TableList,
    Tables,
    Update,
    Welcome,
)
from netcore.roster import new_token
from netcore.ruleset import rules_for
from netcore.schema import BadMessage, tag
from netcore.seatfile import Kept, SeatFile, new_seat_file, open_seat_file, seat_elsewhere
from netcore.text import clean_line
from netcore.toll import Restraint
from netcore.trust import Trust
from netcore.verdict import Audited, Case, Doubt, Later, judge
from netcore.wakefulness import INTERVAL, WakingTime

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
LAST_AUDIT: Final = 2.0
"""Seconds that the end waits for the proof of the last deal."""
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


@dataclass(frozen=True, slots=True)
class _Wish:
    """What to join, and as whom; `own`: a token of this client's, see `Join`."""

    host: str
    port: int
    name: str
    fixed_name: bool
    watch: bool
    host_token: str
    process: int
    app: str
    tls: bool = False
    state_dir: Path | None = None
    resume: bool | Literal["ask", "only"] = True
    table: str = ""
    create: Create | None = None
    own: str = ""


class WhichTable(ConnectFailed):
    """There are several tables there, and none was named.

    Attributes:
        tables: Which there are.
        again: Connects once more as before, to a table that is named, or opened then; to neither:
            where there are still several, to this again.
    """

    def __init__(self, tables: TableList) -> None:
        super().__init__(TableCode.WHICH_TABLE.value)
        self.tables = tables
        self.again: Callable[[str, Create | None], Awaitable[Client]]


class Client:
    """One seat (or one watcher's place) at a table. Made by `connect`.

    Attributes:
        seat: The own seat; None for a watcher.
        token: What brings the seat back.
        name: As the table knows it.
        host: Whether this is the host.
        certificate: The hash of the server's; noughts in clear.
        elsewhere: See `trust`: who has a seat at this address, but at another server.
        lobby, n, view, rules: As of the last event that came out of the iteration, so that they
            never run ahead of what its owner has seen; view is None until a deal has begun.
    """

    def __init__(self, wish: _Wish, trust: Trust, seat_file: SeatFile | None, link: Link) -> None:
        self._wish = wish
        self._trust = trust
        self._file = seat_file
        self._link: Link | None = link
        self._asked = False
        self._kept_before = None if seat_file is None else seat_file.kept
        self._named: asyncio.Future[None] | None = None
        self._unanswered: dict[bytes, Act] = {}
        self._restraint = Restraint(Allowance(), _now())
        self._events: asyncio.Queue[ClientEvent] = asyncio.Queue()
        self._taken = asyncio.Event()
        self._leaving = self._leave_later = self._ended = False
        self._work: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._time = WakingTime(asyncio.get_running_loop().time(), time.time())
        self._watch = Alarm(self._look)
        self._seated: Seated | None = None
        self._received = 0
        self._auditor = Auditor()
        self._audits: set[asyncio.Task[None]] = set()
        self._judging = asyncio.Lock()
        self.seat: int | None = None
        self.token = ""
        self.name = wish.name
        self.host = False
        self.certificate = link.certificate
        self.elsewhere = trust.elsewhere
        self.lobby: Lobby | None = None
        self.n = 0
        self.view: MatchView | None = None
        self.rules: Any = None

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
        wish = _Wish(
            host, port, name[:MAX_NAME], fixed_name, watch, host_token, process, app, tls,
            None if watch else state_dir, resume, table, create, new_token(),
        )  # fmt: skip
        return await cls._begin(wish, Trust(f"{host}:{port}", code, accepted, known))

    @classmethod
    async def _begin(cls, wish: _Wish, trust: Trust) -> Client:
        def again(table: str, create: Create | None) -> Awaitable[Client]:
            return cls._begin(replace(wish, table=table, create=create), trust)

        try:
            client, arrived, messages = await cls._enter(wish, trust)
        except WhichTable as which:
            which.again = again
            raise
        client._arrive(arrived)
        client._apply(arrived)
        client._look()
        LOG.info("at the table of %s port %d, seat %s", wish.host, wish.port, client.seat)
        client._work = asyncio.create_task(client._run(messages))
        return client

    # --- what the owner uses ---

    @property
    def door(self) -> tuple[str, int, str, bool]:
        """Where this table is reached, as the host tells others: address, port, code, TLS."""
        wish = self._wish
        return wish.host, wish.port, self._trust.code, wish.tls

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
        if isinstance(message, Leave):
            self._leaving, self._leave_later = sent, not sent
        return sent

    async def close(self) -> None:
        """End the connection; the seat is kept, unless Leave was sent."""
        if not self._leaving:
            self.send(StepAway())  # on purpose: nobody need think that the line broke
        if self._work is not None and not self._work.done():
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

    @classmethod
    async def _enter(
        cls, wish: _Wish, trust: Trust
    ) -> tuple[Client, Seated, AsyncIterator[ServerMessage]]:
        link = await open_link(wish.host, wish.port, tls=wish.tls)
        file: SeatFile | None = None
        try:
            file, wish = _kept_seat(wish, link.certificate)
            kept = None if file is None or not wish.resume else file.kept
            if kept is None and wish.resume == "only":
                raise ConnectFailed(TableCode.BAD_TOKEN.value)
            await _judge(wish, trust, link, kept)
            if kept is not None and wish.resume == "ask":
                raise ConnectFailed("seat-kept", {"name": kept.name})
            client = cls(wish, trust, file, link)
            messages = link.messages()
            try:
                return client, await client._sit_down(link, messages, kept), messages
            except ConnectFailed as failed:
                if failed.code != "lost":
                    raise
            await link.close()  # the table may have taken us in: the own token tells
            link = client._link = await open_link(wish.host, wish.port, tls=wish.tls)
            await _judge(wish, trust, link, None)
            messages = link.messages()
            return client, await client._sit_down(link, messages, client._own_seat()), messages
        except BaseException as error:  # also when cancelled: socket and lock are ours to let go
            await link.close()
            if file is not None:
                if wish.resume == "only" and _is_gone(error):
                    file.forget()
                file.close()
            raise

    async def _sit_down(
        self, link: Link, messages: AsyncIterator[ServerMessage], kept: Kept | None
    ) -> Seated:
        """Shake hands in time. Raises ConnectFailed: `lost` where a seat may be kept by now."""
        try:
            async with asyncio.timeout(HANDSHAKE):
                return await self._handshake(link, messages, kept)
        except (TimeoutError, OSError) as error:
            raise ConnectFailed("lost" if self._asked else "not-cardtui") from error
        except ConnectFailed as failed:
            self._not_let_in(failed.code)
            raise

    def _ask(self, link: Link, enter: Join | Create | Resume) -> None:
        """Ask to be let in; what brings back a seat that is given unheard is kept before that."""
        if self._seated is None and not isinstance(enter, Resume):
            self._asked = True
            if self._file is not None:
                self._file.keep(self._own_seat())
        link.send(enter)

    def _not_let_in(self, code: str) -> None:
        """Forget what was kept for a seat that is not to be had; what was there before stays."""
        if self._file is None or not self._asked or code in ("lost", TableCode.STORAGE):
            return
        if self._kept_before is None:
            self._file.forget()
        else:
            self._file.keep(self._kept_before)

    def _own_seat(self) -> Kept:
        """Return what brings back the seat that was asked for, before it is known which it is."""
        wish = self._wish
        return Kept(
            wish.own, wish.name, wish.host_token, wish.process,
            _shown(self.certificate), self._trust.code, wish.table, wish.host, wish.port,
        )  # fmt: skip

    async def _handshake(
        self, link: Link, messages: AsyncIterator[ServerMessage], kept: Kept | None
    ) -> Seated:
        """Say hello, prove the code, then resume or join. Raises ConnectFailed."""
        wish = self._wish
        table = wish.table if self._seated is None else self._seated.table
        join: Join | Create
        if wish.create is not None and self._seated is None:
            join = replace(wish.create, name=wish.name, fixed=wish.fixed_name, token=wish.own)
        else:
            join = Join(table, wish.name, wish.fixed_name, wish.watch, wish.host_token, wish.own)
        enter: Join | Create | Resume = (
            join if kept is None else Resume(kept.table, kept.token, self._received)
        )
        # Of a seat nothing is left then; a watcher whose place is gone may watch again.
        may_join = self._seated is None or self._seated.seat is None
        may_join = may_join and wish.resume != "only"
        try:
            await self._let_in(link, messages)
            self._ask(link, enter)
            while True:
                match await anext(messages, None):
                    case Seated() as seated:
                        return seated
                    case Refused(code=TableCode.BAD_TOKEN | TableCode.UNKNOWN_TABLE) if (
                        may_join and enter is not join
                    ):
                        enter = join
                        self._ask(link, join)
                    case Refused(code=TableCode.WHICH_TABLE):
                        link.send(Tables())
                    case TableList() as tables:
                        raise WhichTable(tables)
                    case Refused(code=TableCode.RATE) as refused:
                        await asyncio.sleep(_seconds(refused.detail))
                        link.send(enter)
                    case None if self._asked:
                        raise ConnectFailed("lost")
                    case other:
                        raise _unexpected(other)
        except BadMessage as error:
            raise ConnectFailed("not-cardtui") from error

    async def _let_in(self, link: Link, messages: AsyncIterator[ServerMessage]) -> None:
        """Say hello and prove the code; return once the server may know who comes.

        In this order and no other: a server that skips its own proof is not the right one.
        """
        trust = self._trust
        link.send(Hello(PROTOCOL, self._wish.app, trust.hello()))
        match await anext(messages, None):
            case Welcome() as welcome:
                self._heed(welcome.limits)
                auth = trust.welcome(welcome)
            case other:
                raise _unexpected(other)
        if auth is not None:
            link.send(auth)
            match await anext(messages, None):
                case Authed() as authed:
                    trust.authed(authed)
                case Bye() as bye:
                    raise _unexpected(bye)
                case _:
                    raise ConnectFailed("unproved")
        if trust.certificate is None:
            await asyncio.to_thread(trust.settle)

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
        if self._file is not None:
            if self._leaving or end.code in _NO_SEAT:
                self._file.forget()
            self._file.close()
            self._file = None
        if self._audits:  # what was found of the last deal is still told
            await asyncio.wait(self._audits, timeout=LAST_AUDIT)
        if end.code not in _OWN_END:
            for found in self._auditor.end():
                if isinstance(found, Audited):
                    self._events.put_nowait(found)
        self._events.put_nowait(end)

    async def _listen(self, messages: AsyncIterator[ServerMessage]) -> Closed | None:
        """Take messages in until the connection ends; return why there is no coming back."""
        try:
            async for message in messages:
                self._arrive(message)
                if isinstance(message, Bye) and not _may_return(message):
                    return Closed(message.code.value, dict(message.detail))
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
        assert self._seated is not None
        link = await open_link(self._wish.host, self._wish.port, tls=self._wish.tls)
        messages = link.messages()
        try:
            await _judge(self._wish, self._trust, link, None)
            async with asyncio.timeout(HANDSHAKE):
                seated = await self._handshake(link, messages, self._kept(self._seated))
        except (OSError, ConnectFailed) as error:
            await link.close()
            raise error if isinstance(error, ConnectFailed) else ConnectFailed("timeout") from None
        except asyncio.CancelledError:
            await link.close()
            raise
        self._link = link
        self._woken.clear()
        LOG.info("back at the table")
        self._events.put_nowait(Reconnected())
        self._auditor.arrive()
        self._arrive(seated)
        for act in self._unanswered.values():
            link.send(act)
        if self._leave_later:
            self.send(Leave())
        return messages

    def _arrive(self, message: ServerMessage) -> None:
        """Take note of what is needed to come back, and pass the message on."""
        match message:
            case Seated():
                self._seated = message
                if self._file is not None and message.seat is not None:
                    self._file.keep(self._kept(message))
            case Lobby():
                self._note_host(message)
            case Update():
                self._received = message.n
            case Ack(aid=aid) | Nak(aid=aid):
                self._unanswered.pop(aid, None)
            case _:
                pass
        if not _own_business(message):
            self._events.put_nowait(message)
        self._audit(message)

    def _audit(self, message: ServerMessage) -> None:
        """Take part in the start of a deal, and prove it once it has ended."""
        for found in self._auditor.see(message):
            match found:
                case Pledge() | Share():
                    self.send(found)
                case Audited():
                    self._events.put_nowait(found)
                case Case() | Later():
                    task = asyncio.create_task(self._judge(found))
                    self._audits.add(task)
                    task.add_done_callback(self._audits.discard)

    async def _judge(self, one: Case | Later) -> None:
        """Play a deal once more, beside everything else: a long one takes a while."""
        async with self._judging:  # a deal is proved to go on where the one before has ended
            try:
                found = await asyncio.to_thread(judge, one)
            except Exception:  # a table must not get around the proof by what breaks it
                LOG.exception("the proof of a deal broke")
                case = one.case if isinstance(one, Later) else one
                found = Audited(case.opened.deal, "unverifiable", Doubt.FAULT)
        if found is not None:
            self._events.put_nowait(found)

    def _kept(self, seated: Seated) -> Kept:
        """Return what brings that seat back."""
        wish, trust = self._wish, self._trust
        return Kept(
            seated.token, seated.name, wish.host_token, wish.process,
            _shown(self.certificate), trust.code, seated.table, wish.host, wish.port,
        )  # fmt: skip

    def _note_host(self, lobby: Lobby) -> None:
        """Remember whose certificate it is, once."""
        if self._named is None and lobby.host is not None and not self._wish.host_token:
            loop, name = asyncio.get_running_loop(), lobby.seats[lobby.host].name
            self._named = loop.run_in_executor(None, self._trust.remember, name)

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


def _seconds(detail: Mapping[str, int | str]) -> float:
    """Return how long a server that was asked too early wants to be waited for."""
    retry = detail.get("retry")
    return min(retry, 60_000) / 1000 if isinstance(retry, int) else 1.0


def _may_return(bye: Bye) -> bool:
    """Whether the server expects this client back: it was only silent, or the server restarts."""
    return bye.code is ByeCode.IDLE or (
        bye.code is ByeCode.SHUTDOWN and bye.detail.get("resume") == 1
    )


def _is_gone(error: BaseException) -> bool:
    """Whether the server said that it keeps no such seat."""
    gone = (TableCode.BAD_TOKEN, TableCode.UNKNOWN_TABLE)
    return isinstance(error, ConnectFailed) and error.code in gone


def _kept_seat(wish: _Wish, certificate: bytes) -> tuple[SeatFile | None, _Wish]:
    """Open what is kept of a seat at that server; a host's secret is part of the wish then."""
    if wish.state_dir is None:
        return None, wish
    if wish.create is not None or not wish.resume:
        return new_seat_file(wish.state_dir, wish.host, wish.port), wish
    name = wish.name if wish.fixed_name else None
    shown = _shown(certificate)
    file = open_seat_file(wish.state_dir, wish.host, wish.port, name, shown, wish.table)
    if file is not None and file.kept is not None and wish.resume and not wish.host_token:
        kept = file.kept
        wish = replace(wish, host_token=kept.host_token, process=kept.process)
    return file, wish


def _unexpected(message: ServerMessage | None) -> ConnectFailed:
    """Return why there is no seat when that came instead of what should have."""
    match message:
        case Refused() | Bye():
            return ConnectFailed(message.code.value, dict(message.detail))
        case _:
            return ConnectFailed("not-cardtui")


async def _judge(wish: _Wish, trust: Trust, link: Link, kept: Kept | None) -> None:
    """Decide whether anything may be said to what answers. Raises ConnectFailed."""
    code = "" if kept is None else kept.code

    def judge() -> None:
        elsewhere = ""
        if wish.state_dir is not None and wish.tls and trust.certificate is None:
            shown = _shown(link.certificate)
            elsewhere = seat_elsewhere(wish.state_dir, wish.host, wish.port, shown)
        trust.judge(link.certificate, code, elsewhere)

    await asyncio.to_thread(judge)


def _shown(certificate: bytes) -> str:
    """Return a certificate's hash as it is kept; empty for none."""
    return "" if certificate == NO_CERTIFICATE else certificate.hex()


def _own_business(message: ServerMessage) -> bool:
    """Whether a message is for the client itself, which tells its owner what came of it."""
    match message:
        case DealOpen() | Pledges() | Shares() | Reveal():
            return True
        case Refused(about=about):  # too late: the deal is opened anew, or has begun
            return about in (tag(Pledge), tag(Share))
        case _:
            return False
