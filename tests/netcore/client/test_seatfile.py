"""Whose seat is found again: by address, by certificate, by table."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from netcore.client.seatfile import Kept, open_seat_file, seat_elsewhere

OURS, THEIRS = "aa" * 32, "bb" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ann has a seat at 10.0.0.1, at the server with OURS."""
    file = open_seat_file(tmp_path, "10.0.0.1", 7777, None, OURS)
    assert file is not None
    file.keep(Kept("secret", "Ann", certificate=OURS, code="7KQ2M9XW", table="table"))
    file.close()
    return tmp_path


def found(folder: Path, host: str, certificate: str, port: int = 7777) -> Kept | None:
    file = open_seat_file(folder, host, port, None, certificate)
    assert file is not None
    kept = file.kept
    file.close()
    return kept


def test_a_seat_is_found_by_its_certificate_also_at_a_new_address(folder: Path) -> None:
    for host in ("10.0.0.1", "10.0.0.99", "localhost"):
        kept = found(folder, host, OURS)
        assert kept is not None
        assert (kept.token, kept.certificate, kept.code) == ("secret", OURS, "7KQ2M9XW")


@pytest.mark.parametrize("certificate", [THEIRS, ""])
@pytest.mark.parametrize("host", ["10.0.0.1", "10.0.0.99"])
def test_another_server_is_shown_nothing_and_takes_nothing_away(
    folder: Path, host: str, certificate: str
) -> None:
    file = open_seat_file(folder, host, 7777, None, certificate)
    assert file is not None and file.kept is None
    file.keep(Kept("other", "Bo", certificate=certificate))
    file.close()
    assert found(folder, "10.0.0.1", OURS) == Kept(
        "secret", "Ann", certificate=OURS, code="7KQ2M9XW", table="table"
    )


def test_another_port_of_the_same_machine_is_another_server(folder: Path) -> None:
    assert found(folder, "10.0.0.1", OURS, port=7778) is None


def test_a_seat_at_the_address_but_at_another_server_is_named(folder: Path) -> None:
    assert seat_elsewhere(folder, "10.0.0.1", 7777, THEIRS) == "Ann"
    assert seat_elsewhere(folder, "10.0.0.1", 7777, OURS) == ""
    assert seat_elsewhere(folder, "10.0.0.2", 7777, THEIRS) == ""
    assert seat_elsewhere(folder / "none", "10.0.0.1", 7777, THEIRS) == ""


def test_without_room_on_the_disk_what_is_kept_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = open_seat_file(folder, "10.0.0.1", 7777, None, OURS)
    assert file is not None

    def full(_handle: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    file.keep(Kept("newer", "Ann", certificate=OURS))
    assert file.kept is not None and file.kept.token == "newer", "it still serves this program"
    file.close()
    monkeypatch.undo()
    kept = found(folder, "10.0.0.1", OURS)
    assert kept is not None and kept.token == "secret"


def test_a_shorter_text_leaves_nothing_of_the_longer_one(folder: Path) -> None:
    file = open_seat_file(folder, "10.0.0.1", 7777, None, OURS)
    assert file is not None
    file.keep(Kept("t", "A", certificate=OURS))
    file.close()
    kept = found(folder, "10.0.0.1", OURS)
    assert kept is not None and (kept.token, kept.name) == ("t", "A")


@pytest.mark.skipif(os.name != "posix", reason="no modes")
def test_a_seat_is_nobody_elses_to_read(tmp_path: Path) -> None:
    file = open_seat_file(tmp_path / "state", "here", 1, None)
    assert file is not None
    file.keep(Kept("secret", "Ann"))
    (path,) = (tmp_path / "state").iterdir()
    assert path.stat().st_mode & 0o077 == 0 and path.parent.stat().st_mode & 0o077 == 0
    file.close()
