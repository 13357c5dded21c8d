"""`cardtui` alone: the start screen."""

from __future__ import annotations

from tui import app
from tui.settings import Settings


def run(settings: Settings) -> int:
    """Show the start screen."""
    return app.start(settings)
