"""The real program with settings: colours that are sent, keys, the bell, the log, a crash."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tests.tui.terminal import QUICK, Terminal

_BASE = {"COLORTERM": "truecolor"}


def cardtui(home: Path, *args: str, config: str = "", **env: str) -> Terminal:
    (home / "config" / "cardtui").mkdir(parents=True, exist_ok=True)
    (home / "config" / "cardtui" / "config.toml").write_text(config)
    where = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_DATA_HOME": str(home / "data"),
    }
    argv = [*QUICK, *args]
    return Terminal(argv, env={**_BASE, **where, **env}, cwd=home)


def unbroken(text: str) -> str:
    """Return a text as it is wherever lines end: a home may have a long name."""
    return "".join(text.split())


def colours(raw: bytes) -> set[str]:
    """Return the kinds of colour that were sent: `16`, `256`, `true`."""
    found: set[str] = set()
    for code in re.findall(rb"\x1b\[([0-9;]*)m", raw):
        parts = code.decode().split(";")
        while parts:
            part = parts.pop(0)
            if part in ("38", "48"):
                kind = parts.pop(0) if parts else ""
                found.add({"5": "256", "2": "true"}.get(kind, kind))
                del parts[: 1 if kind == "5" else 3]
            elif part.isdecimal() and (30 <= int(part) <= 47 or 90 <= int(part) <= 107):
                found.add("16") if part not in ("39", "49") else None
    return found


@pytest.mark.parametrize(
    ("args", "env", "sent"),
    [
        ((), {"NO_COLOR": "1"}, set()),
        (("--no-color",), {}, set()),
        (("--colors", "16"), {}, {"16"}),
        (("--theme", "ansi"), {}, {"16"}),
        ((), {"TERM": "xterm", "COLORTERM": ""}, {"16"}),
        (("--colors", "256"), {"TERM": "xterm", "COLORTERM": ""}, {"256"}),
        (("--theme", "light"), {"COLORTERM": ""}, {"256"}),
        (("--colors", "16"), {"NO_COLOR": "1"}, {"16"}),
    ],
)
def test_the_colours_that_are_sent(
    args: tuple[str, ...], env: dict[str, str], sent: set[str], tmp_path: Path
) -> None:
    with cardtui(tmp_path, "--symbols", "unicode", *args, **env) as terminal:
        terminal.shows("Play UNO", "quit")
        terminal.send("\x1b[B" * 3 + "\r")
        terminal.shows("Type the address")
        terminal.send("xyz")
        terminal.shows("xyz")
        assert colours(terminal.raw) == sent, "where something is typed as well"
        terminal.send("\x1b")
        terminal.footer("quit")
        terminal.send("q")
        assert terminal.wait() == 0


def test_a_game_with_keys_of_ones_own(tmp_path: Path) -> None:
    config = 'symbols = "ascii"\nspeed = "fast"\n[keys]\ndraw = "f"\nquit = "#"\n'
    with cardtui(tmp_path, "play", "--bots", "1", "--name", "Ann", config=config) as terminal:
        terminal.footer("# leave")
        terminal.send("q")  # which is no key here
        terminal.send("?")
        terminal.expect(r"f +draw, or take what you owe")
        terminal.send("?")
        terminal.shows("Your hand")
        terminal.send("#")
        terminal.shows("Leave?")
        terminal.send("y")
        assert terminal.wait() == 0


def test_what_is_chosen_on_the_screen_is_there_the_next_time(tmp_path: Path) -> None:
    with cardtui(tmp_path, "--symbols", "unicode") as terminal:
        terminal.until(lambda text: "Play UNO" in text)
        terminal.send(",")
        terminal.until(lambda text: "> name" in text)
        terminal.send("\x1b[B" * 2)
        terminal.until(lambda text: "< dark >" in text)
        before = len(terminal.raw)
        terminal.send("\x1b[C")
        terminal.until(lambda text: "< light >" in text)
        assert len(terminal.raw) - before < 30_000, "the whole screen, once or twice"
        terminal.send("\x1b")
        terminal.until(lambda text: "Play UNO" in text)
        terminal.send("q")
        assert terminal.wait() == 0
    assert (tmp_path / "state" / "cardtui" / "chosen.toml").read_text() == 'theme = "light"\n'
    with cardtui(tmp_path, "config", "show") as terminal:
        assert terminal.wait() == 0
        assert re.search(r"theme +light +settings screen", terminal.text())


def test_a_wrong_config_stops_the_start_and_says_how_to_go_on(tmp_path: Path) -> None:
    with cardtui(tmp_path, config='\ntheme = "drk"\n') as terminal:
        assert terminal.wait() == 2
        assert unbroken("config.toml:2: theme: drk: choose from dark, light") in unbroken(
            terminal.text()
        )
        assert b"\x1b[?1049h" not in terminal.raw


def test_a_crash_names_the_log_and_the_log_has_it(tmp_path: Path) -> None:
    script = (
        "from tui import launch, settings\n"
        "async def connect():\n"
        "    raise RuntimeError('a fault')\n"
        "raise SystemExit(launch.run(connect, settings.Settings()))"
    )
    env = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    with Terminal([sys.executable, "-c", script], columns=200, env=env) as terminal:
        assert terminal.wait() == 1
        log = tmp_path / "state" / "cardtui" / "log" / "cardtui.log"
        assert unbroken(str(log)) in unbroken(terminal.text())
    text = log.read_text()
    assert "RuntimeError: a fault" in text
    assert os.stat(log.parent).st_mode & 0o077 == 0
