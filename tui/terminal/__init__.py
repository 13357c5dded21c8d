"""What is particular about the terminal: what it is, what it shows, whether it is still there."""
