"""How an address is written on the command line, with the join code where there is one.

Must not know: what is there.
"""

from __future__ import annotations

import shlex
from typing import Final, NamedTuple

DEFAULT_PORT: Final = 7777


class Invite(NamedTuple):
    """Where a table is, and the code that lets in; empty where none was given."""

    host: str
    port: int
    code: str = ""

    @property
    def where(self) -> str:
        """The address alone, for messages: a code is not repeated."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_invite(text: str) -> Invite:
    """Read an address, perhaps with `/CODE` after it. Raises ValueError.

    A whole join line will do: what it begins with is passed over.
    """
    address, _, code = text.strip().removeprefix("cardtui join ").partition("/")
    return Invite(*parse_address(address), code.strip())


def parse_address(text: str) -> tuple[str, int]:
    """Read `host`, `host:port`, `[::1]:7777` or a bare IPv6 address. Raises ValueError."""
    text = text.strip()
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or rest[:1] not in ("", ":"):
            raise ValueError(text)
        port = rest[1:]
    elif text.count(":") > 1:
        host, port = text, ""
    else:
        host, _, port = text.partition(":")
    digits = port.isascii() and port.isdecimal() and len(port) < 10
    number = int(port) if digits else 0 if port else DEFAULT_PORT
    if not host or not 0 < number < 65536 or not host.isprintable() or " " in host:
        raise ValueError(text)
    host.encode("idna")  # a UnicodeError is a ValueError
    return host, number


def join_line(invite: Invite, *, tls: bool = True) -> str:
    """Return what somebody types to join."""
    where = f"{invite.where}/{invite.code}" if invite.code else invite.where
    return f"cardtui join {shlex.quote(where)}{'' if tls else ' --no-tls'}"
