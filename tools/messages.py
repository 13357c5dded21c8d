"""Keeps the catalogues: finds every text of the program and updates the .po files.

    python tools/messages.py            updates tui/locale, and lists what has no translation yet
    python tools/messages.py --check    changes nothing; exit 1 when something would change

Hides: how texts are found, and how a .po file is written, which `tui.catalogue` reads. A text is
found where it is written out as the first words of `t`, `n`, `c`, `Voice.say` or of an error that
can be worded anew, anywhere inside `later(...)`, and with the options, the limits and the sets of
rules, which describe themselves. Babel would find the first kind only and brings its own data on
every language; the format takes less code than its settings.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args, get_origin, get_type_hints

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.games import GAMES  # noqa: E402
from engine.rulefile import known_rulesets  # noqa: E402
from netcore.wire.limits import Limits  # noqa: E402
from netcore.wire.messages import Level  # noqa: E402
from tui.catalogue import CONTEXT, read  # noqa: E402

LOCALE: Final = ROOT / "tui" / "locale"
LANGUAGES: Final = {"zh_Hant": "Traditional Chinese", "zh_Hans": "Simplified Chinese"}

ARGPARSE: Final = (
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "show program's version number and exit",
    "%(prog)s: error: %(message)s\n",
    "argument %(argument_name)s: %(message)s",
    "the following arguments are required: %s",
    "unrecognized arguments: %s",
    "ambiguous option: %(option)s could match %(matches)s",
    "expected one argument",
    "expected at least one argument",
    "expected at most one argument",
    "ignored explicit argument %r",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)",
    "invalid %(type)s value: %(value)r",
    "unknown parser %(parser_name)r (choices: %(choices)s)",
    "not allowed with argument %s",
)
"""What argparse itself says, in the Pythons that are promised."""
ARGPARSE_PLURALS: Final = (("expected %s argument", "expected %s arguments"),)


WORDED: Final = {
    "BadName",
    "BadNotation",
    "BadPunishments",
    "BadRules",
    "Mismatch",
    "RecordError",
    "Unproved",
    "Worded",
}
"""Errors whose first argument is a template."""


@dataclass(slots=True)
class Message:
    """One text of the program.

    Attributes:
        id: The English template.
        many: Its plural; empty where it has none.
        context: What the word is about, where one English word means several things.
        where: The files it stands in.
        text: Its translation; empty where there is none.
    """

    id: str
    many: str = ""
    context: str = ""
    where: list[str] = field(default_factory=list)
    text: str = ""

    @property
    def key(self) -> str:
        """What is looked for in a catalogue."""
        return f"{self.context}{CONTEXT}{self.id}" if self.context else self.id


class Conflict(Exception):
    """Two texts that one catalogue cannot hold."""


# --- finding texts ------------------------------------------------------------------------------


def templates() -> dict[str, Message]:
    """Return every text of the program by its key, in the order of the files."""
    return {key: replace(m, where=[*m.where]) for key, m in _written().items()}


@cache
def _written() -> dict[str, Message]:
    """Read every source: once, since tests ask many times."""
    found: dict[str, Message] = {}
    for path in sorted((ROOT / "tui").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        for message in written_in(ast.parse(path.read_text(encoding="utf-8"))):
            _add(found, message, where)
    for package in ("engine", "netcore"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for message in written_in(ast.parse(path.read_text(encoding="utf-8"))):
                _add(found, message, path.relative_to(ROOT).as_posix())
    for message, where in _described():
        _add(found, message, where)
    for text in ARGPARSE:
        _add(found, Message(text), "argparse")
    for one, many in ARGPARSE_PLURALS:
        _add(found, Message(one, many), "argparse")
    return found


def _add(found: dict[str, Message], message: Message, where: str) -> None:
    known = found.setdefault(message.key, message)
    if known.many and message.many and known.many != message.many:
        raise Conflict(f"{message.id!r} has two plurals, in {known.where[0]} and {where}")
    known.many = known.many or message.many
    if where not in known.where:
        known.where.append(where)


def written_in(tree: ast.Module) -> Iterator[Message]:
    """Yield the texts of one module, in the order of its lines."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        match _name(call.func), call.args:
            case "t", [ast.Constant(value=str(text)), *_]:
                yield Message(text)
            case "n", [ast.Constant(value=str(one)), ast.Constant(value=str(many)), *_]:
                yield Message(one, many)
            case "c", [ast.Constant(value=str(context)), ast.Constant(value=str(text)), *_]:
                yield Message(text, context=context)
            case "say", [_, ast.Constant(value=str(yours)), ast.Constant(value=str(theirs)), *_]:
                yield from (Message(yours), Message(theirs))
            case name, [ast.Constant(value=str(text)), *_] if name in WORDED:
                yield Message(text)
            case "later", [table]:
                yield from (Message(text) for text in _texts(table))
            case _:
                pass


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr if function.attr == "say" else ""
    return function.id if isinstance(function, ast.Name) else ""


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts in a table, without its keys."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Dict(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _texts(part)
        case _:
            pass


