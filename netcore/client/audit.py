"""What a client makes of a table's word: its share in each deal, and what it keeps of it.

Hides: what of a deal is kept until it can be proved, and what a table is suspected of at once.
Pure: messages go in, what is to be answered and what was found comes out. Must not know:
connections, screens, what a proof compares (`verdict`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from engine import fair
from engine.game import Seat
from engine.games import GAMES
from netcore.client.punished import cards_of
from netcore.client.verdict import (
    KEPT,
    MAX_LOG,
    Audited,
    Case,
    Doubt,
    Doubtful,
    Later,
    check_opening,
    shares_fit,
)
from netcore.wire.messages import (
    DealOpen,
    Lobby,
    Pledge,
    Pledges,
    Reveal,
    Seated,
    ServerMessage,
    Share,
    Shares,
    Update,
)
from netcore.wire.ruleset import rules_for

Found: TypeAlias = Pledge | Share | Audited | Case | Later
"""What to answer, what was found out, or what is ready to be judged."""


class Auditor:
    """One client's eye on its table. Show it every message, in order."""

    # What a table says of itself is not enough: how many starts it breaks off and which deal comes
    # next are counted here. Only over a new connection (`arrive`) may anything have been missed.

    def __init__(self, draw: Callable[[int], bytes] = os.urandom) -> None:
        """`draw` gives so many bytes that nobody can guess."""
        self._draw = draw
        self._seat: Seat | None = None
        self._lobby: Lobby | None = None
        self._case: Case | None = None
        self._last: Case | None = None
        self._arriving = True
        self._number = 0
        self._broken = self._seen_broken = self._told_broken = 0

    def arrive(self) -> None:
        """What comes now comes over a new connection."""
        self._arriving = True
        if self._case is not None:
            self._case.interrupted = True

    def see(self, message: ServerMessage) -> list[Found]:
        """Take a message in; return what follows from it."""
        match message:
            case Seated():
                self._seat = message.seat
            case Lobby():
                self._hear_broken(message)
                self._lobby = message
                if not self._arriving and message.phase != "deal":
                    return [*self._give_up()]
            case DealOpen(begun=begun):
                found = self._open(replace(message, begun=False))
                if self._case is not None and not begun:
                    found += self._pledge(self._case)
                return found
            case Pledges() | Shares() | Reveal():
                case = self._case
                if case is not None and case.opened.deal_id == message.deal_id:
                    return self._go_on(case, message)
            case Update():
                live, self._arriving = not self._arriving, False
                return self._look(message, live=live)
            case _:
                pass
        return []

    def _look(self, update: Update, *, live: bool) -> list[Found]:
        """Keep an update; `live`: it tells of one step, which was made by those who are here."""
        case = self._case
        if case is None or _of_before(case, update):
            last = self._last
            return [Later(last, update)] if last is not None and last.cards else []
        if len(case.seen) < KEPT:
            self._number = case.opened.deal
            case.seen.append(update)
            case.bots.append(_bots(self._lobby) if live and self._lobby is not None else None)
        return []

    def end(self) -> list[Audited]:
        """The table is gone: return what is to be said of a deal that it did not show."""
        return self._give_up()

    def _give_up(self) -> list[Audited]:
        """The deal has ended, and nothing was shown of what it followed from."""
        case = self._case
        if case is None or not case.seen:
            return []
        self._case = None
        doubt = Doubt.UNSEEN if self._arriving else Doubt.WITHHELD
        return [Audited(case.opened.deal, "unverifiable", doubt)]

    def _open(self, opened: DealOpen) -> list[Found]:
        case, lobby = self._case, self._lobby
        if case is not None and case.opened.deal_id == opened.deal_id:
            if case.opened != opened:
                return self._suspect(case, Doubt.START)
            return []  # once more, after coming back
        if self._last is not None and self._last.opened.deal_id == opened.deal_id:
            return []  # proved already
        found: list[Found] = [*self._give_up()]
        if lobby is None:
            return found
        if case is not None and case.broken_off:
            played = case.interrupted and opened.deal != case.opened.deal  # while we were away
            self._broken += not played
            self._seen_broken += not case.interrupted
        rules = _rules(lobby)
        cards = cards_of(rules, lobby.punishments, lobby.own)
        self._case = case = Case(
            GAMES[lobby.game],
            rules,
            opened,
            cards,
            previous=self._before(opened),
            seat=self._seat,
        )
        try:
            self._check_number(opened.deal, lobby)
            check_opening(case, len(lobby.seats))
        except Doubtful as doubtful:
            return found + self._suspect(case, doubtful.doubt)
        return found

    def _before(self, opened: DealOpen) -> Case | None:
        last = self._last
        return None if last is None or last.opened.deal + 1 != opened.deal else last

    def _check_number(self, deal: int, lobby: Lobby) -> None:
        """See that no deal is skipped: dealer and totals would be free then. Raises Doubtful."""
        if lobby.phase == "lobby":
            due = deal == 1
        else:
            due = self._arriving or deal in (1, self._number + 1)
        if not due:
            raise Doubtful(Doubt.START)

    def _hear_broken(self, lobby: Lobby) -> None:
        """Take down how many more starts the table says were broken off."""
        if (before := self._lobby) is not None:
            again = lobby.cancelled < before.cancelled  # another program counts from nought
            self._told_broken += lobby.cancelled - (0 if again else before.cancelled)

    def _pledge(self, case: Case) -> list[Pledge]:
        opened, seat = case.opened, self._seat
        if seat is None or seat not in opened.seats or case.shares is not None:
            return []
        if case.own is None:
            case.own = seat, self._draw(32)
        if case.own[0] != seat:
            return []
        pledge = fair.share_commitment(case.own[1], opened.deal_id, seat)
        return [Pledge(opened.deal_id, pledge)]

    def _go_on(self, case: Case, message: Pledges | Shares | Reveal) -> list[Found]:
        match message:
            case Pledges(pledges=pledges):
                return self._pledged(case, pledges)
            case Shares(shares=shares):
                case.shares = case.shares or shares
                if shares != case.shares or not shares_fit(case):
                    return self._suspect(case, Doubt.SHARE)
            case Reveal():
                return self._revealed(case, message)
        return []

    def _pledged(self, case: Case, pledges: tuple[bytes, ...]) -> list[Found]:
        """Show the own share, but only where the own pledge is in the list as it was given."""
        case.pledges = case.pledges or pledges
        if pledges != case.pledges or len(pledges) != len(case.opened.seats):
            return self._suspect(case, Doubt.PLEDGE)
        if case.own is None or case.shares is not None:
            return []
        seat, share = case.own
        if pledges[case.opened.seats.index(seat)] != fair.share_commitment(
            share, case.opened.deal_id, seat
        ):
            return self._suspect(case, Doubt.PLEDGE)
        return [Share(case.opened.deal_id, share)]

    def _revealed(self, case: Case, part: Reveal) -> list[Found]:
        if part.start != len(case.log):
            case.log.clear()  # told anew, from the beginning
        if part.start != len(case.log) or (case.secret and case.secret != part.secret):
            return self._suspect(case, Doubt.SECRET if case.secret else Doubt.LOG)
        case.secret = part.secret
        case.log += part.log
        if part.more and len(case.log) <= MAX_LOG:
            return []
        case.broken, self._broken = self._broken, 0
        case.uncounted = max(0, self._seen_broken - self._told_broken)
        self._seen_broken = self._told_broken = 0
        self._case, self._last = None, case
        return [case]

    def _suspect(self, case: Case, doubt: Doubt) -> list[Found]:
        """Say so at once, and have no part in it any more."""
        self._case, self._last, case.previous = None, case, None
        return [Audited(case.opened.deal, "mismatch", doubt)]


def _of_before(case: Case, update: Update) -> bool:
    """Whether an update still shows the deal before the one that is opened: punishments are settled
    meanwhile, and people come back. A deal has begun once its shares are out, and is not over then.
    """
    return case.shares is None and update.view.game.phase == "over"


def _rules(lobby: Lobby) -> Any:
    return rules_for(lobby.game, lobby.preset, lobby.options)


def _bots(lobby: Lobby) -> frozenset[Seat]:
    """Return the seats that nobody has, be they away."""
    return frozenset(seat for seat, one in enumerate(lobby.seats) if one.kind != "human")
