"""From the start of `--plain` to its end: the way to a table, the table, the exit code.

Hides: what is asked on the way, and which signal ended it. Must not know: screens, what is played.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from netcore.client.shell import (
    Client,
    ConnectFailed,
    WhichTable,
)
from netcore.transport.joincode import NO_CERTIFICATE
from netcore.wire.messages import (
    MAX_NAME,
)
from tui.commands import exits
from tui.i18n import t
from tui.plain import commands
from tui.plain.lines import read, say
from tui.plain.table import PlainTable
from tui.rules import ownrules, rulesets
from tui.tables.addresses import invites_of
from tui.tables.knock import not_written_down, other_machine, reach
from tui.tables.naming import UNNAMED, Ask
from tui.text import fingerprint, tablelist
from tui.text.refusals import not_reached


def run(
    connect: Callable[[], Awaitable[Client]],
    where: str,
    *,
    autostart: bool,
    invites: Sequence[str] = (),
) -> int:
    """Play until the end of the table or of the input; return the exit code.

    Args:
        connect: Reaches the table.
        where: Its address, for messages.
        autostart: The first deal begins at once.
        invites: What others type to join.
    """
    _say_invites(invites)
    return asyncio.run(_run(connect, where, autostart, bool(invites)))


async def _run(
    connect: Callable[[], Awaitable[Client]], where: str, autostart: bool, keepable: bool
) -> int:
    lines = read()
    try:
        client = await _reached(connect, lines)
    except ConnectFailed as failed:
        if failed.code == UNNAMED:
            return exits.OK
        return exits.connect_failed(failed.code, failed.detail, where)
    if client is None:
        return exits.OK
    if client.certificate != NO_CERTIFICATE:
        words = await asyncio.to_thread(fingerprint.words, client.certificate)
        say(t("Fingerprint of this table: {words}", words=words))
    if client.host and not keepable and not autostart:  # who came back with `join`
        _say_invites(invites_of(*client.door))
    if client.elsewhere:
        say(other_machine(client.elsewhere))
    if client.unkept:
        say(not_written_down())
    ownrules.know(rulesets.folder())
    try:
        table = PlainTable(client, autostart, lines, keepable=keepable, people=sys.stdin.isatty())
        return await _unless_stopped(table.play())
    finally:
        await client.close()


async def _reached(
    connect: Callable[[], Awaitable[Client]], lines: asyncio.Queue[str | None]
) -> Client | None:
    """Return the client at its table; None: the player wants none of those there are."""
    try:
        return await reach(connect, lambda question: _ask(question, lines))
    except WhichTable as several:
        which = several  # outside of this clause, so that no later error is told as one within it
    return await choose_table(which, lines)


async def _unless_stopped(play: Coroutine[Any, Any, int]) -> int:
    """Return what `play` does, or the exit code of the signal that has ended it."""
    stopped_by: list[int] = []
    playing = asyncio.ensure_future(play)

    def stop(number: int) -> None:
        stopped_by.append(number)
        playing.cancel()

    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, stop, number)
    try:
        return await playing
    except asyncio.CancelledError:
        if not stopped_by:
            raise
        return 128 + stopped_by[0]


async def _ask(question: Ask, lines: asyncio.Queue[str | None]) -> str | None:
    """Ask a person; a script is not asked."""
    if not sys.stdin.isatty():
        return None
    for text in question.says:
        say(text)
    wants, usual = question.wants, question.usual
    say(t("{question} [{usual}]", question=wants, usual=usual) if usual else wants)
    return await lines.get()


def _say_invites(invites: Sequence[str]) -> None:
    for invite in invites:
        say(t("Others join with: {line}", line=invite))


async def choose_table(found: WhichTable, lines: asyncio.Queue[str | None]) -> Client | None:
    """Ask which of several tables, until one lets this player in; None: none at all."""
    while True:
        for number, info in enumerate(found.tables.tables, 1):
            say(f"{number}) {tablelist.line(info)}")
        say(t("Which table? A number, new NAME for a new one, list to look again, or quit."))
        line = await lines.get()
        word, _, rest = commands.meant("quit" if line is None else line).partition(" ")
        try:
            if word == "quit":
                return None
            if word == "new" and rest.strip():
                return await found.again("", tablelist.new_table(rest.strip()[:MAX_NAME]))
            if word.isdecimal() and 0 < int(word[:9]) <= len(found.tables.tables):
                return await found.again(found.tables.tables[int(word) - 1].name, None)
            if word == "list":
                return await found.again("", None)
            say(t("That is none of them."))
        except WhichTable as which:
            found = which
        except ConnectFailed as failed:
            say(not_reached(failed.code, failed.detail))
