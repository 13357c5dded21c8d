"""What goes into a report: enough to understand it, and nobody's secrets."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
from pathlib import Path

import pytest

from tests.tui.test_probe import Answering
from tui import configfile, doctor, logfile
from tui.__main__ import main
from tui.tables import kept, seat


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(configfile, "usual_path", lambda: tmp_path / "config" / "config.toml")
    monkeypatch.setattr(configfile, "chosen_path", lambda: tmp_path / "state" / "chosen.toml")
    monkeypatch.setattr(seat, "state_folder", lambda: tmp_path / "state" / "seats")
    monkeypatch.setattr(seat, "data_folder", lambda: tmp_path / "data")
    monkeypatch.setattr(logfile, "usual_path", lambda: tmp_path / "log" / "cardtui.log")
    return tmp_path


def report(
    capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, dict[str, dict[str, str]]]:
    code = main(["doctor", "--json", *words])
    return code, json.loads(capsys.readouterr().out)


def test_a_new_account_is_in_order(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = report(capsys)
    assert code == 0 and found["wrong"] == []
    assert found["program"]["textual"].startswith("8.")
    assert found["folders"]["seats"] == "~/state/seats (not there)"
    assert found["kept"]["tables"] == "~/data/tables.db (not there)"
    assert found["network"]["TLS"].endswith("1.3 yes")
    assert found["terminal"]["a terminal"] == "no"
    assert list(home.iterdir()) == [], "nothing is made by looking"


def test_no_name_no_home_and_no_secret_is_told(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "state" / "seats"
    folder.mkdir(parents=True)
    (folder / "seat-1").write_text('{"token": "hunter2", "code": "7KQ2"}')
    (home / "data").mkdir()
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.7 1 192.0.2.8 22")
    monkeypatch.setenv("CARDTUI_NAME", "Zaphod")
    monkeypatch.setenv("CARDTUI_THEME", "light")
    assert main(["doctor", "--log-file", str(home / "mine.log")]) == 0
    out = capsys.readouterr().out
    for secret in ("hunter2", "7KQ2", "Zaphod", "192.0.2", str(home)):
        assert secret not in out
    assert "  name: (given) (CARDTUI_NAME)" in out
    assert "  theme: light (CARDTUI_THEME)" in out
    assert "  log_file: ~/mine.log (--log-file)" in out
    assert "  inside: ssh" in out
    assert out.endswith("\n\nNothing is wrong.\n")


def test_what_is_wrong_is_marked_and_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "config").mkdir()
    (home / "config" / "config.toml").write_text('theme = "drk"')
    (home / "state" / "seats").mkdir(parents=True)
    (home / "state" / "seats").chmod(0o777)
    (home / "data").mkdir()
    (home / "data" / "certificate.pem").write_text("nonsense")
    (home / "data" / "tables.db").write_text("nonsense " * 200)
    code, found = report(capsys)
    assert code == 1
    wrong = "\n".join(found["wrong"])
    for part in ("config.toml:1: theme: drk", "others can write", "certificate.pem", "tables.db"):
        assert part in wrong, part
    assert main(["doctor"]) == 1
    assert "\n! seats: ~/state/seats 0777\n" in capsys.readouterr().out


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data").mkdir(mode=0o500)
    code, found = report(capsys)
    assert code == 1 and "chmod u+rwx" in found["wrong"][0]


def test_a_full_disk(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    free = doctor.shutil.disk_usage(home)._replace(free=4096)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: free)
    code, found = report(capsys)
    assert code == 1 and found["folders"]["room for data"] == "0 MiB"
    assert found["wrong"] == ["the disk with ~/data is full"]


def test_how_the_tables_are_kept(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data").mkdir()
    kept.open_store().close()
    code, found = report(capsys)
    assert code == 0 and found["kept"]["tables"].endswith(("wal", "truncate", "delete"))
    assert found["kept"]["SQLite"] == sqlite3.sqlite_version


def test_a_port_that_is_taken_is_no_fault(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(doctor, "DEFAULT_PORT", port)
        code, found = report(capsys)
        assert code == 0 and "in use" in found["network"][f"port {port}"]


class Kitty(Answering):
    """A terminal that knows kitty's keys and synchronized output."""

    answer = b"\x1b[5;3R"

    def _answer(self, sent: bytes) -> None:
        super()._answer(sent)
        for part in re.findall(rb"\x1b\[(\?u|c)", sent):
            os.write(self.master, {b"?u": b"\x1b[?1u", b"c": b"\x1b[?62;c"}[part])


def test_the_terminal_is_asked(home: Path) -> None:
    patient = (
        "from tui import doctor; from tui.__main__ import main; doctor._PATIENCE = 60;"
        "raise SystemExit(main(['doctor']))"
    )
    argv = [sys.executable, "-c", patient]
    with Kitty(argv, columns=100, rows=60, env={"HOME": str(home)}) as terminal:
        assert terminal.wait() == 0
        text = terminal.text()
    for line in ("size: 100x60", "cells of a suit: 2", "symbols: ascii", "kitty keys: yes (1)",
                 "colours: truecolor", "synchronized output: yes (2)"):  # fmt: skip
        assert line in text, text
    assert "62;c" not in text and "2026;" not in text
