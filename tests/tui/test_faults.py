"""What the system, tomllib and the engine say is wrong, in the reader's language."""

from __future__ import annotations

import ast
import errno
import inspect
import os
import socket
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from engine.game import BadRules
from engine.record import RecordError, load
from engine.replay import verify
from netcore.client import link
from netcore.journal.store import StoreError, Trouble
from netcore.wire.ruleset import rules_for, told
from tests.tui.test_catalogues import foreign
from tui import i18n
from tui.commands import exits
from tui.records.recordfile import Unreadable, read
from tui.text import faults
from tui.text.refusals import refusal, reworded


@pytest.fixture
def chinese(english: None) -> Iterator[None]:
    """Speak Chinese in this test."""
    i18n.use("zh_Hant")
    yield
    i18n.use("en")


def written(text: ast.expr) -> str:
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    return "".join(str(p.value) if isinstance(p, ast.Constant) else "X" for p in parts)


def test_all_that_tomllib_says_is_known() -> None:
    """Its messages are constants, or constants around one place."""
    said = set()
    for node in ast.walk(ast.parse(inspect.getsource(tomllib._parser))):  # type: ignore[attr-defined]
        match node:
            case ast.Call(func=ast.Name(id="suffixed_err"), args=[_, _, text]):
                said.add(written(text))
            case ast.Call(func=ast.Name(id="TOMLDecodeError"), args=[text, _, _]):  # from 3.14
                said.add(written(text))
    assert len(said) > 15
    known = {text.replace("{what}", "X") for text in faults._OF_TOML}
    assert said - known == set()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = =", "這個值不對（第 1 行第 5 字）"),
        ("a\n", "名稱後面少了 '='（第 1 行第 2 字）"),
        ("a = [1", "陣列沒有結束（在檔案結尾）"),
        ("[a.b]\n[a.b]", "a.b 不能宣告兩次（第 2 行第 5 字）"),
        ('a = "', "文字少了結尾的引號（在檔案結尾）"),
    ],
)
def test_no_toml(chinese: None, text: str, said: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    assert reworded(caught.value) == said


def test_the_system(chinese: None, tmp_path: Path) -> None:
    for number in faults._OF_THE_SYSTEM:
        assert not foreign(reworded(OSError(number, os.strerror(number)))), number
    with pytest.raises(Unreadable, match="沒有這個檔案或資料夾"):
        read(tmp_path / "none.toml")
    with pytest.raises(Unreadable, match="這是資料夾，不是檔案"):
        read(tmp_path)
    assert reworded(OSError(errno.ENOTTY, "odd")) == "odd", "what is in no table stays as it is"
    assert reworded(socket.gaierror(socket.EAI_NONAME, "?")) == "沒有這個位址"


def test_where_no_tables_can_be_kept(chinese: None) -> None:
    for trouble in get_args(Trouble):
        said = faults.of_store(StoreError("disk I/O error", trouble))
        assert foreign(said) == ({"disk", "I", "O", "error"} if trouble == "" else set()), trouble
    error = StoreError("File exists")
    error.__cause__ = OSError(errno.EEXIST, "File exists")
    assert not foreign(faults.of_store(error))


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.EHOSTUNREACH, "No route to host"), "找不到通往那台電腦的路"),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "沒有這個位址"),
    ],
)
def test_where_no_connection_comes_about(
    error: OSError, why: str, chinese: None, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = link._failed(error)
    assert failed is not None
    assert exits.connect_failed(failed.code, failed.detail, "box") == exits.NOBODY
    err = capsys.readouterr().err
    assert err == f"cardtui: box: 連不到那台機器。檢查一下位址。（{why}）\n"


RECORD = """cardtui = 1
game = "uno"
rules = "official"
players = ["A", "B"]
[[deal]]
start.hands = ["r1 r2", "g1 g2"]
start.discard = "* r5"
start.turn = "p1"
start.stock = "y1"
actions = ["p1 play r1", "p1 draw"]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cardtui = 1", "cardtui = 9", "紀錄格式是 9，這個程式只讀 1"),
        ('"uno"', '"bridge"', "game：沒有 'bridge'，只能是 uno, casino"),
        ("p1 draw", "p1 dance", "第 1 局：第 2 行：不是 UNO 的動作：'dance'"),
        ("start.turn", "start.turm", "第 1 局：start.turm：UNO 的牌局裡沒有這一項"),
        ("r1 r2", "r1 r1 r1", "第 1 局：r1：比整副牌裡的還多"),
        ("[[deal]]", "x = 1\n[[deal]]", "x：沒有這一項"),
        ("", "", "第 1 局第 2 行：p1 draw：被拒絕，not-your-turn（還沒輪到你）"),
    ],
)
def test_a_record(chinese: None, old: str, new: str, said: str) -> None:
    try:
        mismatch = verify(load(RECORD.replace(old, new))).mismatch
        assert mismatch is not None
        assert reworded(mismatch.placed()) == said
    except RecordError as error:
        assert reworded(error) == said


def test_what_a_server_says_of_rules(chinese: None) -> None:
    with pytest.raises(BadRules) as caught:
        rules_for("uno", "official", {"hand_size": 99})
    detail = told(caught.value)
    assert "hand_size: 99 is not a whole number" in str(detail["why"])
    assert "hand_size：99" in refusal("bad-rules", detail)


@pytest.mark.parametrize(
    "detail",
    [
        {"template": "{name}: there is no such option"},
        {"template": "{a.__class__}", "a": "x"},
        {"template": "{a:>999999999}", "a": "x"},
        {"template": "{", "a": "x"},
        {"template": 3},
    ],
)
@pytest.mark.parametrize("language", ["en", "zh_Hant"])
def test_a_server_fills_only_texts_of_ours(
    english: None, language: str, detail: dict[str, int | str]
) -> None:
    i18n.use(language)
    try:
        assert refusal("bad-rules", {"why": "because", **detail}).endswith("because")
    finally:
        i18n.use("en")
