"""What brings a seat back: made at random, sent once, kept as a hash.

Must not know: who has one, where it is kept.
"""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """Return 128 random bits as a short text."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> bytes:
    """Return how a token is kept: enough to know it again (it is 128 random bits)."""
    return hashlib.sha256(token.encode()).digest()
