"""What one update costs the client: processor time from the message to the bytes for the terminal.

The real screens on a terminal of 80x24, without a window: the bots' updates of a whole deal are
handed in one after the other, each is drawn and turned into bytes; with and without motion.

    python benchmarks/client.py [--updates N]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Final

os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.tui.tuitable import FakeTable  # noqa: E402
from tui import settings  # noqa: E402
from tui.app import CardApp  # noqa: E402

AIM: Final = 5.0
"""Milliseconds an update, without motion."""


async def measure(game: str, seats: int, motion: bool, updates: int) -> list[float]:
    """Return the milliseconds of processor time of each update."""
    table = FakeTable(game, seats=seats, seed=7, me=None)
    table.quiet = True
    table.start()
    chosen = settings.with_value(settings.DEFAULTS, "motion", motion)
    app = CardApp(table.connect, settings=chosen)
    taken: list[float] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        while len(taken) < updates:
            if table.match.over:
                table.start()
            seat = min(table.match.waiting_on())
            actions = list(table.game.legal(table.game.view(table.match.state, seat)))
            table.play(seat, str(actions[0]))
            begun = time.process_time()
            await asyncio.sleep(0.5 if motion else 0.06)
            taken.append((time.process_time() - begun) * 1000)
    return taken


def main() -> int:
    """Measure, print, and tell by the exit code whether the aim was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=60)
    updates = parser.parse_args().updates
    met = True
    for game, seats in (("uno", 4), ("uno", 10), ("casino", 2), ("casino", 4)):
        for motion in (False, True):
            taken = sorted(asyncio.run(measure(game, seats, motion, updates)))
            middle = statistics.median(taken)
            met = met and (motion or middle <= AIM)
            name = f"{game}, {seats} seats{', with motion' if motion else ''}"
            print(f"{name:32} median {middle:5.1f} ms  {taken[0]:5.1f} - {taken[-1]:.1f}")
    print(f"aim {AIM} ms without motion")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
