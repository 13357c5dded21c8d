"""What a player reads, as words and sentences: no screen and nothing drawn is known here."""
