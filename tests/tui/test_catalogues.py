"""The catalogues: kept by tools/messages.py, and what a translation must hold to."""

from __future__ import annotations

import argparse
import ast
import gettext
import importlib.util
import inspect
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tui import i18n

ROOT = Path(__file__).resolve().parents[2]


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", ROOT / "tools" / "messages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["messages"] = module
    spec.loader.exec_module(module)
    return module


messages = load()
CHINESE = tuple(messages.LANGUAGES)


@pytest.fixture(params=CHINESE)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak Chinese in this test."""
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


def translated(language: str) -> list[Any]:
    return [message for message in messages.catalogue(language)[0] if message.text]


# --- the tool -----------------------------------------------------------------------------------


def test_texts_are_found_where_they_are_written() -> None:
    tree = ast.parse(
        """
t("a {b}", b=1)
n("{count} card", "{count} cards", 2)
c("option", "draw")
voice.say(seat, "You win.", "{who} wins.")
TABLE = later({"key": ("one", "two"), "other": "three"})
t(variable); print("no text"); other.say("x")
"""
    )
    found = [(m.context, m.id, m.many) for m in messages.written_in(tree)]
    assert found == [
        ("", "a {b}", ""),
        ("", "{count} card", "{count} cards"),
        ("option", "draw", ""),
        ("", "You win.", ""),
        ("", "{who} wins.", ""),
        ("", "one", ""),
        ("", "two", ""),
        ("", "three", ""),
    ]


def test_a_catalogue_is_read_as_it_was_written() -> None:
    wrote = [
        messages.Message('say "hi"\n\t\\', where=["a.py"], text="說「嗨」\n"),
        messages.Message("draw", context="option", where=["b.py"], text="抽牌"),
        messages.Message("{count} card", "{count} cards", where=["b.py"], text="{count} 張牌"),
        messages.Message("not yet", where=["b.py"]),
    ]
    text = messages.po("zh_Hant", wrote, {"gone": "沒了", "option\x04gone": "也沒了"})
    assert messages.read_po(text) == {
        **{message.key: message.text for message in wrote},
        "gone": "沒了",
        "option\x04gone": "也沒了",
    }
    assert '#~ msgctxt "option"\n#~ msgid "gone"' in text


def test_gettext_reads_what_was_made(tmp_path: Path) -> None:
    made = messages.mo(
        "zh_Hans",
        [
            messages.Message("red", text="红色"),
            messages.Message("not yet"),
            messages.Message("{count} card", "{count} cards", text="{count} 张牌"),
            messages.Message("draw", context="option", text="摸牌"),
        ],
    )
    (tmp_path / "x.mo").write_bytes(made)
    with (tmp_path / "x.mo").open("rb") as file:
        found = gettext.GNUTranslations(file)
    assert found.gettext("red") == "红色"
    assert found.gettext("not yet") == "not yet"
    assert [found.ngettext("{count} card", "{count} cards", k) for k in (1, 2)] == [
        "{count} 张牌"
    ] * 2
    assert (found.pgettext("option", "draw"), found.gettext("draw")) == ("摸牌", "draw")


# --- argparse -----------------------------------------------------------------------------------

NEVER_SAID = {
    "conflicting subparser: %s", "conflicting subparser alias: %s", "positional arguments",
    ".__call__() not defined", "%(prog)r", "can't open '%(filename)s': %(error)s",
    'argument "-" with mode %r', "invalid option string %(option)r: must start with a character "
    "%(prefix_chars)r", "dest= is required for options like %r", "invalid conflict_resolution "
    "value: %r", "mutually exclusive arguments must be optional",
    "'required' is an invalid argument for positionals", "subcommands",
    "cannot have multiple subparser arguments", "cannot merge actions - two groups are named %r",
    "one of the arguments %s is required", "%r is not callable", "unknown parser %r (choices: %s)",
    "%(heading)s:", "conflicting option string: %s", "conflicting option strings: %s",
    "option '%(option)s' is deprecated", "command '%(parser_name)s' is deprecated",
    "argument '%(argument_name)s' is deprecated", "unexpected option string: %s",
    "dest= is required for options like %s",
}  # fmt: skip
"""What argparse says to programmers, or where commands are declared in ways that ours are not."""


def test_all_that_argparse_says_is_known() -> None:
    said = set()
    for node in ast.walk(ast.parse(inspect.getsource(argparse))):
        match node:
            case ast.Call(func=ast.Name(id="_" | "ngettext"), args=[ast.Constant(str(text)), *_]):
                said.add(text)
    known = {*messages.ARGPARSE, *[one for one, _ in messages.ARGPARSE_PLURALS]}
    assert said - known - NEVER_SAID == set()


# --- translations -------------------------------------------------------------------------------


def places(text: str) -> set[str]:
    """Return the places of a template, with how they are written: `{s:02}`, `{name!r}`."""
    return {
        f"{name}!{how}:{spec}" for _, name, spec, how in string.Formatter().parse(text) if name
    } | set(re.findall(r"%\(\w+\)[rs]|%[rs]", text))


@pytest.mark.parametrize("language", CHINESE)
def test_translations_have_the_places_of_their_templates(language: str) -> None:
    wrong = [
        (message.id, message.text)
        for message in translated(language)
        if places(message.text) != places(message.id) | places(message.many)
    ]
    assert wrong == []
