"""Frames: a length in four bytes, big end first, and so many bytes.

Hides: how a stream of bytes is cut into payloads. Sans I/O: bytes in, payloads out.
Must not know: what is in a payload, who sends it.

The length is judged as soon as its four bytes are there, before anything is kept. A peer that
speaks another protocol shows itself in these bytes too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from netcore.wire.schema import BadMessage, Fault

STRANGER_CAP: Final = 1024
"""Bytes of a payload from one who has not joined yet."""
CLIENT_CAP: Final = 4 * 1024
SERVER_CAP: Final = 256 * 1024

_HEADER: Final = 4
_FOREIGN: Final = {b"GET ": Fault.IS_HTTP, b"POST": Fault.IS_HTTP, b"SSH-": Fault.IS_SSH}


def frame(payload: bytes) -> bytes:
    """Return `payload` with its length before it."""
    return len(payload).to_bytes(_HEADER, "big") + payload


class FrameReader:
    """Cuts a stream into payloads. It holds at most one unfinished frame and what was just fed.

    Attributes:
        cap: The longest payload taken; may be raised between frames.
    """

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take more bytes and yield the payloads that are whole now.

        `cap` is read anew for each frame. Raises BadMessage for a length above it.
        """
        self._buffer += data
        while len(self._buffer) >= _HEADER:
            end = _HEADER + self._length()
            if len(self._buffer) < end:
                return
            payload = bytes(self._buffer[_HEADER:end])
            del self._buffer[:end]
            yield payload

    @property
    def idle(self) -> bool:
        """No frame has been begun."""
        return not self._buffer

    def _length(self) -> int:
        header = bytes(self._buffer[:_HEADER])
        length = int.from_bytes(header, "big")
        if length <= self.cap:
            return length
        if header[:2] == b"\x16\x03":
            raise BadMessage("a TLS hello where a plain frame belongs", Fault.IS_TLS)
        if header in _FOREIGN:
            raise BadMessage(f"{header!r} where a frame belongs", _FOREIGN[header])
        raise BadMessage(f"a frame of {length} bytes, at most {self.cap}", Fault.FRAME_TOO_BIG)
