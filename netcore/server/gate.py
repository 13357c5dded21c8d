"""What a server shows and asks at its door: its certificate and its join code.

Hides: that both take time to prepare, so it is done once, before anybody comes. Must not know:
connections, tables.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from netcore.transport.certificate import Identity, own_identity
from netcore.transport.joincode import NO_CERTIFICATE, Proof, prover
from netcore.transport.tls import Tls


@dataclass(frozen=True, slots=True)
class Gate:
    """What every connection meets.

    Attributes:
        identity: The certificate; None: all is in clear.
        proof: Knows the join code; None: everybody may come in.
    """

    identity: Identity | None = None
    proof: Proof | None = None

    @property
    def certificate(self) -> bytes:
        """The certificate's hash; noughts for none."""
        return NO_CERTIFICATE if self.identity is None else self.identity.hash

    def tls(self) -> Tls | None:
        """Return the server's end of one new conversation."""
        return None if self.identity is None else Tls(self.identity.context, server=True)


async def open_gate(folder: Path | None, code: str) -> Gate:
    """Prepare a door.

    Args:
        folder: Where the certificate is, or is made; None: none is shown.
        code: The join code; empty: none is asked for.

    Raises:
        BadCertificate, BadCode, OSError.
    """

    def prepare() -> Gate:
        own = None if folder is None else own_identity(folder)
        shown = NO_CERTIFICATE if own is None else own.hash
        return Gate(own, prover(code, shown) if code else None)

    return await asyncio.to_thread(prepare)
