"""The command line as data: commands, options and words, read off the argparse parser.

Hides: argparse's insides, which have no public face. Completion scripts and the manual page are
made from this, so they say what the parser does. Pure.
"""

from __future__ import annotations

import argparse
from argparse import SUPPRESS
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_FILES: Final = ("FILE",)
_FOLDERS: Final = ("FOLDER",)


@dataclass(frozen=True, slots=True)
class Word:
    """An option, or a word that has a place of its own.

    Attributes:
        flags: Of an option: `-v`, `--verbose`; empty for a word.
        value: What stands for its value in the help; empty where it takes none.
        values: The words there are; empty where it is any.
        files, folders: It is the name of one.
        many: It may be given several times.
        optional: A word, or the value of an option, that need not be there.
    """

    flags: tuple[str, ...]
    value: str
    values: tuple[str, ...]
    about: str
    files: bool = False
    folders: bool = False
    many: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command, or what stands before any (`path` is empty)."""

    path: tuple[str, ...]
    about: str
    options: tuple[Word, ...]
    words: tuple[Word, ...]
    commands: tuple[Command, ...]

    def all(self) -> Iterator[Command]:
        """Yield this command and those below it."""
        yield self
        for command in self.commands:
            yield from command.all()


def grammar(
    parser: argparse.ArgumentParser, known: Mapping[str, Sequence[str]] | None = None
) -> Command:
    """Return what a parser takes; what it keeps to itself is left out.

    Args:
        parser: The parser.
        known: Words that it does not list, by the flag or the value's name they may stand for.
    """
    return _command((), parser.description or "", parser, known or {})


def _command(
    path: tuple[str, ...],
    about: str,
    parser: argparse.ArgumentParser,
    known: Mapping[str, Sequence[str]],
) -> Command:
    options: list[Word] = []
    words: list[Word] = []
    below: list[Command] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {choice.dest: choice.help or "" for choice in action._choices_actions}
            below += [
                _command((*path, name), said.get(name, ""), sub, known)
                for name, sub in action.choices.items()
            ]
        elif action.help is not SUPPRESS:
            (options if action.option_strings else words).append(_word(action, known))
    return Command(path, about, tuple(options), tuple(words), tuple(below))


def _word(action: argparse.Action, more: Mapping[str, Sequence[str]]) -> Word:
    takes = action.nargs != 0 and not isinstance(action, argparse.BooleanOptionalAction)
    value = _value(action) if takes else ""
    known = [str(one) for one in action.choices or ()]
    if not known and "|" in value:
        known = value.split("|")
    for name in (*action.option_strings, *([] if action.option_strings else [value])):
        known += more.get(name, ())
    return Word(
        tuple(action.option_strings),
        value,
        tuple(known),
        (action.help or "") % {"prog": "cardtui", "default": action.default},
        files=value in _FILES,
        folders=value in _FOLDERS,
        many=action.nargs in ("+", "*") or isinstance(action, argparse._AppendAction),
        optional=action.nargs in ("?", "*"),
    )


def _value(action: Any) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    if action.choices:
        return "|".join(map(str, action.choices))
    return str(action.dest).upper()
