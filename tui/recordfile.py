"""A record read from a file, with clear words for every file that is none.

Hides: what can be wrong with a file. Must not know: what is done with a record, screens.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from engine.record import Record, RecordError, load
from tui.i18n import t
from tui.refusals import refusal

_REFUSED: Final = re.compile(r"refused with ([a-z0-9-]+)")


class Unreadable(Exception):
    """The file is no record; the message names it and says why."""


def read(path: Path) -> Record:
    """Return the record in a file. Raises Unreadable."""
    try:
        return load(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise Unreadable(t("{path}: not a text file", path=path)) from None
    except RecursionError:
        raise Unreadable(t("{path}: not a record: nested too deep", path=path)) from None
    except RecordError as error:
        raise Unreadable(f"{path}: {error}") from None
    except (OSError, ValueError) as error:  # a ValueError: a name with a zero byte in it
        why = error.strerror if isinstance(error, OSError) else None
        raise Unreadable(f"{path}: {why or error}") from None


def worded(mismatch: str) -> str:
    """Return what does not hold, with the reason of a refusal in words beside its code."""
    return _REFUSED.sub(_sentence, mismatch)


def _sentence(refused: re.Match[str]) -> str:
    code = refused[1]
    return t("refused: {why} ({code})", why=refusal(code), code=code)
