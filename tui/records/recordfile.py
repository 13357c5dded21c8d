"""A record read from a file, with clear words for every file that is none.

Hides: what can be wrong with a file. Must not know: what is done with a record, screens.
"""

from __future__ import annotations

from pathlib import Path

from engine.record import Record, load
from tui import textfile
from tui.i18n import t
from tui.text.refusals import reworded


class Unreadable(Exception):
    """The file is no record; the message names it and says why.

    Attributes:
        why: The reason alone.
    """

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.why = why


def read(path: Path) -> Record:
    """Return the record in a file. Raises Unreadable."""
    try:
        return load(textfile.read(path, textfile.LONG))
    except UnicodeDecodeError:
        raise Unreadable(path, t("not a text file")) from None
    except RecursionError:
        raise Unreadable(path, t("not a record: nested too deep")) from None
    except (OSError, ValueError) as error:  # a ValueError: no record; a name with a zero byte in it
        raise Unreadable(path, reworded(error)) from None
