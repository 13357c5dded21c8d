"""A table whose journal is kept, one that goes on from it, and how to see that the two are alike.

Must not know: what is tested.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from netcore.journal import entries as journal
from netcore.journal.entries import Entry, Person
from netcore.table.options import TableOptions
from netcore.table.outs import Out
from netcore.table.resumed import table_of
from netcore.table.roster import Bot, Gone, Member
from netcore.table.standing import Standing
from tests.netcore.tablepair import Guest, TablePair


@dataclass(frozen=True)
class Picture:
    """All that anybody was told, or may rely on, at one moment."""

    n: int
    phase: str
    views: tuple[Any, ...]
    king: Any
    head: bytes
    answers: list[tuple[bytes, Any]]
    seats: tuple[tuple[str, ...], ...]
    rules: Any
    paused: bool
    locked: bool


def picture(n: int, course: Any, seats: Any, rules: Any, paused: bool, locked: bool) -> Picture:
    if course is None:
        return Picture(n, "lobby", (), None, b"", [], seats, rules, paused, locked)
    match = course.match
    phase = "won" if match.winners else "between" if match.over else "deal"
    views = tuple(match.view(seat) for seat in (*range(match.seats), None))
    king = None if course.king is None else course.king.view()
    answers = [item for one in course._answers._seats.values() for item in one.items()]
    answers = sorted([*answers, *course._answers._former.items()], key=repr)
    return Picture(n, phase, views, king, course.head, answers, seats, rules, paused, locked)


def seat_words(one: Any) -> tuple[str, ...]:
    match one:
        case Member() | Person():
            return ("person", one.name, str(one.host), str(one.mild))
        case Bot() | journal.Robot():
            return ("bot", one.name, one.level, str(one.leaving))
        case Gone() | journal.GivenUp():
            return ("gone", one.name)
        case _:
            return ()


class JournalPair(TablePair):
    """A table whose journal is kept, with a picture of it after each step."""

    def __init__(self, seed: int = 1, **options: Any) -> None:
        super().__init__(seed, **options)
        self.records: list[bytes] = []
        self.pictures: list[tuple[int, Picture]] = []

    def _take(self, outs: list[Out]) -> None:
        super()._take(outs)
        entries, _ = self.table.desk.diary.take()
        self.records += [journal.encode(entry) for entry in entries]
        self.look()

    def look(self) -> None:
        self.pictures.append((len(self.records), self.picture()))

    def picture(self) -> Picture:
        desk = self.table.desk
        seats = tuple(map(seat_words, desk.roster.seats))
        paused = desk.paused and not desk.until_back
        return picture(desk.n, desk.course, seats, desk.rules, paused, desk.locked)

    def entries(self) -> list[Entry]:
        return [journal.decode(record) for record in self.records]


def picture_of(standing: Standing) -> Picture:
    seats = tuple(map(seat_words, standing.sitters))
    held = standing.paused, standing.locked
    return picture(standing.n, standing.course, seats, standing.rules, *held)


class ResumedPair(TablePair):
    """A table that goes on from the journal of another."""

    def __init__(self, before: JournalPair, host: str = "") -> None:
        super().__init__()
        self.now = 5.0  # a new process counts its time anew
        options = TableOptions(host_token=host)
        self.table = table_of(Standing.of(before.records), options, self.now, Random(1))
        self._take([])


def play_default(pair: TablePair, guest: Guest) -> None:
    """Let somebody do what is always allowed, if it is their turn."""
    if pair.match.waiting_on() == {guest.seat}:
        game = pair.match.game
        guest.act(game.default(game.view(pair.match.state, guest.seat)))
