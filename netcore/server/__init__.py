"""A server: sockets, who is taken in, and the tables that live in it.

Hides: everything about running tables for peers that may be slow, hostile or gone, and that one
broken table ends alone. Must not know: clients, screens.
"""
