"""What becomes of an act: it is answered, or held until it counts; and who was faster.

Hides: when an act waits (`reaction` says for how long), and that each is answered exactly once,
whatever happens meanwhile. Must not know: the rules of a game, sockets.

An act that could not be done now is refused now: nothing is kept for a chance that is yet to come.
What was done in time, but after somebody else's act, is told to everybody with by how much.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from engine.game import Seat
from engine.uno.actions import Catch
from netcore.table.course import Course, Deed
from netcore.table.desk import Desk
from netcore.table.reaction import Held
from netcore.table.roster import Member
from netcore.wire.messages import Ack, Act, Nak, Note, NoteCode, TableCode

CLOSE: Final = 3.0
"""Seconds: what was decided longer ago was no race."""


def handle(desk: Desk, member: Member, act: Act, now: float) -> None:
    """Take an act of somebody who is here: answer it now, or hold it."""
    course, seat = desk.course, member.seat
    if seat is None:
        desk.send(member, Nak(act.aid, TableCode.NOT_SEATED, desk.n))
        return
    if course is None:
        before = desk.answers.known(seat, act, desk.n)
        desk.send(member, before or Nak(act.aid, TableCode.NOT_NOW, desk.n))
        return
    waiting = desk.reactions.held(seat, act.aid)
    if waiting is not None:  # sent again: the answer comes when the act counts
        if waiting.a != act.a:
            desk.send(member, Nak(act.aid, TableCode.AID_CONFLICT, desk.n))
        return
    known = desk.answers.known(seat, act, desk.n)
    if known is not None:
        desk.send(member, known)
    elif desk.paused:
        desk.send(member, course.refuse(seat, act, TableCode.PAUSED))
    elif not (_cooling(desk, course, member, act, now) or _holds(desk, course, member, act, now)):
        _carry_out(desk, course, seat, act, now, now)


def is_known(desk: Desk, member: Member, act: Act) -> bool:
    """Whether an act was answered already, or is held."""
    seat = member.seat
    if seat is None:
        return False
    held = desk.reactions.held(seat, act.aid)
    return held is not None or desk.answers.known(seat, act, desk.n) is not None


def release(desk: Desk, now: float) -> None:
    """Carry out what was held and counts now. Where no match runs, nothing counts any more."""
    course = desk.course
    if course is None:
        for left in desk.reactions.take_all():
            _answer(desk, left.seat, Nak(left.act.aid, TableCode.NOT_NOW, desk.n))
        return
    while (held := desk.reactions.take(now)) is not None:
        if isinstance(desk.roster.at(held.seat), Member):  # else nobody is left to play for
            _carry_out(desk, course, held.seat, held.act, now, _counts_from(held, now))


def _counts_from(held: Held, now: float) -> float:
    """Return when a held act would have been carried out."""
    return max(held.until, now)


def _cooling(desk: Desk, course: Course, member: Member, act: Act, now: float) -> bool:
    """Refuse a catch that comes too soon after one in vain."""
    assert member.seat is not None
    left = desk.reactions.cooling(member.seat, now)
    if not left or not isinstance(course.parse(act), Catch):
        return False
    detail = {"retry": ceil(left * 1000)}
    desk.send(member, course.refuse(member.seat, act, TableCode.TOO_SOON, detail))
    return True


def _holds(desk: Desk, course: Course, member: Member, act: Act, now: float) -> bool:
    """Hold an act that may be done, but not yet."""
    action = course.parse(act)
    assert member.seat is not None
    if desk.reactions.counts_at(action) <= now or course.why_not(member.seat, act) is not None:
        return False
    desk.reactions.hold(member.seat, act, action)
    desk.send(member, Note(NoteCode.HELD))
    return True


def _carry_out(desk: Desk, course: Course, seat: Seat, act: Act, now: float, counts: float) -> None:
    """Do an act or refuse it, and tell; `counts`: when it counts in a race."""
    before = course.now
    answer = course.act(seat, act, None, now)
    _answer(desk, seat, answer)
    if course.now is not before:
        desk.stepped(now, seat)
    elif isinstance(answer, Nak):
        if isinstance(course.parse(act), Catch):
            desk.reactions.missed(seat, now)
        first = course.beaten_by(seat, act)
        if first is not None and 0 <= counts - first.at <= CLOSE:
            _tell_race(desk, first, seat, act, counts - first.at)


def _answer(desk: Desk, seat: Seat, answer: Ack | Nak) -> None:
    member = desk.roster.at(seat)
    if isinstance(member, Member):
        desk.send(member, answer)


def _tell_race(desk: Desk, first: Deed, seat: Seat, act: Act, by: float) -> None:
    """Tell everybody who was faster than whom."""
    winner, rival = desk.roster.at(first.seat), desk.roster.at(seat)
    assert winner is not None and rival is not None
    desk.to_all(
        Note(
            NoteCode.RACE,
            {
                "who": winner.name,
                "seat": first.seat,
                "did": first.verb,
                "rival": rival.name,
                "rival_seat": seat,
                "tried": act.a.split(maxsplit=1)[0],
                "ms": round(by * 1000),
            },
        )
    )
