"""docs/RULES.md is what the code says, and each option is read by one function."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tooling import tool

ROOT = Path(__file__).resolve().parent.parent


rules_doc = tool("rules_doc")


def test_the_document_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "rules_doc.py"), "--check"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", ["uno", "casino"])
def test_each_option_is_read_by_one_function(game: str) -> None:
    readers = rules_doc.readers(game)
    assert readers
    assert {option: by for option, by in readers.items() if len(by) != 1} == {}


def test_reads_are_found_however_the_rules_are_reached() -> None:
    code = "def f(rules, view):\n    return rules.a, view.rules.b, view.state.rules.c.d, view.e"
    ((name, function),) = rules_doc._functions(ast.parse(code))
    assert name == "f"
    assert sorted(rules_doc._reads(function, own=False)) == ["a", "b", "c"]


def test_everything_is_there() -> None:
    document = rules_doc.DOCUMENT.read_text(encoding="utf-8")
    for game in ("uno", "casino"):
        for option in rules_doc.options(game):
            assert document.count(f"\n| `{option.name}` |") >= 1
    assert rules_doc.DECISIONS.read_text(encoding="utf-8").strip() in document
    assert len(rules_doc.refused()) == 10
