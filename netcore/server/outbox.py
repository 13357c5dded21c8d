"""What waits to be written to one connection, and what a slow reader is spared.

Hides: which messages give way when a peer does not read. Sans I/O. Must not know: sockets, tables.

    waiting      what happens
    64 KiB       chat and notes are no longer taken in
    256 KiB      updates give way to the newest, which says that some were missed
    1 MiB        the connection is to be aborted
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Final

from netcore.wire.framing import frame
from netcore.wire.messages import Emoted, Note, Said, ServerMessage, Update, encode

SMALL_TALK: Final = 64 * 1024
COLLAPSE: Final = 256 * 1024
ABORT: Final = 1024 * 1024
CHUNK: Final = 64 * 1024


class Outbox:
    """Messages in order, as frames.

    Attributes:
        size: Bytes waiting.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[ServerMessage, bytes]] = deque()
        self._updates = 0
        self.size = 0

    def put(self, message: ServerMessage) -> bool:
        """Take a message in; False when the reader is hopelessly behind."""
        if self.size > SMALL_TALK and isinstance(message, Said | Emoted | Note):
            return True
        self._add(message)
        if self.size > COLLAPSE and self._updates > 1:
            self._collapse()
        return self.size <= ABORT

    def take(self) -> bytes:
        """Return what is to be written next, whole frames; empty when nothing waits."""
        chunk = bytearray()
        while self._waiting and len(chunk) < CHUNK:
            message, data = self._waiting.popleft()
            self._updates -= isinstance(message, Update)
            chunk += data
        self.size -= len(chunk)
        return bytes(chunk)

    def _add(self, message: ServerMessage) -> None:
        self._append(message, frame(encode(message)))

    def _append(self, message: ServerMessage, data: bytes) -> None:
        self._waiting.append((message, data))
        self._updates += isinstance(message, Update)
        self.size += len(data)

    def _collapse(self) -> None:
        """Let all updates but the newest go. It stands where the newest stood."""
        waiting, self._waiting = self._waiting, deque()
        newest = max(i for i, (message, _) in enumerate(waiting) if isinstance(message, Update))
        self.size = self._updates = 0
        for place, (message, data) in enumerate(waiting):
            if not isinstance(message, Update):
                self._append(message, data)
            elif place == newest:
                self._add(replace(message, missed=True))
