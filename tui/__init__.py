"""The game in the terminal: command line, screens and widgets."""

__version__ = "0.1.0"
