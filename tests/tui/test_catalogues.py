"""The catalogues: kept by tools/messages.py, and what a translation must hold to."""

from __future__ import annotations

import argparse
import ast
import inspect
import io
import re
import string
from functools import cache
from typing import Any

import pytest

from tests.tui.catalogues import ROOT, tool
from tui.catalogue import Catalogue

messages = tool()
CHINESE = tuple(messages.LANGUAGES)


@cache
def catalogue(language: str) -> list[Any]:
    found: list[Any] = messages.catalogue(language)[0]
    return found


def translated(language: str) -> list[Any]:
    return [message for message in catalogue(language) if message.text]


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


def read_as_file(po: str) -> Catalogue:
    return Catalogue(io.BytesIO(po.encode()))


def test_a_language_counts_in_its_own_forms() -> None:
    polish = read_as_file(
        r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=n==1 ? 0 : "
"n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;\n"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} karta"
msgstr[1] "{count} "
"karty"
msgstr[2] "{count} kart"

msgid "red"
msgstr "czerwony"
"""
    )
    said = [polish.ngettext("{count} card", "{count} cards", k) for k in (1, 3, 12, 22)]
    assert said == ["{count} karta", "{count} karty", "{count} kart", "{count} karty"]
    assert polish.gettext("red") == "czerwony"


def test_a_catalogue_says_what_it_has_and_leaves_the_rest() -> None:
    made = [
        messages.Message("red", text="红色"),
        messages.Message("not yet"),
        messages.Message("{count} card", "{count} cards", text="{count} 张牌"),
        messages.Message("{count} seat", "{count} seats"),
        messages.Message("draw", context="option", text="摸牌"),
    ]
    found = read_as_file(messages.po("zh_Hans", made, {"gone": "没了"}))
    assert [found.gettext(word) for word in ("red", "not yet", "gone", "draw", "")] == [
        "红色", "not yet", "gone", "draw", "",
    ]  # fmt: skip
    assert [found.ngettext("{count} card", "{count} cards", k) for k in (1, 2)] == [
        "{count} 张牌"
    ] * 2
    assert [found.ngettext("{count} seat", "{count} seats", k) for k in (1, 2)] == [
        "{count} seat", "{count} seats",
    ]  # fmt: skip
    assert [found.pgettext("option", word) for word in ("draw", "red")] == ["摸牌", "red"]


@pytest.mark.parametrize("language", CHINESE)
def test_the_file_is_up_to_date(language: str) -> None:
    """`make messages` was run since the texts or the translations changed."""
    assert messages.file(language).read_bytes() == messages.made(language)


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
    "dest= is required for options like %s", "%(prog)s: warning: %(message)s\n",
    " (default: %(default)s)",
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


@pytest.mark.parametrize("language", CHINESE)
def test_every_text_is_translated(language: str) -> None:
    """`make messages` lists what is missing."""
    missing = [
        (message.where[0], message.id) for message in catalogue(language) if not message.text
    ]
    assert missing == []


NAMES = {"UNO", "Casino", "CASINO", "TOML", "TLS", "SSH", "UTF", "ASCII", "MiB", "stdin"}
KEYS = {
    "Enter",
    "Tab",
    "Esc",
    "Space",
    "PgUp",
    "PgDn",
    "ctrl",
    "alt",
    *"abcdefghijklmnopqrstuvwxyz",
}
CARDS = {"A", "J", "Q", "K", "Td", "gs"}
TYPED = {
    "cardtui", "host", "join", "serve", "list", "show", "edit", "config", "history", "rules",
    "uno", "casino", "start", "bot", "ready", "keep", "help", "quit", "play", "capture", "new",
    "end", "mild", "on", "emote", "give", "swap", "done", "waive", "all", "off", "yes", "no",
    "true", "false",
    "easy", "normal", "hard", "auto", "ansi", "en", "zh", "Hant", "Hans", "zh_Hant",
    "zh_Hans", "shell", "verify", "chmod", "rwx", "go", "hot", "base", "note", "turned", "keys",
    "never", "NAME", "TABLE", "MATCH",
    "deck", "dealer", "discard", "hands", "pending", "called", "phase", "pools", "links",
    "fair", "scores", "sweeps", "times", "options", "players", "deal", "over", "table", "shuffle",
    "d", "turn", "game", "colour", "Unicode",
    "HOST", "PORT", "CODE", "OPTION", "VALUE", "COUNT", "SECONDS", "BURST", "EDITOR",
    "CARDTUI_", "N", "Y", "M", "localhost", "IPv",
}  # fmt: skip


@cache
def stays() -> set[str]:
    """Return what is Latin in Chinese too."""
    written = messages.templates().values()
    options = {text.id for text in written if text.context in ("option", "value")}
    return NAMES | KEYS | CARDS | TYPED | options


def foreign(text: str) -> set[str]:
    """Return the English words in a translation that must not be there."""
    text = re.sub(r"\{[^}]*\}|%\(\w+\)[rs]|%[rs]|--[a-z-]+[= ]?[a-z]*", " ", text)
    return set(re.findall(r"(?<![\w#])[A-Za-z][A-Za-z_]*", text)) - stays()


@pytest.mark.parametrize("language", CHINESE)
def test_no_english_is_left(language: str) -> None:
    left = [(m.id, foreign(m.text)) for m in translated(language) if foreign(m.text)]
    assert left == []


FORBIDDEN = {
    "zh_Hant": "跳過牌 禁止 迴轉 轉向 摸 變色 捉 機器人 旁觀 檢舉 挑戰 捕獲 建造 掃桌 "
    "默認 文件 網絡 服務器 程序 信息 屏幕 鼠標 “ ”",
    "zh_Hans": "阻挡 反转 抽牌 罚抽 禁止 捉 机器人 旁观 检举 挑战 捕获 建造 扫桌 "
    "缺省 档案 网路 伺服器 程式 资讯 萤幕 预设 位址 终端机 连接端口 信道 存盘 文本档 「 」 “ ”",
}
"""What the glossary has another word for."""


@pytest.mark.parametrize("language", CHINESE)
def test_one_word_for_one_thing(language: str) -> None:
    wrong = [
        (word, message.text)
        for message in translated(language)
        for word in FORBIDDEN[language].split()
        if word in message.text
    ]
    assert wrong == []


@pytest.mark.parametrize("language", CHINESE)
def test_words_of_the_glossary_are_used(language: str) -> None:
    """Where the English has a term of the game, the Chinese has the one of the glossary."""
    wrong = [
        (english, message.id, message.text)
        for english, words in glossary(language).items()
        for message in translated(language)
        if not re.search(r"`| = |_|cardtui", message.id)
        if re.search(rf"\b{english}\b", message.id) and not any(w in message.text for w in words)
    ]
    assert wrong == []


def glossary(language: str) -> dict[str, list[str]]:
    """Return the terms that docs/GLOSSARY.md marks as fixed, and what they are called."""
    column = 2 + CHINESE.index(language)
    terms: dict[str, list[str]] = {}
    for line in (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 5 and cells[1].startswith("`"):
            terms[cells[1].strip("`")] = [word.strip() for word in cells[column].split("/")]
    assert len(terms) > 8
    return terms


@pytest.mark.parametrize("language", CHINESE)
def test_punctuation_is_chinese(language: str) -> None:
    """After a Chinese letter stands no Latin mark; a sentence ends with a full stop."""
    wrong = [
        message.text
        for message in translated(language)
        if re.search("[\u4e00-\u9fff][,;:!?]|[\u4e00-\u9fff]\\.(?!\\.)", message.text)
        or (re.search("[a-z][.]$", message.id) and not message.text.endswith(("。", "。）", "！")))
    ]
    assert wrong == []
