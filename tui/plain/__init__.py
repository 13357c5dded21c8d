"""The game as lines of text: one sentence for each event, numbered choices, answers on stdin.

Nothing but text goes out, so it serves screen readers, dumb terminals, serial lines and scripts.
"""
