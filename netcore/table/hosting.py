"""What the host of a table may do.

Hides: the conditions of each. Everything here is asked by the host; `requests` has seen to that.
Must not know: connections, how anybody is told (`desk`).
"""

from __future__ import annotations

from typing import assert_never

from engine.game import BadRules, Seat
from netcore.table import seating
from netcore.table.desk import Desk
from netcore.table.roster import Bot, Member
from netcore.wire.messages import (
    AddBot,
    Bye,
    ByeCode,
    End,
    Give,
    Kick,
    Lock,
    NoteCode,
    Pause,
    Refused,
    RemoveBot,
    Setup,
    Start,
    TableCode,
)
from netcore.wire.ruleset import told
from netcore.wire.schema import tag

HostRequest = Setup | AddBot | RemoveBot | Kick | Start | Pause | End | Lock | Give


def handle(desk: Desk, request: HostRequest, now: float) -> TableCode | Refused | None:
    """Do what the host asks, or return why not."""
    if desk.dealing.running and isinstance(request, Setup | AddBot | RemoveBot | Start):
        return TableCode.NOT_NOW  # what the deal was opened for is settled
    match request:
        case Setup():
            return _setup(desk, request, now)
        case AddBot():
            return _add_bot(desk, request, now)
        case RemoveBot(seat=seat):
            return _remove_bot(desk, seat, now)
        case Kick(seat=seat):
            return _kick(desk, seat, now)
        case Start():
            return _start(desk, now)
        case Pause(on=on):
            return _pause(desk, on, now)
        case End():
            return _end(desk, now)
        case Lock(on=on):
            return _lock(desk, on, now)
        case Give(who=who, seat=seat):
            return _give(desk, who, seat, now)
        case _:
            assert_never(request)


def _setup(desk: Desk, setup: Setup, now: float) -> TableCode | Refused | None:
    if desk.phase != "lobby":
        return TableCode.NOT_NOW
    before = desk.game, desk.preset, desk.changes, desk.rules_name
    rules = desk.rules
    try:
        desk.set_rules(setup.game, setup.preset, dict(setup.options), setup.rules_name)
    except BadRules as error:
        return _no(TableCode.BAD_RULES, **told(error))
    least, most = desk.seat_range()
    taken = desk.roster.filled()
    if not max(least, taken) <= setup.seats <= most:
        desk.set_rules(*before)
        code = TableCode.TOO_FEW_PLAYERS if setup.seats < least else TableCode.TOO_MANY_PLAYERS
        return _no(code, least=least, most=most, taken=taken)
    if desk.rules != rules:  # who was ready was so for other rules
        for member in desk.roster.members():
            member.ready = False
    if setup.punishments is not None:
        desk.punishments = setup.punishments
    for member in desk.roster.resize(setup.seats):
        desk.tell_seated(member)
    desk.refresh(now)
    return None


def _no(code: TableCode, **detail: int | str) -> Refused:
    return Refused(tag(Setup), code, detail)


def _add_bot(desk: Desk, request: AddBot, now: float) -> TableCode | None:
    if desk.phase != "lobby":
        return TableCode.NOT_NOW
    seat = desk.roster.first_open()
    if seat is None:
        return TableCode.TABLE_FULL
    bot = desk.roster.add_bot(seat, request.level)
    desk.note(NoteCode.BOT_ADDED, bot.name, seat)
    desk.refresh(now)
    return None


def _remove_bot(desk: Desk, seat: Seat, now: float) -> TableCode | None:
    if desk.phase != "lobby":
        return TableCode.NOT_NOW
    bot = desk.roster.at(seat)
    if not isinstance(bot, Bot):
        return TableCode.NOT_A_BOT
    desk.roster.seats[seat] = None
    desk.note(NoteCode.BOT_REMOVED, bot.name, seat)
    desk.refresh(now)
    return None


def _kick(desk: Desk, seat: Seat, now: float) -> TableCode | None:
    member = desk.roster.at(seat)
    if not isinstance(member, Member) or member.host:
        return TableCode.NO_SUCH_SEAT
    desk.send(member, Bye(ByeCode.KICKED))
    desk.hang_up(member, "kicked")
    running = desk.phase in ("deal", "between")
    desk.roster.remove(member, Bot(member.name, "normal", leaving=True) if running else None)
    desk.note(NoteCode.KICKED, member.name, seat)
    desk.excuse(seat, now)
    desk.refresh(now)
    return None


def _start(desk: Desk, now: float) -> TableCode | None:
    match desk.phase:
        case "lobby" | "won":
            if desk.roster.filled() < desk.seat_range()[0]:
                return TableCode.TOO_FEW_PLAYERS
            if desk.phase == "won":
                desk.end_match(now)
            desk.begin_match(now)
            return None
        case "between":
            desk.begin_deal(now)
            return None
        case "deal":
            return TableCode.NOT_NOW
        case _:
            assert_never(desk.phase)


def _pause(desk: Desk, on: bool, now: float) -> TableCode | None:
    if desk.phase in ("lobby", "won"):
        return TableCode.NOT_NOW
    if desk.paused != on:
        desk.pause(on, now)
    return None


def _end(desk: Desk, now: float) -> TableCode | None:
    if desk.course is None and not desk.dealing.running:
        return TableCode.NOT_NOW
    host = desk.roster.host()
    if host is None:
        desk.note(NoteCode.ENDED)
    else:
        desk.note(NoteCode.ENDED, host.name, host.seat)
    desk.end_match(now)
    return None


def _lock(desk: Desk, on: bool, now: float) -> TableCode | None:
    if desk.locked != on:
        desk.locked = on
        desk.note(NoteCode.LOCKED if on else NoteCode.UNLOCKED)
        desk.refresh(now)
    return None


def _give(desk: Desk, who: str, seat: Seat, now: float) -> TableCode | None:
    """Give a watcher a seat: one that nobody has to be asked for."""
    watcher = next((one for one in desk.roster.watching() if one.name == who), None)
    if watcher is None:
        return TableCode.NO_SUCH_WATCHER
    return seating.take_seat(desk, watcher, seat, now)
