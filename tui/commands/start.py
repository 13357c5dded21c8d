"""`cardtui` alone: the start screen."""

from __future__ import annotations

import argparse

from tui import app, settings


def run(args: argparse.Namespace) -> int:
    """Show the start screen."""
    return app.start(settings.from_args(args))
