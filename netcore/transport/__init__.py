"""One connection, alike at both of its ends: bytes, whom to trust, and the times it lives by.

Hides: clear text or TLS, certificates, proofs of a join code, and how time is kept while a machine
sleeps. Must not know: what is said over it (`wire`), which of the two ends it is.
"""
