"""Writes docs/RULES.md: the rulebooks, every option with the function that reads it, decisions.

    python tools/rules_doc.py            writes it
    python tools/rules_doc.py --check    exit 1 when it would change

Hides: how a reader of an option is found in the code. The tables come from the options themselves,
the sentences from tui.rules.rulebook, the decisions from rules_decisions.md beside this file.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.games import GAMES  # noqa: E402
from engine.options import differences  # noqa: E402
from engine.rulefile import known_rulesets  # noqa: E402
from engine.uno.cards import FACES  # noqa: E402
from tui.rules.rulebook import rulebook  # noqa: E402
from tui.text import words  # noqa: E402

DOCUMENT: Final = ROOT / "docs" / "RULES.md"
DECISIONS: Final = Path(__file__).with_name("rules_decisions.md")
HEAD: Final = """\
<!-- Made by tools/rules_doc.py. Change the options, tui/rules/, tools/rules_decisions.md. -->

# The rules

What UNO and Casino are here: first the usual rules of each game as a player reads them (`cardtui
rules show NAME` prints the rulebook of any other set), then every option, then what was decided
where the source texts are silent. Code reads options, never names of presets, and each option is
read by one function.
"""


# --- who reads an option ------------------------------------------------------------------


def readers(game: str) -> dict[str, list[str]]:
    """Return for each option of a game the functions of the engine that read it."""
    found: dict[str, set[str]] = {option.name: set() for option in options(game)}
    for path in sorted((ROOT / "engine").rglob("*.py")):
        within = path.relative_to(ROOT).with_suffix("").parts
        if ("casino" in within) is not (game == "casino"):
            continue
        module = ".".join(within)
        for name, node in _functions(ast.parse(path.read_text(encoding="utf-8"))):
            if path.name == "rules.py" and ("." not in name or name.endswith("__post_init__")):
                continue  # judges whether the values go together, carries nothing out
            for read in _reads(node, own=path.name == "rules.py"):
                if read in found:
                    found[read].add(f"{module}.{name}")
    return {option: sorted(functions) for option, functions in found.items()}


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods of a module with their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def _reads(function: ast.FunctionDef, *, own: bool) -> Iterator[str]:
    """Yield the attributes read of `rules` or `….rules`, in the rules themselves of `self`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute):
            of = node.value
            name = of.id if isinstance(of, ast.Name) else getattr(of, "attr", "")
            if name == ("self" if own else "rules"):
                yield node.attr


# --- tables -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """One option, as its row says."""

    name: str
    values: str
    meaning: str


def options(game: str) -> list[Option]:
    """Return the options of a game in their order."""
    kind = type(_usual(game)[1])
    hints = get_type_hints(kind)
    return [
        Option(field.name, _values(hints[field.name], field), field.metadata["help"])
        for field in fields(kind)
    ]


def _usual(game: str) -> tuple[str, Any]:
    """Return the ruleset that others are compared with, and its name."""
    return next(iter(GAMES[game].presets.items()))


def _values(hint: Any, field: Field[Any]) -> str:
    if get_origin(hint) is Literal:
        return " · ".join(f"`{value}`" for value in get_args(hint))
    if hint is bool:
        return "`true` · `false`"
    if hint is int:
        least, most = field.metadata["least"], field.metadata["most"]
        return f"{least} to {most}" if most < 1_000_000 else f"{least} and more"
    return f"list of `{' '.join(FACES)}`"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{' '.join(value)}`" if isinstance(value, tuple) else f"`{value}`"


def _table(game: str) -> Iterator[str]:
    usual, rules = _usual(game)
    readers_of = readers(game)
    changes = {
        name: differences(rules, other)
        for name, other in GAMES[game].presets.items()
        if name != usual
    }
    yield f"| option | values | meaning | `{usual}` | elsewhere | read by |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for option in options(game):
        elsewhere = ", ".join(
            f"{name} {_value(changed[option.name])}"
            for name, changed in changes.items()
            if option.name in changed
        )
        functions = ", ".join(f"`{name}`" for name in readers_of[option.name])
        own = _value(getattr(rules, option.name))
        cells = (f"`{option.name}`", option.values, option.meaning, own, elsewhere, functions)
        yield f"| {' | '.join(cells)} |"


def refused() -> list[str]:
    """Return the reasons by which options of UNO exclude each other, from the code."""
    tree = ast.parse((ROOT / "engine" / "uno" / "rules.py").read_text(encoding="utf-8"))
    judge = next(node for name, node in _functions(tree) if name == "_contradictions")
    pairs = [node.elts for node in ast.walk(judge) if isinstance(node, ast.Tuple)]
    reasons = [pair[-1] for pair in pairs if len(pair) == 2]
    return [str(reason.value) for reason in reasons if isinstance(reason, ast.Constant)]


# --- the document -------------------------------------------------------------------------


def document() -> str:
    """Return docs/RULES.md as it should be."""
    lines = [HEAD.rstrip()]
    for game in GAMES:
        lines += ["", *_book(game)]
    for game in GAMES:
        lines += ["", f"## {words.game(game)}: options", "", *_table(game)]
        if game == "uno":
            lines += ["", "Refused together:", "", *[f"- {reason}" for reason in refused()]]
            lines += ["- at the table: more players than the deck has hands for"]
        else:
            lines += ["", "Refused: `partnership` with other than four players (at the table)."]
    lines += ["", "## Sets of rules that come as files", "", *_files()]
    lines += ["", DECISIONS.read_text(encoding="utf-8").rstrip()]
    return "\n".join(lines) + "\n"


def _book(game: str) -> Iterator[str]:
    usual, rules = _usual(game)
    yield f"## {words.game(game)} as in `{usual}`"
    for section in rulebook(game, rules):
        yield ""
        yield f"**{section.title}.** {' '.join(section.sentences)}"


def _files() -> Iterator[str]:
    yield "A file names a preset as its `base` and what differs from it; `cardtui rules check FILE`"
    yield "says whether it is good. These are in engine/rulesets/:"
    yield ""
    for name, ruleset in known_rulesets().items():
        if name not in ruleset.game.presets:
            changes: Mapping[str, Any] = ruleset.options
            said = ", ".join(f"`{option}` {_value(value)}" for option, value in changes.items())
            yield f"- `{name}`: {ruleset.note} (`{ruleset.base}` with {said})"


def main() -> int:
    """Write the document, or see whether it is as it should be."""
    parser = argparse.ArgumentParser(description="docs/RULES.md from the code")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if it would")
    check = parser.parse_args().check
    text = document()
    if DOCUMENT.exists() and DOCUMENT.read_text(encoding="utf-8") == text:
        return 0
    if check:
        print("docs/RULES.md is out of date: python tools/rules_doc.py", file=sys.stderr)
        return 1
    DOCUMENT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
