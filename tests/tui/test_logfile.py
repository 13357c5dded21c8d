"""The log that is always kept: where, how much, and that nobody is troubled where it cannot be."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tui import commandline, logfile
from tui.commands import tables


@pytest.fixture(autouse=True)
def own_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "log" / "cardtui.log"
    monkeypatch.setattr(logfile, "usual_path", lambda: path)
    yield path
    logfile.tell_more(False)
    logfile.begin(None, quiet=True)


def test_it_is_kept_without_being_asked_for(
    own_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logfile.begin(None, quiet=True, usual=True)
    logging.getLogger("cardtui.client").info("at the table")
    assert own_log.read_text().endswith("cardtui.client: at the table\n")
    assert own_log.parent.stat().st_mode & 0o077 == 0
    assert capsys.readouterr().err == ""


def test_lines_of_text_keep_it_too_and_tell_warnings_alone(
    own_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logfile.begin(None, usual=True)
    logging.getLogger("cardtui.client").info("in order")
    logging.getLogger("cardtui.client").warning("lost")
    assert "in order" in own_log.read_text() and "lost" in own_log.read_text()
    err = capsys.readouterr().err
    assert "lost" in err and "in order" not in err


def test_more_is_told_in_the_file_and_what_is_in_order_on_stderr(
    own_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client = logging.getLogger("cardtui.client")
    logfile.begin(None, usual=True)
    client.debug("all")
    logfile.tell_more()
    logfile.begin(None, usual=True)
    client.debug("everything")
    client.info("in order")
    written, err = own_log.read_text(), capsys.readouterr().err
    assert "everything" in written and "all\n" not in written and "on Python" in written
    assert "in order" in err and "everything" not in err


def test_a_screen_has_nothing_on_stderr_even_then(
    own_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logfile.tell_more()
    logfile.begin(None, quiet=True, usual=True)
    logging.getLogger("cardtui.client").warning("lost")
    assert "lost" in own_log.read_text() and capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "words", ["", "play", "host", "join HERE", "serve", "replay FILE", "doctor", "config show",
              "rules list", "status", "history", "verify FILE", "export T"],
)  # fmt: skip
def test_every_command_takes_it_before_and_after_its_name(words: str) -> None:
    given, parser = words.split(), commandline.parser()
    assert parser.parse_args(["-v", *given]).verbose
    assert not parser.parse_args(given).verbose
    assert not given or parser.parse_args([*given, "--verbose"]).verbose


def test_the_server_of_a_player_who_wants_more_tells_more_too() -> None:
    args = commandline.parser().parse_args(["host", "-v"])
    assert "--verbose" in tables.words(args, tables.options(args))
    args.verbose = False
    assert "--verbose" not in tables.words(args, tables.options(args))


def test_a_file_that_was_named_is_the_only_one(own_log: Path, tmp_path: Path) -> None:
    logfile.begin(str(tmp_path / "mine"), quiet=True, usual=True)
    logging.getLogger("cardtui.client").info("here")
    assert "here" in (tmp_path / "mine").read_text() and not own_log.exists()


def test_a_full_one_is_put_aside(own_log: Path) -> None:
    own_log.parent.mkdir()
    own_log.write_text("old" * logfile._FULL)
    assert logfile.of(None) == str(own_log)
    assert own_log.read_text() == ""
    assert own_log.with_suffix(".log.1").read_text().startswith("old")
    assert logfile.of("given") == "given"


def test_where_it_cannot_be_nobody_is_troubled(
    own_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_log.parent.write_text("a file where the folder should be")
    assert logfile.of(None) is None
    logfile.begin(None, quiet=True, usual=True)
    logging.getLogger("cardtui.client").info("nowhere")
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
@pytest.mark.parametrize("quiet", [False, True])
def test_a_full_disk_is_told_once_to_who_asked(
    quiet: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    logfile.begin("/dev/full", quiet=quiet)
    for _ in range(3):
        logging.getLogger("cardtui.client").info("no room")
    said = "" if quiet else "cardtui: /dev/full: No space left on device\n"
    assert capsys.readouterr().err == said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
def test_a_full_disk_under_the_usual_one_troubles_nobody(
    own_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_log.parent.mkdir()
    own_log.symlink_to("/dev/full")
    logfile.begin(None, quiet=True, usual=True)
    logging.getLogger("cardtui.client").info("no room")
    assert capsys.readouterr().err == ""
