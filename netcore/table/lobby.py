"""A table as it is seen beside its game: by those who are at it, and by those who are not.

Hides: what of all that a table holds everybody may know, and which of it changes by itself. Must
not know: who is told, and when.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from netcore.table.roster import Bot, Member
from netcore.wire.messages import Lobby, TableInfo

if TYPE_CHECKING:
    from netcore.table.desk import Desk


def lobby_of(desk: Desk, now: float) -> Lobby:
    """Return what those at a table see of it."""
    host = desk.roster.host()
    return Lobby(
        table=desk.options.name,
        phase=desk.phase,
        paused=desk.paused,
        game=desk.game,
        preset=desk.preset,
        options=desk.changes,
        seats=desk.roster.infos(now),
        watchers=tuple(member.name for member in desk.roster.watching()),
        host=None if host is None else host.seat,
        timer=desk.options.timer,
        grace=desk.options.grace,
        punishments=desk.punishments,
        waking=desk.waking,
        clock=desk.clock.shown(now),
        locked=desk.locked,
        shuffling=desk.dealing.shuffling(),
        cancelled=desk.dealing.cancelled,
        silent=desk.dealing.silent(),
        rules_name=desk.rules_name,
        own=desk.own_punishments,
    )


def still(lobby: Lobby) -> Lobby:
    """Return the lobby without what changes by itself as time goes by."""
    seats = tuple(replace(seat, grace=0) for seat in lobby.seats)
    return replace(lobby, seats=seats, clock=None)


def info_of(desk: Desk) -> TableInfo:
    """Return what those see of a table who are not at it."""
    seats = desk.roster.seats
    humans = sum(isinstance(one, Member) for one in seats)
    bots = sum(isinstance(one, Bot) for one in seats)
    return TableInfo(
        name=desk.options.name,
        game=desk.game,
        preset=desk.preset,
        options=desk.changes,
        phase=desk.phase,
        open=sum(desk.roster.is_open(seat, over=True) for seat in range(len(seats))),
        humans=humans,
        bots=bots,
        watchers=len(desk.roster.watching()),
        locked=desk.locked,
        rules_name=desk.rules_name,
    )
