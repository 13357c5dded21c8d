"""The rules of the games: pure, and told everything from outside."""
