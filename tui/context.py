"""What every screen is given: the room, the client, how to draw, and the time.

Hides: nothing; it keeps the screens from reaching into the app. Must not know: any screen.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from tui.drawing.cards import Pen
from tui.drawing.palette import Palette
from tui.settings import DEFAULTS, Settings
from tui.terminal.pulse import Pulse

if TYPE_CHECKING:
    from tui.room import Room


class ClientLike(Protocol):
    """The part of `netcore.client.shell.Client` that a screen needs."""

    def __aiter__(self) -> AsyncIterator[Any]: ...

    def act(self, action: Any) -> bytes: ...

    def send(self, message: Any) -> object: ...

    async def close(self) -> None: ...

    @property
    def certificate(self) -> bytes: ...

    @property
    def elsewhere(self) -> str: ...

    @property
    def unkept(self) -> bool: ...


Connect: TypeAlias = Callable[[], Awaitable[ClientLike]]


class Unfinished(Protocol):
    """A table that can be gone on with.

    Attributes:
        key: What it is called where it is kept.
        way: Which door leads there: `resume` (an own table) or `rejoin` (a seat).
        at: When it was left, in seconds since 1970.
        what: What is played there, or whose table it is.
        where: What else is known of it.
    """

    @property
    def key(self) -> str: ...

    @property
    def way(self) -> str: ...

    @property
    def at(self) -> float: ...

    @property
    def what(self) -> str: ...

    @property
    def where(self) -> str: ...

    @property
    def question(self) -> str:
        """Ask whether it is to be forgotten, and say what that means."""
        ...

    def forgettable(self) -> bool:
        """Return whether it may still be there, though it could not be gone on with."""
        ...

    def forget(self) -> str:
        """Never offer it again; return why that cannot be. It waits for the disk."""
        ...


class Doors(Protocol):
    """The ways to a table that the start screen offers. Each raises ConnectFailed.

    Attributes:
        invites: How others join the table that was opened.
        autostart: The table is for this player alone and begins at once.
    """

    invites: list[str]
    autostart: bool

    async def play(self, game: str) -> ClientLike: ...

    async def host(self, game: str) -> ClientLike: ...

    async def join(self, address: str) -> ClientLike: ...

    async def watch(self, address: str) -> ClientLike: ...

    async def resume(self, table: str) -> ClientLike: ...

    async def rejoin(self, seat: str) -> ClientLike: ...

    def unfinished(self) -> Sequence[Unfinished]:
        """Return what was left, the newest first. It waits for the disk."""
        ...

    def close(self, keep: bool) -> None: ...


@dataclass(slots=True)
class Link:
    """A connection that is being restored: when it is tried next and when it is given up."""

    again: float
    give_up: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The table is no more. `why`: what is said of that; `code`: what the program ends with."""

    why: str
    code: int


@dataclass(slots=True)
class Context:
    """Shared by all screens of one run.

    Attributes:
        invites: The lines with which others join, shown in the host's lobby.
        fingerprint: The words of the server's certificate; empty where all is in clear.
        owner: The table ends with this program, if it is the host's.
        link: Set while the connection is lost.
        ended: Set once the table is no more, while its last result is still looked at.
        settings: The player's, as they are now.
        pulse: Whether the terminal is slow to answer: what can be spared is not sent then.
        left: What can be gone on with, the newest first.
        kits: The kit of each game played so far: how the hand is sorted lasts.
    """

    pen: Pen
    palette: Palette
    now: Callable[[], float]
    client: ClientLike | None = None
    invites: tuple[str, ...] = ()
    fingerprint: str = ""
    owner: bool = True
    name: str = ""
    link: Link | None = None
    ended: Ended | None = None
    kits: dict[str, Any] = field(default_factory=dict)
    settings: Settings = DEFAULTS
    pulse: Pulse = field(default_factory=Pulse)
    left: Sequence[Unfinished] = ()
    _room: Room | None = None

    @property
    def keepable(self) -> bool:
        """Whether the table can go on without its host's screen: others can reach it."""
        return self.owner and bool(self.invites)

    @property
    def room(self) -> Room:
        """What is known of the table; made when first asked for, since it loads the engine."""
        if self._room is None:
            from tui.room import Room

            self._room = Room()
        return self._room

    def anew(self, room: Room | None = None) -> None:
        """Leave what was looked at: an empty room (this one), and no hand sorted yet."""
        self._room = room
        self.kits.clear()

    def leave(self) -> None:
        """Know of no table any more."""
        self.client, self.invites, self.fingerprint = None, (), ""
        self.owner, self.link, self.ended = True, None, None
        self.anew()

    def send(self, message: Any) -> bool:
        """Send a request, if there is a table; False when it was not sent."""
        return self.client is not None and bool(self.client.send(message))

    def act(self, action: Any) -> bytes | None:
        """Send an action; return what its answer will carry."""
        return None if self.client is None else self.client.act(action)
