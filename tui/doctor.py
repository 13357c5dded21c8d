"""What a report about a fault needs to know: the program, the terminal, the settings, the folders.

Hides: how each is found out. Nothing that is a secret or somebody's name is told: no code, no key,
no address, no name, and the home folder is `~`. What is told has fixed names, so that everybody can
read everybody's report; only what is wrong is a sentence in the reader's language. Must not know:
how it is printed.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

from tui import __version__, configfile, i18n, logfile, settings
from tui.drawing import symbols
from tui.i18n import t
from tui.settings import DEFAULTS, TABLE, BadSetting, Settings
from tui.tables import kept, seat
from tui.terminal import probe
from tui.text.address import DEFAULT_PORT
from tui.text.refusals import reworded

_PACKAGES: Final = ("textual", "rich", "cryptography", "msgpack", "platformdirs")
_EXTRAS: Final = ("asyncssh", "textual-serve", "zeroconf")
_PATIENCE: Final = 1.0
"""Seconds for each question to the terminal; nobody waits for a game here."""
_LEAST_ROOM: Final = 1
"""MiB, below which nothing can be kept for long."""
_KITTY: Final = re.compile(rb"\x1b\[\?(\d+)u")
_SYNC: Final = re.compile(rb"\x1b\[\?2026;([1-4])\$y")
_PRIVATE: Final = ("name",)
"""Settings of which only is told that they were made."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact. `wrong`: what is the matter with it, and what to do; empty where nothing is."""

    section: str
    name: str
    value: str
    wrong: str = ""


def examine(
    read: Callable[[], Settings], environment: Mapping[str, str] = os.environ
) -> Iterator[Finding]:
    """Yield all that is to be told. `read` returns the settings, or raises BadSetting."""
    cells = probe.cells_of_a_suit(_PATIENCE)
    yield from _program()
    yield from _terminal(environment, cells)
    yield from _language(environment, cells)
    yield from _settings(read)
    yield from _folders()
    yield from _network()
    yield from _store()


def _short(path: Path | str) -> str:
    """Return a path without the name of its owner."""
    text, home = str(path), os.path.expanduser("~")
    return "~" + text[len(home) :] if home != "/" and text.startswith(home) else text


# --- the program ----------------------------------------------------------------------------


def _program() -> Iterator[Finding]:
    where = "program"
    yield Finding(where, "cardtui", __version__)
    yield Finding(where, "python", f"{platform.python_version()} {platform.machine()}")
    yield Finding(where, "system", f"{platform.system()} {platform.release()}")
    for name in _PACKAGES:
        found = _version(name)
        wrong = "" if found else t("{name} is missing: install cardtui again", name=name)
        yield Finding(where, name, found or "-", wrong)
    for name in _EXTRAS:
        yield Finding("extras", name, _version(name) or "not installed")


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


# --- the terminal ---------------------------------------------------------------------------


def _terminal(environment: Mapping[str, str], cells: int | None) -> Iterator[Finding]:
    where = "terminal"
    for name in ("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR"):
        yield Finding(where, name, ascii(environment.get(name, ""))[1:-1] or "-")
    inside = {"TMUX": "tmux", "STY": "screen", "SSH_TTY": "ssh", "SSH_CONNECTION": "ssh"}
    found = sorted({what for name, what in inside.items() if environment.get(name)})
    yield Finding(where, "inside", ", ".join(found) or "-")
    there = settings.on_terminal()
    yield Finding(where, "a terminal", "yes" if there else "no")
    if not there:
        return
    columns, rows = shutil.get_terminal_size()
    small = columns < 40 or rows < 12
    yield Finding(
        where, "size", f"{columns}x{rows}",
        t("40x12 is the least to play on") if small else "",
    )  # fmt: skip
    from rich.console import Console

    yield Finding(where, "colours", Console().color_system or "none")
    yield Finding(where, "cells of a suit", "no answer" if cells is None else str(cells))
    yield Finding(where, "kitty keys", _said(b"\x1b[?u", _KITTY))
    yield Finding(where, "synchronized output", _said(b"\x1b[?2026$p", _SYNC))


def _said(question: bytes, answer: re.Pattern[bytes]) -> str:
    found = probe.known(question, answer, _PATIENCE)
    if found is None:
        return "no"
    return f"yes ({found.decode('ascii')})"


