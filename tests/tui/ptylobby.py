"""A program for the pty tests: the app in the lobby of a table that does what its host asks."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.tui.fence import FencedApp
from tests.tui.livetable import LiveTable
from tui.launch import run_app

if __name__ == "__main__":
    sys.exit(run_app(FencedApp(LiveTable("uno", "street").connect)))
