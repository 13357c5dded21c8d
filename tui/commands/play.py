"""`cardtui play` and `cardtui host`: start a server as a child, and sit down at its table.

`play` is `host` on this machine alone, with bots, that begins at once. `host` comes back to an own
table that still runs.
"""

from __future__ import annotations

import argparse

from engine.game import BadRules
from netcore.client.shell import Client
from netcore.journal.entries import Served
from netcore.journal.store import StoreError
from tui import logfile, settings
from tui.commands import exits, givencode, tables
from tui.i18n import t
from tui.rules import rulesets
from tui.tables import kept, seat, unfinished
from tui.tables.child import ServerDied
from tui.tables.naming import Introduced
from tui.tables.owntable import OwnTable, open_table
from tui.text import rulewords
from tui.text.address import DEFAULT_PORT
from tui.text.refusals import reworded


def run(args: argparse.Namespace) -> int:
    """Serve and play."""
    alone = args.command == "play"
    chosen = settings.from_args(args)
    if not seat.can_sit(chosen):
        return exits.USAGE
    args.log_file = logfile.of(chosen.log_file)
    args.pace = settings.PACES[chosen.speed] if args.pace is None else args.pace
    try:
        args.code = None if alone else givencode.for_table(args)
        rulewords.know([rulesets.chosen(args.rules, args.game)])
        table = open_table(_words(args), alone=True) if alone else _for_guests(args)
    except BadRules as error:
        exits.complain(reworded(error))
        return exits.USAGE
    except kept.NotFound as none:
        exits.complain(str(none))
        return exits.REFUSED
    except StoreError as error:
        exits.complain(kept.damaged(error))
        return exits.FAILED
    except ServerDied as died:
        exits.complain(str(died))
        return exits.USAGE if died.code == exits.USAGE else exits.FAILED

    new = args.resume is None and not table.found  # elsewhere a seat with its name is come back to
    asks_name = settings.on_terminal() and new and not alone
    connect: Introduced[Client] = Introduced(table.connect, chosen.name, asks_name=asks_name)
    if table.found:
        exits.complain(t("your table is still open on port {port}: back to it", port=table.port))
    guests_play_on = not alone
    try:
        code = seat.sit(
            chosen, connect, table.where, autostart=alone, invites=table.invites, own=True,
            close=None if alone else lambda: table.close(keep=False),
        )  # fmt: skip
        guests_play_on = not alone and code in (*exits.TERMINAL_LOST, exits.KEPT_OPEN)
    except KeyboardInterrupt:
        guests_play_on = False
        raise
    finally:
        table.close(keep=guests_play_on)
    return exits.after_keeping() if code == exits.KEPT_OPEN else code


def _for_guests(args: argparse.Namespace) -> OwnTable:
    """Open a table for others, or come back to an own one that goes on without this program.

    Where no port was wanted any free one will do, if others have the usual one.
    Raises BadRules, NotFound, StoreError, ServerDied.
    """
    waits = _waits(args)
    if waits is not None:
        args.resume = None  # there is nothing to resume: it goes on
    words = _words(args)
    code, resumes = tables.code(args), args.resume is not None
    if args.port is not None or resumes:
        where = {"bind": args.bind, "port": tables.port(args), "code": code}
        return open_table(words, alone=False, resumes=resumes, **where)
    bind, port = (waits.bind, waits.port) if waits is not None else (args.bind, DEFAULT_PORT)
    try:
        return open_table(words, alone=False, bind=bind, port=port, code=code)
    except ServerDied as died:
        if died.code == exits.USAGE:
            raise
        table = open_table(words, alone=False, bind=args.bind, port=0, code=code)
        exits.complain(t("port {taken} is in use: this table is on port {port}",
                         taken=port, port=table.port))  # fmt: skip
        return table


def _waits(args: argparse.Namespace) -> Served | None:
    """Return where an own table goes on without this program, unless another place is wanted."""
    if args.port is not None or args.bind:
        return None
    return unfinished.waiting((args.resume or "").lower())


def _words(args: argparse.Namespace) -> list[str]:
    """Return the arguments of the server. Raises BadRules, NotFound, StoreError."""
    if args.resume is None:
        return tables.words(args, tables.options(args))
    store = kept.open_store()
    try:
        return tables.resume_words(args, tables.resumed(args, store)[0])
    finally:
        store.close()
