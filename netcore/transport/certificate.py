"""The certificate of a server: made once for each account, kept with its key in one file.

Hides: how it is made, where its key is, how its file is written so that two programs that start at
once end up with the same one. Must not know: connections. A certificate says nothing about its
owner; it is known by its hash alone. `cryptography` is loaded only where one is made.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

FILE: Final = "certificate.pem"
_PRIVATE: Final = 0o600
_FROM: Final = datetime(2020, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""What RFC 5280 writes for "no end": who trusts the certificate looks at its hash, never a date."""
_CERTIFICATE: Final = re.compile(
    rb"-----BEGIN CERTIFICATE-----\r?\n.+?\r?\n-----END CERTIFICATE-----", re.DOTALL
)


class BadCertificate(Exception):
    """The file is there and cannot be used; the message says why. It is never replaced silently:
    everybody who has played here would be warned of a stranger.
    """


@dataclass(frozen=True, slots=True)
class Identity:
    """A certificate that can be shown.

    Attributes:
        context: What a server makes its connections with: TLS 1.3 and nothing older.
        hash: The certificate's SHA-256.
    """

    context: ssl.SSLContext
    hash: bytes


def own_identity(folder: Path) -> Identity:
    """Return this account's certificate, making it when there is none.

    Raises BadCertificate, OSError.
    """
    path = folder / FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _put(path, _made())
    return identity(path)


def identity(path: Path) -> Identity:
    """Return what a file with a certificate and its key holds. Raises BadCertificate, OSError."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(_PRIVATE)
    found = _CERTIFICATE.search(path.read_bytes())
    if found is None:
        raise BadCertificate(f"{path}: no certificate")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # nobody resumes a session: coming back is a matter of seats
    try:
        der = ssl.PEM_cert_to_DER_cert(found[0].decode("ascii"))
        context.load_cert_chain(path, password=_no_password)
    except (ValueError, ssl.SSLError) as error:
        raise BadCertificate(f"{path}: {getattr(error, 'reason', None) or error}") from error
    return Identity(context, hash_of(der))


def hash_of(der: bytes) -> bytes:
    """Return what a certificate is known by."""
    return hashlib.sha256(der).digest()


def _no_password() -> str:
    """Keep OpenSSL from asking at the terminal."""
    raise ValueError("the key has a password")


def _made() -> bytes:
    """Return a new key and its certificate as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "cardtui")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def _put(path: Path, pem: bytes) -> None:
    """Write a file that is there whole or not at all; the first of two writers wins."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            _link(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _link(draft: Path, path: Path) -> None:
    """Give a file its name unless that is taken; some file systems know no hard links."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        draft.rename(path)
