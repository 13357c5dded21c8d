"""Completion and the manual page: they say what the parser takes."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tooling import tool
from tests.tui.terminal import Terminal
from tui import completion, settings
from tui.__main__ import main
from tui.commandline import parser
from tui.grammar import Command, grammar

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def root() -> Command:
    both = ["street", "kano"]
    return grammar(parser(), {"--rules": both, "NAME": ["street"], **dict.fromkeys("AB", both)})


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


LINES = {
    "cardtui pl": ("play", "host"),
    "cardtui ": ("play host join doctor", "--seats"),
    "cardtui --th": ("--theme", "--timer"),
    "cardtui play --th": ("--theme", "--timer"),
    "cardtui play --theme ": ("dark light high-contrast ansi", "--theme"),
    "cardtui play --theme=li": ("light", "dark"),
    "cardtui --theme light play --se": ("--set --seats", ""),
    "cardtui --name host --lo": ("--log-file", ""),
    "cardtui --name host --po": ("", "--port"),
    "cardtui host --rules ": ("street kano", "--rules"),
    "cardtui host --name ": ("", "play"),
    "cardtui rules ": ("list show diff check", "play"),
    "cardtui rules show ": ("street", "list"),
    "cardtui rules diff ": ("street kano", "list"),
    "cardtui rules diff kano st": ("street", "kano"),
    "cardtui rules show --js": ("--json", ""),
    "cardtui config e": ("edit", "show"),
    "cardtui completion ": ("bash zsh fish", ""),
    "cardtui verify ga": ("game.toml", ""),
    "cardtui play --log-file ga": ("game.toml games", ""),
}
"""What is typed, what is offered then, and what is not."""
FOLDERS = {"cardtui play --record ga": ("games", "game.toml")}
"""Fish completes no folders alone."""


def ran(argv: list[str], folder: Path) -> dict[str, set[str]]:
    """Run a script that writes `LINE<tab>WORD WORD …` for each of LINES; return what it offers."""
    (folder / "lines").write_text("\n".join([*LINES, *FOLDERS, ""]))
    (folder / "game.toml").write_text("")
    (folder / "games").mkdir()
    with Terminal(argv, env={"ZDOTDIR": str(folder), "HOME": str(folder)}, cwd=folder) as terminal:
        terminal.wait()
        assert (folder / "offered").exists(), terminal.text()
    told = [line.split("\t") for line in (folder / "offered").read_text().splitlines()]
    return {line: {word.rstrip("/") for word in found.split()} for line, found in told}


def bash(root: Command, folder: Path) -> dict[str, set[str]]:
    """Bash splits words at `=` before it asks."""
    (folder / "drive.sh").write_text(
        completion.script("bash", root) + "while IFS= read -r line; do\n"
        '    read -r -a COMP_WORDS <<< "${line//=/ = }"\n'
        "    [[ $line == *' ' ]] && COMP_WORDS+=('')\n"
        "    COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); _cardtui\n"
        '    printf "%s\\t%s\\n" "$line" "${COMPREPLY[*]}"\n'
        "done < lines > offered"
    )
    return ran(["bash", "--norc", "drive.sh"], folder)


def zsh(root: Command, folder: Path) -> dict[str, set[str]]:
    """Zsh completes only where somebody types: in its line editor, on a terminal."""
    (folder / "cardtui.zsh").write_text(completion.script("zsh", root))
    (folder / ".zshrc").write_text(
        "autoload -U compinit; compinit -D -u; source cardtui.zsh; typeset -ga hits\n"
        "compadd() {\n"
        '    if [[ -z ${(M)@:#-[OAD]*} ]]; then local -a found; builtin compadd -O found "$@"\n'
        '        hits+=("${found[@]}"); fi\n'
        '    builtin compadd "$@"\n'
        "}\n"
        "zle-line-init() {\n"
        "    local line\n"
        "    while IFS= read -r line; do\n"
        "        BUFFER=$line; CURSOR=${#line}; hits=(); zle complete-word\n"
        '        print -r -- "$line\t${(j: :)hits}"\n'
        "    done < lines > offered\n"
        "    exit\n"
        "}\n"
        "zle -N zle-line-init\n"
    )
    return ran(["zsh", "-d", "-i"], folder)


def fish(root: Command, folder: Path) -> dict[str, set[str]]:
    """Fish answers what it would offer, `--theme=light` whole and a description behind a tab."""
    (folder / "cardtui.fish").write_text(completion.script("fish", root))
    (folder / "drive.fish").write_text(
        "source cardtui.fish\n"
        "for line in (cat lines)\n"
        "    set -l found (complete -C $line | string split -f 1 \\t)\n"
        "    set found (string replace -r '.*=' '' -- $found)\n"
        '    printf "%s\\t%s\\n" $line "$found"\n'
        "end > offered\n"
    )
    return ran(["fish", "--no-config", "drive.fish"], folder)


@pytest.mark.parametrize(
    "shell",
    [
        pytest.param(
            shell,
            marks=pytest.mark.skipif(
                shutil.which(shell.__name__) is None, reason=f"there is no {shell.__name__} here"
            ),
        )
        for shell in (bash, zsh, fish)
    ],
)
def test_the_shells_offer_what_fits(
    root: Command, shell: Callable[[Command, Path], dict[str, set[str]]], tmp_path: Path
) -> None:
    found = shell(root, tmp_path)
    wanted = LINES if shell is fish else LINES | FOLDERS
    for line, (offered, not_offered) in wanted.items():
        assert set(offered.split()) <= found[line], line
        assert not set(not_offered.split()) & found[line], line


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


def test_the_manual_page_is_up_to_date() -> None:
    module = tool("man_page")
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "python tools/man_page.py"


def test_the_manual_page_says_all(root: Command) -> None:
    text = tool("man_page").page().replace("\\-", "-")
    for command in root.all():
        assert not command.path or f".SS cardtui {' '.join(command.path)}" in text
        for word in command.options:
            assert word.flags[0] == "-h" or f"\\fB{word.flags[0]}\\fR" in text
    for name in settings.TABLE:
        assert settings.variable(name) in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_the_manual_page_is_good_troff() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tascii", "-ww", "-z", str(tool("man_page").PAGE)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_the_manual_page_is_in_the_wheel() -> None:
    import tomllib

    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = data["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared == {"docs/cardtui.1": "share/man/man1/cardtui.1"}
