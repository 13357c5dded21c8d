"""A table that goes on from its journal.

Hides: which options come from the journal, and which from whoever resumes. Must not know: stores,
sockets.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from netcore.table.options import TableOptions
from netcore.table.requests import Table
from netcore.table.standing import Standing


def options_of(standing: Standing, server: TableOptions) -> TableOptions:
    """Return the options of the table; the host's secret and the limits are the server's."""
    opened, chosen = standing.opened, standing.chosen
    return replace(
        server,
        name=opened.name,
        game=chosen.game,
        preset=chosen.preset,
        changes=tuple(chosen.options.items()),
        seats=len(standing.sitters),
        bots=(),
        timer=opened.timer,
        grace=opened.grace,
        bot_pace=opened.pace / 1000,
        punishments=chosen.punishments,
        rules_name=chosen.rules_name,
        deck=opened.deck,
        reaction=opened.reaction / 1000,
    )


def table_of(
    standing: Standing, server: TableOptions, now: float, rng: Random | None = None
) -> Table:
    """Return the table as its journal leaves it, with everybody away."""
    table = Table(options_of(standing, server), rng)
    table.desk.restore(standing, now)
    return table
