"""The screens in Chinese: nothing that must be read is cut at 60 columns, in either script."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unicodedata import east_asian_width

import pytest
from rich.cells import cell_len

from engine.uno.cards import parse_card
from netcore.wire import messages as m
from tests.tui.catalogues import tool
from tests.tui.driving import press
from tests.tui.settled import shows, text
from tests.tui.terminal import Terminal
from tests.tui.tuitable import CASINO, FakeTable, finished
from tui import i18n
from tui.app import CardApp
from tui.boards.base import Prompt
from tui.drawing import pictures
from tui.drawing.canvas import wrap
from tui.keymap import KEYMAP
from tui.plain.teller import Teller
from tui.room import Room
from tui.screens.rulebooks import RulebooksScreen
from tui.text import words

SEAT: Any = SimpleNamespace(host=False, seat=0, lobby=None, name="Ann", view=None)
CHINESE = tuple(tool().LANGUAGES)
SMALL = (60, 20)
WORDS = {"zh_Hant": ("l 紀錄", "/ 聊天", "? 說明"), "zh_Hans": ("l 记录", "/ 聊天", "? 帮助")}


@pytest.fixture(params=CHINESE)
def language(request: pytest.FixtureRequest, english: None) -> Iterator[str]:
    """Speak Chinese in this test."""
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the prompts that did not fit where they were drawn."""
    found: list[str] = []
    draw = pictures.prompt

    def prompt(width: int, height: int, said: Prompt) -> Any:
        if width >= SMALL[0] and height and len(wrap(said.text, width - 5)) > height:
            found.append(f"{height} lines: {said.text}")
        return draw(width, height, said)

    monkeypatch.setattr(pictures, "prompt", prompt)
    return found


def test_labels_of_keys_are_short(language: str) -> None:
    long = {key.text() for key in KEYMAP if cell_len(key.text()) > 8}
    assert long == set()


@pytest.mark.parametrize("preset", ["official", "kano", "street", "crystal"])
async def test_no_prompt_of_uno_is_cut(language: str, preset: str, cut: list[str]) -> None:
    luck = random.Random(preset)
    table = FakeTable("uno", preset, seats=4, seed=3)
    app = CardApp(table.connect)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "enter")
        for _ in range(60):
            key = luck.choice(
                ("enter", "enter", "right", "d", "p", "u", "c", "x", "j", "h", "1", "r")
            )
            await pilot.press(key)
        assert all(word in text(app) or "?" in text(app) for word in WORDS[language])
    assert cut == []


@pytest.mark.parametrize("preset", ["seed", "plain", "partners"])
async def test_no_prompt_of_casino_is_cut(language: str, preset: str, cut: list[str]) -> None:
    luck = random.Random(preset)
    table = FakeTable("casino", preset, seats=4, seed=3)
    app = CardApp(table.connect)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "enter")
        for _ in range(60):
            keys = ("enter", "right", "a", "e", "f", "g", "o", "b", "v", "t", "escape", "h", "2")
            await pilot.press(luck.choice(keys))
    assert cut == []


@pytest.mark.parametrize("game", ["uno", "casino"])
async def test_the_ways_to_everything_are_in_the_footer(language: str, game: str) -> None:
    table = FakeTable(game, seats=2)
    table.quiet = True
    hands = ("g+2 g+2 w+4", "r1 y2 g3")
    table.place(
        **(CASINO if game == "casino" else {"hands": hands, "discard": "* g7", "turn": "p1"})
    )
    app = CardApp(table.connect)
    async with app.run_test(size=SMALL) as pilot:
        for key in ("right", "e", "o", "left"):
            await press(pilot, key)
            footer = text(app).splitlines()[-1]
            assert WORDS[language][-1] in footer, footer


async def test_the_lobby_the_rules_and_the_help(language: str, cut: list[str]) -> None:
    table = FakeTable("uno", seats=4)
    app = CardApp(table.connect)
    async with app.run_test(size=SMALL) as pilot:
        for key in [
            "x",
            "escape",
            "e",
            "down",
            "right",
            "enter",
            "question_mark",
            "escape",
            "escape",
        ]:
            await press(pilot, key)
            assert not any(cell_len(line) > SMALL[0] for line in text(app).splitlines())
    assert cut == []


