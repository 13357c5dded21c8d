"""Code reads options, never the name of a ruleset: two rulesets can then always be mixed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# `royal`, `plain`, `spade` and `draw` are words of the rules as well, `seed` is one of records and
# `minus` a key, so they prove nothing.
NAMES = {"official", "kano", "street", "crystal", "pagat", "partners"}
# Where rulesets are declared, shown to people, or chosen as the usual one.
NAMED_HERE = {"engine/uno/rules.py", "engine/casino/rules.py", "tui/text/words.py"}
NAMED_HERE |= {"tui/text/rulelines.py", "netcore/table/options.py"}
MODULES = sorted(
    path for package in ("engine", "netcore", "tui") for path in (ROOT / package).rglob("*.py")
)


def strings(path: Path) -> set[str]:
    """Return the string constants of a module."""
    tree = ast.parse(path.read_text("utf-8"))
    return {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and type(n.value) is str}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_ruleset_is_known_by_name(path: Path) -> None:
    if str(path.relative_to(ROOT)) not in NAMED_HERE:
        assert not strings(path) & NAMES


def test_the_exceptions_are_still_needed() -> None:
    for name in NAMED_HERE:
        assert strings(ROOT / name) & NAMES, f"{name} names no ruleset any more"
