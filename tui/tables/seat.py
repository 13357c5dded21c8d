"""Sitting at a table: as a screen, or as lines of text.

Hides: which of the two, and what the player's terminal and name are. Must not know: whose table.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from netcore.client.knownhosts import FILE, KnownHosts
from netcore.client.shell import Client
from tui import logfile
from tui.commands import exits
from tui.i18n import t
from tui.settings import Settings, on_terminal
from tui.terminal import letters, quirks


def can_sit(settings: Settings) -> bool:
    """Whether there is a terminal for a screen, or none is needed; say so if not."""
    if settings.plain or on_terminal():
        return True
    exits.complain(t("no terminal here; --plain needs none"))
    return False


def sit(
    settings: Settings,
    connect: Callable[[], Awaitable[Client]],
    where: str,
    *,
    autostart: bool = False,
    invites: Sequence[str] = (),
    own: bool = False,
    close: Callable[[], None] | None = None,
) -> int:
    """Play at the table that `connect` reaches; return the exit code.

    Args:
        settings: The player's.
        connect: Reaches the table; it may fail with ConnectFailed.
        where: The address, for messages.
        autostart: The first deal begins at once.
        invites: What others type to join.
        own: The table ends with this program.
        close: Ends it, unless it is left open.
    """
    if not can_sit(settings):
        return exits.USAGE
    logfile.begin(settings.log_file, quiet=not settings.plain, usual=True)
    if settings.plain:
        from tui.plain import session

        use_plain_letters(settings)
        return session.run(connect, where, autostart=autostart, invites=invites)
    quirks.prepare()
    from tui import launch

    return launch.run(
        connect, settings, where=where, autostart=autostart, invites=invites, own=own, close=close
    )


def use_plain_letters(settings: Settings) -> None:
    """Let lines of text write suits as the output can."""
    from tui.text import words

    words.use_letters(settings.symbols == "ascii" or not letters.can_write(words.SUITS))


def default_name() -> str:
    """Return a name for somebody who gave none: the account's."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def data_folder() -> Path:
    """Return where this account's certificate and the ones it knows are kept."""
    from platformdirs import user_data_path

    return user_data_path("cardtui", appauthor=False)


def known_hosts() -> KnownHosts:
    """Return the certificates that this account has come to trust."""
    return KnownHosts(data_folder() / FILE)


def status_folder() -> Path:
    """Return where this account's servers can be asked how they do.

    The session's own folder where there is one: it is gone with the session, as the servers are.
    """
    from platformdirs import user_state_path

    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and os.access(runtime, os.W_OK | os.X_OK):
        return Path(runtime) / "cardtui"
    return user_state_path("cardtui", appauthor=False) / "servers"


def state_folder() -> Path:
    """Return where this account's seats are kept."""
    from platformdirs import user_state_path

    return user_state_path("cardtui", appauthor=False) / "seats"
