"""The client on a screen, from the command line to its exit code.

Hides: what the terminal is asked before Textual reads from it, and what is said after the end.
Must not know: what is shown.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tui import keymap, logfile, rebind
from tui.app import SIGNALS, CardApp
from tui.commands import exits
from tui.context import Connect, Doors
from tui.drawing import symbols
from tui.settings import Settings
from tui.terminal import letters, probe
from tui.terminal.pulse import Pulse

if TYPE_CHECKING:
    from tui.records.reel import Reel


def run(
    connect: Connect,
    settings: Settings,
    *,
    where: str = "",
    autostart: bool = False,
    invites: Sequence[str] = (),
    own: bool = False,
    close: Callable[[], None] | None = None,
) -> int:
    """Play at the table that `connect` reaches; return the exit code.

    Args:
        connect: Reaches the table.
        settings: How to draw.
        where: Its address, for messages.
        autostart: The host's first deal begins at once.
        invites: What others type to join, for the host's lobby.
        own: The table ends with this program.
        close: Ends it, unless it is left open.
    """
    app = CardApp(connect, **_options(settings))
    app.autostart = autostart
    app.ctx.invites = tuple(invites)
    app.ctx.owner = own
    app.close_table = close
    return _run(app, settings, where)


def start(settings: Settings) -> int:
    """Open the start screen; return the exit code."""
    logfile.begin(settings.log_file, quiet=True, usual=True)

    def doors() -> Doors:
        from tui.tables.doors import StartDoors

        return StartDoors(lambda: app.ctx.settings, app.ask, app.called)

    app = CardApp(None, doors=doors, **_options(settings))
    app.close_table = lambda: None if app.doors is None else app.doors.close(keep=False)
    code = _run(app, settings, "")
    if app.doors is not None:
        app.doors.close(keep=code in SIGNALS.values())
    return code


def replay(reel: Reel, settings: Settings) -> int:
    """Show a record; return the exit code."""
    return _run(CardApp(None, reel=reel, **_options(settings)), settings, "")


def _options(settings: Settings) -> dict[str, Any]:
    """Return how the app is made; the terminal is asked here, before Textual reads from it."""
    ask = probe.cells_of_a_suit if settings.symbols == "auto" else lambda: None
    automatic = symbols.choose("auto", sys.stdout.encoding or "", os.environ, ask)
    keymap.use(rebind.rebound(settings.keys))
    far = settings.motion and probe.is_far(os.environ)
    return {
        "symbol_set": automatic, "name": settings.name or "", "settings": settings,
        "pulse": Pulse(far, probe.is_remote(os.environ)),
    }  # fmt: skip


def _run(app: CardApp, settings: Settings, where: str) -> int:
    code = run_app(app, mouse=settings.mouse)
    if app._exception is not None:
        from tui.crash import report

        exits.complain(report(app._exception, settings.log_file))
        return exits.FAILED
    if app.failed is not None:
        return exits.connect_failed(app.failed.code, app.failed.detail, where)
    if app.why:
        exits.complain(app.why)
    if app.parting:
        print(app.parting)
    return code


def run_app(app: CardApp, *, mouse: bool = True) -> int:
    """Run until the player leaves or the terminal goes; return the exit code."""
    letters.listen()
    app.run(mouse=mouse)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # the terminal is gone; Python must not fail at it once more on its way out
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    return app.return_code or 0
