"""From the words of a command line to the options of a table.

Hides: the defaults of each game. Must not know: servers, screens.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from engine.game import BadRules
from engine.king import BadPunishments, Punishment, with_own
from engine.options import with_options
from netcore.messages import GameName, Level
from netcore.table import TableOptions
from tui import rulesets
from tui.ruledraft import read_changes

_USUAL_SEATS: dict[GameName, int] = {"uno": 4, "casino": 2}


def options(args: argparse.Namespace, *, host_token: str) -> TableOptions:
    """Return the table that the arguments describe. Raises BadRules, naming what is wrong."""
    chosen = rulesets.chosen(args.rules, args.game)
    game: GameName = "uno" if chosen.game.name == "uno" else "casino"
    changes = {**chosen.options, **read_changes(game, args.set)}
    rules = with_options(chosen.game.presets[chosen.base], changes)
    least, most = chosen.game.seat_range(rules)
    bots = _bots(args.bots)
    usual = min(max(_USUAL_SEATS[game], len(bots) + 1, least), most)
    return TableOptions(
        game=game,
        preset=chosen.base,
        changes=tuple(changes.items()),
        seats=usual if args.seats is None else args.seats,
        bots=bots,
        timer=60 if args.timer is None else args.timer,
        grace=args.grace,
        host_token=host_token,
        bot_pace=args.pace,
        punishments=args.punishments or "all",
        deck=deck(args),
    )


def deck(args: argparse.Namespace) -> tuple[Punishment, ...] | None:
    """Return the punishments with those of --punishment-file; None without one. Raises BadRules."""
    if not args.punishment_file:
        return None
    path = Path(args.punishment_file)
    try:
        return with_own(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, BadPunishments) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadRules(f"{path}: {why}") from None


def _bots(text: str | None) -> tuple[Level, ...]:
    """Read `3` or `3:hard`."""
    count, _, level = (text or "0").partition(":")
    for known in get_args(Level):
        if count.isdecimal() and int(count) <= 10 and known == (level or "normal"):
            return (known,) * int(count)
    raise BadRules(f"--bots {text}: a number, perhaps with :{' :'.join(get_args(Level))}")
