"""The log that --log-file asks for: what the connections of this program did, one line each.

Hides: its form. Secrets (codes, tokens, keys), hands and chat are in no line, since nothing that is
logged anywhere holds them; whatever a peer has worded is made safe on its way. Must not know: who
writes what.
"""

from __future__ import annotations

import logging
import sys
from typing import Final

from netcore.text import clean_line
from tui.i18n import t
from tui.settings import BadSetting

_ROOT: Final = "cardtui"
_LONGEST: Final = 4000


class _Line(logging.Formatter):
    """A time, and a text of one line; the lines of a traceback follow as they are."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(process)d %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = clean_line(record.message, _LONGEST)
        return super().formatMessage(record)


def begin(file: str | None, *, loud: bool = False, quiet: bool = False) -> None:
    """Write to `file` from now on, behind what stands in it.

    Args:
        file: Where; None: to stderr, for who has no screen there.
        loud: Tell also what is in order. A file gets that in any case.
        quiet: Nothing goes to stderr.

    Raises:
        BadSetting: Nothing can be written there.
    """
    logger = logging.getLogger(_ROOT)
    logger.propagate = False
    logger.setLevel(logging.INFO if loud or file else logging.WARNING)
    for old in list(logger.handlers):
        logger.removeHandler(old)
        old.close()
    if file:
        try:
            handler: logging.Handler = logging.FileHandler(file, encoding="utf-8")
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise BadSetting(t("--log-file {file}: {why}", file=file, why=why)) from None
    elif quiet:
        handler = logging.NullHandler()
    else:
        handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line())
    logger.addHandler(handler)
