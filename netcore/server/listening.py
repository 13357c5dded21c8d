"""The sockets that a server listens on: one for each family of addresses, all on one port.

Hides: which families this machine has, and that a free port is free for all of them only when each
has been asked. Must not know: what is served.
"""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from typing import Final

BACKLOG: Final = 128
_TRIES: Final = 20
"""How often another port is tried when the one that is free for one family is taken for another."""
_NOT_HERE: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def listen(bind: str, port: int) -> list[socket.socket]:
    """Return listening sockets for an address (empty: every one of this machine).

    Port 0 is any that is free; all sockets have the same one. Raises OSError.
    """
    places = _places(bind)
    for _ in range(_TRIES - 1):
        try:
            return _listen_at(places, port, everywhere=not bind)
        except OSError as error:
            if port or error.errno != errno.EADDRINUSE:
                raise
    return _listen_at(places, port, everywhere=not bind)


def port_of(sockets: list[socket.socket]) -> int:
    """Return the port that all of them have."""
    port: int = sockets[0].getsockname()[1]
    return port


def _places(bind: str) -> list[tuple[socket.AddressFamily, str]]:
    try:
        found = socket.getaddrinfo(
            bind or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except UnicodeError:
        raise OSError(errno.EINVAL, "no such address") from None
    places = {(family, str(address[0])): None for family, _, _, _, address in found}
    return sorted(places, key=lambda place: place[0] != socket.AF_INET)


def _listen_at(
    places: list[tuple[socket.AddressFamily, str]], port: int, *, everywhere: bool
) -> list[socket.socket]:
    """Listen at each place; a family that this machine does not have is passed over."""
    sockets: list[socket.socket] = []
    missing: OSError | None = None
    try:
        for family, address in places:
            try:
                sockets.append(_socket(family, address, port))
            except OSError as error:
                if not everywhere or error.errno not in _NOT_HERE:
                    raise
                missing = error
            else:
                port = port_of(sockets)
    except BaseException:  # whatever it was, no half of the pair stays open
        for one in sockets:
            one.close()
        raise
    if not sockets:
        raise missing or OSError(errno.EADDRNOTAVAIL, "no such address")
    return sockets


def _socket(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    one = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have one port
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            with suppress(OSError):
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind((address, port))
        one.listen(BACKLOG)
        one.setblocking(False)
    except BaseException:  # whatever it was, it is not handed on
        one.close()
        raise
    return one
