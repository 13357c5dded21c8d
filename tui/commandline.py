"""The grammar of `cardtui …`: every command, its words and its options.

Each command names the module of `tui.commands` that does it; nothing of those is loaded here. What
is read off this grammar as data is `tui.grammar`'s. Must not know: any game.
"""

from __future__ import annotations

import argparse
from argparse import SUPPRESS
from typing import TypeAlias

from tui import __version__, settings
from tui.commands import words
from tui.commands.helping import LIMITS, HelpWithLimits, Parser
from tui.i18n import t
from tui.settings import TABLE
from tui.text.address import DEFAULT_PORT

_Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def parser() -> argparse.ArgumentParser:
    """Return the whole grammar, in the language that is spoken."""
    whole = Parser(
        prog="cardtui",
        description=t("UNO and Casino in the terminal, with friends on the same network."),
    )
    whole.add_argument(
        "--version",
        action="version",
        version=f"cardtui {__version__}",
        help=t("show program's version number and exit"),
    )
    _add_common(whole, first=True)
    commands = whole.add_subparsers(dest="command", metavar=t("COMMAND"))
    for add in (
        _play, _host, _join, _serve, _status, _rules, _export, _history, _replay, _verify, _config,
        _doctor, _completion,
    ):  # fmt: skip
        add(commands)
    commands.choices["completion"].set_defaults(parser=whole)
    return whole


# --- playing --------------------------------------------------------------------------------------


def _play(commands: _Commands) -> None:
    play = commands.add_parser("play", help=t("play against bots, here and now"))
    _add_table(play)
    _add_common(play)
    play.set_defaults(module="play", opener="play")


def _host(commands: _Commands) -> None:
    host = commands.add_parser(
        "host",
        help=t("open a table for friends, and sit down at it"),
        formatter_class=HelpWithLimits,
        epilog=LIMITS,
    )
    _add_table(host)
    _add_server(host)
    _add_common(host)
    host.set_defaults(module="play", opener="host")


def _join(commands: _Commands) -> None:
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


# --- servers --------------------------------------------------------------------------------------


def _serve(commands: _Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help=t("run a table without sitting at it"),
        formatter_class=HelpWithLimits,
        epilog=LIMITS,
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
    _add_verbose(serve)
    _add_language(serve, verbose=False)
    serve.add_argument(
        "--opener", choices=("play", "host", "serve"), default="serve", help=SUPPRESS
    )
    serve.add_argument("--owned", type=words.positive, metavar="SECONDS", help=SUPPRESS)
    serve.set_defaults(module="serve")


def _status(commands: _Commands) -> None:
    status = commands.add_parser("status", help=t("how the servers of this account do"))
    status.add_argument(
        "address", nargs="?", metavar="[HOST:]PORT", help=t("which one, on this machine")
    )
    _add_json(status)
    _add_language(status)
    status.set_defaults(module="status")


# --- rules and records ----------------------------------------------------------------------------


def _rules(commands: _Commands) -> None:
    rules = commands.add_parser("rules", help=t("read, compare and check sets of rules"))
    what = rules.add_subparsers(dest="what", metavar=t("WHAT"))
    wanted = {
        what.add_parser("list", help=t("name the sets of rules there are")): (),
        what.add_parser("show", help=t("the rulebook of one")): ("NAME",),
        what.add_parser("diff", help=t("in what two differ")): ("A", "B"),
        what.add_parser("check", help=t("whether a file of rules is good")): ("FILE",),
    }
    one = t("a set of rules, or a file (cardtui rules list)")
    for parser, names in wanted.items():
        for name in names:
            about = t("a file of rules") if name == "FILE" else one
            parser.add_argument(name.lower(), metavar=name, help=about)
        _add_json(parser)
        parser.add_argument("--lang", type=words.language, default=SUPPRESS, help=SUPPRESS)
        _add_verbose(parser, shown=False)
    rules.set_defaults(module="rules", json=False)


def _export(commands: _Commands) -> None:
    export = commands.add_parser("export", help=t("write the record of a match played here"))
    export.add_argument("table", metavar="TABLE[/MATCH]", help=t("as cardtui history names it"))
    export.add_argument("file", nargs="?", metavar="FILE", help=t("usually the standard output"))
    _add_language(export)
    export.set_defaults(module="export")


def _history(commands: _Commands) -> None:
    history = commands.add_parser("history", help=t("how the matches played here ended"))
    history.add_argument("--last", type=words.count, metavar="N", help=t("the newest N only"))
    _add_json(history)
    _add_language(history)
    history.set_defaults(module="history")


def _replay(commands: _Commands) -> None:
    replay = commands.add_parser("replay", help=t("look at a record, move by move"))
    replay.add_argument("file", metavar="FILE", help=t("a record"))
    _add_common(replay)
    replay.set_defaults(module="replay")


def _verify(commands: _Commands) -> None:
    verify = commands.add_parser("verify", help=t("replay records and check every line"))
    verify.add_argument("files", nargs="+", metavar="FILE", help=t("records"))
    _add_language(verify)
    verify.set_defaults(module="verify")


# --- the program itself ---------------------------------------------------------------------------


def _config(commands: _Commands) -> None:
    config = commands.add_parser("config", help=t("where your settings are, and what they are"))
    what = config.add_subparsers(dest="what", metavar=t("WHAT"))
    show = what.add_parser("show", help=t("every setting, its value, and what says so"))
    _add_json(show)
    _add_common(show)
    for name, about in {
        "path": t("the file of your settings"),
        "edit": t("open it in your editor; a commented one is written first"),
    }.items():
        _add_common(what.add_parser(name, help=about))
    config.set_defaults(module="config", json=False)


def _doctor(commands: _Commands) -> None:
    doctor = commands.add_parser("doctor", help=t("what to put into a report about a fault"))
    _add_json(doctor)
    _add_common(doctor)
    doctor.set_defaults(module="doctor")


def _completion(commands: _Commands) -> None:
    completion = commands.add_parser("completion", help=t("a script that completes this"))
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help=t("your shell"))
    completion.set_defaults(module="completion")


# --- what several of them take --------------------------------------------------------------------


def _add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help=t("for programs"))


def _add_language(command: argparse.ArgumentParser, *, verbose: bool = True) -> None:
    """Add what every other command takes, but does not show: it is said once, for all of them."""
    command.add_argument("--lang", type=words.language, default="", help=SUPPRESS)
    if verbose:
        _add_verbose(command, shown=False)


def _add_verbose(
    command: argparse._ActionsContainer, *, shown: bool = True, unset: bool | str = SUPPRESS
) -> None:
    about = t("tell more, in the log; what plays on no screen tells it on stderr")
    command.add_argument(
        "-v", "--verbose", action="store_true", default=unset, help=about if shown else SUPPRESS
    )


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
    _add_verbose(group, unset=False if first else SUPPRESS)


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
