"""Terminals that do not know all letters, and bytes that are none: neither may end the program.

Hides: encodings. What a Big5 or Latin-1 terminal cannot show is question marks of the same width,
so that no row slips; what comes in broken is passed over. Must not know: what is written or read.
"""

from __future__ import annotations

import codecs
import io
import sys
from typing import Any, Final
from unicodedata import combining, east_asian_width

_INSTEAD: Final = "cardtui.instead"


def prepare() -> None:
    """Let the standard streams take whatever is written, and give whatever is typed."""
    codecs.register_error(_INSTEAD, _instead)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_INSTEAD)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def can_write(text: str) -> bool:
    """Tell whether standard output has letters for it."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def listen() -> None:
    """Let Textual read what the terminal writes; it takes all for UTF-8 and ends at what is none.

    Its only door is the name by which its module knows the maker of decoders.
    """
    from textual.drivers import linux_driver

    linux_driver.getincrementaldecoder = _decoder  # type: ignore[attr-defined]


def _decoder(encoding: str) -> Any:
    own = getattr(sys.stdin, "encoding", "") or encoding
    make = codecs.getincrementaldecoder("utf-8" if own == "ascii" else own)
    return lambda: make("ignore")


def _instead(error: UnicodeError) -> tuple[str, int]:
    """Return question marks as wide as the letters that cannot be written."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join("?" * _cells(letter) for letter in letters), error.end


def _cells(letter: str) -> int:
    if combining(letter):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1
