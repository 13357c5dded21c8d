"""The join code that a command is given without its standing on the command line.

Whoever has an account on this machine can read command lines: `--code -` asks for the code, or
reads one line where nobody is there to be asked, and CARDTUI_CODE gives it to programs that this
account starts. Hides: where it comes from. Must not know: what it opens.
"""

from __future__ import annotations

import argparse
import contextlib
import getpass
import os
from typing import Final

from engine.game import BadRules
from netcore.transport.joincode import LEAST, MOST, BadCode, folded
from tui.i18n import t

VARIABLE: Final = "CARDTUI_CODE"
ASKED: Final = "-"
_INPUT: Final = 0
_LONGEST: Final = 1024


def for_table(args: argparse.Namespace) -> str | None:
    """Return the code of a table to be opened; None where none is given. Raises BadRules."""
    return None if args.open and not args.code else of(args.code)


def of(word: str | None) -> str | None:
    """Return the code that `--code` stands for; where it was not given, that of the environment.

    None where there is neither. Raises BadRules for what can be no code, without repeating it.
    """
    if word and word != ASKED:
        return word
    where, text = ("--code", _asked()) if word else (VARIABLE, os.environ.pop(VARIABLE, ""))
    if not (word or text):
        return None
    try:
        folded(text)
    except BadCode:
        raise BadRules(
            t("{where}: a code has {least} to {most} letters and digits", where=where, least=LEAST,
              most=MOST)
        ) from None  # fmt: skip
    return text.strip()


def _asked() -> str:
    """Ask for it, unseen; a program writes it as the first line of the input."""
    if os.isatty(_INPUT):
        try:
            return getpass.getpass(f"{t('Join code:')} ")
        except EOFError:
            return ""
    line = b""
    with contextlib.suppress(OSError):  # there is no input
        while len(line) < _LONGEST and (byte := os.read(_INPUT, 1)) not in (b"", b"\n"):
            line += byte  # and not one more: what follows is for others
    return line.decode(errors="replace")
