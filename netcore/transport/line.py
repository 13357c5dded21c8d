"""A connection's bytes, in clear or under TLS: what a session reads and writes.

Hides: which of the two, and the handshake. Must not know: what is said, who is trusted.
"""

from __future__ import annotations

import asyncio
from typing import Final

from netcore.transport.joincode import NO_CERTIFICATE
from netcore.transport.tls import NotTls, Tls, TlsFailed

READ: Final = 4 * 1024


class Line:
    """One connection.

    Attributes:
        ready: Set once something can be written, or never can.
        certificate: The hash of what the other side has shown; noughts for none.
        greeted: A whole hello of TLS came, and was answered.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        tls: Tls | None = None,
    ) -> None:
        self._reader, self._writer = reader, writer
        self._tls = tls
        self._early = b""
        self.ready = asyncio.Event()
        self.greeted = False
        self.certificate = NO_CERTIFICATE
        if tls is None:
            self.ready.set()

    async def secure(self, *, server: bool) -> None:
        """Shake hands, where there is TLS.

        Raises:
            NotTls: The other side speaks something else; what is written now goes out in clear.
            TlsFailed: There can be no conversation; the other side has been told.
            OSError: The connection broke.
        """
        tls = self._tls
        if tls is None:
            return
        try:
            self._flush(tls)
            while not tls.ready:
                data = await self._reader.read(READ)
                if not data:
                    raise TlsFailed("the connection ended in the handshake")
                self._early += tls.feed(data)
                self.greeted = self._flush(tls) or self.greeted
            if not server:
                self.certificate = tls.certificate
        except NotTls:
            self._tls = None
            self.ready.set()
            raise
        except TlsFailed:
            self._flush(tls)  # the alert
            raise
        self.ready.set()

    async def read(self, size: int = READ) -> bytes:
        """Return what comes next; nothing at the end. Raises TlsFailed, OSError."""
        tls = self._tls
        if tls is None:
            return await self._reader.read(size)
        early, self._early = self._early, b""
        while not early and not tls.ended and (data := await self._reader.read(size)):
            early = tls.feed(data)
            self._flush(tls)
        return early

    @property
    def free(self) -> bool:
        """Whether what is written now goes straight to the kernel."""
        return self.ready.is_set() and not self._writer.transport.get_write_buffer_size()

    def write(self, data: bytes) -> None:
        """Hand bytes on. Before the handshake is done, nothing can be said and nothing is."""
        if self._tls is None:
            self._writer.write(data)
        elif self._tls.ready:
            self._writer.write(self._tls.seal(data))

    def say_end(self) -> None:
        """Tell the other side that nothing more comes."""
        if self._tls is not None and not self._writer.is_closing():
            self._writer.write(self._tls.close())

    def _flush(self, tls: Tls) -> bool:
        """Write what the handshake wants to say; return whether that was anything."""
        if data := tls.outgoing():
            self._writer.write(data)
        return bool(data)
