"""From the journal of a table to how the table stood: a fold over its entries.

Hides: how that is worked out, and what is asserted on the way (numbers, the chain of what was
played, the count of cards). Must not know: stores, connections, who comes back.

A whole match takes a tenth of a second, so there are no snapshots: nothing could differ from its
journal. Who goes on with a table needs its last match alone, however many were played before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

from engine.casino.state import CasinoState
from engine.game import BadRules, Seat
from engine.games import GAMES
from engine.king import ledger_for
from engine.record import Record
from engine.uno.state import UnoState
from netcore.journal.entries import (
    Acted,
    BadJournal,
    Chosen,
    Dealt,
    Denied,
    Ended,
    Entry,
    GivenUp,
    Locked,
    Opened,
    Paused,
    Person,
    Robot,
    Seats,
    Served,
    Sitter,
    Starts,
    decode,
)
from netcore.table.answers import Answers
from netcore.table.course import Course
from netcore.table.roster import Bot, Gone, Member, Occupant
from netcore.wire.ruleset import rules_for


@dataclass(slots=True, eq=False)
class Played:
    """One match of the table, as far as it went.

    Attributes:
        players: Their names by seat.
        called: What the host called the rules.
    """

    course: Course
    players: tuple[str, ...]
    called: str

    def finished(self) -> Record | None:
        """Return the record of the deals that are over: one that runs holds every hand.

        None where there is no such deal.
        """
        match, record = self.course.match, self.course.record(self.players, self.called)
        over = record.deals if match.over else record.deals[:-1]
        return replace(record, deals=over) if over else None


class Standing:
    """A table as its journal leaves it.

    Attributes:
        opened: What it was opened with.
        served: Where it was reached last; None: nowhere yet.
        chosen, rules: What is played.
        sitters: Who sits where.
        watchers: Who watches.
        course: The match; None in the lobby.
        n: The number of the newest update.
        answers: What acts were answered.
        paused: The host had stopped everything.
        locked: Nobody new was let in.
        starts: How the starts of deals have fared.
        begun: How many matches have begun.
        matches: Those that were done again, the last may be running.
    """

    opened: Opened
    chosen: Chosen
    rules: Any

    def __init__(self, opened: bytes) -> None:
        """Begin with the first entry. Raises BadJournal."""
        first = decode(opened)
        if not isinstance(first, Opened):
            raise BadJournal("it does not begin with the opening of a table")
        self.opened = first
        self.served: Served | None = None
        self.sitters: tuple[Sitter | None, ...] = ()
        self.watchers: tuple[Person, ...] = ()
        self.course: Course | None = None
        self.paused = self.locked = False
        self.starts = Starts(0)
        self.begun = 0
        self.matches: list[Played] = []
        self.answers = Answers()
        self._n = 0

    @classmethod
    def of(cls, records: Sequence[bytes], *, last: bool = False) -> Standing:
        """Do everything again; `last`: but no match before the last one. Raises BadJournal."""
        if not records:
            raise BadJournal("it is empty")
        standing = cls(records[0])
        entries = [decode(record) for record in records[1:]]
        begins = [at for at, one in enumerate(entries) if isinstance(one, Dealt) and one.first]
        skipped = begins[-1] if last and begins else 0
        for entry in entries[:skipped]:
            standing._pass(entry)
        for entry in entries[skipped:]:
            standing._do(entry)
        if not hasattr(standing, "chosen"):
            raise BadJournal("it says nothing of what is played")
        return standing

    @property
    def n(self) -> int:
        """The number of the newest update."""
        return self._n if self.course is None else self.course.now.n

    def bots(self) -> frozenset[Seat]:
        """Return the seats that no person has."""
        sitters = enumerate(self.sitters)
        return frozenset(seat for seat, one in sitters if not isinstance(one, Person))

    def add(self, record: bytes) -> None:
        """Do what the next entry says. Raises BadJournal."""
        self._do(decode(record))

    def _pass(self, entry: Entry) -> None:
        """Do what an entry says, but for the match of which it is a part."""
        match entry:
            case Dealt(number=number, first=first):
                self._n, self.begun = number, self.begun + first
            case Acted() | Denied():
                self._n = entry.number
                self.answers.keep(entry.seat, entry.a, entry.answer)
            case (
                Opened() | Served() | Chosen() | Seats() | Ended() | Paused() | Locked() | Starts()
            ):
                self._do(entry)
            case _:
                self._n = entry.number

    def _do(self, entry: Entry) -> None:
        match entry:
            case Opened():
                raise BadJournal("the table was opened twice")
            case Served() as served:
                self.served = served
            case Chosen() as chosen:
                self._choose(chosen)
            case Seats():
                self._seat(entry)
            case Paused(on=on):
                self.paused = on
            case Locked(on=on):
                self.locked = on
            case Starts():
                self.starts = entry
            case Ended():
                self._n, self.course, self.paused = self.n, None, False
                self.answers.end_match()
            case Dealt(first=True) as dealt:
                self._begin(dealt)
            case _:
                if self.course is None:
                    raise BadJournal(f"{type(entry).__name__} without a match")
                self.course.redo(entry)
                _count_cards(self.course)

    def _choose(self, chosen: Chosen) -> None:
        try:
            self.rules = rules_for(chosen.game, chosen.preset, chosen.options)
        except BadRules as error:
            raise BadJournal(f"rules: {error}") from error
        self.chosen = chosen

    def _seat(self, entry: Seats) -> None:
        self.sitters, self.watchers = entry.seats, entry.watchers
        if self.course is not None and not self.course.match.winners:
            self.matches[-1].players = self._names()

    def _names(self) -> tuple[str, ...]:
        return tuple("" if one is None else one.name for one in self.sitters)

    def _begin(self, dealt: Dealt) -> None:
        mild = [
            seat for seat, one in enumerate(self.sitters) if isinstance(one, Person) and one.mild
        ]
        course = Course(
            GAMES[self.chosen.game],
            self.rules,
            len(self.sitters),
            self.n,
            dealt.seed,
            0.0,
            king=ledger_for(self.rules, self.chosen.punishments, mild, self.opened.deck),
            bots=self.bots,
            answers=self.answers,
        )
        course.check(dealt)
        _count_cards(course)
        self.course = course
        self.begun += 1
        self.matches.append(Played(course, self._names(), self.chosen.rules_name))


def _count_cards(course: Course) -> None:
    """Raise BadJournal unless every card of the deck is somewhere, once."""
    match course.match.state:
        case UnoState() as state:
            there = sum(map(len, (*state.hands, state.stock, state.discards)))
        case CasinoState() as state:
            piles = (*state.hands, *state.taken, state.loose, state.stock)
            there = sum(map(len, piles)) + sum(len(pile.cards) for pile in state.builds)
        case other:
            raise TypeError(f"no cards are counted in {type(other).__name__}")
    match = course.match
    if there != len(match.game.deck(match.rules)):
        raise BadJournal(f"{there} cards at update {course.now.n}")


def person_again(person: Person, seat: Seat | None, grace: float) -> Member:
    """Return somebody who was at the table, away for now; `seat`: None for a watcher."""
    return Member(
        person.name,
        "",
        None,
        seat,
        person.host,
        grace,
        person.since,
        mild=person.mild,
        kept=person.tokens,
    )


def seated_again(sitter: Sitter | None, seat: Seat, grace: float) -> Occupant:
    """Return who sat there, away for now. `grace`: of the table."""
    match sitter:
        case Person():
            return person_again(sitter, seat, grace)
        case Robot():
            return Bot(sitter.name, sitter.level, sitter.leaving)
        case GivenUp():
            return Gone(sitter.name)
        case None:
            return None
        case _:
            assert_never(sitter)
