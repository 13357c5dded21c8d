"""What completes `cardtui …` in bash, zsh and fish: a script for each, made from the grammar.

Hides: the three shells' ways. The scripts are all there is: nothing of cardtui is started while
somebody types. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tui.grammar import Command, Word

SHELLS: Final = ("bash", "zsh", "fish")


def script(shell: str, root: Command) -> str:
    """Return the script for a shell."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](root)


def _name(command: Command) -> str:
    return "/".join(command.path)


def _flags(words: Iterable[Word]) -> list[str]:
    return [flag for word in words for flag in word.flags]


# --- bash and zsh: one function each, the same steps ---------------------------------------------


def _bash(root: Command) -> str:
    """Return a function for bash 3.2 and newer (macOS), without bash-completion."""
    return "\n".join(
        [
            "# bash completion for cardtui; in ~/.bashrc:  source <(cardtui completion bash)",
            "_cardtui() {",
            '    local cur="${COMP_WORDS[COMP_CWORD]}" prev="" command="" word i',
            '    (( COMP_CWORD > 0 )) && prev="${COMP_WORDS[COMP_CWORD-1]}"',
            '    if [[ $cur == "=" ]]; then cur=""',
            '    elif [[ $prev == "=" ]]; then prev="${COMP_WORDS[COMP_CWORD-2]}"; fi',
            "    for (( i = 1; i < COMP_CWORD; i++ )); do",
            '        word="${COMP_WORDS[i]}"',
            *_walk(root, '"${COMP_WORDS[i-1]}"', " " * 8),
            "    done",
            "    COMPREPLY=()",
            '    case "$command:$prev" in',
            *_after(root, _bash_words, " " * 8),
            "    esac",
            '    case "$command" in',
            *[
                f"        {_quoted(_name(command))})"
                f" {_bash_words(_offered(command), command.words)};;"
                for command in root.all()
            ],
            "    esac",
            "}",
            "complete -F _cardtui cardtui",
            "",
        ]
    )


def _walk(root: Command, before: str, margin: str) -> list[str]:
    """Return the lines that find the command among the words before the cursor."""
    taking = sorted({flag for c in root.all() for w in c.options if w.value for flag in w.flags})
    lines = [f"{margin}case {before} in {'|'.join(taking)}) continue;; esac"]
    lines.append(f'{margin}case "$command:$word" in')
    for command in root.all():
        for below in command.commands:
            pattern = _quoted(f"{_name(command)}:{below.path[-1]}")
            lines.append(f"{margin}    {pattern}) command={_quoted(_name(below))};;")
    return [*lines, f"{margin}esac"]


def _after(root: Command, words: object, margin: str) -> list[str]:
    """Return the lines for a word that is the value of the option before it."""
    assert callable(words)
    lines: list[str] = []
    for command in root.all():
        for option in command.options:
            if not option.value:
                continue
            patterns = "|".join(_quoted(f"{_name(command)}:{flag}") for flag in option.flags)
            lines.append(f"{margin}{patterns}) {words(option.values, (option,))}; return;;")
    return lines


def _offered(command: Command) -> tuple[str, ...]:
    below = [sub.path[-1] for sub in command.commands]
    words = [value for word in command.words for value in word.values]
    return (*below, *words, *_flags(command.options))


