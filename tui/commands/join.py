"""`cardtui join HOST[:PORT][/CODE]`: sit down at somebody's table, or come back to it.

Without a code, in the address or CARDTUI_CODE, the player is asked for it where one is wanted.
"""

from __future__ import annotations

import argparse

from engine.game import BadRules
from tui import settings
from tui.commands import exits, givencode
from tui.i18n import t
from tui.tables import seat
from tui.tables.knock import Knock
from tui.text.address import BadAddress, parse_invite
from tui.text.refusals import reworded


def run(args: argparse.Namespace) -> int:
    """Join and play."""
    chosen = settings.from_args(args)
    try:
        invite = parse_invite(args.address)
        invite = invite._replace(code=invite.code or givencode.of(None) or "")
    except BadRules as bad:
        exits.complain(reworded(bad))
        return exits.USAGE
    except BadAddress as bad:
        exits.complain(
            t(
                "{address}: {why} Write HOST, HOST:PORT or HOST:PORT/CODE.",
                address=args.address,
                why=reworded(bad),
            )
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
