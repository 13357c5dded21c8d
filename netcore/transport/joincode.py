"""Join codes: what friends read out to each other, and the proof that both ends know the same one.

Hides: how a code is written, how a key is made of it, what is proved. The code itself is never
sent: each end shows that it can compute a value over both nonces and over the certificate that it
sees, so a man in the middle, whose certificate is another one, can pass neither end's proof on.
Must not know: connections, where a code is kept.

Eight generated characters are 40 bits behind scrypt: more than anybody guesses who is let in three
times a minute, or who has recorded a conversation. A code that a person chose may be weaker.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without I, L, O (read as 1, 1, 0) and U."""
LEAST: Final = 8
"""Characters of a code, dashes and blanks not counted."""
MOST: Final = 64
NONCE: Final = 16
NO_CERTIFICATE: Final = bytes(32)
"""Stands for the hash of the certificate where there is none."""

Role: TypeAlias = Literal["client", "server"]

_READ_ALIKE: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
_MEMORY: Final = 64 * 2**20


class BadCode(ValueError):
    """That cannot be a join code."""


def new_code() -> str:
    """Return a code as it is shown: `7KQ2-M9XW`."""
    return shown("".join(secrets.choice(ALPHABET) for _ in range(LEAST)))


def shown(code: str) -> str:
    """Return a code as `new_code` wrote it, where it was one of those; others stay as they are."""
    if len(code) != LEAST or not set(code) <= set(ALPHABET):
        return code
    return f"{code[:4]}-{code[4:]}"


def folded(text: str) -> str:
    """Return what counts of a code: case, dashes, blanks and letters that look alike do not.

    Raises BadCode for one that is too short, too long, or holds what nobody can type.
    """
    letters = unicodedata.normalize("NFKC", text).upper().translate(_READ_ALIKE)
    code = "".join(one for one in letters if one != "-" and not one.isspace())
    if not LEAST <= len(code) <= MOST or not code.isprintable():
        raise BadCode(text)
    return code


def fresh_nonce() -> bytes:
    """Return what makes one conversation's proofs worthless in any other."""
    return secrets.token_bytes(NONCE)


@dataclass(frozen=True, slots=True)
class Proof:
    """What one end can prove: that it knows the code, and which certificate it sees.

    Made by `prover`. Printing it shows no key.
    """

    _key: bytes
    _certificate: bytes

    def mac(self, role: Role, client_nonce: bytes, server_nonce: bytes) -> bytes:
        """Return the proof of one side; the other side's is a different one."""
        parts = (role.encode(), self._certificate, client_nonce, server_nonce)
        said = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return hmac.digest(self._key, said, "sha256")

    def holds(self, mac: bytes, role: Role, client_nonce: bytes, server_nonce: bytes) -> bool:
        """Whether that is the proof of `role`, compared in constant time."""
        return hmac.compare_digest(mac, self.mac(role, client_nonce, server_nonce))

    def __repr__(self) -> str:
        return "Proof()"


def prover(code: str, certificate: bytes = NO_CERTIFICATE) -> Proof:
    """Return what proves a code over a connection with that certificate (its SHA-256).

    It takes a tenth of a second on purpose, so not in an event loop. Raises BadCode.
    """
    key = hashlib.scrypt(
        folded(code).encode(), salt=certificate, n=2**14, r=8, p=1, maxmem=_MEMORY, dklen=32
    )
    return Proof(key, certificate)
