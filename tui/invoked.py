"""What is to be typed to run this program once more, in the terminal it was run in.

Hides: how it was installed and started. Must not know: its commands.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from typing import Final

NAME: Final = "cardtui"


def program() -> str:
    """Return the name where that is found, else the path by which the program was run."""
    if shutil.which(NAME):
        return NAME
    run = sys.argv[0]
    if os.path.basename(run) == NAME and os.access(run, os.X_OK):
        return shlex.quote(run)
    return f"{shlex.quote(sys.executable)} -m tui"
