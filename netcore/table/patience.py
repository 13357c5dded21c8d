"""How long a table waits for those who are away.

Hides: for whom patience counts, and when it is whole again. Nothing else changes `grace`, `away_at`
and `standin` of a member. Must not know: the game, messages, what follows when patience ends.

    phase        counts for                   whole again          when it ends
    lobby, won   everybody away               with each return     the seat is free
    deal         whom no bot stands in for    with the next deal   a bot stands in
    between      nobody                       with the next deal   -
    in a pause   the host alone               -                    the pause ends
    always       watchers away                with each return     the place is gone

A match that nobody is left at waits for DESERTED seconds between two deals; a deal ends by itself.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from netcore.table.roster import Member, Roster

DESERTED: Final = 600.0

Phase: TypeAlias = Literal["lobby", "deal", "between", "won"]


class Patience:
    """The patience of one table with everybody at it. `whole`: seconds."""

    def __init__(self, roster: Roster, whole: float) -> None:
        self._roster = roster
        self._whole = whole
        self._deal = 0
        self._deserted_at: float | None = None

    def follow(self, phase: Phase, deal: int, now: float, *, paused: bool) -> None:
        """See how things stand; `deal` is the number of the deal that runs or ran last."""
        playing = phase in ("deal", "between")
        fresh = self._deal != (deal if playing else 0)
        self._deal = deal if playing else 0
        for member in self._roster.seated():
            here = member.conn is not None
            if here or not playing:
                member.standin = False
            if fresh or (here and not playing):
                member.grace, member.away_at = self._whole, None
            waited_for = not here and not member.standin
            _count(member, now, waited_for and (member.host if paused else phase != "between"))
        for watcher in self._roster.watchers:
            if watcher.conn is not None:
                watcher.grace, watcher.away_at = self._whole, None
            _count(watcher, now, watcher.conn is None)
        deserted = phase == "between" and not any(m.conn is not None for m in self._roster.seated())
        if not deserted:
            self._deserted_at = None
        elif self._deserted_at is None:
            self._deserted_at = now + DESERTED

    def stand_in(self, member: Member) -> None:
        """Let a bot play for somebody until the return, or the end of the match."""
        member.standin = True

    @property
    def due(self) -> float | None:
        """When patience ends next."""
        ends = [member.grace_ends for member in self._roster.members()]
        return min((end for end in (*ends, self._deserted_at) if end is not None), default=None)

    def ended(self, now: float) -> list[Member]:
        """Return those with whom it has ended."""
        members = self._roster.members()
        return [one for one in members if (end := one.grace_ends) is not None and now >= end]

    def deserted(self, now: float) -> bool:
        """Whether nobody has been here for so long that the match is over."""
        return self._deserted_at is not None and now >= self._deserted_at


def _count(member: Member, now: float, counts: bool) -> None:
    """Let the patience with somebody be used up, or keep what is left of it."""
    if counts and member.away_at is None:
        member.away_at = now
    elif not counts and member.away_at is not None:
        member.grace, member.away_at = member.grace_left(now), None
