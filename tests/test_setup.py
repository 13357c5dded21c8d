"""`make play`: what is said while it sets itself up, and after a game that was left."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENTLY = ("sh", "tools/patiently.sh", "Getting it")
_OF_MAKE = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES")
"""What a make that runs the tests would hand on to the one that is tried."""


def patiently(code: str) -> subprocess.CompletedProcess[str]:
    command = (*PATIENTLY, sys.executable, "-c", code)
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_what_goes_well_is_not_told() -> None:
    done = patiently("print('WARNING: a lot')")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Getting it \n", "")


def test_what_fails_is_told_whole() -> None:
    done = patiently("print('collecting'); raise SystemExit('no space left')")
    assert done.returncode == 1 and done.stdout == "Getting it \n"
    assert done.stderr == "collecting\nno space left\n"


def test_ctrl_c_ends_it_without_a_traceback() -> None:
    code = "import os, time; os.write(int(os.environ['READY']), b'x'); time.sleep(600)"
    heard, ready = os.pipe()
    with subprocess.Popen(
        (*PATIENTLY, sys.executable, "-c", code),
        cwd=ROOT,
        env={**os.environ, "READY": str(ready)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=(ready,),
        start_new_session=True,
    ) as running:
        os.read(heard, 1)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does, to all of them
        out, err = running.communicate()
    os.close(heard), os.close(ready)
    assert running.returncode == 130 and err == ""
    assert out == "Getting it \nStopped. The same command goes on another time.\n"


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
@pytest.mark.parametrize(("left", "said"), [(0, ""), (130, ""), (1, "Error 1")])
def test_make_takes_no_way_of_leaving_for_a_failure(left: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    game = tmp_path / "bin" / "cardtui"
    game.write_text(f'#!/bin/sh\necho "$@"\nexit {left}\n')
    game.chmod(0o755)
    (tmp_path / "bin" / "python").touch()
    (tmp_path / ".made-in").write_text(f"{ROOT}\n")
    (tmp_path / ".ready-to-run").touch()
    command = ("make", "play", f"VENV={tmp_path}", "ARGS=--game casino")
    own = {name: value for name, value in os.environ.items() if name not in _OF_MAKE}
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    assert done.stdout == "play --game casino\n"
    assert said in done.stderr and bool(said) == bool(done.stderr)
    assert bool(done.returncode) == bool(said)
