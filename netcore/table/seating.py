"""How a person comes to a seat: on an open one, or for a bot, taking over its hand.

Hides: which seats are free when, and who is told. Must not know: connections, who may ask.
"""

from __future__ import annotations

from engine.game import Seat
from netcore.table.desk import Desk
from netcore.table.roster import Bot, Member
from netcore.wire.messages import NoteCode, TableCode


def take_seat(desk: Desk, watcher: Member, seat: Seat, now: float) -> TableCode | None:
    """Let a watcher sit down there, or return why not."""
    roster = desk.roster
    if watcher.seat is not None:
        return TableCode.ALREADY_SEATED
    if seat >= len(roster.seats):
        return TableCode.NO_SUCH_SEAT
    running = desk.running
    is_open = not running and roster.is_open(seat, over=True)
    if not (is_open or roster.has_bot(seat)):
        return TableCode.NOT_A_BOT
    bot = bot_at(desk, seat)
    roster.sit(watcher, seat, desk.n)
    desk.tell_seated(watcher)
    desk.refresh(now)
    desk.tell_update(watcher, now, None)
    note_arrival(desk, watcher, bot)
    return None


def bot_at(desk: Desk, seat: Seat | None) -> str:
    """Return the name of the bot that makes room there; empty where none does."""
    bot = None if seat is None else desk.roster.at(seat)
    return bot.name if isinstance(bot, Bot) and not bot.leaving else ""


def note_arrival(desk: Desk, member: Member, bot: str) -> None:
    """Tell everybody who has come, and in whose place."""
    if member.seat is None:
        desk.note(NoteCode.WATCHING, member.name)
    elif bot:
        desk.note(NoteCode.TOOK_SEAT, member.name, member.seat, bot=bot)
    else:
        desk.note(NoteCode.JOINED, member.name, member.seat)
