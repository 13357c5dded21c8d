"""`cardtui` alone: the start screen."""

from __future__ import annotations

from tui.settings import Settings
from tui.terminal import quirks


def run(settings: Settings) -> int:
    """Show the start screen."""
    quirks.prepare()
    from tui import launch

    return launch.start(settings)
