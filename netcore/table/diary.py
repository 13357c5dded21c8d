"""What a table has to keep before it tells anybody: entries of its journal, in order.

Hides: how it is noticed that something changed. What a match does it says itself; of everything
else (who sits where, what is played, a pause) a picture is compared with the one before, so that no
change can be forgotten by whoever makes it. Must not know: stores, what is sent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from engine.king import Setting
from engine.match import Match
from netcore.journal.entries import (
    FORMAT,
    Chosen,
    Dealt,
    Ended,
    Entry,
    GivenUp,
    Locked,
    Opened,
    Paused,
    Person,
    Robot,
    Seats,
    Sitter,
    Starts,
    Step,
)
from netcore.journal.outcome import Outcome, outcome
from netcore.table.roster import Bot, Gone, Member, hashes
from netcore.wire.messages import GameName, OptionValue

if TYPE_CHECKING:
    from netcore.table.desk import Desk


_Seen: TypeAlias = tuple[str, tuple[str, ...], tuple[bytes, ...], bool, bool, int]
"""Of a person all that the entry says, in a form that is compared quickly: it is after each act."""


@dataclass(slots=True)
class _Picture:
    """What is compared."""

    chosen: tuple[GameName, str, dict[str, OptionValue], Setting, str] | None = None
    people: tuple[list[_Seen | Bot | Gone | None], list[_Seen]] | None = None
    paused: bool = False
    locked: bool = False
    starts: tuple[int, tuple[int, ...]] = (0, ())
    playing: bool = False


@dataclass(slots=True, eq=False)
class Diary:
    """The entries of one table that were not taken yet.

    Attributes:
        matches: How many have begun at the table.
    """

    desk: Desk
    matches: int = 0
    opened: bool = False
    _entries: list[Entry] = field(default_factory=list[Entry])
    _outcomes: list[Outcome] = field(default_factory=list[Outcome])
    _picture: _Picture = field(default_factory=_Picture)

    def note(self, entry: Dealt | Step) -> None:
        """Add what the match has done."""
        self._compare()
        if isinstance(entry, Dealt):
            self._picture.playing = True
            self.matches += entry.first
        self._entries.append(entry)

    def ended(self, match: Match, players: list[str]) -> None:
        """Add how a match ended, unless it did before its first deal was over."""
        desk = self.desk
        called, bots = (desk.preset, desk.rules_name), desk.bots()
        self._outcomes += outcome(match, self.matches, called, players, bots)

    def take(self) -> tuple[list[Entry], list[Outcome]]:
        """Return what was added since the last time."""
        self._compare()
        taken = self._entries, self._outcomes
        self._entries, self._outcomes = [], []
        return taken

    def goes_on(self, matches: int) -> None:
        """What the table is now is in its journal already."""
        self.opened, self.matches = True, matches
        self._compare()
        self._entries.clear()

    def _compare(self) -> None:
        desk, was = self.desk, self._picture
        if not self.opened:
            self.opened = True
            self._entries.append(_opened(desk))
        if was.playing and desk.course is None:
            was.playing = False
            self._entries.append(Ended())
        was.playing = desk.course is not None
        changes = dict(desk.changes)
        chosen = desk.game, desk.preset, changes, desk.punishments, desk.rules_name
        if chosen != was.chosen:
            was.chosen = chosen
            self._entries.append(Chosen(*chosen))
        seats = [_seen(one) if isinstance(one, Member) else one for one in desk.roster.seats]
        watchers = [_seen(one) for one in desk.roster.watchers]
        if (seats, watchers) != was.people:
            was.people = seats, watchers
            self._entries.append(Seats(tuple(map(_sitter, seats)), tuple(map(_person, watchers))))
        paused = desk.paused and not desk.until_back
        if paused != was.paused:
            was.paused = paused
            self._entries.append(Paused(paused))
        if desk.locked != was.locked:
            was.locked = desk.locked
            self._entries.append(Locked(desk.locked))
        starts = desk.dealing.counts()
        if starts != was.starts:
            was.starts = starts
            self._entries.append(Starts(*starts))


def _opened(desk: Desk) -> Opened:
    options = desk.options
    return Opened(
        v=FORMAT,
        name=options.name,
        timer=options.timer,
        grace=options.grace,
        pace=round(options.bot_pace * 1000),
        reaction=round(options.reaction * 1000),
        hosted=bool(options.host_token),
        deck=options.deck,
    )


def _seen(member: Member) -> _Seen:
    known = member.token, member.previous or ""
    return member.name, known, member.kept, member.host, member.mild, member.since


def _sitter(one: _Seen | Bot | Gone | None) -> Sitter | None:
    match one:
        case Bot():
            return Robot(one.name, one.level, one.leaving)
        case Gone():
            return GivenUp(one.name)
        case None:
            return None
        case _:
            return _person(one)


def _person(one: _Seen) -> Person:
    name, tokens, kept, host, mild, since = one
    return Person(name, (*hashes(tokens), *kept), host, mild, since)
