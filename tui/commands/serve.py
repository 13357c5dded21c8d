"""`cardtui serve`: a table without a player of its own. `host` and `play` start it as their child.

As a child (`--owned SECONDS`) it reads its secrets from the first line of stdin, and the end of
stdin means that whoever started it is gone. Once it can be reached it prints one line for programs,
as a child with what is needed to join, else followed by how people join.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from engine.game import BadRules
from netcore.journal.entries import BadJournal
from netcore.journal.store import MemoryStore, Store, StoreError, UnknownTable
from netcore.server.house import Kept
from netcore.server.shell import ServerFailed, ServerOptions, serve
from netcore.transport.certificate import BadCertificate, own_identity
from netcore.transport.joincode import NO_CERTIFICATE
from tui import __version__, logfile
from tui.commands import exits, givencode, tables
from tui.i18n import t
from tui.tables import kept, seat
from tui.tables.addresses import invites
from tui.tables.child import Ready, Secrets
from tui.text.fingerprint import words
from tui.text.refusals import reworded


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    logfile.begin(args.log_file)
    try:
        told = Secrets.parse(sys.stdin.readline()) if args.owned is not None else None
    except ValueError:
        exits.complain(t("--owned is for a starter that writes the table's secrets to stdin"))
        return exits.USAGE
    store: Store
    try:
        store = kept.open_store()
    except StoreError as error:
        exits.complain(kept.damaged(error))
        if args.opener != "play":  # who plays alone loses no more than the own game
            return exits.FAILED
        store = MemoryStore()
    try:
        server = _options(args, told, store)
        asyncio.run(serve(server, lambda port: _ready(server, port)))
    except BadRules as error:
        store.close()  # no server has come to own it
        exits.complain(reworded(error))
        return exits.USAGE
    except (kept.NotFound, BadJournal, UnknownTable) as error:
        exits.complain(_not_resumed(args, error))
        return exits.REFUSED
    except (StoreError, BadCertificate, OSError, ServerFailed) as error:
        exits.complain(_failed(args, error))
        return exits.FAILED
    return exits.OK


def _options(args: argparse.Namespace, told: Secrets | None, store: Store) -> ServerOptions:
    """Return what is to be served. `told`: what the starter of a child has told it.

    Raises:
        BadRules: The rules, a limit or a file of punishments is none.
        NotFound: No table goes by the name that is to be resumed.
        StoreError: The store cannot be read.
    """
    args.code = givencode.for_table(args) if told is None else None
    resume = tables.resumed(args, store)
    token, code = (told.host_token, told.code) if told else ("", tables.code(args))
    limits = tables.limits(args)
    return ServerOptions(
        bind=args.bind,
        port=tables.port(args),
        app=f"cardtui {__version__}",
        table=tables.options(args, host_token=token, code=code),
        record=Path(args.record) if args.record else None,
        owner=sys.stdin.fileno() if told else None,
        linger=args.owned if told else 0.0,
        limits=replace(limits, tables=1) if told else limits,
        tables=args.tables,
        kept=Kept(store, args.opener),
        resume=resume,
        status=seat.status_folder(),
        certificate=None if args.no_tls else seat.data_folder(),
        public=args.public,
    )


def _ready(server: ServerOptions, port: int) -> None:
    """Say where the table is: to the program that started this, or to people."""
    folder, code = server.certificate, server.table.code
    certificate = NO_CERTIFICATE if folder is None else own_identity(folder).hash
    if server.owner is not None:
        print(Ready(port, certificate.hex(), code), flush=True)
        return
    print(f"cardtui 127.0.0.1 {port}", flush=True)
    for line in invites(server.bind, port, code, tls=folder is not None):
        print(t("Others join with: {line}", line=line), flush=True)
    if folder is not None:
        print(t("Fingerprint of this table: {words}", words=words(certificate)), flush=True)


def _not_resumed(args: argparse.Namespace, error: kept.NotFound | BadJournal | UnknownTable) -> str:
    return str(error) if isinstance(error, kept.NotFound) else kept.unreadable(args.resume, error)


def _failed(
    args: argparse.Namespace, error: StoreError | BadCertificate | OSError | ServerFailed
) -> str:
    match error:
        case StoreError():
            return kept.damaged(error)
        case BadCertificate():
            return t(
                "the certificate cannot be used: {why}. Without the file a new one is made, and "
                "everybody who has played here is asked about it.",
                why=error,
            )
        case OSError():
            return _cannot_listen(args, error)
        case ServerFailed():
            return t("the table broke; the log above says where")


def _cannot_listen(args: argparse.Namespace, error: OSError) -> str:
    import errno

    if error.errno == errno.EADDRINUSE:
        return t("port {port} is in use. Choose another one with --port.", port=tables.port(args))
    where = f"{args.bind or '*'}:{tables.port(args)}"
    return t("cannot listen on {where}: {why}", where=where, why=reworded(error))
