"""One end of a TLS conversation, sans I/O: sealed bytes in, plain bytes out, and the reverse.

Hides: the library's objects. Must not know: sockets, who is trusted; it only says which certificate
the other side has shown. (The streams of asyncio would hold a buffer of 256 KiB for each
connection, and shake hands before anybody could look at who comes.)
"""

from __future__ import annotations

import contextlib
import ssl
from typing import Final

from netcore.transport.certificate import hash_of

RECORD: Final = 16 * 1024
"""Bytes: the most that one record of TLS holds."""
HELLO: Final = 0x16
ALERT: Final = 0x15
"""What the first byte of a record says; a server answers with one of these."""


class TlsFailed(Exception):
    """There can be no safe conversation; the message says why, for the log."""


class NotTls(Exception):
    """The other side speaks something else. `began`: how."""

    def __init__(self, began: bytes) -> None:
        super().__init__(f"begins with {began!r}")
        self.began = began


def client_context() -> ssl.SSLContext:
    """Return what a client makes its connections with. Whom it trusts is decided by hash, later."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Tls:
    """One end.

    Attributes:
        ready: The handshake is done: `seal` may be used.
        ended: The other side has said that nothing more comes.
    """

    def __init__(self, context: ssl.SSLContext, *, server: bool) -> None:
        self._coming, self._going = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._coming, self._going, server_side=server)
        self._expected = (HELLO,) if server else (HELLO, ALERT)
        self._begun = False
        self.ready = False
        self.ended = False
        if not server:
            self._shake()

    def feed(self, data: bytes) -> bytes:
        """Take sealed bytes and return what they held; what is to be sent now is in `outgoing`.

        Raises NotTls for a first byte that no handshake begins with, and TlsFailed.
        """
        if data and not self._begun:
            self._begun = True
            if data[0] not in self._expected:
                raise NotTls(data[:8])
        self._coming.write(data)
        if not self.ready:
            self._shake()
        return self._opened() if self.ready else b""

    def seal(self, data: bytes) -> bytes:
        """Return what is to be sent instead of `data`. Raises TlsFailed."""
        assert self.ready
        view = memoryview(data)
        try:
            while view:
                view = view[self._tls.write(view) :]
        except ssl.SSLError as error:
            raise TlsFailed(_why(error)) from error
        return self.outgoing()

    def outgoing(self) -> bytes:
        """Return what this end has to send for itself."""
        return self._going.read()

    def close(self) -> bytes:
        """Return the last bytes: that nothing more comes."""
        if self.ready:
            # the other side has not said so yet, and need not
            with contextlib.suppress(ssl.SSLError, ValueError):
                self._tls.unwrap()
        return self.outgoing()

    @property
    def certificate(self) -> bytes:
        """The hash of what the other side has shown. Raises TlsFailed where it has shown none."""
        der = self._tls.getpeercert(binary_form=True)
        if der is None:
            raise TlsFailed("no certificate")
        return hash_of(der)

    def _shake(self) -> None:
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            return
        except ssl.SSLError as error:
            raise TlsFailed(_why(error)) from error
        self.ready = True

    def _opened(self) -> bytes:
        parts: list[bytes] = []
        try:
            while part := self._tls.read(RECORD):
                parts.append(part)
            self.ended = True
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLZeroReturnError:
            self.ended = True
        except ssl.SSLError as error:
            raise TlsFailed(_why(error)) from error
        return b"".join(parts)


def _why(error: ssl.SSLError) -> str:
    return error.reason or error.strerror or type(error).__name__
