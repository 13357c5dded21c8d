"""Every message between client and server, as two closed unions of frozen dataclasses.

Hides: which messages there are and what may stand in them. Must not know: frames, connections,
tables; how a value looks on the wire is `schema`'s.

The server sends codes and parameters, never sentences. "k" is the kind of message; the payload of a
frame is one msgpack map.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias

import msgpack

from engine.casino.events import CasinoEvent
from engine.casino.state import CasinoView
from engine.game import Code
from engine.king import KingCode, KingEvent, KingView, Setting
from engine.match import DealScored, MatchView, MatchWon
from engine.uno.events import UnoEvent
from engine.uno.state import UnoView
from netcore.wire.codes import ByeCode as ByeCode
from netcore.wire.codes import EmoteCode as EmoteCode
from netcore.wire.codes import NoteCode as NoteCode
from netcore.wire.codes import TableCode as TableCode
from netcore.wire.limits import DEFAULT, Pace
from netcore.wire.schema import BadMessage, Limit, is_map, narrow, pack, tag, unpack

PROTOCOL: Final = 1
"""The version of this conversation. Both sides must speak the same."""

MAX_SEATS: Final = 10
ONLY_TABLE: Final = "table"
"""What a table is called that needs no name."""
MAX_CHAT: Final = 300
MAX_NAME: Final = 200
"""Characters of a name that is asked for; one that is used is much shorter."""
MAX_LONG: Final = 4096
"""Bytes of any text: as much as a frame of a client's holds, so that none is cut off for one."""
MAX_EVENTS: Final = 4096
LOG_PART: Final = 64
"""Lines of a log in one message: together they fit a frame, however long each is."""

Aid: TypeAlias = Annotated[bytes, Limit(12, 12)]
"""Made once for each intent and kept on retries: the same aid is never applied twice."""

Nonce: TypeAlias = Annotated[bytes, Limit(16, 16)]
"""Made anew for each conversation, so that no proof of one is good in another."""

Mac: TypeAlias = Annotated[bytes, Limit(32, 32)]
"""The proof that one side knows the join code; see joincode."""

NO_NONCE: Final = bytes(16)

Hash: TypeAlias = Annotated[bytes, Limit(32, 32)]
"""A SHA-256, or as many random bytes."""

Number: TypeAlias = Annotated[int, Limit(0, 2**53)]
SeatNumber: TypeAlias = Annotated[int, Limit(0, MAX_SEATS - 1)]
Short: TypeAlias = Annotated[str, Limit(0, 64)]
Token: TypeAlias = Annotated[str, Limit(0, 64)]
Level: TypeAlias = Literal["easy", "normal", "hard"]
GameName: TypeAlias = Literal["uno", "casino"]
Phase: TypeAlias = Literal["lobby", "deal", "between", "won"]
OptionValue: TypeAlias = bool | int | str | tuple[str, ...]
Detail: TypeAlias = Mapping[str, int | str]
AnyEvent: TypeAlias = UnoEvent | CasinoEvent | DealScored | MatchWon | KingEvent

narrow(MatchView, game=UnoView | CasinoView)


# --- client to server -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message. `v`: PROTOCOL; `app`: program and version, for the log.

    `nonce` is the client's half of what the proofs of a join code are about.
    """

    v: Number
    app: Short
    nonce: Nonce = NO_NONCE


@dataclass(frozen=True, slots=True)
class Auth:
    """Prove the join code, where the Welcome asks for it."""

    mac: Mac


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a seat, or to watch.

    Attributes:
        table: Which table; empty: the only one.
        name: The name wanted.
        fixed: The name was chosen on purpose: refuse it when taken instead of adding a number.
        watch: Take no seat.
        host: The secret that makes its holder the host; empty for everybody else.
        token: One of the client's own: it brings the seat back until Seated has arrived, should
            the line die before that; empty: nothing does.
    """

    table: Short
    name: Annotated[str, Limit(0, MAX_NAME)]
    fixed: bool
    watch: bool
    host: Token
    token: Token = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """Come back to a seat. `last`: the newest update seen; what was missed since comes along."""

    table: Short
    token: Token
    last: Number


@dataclass(frozen=True, slots=True)
class Tables:
    """Ask which tables there are, before joining one."""


@dataclass(frozen=True, slots=True)
class Create:
    """Open a table and sit down at it as its host.

    Attributes:
        table: What it is to be called; a number is added when that is taken.
        name, fixed, token: As in Join.
        game, preset, options, seats, punishments: As in Setup. Not many options fit into the frame
            of one who has not joined yet; its host may change the others then.
    """

    table: Annotated[str, Limit(0, MAX_NAME)]
    name: Annotated[str, Limit(0, MAX_NAME)]
    fixed: bool
    game: GameName
    preset: Short
    options: Mapping[str, OptionValue]
    seats: Annotated[int, Limit(2, MAX_SEATS)]
    punishments: Setting = "all"
    token: Token = ""


