"""`cardtui play` and `cardtui host`: start a server as a child, and sit down at its table.

`play` is `host` on this machine alone, with bots, that begins at once.
"""

from __future__ import annotations

import argparse

from engine.game import BadRules
from netcore.client import Client
from tui import __version__, rulesets
from tui.addresses import join_lines
from tui.commands import exits, seat, tables
from tui.commands.child import HOST_LINGER, ServerChild, ServerDied


def run(args: argparse.Namespace) -> int:
    """Serve and play."""
    alone = args.command == "play"
    try:
        child = ServerChild(_serve_arguments(args, alone), linger=0.0 if alone else HOST_LINGER)
    except BadRules as error:
        exits.complain(str(error))
        return exits.USAGE
    except ServerDied as died:
        exits.complain(str(died))
        return exits.FAILED

    async def connect() -> Client:
        return await Client.connect(
            "127.0.0.1",
            child.port,
            name=args.name or seat.default_name(),
            fixed_name=args.name is not None,
            host_token=child.host_token,
            app=f"cardtui {__version__}",
        )

    guests_play_on = not alone
    try:
        where = f"127.0.0.1:{child.port}"
        invites = [] if alone else _invites(args, child.port)
        code = seat.sit(args, connect, where, autostart=alone, invites=invites)
        guests_play_on = not alone and code in exits.TERMINAL_LOST
    except KeyboardInterrupt:
        guests_play_on = False
        raise
    finally:
        if guests_play_on:
            child.detach()
        else:
            child.stop()
    return code


def _invites(args: argparse.Namespace, port: int) -> list[str]:
    """Return what others type to join: one line for each address of this machine."""
    return [f"cardtui join {args.bind}:{port}"] if args.bind else join_lines(port)


def _serve_arguments(args: argparse.Namespace, alone: bool) -> list[str]:
    game = rulesets.chosen(args.rules, args.game).game.name
    tables.deck(args)  # a bad file is told here, before anything is started
    given = ["--game", game]
    for change in args.set:
        given += ["--set", change]
    bots = args.bots
    if alone and bots is None:
        bots = str(args.seats - 1) if args.seats else "3" if game == "uno" else "1"
    timer = 0 if alone and args.timer is None else args.timer
    optional = {
        "--rules": args.rules,
        "--seats": args.seats,
        "--bots": bots,
        "--timer": timer,
        "--punishments": args.punishments,
        "--punishment-file": args.punishment_file,
        "--record": args.record,
        "--pace": args.pace,
        "--bind": "127.0.0.1" if alone else args.bind or None,
        "--port": 0 if alone else args.port,
        "--grace": None if alone else args.grace,
    }
    for option, value in optional.items():
        if value is not None:
            given += [option, str(value)]
    return given
