"""From the words of a command line to the options of a table.

Hides: the defaults of each game. Must not know: servers, screens.
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import get_args

from engine.game import BadRules
from engine.games import GAMES
from netcore.messages import Level, OptionValue
from netcore.ruleset import rules_for
from netcore.table import TableOptions

_USUAL_SEATS = {"uno": 4, "casino": 2}


def options(args: argparse.Namespace, *, host_token: str) -> TableOptions:
    """Return the table that the arguments describe. Raises BadRules, naming what is wrong."""
    preset = args.rules or next(iter(GAMES[args.game].presets))
    changes = _changes(args.game, preset, args.set)
    rules = rules_for(args.game, preset, dict(changes))
    least, most = GAMES[args.game].seat_range(rules)
    bots = _bots(args.bots)
    usual = min(max(_USUAL_SEATS[args.game], len(bots) + 1, least), most)
    return TableOptions(
        game=args.game,
        preset=preset,
        changes=changes,
        seats=usual if args.seats is None else args.seats,
        bots=bots,
        timer=60 if args.timer is None else args.timer,
        grace=args.grace,
        host_token=host_token,
        bot_pace=args.pace,
    )


def _bots(text: str | None) -> tuple[Level, ...]:
    """Read `3` or `3:hard`."""
    count, _, level = (text or "0").partition(":")
    for known in get_args(Level):
        if count.isdecimal() and int(count) <= 10 and known == (level or "normal"):
            return (known,) * int(count)
    raise BadRules(f"--bots {text}: a number, perhaps with :{' :'.join(get_args(Level))}")


def _changes(game: str, preset: str, settings: list[str]) -> tuple[tuple[str, OptionValue], ...]:
    """Read `option=value` by the type that the option has in the preset."""
    base = rules_for(game, preset, {})
    known = {option.name: getattr(base, option.name) for option in fields(base)}
    changes: dict[str, OptionValue] = {}
    for setting in settings:
        name, _, text = setting.partition("=")
        if name not in known:
            raise BadRules(f"{name}: there is no such option")
        changes[name] = _value(name, text, known[name])
    return tuple(changes.items())


def _value(name: str, text: str, usual: object) -> OptionValue:
    if isinstance(usual, bool):
        if text not in ("yes", "no", "true", "false"):
            raise BadRules(f"{name}: {text!r} is neither yes nor no")
        return text in ("yes", "true")
    if isinstance(usual, int):
        if not text.isdecimal():
            raise BadRules(f"{name}: {text!r} is not a number")
        return int(text)
    return tuple(text.split(",")) if isinstance(usual, tuple) else text
