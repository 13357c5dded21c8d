"""How often somebody has shown a wrong join code lately, and how long the next one has to wait.

Hides: what counts as one address, how long it is remembered. Sans I/O: the time is passed in. Must
not know: connections, codes.

Who is slow to answer is slow for the right code as well: a quick yes would tell a guess from a hit.
Nobody is ever shut out, so that one bored player cannot keep a whole house from its table.
"""

from __future__ import annotations

from collections import deque
from ipaddress import ip_address, ip_network
from typing import Final

FREE: Final = 3
"""Wrong codes in WINDOW that cost nothing."""
WINDOW: Final = 60.0
LONGEST: Final = 4.0
"""Seconds: a client waits no longer than five for an answer."""
_MOST: Final = 256
"""Addresses that are remembered."""


class Attempts:
    """The wrong codes of the last minute, by address."""

    def __init__(self) -> None:
        self._failures: dict[str, deque[float]] = {}

    def failed(self, address: str, now: float) -> None:
        """Somebody there has shown a wrong code."""
        place = _place(address)
        failures = self._failures.pop(place, deque[float](maxlen=FREE + 3))
        failures.append(now)
        self._failures[place] = failures  # the last in the order, which is by time
        if len(self._failures) > _MOST:
            del self._failures[next(iter(self._failures))]

    def wait(self, address: str, now: float) -> float:
        """Return for how many seconds the next code from there is not looked at."""
        place = _place(address)
        failures = self._failures.get(place)
        if failures is None:
            return 0.0
        while failures and failures[0] <= now - WINDOW:
            failures.popleft()
        if not failures:
            del self._failures[place]
        extra = len(failures) - FREE
        return 0.0 if extra < 0 else min(LONGEST, 2.0**extra)


def _place(address: str) -> str:
    """Return what is one place: who has one IPv6 address has a whole network of them."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if ip.version == 4:
        return str(ip)
    mapped = ip.ipv4_mapped
    return str(mapped or ip_network((ip, 64), strict=False))
