"""The server as a child process of whoever plays at its table.

Hides: how it is started, told its secret, found and ended. A server of its own keeps the guests'
game smooth whatever the host's screen does. Must not know: screens, what is played.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import IO, Final, Protocol

from tui.i18n import t

_FOR_GOOD: Final[int] = getattr(signal, "SIGUSR1", signal.SIGTERM)
"""Ends a server and its tables; nobody need come back."""


class ServerDied(Exception):
    """The server did not come up; the message says why.

    Attributes:
        code: Its exit code.
    """

    def __init__(self, why: str, code: int) -> None:
        super().__init__(why)
        self.code = code


class Server(Protocol):
    """A server that is this player's to end."""

    def detach(self) -> None:
        """Let it go on for as long as somebody plays."""

    def stop(self) -> None:
        """End it; everybody is told."""


class ServerChild:
    """A running `cardtui serve`.

    Attributes:
        port: Where it listens.
        host_token: The secret of the host.
        process: Its number.
    """

    def __init__(self, arguments: Sequence[str], *, linger: float) -> None:
        """Start it and wait until it can be reached.

        Args:
            arguments: Those of `cardtui serve`.
            linger: Seconds without a player until it ends, once its starter is gone.

        Raises:
            ServerDied: It did not come up.
        """
        self.host_token = secrets.token_urlsafe(16)
        with tempfile.TemporaryFile() as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tui", "serve", "--owned", str(linger), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # Ctrl-C in this terminal is not meant for the guests
            )
            try:
                self.port = self._wait_until_ready(errors)
            except BaseException:
                self.stop()
                raise
        self.process = self._process.pid

    def detach(self) -> None:
        """Let it go on for as long as somebody plays."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def stop(self) -> None:
        """End it; everybody is told."""
        self._process.send_signal(_FOR_GOOD)
        self.detach()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _wait_until_ready(self, errors: IO[bytes]) -> int:
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{self.host_token}\n".encode())
            self._process.stdin.flush()
        words = self._process.stdout.readline().split()
        if len(words) == 3 and words[2].isdigit():
            return int(words[2])
        code = self._process.wait()
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
        why = lines[-1] if lines else t("the server did not start")
        raise ServerDied(why.removeprefix("cardtui: "), code)


class OrphanedServer:
    """A server that the same player started earlier, and lost with the terminal."""

    def __init__(self, process: int) -> None:
        self._process = process

    def detach(self) -> None:
        """Let it go on: nothing holds it."""

    def stop(self) -> None:
        """End it; everybody is told."""
        if self._process > 0:
            with contextlib.suppress(OSError):
                os.kill(self._process, _FOR_GOOD)
