"""What can be looked back at: matches of own tables, and records in files.

Hides: the store, where records lie, what makes a file one. Must not know: screens.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime
from typing import Final

from engine.record import RecordError
from netcore.journal.entries import BadJournal
from netcore.journal.store import Result, StoreError, UnknownTable
from tui.commands import export, history, replay
from tui.i18n import t
from tui.records import recordfile
from tui.records.reel import Reel
from tui.tables import kept, seat
from tui.text import words
from tui.text.refusals import reworded

_MOST: Final = 500
_BEGIN: Final = b"cardtui"
"""A record's first key."""


class Lost(Exception):
    """It cannot be shown; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to look back at.

    Attributes:
        text: What was played, or which file it is.
        about: Who won, with how much.
        end: When.
        whole: All that is known, for the chosen one; first what its line may have no room for.
        open: Returns it to be looked at. Raises Lost.
    """

    text: str
    about: str
    end: str
    whole: str
    open: Callable[[], Reel]


def matches() -> list[Entry]:
    """Return the matches of own tables, newest first. Raises Lost where the store is damaged."""
    try:
        return [_match(result) for result in history.recent(_MOST)]
    except StoreError as error:
        raise Lost(kept.damaged(error)) from error


def files() -> list[Entry]:
    """Return the records in the folder where one stands and in the own one, newest first."""
    found = {path.resolve(): path for folder in _folders() for path in _records(folder)}
    newest = sorted(found.values(), key=_written, reverse=True)[:_MOST]
    return [_file(path) for path in newest]


def typed(path: str) -> Entry:
    """Return a record by its path; nothing is read yet."""
    return _file(Path(os.path.expanduser(path)))


def _folders() -> Iterator[Path]:
    yield Path.cwd()
    yield seat.data_folder() / "records"


def _records(folder: Path) -> Iterator[Path]:
    try:
        paths = sorted(folder.glob("*.toml"))
    except OSError:
        return
    for path in paths:
        try:
            with path.open("rb") as file:
                if path.is_file() and file.read(len(_BEGIN)) == _BEGIN:
                    yield path
        except OSError:
            continue


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _file(path: Path) -> Entry:
    def opened() -> Reel:
        try:
            return replay.open_reel(path)
        except recordfile.Unreadable as unreadable:
            why = t("{why} ({path})", why=unreadable.why, path=path)  # a prompt may cut the path
            raise Lost(why) from unreadable

    date = strftime("%Y-%m-%d", localtime(_written(path)))
    return Entry(path.name, t("a record"), date, str(path), opened)


def _match(result: Result) -> Entry:
    def opened() -> Reel:
        try:
            return Reel(export.record_of(result.table, result.match)[0])
        except (BadJournal, UnknownTable) as error:
            raise Lost(kept.unreadable(result.table, error)) from error
        except StoreError as error:
            raise Lost(kept.damaged(error)) from error
        except (kept.NotFound, RecordError) as error:
            raise Lost(reworded(error)) from error

    game = t("{game}, {rules}", game=words.game(result.game), rules=history.rules(result))
    won = t("{won}: {scores}", won=history.won(result), scores=history.scores(result))
    when = strftime("%Y-%m-%d %H:%M", localtime(result.at))
    name = f"[{result.table[: kept.SHOWN]}/{result.match}]"
    return Entry(game, won, when, "  ".join((won, game, when, name)), opened)
