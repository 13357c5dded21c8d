"""Write docs/cardtui.1, the manual page, from the command line's own grammar and the settings.

    python tools/man_page.py [--check]        --check: only say whether it is up to date

Hides: troff. The page is English, as manual pages are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tui import __version__, commandline, i18n, settings  # noqa: E402
from tui.grammar import Command, Word, grammar  # noqa: E402

PAGE: Final = ROOT / "docs" / "cardtui.1"
_DESCRIPTION: Final = """\
.B cardtui
alone opens a menu: play against bots, host a table for friends, join one, change the settings.
Everything is played from the keyboard on one screen; the prompt line says what is expected and what
Enter does, and
.B ?
shows all keys and the rules of the table.
.PP
A friend on the same network joins with the line that the host's lobby shows. Over SSH, type
.B cardtui join localhost
on the machine that hosts. Where there is no terminal for a screen, or a screen reader,
.B --plain
plays in lines of text.
"""
_EXITS: Final = {
    "0": "All is well.",
    "1": "It failed.",
    "2": "A wrong word on the command line or in the settings, or no terminal.",
    "3": "Nobody was there, or no connection could be made.",
    "4": "The other side is of a version that cannot be talked to.",
    "5": "It was refused: by the table, or since there is no such table or match.",
    "130, 129, 143": "After Ctrl-C, a lost terminal, SIGTERM.",
    "141": "Nobody reads what is written.",
}
_FILES: Final = {
    "~/.config/cardtui/config.toml": "The settings. cardtui config edit writes it once, with every "
    "line a comment, and nothing changes it again.",
    "~/.local/state/cardtui/chosen.toml": "What was chosen on the settings screen.",
    "~/.local/state/cardtui/log/cardtui.log": "The log, of half a megabyte at most; the one before "
    "it is beside it.",
}


def page() -> str:
    """Return the manual page."""
    i18n.use("en")
    root = grammar(commandline.parser())
    return "\n".join(
        [
            '.\\" Made by tools/man_page.py from the grammar of the command line.',
            f'.TH CARDTUI 1 "" "cardtui {__version__}" "User Commands"',
            ".SH NAME",
            "cardtui \\- UNO and Casino in the terminal, with friends on the same network",
            ".SH SYNOPSIS",
            *_synopsis(root),
            ".SH DESCRIPTION",
            *_DESCRIPTION.strip().splitlines(),
            ".SH COMMANDS",
            *_commands(root),
            ".SH OPTIONS",
            "Before any command, and after those that play:",
            *_words(root.options),
            ".SH ENVIRONMENT",
            *_environment(),
            ".SH FILES",
            "Where the system keeps such files elsewhere,",
            _bold("cardtui doctor"),
            "names them.",
            *_table(_FILES),
            ".SH EXIT STATUS",
            *_table(_EXITS),
            "",
        ]
    )


def _synopsis(root: Command) -> Iterator[str]:
    yield _bold("cardtui")
    yield _roman("[OPTION]...")
    for command in root.commands:
        yield ".br"
        yield _bold(f"cardtui {command.path[0]}")
        yield _roman(_form(command))


def _form(command: Command) -> str:
    below = "|".join(sub.path[-1] for sub in command.commands)
    words = [below] if below else []
    for word in command.words:
        shown = f"{word.value}..." if word.many else word.value
        words.append(f"[{shown}]" if word.optional else shown)
    return " ".join(["[OPTION]...", *words])


def _commands(root: Command) -> Iterator[str]:
    common = {word.flags for word in root.options}
    for command in root.all():
        if not command.path:
            continue
        yield ".SS " + _escaped(f"cardtui {' '.join(command.path)}")
        yield _roman(command.about[:1].upper() + command.about[1:] + ".")
        yield from _words([*command.words, *command.options], common)


def _words(words: object, without: object = ()) -> Iterator[str]:
    assert isinstance(words, list | tuple) and isinstance(without, set | tuple)
    for word in words:
        assert isinstance(word, Word)
        if word.flags and (word.flags in without or word.flags[0] == "-h"):
            continue
        flags = ", ".join(f"\\fB{_escaped(flag)}\\fR" for flag in word.flags)
        shown = f"[{word.value}]" if word.flags and word.optional else word.value
        value = f"\\fI{_escaped(shown)}\\fR" if shown else ""
        yield ".TP"
        yield " ".join(filter(None, (flags, value)))
        assert word.about, word
        yield _roman(word.about)


def _environment() -> Iterator[str]:
    yield "A flag goes before its variable, a variable before the file of settings:"
    for name, about in settings.TABLE.items():
        yield from (".TP", f"\\fB{settings.variable(name)}\\fR", _roman(about.text()))
    yield from (
        ".TP",
        "\\fBCARDTUI_CODE\\fR",
        "the join code for host, serve and join, where no other is given",
    )
    yield from (".TP", "\\fBCARDTUI_CONFIG\\fR", "the file of settings to read instead")
    yield from (
        ".TP",
        "\\fBNO_COLOR\\fR",
        "the same as CARDTUI_COLORS=never, where that is not set",
    )
    yield from (".TP", "\\fBVISUAL\\fR, \\fBEDITOR\\fR", "what cardtui config edit opens")


def _table(rows: dict[str, str]) -> Iterator[str]:
    for head, about in rows.items():
        yield from (".TP", f"\\fB{_escaped(head)}\\fR", _roman(about))


def _bold(text: str) -> str:
    return f".B {_escaped(text)}"


def _roman(text: str) -> str:
    line = _escaped(" ".join(text.split()))
    return f"\\&{line}" if line[:1] in (".", "'") else line


def _escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")


def main() -> int:
    """Write the page, or say that it is not up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    made = page()
    if parser.parse_args().check:
        return int(PAGE.read_text(encoding="utf-8") != made)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
