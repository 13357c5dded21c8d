"""Whom a client takes for the table it wants, before it says a word about itself.

Hides: in which order a certificate is judged: what is already trusted on this connection, what the
player has just said yes to, a join code that both ends will prove, what was trusted before. Sans
I/O but for the file of known certificates. Must not know: sockets, seats.

    shown before on this connection    it must be the same
    code given             the server must ask for it and know it, then it is trusted from now on
    certificate known      trusted
    said yes to            trusted from now on
    otherwise              nothing is sent, and the player is asked

A code that was kept with a seat is used, but not insisted on: the host may have opened the door.

In clear there is nothing to be judged; a code is still proved by both ends.
"""

from __future__ import annotations

from netcore.client.knownhosts import KnownHosts
from netcore.client.link import ConnectFailed
from netcore.transport.joincode import NO_CERTIFICATE, BadCode, Proof, folded, fresh_nonce, prover
from netcore.wire.messages import Auth, Authed, Welcome


class Trust:
    """One client's judgement of what answers at its address.

    Attributes:
        code: The join code; empty: none is known.
        certificate: Of the server that was trusted first; every later one must show it again.
        elsewhere: Whose seat is kept at this address under another certificate, where that must be
            said: the server is trusted, but no code has proved that it is the one that was meant.
    """

    def __init__(
        self, address: str, code: str, accepted: bytes | None, known: KnownHosts | None
    ) -> None:
        """Raises ConnectFailed for a code that is none.

        Args:
            address: Where the server is, for the file of known certificates.
            code: The join code; empty: none was given.
            accepted: The certificate that the player has said yes to, and no other; None: none yet.
            known: The certificates that are trusted; None: nothing is kept.
        """
        try:
            self.code = folded(code) if code else ""
        except BadCode:
            raise ConnectFailed("bad-code") from None
        self.certificate: bytes | None = None
        self.elsewhere = ""
        self._address = address
        self._accepted = accepted
        self._known = known
        self._insists = bool(self.code)
        self._proof: Proof | None = None
        self._client = self._server = b""

    def judge(self, certificate: bytes, kept_code: str, elsewhere: str) -> None:
        """Decide whether anything may be said to a server. Raises ConnectFailed.

        It takes a tenth of a second where there is a code, so not in an event loop.

        Args:
            certificate: The hash of what it has shown; NO_CERTIFICATE in clear.
            kept_code: The code that was used with it before.
            elsewhere: Whose seat is kept at this address under another certificate.
        """
        before = self._accepted if self.certificate is None else self.certificate
        if before is not None and certificate != before:
            raise ConnectFailed("other-certificate", {"certificate": certificate.hex()})
        if self.certificate is None:
            self.code = self.code or kept_code
        trusted = before is not None or certificate == NO_CERTIFICATE or self._knows(certificate)
        self._insists = self._insists or not trusted
        if not trusted and not self.code:
            detail: dict[str, int | str] = {"certificate": certificate.hex()}
            if elsewhere:
                detail["seat"] = elsewhere
            raise ConnectFailed("unknown-certificate", detail)
        self.elsewhere = "" if self.code else elsewhere
        if self.code and self._proof is None:
            self._proof = prover(self.code, certificate)
        self._certificate = certificate

    def _knows(self, certificate: bytes) -> bool:
        return self._known is not None and self._known.find(certificate) is not None

    def hello(self) -> bytes:
        """Return the nonce for a new conversation."""
        self._client = fresh_nonce()
        return self._client

    def welcome(self, welcome: Welcome) -> Auth | None:
        """Return the proof that is asked for; None: it goes on without. Raises ConnectFailed."""
        if not welcome.auth:
            if self._insists:
                raise ConnectFailed("no-code-asked")
            return None
        if self._proof is None:
            raise ConnectFailed("needs-code")
        self._server = welcome.nonce
        return Auth(self._proof.mac("client", self._client, self._server))

    def authed(self, authed: Authed) -> None:
        """Weigh the server's own proof. Raises ConnectFailed."""
        if self._proof is None or not self._proof.holds(
            authed.mac, "server", self._client, self._server
        ):
            raise ConnectFailed("unproved")

    def settle(self) -> None:
        """The server is the right one: take no other from now on, and remember it."""
        self.certificate = self._certificate
        self.remember("")

    def remember(self, name: str) -> None:
        """Note where the certificate is now, and whose it is. It touches a file."""
        if self._known is not None and self._certificate != NO_CERTIFICATE:
            self._known.remember(self._certificate, self._address, name)
