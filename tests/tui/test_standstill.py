"""Going on after a stop, announced or not: the terminal is given back once before it is taken."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tui.terminal import standstill


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """What a driver's handlers were told, and when the terminal was given back."""
    found: list[str] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    signal.signal(signal.SIGTSTP, lambda *_: found.append("stop"))
    signal.signal(signal.SIGCONT, lambda *_: found.append("take"))
    drivers = signal.getsignal(signal.SIGCONT)
    leave = standstill.mind(lambda: found.append("give back"), lambda: found.append("taken"))
    yield found
    leave()
    assert signal.getsignal(signal.SIGCONT) is drivers
    for number, handler in before.items():
        signal.signal(number, handler)


def test_an_announced_stop_gives_the_terminal_back_by_itself(heard: list[str]) -> None:
    for number in (signal.SIGTSTP, signal.SIGCONT) * 2:
        signal.raise_signal(number)
    assert heard == ["stop", "take", "taken"] * 2


def test_an_unannounced_stop_does_not(heard: list[str]) -> None:
    for number in (signal.SIGCONT, signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT):
        signal.raise_signal(number)
    assert heard == [
        "give back", "take", "taken", "stop", "take", "taken", "give back", "take", "taken",
    ]  # fmt: skip


def test_without_a_driver_nothing_is_minded() -> None:
    before = signal.signal(signal.SIGCONT, signal.SIG_DFL)
    standstill.mind(lambda: None, lambda: None)
    assert signal.signal(signal.SIGCONT, before) == signal.SIG_DFL
