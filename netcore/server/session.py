"""One connection's conversation, as the server holds it: hello, code, join or resume, the table.

Hides: what a peer may say when, and when a silent one is given up. Sans I/O: bytes and the time
come in, `Deliver`, `Reply`, `Alive`, `Check` and `Hangup` go out. Must not know: sockets, tables,
games.

    stage     may come                    ends it
    hello     Hello                       5 s, another version
    auth      Auth                        5 s more; only where there is a join code
    checking  nothing                     5 s, a wrong code
    join      Join, Resume, Create,       5 s more
              Tables
    table     whatever a table is asked   30 s of silence, though pinged every 10
    closed    nothing

What comes too fast is answered here and goes no further (`toll`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from netcore.transport.joincode import Proof
from netcore.transport.pulse import DEAD_AFTER, Pulse
from netcore.wire.framing import CLIENT_CAP, STRANGER_CAP, FrameReader
from netcore.wire.limits import DEFAULT, Limits, Meter
from netcore.wire.messages import (
    NO_NONCE,
    PROTOCOL,
    Auth,
    Authed,
    Bye,
    ByeCode,
    ClientMessage,
    Create,
    Hello,
    Join,
    Ping,
    Pong,
    Resume,
    ServerMessage,
    TableRequest,
    Tables,
    Welcome,
    decode_client,
)
from netcore.wire.schema import BadMessage
from netcore.wire.toll import Toll, allowance


@dataclass(frozen=True, slots=True)
class Deliver:
    """For the table."""

    message: Join | Resume | Create | Tables | TableRequest


@dataclass(frozen=True, slots=True)
class Reply:
    """For the peer."""

    message: ServerMessage


@dataclass(frozen=True, slots=True)
class Hangup:
    """Close the connection once everything has been sent, or (`lost`) at once.

    `why` is for the log.
    """

    why: str
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Alive:
    """A whole frame came that asks nothing of the table: what was sent before has arrived."""


@dataclass(frozen=True, slots=True)
class Check:
    """A proof of the join code came: `judge` it, at once or later."""


Effect: TypeAlias = Deliver | Reply | Hangup | Alive | Check


class Session:
    """The state of one connection.

    Attributes:
        stage: See the table above.
        app: What the client says it is, once it has said hello; for the log.
    """

    def __init__(
        self,
        now: float,
        app: str,
        games: Sequence[str],
        limits: Limits = DEFAULT,
        address: Meter | None = None,
        *,
        proof: Proof | None = None,
        nonce: bytes = NO_NONCE,
    ) -> None:
        """Begin.

        Args:
            now: The time.
            app: Program and version, as told to clients.
            games: What can be played.
            limits: How fast the peer may be.
            address: What all connections of the peer's address are counted by.
            proof: Knows the join code that is asked for; None: none is.
            nonce: New for each conversation.
        """
        self.stage: Literal["hello", "auth", "checking", "join", "table", "closed"] = "hello"
        self.app = ""
        self._proof = proof
        self._nonces = (NO_NONCE, nonce)
        self._mac = b""
        told = allowance(limits)
        self._welcome = Welcome(PROTOCOL, app, tuple(games), told, nonce, proof is not None)
        self._reader = FrameReader(STRANGER_CAP)
        self._step = float(limits.handshake)
        self._deadline = now + self._step
        self._toll = Toll(limits, now, address)
        self._pulse = Pulse(now, DEAD_AFTER)

    def feed(self, data: bytes, now: float) -> Iterator[Effect]:
        """Take bytes from the peer. Lazy: `accepted` may be called between two effects."""
        if self._over:  # what still comes is not even looked at
            return
        self._pulse.heard(now)
        try:
            for payload in self._reader.feed(data):
                if self._over:
                    return
                yield from self._hear(decode_client(payload), now)
        except BadMessage as error:
            self.stage = "closed"
            yield Reply(Bye(ByeCode.BAD_MESSAGE, {"fault": error.code.value}))
            yield Hangup(str(error))

    def secured(self, now: float) -> None:
        """The connection is encrypted now; the hello has its own time."""
        if self.stage == "hello":
            self._deadline = now + self._step

    def judge(self, now: float) -> Iterator[Effect]:
        """Weigh the proof that came; `stage` is `join` afterwards if it was the right one."""
        if self.stage != "checking":
            return
        assert self._proof is not None
        if not self._proof.holds(self._mac, "client", *self._nonces):
            self.stage = "closed"
            yield Reply(Bye(ByeCode.WRONG_CODE))
            yield Hangup("a wrong join code")
            return
        self.stage = "join"
        self._deadline = now + self._step
        yield Reply(Authed(self._proof.mac("server", *self._nonces)))

    def weigh(self, size: int, now: float) -> float:
        """Count bytes that came; return for how many seconds no more are to be read."""
        return self._toll.weigh(size, now)

    def accepted(self, seat: Meter | None = None) -> None:
        """The table took the join or resume. `seat`: what the seat's messages are counted by."""
        self.stage = "table"
        self._reader.cap = CLIENT_CAP
        if seat is not None:
            self._toll.seat(seat)

    def close(self) -> None:
        """The server ends the conversation; whatever still comes is passed over."""
        self.stage = "closed"

    def woke(self, now: float) -> Iterator[Effect]:
        """This side slept: the peer is asked whether it is still there, with all its time."""
        self._deadline = now + self._step
        self._pulse.woke(now)
        if self.stage == "table":
            yield Reply(Ping(int(now * 1000)))

    def tick(self, now: float) -> Iterator[Effect]:
        """Let time pass."""
        match self.stage:
            case "hello" | "auth" | "checking" | "join":
                if now >= self._deadline:
                    self.stage = "closed"
                    yield Reply(Bye(ByeCode.IDLE))
                    yield Hangup("no handshake in time")
            case "table":
                match self._pulse.tick(now):
                    case "ping":
                        yield Reply(Ping(int(now * 1000)))
                    case "dead":
                        self.stage = "closed"
                        yield Hangup(f"no sign of life for {DEAD_AFTER:.0f} s", lost=True)
                    case None:
                        pass
            case "closed":
                pass
            case _:
                assert_never(self.stage)

    @property
    def due(self) -> float | None:
        """When `tick` is needed next; None: never."""
        match self.stage:
            case "hello" | "auth" | "checking" | "join":
                return self._deadline
            case "table":
                return self._pulse.due
            case "closed":
                return None
            case _:
                assert_never(self.stage)

    @property
    def _over(self) -> bool:
        return self.stage == "closed"

    def _hear(self, message: ClientMessage, now: float) -> Iterator[Effect]:
        """Take a message, unless it comes too early."""
        answer = self._toll.charge(message, now)
        if answer is None:
            yield from self._take(message, now)
            return
        yield Reply(answer)
        if isinstance(answer, Bye):
            self.stage = "closed"
            yield Hangup("too many requests")

    def _take(self, message: ClientMessage, now: float) -> Iterator[Effect]:
        match message:
            case Hello():
                yield from self._greet(message, now)
            case Ping(t=t):
                self._expect(message, "join", "table")
                yield Alive()
                yield Reply(Pong(t))
            case Pong():
                self._expect(message, "join", "table")
                self._pulse.answered()
                yield Alive()
            case Auth(mac=mac):
                self._expect(message, "auth")
                self.stage = "checking"
                self._mac = mac
                self._deadline = now + self._step
                yield Check()
            case Join() | Resume() | Create() | Tables():
                self._expect(message, "join")
                yield Deliver(message)
            case _:
                self._expect(message, "table")
                yield Deliver(message)

    def _greet(self, hello: Hello, now: float) -> Iterator[Effect]:
        self._expect(hello, "hello")
        self.app = hello.app
        if hello.v != PROTOCOL:
            self.stage = "closed"
            yield Reply(Bye(ByeCode.VERSION, {"v": PROTOCOL, "app": self._welcome.app}))
            yield Hangup(f"speaks version {hello.v}")
            return
        if self._proof is not None and hello.nonce == NO_NONCE:
            raise BadMessage("no nonce, where a code is to be proved")
        self._nonces = (hello.nonce, self._nonces[1])
        self.stage = "join" if self._proof is None else "auth"
        self._deadline = now + self._step
        yield Reply(self._welcome)

    def _expect(self, message: ClientMessage, *stages: str) -> None:
        if self.stage not in stages:
            raise BadMessage(f"{type(message).__name__} in stage {self.stage}")
