"""Going on after a stop, announced or not.

Asked to stop (SIGTSTP), Textual gives the terminal back, and with SIGCONT takes it again. SIGSTOP
asks nobody: to take the terminal then as well would start a second reader of the same keys, and a
program that ends could wait for one of both for ever. Must not know: what is shown.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType

_Handler = Callable[[int, FrameType | None], object]


def mind(give_back: Callable[[], None], taken: Callable[[], None]) -> Callable[[], None]:
    """Call `give_back` before the terminal is taken again where that has not been done.

    `taken` is called once it has been taken. To be called when Textual's driver has set its
    handlers; without these nothing is done. Returns what leaves the driver's handlers alone again.
    """
    if not hasattr(signal, "SIGTSTP"):
        return lambda: None
    stop, go_on = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    if not callable(stop) or not callable(go_on):
        return lambda: None
    _between(stop, go_on, give_back, taken)

    def leave() -> None:
        signal.signal(signal.SIGTSTP, stop)
        signal.signal(signal.SIGCONT, go_on)

    return leave


def _between(
    stop: _Handler, go_on: _Handler, give_back: Callable[[], None], taken: Callable[[], None]
) -> None:
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
        taken()

    signal.signal(signal.SIGTSTP, stopped)
    signal.signal(signal.SIGCONT, goes_on)
