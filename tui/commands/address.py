"""How an address is written on the command line."""

from __future__ import annotations

from typing import Final

DEFAULT_PORT: Final = 7777


def parse_address(text: str) -> tuple[str, int]:
    """Read `host`, `host:port`, `[::1]:7777` or a bare IPv6 address. Raises ValueError."""
    text = text.strip()
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":")
    elif text.count(":") > 1:
        host, port = text, ""
    else:
        host, _, port = text.partition(":")
    number = int(port) if port else DEFAULT_PORT
    if not host or not 0 < number < 65536:
        raise ValueError(text)
    return host, number
