"""What people may ask about punishments: mild ones only, another one, done or waived.

Hides: the conditions that the table adds to those of the King game. Nothing here waits for the
game, nor does the game wait for it: it may be asked in a deal, between deals and in a pause. Must
not know: connections, how a punishment is drawn.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from engine.game import Seat
from engine.king import KingCode
from engine.king import Refused as KingRefused
from netcore.table.desk import Desk
from netcore.table.roster import Member
from netcore.wire.messages import Mild, Settle, Swap, TableCode

KingRequest: TypeAlias = Mild | Swap | Settle


def handle(
    desk: Desk, member: Member, request: KingRequest, now: float
) -> TableCode | KingCode | None:
    """Do what somebody asks, or return why not."""
    if member.seat is None:
        return TableCode.NOT_SEATED
    match request:
        case Mild(on=on):
            _choose(desk, member, member.seat, on, now)
            return None
        case Swap() | Settle():
            return _change(desk, member.seat, request, now)
        case _:
            assert_never(request)


def _choose(desk: Desk, member: Member, seat: Seat, on: bool, now: float) -> None:
    """The wish is the person's, and holds for every match at this table."""
    member.mild = on
    course = desk.course
    if course is not None and course.king is not None:
        before = desk.n
        course.choose_mild(seat, on)
        desk.punished(before, now)
    desk.refresh(now)


def _change(desk: Desk, seat: Seat, request: Swap | Settle, now: float) -> KingCode | None:
    course = desk.course
    if course is None or course.king is None:
        return KingCode.NOTHING_OWED
    before = desk.n
    try:
        match request:
            case Swap():
                course.swap(seat)
            case Settle(seat=whose, how=how):
                course.settle(seat, whose, how)
            case _:
                assert_never(request)
    except KingRefused as refused:
        return refused.code
    desk.punished(before, now)
    return None
