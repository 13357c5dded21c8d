"""The map in docs/ARCHITECTURE.md names every module, in the line of its folder."""

from __future__ import annotations

import re
from collections import defaultdict
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "netcore", "tui")
ONE_EACH = ("tui/commands", "tui/screens")
"""Folders where the map says what a file is, instead of naming each."""


def on_the_map() -> dict[str, set[str]]:
    """Return the words of the map by the folder they are said of."""
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    found: dict[str, set[str]] = defaultdict(set)
    package = folder = ""
    for line in text.split("```")[1].splitlines():
        start = re.match(r"( *)(\w+)/", line)
        if start and not start[1]:
            package = folder = start[2]
        elif start and len(start[1]) == 2:
            folder = f"{package}/{start[2]}"
        elif re.match(r"  \S", line):
            folder = package
        found[folder].update(word for word in re.findall(r"[\w*]+", line) if word != "*")
    return found


def unnamed(folder: str, modules: set[str]) -> set[str]:
    words = on_the_map()[folder]  # one may stand for several: `say*`
    return {one for one in modules if not any(fnmatchcase(one, word) for word in words)}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_map_names_every_module(package: str) -> None:
    modules: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / package).rglob("*.py"):
        if not path.stem.startswith("__"):
            modules[path.parent.relative_to(ROOT).as_posix()].add(path.stem)
    missing = {
        folder: unnamed(folder, names)
        for folder, names in modules.items()
        if folder not in ONE_EACH
    }
    assert {folder: names for folder, names in missing.items() if names} == {}


def test_the_map_names_every_folder() -> None:
    folders = {path.parent.relative_to(ROOT).as_posix() for package in PACKAGES
               for path in (ROOT / package).rglob("__init__.py")}  # fmt: skip
    assert folders <= set(on_the_map())
