"""How an address is written on the command line."""

from __future__ import annotations

from typing import Final

DEFAULT_PORT: Final = 7777


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


def join_line(host: str, port: int) -> str:
    """Return what somebody types to join at an address."""
    return f"cardtui join [{host}]:{port}" if ":" in host else f"cardtui join {host}:{port}"