@dataclass(frozen=True, slots=True)
class Act:
    """Play. `n`: the newest update seen; `a`: the action's notation, without its seat."""

    aid: Aid
    n: Number
    a: Annotated[str, Limit(1, 600)]


@dataclass(frozen=True, slots=True)
class Sync:
    """Ask for the newest update once more."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Say something. More than MAX_CHAT characters are cut by the table."""

    text: Annotated[str, Limit(0, MAX_LONG)]


@dataclass(frozen=True, slots=True)
class Emote:
    """Say one of the few things that every reader has in the own language. It counts as chat."""

    code: EmoteCode


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up for good. (Who only closes the connection keeps it.)"""


@dataclass(frozen=True, slots=True)
class StepAway:
    """Go for now and keep the seat: the server closes the connection, which is not lost then."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Between deals the next one begins once every player at the table is ready."""

    on: bool


@dataclass(frozen=True, slots=True)
class Start:
    """Begin whatever comes next: the match, the next deal, a rematch. For the host."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Choose the game and its rules, in the lobby. For the host.

    Attributes:
        seats: How many there are.
        punishments: What the table plays with where the rules punish; None: as before.
        rules_name: What the host calls these rules; empty: as preset and options say.
    """

    game: GameName
    preset: Short
    options: Mapping[str, OptionValue]
    seats: Annotated[int, Limit(2, MAX_SEATS)]
    punishments: Setting | None = None
    rules_name: Annotated[str, Limit(0, MAX_NAME)] = ""


@dataclass(frozen=True, slots=True)
class AddBot:
    """Put a bot on the first open seat, in the lobby. For the host."""

    level: Level


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """In the lobby. For the host."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Kick:
    """Remove a player. In mid-deal a bot plays the seat until the deal ends. For the host."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Lock:
    """Let nobody new in, nor a watcher take a seat; or let them again. For the host."""

    on: bool


@dataclass(frozen=True, slots=True)
class Give:
    """Give a watcher an open seat, or a bot's with its hand. For the host. `who`: the name."""

    who: Short
    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """As a watcher, sit down: on an open seat, or on a bot's, taking over its hand."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Mild:
    """Want mild punishments only, or all that the table plays with. At any time."""

    on: bool


@dataclass(frozen=True, slots=True)
class Swap:
    """Draw another punishment instead of the own one, once a match."""


@dataclass(frozen=True, slots=True)
class Settle:
    """As a winner, say that a punishment is done, or waive it. `seat`: whose."""

    seat: SeatNumber
    how: Literal["done", "waived"]


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop or go on: clocks, bots and actions. For the host."""

    on: bool


@dataclass(frozen=True, slots=True)
class End:
    """End the match; everybody is back in the lobby. For the host."""


@dataclass(frozen=True, slots=True)
class Pledge:
    """Bind oneself to a share without showing it (engine.fair.share_commitment)."""

    deal_id: Short
    pledge: Hash


@dataclass(frozen=True, slots=True)
class Share:
    """Show the share, now that everybody is bound to theirs."""

    deal_id: Short
    share: Hash


# --- server to client -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Allowance:
    """How fast a client may be, by kind of message, and how long a line of chat is."""

    actions: Pace = DEFAULT.actions
    chat: Pace = DEFAULT.chat
    entries: Pace = DEFAULT.entries
    chat_length: Number = DEFAULT.chat_length


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to Hello.

    Attributes:
        games: What can be played here.
        limits: How fast a client may be.
        nonce: The server's half of what the proofs of a join code are about.
        auth: The join code is to be proved before anything else.
    """

    v: Number
    app: Short
    games: tuple[Short, ...]
    limits: Allowance = Allowance()
    nonce: Nonce = NO_NONCE
    auth: bool = False


@dataclass(frozen=True, slots=True)
class Authed:
    """The code was the right one, and this is the proof that the server knows it too."""

    mac: Mac


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What is told of a table to those who are not at it.

    Attributes:
        phase: As in Lobby.
        open, humans, bots: How many seats are so.
        watchers: How many watch.
        locked: Nobody new is let in.
        rules_name: As in Lobby.
    """

    name: Short
    game: GameName
    preset: Short
    options: Mapping[str, OptionValue]
    phase: Phase
    open: Number
    humans: Number
    bots: Number
    watchers: Number
    locked: bool = False
    rules_name: Short = ""


