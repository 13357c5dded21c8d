"""A record as something to look at: its moments, told as a table would tell them.

Hides: how a record is played, and that a moment becomes the very messages that a server sends. So a
replay is folded by the room of a game that runs, and shown by the same screen. Whose eyes look on
is only a matter of which view is sent: the reader is nobody at that table, and everybody is told of
by name. Pure. Must not know: Textual, keys, timers, files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, cast

from engine.game import Code, Illegal, Seat
from engine.match import Match
from engine.record import Act, Check, Leave, Line, Record, RecordError, Refusal
from engine.replay import Forged, Mismatch, replay
from netcore.wire import messages as m
from netcore.wire.text import clean_label
from tui.i18n import t
from tui.records import fates
from tui.records.fates import Fates
from tui.room import Room
from tui.text import say_checked
from tui.text.refusals import refusal, reworded
from tui.text.say_checked import Checked

_USUAL: Final = 1.2
"""Seconds between two moments of which the record does not say when they were."""
_SHORTEST: Final = 0.4
_LONGEST: Final = 4.0
"""Nobody looks on while somebody thinks for a minute."""


class ReelRoom(Room):
    """What is known of a table that is looked back at. Nobody comes in there.

    Attributes:
        checked: What is known of the deck of the deal that is shown.
    """

    checked: Checked | None = None

    def proved(self) -> str:
        """Return in short whether its deck is proved, as it stands beside the result."""
        return "" if self.checked is None else say_checked.in_short(self.checked)

    def talks(self) -> bool:
        """Nobody is there: what was said is in no record."""
        return False

    def _greet(self, lobby: m.Lobby) -> None:
        """A position that was set up is told without it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment.

    Attributes:
        deal: Which deal of the record, from 0.
        line: What was done; None: the deal begins.
        at: When, in seconds from the start of the deal; None: the record does not say.
        fates: What has become of the punishments until then.
    """

    deal: int
    line: Line | None
    match: Match
    events: tuple[Any, ...]
    at: float | None
    fates: Fates = ()


class Reel:
    """A record that can be looked at.

    Attributes:
        record: The record.
        frames: Its moments, as far as it holds.
        starts: At which frame each deal begins.
        broken: Why it does not hold from there on; empty: it holds to its end.
        forged: What broke it is the proof of its deck.
    """

    def __init__(self, record: Record) -> None:
        """Play the record. Raises RecordError where not even its first position is one."""
        self.record = record
        self.frames: list[Frame] = []
        self.starts: list[int] = []
        self.broken, self.forged = "", False
        try:
            for frame in _frames(record):
                if frame.line is None:
                    self.starts.append(len(self.frames))
                self.frames.append(frame)
        except (Mismatch, RecordError) as error:
            why = error.placed() if isinstance(error, Mismatch) else error
            if not self.frames:
                raise RecordError(why.template, **why.values) from None
            self.broken = reworded(why)
            self.forged = isinstance(error, Forged)
        if not self.frames:
            raise RecordError("nothing was dealt")

    # --- where one is -------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.frames) - 1

    @property
    def deals(self) -> int:
        """How many deals can be seen."""
        return len(self.starts)

    def place(self, at: int) -> tuple[int, int]:
        """Return how many steps into its deal a frame is, and how many steps the deal has."""
        deal = self.frames[at].deal
        ends = [*self.starts[1:], len(self.frames)][deal]
        return at - self.starts[deal], ends - self.starts[deal] - 1

    def wait(self, at: int) -> float:
        """Return how long frame `at` is shown before the next one, at the usual speed."""
        now, after = self.frames[at], self.frames[min(at + 1, self.last)]
        if after.line is None:
            return _LONGEST
        if now.at is None or after.at is None:
            return _USUAL
        return min(max(after.at - now.at, _SHORTEST), _LONGEST)

    def checked(self, at: int) -> Checked:
        """Return what is known of the deck of the deal that a frame belongs to."""
        number = self.frames[at].deal
        deal, broke = self.record.deals[number], bool(self.broken) and number == self.deals - 1
        if broke and self.forged:
            return Checked(number + 1, "wrong")
        if deal.start is not None:
            return Checked(number + 1, "placed")
        if deal.fair is None:
            return Checked(number + 1, "unwritten")
        return Checked(number + 1, "unended" if broke else "proved")

    # --- what is told -------------------------------------------------------------------------

    def show(self, room: Room, at: int, eyes: Seat | None) -> m.Update:
        """Let a room know what it knows at a frame, from the start of that deal on."""
        room.forget()
        first = self.starts[self.frames[at].deal]
        for one in range(first, at):
            self.step(room, one, eyes)
        return self.step(room, at, eyes)

    def step(self, room: Room, at: int, eyes: Seat | None) -> m.Update:
        """Let a room that knows the frame before know this one; return its update."""
        frame = self.frames[at]
        lobby = self._lobby(frame.match)
        if room.lobby != lobby:
            room.take(lobby, 0.0)
        seen = tuple(event.seen_by(eyes) for event in frame.events)
        king = fates.view(frame.fates)
        update = m.Update(at, frame.match.view(eyes), seen, False, None, king)
        room.take(update, 0.0)
        if isinstance(room, ReelRoom):
            room.checked = self.checked(at)
        if frame.line is None:
            said = partial(say_checked.say, self.checked(at), self.record.game)
            room.tell(said, "table")
        if isinstance(frame.line, Refusal):
            room.tell(partial(_refused, frame, room), "table")
        return update

    def _lobby(self, match: Match) -> m.Lobby:
        record = self.record
        seats = tuple(
            m.SeatInfo(name, "gone" if seat in match.gone else "human")
            for seat, name in enumerate(record.players)
        )
        phase: m.Phase = "won" if match.winners else "between" if match.over else "deal"
        game = cast(m.GameName, record.game)
        return m.Lobby(
            m.ONLY_TABLE, phase, False, game, record.preset, record.options, seats, (), None, 0, 0,
            rules_name=clean_label(record.about.get("called", "")),
        )  # fmt: skip


def _refused(frame: Frame, room: Room) -> str:
    """Say what somebody tried that the rules do not allow; the record has it as a test."""
    assert isinstance(frame.line, Refusal)
    act, match = frame.line.act, frame.match
    code = Code.BAD_ACTION
    if act.action is not None:
        try:
            match.game.check(match.game.view(match.state, act.seat), act.action)
        except Illegal as illegal:
            code = illegal.code
    return t("{who} may not: {action}. {why}", who=room.name_of(act.seat), action=act.text,
             why=refusal(code.value))  # fmt: skip


def _frames(record: Record) -> Iterator[Frame]:
    """Yield the moments; what only checks a position is none."""
    acts = 0
    known: Fates = ()
    for moment in replay(record):
        deal = moment.deal - 1
        times = record.deals[deal].times
        at: float | None = None
        if moment.line is None:
            acts, at = 0, 0.0
        elif isinstance(moment.line, Check):
            continue
        elif isinstance(moment.line, Act | Leave):
            at = times[acts] if acts < len(times) else None
            acts += 1
        known, told = fates.after(known, moment.line, moment.match, moment.deal)
        yield Frame(deal, moment.line, moment.match, (*moment.events, *told), at, known)
