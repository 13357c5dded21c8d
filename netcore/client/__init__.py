"""A client: a place at somebody's table, whatever becomes of the connection.

Hides: getting in, coming back, whom to believe, and proving that deals were fair. Must not know:
servers and tables other than by what they say, screens.
"""
