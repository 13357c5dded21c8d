"""The command line: what can be asked for, and which module does it.

Hides: the grammar of `cardtui …`. Each command is loaded only when it runs, so that none of them
pays for another (`serve`, `verify`, `--version` never load a screen). Must not know: any game.

Exit codes: 0 fine, 1 failed, 2 usage or no terminal, 3 nobody there, 4 other version, 5 refused,
130/129/143 after Ctrl-C, a lost terminal, SIGTERM, 141 when nobody reads what is written.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from argparse import SUPPRESS
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

from tui import __version__, i18n, settings
from tui.commands import words
from tui.i18n import t
from tui.settings import TABLE
from tui.terminal import letters
from tui.text.address import DEFAULT_PORT

EXIT_USAGE: Final = 2
EXIT_INTERRUPTED: Final = 130
EXIT_NO_READER: Final = 141
_SHORT: Final = 2
"""Lines of usage that still leave an error to be seen."""
_LIMITS: Final = "limits"
"""Stands for their list."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `cardtui` with these arguments; return its exit code."""
    argv = sys.argv[1:] if argv is None else argv
    letters.prepare()
    i18n.use(i18n.pick(settings.wanted_language(argv, os.environ), os.environ))
    parser = _parser()
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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cardtui",
        description=t("UNO and Casino in the terminal, with friends on the same network."),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"cardtui {__version__}",
        help=t("show program's version number and exit"),
    )
    _add_common(parser, first=True)
    commands = parser.add_subparsers(dest="command", metavar=t("COMMAND"))

    play = commands.add_parser("play", help=t("play against bots, here and now"))
    _add_table(play)
    _add_common(play)
    play.set_defaults(module="play", opener="play")

    host = commands.add_parser(
        "host",
        help=t("open a table for friends, and sit down at it"),
        formatter_class=_WithLimits,
        epilog=_LIMITS,
    )
    _add_table(host)
    _add_server(host)
    _add_common(host)
    host.set_defaults(module="play", opener="host")

    join = commands.add_parser("join", help=t("sit down at a friend's table"))
    join.add_argument(
        "address",
        metavar="HOST[:PORT][/CODE]",
        help=t("where the table is, and its join code, which is asked for without it"),
    )
    _add_no_tls(join)
    join.add_argument(
        "--table", default="", metavar="NAME", help=t("which table, where there are several")
    )
    join.add_argument("--watch", action="store_true", help=t("watch without a seat"))
    _add_common(join)
    join.set_defaults(module="join")

    serve = commands.add_parser(
        "serve",
        help=t("run a table without sitting at it"),
        formatter_class=_WithLimits,
        epilog=_LIMITS,
    )
    _add_table(serve)
    _add_server(serve)
    serve.add_argument("--log-file", metavar="FILE", help=t("write down what happens"))
    serve.add_argument(
        "--tables",
        type=words.count,
        default=1,
        metavar="N",
        help=t("how many such tables; guests may open more"),
    )
    serve.add_argument("-v", "--verbose", action="store_true", help=t("tell more"))
    serve.add_argument("--lang", type=words.language, default="", help=SUPPRESS)
    serve.add_argument(
        "--opener", choices=("play", "host", "serve"), default="serve", help=SUPPRESS
    )
    serve.add_argument("--owned", type=words.positive, metavar="SECONDS", help=SUPPRESS)
    serve.set_defaults(module="serve")

    status = commands.add_parser("status", help=t("how the servers of this account do"))
    status.add_argument(
        "address", nargs="?", metavar="[HOST:]PORT", help=t("which one, on this machine")
    )
    status.add_argument("--json", action="store_true", help=t("for programs"))
    status.add_argument("--lang", type=words.language, default="", help=SUPPRESS)
    status.set_defaults(module="status")

    _add_rules(commands.add_parser("rules", help=t("read, compare and check sets of rules")))

    export = commands.add_parser("export", help=t("write the record of a match played here"))
    export.add_argument("table", metavar="TABLE[/MATCH]", help=t("as cardtui history names it"))
    export.add_argument("file", nargs="?", metavar="FILE", help=t("usually the standard output"))
    export.add_argument("--lang", type=words.language, default="", help=SUPPRESS)
    export.set_defaults(module="export")

    history = commands.add_parser("history", help=t("how the matches played here ended"))
    history.add_argument("--last", type=words.count, metavar="N", help=t("the newest N only"))
    history.add_argument("--json", action="store_true", help=t("for programs"))
    history.add_argument("--lang", type=words.language, default="", help=SUPPRESS)
    history.set_defaults(module="history")

    replay = commands.add_parser("replay", help=t("look at a record, move by move"))
    replay.add_argument("file", metavar="FILE")
    _add_common(replay)
    replay.set_defaults(module="replay")

    verify = commands.add_parser("verify", help=t("replay records and check every line"))
    verify.add_argument("files", nargs="+", metavar="FILE")
    verify.add_argument("--lang", type=words.language, default="", help=SUPPRESS)
    verify.set_defaults(module="verify")

    _add_config(commands.add_parser("config", help=t("where your settings are, and what they are")))

    doctor = commands.add_parser("doctor", help=t("what to put into a report about a fault"))
    doctor.add_argument("--json", action="store_true", help=t("for programs"))
    _add_common(doctor)
    doctor.set_defaults(module="doctor")

    completion = commands.add_parser("completion", help=t("a script that completes this"))
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help=t("your shell"))
    completion.set_defaults(module="completion", parser=parser)
    return parser


