"""What leaving a table means, and what to type to come back to it.

Hides: which tables outlive the program that shows them. Must not know: screens, how one leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui.i18n import n, t
from tui.invoked import program
from tui.text.address import Invite, join_line

if TYPE_CHECKING:
    from tui.context import Context

_RUNS: Final = ("deal", "between")


def meaning(ctx: Context) -> str:
    """Say in a few words what it means to leave now; empty where it means nothing more."""
    if ctx.client is None:
        return ""
    if ctx.room.host and ctx.owner:
        return t("the match is kept") if _keeps_match(ctx) else t("the table closes")
    if ctx.room.me is None:
        return ""
    if frees_seat(ctx):
        return t("your seat is free then")
    if ctx.client.unkept:
        return t("nothing brings you back")
    if (seconds := _kept_for(ctx)) is not None:
        return n(
            "your seat is kept for {count} second", "your seat is kept for {count} seconds", seconds
        )
    return t("your seat is kept")


def frees_seat(ctx: Context) -> bool:
    """Whether who leaves gives the seat up by that: nobody waits for somebody in a lobby.

    Whose line is lost there comes back to the seat for a while.
    """
    room = ctx.room
    mine = room.me is not None and not (room.host and ctx.owner)
    return mine and room.lobby is not None and room.phase == "lobby"


def left_behind(ctx: Context) -> str:
    """Say what became of the table, to who is back at the menu; empty where that is plain."""
    if ctx.room.host and ctx.owner:
        if _keeps_match(ctx):
            return t("The match is kept: Continue goes on with it.")
        if ctx.room.phase in _RUNS:
            return t("The table is closed, and its match is over.")
        return t("The table is closed.")
    if ctx.room.me is None or (ctx.client is not None and ctx.client.unkept):
        return ""
    if (seconds := _kept_for(ctx)) is not None:
        return n(
            "Your seat is kept for {count} second: Continue brings you back.",
            "Your seat is kept for {count} seconds: Continue brings you back.",
            seconds,
        )
    return t("Your seat is kept: Continue brings you back.")


def way_back(ctx: Context) -> str:
    """Return the line to leave in the terminal; empty where there is nothing to come back to."""
    if ctx.client is None or ctx.ended is not None:
        return ""
    if ctx.room.host and ctx.owner:
        if not _keeps_match(ctx):
            return ""
        return match_kept()
    if (
        ctx.room.me is None
        or ctx.client.unkept
        or frees_seat(ctx)
        or (door := getattr(ctx.client, "door", None)) is None
    ):
        return ""
    host, port, _, tls = door  # without the code: it is kept, and would be seen in the terminal
    line = join_line(Invite(host, port, tls=tls), program())
    if (seconds := _kept_for(ctx)) is not None:
        return n(
            "Your seat is kept for {count} second. To come back: {line}",
            "Your seat is kept for {count} seconds. To come back: {line}",
            seconds,
            line=line,
        )
    return t("Your seat is kept. To come back: {line}", line=line)


def _kept_for(ctx: Context) -> int | None:
    """Return for how many seconds a seat is kept after a match; None: as long as one runs."""
    lobby = ctx.room.lobby
    return lobby.grace if lobby is not None and lobby.phase == "won" else None


def match_kept() -> str:
    """Say how one goes on with a match of one's own."""
    return t("The match is kept. To go on with it: {line}", line=f"{program()} play --resume")


def _keeps_match(ctx: Context) -> bool:
    """Whether a match runs that nobody else plays in: it is kept, not left."""
    return not ctx.invites and ctx.room.phase in _RUNS
