"""Which table `cardtui host` opens, or comes back to, when no port was wanted."""

from __future__ import annotations

import argparse
from types import SimpleNamespace
from typing import Any

import pytest

from netcore.journal.entries import Served
from tui import commandline
from tui.commands import exits, play
from tui.tables.child import ServerDied


class Ports:
    """Stands in for `open_table`: on some ports there is somebody already."""

    def __init__(self, *taken: int, code: int = exits.FAILED) -> None:
        self.taken = taken
        self.code = code
        self.asked: list[tuple[str, int]] = []
        self.words: list[str] = []

    def open(self, words: list[str], *, bind: str, port: int, **_: Any) -> Any:
        self.words = words
        self.asked.append((bind, port))
        if port in self.taken:
            raise ServerDied(f"port {port} is in use", self.code)
        return SimpleNamespace(port=port or 50123)


def host(monkeypatch: pytest.MonkeyPatch, ports: Ports, *words: str, waits: Any = None) -> Any:
    monkeypatch.setattr(play, "open_table", ports.open)
    monkeypatch.setattr(play.unfinished, "waiting", lambda begins: waits)
    monkeypatch.setattr(play, "_words", lambda args: [] if args.resume is None else ["--resume"])
    args: argparse.Namespace = commandline.parser().parse_args(["host", *words])
    return play._for_guests(args)


def test_the_usual_port_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = Ports()
    assert host(monkeypatch, ports).port == 7777
    assert ports.asked == [("", 7777)]


def test_where_others_have_it_any_free_one_will_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = Ports(7777)
    assert host(monkeypatch, ports, "--bind", "127.0.0.1").port == 50123
    assert ports.asked == [("127.0.0.1", 7777), ("127.0.0.1", 0)]
    assert "port 7777 is in use: this table is on port 50123" in capsys.readouterr().err


def test_a_port_that_was_wanted_is_not_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = Ports(8000)
    with pytest.raises(ServerDied):
        host(monkeypatch, ports, "--port", "8000")
    assert ports.asked == [("", 8000)]


def test_what_no_port_can_mend_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = Ports(7777, code=exits.USAGE)
    with pytest.raises(ServerDied):
        host(monkeypatch, ports)
    assert len(ports.asked) == 1


@pytest.mark.parametrize("words", [[], ["--resume"], ["--resume", "c131"]])
def test_an_own_table_that_waits_is_come_back_to_wherever_it_is(
    monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    ports = Ports()
    waits = Served(epoch=1, bind="::1", port=41243, code="", tls=True)
    host(monkeypatch, ports, *words, waits=waits)
    assert ports.asked == [("::1", 41243)]
    assert ports.words == [], "it goes on, so there is nothing to resume"


def test_a_table_that_does_not_go_on_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = Ports()
    host(monkeypatch, ports, "--resume")
    assert ports.words == ["--resume"]
