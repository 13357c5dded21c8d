"""`cardtui completion bash|zsh|fish`: print the script that completes the command line."""

from __future__ import annotations

import argparse

from engine.rulefile import known_rulesets
from tui import completion
from tui.commands import exits
from tui.grammar import grammar


def run(args: argparse.Namespace) -> int:
    """Print the script; `args.parser` is the whole command line."""
    sets = list(known_rulesets())
    known = {"--rules": sets, "NAME": sets, "A": sets, "B": sets}
    print(completion.script(args.shell, grammar(args.parser, known)), end="")
    return exits.OK
