"""Sitting at a table: as a screen, or as lines of text.

Hides: which of the two, and what the player's terminal and name are. Must not know: whose table.
"""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from netcore.client import Client
from tui.commands import exits
from tui.i18n import t


def sit(
    args: argparse.Namespace,
    connect: Callable[[], Awaitable[Client]],
    where: str,
    *,
    autostart: bool,
    invites: Sequence[str] = (),
) -> int:
    """Play at the table that `connect` reaches; return the exit code.

    Args:
        args: The command line.
        connect: Reaches the table; it may fail with ConnectFailed.
        where: The address, for messages.
        autostart: The first deal begins at once.
        invites: What others type to join, for lines of text (the screen finds out itself).
    """
    if args.plain:
        from tui import plain

        return plain.run(connect, where, autostart=autostart, invites=invites)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        exits.complain(t("no terminal here; --plain needs none"))
        return exits.USAGE
    from tui import app, settings

    return app.run(connect, settings.from_args(args), where=where, autostart=autostart)


def default_name() -> str:
    """Return a name for somebody who gave none: the account's."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def state_folder() -> Path:
    """Return where this account's seats are kept."""
    from platformdirs import user_state_path

    return user_state_path("cardtui", appauthor=False) / "seats"
