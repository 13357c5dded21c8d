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
from tui.terminal import letters, streams

EXIT_FAILED: Final = 1
EXIT_INTERRUPTED: Final = 130
EXIT_NO_READER: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run `cardtui` with these arguments; return its exit code."""
    argv = sys.argv[1:] if argv is None else argv
    streams.complete()
    letters.prepare()
    try:
        i18n.use(i18n.pick(settings.wanted_language(argv, os.environ), os.environ))
        args = _parsed(commandline.parser(), argv)
        if not settings.has_home():
            _complain(t("nothing says where your home folder is: set {variable}", variable="HOME"))
            return EXIT_FAILED
        return _run(args)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        streams.write_nowhere()
        return EXIT_NO_READER
    except Exception as error:  # the last shell there is: nobody is shown a traceback
        _complain(import_module("tui.crash").of_command(error))
        streams.write_nowhere()
        return EXIT_FAILED


def _run(args: argparse.Namespace) -> int:
    if args.verbose:
        log = import_module("tui.logfile")
        log.tell_more()
        log.begin(None)
    try:
        if args.command is None:
            return _start_screen(args)
        code: int = import_module(f"tui.commands.{args.module}").run(args)
        streams.flush()
    except settings.BadSetting as bad:
        for problem in bad.problems:
            _complain(problem)
        return EXIT_USAGE
    return code


def _parsed(parser: argparse.ArgumentParser, argv: Sequence[str]) -> argparse.Namespace:
    try:
        return parser.parse_args(argv)
    except SystemExit:  # --help and --version have been written
        streams.flush()
        raise


def _complain(text: str) -> None:
    import_module("tui.commands.exits").complain(text)


def _start_screen(args: argparse.Namespace) -> int:
    chosen = settings.from_args(args)
    if not settings.on_terminal() or chosen.plain:
        _complain(
            t("the menu needs a screen; without one each way to play is a command of its own")
            if settings.on_terminal()
            else t("there is no terminal here, and the menu needs one")
        )
        print(t("Try: cardtui play --plain, or cardtui --help."), file=sys.stderr)
        return EXIT_USAGE
    code: int = import_module("tui.commands.start").run(chosen)
    return code


if __name__ == "__main__":
    sys.exit(main())
