"""What the system and the libraries say is wrong, in the reader's language.

Hides: errno, how tomllib words its errors, what can be done where no tables can be kept. What is in
no table here stays as it was said.
Must not know: who asks. The engine's and the server's own errors are `tui.text.refusals`'.
"""

from __future__ import annotations

import errno
import re
import socket
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from tui.i18n import later, perhaps, t

if TYPE_CHECKING:
    from netcore.journal.store import StoreError, Trouble

_OF_THE_SYSTEM: Final[Mapping[int, str]] = later(
    {
        errno.ENOENT: "No such file or directory",
        errno.EACCES: "Permission denied",
        errno.EPERM: "Operation not permitted",
        errno.EISDIR: "Is a directory",
        errno.ENOTDIR: "Not a directory",
        errno.EEXIST: "File exists",
        errno.ENAMETOOLONG: "File name too long",
        errno.ELOOP: "Too many levels of symbolic links",
        errno.ENOSPC: "No space left on device",
        errno.EDQUOT: "Disk quota exceeded",
        errno.EFBIG: "File too large",
        errno.EROFS: "Read-only file system",
        errno.EIO: "Input/output error",
        errno.EMFILE: "Too many open files",
        errno.EADDRINUSE: "Address already in use",
        errno.EADDRNOTAVAIL: "Cannot assign requested address",
        errno.EAFNOSUPPORT: "Address family not supported by protocol",
        errno.ECONNREFUSED: "Connection refused",
        errno.ECONNRESET: "Connection reset by peer",
        errno.EPIPE: "Broken pipe",
        errno.ENETUNREACH: "Network is unreachable",
        errno.ENETDOWN: "Network is down",
        errno.EHOSTUNREACH: "No route to that machine",
        errno.ETIMEDOUT: "Connection timed out",
    }
)
"""Much as glibc words them; other systems differ by a word."""
_UNKNOWN_NAME: Final = frozenset(
    getattr(socket, name)
    for name in ("EAI_NONAME", "EAI_NODATA", "EAI_AGAIN")
    if hasattr(socket, name)
)

_OF_STORES: Final[Mapping[Trouble, str]] = later(
    {
        "full": "the disk is full. Make room, then try again.",
        "busy": "another program is using it. Close that one, or try again in a moment.",
        "read-only": "it may only be read. Let this account write in that folder.",
        "closed": "it cannot be opened. Let this account read and write in that folder.",
        "broken": "the disk reports an error. Save what matters, then look after the disk.",
        "damaged": "the file is damaged. Move it away, and a new one is begun: the old tables and "
        "results are not in that.",
        "foreign": "that is no file of cardtui's. Move it away, and a new one is begun.",
        "newer": "a newer cardtui has made it. Update this one.",
    }
)
"""What is wrong with the file in which tables are kept, and what to do."""

_OF_TOML: Final = later(
    (
        "Invalid statement",
        "Expected newline or end of document after a statement",
        "Expected {what}",
        "Found invalid character {what}",
        "Cannot declare {what} twice",
        "Cannot overwrite a value",
        "Expected ']' at the end of a table declaration",
        "Expected ']]' at the end of an array declaration",
        "Cannot mutate immutable namespace {what}",
        "Cannot redefine namespace {what}",
        "Expected '=' after a key in a key/value pair",
        "Invalid initial character for a key part",
        "Unclosed array",
        "Unclosed inline table",
        "Duplicate inline table key {what}",
        "Unescaped '\\' in a string",
        "Invalid hex value",
        "Escaped character is not a Unicode scalar value",
        "Unterminated string",
        "Illegal character {what}",
        "Invalid date or datetime",
        "Invalid value",
    )
)
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def of_system(error: OSError) -> str:
    """Return what the system says."""
    if isinstance(error, socket.gaierror):
        known = error.errno in _UNKNOWN_NAME
        return t("there is no such address") if known else error.strerror or str(error)
    return named(errno.errorcode.get(error.errno or 0, ""), error.strerror or str(error))


def of_store(error: StoreError) -> str:
    """Return what is wrong where tables are kept, and what to do; else what the system says."""
    if error.trouble:
        return t(_OF_STORES[error.trouble])
    cause = error.__cause__
    return t(
        "the system says: {why}", why=of_system(cause) if isinstance(cause, OSError) else error
    )


def named(name: str, otherwise: str = "") -> str:
    """Return what an error of that name is (`ENOSPC`)."""
    text = _OF_THE_SYSTEM.get(getattr(errno, name, 0)) if name else None
    return perhaps(text or otherwise)


def is_toml(error: Exception) -> bool:
    """Return whether it is tomllib's; where none was raised, nobody has loaded that."""
    tomllib = sys.modules.get("tomllib")
    return tomllib is not None and isinstance(error, tomllib.TOMLDecodeError)


def of_toml(said: str) -> str:
    """Return what tomllib says of a text that is no TOML, with the place."""
    at = _PLACE.search(said)
    what = toml_reason(said[: at.start()] if at else said)
    if at is None:
        return what
    if at[1] is None:
        return t("{what} (at the end)", what=what)
    return t("{what} (line {line}, column {column})", what=what, line=at[1], column=at[2])


def toml_reason(said: str) -> str:
    """Return a reason of tomllib's, without its place."""
    for template in _OF_TOML:
        head, place, tail = template.partition("{what}")
        if not place and said == template:
            return t(template)
        if place and said.startswith(head) and said not in _OF_TOML:
            return t(template, what=_key(said[len(head) : len(said) - len(tail)]))
    return said


def _key(said: str) -> str:
    """Return a key as it is written: tomllib names it by its parts, `('a', 'b')`."""
    return ".".join(re.findall(r"'([^']*)'", said)) if said.startswith("(") else said
