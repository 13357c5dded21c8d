"""A terminal for tests: a program on a pty, what it wrote, and the screen as pyte sees it.

A test waits for exactly what it then relies on: `shows`, `expect` and `until` judge whole pictures
only, and return the one that had everything. `cost` waits until all that a key does is done. All
of them give up after LIMIT, which only a program that hangs reaches.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pyte

from tests.tui.fence import FENCE, MARK
from tests.tui.settled import LIMIT

ROOT = Path(__file__).resolve().parent.parent.parent
_OWN = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")
"""Where no settings of the person at the keyboard are."""
SYNC_QUERY = b"\x1b[?2026$p"
SYNC_ANSWER = b"\x1b[?2026;2$y"
PICTURE_BEGINS = b"\x1b[?2026h"
PICTURE_ENDS = b"\x1b[?2026l"
ESCAPE = "\x1b"
QUICK = (
    sys.executable,
    "-P",
    "-c",
    "import sys; from tui import unseen; unseen.LOOK = 0.0; from tui.__main__ import main; "
    "sys.exit(main(sys.argv[1:]))",
)
"""The program, for who presses keys sooner than people can (see `unseen`)."""
_BEGUN = re.compile(rb"\x1b(\[[<>=?]?[0-9;]*\$?)?\Z")
"""A sequence that may not be there as a whole yet."""
WAITING = 1.2
"""Seconds in which a screen that waits sends nothing; a clock would tick in them."""


class Terminal:
    """Runs a program in a window of `columns` x `rows`."""

    def __init__(
        self,
        argv: Sequence[str],
        columns: int = 80,
        rows: int = 24,
        env: dict[str, str] | None = None,
        cwd: Path = ROOT,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self._begun = b""
        self.ended = False
        self.master, slave = pty.openpty()
        self._size(columns, rows)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(ROOT),
            **{name: os.environ[name] for name in _OWN if name in os.environ},
            **(env or {}),
        }
        self.process = subprocess.Popen(
            argv,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)

    def _size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self.screen.resize(rows, columns)
        self._size(columns, rows)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def _read(self, seconds: float) -> bytes:
        """Read what comes within so many seconds, perhaps nothing."""
        if not select.select([self.master], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            data = os.read(self.master, 65536)
        except OSError:  # nobody holds the other end any more
            self.ended = True
            return b""
        self.raw += data
        whole = self._whole(data)
        self._answer(whole)
        self.stream.feed(_without_private(whole))
        return data

    def _answer(self, sent: bytes) -> None:
        """Answer the questions in what was sent, as a terminal does by itself."""
        if SYNC_QUERY in sent:
            os.write(self.master, SYNC_ANSWER)

    def _whole(self, data: bytes) -> bytes:
        """Keep back a sequence of which more is to come: a read may end anywhere."""
        data = self._begun + data
        begun = _BEGUN.search(data)
        at = len(data) if begun is None else begun.start()
        self._begun = data[at:]
        return data[:at]

    def _drawing(self) -> bool:
        """Whether the picture is half drawn."""
        return self.raw.rfind(PICTURE_BEGINS) > self.raw.rfind(PICTURE_ENDS)

    def _more(self, end: float, missing: str) -> None:
        """Read on, unless it is too late or all has come that ever will."""
        late = self.ended or time.monotonic() > end
        assert not late, f"{missing}:\n{self.text()}"
        self._read(0.1)

    def quiet(self, calm: float = 0.4) -> bytes:
        """Read until nothing has come for `calm` seconds; return what came.

        A busy program may say nothing for longer: that something came, or is seen, can be asserted
        after `cost`, `shows` and the like alone.
        """
        before = len(self.raw)
        while self._read(calm):
            pass
        return self.raw[before:]

    def cost(self, keys: str = "") -> int:
        """Type; return how many bytes answer that. Only where F12 is a fence (see `fence`)."""
        before, end = len(self.raw), time.monotonic() + LIMIT
        self.send(keys)
        while keys == ESCAPE and len(self.raw) == before:  # or it would be a part of F12
            self._more(end, "nothing is answered")
        self.send(FENCE)
        while MARK not in self.raw[before:]:
            self._more(end, "it is never done")
        return len(self.raw) - before - len(MARK)

    def until(self, seen: Callable[[str], object]) -> str:
        """Read until a picture satisfies `seen`; return it. Raises AssertionError."""
        end = time.monotonic() + LIMIT
        while self._drawing() or not seen(self.text()):
            self._more(end, "not seen in time")
        return self.text()

    def shows(self, *wanted: str) -> str:
        """Read until all of these are seen in one picture; return it."""
        return self.until(lambda text: all(one in text for one in wanted))

    def footer(self, *wanted: str) -> str:
        """Read until all of these are seen in the last line; return the picture."""
        return self.until(lambda text: all(one in text.splitlines()[-1] for one in wanted))

    def expect(self, pattern: str) -> re.Match[str]:
        """Read until a picture has this (lines begin at ^); return the match."""
        wanted = re.compile(pattern, re.M)
        found = wanted.search(self.until(wanted.search))
        assert found is not None
        return found

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self.master, keys.encode())

    def text(self) -> str:
        """Return the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self) -> int:
        """Read until the program ends; return its exit code."""
        end = time.monotonic() + LIMIT
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end:\n{self.text()}"
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the window, as when an SSH connection breaks."""
        os.close(self.master)
        self.master = -1

    def close(self) -> None:
        """End the program."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.master >= 0:
            os.close(self.master)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _without_private(data: bytes) -> bytes:
    """Drop sequences that pyte would print: kitty keys, queries with $ or >."""
    return re.sub(rb"\x1b\[[<>=?][0-9;]*\$?[a-zA-Z]", _keep_known, data)


def _keep_known(match: object) -> bytes:
    text: bytes = match.group()  # type: ignore[attr-defined]
    return text if text[-1:] in b"hl" and text[2:3] == b"?" else b""


def program(script: str, *args: str) -> list[str]:
    """Return the command that runs one of the scripts beside the tests."""
    return [sys.executable, str(Path(__file__).with_name(script)), *args]


def at_home(home: Path, argv: Sequence[str]) -> Terminal:
    """Run a program as somebody whose home this is."""
    folders = {"XDG_STATE_HOME": str(home / "state"), "XDG_DATA_HOME": str(home / "data")}
    return Terminal(argv, env={"HOME": str(home), **folders}, cwd=home)
