"""Hand-made faults in the rules, one at a time, to show that the records notice each of them.

    python tools/mutants.py [--jobs N] [NAME ...]

Each mutant is one switch in a copy of `engine/`; it is killed when a record in `tests/records/` no
longer holds (or cannot be played at all). A mutant that lives shows a rule that no record proves.
Exit code 1 when one lives, 2 when a mutant no longer fits the code.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "tests" / "records"
LIST = Path(__file__).with_name("mutants.toml")

VERIFY = """
import sys
from pathlib import Path
from engine.record import load
from engine.replay import verify
for name in sys.argv[1:]:
    if verify(load(Path(name).read_text("utf-8"))).mismatch is not None:
        print(Path(name).name)
        sys.exit(1)
"""


@dataclass(frozen=True)
class Mutant:
    """One fault.

    Attributes:
        name: What is wrong then.
        file: The module under `engine/`.
        right: A piece of code that stands there exactly once.
        wrong: What takes its place.
    """

    name: str
    file: str
    right: str
    wrong: str

    def fits(self, source: str) -> bool:
        """Tell whether the code still has the place."""
        return source.count(self.right) == 1

    def applied(self, source: str) -> str:
        """Return the faulty source."""
        return source.replace(self.right, self.wrong)


def load() -> list[Mutant]:
    """Read the list."""
    entries = tomllib.loads(LIST.read_text("utf-8"))["mutant"]
    return [Mutant(**entry) for entry in entries]


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: the record that killed it, or how it died; empty when it lives."""

    mutant: Mutant
    killer: str


def try_mutant(mutant: Mutant) -> Outcome:
    """Apply one mutant to a copy and verify the records of its game there."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "engine", copy / "engine", ignore=shutil.ignore_patterns("__py*"))
        source = copy / "engine" / mutant.file
        source.write_text(mutant.applied(source.read_text("utf-8")), "utf-8")
        game = mutant.file.split("/")[0]
        records = sorted(p for p in RECORDS.glob("*.toml") if is_of(p, game))
        run = subprocess.run(
            [sys.executable, "-c", VERIFY, *map(str, records)],
            cwd=copy,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        if run.returncode == 0:
            return Outcome(mutant, "")
        last = run.stderr.strip().splitlines()[-1:] or [""]
        return Outcome(mutant, run.stdout.strip() or last[0])


def is_of(path: Path, game: str) -> bool:
    """Tell whether a record is of this game."""
    return f'"{game}"' in path.read_text("utf-8").split("[[deal]]")[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="only mutants whose names contain one of these")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-v", "--verbose", action="store_true", help="name each killer")
    args = parser.parse_args()
    wanted = [m for m in load() if not args.names or any(n in m.name for n in args.names)]
    stale = [m for m in wanted if not m.fits((ROOT / "engine" / m.file).read_text("utf-8"))]
    for mutant in stale:
        print(f"STALE  {mutant.name}: its text is not, or not once, in engine/{mutant.file}")
    if stale:
        return 2
    alive = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for outcome in pool.map(try_mutant, wanted):
            alive += not outcome.killer
            if not outcome.killer:
                print(f"LIVES  {outcome.mutant.name}")
            elif args.verbose:
                print(f"dead   {outcome.mutant.name}: {outcome.killer}")
    games = {game: sum(m.file.startswith(game) for m in wanted) for game in ("uno", "casino")}
    killed = f"{len(wanted) - alive} of {len(wanted)} killed"
    print(f"{killed} ({games['uno']} UNO, {games['casino']} Casino)")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