def _add_config(config: argparse.ArgumentParser) -> None:
    what = config.add_subparsers(dest="what", metavar=t("WHAT"))
    show = what.add_parser("show", help=t("every setting, its value, and what says so"))
    show.add_argument("--json", action="store_true", help=t("for programs"))
    _add_common(show)
    for name, about in {
        "path": t("the file of your settings"),
        "edit": t("open it in your editor; a commented one is written first"),
    }.items():
        _add_common(what.add_parser(name, help=about))
    config.set_defaults(module="config", json=False)


def _add_rules(rules: argparse.ArgumentParser) -> None:
    what = rules.add_subparsers(dest="what", metavar=t("WHAT"))
    wanted = {
        what.add_parser("list", help=t("name the sets of rules there are")): (),
        what.add_parser("show", help=t("the rulebook of one")): ("NAME",),
        what.add_parser("diff", help=t("in what two differ")): ("A", "B"),
        what.add_parser("check", help=t("whether a file of rules is good")): ("FILE",),
    }
    for parser, names in wanted.items():
        for name in names:
            parser.add_argument(name.lower(), metavar=name)
        parser.add_argument("--json", action="store_true", help=t("for programs"))
        parser.add_argument("--lang", type=words.language, default=SUPPRESS, help=SUPPRESS)
    rules.set_defaults(module="rules", json=False)


def _add_common(parser: argparse.ArgumentParser, *, first: bool = False) -> None:
    """Add what every playing command takes. Given before the command it counts as well."""
    unset = None if first else SUPPRESS
    group = parser.add_argument_group(t("you and your terminal"))
    for name, about in TABLE.items():
        if about.switch:
            group.add_argument(
                settings.flag(name),
                action=argparse.BooleanOptionalAction,
                default=unset,
                help=about.text(),
            )
            continue
        metavar = about.word or "|".join(about.values)
        group.add_argument(
            settings.flag(name), type=about.read, default=unset, metavar=metavar, help=about.text()
        )
    group.add_argument(
        "--no-color", dest="colors", action="store_const", const="never", default=unset,
        help=t("the same as --colors never"),
    )  # fmt: skip
    group.add_argument("--config", metavar="FILE", default=unset, help=t("read these settings"))