def _described() -> Iterator[tuple[Message, str]]:
    """Yield the texts that options, limits and rulesets bring along, and where they stand."""
    for game in GAMES.values():
        rules = type(next(iter(game.presets.values())))
        where = f"engine/{game.name}/rules.py"
        hints = get_type_hints(rules)
        for one in fields(rules):
            yield Message(one.name, context="option"), where
            yield Message(one.metadata["help"]), where
            if get_origin(hints[one.name]) is Literal:
                words = [word for word in get_args(hints[one.name]) if isinstance(word, str)]
                yield from ((Message(word, context="value"), where) for word in words)
        for text in _contradictions(ROOT / where):
            yield Message(text), where
    for ruleset in known_rulesets().values():
        if ruleset.note:
            yield Message(ruleset.note), f"engine/rulesets/{ruleset.name}.toml"
    for limit in fields(Limits):
        yield Message(limit.metadata["about"]), "netcore/wire/limits.py"
    for level in get_args(Level):
        yield Message(level), "netcore/wire/messages.py"


def _contradictions(path: Path) -> Iterator[str]:
    """Yield the reasons why options do not go together, as the rules name them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name == "_contradictions":
            for inner in ast.walk(node):
                match inner:
                    case ast.Tuple(elts=[_, ast.Constant(value=str(reason))]):
                        yield reason


# --- .po ----------------------------------------------------------------------------------------


def read_po(text: str) -> dict[str, str]:
    """Return the translations in a .po file, by key; what is marked out (`#~`) as well."""
    found = read(re.sub("^#~ ", "", text, flags=re.MULTILINE))
    return {key: texts[0] for key, texts in found.items() if key}


def po(language: str, messages: Iterable[Message], obsolete: Mapping[str, str]) -> str:
    """Return a .po file: the texts by file, then the translations that no text asks for."""
    blocks = [_header(language)]
    for message in messages:
        lines = [f"#: {' '.join(message.where)}"]
        if "%" in message.id and message.where == ["argparse"]:
            lines.append("#, python-format")
        elif re.search(r"\{\w", message.id):
            lines.append("#, python-brace-format")
        blocks.append("\n".join([*lines, *_entry(message)]))
    for key, text in sorted(obsolete.items()):
        context, _, id_ = key.rpartition(CONTEXT)
        lines = _entry(Message(id_, context=context, text=text))
        blocks.append("\n".join([f"#~ {line}" for line in lines]))
    return "\n\n".join(blocks) + "\n"


def _entry(message: Message) -> list[str]:
    lines = [f"msgctxt {quote(message.context)}"] if message.context else []
    lines.append(f"msgid {quote(message.id)}")
    if message.many:
        return [*lines, f"msgid_plural {quote(message.many)}", f"msgstr[0] {quote(message.text)}"]
    return [*lines, f"msgstr {quote(message.text)}"]


def _head(language: str) -> str:
    return (
        f"Project-Id-Version: cardtui\nLanguage: {language}\nMIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n"
        "Plural-Forms: nplurals=1; plural=0;\n"
    )


def _header(language: str) -> str:
    lines = "\n".join(quote(line) for line in _head(language).splitlines(keepends=True))
    return (
        f"# {LANGUAGES[language]}. The words for the rules are those of docs/GLOSSARY.md.\n"
        f'msgid ""\nmsgstr ""\n{lines}'
    )


def quote(text: str) -> str:
    """Return a text as a .po file writes it."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{text}"'


# --- both ---------------------------------------------------------------------------------------


def file(language: str) -> Path:
    """Return where the catalogue of a language lies."""
    return LOCALE / language / "LC_MESSAGES" / "cardtui.po"


def catalogue(language: str) -> tuple[list[Message], dict[str, str]]:
    """Return the texts with what the .po file says, and what it says that no text asks for."""
    path = file(language)
    known = read_po(path.read_text(encoding="utf-8")) if path.exists() else {}
    found = templates()
    for key, message in found.items():
        message.text = known.pop(key, "")
    return list(found.values()), {key: text for key, text in known.items() if text}


def made(language: str) -> bytes:
    """Return the .po file of a language as it should be."""
    return po(language, *catalogue(language)).encode()


def main() -> int:
    """Write the catalogues, or tell whether they would change."""
    parser = argparse.ArgumentParser(description="Keep the catalogues of cardtui.")
    parser.add_argument("--check", action="store_true", help="change nothing")
    check: bool = parser.parse_args().check
    stale = 0
    for language in LANGUAGES:
        path, wanted = file(language), made(language)
        if not path.exists() or path.read_bytes() != wanted:
            stale += 1
            name = path.relative_to(ROOT)
            print(f"{name} is out of date: make messages" if check else f"{name} written")
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(wanted)
        open_ = [message for message in catalogue(language)[0] if not message.text]
        for message in open_:
            print(f"{language}: {message.where[0]}: {message.id!r} has no translation")
        stale += len(open_) if check else 0
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
