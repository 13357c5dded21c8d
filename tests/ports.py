"""Ports that are free, and stay so until the test has used them.

A port the system hands out may be handed to somebody else the moment it is given back, and while
many tests run it is. These are below all that any system hands out by itself.
"""

from __future__ import annotations

import random
import socket

_FIRST, _LAST = 20_000, 30_000


def free_port() -> int:
    """Return one on which nobody listens."""
    others = random.SystemRandom()  # other tests look for one at the same time
    while True:
        port = others.randrange(_FIRST, _LAST)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
