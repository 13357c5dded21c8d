"""What the player has set about the screen, from the command line and the environment.

Hides: where a setting comes from: flag, then CARDTUI_*, then the default. Must not know: Textual.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """The screen of one run.

    Attributes:
        name: The name given; None: the account's is offered.
        symbols: `auto`, `unicode` or `ascii`.
        color: Off under --no-color and NO_COLOR.
        mouse: Off under --no-mouse, for the terminal's own selection.
    """

    name: str | None = None
    lang: str = ""
    symbols: str = "auto"
    theme: str = ""
    color: bool = True
    mouse: bool = True
    log_file: str | None = None


def from_args(args: argparse.Namespace) -> Settings:
    """Return the settings of a command line."""
    return Settings(
        name=getattr(args, "name", None) or os.environ.get("CARDTUI_NAME"),
        lang=getattr(args, "lang", None) or "",
        symbols=getattr(args, "symbols", None) or os.environ.get("CARDTUI_SYMBOLS", "auto"),
        theme=getattr(args, "theme", None) or "",
        color=not getattr(args, "no_color", False),
        mouse=not getattr(args, "no_mouse", False),
        log_file=getattr(args, "log_file", None),
    )
