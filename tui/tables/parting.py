"""What leaving a table means, and what to type to come back to it.

Hides: which tables outlive the program that shows them. Must not know: screens, how one leaves.
"""

from __future__ import annotations

from typing import Final

from tui.context import Context
from tui.i18n import t
from tui.text.address import Invite, join_line

_RUNS: Final = ("deal", "between")


def meaning(ctx: Context) -> str:
    """Say in a few words what it means to leave now; empty where it means nothing more."""
    if ctx.client is None:
        return ""
    if ctx.room.host and ctx.owner:
        return t("the match is kept") if _keeps_match(ctx) else t("the table closes")
    return t("your seat is kept") if ctx.room.me is not None else ""


def left_behind(ctx: Context) -> str:
    """Say what became of the table, to who is back at the menu; empty where that is plain."""
    if ctx.room.host and ctx.owner:
        if _keeps_match(ctx):
            return t("The match is kept: Continue goes on with it.")
        return t("The table is closed.")
    return t("Your seat is kept: Continue brings you back.") if ctx.room.me is not None else ""


def way_back(ctx: Context) -> str:
    """Return the line to leave in the terminal; empty where there is nothing to come back to."""
    if ctx.client is None:
        return ""
    if ctx.room.host and ctx.owner:
        if not _keeps_match(ctx):
            return ""
        return t("The match is kept. To go on with it: cardtui play --resume")
    if ctx.room.me is None or (door := getattr(ctx.client, "door", None)) is None:
        return ""
    host, port, _, tls = door  # without the code: it is kept, and would be seen in the terminal
    line = join_line(Invite(host, port, tls=tls))
    return t("Your seat is kept. To come back: {line}", line=line)


def _keeps_match(ctx: Context) -> bool:
    """Whether a match runs that nobody else plays in: it is kept, not left."""
    return not ctx.invites and ctx.room.phase in _RUNS
