"""The log: what the connections of this program did, one line each, and where it broke.

Hides: its form, and where it is kept for those who name no file: two files of half a megabyte at
most, so that there is something to look at after the first crash. Secrets (codes, tokens, keys),
hands and chat are in no line, since nothing that is logged anywhere holds them; whatever a peer has
worded is made safe on its way. Must not know: who writes what.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from pathlib import Path
from typing import Final

from netcore.wire.text import clean_line
from tui import __version__
from tui.i18n import t
from tui.settings import BadSetting
from tui.text.refusals import reworded

_ROOT: Final = "cardtui"
_LONGEST: Final = 4000
_FULL: Final = 1 << 19
"""Bytes from which the usual log is put aside and begun anew."""
_verbose = False


class _Line(logging.Formatter):
    """A time, and a text of one line; the lines of a traceback follow as they are."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(process)d %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = clean_line(record.message, _LONGEST)
        return super().formatMessage(record)


class _File(logging.FileHandler):
    """A file that may have no room any more: who asked for it is told once, and nothing ends."""

    def __init__(self, name: str, *, told: bool) -> None:
        super().__init__(name, encoding="utf-8")
        self._told = told

    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._told:
            self._told = True
            print(f"cardtui: {self.baseFilename}: {reworded(error)}", file=sys.stderr)

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what waited for room
            super().close()


def usual_path() -> Path:
    """Return where the log is, unless --log-file says otherwise."""
    from platformdirs import user_log_path

    return user_log_path("cardtui", appauthor=False) / "cardtui.log"


def of(file: str | None) -> str | None:
    """Return the file that a player's programs write to: the one that was named, or the usual one.

    None where nothing can be written to the usual one; nobody asked for it, so nobody is told.
    """
    if file:
        return file
    path = usual_path()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > _FULL:
            os.replace(path, path.with_suffix(".log.1"))
        with path.open("a"):
            return str(path)
    except OSError:
        return None


def in_use() -> str | None:
    """Return the file that is written to now."""
    for handler in logging.getLogger(_ROOT).handlers:
        if isinstance(handler, logging.FileHandler):
            return handler.baseFilename
    return None


def tell_more(more: bool = True) -> None:
    """Let every log that begins from now on have all there is (-v), and stderr what is in order."""
    global _verbose
    _verbose = more


def tells_more() -> bool:
    """Tell whether that was wanted."""
    return _verbose


def begin(file: str | None, *, quiet: bool = False, usual: bool = False) -> None:
    """Write to `file` from now on, behind what stands in it.

    A file gets also what is in order; who wants more asks for it with `tell_more`.

    Args:
        file: Where; None: to stderr, for who has no screen there.
        quiet: Nothing goes to stderr.
        usual: Where no file is named write to the usual one as well.

    Raises:
        BadSetting: Nothing can be written there.
    """
    logger = logging.getLogger(_ROOT)
    logger.propagate = False
    for old in list(logger.handlers):
        logger.removeHandler(old)
        old.close()
    handlers: list[logging.Handler] = []
    if named := of(file) if usual else file:
        try:
            handlers.append(_File(named, told=quiet or not file))
        except (OSError, ValueError) as error:
            why = reworded(error)
            raise BadSetting(t("--log-file {file}: {why}", file=named, why=why)) from None
    if not file and not quiet:
        handlers.append(logging.StreamHandler(sys.stderr))
        handlers[-1].setLevel(logging.INFO if _verbose else logging.WARNING)
    usually = logging.INFO if named else logging.WARNING
    logger.setLevel(logging.DEBUG if _verbose else usually)
    for handler in handlers or [logging.NullHandler()]:
        handler.setFormatter(_Line())
        logger.addHandler(handler)
    logger.debug("cardtui %s on Python %s, %s", __version__, *sys.version.split()[:1], sys.platform)
