"""A terminal for tests: a program on a pty, what it wrote, and the screen as pyte sees it."""

from __future__ import annotations

import fcntl
import os
import pty
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

ROOT = Path(__file__).resolve().parent.parent.parent
_OWN = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")
"""Where no settings of the person at the keyboard are."""
SYNC_QUERY = b"\x1b[?2026$p"
SYNC_ANSWER = b"\x1b[?2026;2$y"


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
        except OSError:
            return b""
        if SYNC_QUERY in data:
            os.write(self.master, SYNC_ANSWER)
        self.raw += data
        self.stream.feed(_without_private(data))
        return data

    def quiet(self, calm: float = 0.4, most: float = 10.0) -> bytes:
        """Read until nothing has come for `calm` seconds; return what came."""
        data = b""
        end = time.monotonic() + most
        last = time.monotonic()
        while time.monotonic() < end and time.monotonic() - last < calm:
            part = self._read(0.05)
            if part:
                data += part
                last = time.monotonic()
        return data

    def until(self, seen: Callable[[str], bool], most: float = 20.0) -> str:
        """Read until the screen satisfies `seen`; return it. Raises AssertionError."""
        end = time.monotonic() + most
        while not seen(self.text()):
            assert time.monotonic() < end, f"not seen in time:\n{self.text()}"
            self._read(0.1)
        return self.text()

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self.master, keys.encode())

    def text(self) -> str:
        """Return the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, most: float = 10.0) -> int:
        """Read until the program ends; return its exit code."""
        end = time.monotonic() + most
        while self.process.poll() is None and time.monotonic() < end:
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.process.wait(timeout=1)

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
    import re

    return re.sub(rb"\x1b\[[<>=?][0-9;]*[a-zA-Z$]+[a-zA-Z]?(?=[^0-9]|$)", _keep_known, data)


def _keep_known(match: object) -> bytes:
    text: bytes = match.group()  # type: ignore[attr-defined]
    return text if text[-1:] in b"hl" and text[2:3] == b"?" else b""


def program(script: str, *args: str) -> list[str]:
    """Return the command that runs one of the scripts beside the tests."""
    return [sys.executable, str(Path(__file__).with_name(script)), *args]
