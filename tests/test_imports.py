"""Who loads what, as seen by a new process: a screen costs only the one who opens it."""

import subprocess
import sys
from pathlib import Path

import pytest

import tui

RECORD = next(Path(__file__).parent.joinpath("records").glob("*.toml"))

LOADED = """
import sys
loaded = {name.partition(".")[0] for name in sys.modules}
wrong = sorted(loaded.intersection(sys.argv[1].split()))
assert not wrong, f"also loaded: {wrong}"
"""

RUN_MAIN = (
    """
import sys
from tui.__main__ import main
try:
    status = main(sys.argv[2:])
except SystemExit as stop:
    status = stop.code
assert not status, f"main ended with {status!r}"
"""
    + LOADED
)

IMPORT_ALL = (
    """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[2])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    if not module.name.endswith(".__main__"):
        importlib.import_module(module.name)
"""
    + LOADED
)


def python(folder: Path, *args: str) -> str:
    """Run the Python of the tests in `folder`, seeing only what is installed."""
    done = subprocess.run(
        [sys.executable, "-P", *args],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_version(tmp_path: Path) -> None:
    assert tui.__version__ in python(tmp_path, "-m", "tui", "--version")


def test_help(tmp_path: Path) -> None:
    assert "cardtui" in python(tmp_path, "-m", "tui", "--help")


@pytest.mark.parametrize("command", ["completion bash", "config path", "config show"])
def test_commands_without_a_screen_do_not_load_one(command: str, tmp_path: Path) -> None:
    python(tmp_path, "-c", RUN_MAIN, "textual rich", *command.split())


@pytest.mark.parametrize(
    "command", ["--version", "--help", "rules list", "rules show kano", f"verify {RECORD}"]
)
def test_commands_about_rules_load_neither_screen_nor_cryptography(
    command: str, tmp_path: Path
) -> None:
    python(tmp_path, "-c", RUN_MAIN, "textual cryptography", *command.split())


def test_who_serves_or_plays_in_lines_loads_no_screen(tmp_path: Path) -> None:
    code = "import tui.commands.serve, tui.plain.session\n" + LOADED
    python(tmp_path, "-c", code, "textual rich")


def test_only_who_makes_a_certificate_loads_what_makes_it(tmp_path: Path) -> None:
    python(tmp_path, "-c", IMPORT_ALL, "cryptography", "tui")


@pytest.mark.parametrize(
    ("package", "never"),
    [
        ("engine", "asyncio msgpack netcore textual tui"),
        ("netcore", "textual rich tui"),
    ],
)
def test_no_module_loads_what_is_above_it(package: str, never: str, tmp_path: Path) -> None:
    python(tmp_path, "-c", IMPORT_ALL, never, package)


def test_the_first_screen_is_seen_before_engine_and_network_are_loaded(tmp_path: Path) -> None:
    heavy = "engine.games engine.record netcore.wire.messages netcore.client.shell sqlite3 tomllib"
    code = (
        "import sys, tui.commandline, tui.__main__, tui.app, tui.commands.start, tui.settings\n"
        "tui.settings.from_args(tui.commandline.parser().parse_args([]))\n"
        "wrong = sorted(set(sys.modules).intersection(sys.argv[1].split()))\n"
        "assert not wrong, wrong\n"
    )
    python(tmp_path, "-c", code, heavy)
