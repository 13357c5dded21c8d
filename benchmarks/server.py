"""The server under load, beside a bare asyncio fan-out: processor time, delays, memory.

    python benchmarks/server.py [--tables 1,10,100,250,1000] [--kinds ours,kept] [--rate N]
                                [--seconds N] [--rounds N] [--idle N] [--rest N]

For each number of tables the servers run (`served.py` says which there are), and one process plays
at all of them (`load.py`): four at each table, so many acts a second in all. The servers take
turns; what counts is the median of the ratios round by round, with the smallest and the largest. An
act goes to four players: rules, checks, four views, four updates and an answer, against four
messages that are only packed. Afterwards each runs alone, where only its delays count, and so many
connections are held for a while.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
AIM_RATIO: Final = 6.0
AIM_P99: Final = 50.0
AIM_MEMORY: Final = {"ours": 40, "kept": 40, "tls": 90}


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
    """The servers with so many tables each, and the load on them."""

    def __init__(self, kinds: Sequence[str], tables: int) -> None:
        self.load = Child("load.py")
        self.servers = {kind: Child("served.py", kind, str(tables)) for kind in kinds}
        for kind, server in self.servers.items():
            port = server.answer()["port"]
            self.load.ask(open=kind, port=port, tables=tables)
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
        """End all of them."""
        for child in (self.load, *self.servers.values()):
            child.end()


def compare(
    kinds: Sequence[str], tables: int, rate: float, seconds: float, rounds: int
) -> Iterator[str]:
    """Yield the lines of the report for so many tables; the first of the kinds is `bare`."""
    contest = Contest(kinds, tables)
    for kind in kinds:
        contest.round(kind, rate, 1.0)  # warm
    costs: dict[str, list[float]] = {kind: [] for kind in kinds}
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    for number in range(rounds):
        for kind in kinds if number % 2 else reversed(kinds):
            cost, took = contest.round(kind, rate, seconds)
            costs[kind].append(cost)
            times[kind] += took
    contest.end()
    for kind in kinds:
        ratios = [a / b for a, b in zip(costs[kind], costs["bare"], strict=True)]
        acts = len(times[kind]) / (rounds * seconds)
        yield (
            f"| {tables} | {kind} | {acts:,.0f} | {statistics.median(costs[kind]):.0f} "
            f"| {_spread(ratios) if kind != 'bare' else 1} | {_delays(times[kind])} |"
        )


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def _delays(times: list[float]) -> str:
    ordered = sorted(times)
    middle, late = (1000 * ordered[int(part * (len(ordered) - 1))] for part in (0.5, 0.99))
    return f"{middle:.1f} / {late:.1f}"


def alone(kind: str, tables: int, rate: float, seconds: float) -> str:
    """Return how long acts take at a server that has the machine to itself and the load."""
    server, load = Child("served.py", kind, str(tables)), Child("load.py")
    load.ask(open=kind, port=server.answer()["port"], tables=tables)
    load.ask(start=kind)
    load.ask(run=kind, rate=rate, seconds=2.0)
    times = sorted(load.ask(run=kind, rate=rate, seconds=seconds)["times"])
    for child in (load, server):
        child.end()
    return (
        f"{kind} alone, {tables} tables, {len(times) / seconds:,.0f} acts/s: p50 / p99, ms "
        f"{_delays(times)}, longest {1000 * times[-1]:.0f}"
    )


def hold(kind: str, connections: int, seconds: float) -> str:
    """Return what so many connections cost that only sit at tables for a while."""
    tables = connections // 4
    server, load = Child("served.py", kind, str(tables)), Child("load.py")
    empty = server.answer()
    load.ask(open=kind, port=empty["port"], tables=tables)
    full = server.ask()
    lost = load.ask(rest=seconds)["lost"]
    after = server.ask()
    for child in (load, server):
        child.end()
    each = (full["memory"] - empty["memory"]) / connections / 1024
    busy = 100 * (after["cpu"] - full["cpu"]) / seconds
    return (
        f"{kind}: {connections} connections at {tables} tables, held {seconds:.0f} s: {lost} lost, "
        f"{each:.1f} KiB each (aim {AIM_MEMORY[kind]}), {busy:.1f} % of a processor"
    )


def main() -> None:
    """Measure and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default="1,10,100,250,1000")
    parser.add_argument("--kinds", default="ours,kept")
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--rest", type=float, default=30.0)
    args = parser.parse_args()
    kinds = ["bare", *args.kinds.split(",")]
    print("| tables | server | acts/s | µs an act | to bare | p50 / p99, ms |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    for tables in map(int, filter(None, args.tables.split(","))):
        for line in compare(kinds, tables, args.rate, args.seconds, args.rounds):
            print(line, flush=True)
    print(f"\nAims: at most {AIM_RATIO:.0f} times bare, p99 below {AIM_P99:.0f} ms.")
    for kind in kinds[1:]:
        print(alone(kind, 250, args.rate, 3 * args.seconds), flush=True)
    for kind in ("ours", "tls") if args.idle else ():
        print(hold(kind, args.idle, args.rest), flush=True)


if __name__ == "__main__":
    main()
