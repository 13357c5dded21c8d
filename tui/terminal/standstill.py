"""Going on after a stop that nobody announced.

Asked to stop (SIGTSTP), Textual gives the terminal back, and with SIGCONT takes it again. SIGSTOP
asks nobody: to take the terminal then as well would start a second reader of the same keys, and a
program that ends could wait for one of both for ever. Must not know: what is shown.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType

_Handler = Callable[[int, FrameType | None], object]


def mind(give_back: Callable[[], None]) -> None:
    """Call `give_back` before the terminal is taken again where that has not been done.

    To be called once Textual's driver has set its handlers; without these nothing is done.
    """
    if not hasattr(signal, "SIGTSTP"):
        return
    stop, go_on = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    if callable(stop) and callable(go_on):
        _between(stop, go_on, give_back)


def _between(stop: _Handler, go_on: _Handler, give_back: Callable[[], None]) -> None:
    given = False

    def stopped(number: int, frame: FrameType | None) -> None:
        nonlocal given
        given = True
        stop(number, frame)

    def goes_on(number: int, frame: FrameType | None) -> None:
        nonlocal given
        if not given:
            give_back()
        given = False
        go_on(number, frame)

    signal.signal(signal.SIGTSTP, stopped)
    signal.signal(signal.SIGCONT, goes_on)
