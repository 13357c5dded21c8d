"""A terminal that goes away is noticed without any signal."""

from __future__ import annotations

import os
import threading

from tests.tui.terminal import LIMIT
from tui.terminal import hangup


def test_a_terminal_that_closes_is_noticed_and_an_open_one_is_not() -> None:
    master, slave = os.openpty()
    gone = threading.Event()
    try:
        hangup.watch(slave, gone.set)
        os.write(master, b"keys are no hang-up")
        assert not gone.wait(0.3)
        os.close(master)
        assert gone.wait(LIMIT)
    finally:
        os.close(slave)
