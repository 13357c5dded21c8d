"""How an address is written on the command line, with the join code where there is one.

Must not know: what is there.
"""

from __future__ import annotations

import shlex
from typing import Final, NamedTuple

DEFAULT_PORT: Final = 7777
NO_TLS: Final = "--no-tls"
JOIN: Final = "cardtui join "


class Invite(NamedTuple):
    """What somebody needs to join.

    Attributes:
        host, port: Where the table is.
        code: Lets in; empty where none was given.
        tls: Encrypted, unless the line says otherwise.
    """

    host: str
    port: int
    code: str = ""
    tls: bool = True

    @property
    def where(self) -> str:
        """The address alone, for messages: a code is not repeated."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_invite(text: str) -> Invite:
    """Read an address, perhaps with `/CODE` after it, or a whole join line. Raises ValueError."""
    text, tls = text.strip(), True
    if JOIN in text:  # whatever path the program has there
        said = shlex.split(text.partition(JOIN)[2])
        text, *rest = [word for word in said if word != NO_TLS] or [""]
        if rest:
            raise ValueError(text)
        tls = NO_TLS not in said
    address, _, code = text.partition("/")
    return Invite(*parse_address(address), code.strip(), tls)


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


def join_line(invite: Invite, program: str = "cardtui") -> str:
    """Return what somebody types to join; `program`: to run it there."""
    where = f"{invite.where}/{invite.code}" if invite.code else invite.where
    return f"{program} join {shlex.quote(where)}{'' if invite.tls else f' {NO_TLS}'}"