@pytest.mark.parametrize(("game", "seats"), [("uno", 3), ("casino", 2), ("casino", 4)])
async def test_the_result(language: str, game: str, seats: int, cut: list[str]) -> None:
    app = CardApp(finished(game, seats=seats).connect)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "enter")
        shown = text(app)
        assert {"zh_Hant": "總分", "zh_Hans": "总分"}[language] in shown
        assert "…" not in shown, shown
    assert cut == []


def test_no_letter_is_of_unsure_width(language: str) -> None:
    """Where Chinese is read, signs like “ and … are two cells wide on some terminals."""
    unsure = {
        message.text
        for message in tool().catalogue(language)[0]
        if any(east_asian_width(letter) == "A" for letter in message.text)
    }
    assert unsure == set()


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("zh_TW.UTF-8", "玩 UNO", "結束"),
        ("zh_CN.UTF-8", "玩 UNO", "马上"),
        ("zh_HK", "玩 UNO", "馬上"),
    ],
)
def test_the_system_says_which_chinese(lang: str, first: str, second: str, tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "tui", "--name", "小明"]
    with Terminal(argv, env={"LANG": lang, "PYTHONUTF8": "1", "HOME": str(tmp_path)}) as terminal:
        terminal.until(lambda text: first in text and second in text)
        terminal.send("q")


def test_argparse_speaks_chinese(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    from tui import __main__ as cli

    lang = language.replace("_", "-")
    with pytest.raises(SystemExit):
        cli.main(["--lang", lang, "host", "--help"])
    shown = capsys.readouterr().out
    assert {"zh_Hant": "用法：", "zh_Hans": "用法："}[language] in shown
    assert "show this help" not in shown and "options:" not in shown
    usage = shown.split("\n\n")[0].splitlines()
    assert len(usage) > 2
    below = cell_len(usage[0].split("[")[0])
    assert {len(line) - len(line.lstrip()) for line in usage[1:]} == {below}
    assert not [line for line in shown.splitlines() if line.endswith(":")]
    assert max(map(cell_len, shown.splitlines())) <= 80
    with pytest.raises(SystemExit):
        cli.main(["--lang", lang, "play", "--seats"])
    assert {"zh_Hant": "引數", "zh_Hans": "参数"}[language] in capsys.readouterr().err


def test_at_a_table_of_kano_and_king_another_word_is_called(language: str) -> None:
    word = {"zh_Hant": "卡諾", "zh_Hans": "卡诺"}[language]
    room = Room()
    room.take(m.Lobby("t", "lobby", False, "uno", "kano", {}, (), (), None, 0, 60), 0.0)
    assert i18n.t("You call UNO!") == f"你喊{word}！"
    assert i18n.t("UNO!") == f"{word}！"
    assert words.game("uno") == "UNO" and words.preset("crystal") == "水晶 UNO"
    room.take(m.Lobby("t", "lobby", False, "uno", "street", {}, (), (), None, 0, 60), 0.0)
    assert i18n.t("You call UNO!") == "你喊 UNO！"


def test_so_it_is_in_lines_of_text(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    teller = Teller(SEAT, False)
    lobby = m.Lobby("t", "lobby", False, "uno", "kano", {}, (), (), None, 0, 60)
    teller.tell(lobby)
    assert i18n.t("You call UNO!") == {"zh_Hant": "你喊卡諾！", "zh_Hans": "你喊卡诺！"}[language]
    teller.tell(replace(lobby, preset="street"))
    assert i18n.t("You call UNO!") == "你喊 UNO！"


def test_latin_signs_stand_apart_but_for_the_face_of_a_card(language: str) -> None:
    red, black = words.uno_card(parse_card("r+2")), words.uno_card(parse_card("w+4"))
    assert (red[1:], black) == ("+2", "+4")
    assert i18n.t("Enter plays {cards}.", cards=red) == f"Enter 出{red}。"
    assert i18n.t("Enter plays {cards}.", cards=black) == "Enter 出 +4。"


def test_a_replay_is_played_and_not_a_card(language: str) -> None:
    said = {key.id: key.text() for key in KEYMAP if "replay" in key.where}
    assert (said["play"], said["unstep"], said["step"]) == ("播放", "上一步", "下一步")


async def test_rulesets_that_come_along_are_described(language: str) -> None:
    app = CardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(RulebooksScreen(app.ctx))
        await shows(pilot, {"zh_Hant": "派對規則", "zh_Hans": "派对规则"}[language])
        assert "Official" not in text(app)
        assert {"zh_Hant": "官方規則加上", "zh_Hans": "官方规则加上"}[language] in text(app)