def _add_table(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(t("the table"))
    group.add_argument("--game", choices=("uno", "casino"), help=t("uno unless --rules says so"))
    group.add_argument(
        "--rules", metavar="NAME", help=t("a set of rules, or a file (cardtui rules list)")
    )
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=t("change one rule; may be given again"),
    )
    group.add_argument("--seats", metavar="N", help=t("how many can sit down"))
    group.add_argument("--bots", metavar="N[:LEVEL]", help=t("how many seats bots take"))
    group.add_argument(
        "--timer", type=words.seconds, metavar="SECONDS", help=t("time to act; 0: no limit")
    )
    group.add_argument(
        "--reaction",
        type=words.reaction,
        default=0.8,
        metavar="SECONDS",
        help=t("time to call UNO before anybody may catch; 0: none"),
    )
    group.add_argument(
        "--punishments",
        choices=("off", "mild", "all"),
        help=t("what losers draw where the rules punish them"),
    )
    group.add_argument(
        "--punishment-file", metavar="FILE", help=t("punishments of your own, mixed in")
    )
    group.add_argument("--record", metavar="FOLDER", help=t("write matches down there"))
    group.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="TABLE",
        help=t("go on with a table that was not finished; the newest where none is named"),
    )
    group.add_argument("--pace", type=words.positive, help=SUPPRESS)


def _add_server(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(t("the network"))
    group.add_argument(
        "--port", type=words.port, metavar="N", help=t("usually {port}", port=DEFAULT_PORT)
    )
    group.add_argument(
        "--bind", default="", metavar="ADDRESS", help=t("listen on this address only")
    )
    group.add_argument(
        "--code",
        type=words.code,
        metavar="TEXT",
        help=t(
            "a join code of your own; others here can read a command line, so rather - to be asked "
            "for it, or {variable}",
            variable="CARDTUI_CODE",
        ),
    )
    group.add_argument("--open", action="store_true", help=t("ask nobody for a join code"))
    group.add_argument(
        "--public", action="store_true", help=t("also for players of other networks")
    )
    _add_no_tls(group)
    group.add_argument(
        "--grace",
        type=words.seconds,
        default=60,
        metavar="SECONDS",
        help=t("patience with lost connections"),
    )
    group.add_argument(
        "--limit",
        action="append",
        type=words.limit,
        default=[],
        metavar="NAME=VALUE",
        help=t("change a limit, see below; may be given again"),
    )


def _add_no_tls(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--no-tls", action="store_true", help=t("without encryption, as through an SSH tunnel")
    )


class _Help(argparse.HelpFormatter):
    """Help broken into lines by cells: argparse counts letters, and Chinese ones are two wide."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._wider = 0 if i18n.language() == "en" else len(t("usage: "))
        self._width -= self._wider  # it stands before the first line, twice as wide

    def _format_usage(self, *args: Any) -> str:
        """Put the further lines below the first one's words."""
        return re.sub(r"\n(?=[ ])", "\n" + " " * self._wider, super()._format_usage(*args))

    def format_help(self) -> str:
        """Put a Chinese colon behind Chinese headings."""
        return re.sub("(?m)(?<=[\u4e00-\u9fff]):$", "：", super().format_help())

    def _split_lines(self, text: str, width: int) -> list[str]:
        return words.lines(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join([indent + line for line in words.lines(text, width - len(indent))])


class _Parser(argparse.ArgumentParser):
    """A parser whose commands have the same help."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Help, **options})

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and not every option before it."""
        usage = self.format_usage()
        if usage.count("\n") > _SHORT:
            usage = f"{t('usage: ')}{self.prog} ...\n"
        said = argparse._("%(prog)s: error: %(message)s\n") % {  # type: ignore[attr-defined]
            "prog": self.prog,
            "message": message,
        }
        try_ = t("Try: {line}", line=f"{self.prog} --help")
        self.exit(EXIT_USAGE, f"{usage}{said}{try_}\n")


class _WithLimits(_Help):
    """Help that ends with the list of limits; they are loaded when it is shown."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text == _LIMITS:
            return words.limit_lines(width)
        return super()._fill_text(text, width, indent)


if __name__ == "__main__":
    sys.exit(main())
