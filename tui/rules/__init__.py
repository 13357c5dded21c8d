"""Rules as players read, change and keep them."""
