"""Completion and the manual page: they say what the parser takes."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tui import completion, settings
from tui.__main__ import _parser, main
from tui.grammar import Command, grammar

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def root() -> Command:
    return grammar(_parser(), {"--rules": ["street", "kano"], "NAME": ["street"]})


def find(root: Command, *path: str) -> Command:
    return next(command for command in root.all() if command.path == path)


def test_the_grammar_is_the_parsers(root: Command) -> None:
    assert {"play", "host", "join", "serve", "config", "doctor", "completion"} <= {
        command.path[0] for command in root.commands
    }
    play = {flag: word for word in find(root, "play").options for flag in word.flags}
    assert play["--theme"].values == ("dark", "light", "high-contrast", "ansi")
    assert play["--game"].values == ("uno", "casino")
    assert play["--log-file"].files and play["--record"].folders and play["--set"].many
    assert not play["--no-mouse"].value and "--pace" not in play
    assert find(root, "verify").words[0].files and find(root, "verify").words[0].many
    assert find(root, "completion").words[0].values == completion.SHELLS
    assert find(root, "rules", "show").words[0].values == ("street",)
    assert find(root, "export").words[1].optional


@pytest.fixture(scope="module")
def bash(root: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "cardtui.bash"
    path.write_text(completion.script("bash", root))
    return path


def complete(script: Path, line: str, folder: Path) -> set[str]:
    """Return what bash offers at the end of a line; its own splitting at `=` included."""
    words = line.replace("=", " = ").split(" ") if "=" in line else line.split(" ")
    listed = " ".join(f"'{word}'" for word in words)
    done = subprocess.run(
        ["bash", "--norc", "-c",
         f"source '{script}'; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1};"
         ' _cardtui; printf "%s\\n" "${COMPREPLY[@]}"'],
        capture_output=True, text=True, check=True, cwd=folder, timeout=60,
    )  # fmt: skip
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("line", "offered", "not_offered"),
    [
        ("cardtui pl", {"play"}, set()),
        ("cardtui ", {"play", "host", "join", "doctor", "--theme"}, {"--seats"}),
        ("cardtui play --th", {"--theme"}, set()),
        ("cardtui play --theme ", {"dark", "light", "high-contrast", "ansi"}, {"--theme"}),
        ("cardtui play --theme=li", {"light"}, {"dark"}),
        ("cardtui --theme light play --se", {"--set", "--seats"}, set()),
        ("cardtui --name host --lo", {"--log-file"}, {"--port"}),
        ("cardtui host --rules ", {"street", "kano"}, set()),
        ("cardtui host --name ", set(), {"play"}),
        ("cardtui rules ", {"list", "show", "diff", "check"}, {"play"}),
        ("cardtui rules show ", {"street", "--json"}, {"list"}),
        ("cardtui config e", {"edit"}, set()),
        ("cardtui completion ", {"bash", "zsh", "fish"}, set()),
        ("cardtui verify ga", {"game.toml"}, set()),
        ("cardtui play --log-file ga", {"game.toml", "games"}, set()),
        ("cardtui play --record ga", {"games"}, {"game.toml"}),
    ],
)
def test_bash(
    bash: Path, line: str, offered: set[str], not_offered: set[str], tmp_path: Path
) -> None:
    (tmp_path / "game.toml").write_text("")
    (tmp_path / "games").mkdir()
    found = complete(bash, line, tmp_path)
    assert offered <= found and not not_offered & found, found
    if not line.endswith(" ") and "=" not in line:
        assert all(word.startswith(line.split(" ")[-1]) for word in found)


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_every_command_and_flag_is_in_every_script(root: Command, shell: str) -> None:
    text = completion.script(shell, root)
    for command in root.all():
        for name in command.path:
            assert name in text
        for word in command.options:
            for flag in word.flags:
                fish = f"-l {flag[2:]} " if flag[:2] == "--" else f"-s {flag[1:]} "
                assert (fish if shell == "fish" else flag) in text
    if shutil.which(shell):
        done = subprocess.run(
            [shell, "-n"], input=text, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_the_command_prints_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# bash completion for cardtui") and "street" in out


def man_page() -> Any:
    spec = importlib.util.spec_from_file_location("man_page", ROOT / "tools" / "man_page.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_manual_page_is_up_to_date() -> None:
    module = man_page()
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "python tools/man_page.py"


def test_the_manual_page_says_all(root: Command) -> None:
    text = man_page().page().replace("\\-", "-")
    for command in root.all():
        assert not command.path or f".SS cardtui {' '.join(command.path)}" in text
        for word in command.options:
            assert word.flags[0] == "-h" or f"\\fB{word.flags[0]}\\fR" in text
    for name in settings.TABLE:
        assert settings.variable(name) in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_the_manual_page_is_good_troff() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tascii", "-ww", "-z", str(man_page().PAGE)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_the_manual_page_is_in_the_wheel() -> None:
    import tomllib

    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = data["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared == {"docs/cardtui.1": "share/man/man1/cardtui.1"}
