"""Where records of matches are written: no record is lost to a newer one."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.record import Record, dump
from netcore.server import recordfolder
from netcore.server.recordfolder import write_record
from netcore.wire.messages import End, Start
from tests.netcore.tablepair import TablePair


def of_a_match() -> Record:
    pair = TablePair(seats=2)
    ann, _ = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    ann.send(End())
    return pair.finished[-1].record


def test_a_record_for_whose_new_lines_there_is_no_room_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = of_a_match()
    path = write_record(tmp_path, record, None)
    assert path is not None
    before = path.read_text(encoding="utf-8")
    more = replace(record, about={"note": "more"})

    def full(self: Path, text: str, **options: Any) -> int:
        with self.open("w", **options) as file:
            file.write(text[:10])
        raise OSError(errno.ENOSPC, "no space left")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        assert write_record(tmp_path, more, path) == path
    assert [path.read_text(encoding="utf-8")] == [before] and list(tmp_path.iterdir()) == [path]
    assert write_record(tmp_path, more, path) == path
    assert path.read_text(encoding="utf-8") == dump(more) != before


def test_matches_of_the_same_second_have_files_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordfolder.time, "strftime", lambda _: "20260102-030405")
    record = of_a_match()
    paths = [write_record(tmp_path, record, None) for _ in range(3)]
    names = [path.name for path in paths if path is not None]
    assert names == [f"uno-20260102-030405{end}.toml" for end in ("", "-2", "-3")]
    (tmp_path / "file").touch()
    assert write_record(tmp_path / "file" / "below", record, None) is None
