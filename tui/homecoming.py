"""Back to the menu: what ends there before another table may begin, and what is said of it.

Hides: in which order a table that was opened from the menu is let go. Must not know: how one
leaves, what the menu looks like. It loads engine and network: the app loads it when it is needed.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.i18n import t
from tui.screens.start import StartScreen

if TYPE_CHECKING:
    from tui.app import CardApp
    from tui.context import Context


def farewell(ctx: Context, how: str) -> str:
    """Return what became of the table that was left by `quit`, `leave` (for good) or `keep`."""
    from tui.tables import parting

    if ctx.client is None:
        return ""
    match how:
        case "keep":
            return t("The table stays open: Continue brings you back.")
        case "leave":
            return t("You have left the table.")
        case _:
            return parting.left_behind(ctx)


async def go_home(app: CardApp, said: str, alarm: str = "", *, keep: bool = False) -> None:
    """Show the menu and let go of the table; then whatever can be gone on with is offered there.

    An own server that ends goes first: its guests are told that it does, and of no seat of its
    host's that would be kept.

    Args:
        app: Whose menu it is.
        said: What became of the table, as far as the player wanted it.
        alarm: Why it ended, if that was nobody's wish here.
        keep: An own table goes on for its guests.
    """
    menu = StartScreen(app.ctx)
    menu.busy = t("Leaving the table ...")
    await app.show(menu)
    if app.doors is not None and not keep:
        await asyncio.to_thread(app.doors.close, False)
    if app.ctx.client is not None:
        await app.ctx.client.close()
    if app.doors is not None and keep:
        await asyncio.to_thread(app.doors.close, True)
    app.autostart = False
    app.ctx.leave()
    menu.welcome(said, alarm)
    app.look_back()
