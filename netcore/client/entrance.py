"""How a client gets to its place at a table, the first time and whenever it comes back.

Hides: what is said to a server in which order before there is a place, how a place is found again
that was given unheard, and what of it is kept on disk. Must not know: what is done at the table,
when it is time to come back, screens.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from netcore.client.link import HANDSHAKE, ConnectFailed, Link, open_link
from netcore.client.seatfile import Kept, SeatFile, new_seat_file, open_seat_file, seat_elsewhere
from netcore.client.trust import Trust
from netcore.transport.joincode import NO_CERTIFICATE
from netcore.wire.messages import (
    PROTOCOL,
    Allowance,
    Authed,
    Bye,
    Create,
    Hello,
    Join,
    Lobby,
    Refused,
    Resume,
    Seated,
    ServerMessage,
    TableCode,
    TableList,
    Tables,
    Welcome,
)
from netcore.wire.schema import BadMessage


@dataclass(frozen=True, slots=True)
class Wish:
    """What to join, and as whom: see `Client.connect`; `own`: a token of this client's, see `Join`.

    A watcher has no `state_dir`.
    """

    host: str
    port: int
    name: str
    fixed_name: bool
    watch: bool
    host_token: str
    process: int
    app: str
    tls: bool
    state_dir: Path | None
    resume: bool | Literal["ask", "only"]
    table: str
    create: Create | None
    own: str


class SeveralTables(ConnectFailed):
    """None was named, and there are several."""

    def __init__(self, tables: TableList) -> None:
        super().__init__(TableCode.WHICH_TABLE.value)
        self.tables = tables


@dataclass(frozen=True, slots=True)
class Entry:
    """A connection over which there is a place, and all that comes after the news of it."""

    link: Link
    messages: AsyncIterator[ServerMessage]
    seated: Seated


class Entrance:
    """The way of one client to its place.

    Attributes:
        wish: What was wanted; of the own table also the secret that was kept.
        trust: Whom it takes for its table.
        certificate: The hash of the server's; noughts in clear.
        allowed: How fast the server lets a client be, as of the last hello.
    """

    def __init__(self, wish: Wish, trust: Trust) -> None:
        self.wish = wish
        self.trust = trust
        self.certificate = NO_CERTIFICATE
        self.allowed = Allowance()
        self._seated: Seated | None = None
        self._file: SeatFile | None = None
        self._kept_before: Kept | None = None
        self._asked = False
        self._named: asyncio.Future[None] | None = None

    async def enter(self) -> Entry:
        """Take the place that is wished for, or come back to the one that is kept.

        Raises:
            SeveralTables: There are several.
            ConnectFailed: There is no place to be had.
        """
        link = await self._open()
        try:
            self.certificate = link.certificate
            kept = self._find_kept()
            await self._judge(link, kept)
            if kept is not None and self.wish.resume == "ask":
                raise ConnectFailed("seat-kept", {"name": kept.name})
            try:
                return await self._sit_down(link, kept)
            except ConnectFailed as failed:
                if failed.code != "lost":
                    raise
            await link.close()  # the table may have taken us in: the own token tells
            link = await self._open()
            await self._judge(link, None)
            return await self._sit_down(link, self._own_seat())
        except BaseException as error:  # also when cancelled: socket and lock are ours to let go
            await link.close()
            self.leave(given_up=self.wish.resume == "only" and _is_gone(error))
            raise

    async def reenter(self, last: int) -> Entry:
        """Come back to the place. `last`: the newest update seen. Raises ConnectFailed."""
        assert self._seated is not None
        link = await self._open()
        try:
            await self._judge(link, None)
            async with asyncio.timeout(HANDSHAKE):
                return await self._handshake(link, self._to_keep(self._seated), last)
        except BaseException as error:  # also when cancelled: the socket is ours to close
            await link.close()
            if isinstance(error, OSError):
                raise ConnectFailed("timeout") from None
            raise

    # --- what is kept ---

    def note_place(self, seated: Seated) -> None:
        """Keep what brings the place back: the table has just said so."""
        self._seated = seated
        if self._file is not None and seated.seat is not None:
            self._file.keep(self._to_keep(seated))

    @property
    def unkept(self) -> bool:
        """Whether the seat is lost with this program: what brings it back could not be kept."""
        seated = self._seated is not None and self._seated.seat is not None
        return (
            seated and self.wish.state_dir is not None and (self._file is None or self._file.failed)
        )

    def note_host(self, lobby: Lobby) -> None:
        """Remember whose certificate it is, once."""
        if self._named is None and lobby.host is not None and not self.wish.host_token:
            loop, name = asyncio.get_running_loop(), lobby.seats[lobby.host].name
            self._named = loop.run_in_executor(None, self.trust.remember, name)

    def leave(self, *, given_up: bool) -> None:
        """Let go of the file of the seat; `given_up`: nothing brings the seat back."""
        if self._file is not None:
            if given_up:
                self._file.forget()
            self._file.close()
            self._file = None

    def _find_kept(self) -> Kept | None:
        """Open what is kept of a seat at this server. Raises ConnectFailed where it must be.

        A host's secret is part of the wish then.
        """
        self._file = self._seat_file()
        self._kept_before = None if self._file is None else self._file.kept
        kept = self._kept_before if self.wish.resume else None
        if kept is None and self.wish.resume == "only":
            raise ConnectFailed(TableCode.BAD_TOKEN.value)
        if kept is not None and not self.wish.host_token:
            self.wish = replace(self.wish, host_token=kept.host_token, process=kept.process)
        return kept

    def _seat_file(self) -> SeatFile | None:
        wish = self.wish
        if wish.state_dir is None:
            return None
        if wish.create is not None or not wish.resume:
            return new_seat_file(wish.state_dir, wish.host, wish.port)
        name = wish.name if wish.fixed_name else None
        shown = _shown(self.certificate)
        return open_seat_file(wish.state_dir, wish.host, wish.port, name, shown, wish.table)

    def _own_seat(self) -> Kept:
        """Return what brings back the seat that was asked for, before it is known which it is."""
        wish = self.wish
        return self._to_keep(Seated(wish.table, None, wish.own, wish.name, host=False))

    def _to_keep(self, seated: Seated) -> Kept:
        """Return what brings that seat back."""
        wish = self.wish
        return Kept(
            seated.token, seated.name, wish.host_token, wish.process,
            _shown(self.certificate), self.trust.code, seated.table, wish.host, wish.port,
        )  # fmt: skip

    def _not_let_in(self, code: str) -> None:
        """Forget what was kept for a seat that is not to be had; what was there before stays."""
        if self._file is None or not self._asked or code in ("lost", TableCode.STORAGE):
            return
        if self._kept_before is None:
            self._file.forget()
        else:
            self._file.keep(self._kept_before)

    # --- what is said ---

    async def _open(self) -> Link:
        return await open_link(self.wish.host, self.wish.port, tls=self.wish.tls)

    async def _judge(self, link: Link, kept: Kept | None) -> None:
        """Decide whether anything may be said to what answers. Raises ConnectFailed."""
        wish, trust = self.wish, self.trust
        code = "" if kept is None else kept.code

        def judge() -> None:
            elsewhere = ""
            if wish.state_dir is not None and wish.tls and trust.certificate is None:
                shown = _shown(link.certificate)
                elsewhere = seat_elsewhere(wish.state_dir, wish.host, wish.port, shown)
            trust.judge(link.certificate, code, elsewhere)

        await asyncio.to_thread(judge)

    async def _sit_down(self, link: Link, kept: Kept | None) -> Entry:
        """Shake hands in time. Raises ConnectFailed: `lost` where a seat may be kept by now."""
        try:
            async with asyncio.timeout(HANDSHAKE):
                return await self._handshake(link, kept, 0)
        except (TimeoutError, OSError) as error:
            raise ConnectFailed("lost" if self._asked else "not-cardtui") from error
        except ConnectFailed as failed:
            self._not_let_in(failed.code)
            raise

    async def _handshake(self, link: Link, kept: Kept | None, last: int) -> Entry:
        """Say hello, prove the code, then resume or join. Raises ConnectFailed, OSError."""
        messages = link.messages()
        anew = self._anew()
        enter = anew if kept is None else Resume(kept.table, kept.token, last)
        # Of a seat nothing is left then; a watcher whose place is gone may watch again.
        may_join = self._seated is None or self._seated.seat is None
        may_join = may_join and self.wish.resume != "only"
        try:
            await self._let_in(link, messages)
            self._ask(link, enter)
            while True:
                match await anext(messages, None):
                    case Seated() as seated:
                        return Entry(link, messages, seated)
                    case Refused(code=TableCode.BAD_TOKEN | TableCode.UNKNOWN_TABLE) if (
                        may_join and enter is not anew
                    ):
                        enter = anew
                        self._ask(link, enter)
                    case Refused(code=TableCode.WHICH_TABLE):
                        link.send(Tables())
                    case TableList() as tables:
                        raise SeveralTables(tables)
                    case Refused(code=TableCode.RATE) as refused:
                        await asyncio.sleep(_seconds(refused.detail))
                        link.send(enter)
                    case None if self._asked:
                        raise ConnectFailed("lost")
                    case other:
                        raise _unexpected(other)
        except BadMessage as error:
            raise ConnectFailed("not-cardtui") from error

    def _anew(self) -> Join | Create:
        """Return the request of one who has no place, or has one no more."""
        wish, seated = self.wish, self._seated
        if wish.create is not None and seated is None:
            return replace(wish.create, name=wish.name, fixed=wish.fixed_name, token=wish.own)
        table = wish.table if seated is None else seated.table
        return Join(table, wish.name, wish.fixed_name, wish.watch, wish.host_token, wish.own)

    async def _let_in(self, link: Link, messages: AsyncIterator[ServerMessage]) -> None:
        """Say hello and prove the code; return once the server may know who comes.

        In this order and no other: a server that skips its own proof is not the right one.
        """
        trust = self.trust
        link.send(Hello(PROTOCOL, self.wish.app, trust.hello()))
        match await anext(messages, None):
            case Welcome() as welcome:
                self.allowed = welcome.limits
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

    def _ask(self, link: Link, enter: Join | Create | Resume) -> None:
        """Ask to be let in; what brings back a seat that is given unheard is kept before that."""
        if self._seated is None and not isinstance(enter, Resume):
            self._asked = True
            if self._file is not None:
                self._file.keep(self._own_seat())
        link.send(enter)


def _seconds(detail: Mapping[str, int | str]) -> float:
    """Return how long a server that was asked too early wants to be waited for."""
    retry = detail.get("retry")
    return min(retry, 60_000) / 1000 if isinstance(retry, int) else 1.0


def _is_gone(error: BaseException) -> bool:
    """Whether the server said that it keeps no such seat."""
    gone = (TableCode.BAD_TOKEN, TableCode.UNKNOWN_TABLE)
    return isinstance(error, ConnectFailed) and error.code in gone


def _unexpected(message: ServerMessage | None) -> ConnectFailed:
    """Return why there is no seat when that came instead of what should have."""
    match message:
        case Refused() | Bye():
            return ConnectFailed(message.code.value, dict(message.detail))
        case _:
            return ConnectFailed("not-cardtui")


def _shown(certificate: bytes) -> str:
    """Return a certificate's hash as it is kept; empty for none."""
    return "" if certificate == NO_CERTIFICATE else certificate.hex()
