"""A table of one's own: opening it, coming back to it, sitting down as its host, ending it.

One way for `cardtui play`, `cardtui host` and the start screen. Hides: the server's process, and
what is kept on disk to come back. Must not know: screens, which words of a command line were given.

A host whose terminal is lost finds the table again on its port: the server goes on, and the seat's
and the host's secrets are in the state folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Final

from netcore.client.seatfile import Kept, forget_seats, open_host_file
from netcore.client.shell import Client, ConnectFailed
from netcore.transport.joincode import NO_CERTIFICATE, new_code
from netcore.wire.messages import Leave
from tui import __version__
from tui.tables import seat
from tui.tables.addresses import invites
from tui.tables.child import OrphanedServer, Server, ServerChild, ServerDied
from tui.text.address import DEFAULT_PORT, Invite

HOST_LINGER: Final = 600.0
"""Seconds an orphaned table waits for somebody to come back."""
HERE: Final = "127.0.0.1"
_EVERYWHERE: Final = {"": HERE, "0.0.0.0": HERE, "::": "::1"}
"""Where a server that listens on all addresses is reached from here."""


class OwnTable:
    """A table that runs, and is this player's.

    Attributes:
        address, port: Where it is reached from here.
        invites: What others type to join.
    """

    def __init__(
        self,
        server: Server,
        address: str,
        port: int,
        kept: Kept,
        *,
        state: Path | None,
        invites: Sequence[str] = (),
        found: ServerDied | None = None,
    ) -> None:
        """Take a table over.

        Args:
            server: What ends it.
            address: Where it is reached.
            port: Where it is reached.
            kept: The host's secret and the server's process.
            state: Where they are kept; None: nowhere.
            invites: What others type to join.
            found: It ran already, and that is why no other could be opened.
        """
        self.address, self.port = address, port
        self.invites = list(invites)
        self._server = server
        self._kept = kept
        self._state = state
        self._found = found

    @property
    def where(self) -> str:
        """The address, for messages."""
        return Invite(self.address, self.port).where

    @property
    def found(self) -> bool:
        """Whether it ran already, as far as is known before `connect`."""
        return self._found is not None

    async def connect(self, name: str | None) -> Client:
        """Sit down as the host, or come back to that seat. Raises ConnectFailed.

        A table that only seemed to be the own one is left again.
        """
        kept = self._kept
        try:
            client = await Client.connect(
                self.address,
                self.port,
                name=name or seat.default_name(),
                fixed_name=name is not None and self._found is None,
                host_token=kept.host_token,
                process=kept.process,
                state_dir=self._state,
                app=f"cardtui {__version__}",
                tls=bool(kept.certificate),
                code=kept.code,
                accepted=bytes.fromhex(kept.certificate) if kept.certificate else None,
            )
        except ConnectFailed as failed:
            if self._found is None or failed.code in ("table-full", "game-running"):
                raise
            raise self._not_own() from failed
        if self._found is not None and not client.host:
            client.send(Leave())
            await client.close()
            raise self._not_own()
        self._found = None
        return client

    def close(self, *, keep: bool) -> None:
        """End the table, or let it go on for the guests (`keep`)."""
        if self._found is not None:  # it never was the own one
            return
        if keep:
            self._server.detach()
            return
        self._server.stop(for_good=self._state is not None)
        if self._state is not None:
            forget_seats(self._state, self.address, self.port)

    def _not_own(self) -> ConnectFailed:
        return ConnectFailed("failed", {"why": str(self._found)})


def open_table(
    arguments: Sequence[str],
    *,
    alone: bool,
    bind: str = "",
    port: int = DEFAULT_PORT,
    code: str | None = None,
    resumes: bool = False,
) -> OwnTable:
    """Start a server; where its port is taken by an own table that still runs, return that one.

    Args:
        arguments: Those of `cardtui serve`, but for where it listens.
        alone: Only this machine reaches it, on any port, and it ends with this program.
        bind: The address to listen on; empty: all.
        port: The port to listen on; 0: any.
        code: The join code; empty: none is asked for; None: a new one.
        resumes: The server goes on with a table; who sat at it here keeps the seat.

    Raises:
        ServerDied: It did not come up, and there is no own table there either.
    """
    if alone:
        # Other users of this machine could reach it too: only this program knows the code.
        local = [*arguments, "--opener", "play", "--bind", HERE, "--port", "0", "--no-tls"]
        child = ServerChild(local, linger=0.0, code=token_hex(16))
        return OwnTable(child, HERE, child.ready.port, _secrets(child), state=None)
    address = _EVERYWHERE.get(bind, bind)
    state = seat.state_folder()
    try:
        where = ["--opener", "host", "--port", str(port), *(["--bind", bind] if bind else [])]
        chosen = new_code() if code is None else code
        child = ServerChild([*arguments, *where], linger=HOST_LINGER, code=chosen)
    except ServerDied as died:
        if not port or (kept := _kept(state, address, port)) is None:
            raise
        server, lines = OrphanedServer(kept.process), _invites(bind, port, kept)
        return OwnTable(server, address, port, kept, state=state, invites=lines, found=died)
    port = child.ready.port
    if not resumes:
        forget_seats(state, address, port)
    kept = _secrets(child)
    lines = _invites(bind, port, kept)
    return OwnTable(child, address, port, kept, state=state, invites=lines)


def is_left(bind: str, port: int) -> bool:
    """Whether the host's seat at an own table there is kept, and no program sits on it."""
    return _kept(seat.state_folder(), _EVERYWHERE.get(bind, bind), port) is not None


def end_left(bind: str, port: int) -> None:
    """End an own table that runs there without its host's program; its guests are told."""
    state, address = seat.state_folder(), _EVERYWHERE.get(bind, bind)
    if (kept := _kept(state, address, port)) is not None:
        OrphanedServer(kept.process).stop()
        forget_seats(state, address, port)


def _secrets(child: ServerChild) -> Kept:
    ready = child.ready
    certificate = "" if bytes.fromhex(ready.certificate) == NO_CERTIFICATE else ready.certificate
    return Kept("", "", child.host_token, child.process, certificate, ready.code)


def _kept(state: Path, address: str, port: int) -> Kept | None:
    """Return what was kept of an own table there, unless a client still plays at it."""
    file = open_host_file(state, address, port)
    if file is None:
        return None
    kept = file.kept
    file.close()
    return kept


def _invites(bind: str, port: int, kept: Kept) -> list[str]:
    """Return what others type to join."""
    return invites(bind, port, kept.code, tls=bool(kept.certificate))
