"""Whether the terminal is far away: asked only over SSH, and never waited for long."""

from __future__ import annotations

import pytest

from tui import probe

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

    monkeypatch.setattr("tui.probe.sys.stdin", End())
    monkeypatch.setattr("tui.probe.sys.stdout", End())
    monkeypatch.setattr(probe, "asked", asked)
    monkeypatch.setattr("tui.probe.time.monotonic", lambda: now[0])
    return takes


@pytest.mark.parametrize(("seconds", "far"), [(0.004, False), (0.1, False), (0.2, True)])
def test_a_slow_answer_is_far(clock: list[float], seconds: float, far: bool) -> None:
    clock.append(seconds)
    assert probe.is_far(SSH) is far


def test_no_answer_over_ssh_is_far(clock: list[float]) -> None:
    assert probe.is_far(SSH)


def test_a_terminal_of_this_machine_is_not_asked(clock: list[float]) -> None:
    assert not probe.is_far({}), "else no answer would count as slow"
