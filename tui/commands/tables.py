"""From the words of a command line to the options of a table.

Hides: the defaults of each game, and what fits together. Must not know: servers, screens.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import get_args

from engine.game import BadRules
from engine.king import BadPunishments, Punishment, with_own
from engine.options import with_options
from engine.rulefile import known_rulesets
from netcore.journal.store import Store
from netcore.table.options import TableOptions
from netcore.transport.joincode import new_code
from netcore.wire.limits import DEFAULT, Limits
from netcore.wire.messages import MAX_SEATS, GameName, Level
from tui import textfile
from tui.i18n import t
from tui.rules import rulesets
from tui.rules.ruledraft import kinds, read_changes
from tui.tables.kept import find_unfinished
from tui.text.address import DEFAULT_PORT
from tui.text.refusals import reworded

_FIXED = ("game", "rules", "set", "seats", "bots", "timer", "punishments", "punishment_file")
_USUAL_SEATS: dict[GameName, int] = {"uno": 4, "casino": 2}


def options(args: argparse.Namespace, *, host_token: str = "", code: str = "") -> TableOptions:
    """Return the table that the arguments describe. Raises BadRules, naming what is wrong.

    `play` and `host` need a seat for their player, and `play` enough bots to begin at once.
    """
    chosen = rulesets.chosen(args.rules, args.game)
    game: GameName = "uno" if chosen.game.name == "uno" else "casino"
    changes = {**chosen.options, **_changes(game, args.set)}
    rules = with_options(chosen.game.presets[chosen.base], changes)
    least, most = chosen.game.seat_range(rules)
    own = args.command != "serve"
    usual = min(max(_USUAL_SEATS[game], least), most)
    given = None if args.seats is None else _seats(args.seats, chosen.name, least, most)
    text = args.bots
    if text is None:
        text = str((given or usual) - 1) if args.command == "play" else "0"
    bots = _bots(text, (given or most) - own)
    if args.command == "play" and len(bots) + 1 < least:
        raise BadRules(
            t("--bots {text}: {rules} needs {least} players, so at least {bots} bots",
              text=text, rules=chosen.name, least=least, bots=least - 1)
        )  # fmt: skip
    check_record(args)
    everybodys = chosen.name in known_rulesets()
    return TableOptions(
        game=game,
        preset=chosen.base,
        changes=tuple(changes.items()),
        seats=given or max(usual, len(bots) + own),
        bots=bots,
        timer=_timer(args),
        grace=getattr(args, "grace", 60),
        reaction=args.reaction,
        host_token=host_token,
        bot_pace=1.0 if args.pace is None else args.pace,
        punishments=args.punishments or "all",
        deck=deck(args),
        code=code,
        rules_name="" if everybodys or rules != chosen.rules else chosen.name,
    )


def code(args: argparse.Namespace) -> str:
    """Return the join code that the arguments ask for, or a new one; empty for none.

    Raises BadRules where a table for strangers would have none.
    """
    if not args.open:
        return args.code or new_code()
    if args.code:
        raise BadRules(t("--open asks for no code, so --code cannot go with it"))
    if args.public:
        raise BadRules(t("--public lets strangers in, so it needs a join code: no --open with it"))
    return ""


def port(args: argparse.Namespace) -> int:
    """Return the port to listen on."""
    return DEFAULT_PORT if args.port is None else int(args.port)


def resumed(args: argparse.Namespace, store: Store) -> tuple[str, ...]:
    """Return the tables to go on with; none where a new one is wanted.

    What the arguments leave open (where it is reached, the code) becomes what it was before.

    Raises:
        NotFound: There is no such table.
        BadRules: Something else is asked of a table that is what it is.
        StoreError: The store cannot be read.
    """
    if args.resume is None:
        return ()
    for name in _FIXED:
        if getattr(args, name):
            option = name.replace("_", "-")
            raise BadRules(
                t("--resume goes on with a table as it is: no --{option}", option=option)
            )
    found = find_unfinished(store, args.resume, args.opener)
    served = found.served
    if args.opener != "play" and served is not None:
        args.port = served.port if args.port is None else args.port
        args.bind = args.bind or served.bind
        if not (args.code or args.open):
            args.code, args.open = served.code or None, not served.code
        args.no_tls = args.no_tls or not served.tls
    return found.tables


def words(args: argparse.Namespace, table: TableOptions) -> list[str]:
    """Return the arguments of `cardtui serve` for that table."""
    given = ["--game", table.game]
    for change in args.set:
        given += ["--set", change]
    for limit in getattr(args, "limit", []):
        given += ["--limit", limit]
    given += _switches(args)
    level = table.bots[0] if table.bots else "normal"
    optional = {
        "--rules": args.rules,
        "--seats": table.seats,
        "--bots": f"{len(table.bots)}:{level}",
        "--timer": table.timer,
        "--grace": table.grace,
        "--reaction": table.reaction,
        "--punishments": args.punishments,
        "--punishment-file": args.punishment_file,
        "--record": args.record,
        "--log-file": args.log_file,
        "--pace": args.pace,
    }
    for option, value in optional.items():
        if value is not None:
            given += [option, str(value)]
    return given


def resume_words(args: argparse.Namespace, table: str) -> list[str]:
    """Return the arguments of `cardtui serve` that goes on with a table."""
    given = ["--resume", table]
    for limit in getattr(args, "limit", []):
        given += ["--limit", limit]
    given += _switches(args)
    for option, value in (("--record", args.record), ("--log-file", args.log_file)):
        if value is not None:
            given += [option, value]
    return given


def _switches(args: argparse.Namespace) -> list[str]:
    switches = ("no-tls", "public", "verbose")
    return [f"--{one}" for one in switches if getattr(args, one.replace("-", "_"), False)]


def limits(args: argparse.Namespace) -> Limits:
    """Return the limits of a server that the arguments describe. Raises BadRules."""
    chosen = DEFAULT
    for setting in args.limit:
        chosen = chosen.read(setting)
    if getattr(args, "tables", 1) > chosen.tables:
        raise BadRules(
            t("--tables {tables}: at most {most}; more with --limit tables={tables}",
              tables=args.tables, most=chosen.tables)
        )  # fmt: skip
    return chosen


def check_record(args: argparse.Namespace) -> None:
    """See that records can be written where they are wanted. Raises BadRules."""
    if not args.record:
        return
    folder = Path(args.record)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadRules(f"--record {folder}: {reworded(error)}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadRules(t("--record {folder}: nothing can be written there", folder=folder))


def deck(args: argparse.Namespace) -> tuple[Punishment, ...] | None:
    """Return the punishments with those of --punishment-file; None without one. Raises BadRules."""
    if not args.punishment_file:
        return None
    path = Path(args.punishment_file)
    try:
        return with_own(textfile.read(path, textfile.LONG))
    except UnicodeDecodeError:
        raise BadRules(t("{path}: not a text file", path=path)) from None
    except RecursionError:
        raise BadRules(t("{path}: nested too deep", path=path)) from None
    except (OSError, BadPunishments) as error:
        raise BadRules(f"{path}: {reworded(error)}") from None


def _timer(args: argparse.Namespace) -> int:
    if args.timer is not None:
        return int(args.timer)
    return 0 if args.command == "play" else 60


def _changes(game: GameName, settings: list[str]) -> dict[str, bool | int | str | tuple[str, ...]]:
    """Read each --set, saying which one was wrong. Raises BadRules."""
    known = {kind.name for kind in kinds(game)}
    for setting in settings:
        name, equals, _ = setting.partition("=")
        if not equals:
            raise BadRules(t("--set {setting}: write OPTION=VALUE", setting=setting))
        if name not in known:
            raise BadRules(
                t("--set {setting}: {game} has no option {name!r}. {near}",
                  setting=setting, game=game, name=name, near=_near(name, known))
            )  # fmt: skip
        try:
            read_changes(game, [setting])
        except BadRules as error:
            raise BadRules(f"--set {setting}: {error}") from None
    return read_changes(game, settings)


def _near(name: str, known: set[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(known), 1)
    if near:
        return t("Did you mean {near}?", near=near[0])
    return t("See: cardtui rules show NAME")


def _seats(text: str, rules: str, least: int, most: int) -> int:
    if text.isascii() and text.isdecimal() and least <= int(text[:9]) <= most:
        return int(text)
    if least == most:
        raise BadRules(
            t("--seats {text}: {rules} has {most} seats", text=text, rules=rules, most=most)
        )
    raise BadRules(
        t("--seats {text}: {rules} has {least} to {most} seats",
          text=text, rules=rules, least=least, most=most)
    )  # fmt: skip


def _bots(text: str, most: int) -> tuple[Level, ...]:
    """Read `3` or `3:hard`. Raises BadRules."""
    count, _, level = text.partition(":")
    for known in get_args(Level):
        number = count.isascii() and count.isdecimal()
        if number and int(count[:9]) <= min(most, MAX_SEATS) and known == (level or "normal"):
            return (known,) * int(count)
    raise BadRules(
        t("--bots {text}: a number from 0 to {most}, perhaps with {levels}",
          text=text, most=most, levels=" ".join(f":{one}" for one in get_args(Level)))
    )  # fmt: skip
