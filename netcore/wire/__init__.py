"""What is said: messages, how they look as bytes, and what of them is too much.

Hides: which messages there are, their form, and the limits that hold both sides. Sans I/O: bytes
and the time are passed in. Must not know: connections, tables, journals, who is a server.
"""
