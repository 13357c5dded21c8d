"""How long until something is seen: `cardtui` against a bare Textual app with one label.

Both are started in turn on a pty of 80x24, and the time is taken until their text has arrived.
The figures of one machine are only good for their ratio; the aim is at most 1.5.

    python benchmarks/startup.py [--runs N]
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
AIM: Final = 1.5
BARE: Final = """
from textual.app import App
from textual.widgets import Label

class Bare(App):
    def compose(self):
        yield Label("Hello there")

Bare().run()
"""
PROGRAMS: Final = {
    "bare": ([sys.executable, "-c", BARE], b"Hello there"),
    "cardtui": ([sys.executable, "-P", "-m", "tui"], b"Play Casino"),
}


def first_paint(command: Sequence[str], seen: bytes, home: str) -> float:
    """Return the seconds from the start until `seen` has been written."""
    master, slave = pty.openpty()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "HOME": home,
        "PYTHONPATH": str(ROOT),
    }
    begun = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True
    )
    os.close(slave)
    output = b""
    try:
        while seen not in output:
            if time.perf_counter() - begun > 30:
                raise SystemExit(f"nothing seen of {command}:\n{output.decode(errors='replace')}")
            if select.select([master], [], [], 1)[0]:
                part = os.read(master, 65536)
                if b"\x1b[6n" in part:  # where the cursor is: every terminal says so
                    os.write(master, b"\x1b[1;2R")
                output += part
        return time.perf_counter() - begun
    finally:
        process.kill()
        process.wait()
        os.close(master)


def main() -> int:
    """Measure, print, and tell by the exit code whether the aim was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    with tempfile.TemporaryDirectory() as home:
        for _ in range(runs + 1):  # the first round warms the caches and is not counted
            for name, (command, seen) in PROGRAMS.items():
                times[name].append(first_paint(command, seen, home))
    for name, taken in times.items():
        del taken[0]
        print(f"{name:8} median {statistics.median(taken) * 1000:5.0f} ms  "
              f"{min(taken) * 1000:5.0f} - {max(taken) * 1000:.0f}")  # fmt: skip
    ratios = [ours / bare for ours, bare in zip(times["cardtui"], times["bare"], strict=True)]
    ratio = statistics.median(ratios)
    print(f"ratio    median {ratio:.2f} of {runs} pairs, {min(ratios):.2f} - {max(ratios):.2f}; "
          f"aim {AIM}")  # fmt: skip
    return 0 if ratio <= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
