"""What the player has set, from the command line and the environment: read here once.

Hides: where a setting comes from: flag, then CARDTUI_*, then the default. Must not know: Textual.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from tui.i18n import t


class BadSetting(Exception):
    """A setting from the environment that cannot be; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The player and the screen of one run.

    Attributes:
        name: The name given; None: the account's is offered.
        symbols: `auto`, `unicode` or `ascii`.
        color: Off under --no-color and NO_COLOR.
        mouse: Off under --no-mouse, for the terminal's own selection.
        plain: Lines of text: asked for, or all that the terminal can do.
    """

    name: str | None = None
    lang: str = ""
    symbols: str = "auto"
    theme: str = ""
    color: bool = True
    mouse: bool = True
    plain: bool = False
    log_file: str | None = None


def from_args(args: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of a command line. Raises BadSetting."""
    name = getattr(args, "name", None) or environment.get("CARDTUI_NAME") or None
    if name is not None and (why := why_no_name(name)):
        raise BadSetting(f"CARDTUI_NAME: {why}")
    return Settings(
        name=name,
        lang=getattr(args, "lang", None) or "",
        symbols=getattr(args, "symbols", None) or environment.get("CARDTUI_SYMBOLS", "auto"),
        theme=getattr(args, "theme", None) or "",
        color=not getattr(args, "no_color", False),
        mouse=not getattr(args, "no_mouse", False),
        plain=getattr(args, "plain", False)
        or (environment.get("TERM") == "dumb" and on_terminal()),
        log_file=getattr(args, "log_file", None),
    )


def on_terminal() -> bool:
    """Whether somebody sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def why_no_name(name: str) -> str:
    """Return why nobody can be called so at a table; empty when somebody can."""
    from netcore.text import MAX_NAME_CELLS, BadName, cells, clean_name

    shown = name if name.isprintable() else ascii(name)
    if cells(" ".join(name.split())) > MAX_NAME_CELLS:
        return t("{name} is too long, at most {most} cells", name=shown, most=MAX_NAME_CELLS)
    try:
        clean_name(name)
    except BadName as bad:
        return t("{name} is no name: {why}", name=shown, why=str(bad))
    return ""
