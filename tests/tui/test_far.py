"""Whether the terminal is far away, at the start and later: asked over SSH, never waited for."""

from __future__ import annotations

import pytest
from textual.events import CursorPosition

from tests.tui.driving import press
from tests.tui.settled import settled
from tests.tui.test_motion import uno_table
from tui import settings
from tui.app import CardApp
from tui.terminal import probe
from tui.terminal.pulse import QUESTION, Pulse

SSH = {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}


class End:
    """An end of a terminal that is none."""

    def fileno(self) -> int:
        return 0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let an answer take as long as the list says; an empty one: it never comes."""
    takes: list[float] = []
    now = [0.0]

    def asked(*_: object) -> bytes | None:
        if not takes:
            return None
        now[0] += takes[0]
        return b"1"

    monkeypatch.setattr("tui.terminal.probe.sys.stdin", End())
    monkeypatch.setattr("tui.terminal.probe.sys.stdout", End())
    monkeypatch.setattr(probe, "asked", asked)
    monkeypatch.setattr("tui.terminal.probe.time.monotonic", lambda: now[0])
    return takes


@pytest.mark.parametrize(("seconds", "far"), [(0.004, False), (0.1, False), (0.2, True)])
def test_a_slow_answer_is_far(clock: list[float], seconds: float, far: bool) -> None:
    clock.append(seconds)
    assert probe.is_far(SSH) is far


def test_no_answer_over_ssh_is_far(clock: list[float]) -> None:
    assert probe.is_far(SSH)


def test_a_terminal_of_this_machine_is_not_asked(clock: list[float]) -> None:
    assert not probe.is_far({}), "else no answer would count as slow"


# --- all through a session -------------------------------------------------------------


def asked(pulse: Pulse, at: float, takes: float) -> bool:
    """Let it be asked, and the answer take so long; return whether it was asked."""
    due = pulse.due(at)
    if due:
        pulse.answered(at + takes)
    return due


def test_one_slow_answer_spares_and_three_quick_ones_in_a_row_send_again() -> None:
    pulse = Pulse(asks=True)
    assert asked(pulse, 0.0, 0.01) and not pulse.far
    assert not pulse.due(5.0), "not so soon again"
    assert asked(pulse, 20.0, 0.3) and pulse.far
    assert 0.29 < pulse.delay < 0.31, "a key from there is as long on its way"
    for at, takes, far in ((40, 0.01, True), (60, 0.01, True), (80, 0.1, True), (100, 0.01, True),
                           (120, 0.01, True), (140, 0.01, False)):  # fmt: skip
        assert asked(pulse, at, takes) and pulse.far is far


def test_an_answer_that_does_not_come_is_slow_and_nothing_else_is_asked() -> None:
    pulse = Pulse(asks=True)
    assert pulse.due(0.0)
    assert not pulse.due(0.05) and not pulse.far
    assert not pulse.due(99.0) and pulse.far
    pulse.answered(100.0)
    assert pulse.due(101.0) and pulse.far


def test_a_terminal_of_this_machine_is_never_asked_later_either() -> None:
    pulse = Pulse()
    pulse.answered(1.0)  # what it says by itself means nothing
    assert not pulse.due(99.0) and not pulse.far


@pytest.mark.parametrize("motion", [True, False])
async def test_a_session_that_turns_slow_loses_its_motion(
    motion: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked without motion too: keys are on their way as long."""
    chosen = settings.with_value(settings.DEFAULTS, "motion", motion)
    app = CardApp(uno_table().connect, settings=chosen, pulse=Pulse(asks=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        now, written = [100.0], list[str]()
        app.ctx.now = lambda: now[0]
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", written.append)
        await press(pilot, "enter")
        await settled(app)
        assert written.count(QUESTION) == 1
        now[0] += 0.5
        app.post_message(CursorPosition(1, 1))
        await settled(app)
        assert app.ctx.pulse.far and app.ctx.pulse.delay == 0.5
