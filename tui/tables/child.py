"""The server as a child process of whoever plays at its table.

Hides: how it is started, told its secret, found and ended. A server of its own keeps the guests'
game smooth whatever the host's screen does. Must not know: screens, what is played.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
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

    def stop(self, *, for_good: bool = True) -> None:
        """End it; everybody is told. `for_good`: its tables are not to be gone on with."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a starter tells its server, as one line on stdin: never as an argument, which all see.

    Attributes:
        host_token: What makes its holder the host.
        code: The join code; empty: none is asked for.
    """

    host_token: str
    code: str = ""

    def __str__(self) -> str:
        return json.dumps([self.host_token, self.code])

    @classmethod
    def parse(cls, line: str) -> Secrets:
        """Read such a line. Raises ValueError."""
        told = json.loads(line or "null")
        if not isinstance(told, list) or len(told) != 2 or not all(type(x) is str for x in told):
            raise ValueError(line)
        return cls(*told)


@dataclass(frozen=True, slots=True)
class Ready:
    """What a server tells its starter, as one line on stdout, once it can be reached.

    Attributes:
        port: Where it listens.
        certificate: The hash of its certificate, as hex; noughts without TLS.
        code: The join code; empty: none is asked for.
    """

    port: int
    certificate: str
    code: str

    def __str__(self) -> str:
        return json.dumps([self.port, self.certificate, self.code])

    @classmethod
    def parse(cls, line: bytes) -> Ready | None:
        """Read such a line; None for any other."""
        try:
            port, certificate, code = json.loads(line)
        except (ValueError, TypeError):
            return None
        return cls(int(port), str(certificate), str(code))


class ServerChild:
    """A running `cardtui serve`.

    Attributes:
        ready: Where it is reached, and how.
        host_token: The secret of the host.
        process: Its number.
    """

    def __init__(self, arguments: Sequence[str], *, linger: float, code: str) -> None:
        """Start it and wait until it can be reached.

        Args:
            arguments: Those of `cardtui serve`.
            linger: Seconds without a player until it ends, once its starter is gone.
            code: The join code; empty: none is asked for.

        Raises:
            ServerDied: It did not come up.
        """
        self.host_token = secrets.token_urlsafe(16)
        told = Secrets(self.host_token, code)
        with tempfile.TemporaryFile() as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tui", "serve", "--owned", str(linger), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # Ctrl-C in this terminal is not meant for the guests
            )
            try:
                self.ready = self._wait_until_ready(told, errors)
            except BaseException:
                self.stop()
                raise
        self.process = self._process.pid

    def detach(self) -> None:
        """Let it go on for as long as somebody plays."""
        self._let_go()
        # This program may live on, and is not to keep what is left of a server that has ended.
        threading.Thread(target=self._process.wait, daemon=True).start()

    def stop(self, *, for_good: bool = True) -> None:
        """End it; everybody is told. `for_good`: its tables are not to be gone on with."""
        self._process.send_signal(_FOR_GOOD if for_good else signal.SIGTERM)
        self._let_go()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _let_go(self) -> None:
        """Close what holds it: a server whose starter is gone ends once nobody plays."""
        assert self._process.stdin is not None and self._process.stdout is not None
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()

    def _wait_until_ready(self, told: Secrets, errors: IO[bytes]) -> Ready:
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{told}\n".encode())
            self._process.stdin.flush()
        if (ready := Ready.parse(self._process.stdout.readline())) is not None:
            return ready
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

    def stop(self, *, for_good: bool = True) -> None:
        """End it; everybody is told. `for_good`: its tables are not to be gone on with."""
        if self._process > 0:
            with contextlib.suppress(OSError):
                os.kill(self._process, _FOR_GOOD if for_good else signal.SIGTERM)