def _bash_words(known: Iterable[str], of: Iterable[Word]) -> str:
    known, of = list(known), list(of)
    files = "-f " if any(w.files for w in of) else "-d " if any(w.folders for w in of) else ""
    if not known and not files:
        return "COMPREPLY=()"
    listed = f"-W {_quoted(' '.join(known))} " if known else ""
    return f'COMPREPLY=( $(compgen {files}{listed}-- "$cur") )'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _zsh(root: Command) -> str:
    lines = [
        "#compdef cardtui",
        "# zsh completion for cardtui; as a file _cardtui in a folder of $fpath, or in ~/.zshrc",
        "# after compinit:  source <(cardtui completion zsh)",
        "_cardtui() {",
        '    local command="" word i cur="${words[CURRENT]}" prev="${words[CURRENT-1]}"',
        "    if [[ $cur == --*=* ]]; then prev=\"${cur%%=*}\"; compset -P '*='; fi",
        "    for (( i = 2; i < CURRENT; i++ )); do",
        '        word="${words[i]}"',
        *_walk(root, '"${words[i-1]}"', " " * 8),
        "    done",
        '    case "$command:$prev" in',
        *_after(root, _zsh_values, " " * 8),
        "    esac",
        '    case "$command" in',
    ]
    for command in root.all():
        lines.append(f"        {_quoted(_name(command))})")
        below = [_described(sub.path[-1], sub.about) for sub in command.commands]
        if below:
            lines += [
                f"            local -a commands=({' '.join(below)})",
                "            _describe command commands",
            ]
        described = [
            _described(flag, word.about) for word in command.options for flag in word.flags
        ]
        lines += [
            f"            local -a options=({' '.join(described)})",
            "            _describe -o option options",
        ]
        if command.words:
            values = [value for word in command.words for value in word.values]
            lines.append(f"            {_zsh_values(values, command.words)}")
        lines.append("            ;;")
    return "\n".join(
        [
            *lines,
            "    esac",
            "}",
            'if [[ "${funcstack[1]}" == _cardtui ]]; then _cardtui "$@"; else',
            "    compdef _cardtui cardtui",
            "fi",
            "",
        ]
    )


def _described(word: str, about: str) -> str:
    return _quoted(f"{word}:{about}" if about else word)


def _zsh_values(known: Iterable[str], of: Iterable[Word]) -> str:
    known, of = list(known), list(of)
    parts = [f"compadd -- {' '.join(map(_quoted, known))}"] if known else []
    if any(w.files for w in of):
        parts.append("_files")
    elif any(w.folders for w in of):
        parts.append("_files -/")
    return "; ".join(parts) or "_message value"


# --- fish ---------------------------------------------------------------------------------------


def _fish(root: Command) -> str:
    lines = [
        "# fish completion for cardtui:"
        "  cardtui completion fish > ~/.config/fish/completions/cardtui.fish",
        *_fish_at(root),
        "complete -c cardtui -f",
    ]
    for command in root.all():
        start = f"complete -c cardtui -n {_quoted(f'__cardtui_at {_quoted(_name(command))}')}"
        lines += [
            f"{start} -a {_quoted(sub.path[-1])} -d {_quoted(sub.about)}"
            for sub in command.commands
        ]
        lines += [f"{start} {_fish_option(word)}" for word in command.options]
        for word in command.words:
            if word.values:
                lines.append(f"{start} -a {_quoted(' '.join(word.values))}")
            elif word.files:
                lines.append(f"{start} -F")
    return "\n".join([*lines, ""])


def _fish_at(root: Command) -> list[str]:
    """Return a function that tells whether this is the command before the cursor.

    Fish's own __fish_seen_subcommand_from takes the value in `--name host` for a command.
    """
    taking = sorted({flag for c in root.all() for w in c.options if w.value for flag in w.flags})
    below = [(command, sub) for command in root.all() for sub in command.commands]
    return [
        "function __cardtui_at",
        "    set -l command ''",
        "    set -l before ''",
        "    for word in (commandline -opc)[2..-1]",
        f"        if not contains -- $before {' '.join(taking)}",
        '            switch "$command:$word"',
        *[
            f"                case {_quoted(f'{_name(command)}:{sub.path[-1]}')}\n"
            f"                    set command {_quoted(_name(sub))}"
            for command, sub in below
        ],
        "            end",
        "        end",
        "        set before $word",
        "    end",
        "    test $command = $argv[1]",
        "end",
    ]


def _fish_option(word: Word) -> str:
    parts = [f"-l {flag[2:]}" if flag[:2] == "--" else f"-s {flag[1:]}" for flag in word.flags]
    if word.values:
        parts.append(f"-x -a {_quoted(' '.join(word.values))}")
    elif word.files or word.folders:
        parts.append("-r -F")
    elif word.value:
        parts.append("-x")
    return f"{' '.join(parts)} -d {_quoted(word.about)}"
