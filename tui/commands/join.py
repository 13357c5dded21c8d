"""`cardtui join HOST[:PORT][/CODE]`: sit down at somebody's table, or come back to it."""

from __future__ import annotations

import argparse

from tui import settings
from tui.commands import exits, seat
from tui.commands.address import parse_invite
from tui.i18n import t
from tui.knock import Knock


def run(args: argparse.Namespace) -> int:
    """Join and play."""
    chosen = settings.from_args(args)
    try:
        invite = parse_invite(args.address)
    except ValueError:
        exits.complain(
            t("{address}: write HOST, HOST:PORT or HOST:PORT/CODE", address=args.address)
        )
        return exits.USAGE
    knock = Knock(
        invite,
        chosen.name,
        tls=invite.tls and not args.no_tls,
        watch=args.watch,
        table=args.table,
        asks=settings.on_terminal(),
    )
    return seat.sit(chosen, knock, invite.where)