def _language(environment: Mapping[str, str], cells: int | None) -> Iterator[Finding]:
    where = "language"
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        yield Finding(where, name, ascii(environment.get(name, ""))[1:-1] or "-")
    encoding = sys.stdout.encoding or "-"
    yield Finding(where, "encoding", encoding)
    yield Finding(where, "spoken", i18n.language())
    yield Finding(
        where, "symbols", symbols.choose("auto", encoding, environment, lambda: cells).name
    )


# --- settings and folders ---------------------------------------------------------------------


def _settings(read: Callable[[], Settings]) -> Iterator[Finding]:
    where = "settings"
    try:
        chosen = read()
    except BadSetting as bad:
        for problem in bad.problems:
            yield Finding(where, "wrong", _short(problem), problem)
        return
    path = Path(chosen.path or configfile.usual_path())
    yield Finding(where, "config", _short(path) + ("" if path.exists() else " (not there)"))
    for name in TABLE:
        value = getattr(chosen, name)
        if value != getattr(DEFAULTS, name):
            shown = "(given)" if name in _PRIVATE else _short(settings.word(name, value))
            yield Finding(where, name, f"{shown} ({chosen.origins.get(name, settings.USUAL)})")
    for name, keys in chosen.keys.items():
        yield Finding(where, f"keys.{name}", ascii(", ".join(keys))[1:-1])


def _folders() -> Iterator[Finding]:
    private = {"seats": seat.state_folder(), "data": seat.data_folder()}
    for name, folder in private.items():
        yield _folder(name, folder, private=True)
    yield _folder("config", configfile.usual_path().parent)
    yield _room(seat.data_folder())
    log = logfile.usual_path()
    yield _folder("log", log.parent)
    size = f" ({log.stat().st_size} bytes)" if log.exists() else " (not there)"
    yield Finding("folders", "log file", _short(log) + size)


def _room(folder: Path) -> Finding:
    """Tell how much room there is for what is kept."""
    there = next(one for one in (folder, *folder.parents) if one.exists())
    free = shutil.disk_usage(there).free >> 20
    full = t("the disk with {folder} is full", folder=_short(folder)) if free < _LEAST_ROOM else ""
    return Finding("folders", "room for data", f"{free} MiB", full)


def _folder(name: str, folder: Path, *, private: bool = False) -> Finding:
    shown = _short(folder)
    if not folder.exists():
        return Finding("folders", name, f"{shown} (not there)")
    mode = folder.stat().st_mode & 0o777
    wrong = ""
    if not os.access(folder, os.W_OK | os.X_OK):
        wrong = t("nothing can be written to {folder}; chmod u+rwx helps", folder=shown)
    elif private and mode & 0o022:
        wrong = t("others can write to {folder}; chmod go-w helps", folder=shown)
    return Finding("folders", name, f"{shown} {mode:04o}", wrong)


# --- the network and what is kept ---------------------------------------------------------------


def _network() -> Iterator[Finding]:
    import ssl

    where = "network"
    yield Finding(
        where, "TLS", f"{ssl.OPENSSL_VERSION}, 1.3 {'yes' if ssl.HAS_TLSv1_3 else 'no'}",
        "" if ssl.HAS_TLSv1_3 else t("without TLS 1.3 no table can be hosted or joined"),
    )  # fmt: skip
    yield _certificate()
    yield Finding(where, "IPv6", "yes" if socket.has_ipv6 else "no")
    yield _port()


def _certificate() -> Finding:
    from netcore.transport.certificate import FILE, BadCertificate, identity

    path = seat.data_folder() / FILE
    if not path.exists():
        return Finding("network", "certificate", "made when a table is first opened")
    try:
        identity(path)
    except (BadCertificate, OSError) as error:
        return Finding(
            "network", "certificate", "cannot be used", f"{_short(path)}: {reworded(error)}"
        )
    return Finding("network", "certificate", "good")


def _port() -> Finding:
    name = f"port {DEFAULT_PORT}"
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("", DEFAULT_PORT))
        except OSError as error:
            return Finding("network", name, error.strerror or "in use")
    return Finding("network", name, "free")


def _store() -> Iterator[Finding]:
    import sqlite3

    where = "kept"
    yield Finding(where, "SQLite", sqlite3.sqlite_version)
    path = kept.store_path()
    if not path.exists():
        yield Finding(where, "tables", f"{_short(path)} (not there)")
        return
    try:
        database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=1)
        try:
            mode = database.execute("PRAGMA journal_mode").fetchone()[0]
        finally:
            database.close()
    except sqlite3.Error as error:
        yield Finding(where, "tables", _short(path), f"{_short(path)}: {error}")
        return
    yield Finding(where, "tables", f"{_short(path)} {path.stat().st_size} bytes, {mode}")
