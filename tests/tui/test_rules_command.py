"""`cardtui rules …` as it is typed, and --rules of the commands that open a table."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.rulefile import known_rulesets
from netcore.client.shell import Client
from netcore.wire.messages import Lobby
from tests import inprocess
from tests.e2e.playing import PATIENCE, command, environment, server
from tui.rules import rulesets
from tui.text import rulelines

KANO = 'base = "kano"\nnote = "Kano without stacking."\nstack = "none"\n'


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "ours.toml").write_text(KANO, encoding="utf-8")
    return folder


def run(home: Path, *args: str, columns: int = 80) -> subprocess.CompletedProcess[str]:
    folder = {"CARDTUI_RULES_FOLDER": str(home / "rules"), "COLUMNS": str(columns)}
    return inprocess.run(["rules", *args], {**environment(home), **folder}, home)


def data(home: Path, *args: str) -> Any:
    done = run(home, *args, "--json")
    assert not done.stderr
    return json.loads(done.stdout)


# --- list and show ---


def test_list(tmp_path: Path, own: Path) -> None:
    done = run(tmp_path, "list")
    assert done.returncode == 0 and not done.stderr
    for name in (*known_rulesets(), "ours"):
        assert re.search(rf"^{name} +(UNO|Casino) +(preset|shipped|yours) +\S", done.stdout, re.M)
    assert max(map(len, done.stdout.splitlines())) <= 80
    entries = {entry["name"]: entry for entry in data(tmp_path, "list")}
    assert entries["ours"] == {
        "name": "ours",
        "game": "uno",
        "base": "kano",
        "about": "Kano without stacking.",
        "source": "own",
        "path": str(own / "ours.toml"),
    }
    assert entries["seed"]["source"] == "preset" and entries["party"]["source"] == "shipped"


def test_list_tells_of_bad_files_and_goes_on(tmp_path: Path, own: Path) -> None:
    (own / "bad.toml").write_text('base = "kano"\ndeck = 7\n', encoding="utf-8")
    (own / "official.toml").write_text(KANO, encoding="utf-8")
    (own / "latin.toml").write_bytes(b'base = "kano"\nnote = "\xe4"\n')
    done = run(tmp_path, "list")
    assert done.returncode == 0
    assert "ours" in done.stdout and "bad" not in done.stdout
    assert "bad.toml: deck: 7" in done.stderr
    assert "official.toml: the name is taken" in done.stderr
    assert "latin.toml: not a text in UTF-8" in done.stderr


@pytest.mark.parametrize("name", [*known_rulesets()])
def test_show(name: str, tmp_path: Path) -> None:
    done = run(tmp_path, "show", name, columns=60)
    assert done.returncode == 0 and not done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 60 and "The aim" in lines
    ruleset = known_rulesets()[name]
    usual = next(iter(ruleset.game.presets))
    assert (f"Differs from {usual} in" in done.stdout) is (name != usual)


def test_show_json(tmp_path: Path, own: Path) -> None:
    shown = data(tmp_path, "show", "ours")
    assert shown["base"] == "kano" and shown["options"]["stack"] == "none"
    assert "stack" not in shown["differs"] and shown["differs"]["deck"] == 112
    assert shown["rulebook"][0]["title"] == "The aim"


def test_letters_where_suits_cannot_be_shown(tmp_path: Path) -> None:
    done = subprocess.run(
        command("rules", "show", "seed"),
        env={**environment(tmp_path), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0 and "10D: 2 points." in done.stdout


def test_who_reads_may_stop_reading(tmp_path: Path) -> None:
    with subprocess.Popen(
        command("rules", "show", "kano"),
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE) == 141


# --- diff ---


@pytest.mark.parametrize("game", [*GAMES])
def test_diff(game: str, tmp_path: Path) -> None:
    usual, *others = GAMES[game].presets
    for other in others:
        found = data(tmp_path, "diff", usual, other)
        options = {row["option"]: row["b"] for row in found["options"]}
        assert all(row["meaning"] and row["a"] != row["b"] for row in found["options"])
        lines = run(tmp_path, "diff", usual, other).stdout.splitlines()
        assert {line.split()[0] for line in lines[1:] if line[0] != " "} == set(options)


def test_no_difference(tmp_path: Path) -> None:
    assert "the same rules" in run(tmp_path, "diff", "seed", "seed").stdout
    assert data(tmp_path, "diff", "seed", "seed")["options"] == []


def test_games_cannot_be_compared(tmp_path: Path) -> None:
    done = run(tmp_path, "diff", "seed", "official")
    assert done.returncode == 2 and "cannot be compared" in done.stderr and not done.stdout


# --- check ---


@pytest.mark.parametrize("where", ["ours", "rules/ours.toml", "./rules/ours.toml"])
def test_a_good_file(where: str, tmp_path: Path, own: Path) -> None:
    done = run(tmp_path, "check", where)
    assert done.returncode == 0 and "good rules for UNO" in done.stdout and not done.stderr
    assert data(tmp_path, "check", where) == {
        "file": where, "good": True, "game": "uno", "base": "kano",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "option", "reason"),
    [
        ("stack = ", None, "not TOML"),
        ("", "base", "it is missing"),
        ('base = "nobody"', "base", "'nobody' is not one of official"),
        ('base = ["kano"]', "base", "is not one of"),
        ('base = "kano"\nnote = 1', "note", "not a text"),
        ('base = "kano"\ndeck = 100', "deck", "100 is not one of 108, 112"),
        ('base = "kano"\nstak = "up"', "stak", "there is no such option"),
        ('base = "seed"\nstack = "up"', "stack", "there is no such option"),
        ('base = "seed"\nsweeps = 6', "sweeps", "from 0 to 5"),
        ('base = "official"\ndeflect = true', "deflect", "never a penalty to deflect"),
        ('base = "crystal"\ncatch_from = "after_next"', "catch_from", "nobody could ever"),
        (
            'base = "official"\nhand_size = 50\nfirst_card_back = ["s", "r", "+2", "w", "w+4"]',
            "hand_size",
            "not even two players",
        ),
    ],
)
def test_a_bad_file(content: str, option: str | None, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content, encoding="utf-8")
    done = run(tmp_path, "check", "bad.toml")
    assert done.returncode == 1 and not done.stdout
    assert done.stderr.startswith("cardtui: bad.toml: ") and reason in done.stderr
    assert len(done.stderr.splitlines()) == 1
    judged = run(tmp_path, "check", str(path), "--json")
    assert judged.returncode == 1 and not judged.stderr
    found = json.loads(judged.stdout)
    assert (found["good"], found["option"]) == (False, option) and reason in found["reason"]
    if option != "hand_size":
        assert run(tmp_path, "show", "bad.toml").returncode == 1


def test_a_typo_of_an_option(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('base = "kano"\nstak = "up"', encoding="utf-8")
    assert "Did you mean stack?" in run(tmp_path, "check", "bad.toml").stderr


# --- names that are none ---


@pytest.mark.parametrize("args", [("show", "Krano"), ("diff", "kano", "krano"), ("check", "krano")])
def test_a_typo_of_a_name(args: tuple[str, ...], tmp_path: Path) -> None:
    done = run(tmp_path, *args)
    assert done.returncode == 2 and not done.stdout
    assert "Did you mean kano?" in done.stderr


def test_the_own_files_are_suggested_too(tmp_path: Path, own: Path) -> None:
    assert "Did you mean ours?" in run(tmp_path, "show", "our").stderr
    assert "There are: official, minus" in run(tmp_path, "show", "zzzzzz").stderr
    shown = run(tmp_path, "show", "Casino").stderr
    assert "casino is a game, and its rules are: seed, royal" in shown and "--game" not in shown


def test_without_more_words_it_lists(tmp_path: Path) -> None:
    alone = run(tmp_path)
    assert alone.returncode == 0 and alone.stdout == run(tmp_path, "list").stdout


@pytest.mark.parametrize("path", ["none.toml", "no/such", "."])
def test_a_file_that_is_not_there(path: str, tmp_path: Path) -> None:
    done = run(tmp_path, "check", path)
    assert done.returncode == 2 and "Traceback" not in done.stderr and done.stderr


@pytest.mark.parametrize("args", [("show",), ("diff", "kano"), ("dance",)])
def test_usage(args: tuple[str, ...], tmp_path: Path) -> None:
    done = run(tmp_path, *args)
    assert done.returncode == 2 and "usage: cardtui rules" in done.stderr


def test_every_preset_has_its_line() -> None:
    names = [name for game in GAMES.values() for name in game.presets]
    assert list(rulelines.PRESETS) == names


def test_the_folder_of_own_rules(tmp_path: Path) -> None:
    assert rulesets.folder({"CARDTUI_RULES_FOLDER": str(tmp_path)}) == tmp_path
    assert rulesets.folder({}).parts[-2:] == ("cardtui", "rules")


# --- tables by such rules ---


async def lobby_at(port: int) -> Lobby:
    client = await Client.connect("127.0.0.1", port, name="Ann")
    try:
        async with asyncio.timeout(PATIENCE):
            async for event in client:
                if isinstance(event, Lobby):
                    return event
    finally:
        await client.close()
    raise AssertionError("no lobby came")


@pytest.mark.parametrize("name", ["ours", "rules/ours.toml"])
async def test_a_table_by_a_file(
    name: str, tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_RULES_FOLDER", str(own))
    monkeypatch.chdir(tmp_path)
    async with server(tmp_path, "--rules", name, "--set", "rounds=3") as port:
        lobby = await lobby_at(port)
    assert (lobby.game, lobby.preset) == ("uno", "kano")
    assert lobby.options == {"stack": "none", "rounds": 3}


async def test_the_rules_tell_the_game(tmp_path: Path) -> None:
    async with server(tmp_path, "--rules", "pagat") as port:
        assert (await lobby_at(port)).game == "casino"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--rules", "krano"), "Did you mean kano?"),
        (("--game", "uno", "--rules", "pagat"), "is for the game casino"),
        (("--game", "casino", "--rules", "krano"), "There are: seed, royal, plain, pagat, spade,"),
        (
            ("--rules", "casino"),
            "seed, royal, plain, pagat, spade, draw, partners. To play it: --game casino.",
        ),
        (("--rules", "none.toml"), "none.toml: No such file"),
    ],
)
def test_tables_that_cannot_be(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    env = {**environment(tmp_path), "CARDTUI_RULES_FOLDER": str(tmp_path)}
    for opens in (("serve", "--port", "0"), ("play", "--plain")):
        done = inprocess.run([*opens, *args], env, tmp_path)
        assert done.returncode == 2 and said in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
