"""Settings: every one from every place, who goes before whom, and what is said of wrong ones."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tui import configfile, settings
from tui.__main__ import main
from tui.commandline import parser
from tui.settings import CHOSEN, DEFAULTS, TABLE, BadSetting, from_args

OTHER: dict[str, Any] = {
    "name": "Zed",
    "lang": "zh-Hant",
    "theme": "light",
    "colors": "16",
    "symbols": "ascii",
    "sort": "number",
    "speed": "fast",
    "bell": True,
    "motion": False,
    "auto_pass": True,
    "mouse": False,
    "plain": True,
    "log_file": "/tmp/log",
}
"""A value for each setting that is not the usual one."""


def args(*words: str) -> argparse.Namespace:
    return parser().parse_args(words)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(configfile, "usual_path", lambda: tmp_path / "config.toml")
    monkeypatch.setattr(configfile, "chosen_path", lambda: tmp_path / "state" / "chosen.toml")
    return tmp_path / "config.toml"


def words(name: str, value: Any) -> list[str]:
    if TABLE[name].switch:
        return [settings.flag(name) if value else f"--no-{name.replace('_', '-')}"]
    return [settings.flag(name), str(value)]


def test_there_is_another_value_for_each() -> None:
    assert list(OTHER) == list(TABLE)
    for name, value in OTHER.items():
        assert value != getattr(DEFAULTS, name), name


@pytest.mark.parametrize("name", OTHER)
def test_flag_then_environment_then_config_then_chosen_then_usual(name: str, files: Path) -> None:
    value, usual = OTHER[name], getattr(DEFAULTS, name)
    written = settings.word(name, value)
    toml = f"{name} = {configfile._toml(value)}\n"

    def found(*line: str, **environment: str) -> tuple[Any, str | None]:
        chosen = from_args(args("play", *line), environment)
        return getattr(chosen, name), chosen.origins.get(name)

    assert found() == (usual, None)
    configfile.keep_chosen({name: value})
    assert found() == (value, CHOSEN)
    configfile.keep_chosen({name: None})
    assert found() == (usual, None)
    files.write_text(toml)
    configfile.keep_chosen({name: usual})
    assert found() == (value, "config.toml")
    files.write_text("")
    variable = settings.variable(name)
    assert found(**{variable: written}) == (value, variable)
    assert found(*words(name, value)) == (value, settings.flag(name))
    if usual is not None:
        files.write_text(toml)
        assert found(**{variable: settings.word(name, usual)}) == (usual, variable)
        assert found(*words(name, usual), **{variable: written}) == (usual, settings.flag(name))


def test_a_flag_counts_before_the_command_and_after_it(files: Path) -> None:
    assert from_args(args("--theme", "light", "play")).theme == "light"
    assert from_args(args("--theme", "light", "play", "--theme", "ansi")).theme == "ansi"
    assert from_args(args("play", "--no-color")).colors == "never"


def test_no_color_is_listened_to_and_can_be_overruled(files: Path) -> None:
    files.write_text('colors = "256"')
    assert from_args(args("play"), {"NO_COLOR": "1"}).colors == "never"
    assert from_args(args("play"), {"NO_COLOR": ""}).colors == "256"
    assert from_args(args("play", "--colors", "16"), {"NO_COLOR": "1"}).colors == "16"
    assert from_args(args("play"), {"NO_COLOR": "1", "CARDTUI_COLORS": "auto"}).colors == "auto"


def test_another_config_is_read_where_it_is_named(files: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("bell = true\ncolors = 16\n")
    assert from_args(args("play", "--config", str(other))).bell
    chosen = from_args(args("play"), {"CARDTUI_CONFIG": str(other)})
    assert chosen.bell and chosen.colors == "16"
    with pytest.raises(BadSetting, match="no such file"):
        from_args(args("play", "--config", str(tmp_path / "none")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\n\ntheme = "drk"', "config.toml:3: theme: drk: choose from dark, light"),
        ("bell = 3", "config.toml:1: bell: choose from off, on"),
        ("name = true", "config.toml:1: name: it is a text in quotes"),
        ('name = "' + "x" * 60 + '"', "too long, at most 16 cells"),
        ('# theme\nthem = "dark"', "config.toml:2: them: there is no such setting"),
        ("theme = dark", "config.toml:1: Invalid value"),
        ('a = 1\nb = "\n', "config.toml:2: "),
        ("keys = 3", "keys is a section"),
        ('[keys]\n# \ndarw = "e"', "config.toml:3: keys: darw: there is nothing of this name"),
        ('[keys]\ndarw = "e"', "did you mean draw?"),
        ('[keys]\ndraw = "ctrl+d"', "config.toml:2: keys: draw: ctrl+d: control and alt keys"),
        ('[keys]\ndraw = "~"', "escape key of SSH"),
        ('[keys]\ndraw = "5"', "digits choose cards"),
        ('[keys]\ndraw = "dd"', "'dd' is no key"),
        ("[keys]\ndraw = 5", "'' is no key"),
        ("[keys]\ndraw = []", "it needs a key"),
        ('[keys]\ndraw = "u"', "config.toml:2: keys: draw: u would be both: draw and call (uno)"),
        ('[keys.casino]\nsort = "b"', "config.toml:2: keys: casino.sort: b would be both"),
        ('[keys.lobby]\ndraw = "b"', "it is not done there, but in: uno"),
    ],
)
def test_a_wrong_config_is_told_with_its_line(
    text: str, said: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files.write_text(text)
    assert main(["config", "show"]) == 2
    err = capsys.readouterr().err
    assert said in err, err
    assert main(["config", "path"]) == 0


def test_all_that_is_wrong_is_told_at_once(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write_text('theme = "a"\nbell = 2\n[keys]\ndraw = "~"\npass = "4"\n')
    monkeypatch.setenv("CARDTUI_SPEED", "warp")
    assert main(["play", "--plain"]) == 2
    err = capsys.readouterr().err
    assert [line.split(": ")[2] for line in err.splitlines()[:2]] == ["theme", "bell"]
    assert len(err.splitlines()) == 5 and "CARDTUI_SPEED: warp: choose from slow" in err


@pytest.mark.parametrize("data", [b"\xff\xfe", b"x" * 70_000, b"a = " + b"[" * 3000])
def test_what_is_no_config_is_refused(
    data: bytes, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files.write_bytes(data)
    assert main(["config", "show"]) == 2
    assert "config.toml" in capsys.readouterr().err


def test_a_broken_file_of_choices_is_as_none(files: Path) -> None:
    path = configfile.chosen_path()
    path.parent.mkdir()
    for text in ("theme = ", "theme = 5", "keys = 4", '[keys]\ndraw = "x"'):
        path.write_text(text)
        assert from_args(args("play")) == DEFAULTS
    path.write_text('bell = true\ntheme = "gone"')
    assert from_args(args("play")).bell


def test_the_template_says_what_is_usual(files: Path) -> None:
    assert configfile.write_template(files)
    assert not configfile.write_template(files)
    assert from_args(args("play")) == DEFAULTS
    config = configfile.load(str(files))
    assert config.there and not config.problems
    lines = files.read_text().splitlines()
    bare = [line[1:] for line in lines if line.startswith("#") and not line.startswith("# ")]
    parts = [line for line in bare if "=" in line]
    files.write_text("\n".join([*parts[: len(TABLE)], "[keys]", *parts[len(TABLE) :]]))
    full = tomllib.loads(files.read_text())
    chosen = from_args(args("play"))
    for name in TABLE:
        if getattr(DEFAULTS, name) is not None:
            assert getattr(chosen, name) == getattr(DEFAULTS, name)
    assert len(full["keys"]) == len(chosen.keys) > 40


def test_config_edit_writes_the_template_and_checks_what_came_of_it(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    editor = tmp_path / "my editor"
    editor.write_text(f"#!/bin/sh\necho 'theme = 1' >> '{files}'\n")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", f"'{editor}' -w")
    monkeypatch.delenv("VISUAL", raising=False)
    assert main(["config", "edit"]) == 1
    assert "The settings of cardtui" in files.read_text()
    assert "keys: theme: it stands above [keys]" in capsys.readouterr().err
    files.write_text("bell = true\n")
    monkeypatch.setenv("VISUAL", "true")
    assert main(["config", "edit"]) == 0
    assert files.read_text() == "bell = true\n"
    monkeypatch.setenv("VISUAL", "/no/editor")
    assert main(["config", "edit"]) == 1
    assert "EDITOR names your editor" in capsys.readouterr().err


def test_config_show_says_what_says_so(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write_text('theme = "light"\n[keys]\ndraw = ["f", "f5"]')
    monkeypatch.setenv("CARDTUI_BELL", "yes")
    configfile.keep_chosen({"speed": "fast"})
    assert main(["config", "show", "--sort", "number"]) == 0
    lines = [line.split(None, 2) for line in capsys.readouterr().out.splitlines()]
    for line in (
        ["theme", "light", "config.toml"],
        ["bell", "on", "CARDTUI_BELL"],
        ["speed", "fast", "settings screen"],
        ["sort", "number", "--sort"],
        ["mouse", "on", "usual"],
        ["keys.draw", "f,", "f5"],
    ):
        assert line in lines


def test_the_language_of_the_config_is_spoken_before_anything_is_read(files: Path) -> None:
    files.write_text('lang = "zh-Hant"\ntheme = "wrong"')
    assert settings.wanted_language([], {}) == "zh-Hant"
    assert settings.wanted_language(["--lang", "en"], {}) == "en"
    assert settings.wanted_language([], {"CARDTUI_LANG": "zh-Hans"}) == "zh-Hans"
    for wrong in (["--lang"], ["--lang", "fr"]):
        assert settings.wanted_language(wrong, {}) == "zh-Hant"
    files.write_text("lang = ")
    assert settings.wanted_language([], {}) == ""


def test_choices_are_kept_for_their_owner_alone(files: Path) -> None:
    configfile.keep_chosen({"bell": True, "log_file": 'A "B" \\c'})
    assert configfile.chosen() == {"bell": True, "log_file": 'A "B" \\c'}
    assert configfile.chosen_path().stat().st_mode & 0o077 == 0
    assert [one.name for one in configfile.chosen_path().parent.iterdir()] == ["chosen.toml"]
