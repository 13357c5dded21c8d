"""Where a table may be found: servers of one's own on this machine, hosts met before.

Hides: the places that are looked at. To look elsewhere too (the local network), add a source: it is
asked while others still look, and whatever it yields is shown as it comes. Must not know: screens.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from netcore.client.knownhosts import Known
from netcore.server.status import ask
from netcore.wire.text import clean_line
from tui.i18n import n, t
from tui.tables import seat
from tui.text import words
from tui.text.address import Invite
from tui.text.tablelist import PHASES

_MOST: Final = 20
"""So many hosts of before are shown; the others can still be typed."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place where a table may be.

    Attributes:
        address: As it is typed to join.
        name: What it is called.
        about: What else is known of it.
    """

    address: str
    name: str
    about: str


Source: TypeAlias = Callable[[], AsyncIterator[Found]]


async def own() -> AsyncIterator[Found]:
    """Yield the servers that this account runs here."""
    for report in await asyncio.to_thread(lambda: list(ask(seat.status_folder()))):
        yield _own(report)


async def earlier() -> AsyncIterator[Found]:
    """Yield the hosts that were met before, the last one first."""
    for known in (await asyncio.to_thread(lambda: seat.known_hosts().all()))[:_MOST]:
        yield _earlier(known)


def sources() -> tuple[Source, ...]:
    """Return where to look: all at once."""
    return (own, earlier)


def _own(report: dict[str, Any]) -> Found:
    tables = report["tables"]
    about = n("{count} table", "{count} tables", len(tables))
    if len(tables) == 1:
        game, phase = tables[0]["game"], tables[0]["phase"]
        state = PHASES[phase]() if phase in PHASES else phase
        about = t("{game}, {state}", game=words.game(game), state=state)
    return Found(Invite("127.0.0.1", report["port"]).where, t("this machine"), about)


def _earlier(known: Known) -> Found:
    name = clean_line(known.name)
    about = t("met before, first on {date}", date=known.since)
    return Found(known.address, t("{name}'s table", name=name) if name else known.address, about)
