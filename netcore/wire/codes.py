"""The closed lists of codes that a table sends: refusals, ends, what happened beside the game.

Hides: nothing. The client words them in its own language. Must not know: messages, games.
"""

from __future__ import annotations

from enum import StrEnum


class TableCode(StrEnum):
    """Why a table refuses what the rules of the game do not speak of: a closed list.

    Attributes:
        STALE: The reflex answers something that is gone or was not seen yet; the action was meant
            for an earlier turn.
        AID_CONFLICT: One aid came with two different actions.
        TOO_SOON: A catch after one in vain; `retry`: milliseconds.
        NOT_NOW: The table is in another phase.
        STORAGE: Nothing can be written, so nothing is done.
        RATE: Too fast; `retry` says in how many milliseconds it may be asked again.
        WHICH_TABLE: There are several, and none was named.
        NO_MORE_TABLES: As many are open as may be.
        LOCKED: The host lets nobody new in.
        BAD_SHARE: The share is not the one that was pledged.
        TABLE_FULL: No seat is open. GAME_RUNNING: A match runs, and no bot makes room.
    """

    STALE = "stale"
    AID_CONFLICT = "aid-conflict"
    TOO_SOON = "too-soon"
    NOT_NOW = "not-now"
    PAUSED = "paused"
    HOST_ONLY = "host-only"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    NOT_A_BOT = "not-a-bot"
    NO_SUCH_SEAT = "no-such-seat"
    NAME_TAKEN = "name-taken"
    BAD_NAME = "bad-name"
    EMPTY_TEXT = "empty-text"
    TABLE_FULL = "table-full"
    GAME_RUNNING = "game-running"
    UNKNOWN_TABLE = "unknown-table"
    WHICH_TABLE = "which-table"
    NO_MORE_TABLES = "no-more-tables"
    LOCKED = "locked"
    NO_SUCH_WATCHER = "no-such-watcher"
    BAD_TOKEN = "bad-token"
    BAD_RULES = "bad-rules"
    TOO_FEW_PLAYERS = "too-few-players"
    TOO_MANY_PLAYERS = "too-many-players"
    RATE = "rate"
    STORAGE = "storage"
    BAD_SHARE = "bad-share"


class ByeCode(StrEnum):
    """Why the server ends a connection: a closed list. Only after LOST may a client come back.

    Attributes:
        TOO_MANY: There are too many connections from that address.
        IDLE: Nothing was heard for too long; the client may come back.
        SHUTDOWN: The server ends. `resume` 1: the next one here goes on with the table, and the
            client may come back to it; 0: the table is closed.
        REPLACED: The same seat came back over another connection, which has it now.
        TAKEN_OVER: Another server goes on with the table.
        FLOOD: Too many requests came, though they were refused as too fast.
        IS_TLS: The client speaks in clear to a server that speaks TLS.
    """

    VERSION = "version"
    IDLE = "idle"
    BAD_MESSAGE = "bad-message"
    SERVER_FULL = "server-full"
    TOO_MANY = "too-many"
    FLOOD = "flood"
    NOT_NEAR = "not-near"
    IS_TLS = "is-tls"
    WRONG_CODE = "wrong-code"
    REPLACED = "replaced"
    KICKED = "kicked"
    LEFT = "left"
    SHUTDOWN = "shutdown"
    TAKEN_OVER = "taken-over"
    INTERNAL = "internal"


class EmoteCode(StrEnum):
    """What can be said with one key: a closed list. Each reader has it in the own language."""

    WELL_PLAYED = "well-played"
    OOPS = "oops"
    HURRY_UP = "hurry-up"
    THANKS = "thanks"
    WOW = "wow"


class NoteCode(StrEnum):
    """What happened at the table beside the game. `detail` has `who` (a name) and `seat`.

    Who leaves a match that runs is told by the event of the game.

    Attributes:
        DROPPED, AWAY: The connection is lost, or was closed on purpose; the seat is kept.
        STAND_IN, STOOD_IN: A bot plays for who is away; so many `turns` it did, and in
            so many (`timed`) the time ran out, told to that one on the return.
        TOOK_SEAT: Somebody plays on for a bot; `bot` is its name.
        NO_SHARE: This seat gave no share: the start of the deal is cancelled, and tried again.
        SILENT: It did so twice, and is not asked any more in this match.
        NEW_HOST: The host has gone; somebody else is the host now.
        WOKE: The host's machine slept; turns wait until everybody has been heard.
        REPLACED: Somebody plays on over another connection.
        STORAGE, STORED: Nothing can be written, so the table stands still; it can be again.
            `trouble`: what is wrong there, where that is known (netcore/journal/store.py).
        HELD: To one player alone: the act counts in a moment, others have time to react.
        RACE: `who` (on `seat`) `did` something `ms` milliseconds before `rival` (on `rival_seat`)
            `tried` something that it made impossible; both are verbs of the notation.
    """

    JOINED = "joined"
    WATCHING = "watching"
    LEFT = "left"
    DROPPED = "dropped"
    AWAY = "away"
    BACK = "back"
    KICKED = "kicked"
    STAND_IN = "stand-in"
    STOOD_IN = "stood-in"
    TIME_UP = "time-up"
    BOT_ADDED = "bot-added"
    BOT_REMOVED = "bot-removed"
    TOOK_SEAT = "took-seat"
    NEW_HOST = "new-host"
    PAUSED = "paused"
    RESUMED = "resumed"
    LOCKED = "locked"
    UNLOCKED = "unlocked"
    ENDED = "ended"
    WOKE = "woke"
    REPLACED = "replaced"
    STORAGE = "storage"
    STORED = "stored"
    HELD = "held"
    RACE = "race"
    NO_SHARE = "no-share"
    SILENT = "silent"
