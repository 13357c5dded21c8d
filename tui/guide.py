"""Follows a client to the end of its table: each message into the room, then to the screen.

Hides: which screen fits which phase. It loads engine and network, so the app loads it only once
the first screen is seen. Must not know: what the screens do.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from netcore.client.shell import (
    Client,
    Closed,
    ConnectFailed,
    Reconnected,
    Reconnecting,
    WhichTable,
)
from netcore.transport.joincode import NO_CERTIFICATE
from netcore.wire.messages import Create, Lobby, Refused, Start, Update
from tui.commands import exits
from tui.context import ClientLike, Connect, Ended, Link
from tui.rules import ownrules, rulesets
from tui.screens.base import Painted
from tui.screens.find import FindScreen
from tui.screens.help import HelpScreen
from tui.screens.left import LeftScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.result import ResultScreen
from tui.screens.start import StartScreen
from tui.screens.table import TableScreen
from tui.screens.tables import TablesScreen
from tui.tables.addresses import invites_of
from tui.tables.knock import not_written_down, other_machine, reach
from tui.tables.naming import UNNAMED, Named
from tui.text import fingerprint
from tui.text.refusals import not_reached, refusal

if TYPE_CHECKING:
    from tui.app import CardApp


_GONE: Final = ("shutdown", "host-gone")
"""How a table ends that its players were still at: the host has closed it."""


async def follow(app: CardApp, connect: Connect) -> None:
    """Reach a table and stay at it."""
    try:
        client: ClientLike = await reach(connect, app.ask)
    except ConnectFailed as failed:
        _cannot(app, failed)
        return
    if isinstance(connect, Named) and connect.chosen:
        app.called(connect.chosen)
    app.ctx.anew()  # a record may have been looked at
    if client.certificate != NO_CERTIFICATE:
        app.ctx.fingerprint = await asyncio.to_thread(fingerprint.words, client.certificate)
    if client.elsewhere:
        app.ctx.room.tell(partial(other_machine, client.elsewhere), "table")
    if client.unkept:
        app.ctx.room.tell(not_written_down, "table")
    app.ctx.client = client
    if not app.ctx.owner and isinstance(client, Client) and client.host:
        app.ctx.invites = tuple(invites_of(*client.door))
    ownrules.know(rulesets.folder())
    async for message in client:
        hear(app, message)


def _cannot(app: CardApp, failed: ConnectFailed) -> None:
    """Say why there is no table: on the start screen, or after the end."""
    if isinstance(failed, WhichTable):
        _offer(app, failed)
    elif isinstance(app.base, StartScreen | TablesScreen):
        said = "" if failed.code == UNNAMED else not_reached(failed.code, failed.detail)
        if isinstance(app.top, FindScreen | LeftScreen):
            app.top.failed(said)
        else:
            app.base.failed(said)
    else:
        app.failed = None if failed.code == UNNAMED else failed
        app.exit()


def _offer(app: CardApp, which: WhichTable) -> None:
    """Ask which table, on a screen that then reaches it."""

    def go(table: str, create: Create | None) -> None:
        app.reach(lambda: which.again(table, create))

    app.ctx.owner = False
    if isinstance(app.base, TablesScreen):
        app.base.found(which.tables)
    else:
        app.show(TablesScreen(app.ctx, which.tables, go))


def hear(app: CardApp, message: Any) -> None:
    """Take one message: into the room, then to the screen that fits it."""
    now = app.ctx.now()
    match message:
        case Reconnecting():
            app.ctx.link = Link(now + message.wait, now + message.give_up)
        case Reconnected():
            app.ctx.link = None
        case Closed(code=code, detail=detail):
            why = "" if code in ("left", "closed") else refusal(code, detail)
            ended = Ended(why, exits.ended(code))
            if code in _GONE and _sees_result(app):
                _stay(app, ended)
            else:
                app.leave("", ended.why, ended.code)
            return
        case _:
            app.ctx.room.take(message, now)
    _lead(app, message)
    for screen in tuple(app.screen_stack):  # also what others lie over, or it would be out of date
        if isinstance(screen, Painted) and screen.is_mounted:
            screen.take(message)


def _sees_result(app: CardApp) -> bool:
    """Tell whether a deal has just ended, and its result is seen or about to be."""
    view = app.ctx.room.view
    over = view is not None and view.game.phase == "over"
    return over and isinstance(app.base, TableScreen | ResultScreen)


def _stay(app: CardApp, ended: Ended) -> None:
    """Leave the result before the player's eyes until they have seen enough of it."""
    app.ctx.ended, app.ctx.link = ended, None
    if isinstance(app.base, ResultScreen):
        app.base.paint()
    else:
        app.show(ResultScreen(app.ctx))


def _lead(app: CardApp, message: Any) -> None:
    """Show the screen that the table's phase asks for."""
    room, base = app.ctx.room, app.base
    if isinstance(message, Lobby) and room.phase == "lobby":
        if app.autostart and room.host:
            app.autostart = False
            app.ctx.send(Start())
        elif not isinstance(base, LobbyScreen):
            app.show(LobbyScreen(app.ctx))
    elif isinstance(message, Refused) and not isinstance(base, LobbyScreen | TableScreen):
        _refused(app, message)
    elif isinstance(message, Update) and room.lobby is not None:
        running = message.view.game.phase != "over"
        if isinstance(base, TableScreen) and base.game == room.lobby.game:
            return
        if running and not isinstance(base, LobbyScreen | ResultScreen):  # come to a running game
            room.tell(app.top.menu.unlocks(), "table")
        if running:
            app.show(TableScreen(app.ctx, room.lobby.game))
        elif not isinstance(base, ResultScreen):
            app.show(ResultScreen(app.ctx))


def _refused(app: CardApp, message: Refused) -> None:
    """Go to the lobby with the reason when the first deal could not begin by itself."""
    if app.ctx.room.phase == "lobby" and app.ctx.room.lobby is not None:
        lobby = LobbyScreen(app.ctx)
        lobby.notice = refusal(message.code.value, message.detail)
        app.show(lobby)


def lists(app: CardApp, name: str) -> Painted:
    """Return the list that a line of the menu leads to."""
    match name:
        case "find" | "find-watch":
            return FindScreen(app.ctx, watch=name == "find-watch")
        case "left":
            return LeftScreen(app.ctx)
        case "rulebooks":
            from tui.screens.rulebooks import RulebooksScreen

            return RulebooksScreen(app.ctx)
        case _:
            from tui.screens.archive import ArchiveScreen

            return ArchiveScreen(app.ctx)


def screen(app: CardApp, name: str, places: tuple[str, ...]) -> Painted:
    """Return the screen that another one asked for."""
    match name:
        case "help":
            return HelpScreen(app.ctx, places)
        case "rules":
            from tui.screens.rules_editor import RulesScreen

            return RulesScreen(app.ctx)
        case "king":
            from tui.screens.king import KingScreen

            return KingScreen(app.ctx)
        case "settings":
            from tui.screens.settings import SettingsScreen

            return SettingsScreen(app.ctx)
        case _:
            return ResultScreen(app.ctx)
