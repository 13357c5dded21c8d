"""Noticing that the terminal is gone when no signal says so.

A terminal that closes sends SIGHUP to whoever leads its session; started from `make` or a script,
that is not this program, which would then read an ended terminal for ever, at full speed.
Must not know: what is done about it.
"""

from __future__ import annotations

import select
import threading
from collections.abc import Callable


def watch(fd: int, gone: Callable[[], None]) -> None:
    """Call `gone`, from another thread, once the terminal at `fd` has hung up."""
    if hasattr(select, "poll"):
        threading.Thread(target=_wait, args=(fd, gone), name="hangup", daemon=True).start()


def _wait(fd: int, gone: Callable[[], None]) -> None:
    poll = select.poll()
    poll.register(fd, 0)  # asks for nothing: a hang-up is told all the same
    for _, event in poll.poll():
        if event & select.POLLHUP:
            gone()
