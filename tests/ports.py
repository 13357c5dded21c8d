"""Ports that are free, and stay so until the test has used them.

A port the system hands out may be handed to somebody else the moment it is given back, and while
many tests run it is. These are below all that any system hands out by itself.
"""

from __future__ import annotations

import os
import random
import socket

_FIRST, _LAST = 20_000, 30_000
_EACH = 500
"""Ports that one of several processes that run tests side by side has for itself."""


def free_port() -> int:
    """Return one on which nobody listens."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = _FIRST + worker * _EACH % (_LAST - _FIRST)
    others = random.SystemRandom()  # tests that run elsewhere look for one at the same time
    while True:
        port = others.randrange(first, first + _EACH)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
