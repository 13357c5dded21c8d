"""The file of known certificates: what it keeps, and what it survives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from netcore.client.knownhosts import FILE, KnownHosts

CERTIFICATES = [bytes([number]) * 32 for number in range(5)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / FILE


def test_a_certificate_is_known_once_it_was_remembered(path: Path) -> None:
    known = KnownHosts(path)
    assert known.find(CERTIFICATES[0]) is None
    assert known.remember(CERTIFICATES[0], "10.0.0.1:7777", today="2026-01-02")
    assert known.remember(CERTIFICATES[0], "10.0.0.9:7777", "Ann", today="2026-05-05")
    assert known.remember(CERTIFICATES[0], "10.0.0.9:7777", today="2026-06-05")
    found = KnownHosts(path).find(CERTIFICATES[0])
    assert found is not None
    assert (found.since, found.address, found.name) == ("2026-01-02", "10.0.0.9:7777", "Ann")
    assert known.find(CERTIFICATES[1]) is None
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert len(path.read_text().splitlines()) == 1


def test_names_from_other_people_cannot_forge_a_line(path: Path) -> None:
    known = KnownHosts(path)
    forged = f"Ann\n{CERTIFICATES[1].hex()} 2026-01-01 10.0.0.1:1 Bo\x1b[2J"
    assert known.remember(CERTIFICATES[0], "a b\nc", forged, today="2026-01-01")
    assert known.find(CERTIFICATES[1]) is None
    found = known.find(CERTIFICATES[0])
    assert found is not None and "\x1b" not in found.name and found.address == "a_b_c"


@pytest.mark.parametrize(
    "damage",
    [
        b"\xff\xfe\0\0 not text \x80\n",
        b"half a line",
        b"\n\n\n",
        CERTIFICATES[1].hex().encode()[:-1] + b" 2026-01-01 10.0.0.1:1 Bo\n",
        CERTIFICATES[1].hex().encode() + b" yesterday 10.0.0.1:1 Bo\n",
        b"x" * 3_000_000,
    ],
)
def test_damage_is_trusted_in_nothing_and_costs_nothing_else(path: Path, damage: bytes) -> None:
    known = KnownHosts(path)
    known.remember(CERTIFICATES[0], "10.0.0.1:7777")
    path.write_bytes(path.read_bytes() + damage)
    assert known.find(CERTIFICATES[0]) is not None
    assert known.find(CERTIFICATES[1]) is None
    assert known.remember(CERTIFICATES[2], "10.0.0.2:7777")
    assert known.find(CERTIFICATES[0]) is not None
    assert known.find(CERTIFICATES[2]) is not None
    if damage.strip() and len(damage) < 1000:
        assert damage.strip() in path.read_bytes()  # not ours to throw away


def test_what_cannot_be_read_or_written_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    known = KnownHosts(tmp_path / FILE)
    assert known.find(CERTIFICATES[0]) is None
    assert not known.remember(CERTIFICATES[0], "10.0.0.1:7777")
    assert not KnownHosts(tmp_path / FILE / "x" / "y").find(CERTIFICATES[0])
    assert {one.name for one in tmp_path.iterdir()} == {FILE, f"{FILE}.lock"}


def test_it_does_not_grow_for_ever(path: Path) -> None:
    known = KnownHosts(path)
    known.remember(CERTIFICATES[0], "old")
    line = path.read_text()
    more = [line.replace("00" * 32, f"{number:064x}") for number in range(1, 2000)]
    path.write_text("".join([line, *more]))
    assert known.remember(CERTIFICATES[4], "new")
    assert len(path.read_text().splitlines()) == 1000
    assert known.find(CERTIFICATES[0]) is None and known.find(CERTIFICATES[4]) is not None


WRITER = """
import sys
from pathlib import Path
from netcore.client.knownhosts import KnownHosts
known, me = KnownHosts(Path(sys.argv[1])), int(sys.argv[2])
for number in range(20):
    assert known.remember(bytes([me, number]) * 16, f"10.0.0.{me}:{number}")
"""


def test_many_programs_write_at_once_and_none_loses_anything(path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(me)]) for me in range(4)
    ]
    assert [one.wait(60) for one in writers] == [0] * 4
    known = KnownHosts(path)
    for me in range(4):
        for number in range(20):
            assert known.find(bytes([me, number]) * 16) is not None
    assert {one.name for one in path.parent.iterdir()} == {FILE, f"{FILE}.lock"}
