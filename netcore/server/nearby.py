"""Which peers are near: on this machine, on a private network, or on a network this machine is on.

Hides: how the networks of this machine's interfaces are found (by the C library, with masks; where
it has no such call, only private networks are near). Must not know: connections.
"""

from __future__ import annotations

import ctypes
import socket
import sys
from collections.abc import Iterator
from functools import cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Any, Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network

_SHARED_SPACE: Final = IPv4Network("100.64.0.0/10")
_BSD: Final = sys.platform == "darwin" or "bsd" in sys.platform
_PLACES: Final[dict[int, tuple[int, int]]] = {socket.AF_INET: (4, 4), socket.AF_INET6: (8, 16)}
"""Where an address stands in a sockaddr, and how long it is."""


def is_near(peer: str) -> bool:
    """Whether a peer is on this machine, a private network or one of this machine's own."""
    address = _address(peer)
    if address.is_private or (address.version == 4 and address in _SHARED_SPACE):
        return True
    return any(address.version == net.version and address in net for net in own_networks())


def _address(text: str) -> IPv4Address | IPv6Address:
    address = ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def own_networks() -> tuple[Network, ...]:
    """Return the networks of this machine's interfaces, as they are now."""
    try:
        return tuple(_networks())
    except (OSError, AttributeError, ValueError):
        return ()


class _Interface(ctypes.Structure):
    """`struct ifaddrs`, which is the same wherever it exists."""


_Interface._fields_ = [
    ("next", ctypes.POINTER(_Interface)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
    ("mask", ctypes.c_void_p),
    ("other", ctypes.c_void_p),
    ("data", ctypes.c_void_p),
]


@cache
def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _networks() -> Iterator[Network]:
    first = ctypes.POINTER(_Interface)()
    if _libc().getifaddrs(ctypes.byref(first)) != 0:
        raise OSError(ctypes.get_errno(), "getifaddrs")
    try:
        one: Any = first
        while one:
            entry = one.contents
            if (network := _network(entry.address, entry.mask)) is not None:
                yield network
            one = entry.next
    finally:
        _libc().freeifaddrs(first)


def _network(address: int | None, mask: int | None) -> Network | None:
    if not address or not mask:
        return None
    family = _family(address)
    if family not in _PLACES:
        return None
    start, size = _PLACES[family]
    ones = int.from_bytes(_bytes(mask, start, size), "big").bit_count()
    base = ip_address(ctypes.string_at(address + start, size))
    return ip_network((base, ones), strict=False)


def _family(address: int) -> int:
    header = ctypes.string_at(address, 2)
    return header[1] if _BSD else int.from_bytes(header, sys.byteorder)


def _bytes(address: int, start: int, size: int) -> bytes:
    """Return a part of a sockaddr; a BSD leaves the noughts at the end of a mask out."""
    if _BSD:
        size = max(0, min(size, ctypes.string_at(address, 1)[0] - start))
        return ctypes.string_at(address + start, size).ljust(_PLACES[socket.AF_INET][1], b"\0")
    return ctypes.string_at(address + start, size)
