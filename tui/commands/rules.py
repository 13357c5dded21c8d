"""`cardtui rules list|show|diff|check`: sets of rules read, compared and checked.

Exit 0: fine. 1: a file of rules is bad. 2: there are no such rules. Data goes to stdout, messages
to stderr; `--json` gives the same data to programs.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

from rich.cells import cell_len

from engine.game import BadRules
from engine.games import GAMES
from engine.options import differences
from engine.rulefile import Ruleset
from tui.commands import exits
from tui.drawing.canvas import wrap
from tui.i18n import later, perhaps, t
from tui.rules import rulesets
from tui.rules.rulebook import Section, rulebook
from tui.terminal import letters
from tui.text import rulelines, rulewords, words
from tui.text.refusals import reworded

LEAST_WIDTH: Final = 30
MOST_WIDTH: Final = 100
"""Longer lines are hard to read, however wide the terminal is."""

_OPTION: Final = re.compile(r"([a-z0-9_]+)(?=:| = | with | without | and )")
"""How a reason begins that names an option."""


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    words.use_letters(not letters.can_write(words.SUITS))
    try:
        return _run(args, rulesets.folder())
    except rulesets.NoRules as error:
        exits.complain(str(error))
        return exits.USAGE
    except BadRules as error:
        exits.complain(reworded(error))
        return exits.FAILED


def _run(args: argparse.Namespace, own: Path) -> int:
    match args.what:
        case "list" | None:
            return _list(own, args.json)
        case "show":
            return _show(rulesets.find(args.name, own), args.json)
        case "diff":
            return _diff(rulesets.find(args.a, own), rulesets.find(args.b, own), args.json)
        case _:
            return _check(args.file, own, args.json)


# --- list ---------------------------------------------------------------------------------


def _list(own: Path, as_json: bool) -> int:
    """Name all there are. A bad file of the player's own is told of, and is no failure."""
    entries = list(rulesets.listed(own))
    good = [(entry, entry.ruleset) for entry in entries if entry.ruleset is not None]
    good.sort(key=lambda pair: list(GAMES).index(pair[1].game.name))
    if as_json:
        _print_json([_entry(entry, ruleset) for entry, ruleset in good])
    else:
        rows = [
            (
                ruleset.name,
                words.game(ruleset.game.name),
                _source(entry),
                rulelines.in_a_line(ruleset),
            )
            for entry, ruleset in good
        ]
        _print_table((t("name"), t("game"), t("source"), t("what it is")), rows)
    for entry in entries:
        if entry.wrong:
            exits.complain(entry.wrong)
    return exits.OK


def _entry(entry: rulesets.Listed, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "name": ruleset.name,
        "game": ruleset.game.name,
        "base": ruleset.base,
        "about": rulelines.in_a_line(ruleset),
        "source": entry.source,
        "path": str(entry.path) if entry.path else None,
    }


def _source(entry: rulesets.Listed) -> str:
    match entry.source:
        case "preset":
            return t("preset")
        case "shipped":
            return t("shipped")
        case "own":
            return t("yours")


# --- show ---------------------------------------------------------------------------------


def _show(ruleset: Ruleset, as_json: bool) -> int:
    words.use_call(ruleset.base)
    sections = rulebook(ruleset.game.name, ruleset.rules)
    if as_json:
        usual = ruleset.game.presets[rulewords.usual(ruleset.game.name)]
        _print_json(
            {
                "name": ruleset.name,
                "game": ruleset.game.name,
                "base": ruleset.base,
                "note": ruleset.note,
                "options": asdict(ruleset.rules),
                "differs": differences(usual, ruleset.rules),
                "rulebook": [asdict(section) for section in sections],
            }
        )
        return exits.OK
    for line in _book(ruleset, sections, _width()):
        print(line)
    return exits.OK


def _book(ruleset: Ruleset, sections: Sequence[Section], width: int) -> Iterator[str]:
    """Yield the lines of the rulebook."""
    title = words.preset(ruleset.name)
    called = title if title == ruleset.name else f"{title} ({ruleset.name})"
    yield from wrap(t("{game}: {name}", game=words.game(ruleset.game.name), name=called), width)
    if ruleset.note:
        yield from wrap(perhaps(ruleset.note), width)
    if ruleset.name != rulewords.usual(ruleset.game.name):
        yield from wrap(words.sentence(rulelines.differing(ruleset)), width)
    for section in sections:
        yield ""
        yield from wrap(section.title, width)
        for sentence in section.sentences:
            first, *more = wrap(sentence, width - 4)
            yield f"  - {first}"
            yield from [f"    {line}" for line in more]


