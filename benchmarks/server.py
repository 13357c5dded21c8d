"""The server under load, beside a bare asyncio fan-out: processor time, delays, memory.

    python benchmarks/server.py [--tables 1,10,100,250,1000] [--rate N] [--seconds N] [--rounds N]
                                [--idle N] [--rest N]

For each number of tables both servers run (`served.py`), and one process plays at all of them
(`load.py`): four at each table, so many acts a second in all. Rounds alternate between the two;
what counts is the median of the ratios round by round, with the smallest and the largest. An act
goes to four players: rules, checks, four views, four updates and an answer, against four messages
that are only packed. Afterwards so many connections are held for a while, and their cost is told.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
AIM_RATIO: Final = 6.0
AIM_P99: Final = 50.0
AIM_MEMORY: Final = 40


class Child:
    """A process that answers each line with one."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / command[0]), *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self) -> dict[str, Any]:
        """Return the next line of output."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a process of the benchmark has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, **command: Any) -> dict[str, Any]:
        """Send a line and return the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def end(self) -> None:
        """Let it end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Contest:
    """Both servers with so many tables, and the load on them."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.load = Child("load.py")
        self.servers = {kind: Child("served.py", kind, str(tables)) for kind in ("bare", "ours")}
        for kind, server in self.servers.items():
            port = server.answer()["port"]
            self.load.ask(open=kind, kind=kind, port=port, tables=tables)
            self.load.ask(start=kind)

    def round(self, kind: str, rate: float, seconds: float) -> tuple[float, list[float]]:
        """Return microseconds of processor time an act, and the times of all acts."""
        server = self.servers[kind]
        before = server.ask()["cpu"]
        run = self.load.ask(run=kind, rate=rate, seconds=seconds)
        spent = server.ask()["cpu"] - before
        assert not run["lost"], f"{run['lost']} connections of {kind} were lost"
        return 1e6 * spent / run["acts"], run["times"]

    def end(self) -> None:
        """End all three."""
        for child in (self.load, *self.servers.values()):
            child.end()


def compare(tables: int, rate: float, seconds: float, rounds: int) -> str:
    """Return the line of the report for so many tables."""
    contest = Contest(tables)
    for kind in ("bare", "ours"):
        contest.round(kind, rate, 1.0)  # warm
    costs: dict[str, list[float]] = {"bare": [], "ours": []}
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    for number in range(rounds):
        for kind in ("bare", "ours") if number % 2 else ("ours", "bare"):
            cost, took = contest.round(kind, rate, seconds)
            costs[kind].append(cost)
            times[kind] += took
    contest.end()
    ratios = [a / b for a, b in zip(costs["ours"], costs["bare"], strict=True)]
    acts = len(times["ours"]) / (rounds * seconds)
    return (
        f"| {tables} | {acts:,.0f} | {statistics.median(costs['bare']):.0f} "
        f"| {statistics.median(costs['ours']):.0f} | {_spread(ratios)} "
        f"| {_delays(times['bare'])} | {_delays(times['ours'])} |"
    )


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def _delays(times: list[float]) -> str:
    ordered = sorted(times)
    middle, late = (1000 * ordered[int(part * (len(ordered) - 1))] for part in (0.5, 0.99))
    return f"{middle:.1f} / {late:.1f}"


def hold(connections: int, seconds: float) -> str:
    """Return what so many connections cost that only sit at tables for a while."""
    tables = connections // 4
    server, load = Child("served.py", "ours", str(tables)), Child("load.py")
    empty = server.answer()
    load.ask(open="ours", kind="ours", port=empty["port"], tables=tables)
    full = server.ask()
    lost = load.ask(rest=seconds)["lost"]
    after = server.ask()
    for child in (load, server):
        child.end()
    each = (full["memory"] - empty["memory"]) / connections / 1024
    busy = 100 * (after["cpu"] - full["cpu"]) / seconds if seconds else 0.0
    return (
        f"{connections} connections at {tables} tables, held {seconds:.0f} s: {lost} lost, "
        f"{each:.1f} KiB each (aim {AIM_MEMORY}), {busy:.1f} % of a processor"
    )


def main() -> None:
    """Measure and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default="1,10,100,250,1000")
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--rest", type=float, default=30.0)
    args = parser.parse_args()
    print("| tables | acts/s | bare, µs an act | ours | ratio | bare p50 / p99, ms | ours |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for tables in map(int, filter(None, args.tables.split(","))):
        print(compare(tables, args.rate, args.seconds, args.rounds), flush=True)
    print(f"\nAims: at most {AIM_RATIO:.0f} times bare, p99 below {AIM_P99:.0f} ms.")
    if args.idle:
        print(hold(args.idle, args.rest))


if __name__ == "__main__":
    main()