@dataclass(frozen=True, slots=True)
class TableList:
    """The answer to Tables. `more`: another table can be opened."""

    tables: tuple[TableInfo, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Seated:
    """Joined or resumed; again when the own seat number, the host's rights or the token change.

    Attributes:
        table: Which table.
        seat: The own seat; None for a watcher.
        token: What Resume needs. The one before stays good until the first frame after this.
        name: The name as the table knows it.
        host: Whether this is the host.
    """

    table: Short
    seat: SeatNumber | None
    token: Token
    name: Short
    host: bool


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat, as everybody may see it.

    Attributes:
        kind: `open`, `human`, `bot`, or `gone`: given up for good in this match.
        level: A bot's level; empty for others.
        ready: For the next deal.
        away: The connection is lost; the seat is kept.
        grace: How many seconds of waiting are left before a stand-in plays; counts while away.
        standin: A bot plays in the place of who is away.
        mild: This player wants mild punishments only.
    """

    name: Short
    kind: Literal["open", "human", "bot", "gone"]
    level: Short = ""
    ready: bool = False
    away: bool = False
    grace: Number = 0
    standin: bool = False
    mild: bool = False


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The table waits for shares before it can deal. `waiting`: for which seats."""

    stage: Literal["pledge", "share"]
    waiting: tuple[SeatNumber, ...]


@dataclass(frozen=True, slots=True)
class OwnPunishment:
    """A card that a table has added to the punishments: its name, and whether it is hot."""

    name: Short
    hot: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """Everything about the table but the game itself; sent whenever something of it changed.

    Before the first update of a deal and after its last: an update is read by the lobby before it.

    Attributes:
        phase: `lobby`, `deal` (one runs), `between` deals, `won` (the match is over).
        paused: The host has stopped the clocks.
        preset, options: The rules: a named set, and what differs from it.
        watchers: The names of those here without a seat.
        host: The host's seat; None when the host watches or is not there.
        timer: Seconds to act; 0: no limit.
        grace: Seconds a deal waits for somebody whose connection is lost.
        punishments: What the table plays with where the rules punish.
        waking: The host's machine slept: the turn timer waits until every seat has been heard.
        clock: Milliseconds left on the turn timer; None when none runs. What stops the timer or
            lets it go on (a pause, an absence) changes the lobby, and so tells it.
        locked: Nobody new is let in.
        shuffling: What holds up the next deal, once that has taken a moment.
        cancelled: How often the start of a deal was cancelled at this table.
        silent: Seats that give no share any more in this match: they failed to twice.
        rules_name: What the host calls the rules; empty: as preset and options say.
        own: The punishments that the table has added, in their order.
    """

    table: Short
    phase: Phase
    paused: bool
    game: GameName
    preset: Short
    options: Mapping[str, OptionValue]
    seats: tuple[SeatInfo, ...]
    watchers: tuple[Short, ...]
    host: SeatNumber | None
    timer: Number
    grace: Number
    punishments: Setting = "all"
    waking: bool = False
    clock: Number | None = None
    locked: bool = False
    shuffling: Shuffling | None = None
    cancelled: Number = 0
    silent: tuple[SeatNumber, ...] = ()
    rules_name: Short = ""
    own: Annotated[tuple[OwnPunishment, ...], Limit(0, 99)] = ()


@dataclass(frozen=True, slots=True)
class DealOpen:
    """A deal is about to begin, and its host is bound to a secret. Who is asked gives a Pledge.

    Attributes:
        deal_id: What the deal is called; another try has another name.
        commit: C, which binds the host (engine.fair.commitment).
        rules, deck: The hashes of what is played, and with which cards.
        seats: Who is asked for a share, rising.
        deal: Its number in the match, from 1.
        dealer: Who deals; None: a lot decides.
        scores: The totals before it.
        gone: Seats given up before it.
        begun: Pledges are settled, or it has begun: told to who comes later, who gives none.
    """

    deal_id: Short
    commit: Hash
    rules: Hash
    deck: Hash
    seats: tuple[SeatNumber, ...]
    deal: Number
    dealer: SeatNumber | None
    scores: tuple[int, ...]
    gone: tuple[SeatNumber, ...]
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Pledges:
    """Everybody who was asked is bound to a share; by rising seats."""

    deal_id: Short
    pledges: tuple[Hash, ...]


@dataclass(frozen=True, slots=True)
class Shares:
    """All shares, by rising seats: the deal begins."""

    deal_id: Short
    shares: tuple[Hash, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """The deal has ended, and nothing of it is hidden any more. A long log comes in parts.

    Attributes:
        secret: S, to which the host was bound.
        start: How many lines of the log came before these.
        log: Its action lines, as records write them.
        more: Another part follows.
    """

    deal_id: Short
    secret: Hash
    start: Number
    log: Annotated[tuple[Annotated[str, Limit(0, MAX_LONG)], ...], Limit(0, LOG_PART)]
    more: bool


@dataclass(frozen=True, slots=True)
class Update:
    """The whole view of its receiver, and what led to it.

    Attributes:
        n: Rises by one with each step of the match, the same for every viewer.
        view: What the receiver may know now.
        events: What happened since the update before, as the receiver may know it.
        missed: Something happened in between that `events` does not tell.
        clock: Milliseconds left on the turn timer; None when none runs.
        king: The punishments that are open; None where the table plays without.
        head: Of the chained log of this deal (engine.fair.chain), the same for every viewer.
    """

    n: Number
    view: MatchView
    events: Annotated[tuple[AnyEvent, ...], Limit(0, MAX_EVENTS)]
    missed: bool
    clock: Number | None
    king: KingView | None = None
    head: Annotated[bytes, Limit(0, 32)] = b""


@dataclass(frozen=True, slots=True)
class Ack:
    """The action was done; `n` is the update that shows it."""

    aid: Aid
    n: Number


@dataclass(frozen=True, slots=True)
class Nak:
    """The action was refused and changed nothing."""

    aid: Aid
    code: Code | TableCode
    n: Number
    detail: Detail = field(default_factory=dict[str, int | str])


@dataclass(frozen=True, slots=True)
class Refused:
    """A request that is no action was refused.

    Attributes:
        about: Its kind, as `join` or `add-bot`.
        detail: For a setup: `why` names the option and what is wrong with it in English, `template`
            and the rest say the same for other languages; or `least`, `most` and `taken` seats.
    """

    about: Short
    code: TableCode | KingCode
    detail: Detail = field(default_factory=dict[str, int | str])


@dataclass(frozen=True, slots=True)
class Said:
    """Chat. `seat`: None when a watcher speaks."""

    who: Short
    seat: SeatNumber | None
    text: str


@dataclass(frozen=True, slots=True)
class Emoted:
    """Somebody says one of those few things. `seat`: None when a watcher does."""

    who: Short
    seat: SeatNumber | None
    code: EmoteCode


@dataclass(frozen=True, slots=True)
class Note:
    code: NoteCode
    detail: Detail = field(default_factory=dict[str, int | str])


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message: the server ends this connection."""

    code: ByeCode
    detail: Detail = field(default_factory=dict[str, int | str])


# --- both ways ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ping:
    """Answer with Pong and the same `t`."""

    t: Number


@dataclass(frozen=True, slots=True)
class Pong:
    t: Number


TableRequest: TypeAlias = (
    Act
    | Sync
    | Chat
    | Emote
    | Leave
    | StepAway
    | Ready
    | Start
    | Setup
    | AddBot
    | RemoveBot
    | Kick
    | Lock
    | Give
    | TakeSeat
    | Mild
    | Swap
    | Settle
    | Pause
    | End
    | Pledge
    | Share
)
"""What one who has joined may ask of the table."""

ClientMessage: TypeAlias = (
    Hello | Auth | Join | Resume | Tables | Create | TableRequest | Ping | Pong
)
ServerMessage: TypeAlias = (
    Welcome
    | Authed
    | TableList
    | Seated
    | Lobby
    | DealOpen
    | Pledges
    | Shares
    | Reveal
    | Update
    | Ack
    | Nak
    | Refused
    | Said
    | Emoted
    | Note
    | Bye
    | Ping
    | Pong
)


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Return the payload of the frame that carries `message`."""
    payload: bytes = msgpack.packb(pack(message))
    return payload


def decode_client(payload: bytes) -> ClientMessage:
    """Read what a client sent. Raises BadMessage."""
    # A map may hold every option there is (UNO has 35), a text fill a frame: longer chat is cut,
    # and nobody is called a liar for it.
    plain = _plain(payload, items=128, keys=64)
    # A hello of another version may look otherwise, and is to be told so, not called broken.
    greeting = is_map(plain) and plain.get("k") == tag(Hello)
    message: ClientMessage = unpack(ClientMessage, plain, exact=not greeting)
    return message


def decode_server(payload: bytes, rules: object = None) -> ServerMessage:
    """Read what a server sent. Raises BadMessage.

    Args:
        payload: One frame's.
        rules: The rules of the table (from its Lobby), which the views of an Update carry.
    """
    plain = _plain(payload, items=MAX_EVENTS, keys=64)
    message: ServerMessage = unpack(ServerMessage, plain, exact=False, given={"rules": rules})
    return message


def _plain(payload: bytes, *, items: int, keys: int) -> object:
    try:
        plain: object = msgpack.unpackb(
            payload,
            raw=False,
            strict_map_key=True,
            max_str_len=MAX_LONG,
            max_bin_len=1024,
            max_array_len=items,
            max_map_len=keys,
            max_ext_len=0,
        )
        return plain
    except (ValueError, RecursionError) as error:  # and all its kin: ExtraData, StackError, …
        raise BadMessage(f"no msgpack: {type(error).__name__}") from error
