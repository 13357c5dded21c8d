"""How an address is written on the command line, with the join code where there is one.

Hides: what people type and paste instead of it, and which of that can be understood. Must not know:
what is there.
"""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.game import Worded
from tui.i18n import later

DEFAULT_PORT: Final = 7777
NO_TLS: Final = "--no-tls"
JOIN: Final = "cardtui join "

_MOST_PORT: Final = 65535
_QUOTES: Final = "\"'`“”„«»「」『』<>"
_JOIN: Final = re.compile(rf"(?:^[{_QUOTES}$ ]*|cardtui['\"]?\s+|-m tui\s+)join(?:\s+|$)")
"""Where the address begins in a join line, whatever path the program has there."""
_SCHEME: Final = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_CODE: Final = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}")
"""A code as the program makes them, in capitals: nobody writes the name of a machine so."""
_NUMBERS: Final = re.compile(r"[0-9.]+")
_NOT_IN_A_HOST: Final = re.compile(r"[^\w.\-]")


class BadAddress(Worded, ValueError):
    """That is no address; the message says what is wrong with it."""


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
    """Read an address, perhaps with `/CODE` after it, or a whole join line. Raises BadAddress."""
    text, tls = text.strip(), True
    said = _JOIN.search(text)
    if said or text.endswith(f" {NO_TLS}"):
        words = _words(text[said.end() :] if said else text)
        tls = NO_TLS not in words
        text = _address_of([word for word in words if word != NO_TLS])
    text = _SCHEME.sub("", text.strip(_QUOTES))
    address, _, code = text.replace("\uff0f", "/").partition("/")  # the full-width one too
    address, code = _spaced(_narrow(address), code)
    return Invite(*parse_address(address), code.strip().strip("/"), tls)


def _words(line: str) -> list[str]:
    """Return the words of a command line; a quote that is not closed is only a sign too many."""
    try:
        return shlex.split(line)
    except ValueError:
        return [word.strip(_QUOTES) for word in line.split()]


def _address_of(words: Sequence[str]) -> str:
    """Return the address in what stands after `join`. Raises BadAddress."""
    option = next((word for word in words if word.startswith("-")), "")
    if option:
        why = later("{option} belongs on the command line; here is room for the address alone.")
        raise BadAddress(why, option=option)
    return " ".join(words).strip(_QUOTES)


def _spaced(address: str, code: str) -> tuple[str, str]:
    """Return address and code of what has blanks in it where a colon or a slash stands else.

    Raises BadAddress where more has them than that.
    """
    address, *words = re.sub(r"\s*:\s*", ":", address).split() or [""]
    if words and ":" not in address and words[0].isdecimal():
        address = f"{address}:{words.pop(0)}"
    rest = " ".join(words)
    if rest and not code and _CODE.fullmatch(rest.upper()):
        return address, rest
    if rest:
        raise BadAddress(later("There is a blank in the middle of it."))
    return address, code


def _narrow(text: str) -> str:
    """Return a text as it is typed where no input method is on."""
    return unicodedata.normalize("NFKC", text.strip()).replace("。", ".")


def parse_address(text: str) -> tuple[str, int]:
    """Read `host`, `host:port`, `[::1]:7777` or a bare IPv6 address. Raises BadAddress."""
    text = _narrow(text)
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or rest[:1] not in ("", ":"):
            raise BadAddress(later("After [ comes an IPv6 address and ], then perhaps :PORT."))
        port = rest[1:]
    elif text.count(":") > 1:
        host, port = text, ""
    else:
        host, _, port = text.partition(":")
    return _host(host, port), _port(port)


def _port(port: str) -> int:
    """Read a port; none: the usual one. Raises BadAddress."""
    digits = port.isascii() and port.isdecimal() and len(port) < 10
    number = int(port) if digits else 0 if port else DEFAULT_PORT
    if not 0 < number <= _MOST_PORT:
        why = later("{port} is no port: a number from 1 to {most}.")
        raise BadAddress(why, port=port, most=_MOST_PORT)
    return number


def _host(host: str, port: str) -> str:
    """Return the machine that is meant. Raises BadAddress."""
    if not host and port:
        why = later("The machine is missing before :{port}. This one is called localhost.")
        raise BadAddress(why, port=port)
    if not host:
        raise BadAddress(later("The machine is missing."))
    if _CODE.fullmatch(host):
        raise BadAddress(later("That is a join code. The address stands before it, with a slash."))
    if ":" in host:
        if not _is_ip(host):
            raise BadAddress(
                later("{text} has too many colons, and is no IPv6 address."), text=host
            )
        return host
    if "@" in host:
        raise BadAddress(later("There is an @ in it. Leave that out, and what stands before it."))
    if _NUMBERS.fullmatch(host) and not _is_ip(host):
        why = later("{text} is no address: that has four numbers from 0 to 255.")
        raise BadAddress(why, text=host)
    if sign := _NOT_IN_A_HOST.search(host):
        raise BadAddress(later("There is a {sign} in it, which no address has."), sign=sign[0])
    try:
        host.encode("idna")
    except UnicodeError:
        raise BadAddress(later("{text} cannot be the name of a machine."), text=host) from None
    return host


def _is_ip(text: str) -> bool:
    import ipaddress  # a millisecond that no other command pays

    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def join_line(invite: Invite, program: str = "cardtui") -> str:
    """Return what somebody types to join; `program`: to run it there."""
    where = f"{invite.where}/{invite.code}" if invite.code else invite.where
    return f"{program} join {shlex.quote(where)}{'' if invite.tls else f' {NO_TLS}'}"
