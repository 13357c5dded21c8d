"""`cardtui …` without a process of its own, for what needs none: half a second less for each.

What is printed, the exit code, the folder and the environment are those of a process; imports and
the real standard streams are not, nor what a terminal or a signal does.
"""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from tui import i18n, logfile
from tui.__main__ import main


def run(args: list[str], env: Mapping[str, str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Do what `cardtui ARGS` does, with no input."""
    out, errors = _stream(), _stream()
    speaking = {name: getattr(i18n, name) for name in ("_catalogue", "_language", "_instead")}
    with (
        mock.patch.dict(os.environ, env, clear=True),
        mock.patch.multiple(i18n, **speaking),
        chdir(cwd),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        code = _code(args)
    logfile.begin(None, quiet=True)  # no file of that home is written to any more
    return subprocess.CompletedProcess(args, code, _written(out), _written(errors))


def _code(args: list[str]) -> int:
    try:
        return main(args)
    except SystemExit as end:  # argparse ends like this
        assert isinstance(end.code, int)
        return end.code


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
