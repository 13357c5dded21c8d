"""Damage real frames by the million and see that nothing but BadMessage comes of it.

    python tools/fuzz.py [--frames N] [--seconds S] [--seed N] [--batch N]

What is tried is in tests/netcore/fuzzing.py. A batch that fails is named with the seed, and is
tried alone by `--seed N --batch M`. Exit code 1 when one has failed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import traceback
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.netcore.fuzzing import BATCH, run_batch

MOST_FAILURES = 5


def fault_of(seed: int, number: int) -> tuple[int, str]:
    """Try a batch; return its number and what went wrong, empty when nothing did."""
    try:
        run_batch(seed, number)
    except Exception:  # whatever it is, it is what was looked for
        return number, traceback.format_exc(limit=-4)
    return number, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=1_000_000, help="how many (1,000,000)")
    parser.add_argument("--seconds", type=float, default=1800, help="at most so long (1800)")
    parser.add_argument("--seed", type=int, default=None, help="where from; else the time")
    parser.add_argument("--batch", type=int, default=None, help="only this one")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    args = parser.parse_args()
    seed = int(time.time()) if args.seed is None else args.seed
    if args.batch is not None:
        run_batch(seed, args.batch)
        print(f"seed {seed}, batch {args.batch}: all laws hold")
        return 0
    return fuzz(seed, -(-args.frames // BATCH), args.seconds, args.jobs)


def fuzz(seed: int, batches: int, seconds: float, jobs: int) -> int:
    """Try so many batches, or as many as there is time for."""
    begun, done, failures = time.monotonic(), 0, 0
    with multiprocessing.Pool(jobs) as pool:
        for number, fault in pool.imap_unordered(partial(fault_of, seed), range(batches), 4):
            done += 1
            if fault:
                failures += 1
                print(f"--- --seed {seed} --batch {number}\n{fault}", flush=True)
            if failures >= MOST_FAILURES or time.monotonic() - begun > seconds:
                break
    took = time.monotonic() - begun
    frames = done * BATCH
    print(f"seed {seed}: {frames:,} frames in {took:.0f} s ({frames / took:,.0f}/s), "
          f"{failures} batches failed")  # fmt: skip
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
