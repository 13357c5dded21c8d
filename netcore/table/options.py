"""How a table is set up: what whoever opens it decides for as long as it lasts.

Must not know: the table, what becomes of all this in its lobby.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.king import Punishment, Setting
from netcore.wire.limits import DEFAULT, Limits
from netcore.wire.messages import ONLY_TABLE, GameName, Level, OptionValue


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table is set up.

    Attributes:
        name: What the table is called on the wire.
        game, preset, changes: The rules: a named set, and what differs from it.
        rules_name: What the host calls them; empty: as preset and changes say.
        seats: How many seats there are in the lobby.
        bots: Levels of the bots that sit there from the start.
        timer: Seconds to act; 0: no limit.
        grace: Seconds a deal waits for somebody whose connection is lost.
        reaction: Seconds to react to a forgotten call, see `reaction`; 0: none.
        host_token: The secret that makes its holder the host; empty: the first to sit down is.
        bot_pace: 1: bots take their time like people; 0: they act at once.
        punishments: What is played with where the rules punish: nothing, mild ones, all.
        deck: The punishments; None: those that come with the program.
        limits: What one person may take of it.
        code: The join code of the server it is on; empty: none is asked for. It stays with the
            table, so that a resumed one is joined by the same line.
    """

    name: str = ONLY_TABLE
    game: GameName = "uno"
    preset: str = "official"
    changes: tuple[tuple[str, OptionValue], ...] = ()
    seats: int = 4
    bots: tuple[Level, ...] = ()
    timer: int = 60
    grace: int = 60
    reaction: float = 0.8
    host_token: str = ""
    bot_pace: float = 1.0
    punishments: Setting = "all"
    deck: tuple[Punishment, ...] | None = None
    limits: Limits = DEFAULT
    code: str = ""
    rules_name: str = ""
