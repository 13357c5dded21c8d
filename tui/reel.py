"""A record as something to look at: its moments, told as a table would tell them.

Hides: how a record is played, and that a moment becomes the very messages that a server sends. So a
replay is folded by the room of a game that runs, and shown by the same screen. Whose eyes look on
is only a matter of which view is sent: the reader is nobody at that table, and everybody is told of
by name. Pure. Must not know: Textual, keys, timers, files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from engine.game import Code, Illegal, Seat
from engine.king import Drawn, Punish, Punishment, builtin
from engine.match import Match
from engine.record import Act, Check, Leave, Line, Record, RecordError, Refusal
from engine.replay import Mismatch, replay
from netcore import messages as m
from tui.i18n import t
from tui.recordfile import worded
from tui.refusals import refusal
from tui.room import Room

_USUAL: Final = 1.2
"""Seconds between two moments of which the record does not say when they were."""
_SHORTEST: Final = 0.4
_LONGEST: Final = 4.0
"""Nobody looks on while somebody thinks for a minute."""


class ReelRoom(Room):
    """What is known of a table that is looked back at. Nobody comes in there."""

    def _greet(self, lobby: m.Lobby) -> None:
        """A position that was set up is told without it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment.

    Attributes:
        deal: Which deal of the record, from 0.
        line: What was done; None: the deal begins.
        at: When, in seconds from the start of the deal; None: the record does not say.
    """

    deal: int
    line: Line | None
    match: Match
    events: tuple[Any, ...]
    at: float | None


class Reel:
    """A record that can be looked at.

    Attributes:
        record: The record.
        frames: Its moments, as far as it holds.
        starts: At which frame each deal begins.
        broken: Why it does not hold from there on; empty: it holds to its end.
    """

    def __init__(self, record: Record) -> None:
        """Play the record. Raises RecordError where not even its first position is one."""
        self.record = record
        self.frames: list[Frame] = []
        self.starts: list[int] = []
        self.broken = ""
        try:
            for frame in _frames(record):
                if frame.line is None:
                    self.starts.append(len(self.frames))
                self.frames.append(frame)
        except (Mismatch, RecordError) as error:
            if not self.frames:
                raise RecordError(str(error)) from None
            self.broken = worded(str(error))
        if not self.frames:
            raise RecordError(t("nothing was dealt"))

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
        update = m.Update(at, frame.match.view(eyes), seen, False, None)
        room.take(update, 0.0)
        if isinstance(frame.line, Refusal):
            room.tell(_refused(frame, room), "table")
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
            m.ONLY_TABLE, phase, False, game, record.preset, record.options, seats, (), None, 0, 0
        )


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
        events = moment.events
        if isinstance(moment.line, Punish):
            events = (Drawn(moment.line.seat, _punishment(moment.line.card), "due"),)
        yield Frame(deal, moment.line, moment.match, events, at)


def _punishment(name: str) -> Punishment:
    """Return the card of that name; of a table's own ones a record has the name alone."""
    blank = Punishment(name, False, name, name, name)
    return next((card for card in builtin() if card.name == name), blank)
