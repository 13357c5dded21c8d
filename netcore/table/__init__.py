"""A table: its people, its matches, what each of them is told, and how it comes back.

Hides: all that happens between a request and what is sent for it. Sans I/O: requests and the time
come in, `outs` and entries of its journal collect. Must not know: asyncio, connections, stores.
"""
