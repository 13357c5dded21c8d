"""`cardtui serve`: a table without a player of its own. `host` and `play` start it as their child.

As a child (`--owned SECONDS`) it reads the host's secret from the first line of stdin, and the end
of stdin means that whoever started it is gone. It prints one line once it can be reached.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from engine.game import BadRules
from netcore.server import ServerFailed, ServerOptions, serve
from tui import __version__, logfile
from tui.commands import exits, tables
from tui.i18n import t


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    logfile.begin(args.log_file, loud=args.verbose)
    owned = args.owned is not None
    secret = sys.stdin.readline().strip() if owned else ""
    if owned and not secret:
        exits.complain(t("--owned is for a starter that writes the host's secret to stdin"))
        return exits.USAGE
    try:
        table = tables.options(args, host_token=secret)
        server = ServerOptions(
            bind=args.bind,
            port=args.port,
            app=f"cardtui {__version__}",
            table=table,
            record=Path(args.record) if args.record else None,
            owner=sys.stdin.fileno() if owned else None,
            linger=args.owned if owned else 0.0,
            limits=tables.limits(args),
        )
        asyncio.run(serve(server, _ready))
    except BadRules as error:
        exits.complain(str(error))
        return exits.USAGE
    except OSError as error:
        exits.complain(_cannot_listen(args, error))
        return exits.FAILED
    except ServerFailed:
        exits.complain(t("the table broke; the log above says where"))
        return exits.FAILED
    return exits.OK


def _ready(port: int) -> None:
    print(f"cardtui 127.0.0.1 {port}", flush=True)


def _cannot_listen(args: argparse.Namespace, error: OSError) -> str:
    import errno

    if error.errno == errno.EADDRINUSE:
        return t("port {port} is in use. Choose another one with --port.", port=args.port)
    where = f"{args.bind or '*'}:{args.port}"
    return t("cannot listen on {where}: {why}", where=where, why=error.strerror or str(error))
