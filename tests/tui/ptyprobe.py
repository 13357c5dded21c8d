"""A program for the pty tests: asks the terminal how wide a suit is, then repeats what is typed."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tui.terminal import probe

print(f"cells: {probe.cells_of_a_suit(float(sys.argv[1]))}", flush=True)
for line in sys.stdin:
    print(f"typed: {line!r}", flush=True)
