"""`cardtui …`: reads the command line, runs the module that does it, returns its exit code.

Each command is loaded only when it runs, so that none of them pays for another (`serve`, `verify`,
`--version` never load a screen). Must not know: any game.

Exit codes: 0 fine, 1 failed, 2 usage or no terminal, 3 nobody there, 4 other version, 5 refused,
130/129/143 after Ctrl-C, a lost terminal, SIGTERM, 141 when nobody reads what is written.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from tui import commandline, i18n, settings
from tui.commands.helping import EXIT_USAGE
from tui.i18n import t
from tui.terminal import letters

EXIT_INTERRUPTED: Final = 130
EXIT_NO_READER: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run `cardtui` with these arguments; return its exit code."""
    argv = sys.argv[1:] if argv is None else argv
    letters.prepare()
    i18n.use(i18n.pick(settings.wanted_language(argv, os.environ), os.environ))
    parser = commandline.parser()
    args = parser.parse_args(argv)
    try:
        return _run(parser, args)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _write_nowhere()
        return EXIT_NO_READER


def _run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    try:
        if args.command is None:
            return _start_screen(parser, args)
        code: int = import_module(f"tui.commands.{args.module}").run(args)
        _flush()
    except settings.BadSetting as bad:
        for problem in bad.problems:
            import_module("tui.commands.exits").complain(problem)
        return EXIT_USAGE
    return code


def _flush() -> None:
    """Write what waits, here where a reader that is gone can still be told from a fault."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:  # the terminal is gone
        _write_nowhere()


def _write_nowhere() -> None:
    """Let Python write what is left to nobody on its way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _start_screen(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    chosen = settings.from_args(args)
    if not settings.on_terminal() or chosen.plain:
        parser.print_usage(sys.stderr)
        print(t("Try: cardtui play --plain, or cardtui --help."), file=sys.stderr)
        return EXIT_USAGE
    code: int = import_module("tui.commands.start").run(chosen)
    return code


if __name__ == "__main__":
    sys.exit(main())