# --- diff ---------------------------------------------------------------------------------


def _diff(a: Ruleset, b: Ruleset, as_json: bool) -> int:
    if a.game.name != b.game.name:
        exits.complain(
            t(
                "{a} is for {one}, {b} for {other}: they cannot be compared",
                a=a.name,
                b=b.name,
                one=words.game(a.game.name),
                other=words.game(b.game.name),
            )
        )
        return exits.USAGE
    meanings = {field.name: field.metadata["help"] for field in fields(a.rules)}
    differing = [
        (name, getattr(a.rules, name), value, t(meanings[name]))
        for name, value in differences(a.rules, b.rules).items()
    ]
    if as_json:
        keys = ("option", "a", "b", "meaning")
        options = [dict(zip(keys, row, strict=True)) for row in differing]
        _print_json({"game": a.game.name, "a": a.name, "b": b.name, "options": options})
    elif not differing:
        print(t("{a} and {b} are the same rules.", a=a.name, b=b.name))
    else:
        rows = [
            (name, rulelines.spelled(one), rulelines.spelled(other), meaning)
            for name, one, other, meaning in differing
        ]
        _print_table((t("option"), a.name, b.name, t("meaning")), rows)
    return exits.OK


# --- check --------------------------------------------------------------------------------


def _check(name: str, own: Path, as_json: bool) -> int:
    """Say whether a file (or whatever has that name) is a good set of rules."""
    try:
        ruleset = rulesets.read(Path(name)) if Path(name).is_file() else rulesets.find(name, own)
        _check_seats(ruleset, Path(name))
    except rulesets.BadFile as error:
        if as_json:
            _print_json({"file": name, "good": False, **_reason(error.reason)})
        else:
            exits.complain(f"{name}: {error.said}{_perhaps(error.reason)}")
        return exits.FAILED
    if as_json:
        _print_json({"file": name, "good": True, "game": ruleset.game.name, "base": ruleset.base})
        return exits.OK
    least, most = ruleset.game.seat_range(ruleset.rules)
    text = t(
        "{name}: good rules for {game}, {least} to {most} players; {differing}",
        name=name,
        game=words.game(ruleset.game.name),
        least=least,
        most=most,
        differing=rulelines.differing(ruleset),
    )
    for line in wrap(text, _width()):
        print(line)
    return exits.OK


def _reason(text: str) -> dict[str, str | None]:
    """Divide a reason into the option it names and what is wrong with it."""
    option = _OPTION.match(text)
    if option is None:
        return {"option": None, "reason": text}
    return {"option": option[1], "reason": text.removeprefix(f"{option[1]}: ")}


def _check_seats(ruleset: Ruleset, path: Path) -> None:
    """Raise BadFile when nobody could play by these rules."""
    least, most = ruleset.game.seat_range(ruleset.rules)
    if most < least:
        reason = later("hand_size: not even two players can be dealt in from this deck")
        raise rulesets.BadFile(path, t(reason), reason)


def _perhaps(reason: str) -> str:
    """Return which option was perhaps meant by one that there is not."""
    from difflib import get_close_matches

    name, _, why = reason.partition(": ")
    if why != "there is no such option":
        return ""
    kinds = [next(iter(game.presets.values())) for game in GAMES.values()]
    options = [field.name for rules in kinds for field in fields(rules)]
    near = get_close_matches(name, options, 1)
    return f". {t('Did you mean {near}?', near=near[0])}" if near else ""


# --- paper --------------------------------------------------------------------------------


def _width() -> int:
    return min(max(shutil.get_terminal_size().columns, LEAST_WIDTH), MOST_WIDTH)


def _print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns; the last one is wrapped, below the others where there is no room."""
    width = _width()
    columns = [max(map(cell_len, column)) for column in zip(head, *rows, strict=True)][:-1]
    indent = sum(columns) + 2 * len(columns)
    for row in (head, *rows):
        cells = zip(row[:-1], columns, strict=True)
        line = "".join([cell + " " * (size + 2 - cell_len(cell)) for cell, size in cells])
        if width - indent >= LEAST_WIDTH:
            first, *more = wrap(row[-1], width - indent)
            print((line + first).rstrip())
        else:
            more = wrap(row[-1], width - 4)
            print(line.rstrip())
        for text in more:
            print(" " * (indent if width - indent >= LEAST_WIDTH else 4) + text)


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))
