"""From what happened to what one viewer may be told: the one way game data takes to a connection.

Hides: that a view and events are made for a viewer. Nothing else in this package turns a match into
a message. Must not know: connections, tokens, who sits where.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from engine.game import Event, Seat
from engine.king import Ledger
from engine.match import Match
from netcore.wire.messages import MAX_EVENTS, AnyEvent, Update


@dataclass(frozen=True, slots=True)
class Moment:
    """One step: its number, match and punishments after it, and everything that happened.

    Attributes:
        king: The punishments of the match; None in a match that has none.
        head: Of the log of the deal.
    """

    n: int
    match: Match
    events: tuple[Event, ...]
    king: Ledger | None = None
    head: bytes = b""


def update_for(
    viewer: Seat | None,
    now: Moment,
    *,
    told: Iterable[Moment],
    missed: bool,
    clock: int | None,
) -> Update:
    """Return the update for a viewer (None: a spectator).

    Args:
        viewer: Whose knowledge counts.
        now: The newest moment; its match is shown.
        told: The moments whose events are told, oldest first.
        missed: The viewer did not see everything before these.
        clock: Milliseconds left on the turn timer, if one runs.
    """
    # The engine's events know their own shadows; the codec refuses any it does not know.
    events = tuple(
        cast(AnyEvent, event.seen_by(viewer)) for moment in told for event in moment.events
    )
    cut = events[-MAX_EVENTS:]
    return Update(
        n=now.n,
        view=now.match.view(viewer),
        events=cut,
        missed=missed or len(cut) < len(events),
        clock=clock,
        king=None if now.king is None else now.king.view(),
        head=now.head,
    )
