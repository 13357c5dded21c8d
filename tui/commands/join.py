"""`cardtui join HOST[:PORT]`: sit down at somebody's table, or come back to the own seat there."""

from __future__ import annotations

import argparse

from netcore.client import Client
from tui import __version__, settings
from tui.commands import exits, seat
from tui.commands.address import parse_address
from tui.i18n import t


def run(args: argparse.Namespace) -> int:
    """Join and play."""
    chosen = settings.from_args(args)
    try:
        host, port = parse_address(args.address)
    except ValueError:
        exits.complain(t("{address}: write HOST or HOST:PORT", address=args.address))
        return exits.USAGE

    async def connect() -> Client:
        return await Client.connect(
            host,
            port,
            name=chosen.name or seat.default_name(),
            fixed_name=chosen.name is not None,
            watch=args.watch,
            state_dir=seat.state_folder(),
            app=f"cardtui {__version__}",
        )

    return seat.sit(chosen, connect, args.address)
