"""What must survive: the entries of a table's journal, and where journals are kept.

Hides: the form of an entry, SQLite, the thread that writes, and what waits until it has. Must not
know: what tables are (they know their entries, and nothing of stores), connections.
"""
