"""The course of one match: numbered steps, their recent history, and the answer to each act.

Hides: when an act counts. An aid is answered once and the same way ever after; a reflex must have
been possible from the update it names until now. Must not know: people, connections, clocks (the
time is passed in, for the record alone).
"""

from __future__ import annotations

import os
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Any, Final

from engine.fair import FairChance
from engine.game import AnyGame, BadNotation, Chance, Code, Illegal, Seat, Step
from engine.match import Match
from engine.record import Record
from engine.scribe import Scribe
from netcore.messages import Ack, Act, Nak, TableCode
from netcore.outbound import Moment

KEPT_AIDS: Final = 64
KEPT_MOMENTS: Final = 100
REFLEXES: Final = frozenset({"jump", "call", "catch", "challenge"})
"""The verbs that answer what somebody just did, perhaps out of turn."""

_Answers = OrderedDict[bytes, tuple[str, Ack | Nak]]


class Course:
    """A match from its first deal to its end.

    Attributes:
        moments: The newest steps, the last being now.
    """

    def __init__(self, game: AnyGame, rules: Any, seats: int, n: int, now: float) -> None:
        """Begin the first deal. `n` is the last number given out at this table."""
        self._answers: list[_Answers] = [OrderedDict() for _ in range(seats)]
        self._scribe = Scribe(_new_chance())
        self._n = n
        self.moments: deque[Moment] = deque(maxlen=KEPT_MOMENTS)
        self._deal(Match.new(game, rules, seats), now)

    @property
    def now(self) -> Moment:
        """The newest moment."""
        return self.moments[-1]

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.moments[-1].match

    def after(self, n: int) -> tuple[list[Moment], bool]:
        """Return the moments after number `n`, and whether some before them are forgotten."""
        told = [moment for moment in self.moments if moment.n > n]
        return told, bool(told) and told[0].n != n + 1

    def begin(self, now: float) -> None:
        """Begin the next deal. Only between deals."""
        self._deal(self.match, now)

    def play(self, seat: Seat, action: Any, now: float) -> None:
        """Carry out an action. Raises Illegal; nothing has changed then."""
        step = self.match.apply(seat, action, self._scribe)
        self._append(step)
        self._scribe.acted(step.state, seat, action, now - self._began)

    def leave(self, seat: Seat, now: float) -> None:
        """Give a seat up for good."""
        step = self.match.leave(seat, self._scribe)
        self._append(step)
        self._scribe.left(step.state, seat, now - self._began)

    def record(self, players: Sequence[str]) -> Record:
        """Return the record of the match so far; `players` are the names by seat."""
        return self._scribe.record(self.match, players, {})

    def act(self, seat: Seat, act: Act, refuse: TableCode | None, now: float) -> Ack | Nak:
        """Answer an act, once; `refuse` is why the table takes none now."""
        answers = self._answers[seat]
        if act.aid in answers:
            action, answer = answers[act.aid]
            return answer if action == act.a else Nak(act.aid, TableCode.AID_CONFLICT, self.now.n)
        code = refuse or self._try(seat, act, now)
        answer = Ack(act.aid, self.now.n) if code is None else Nak(act.aid, code, self.now.n)
        answers[act.aid] = (act.a, answer)
        if len(answers) > KEPT_AIDS:
            answers.popitem(last=False)
        return answer

    def _try(self, seat: Seat, act: Act, now: float) -> Code | TableCode | None:
        """Carry the act out, or return why not."""
        try:
            action = self.match.game.parse(act.a)
        except BadNotation:
            return Code.BAD_ACTION
        verb = act.a.split(maxsplit=1)[0]
        if verb in REFLEXES and self._stale(seat, action, verb, act.n):
            return TableCode.STALE
        try:
            self.play(seat, action, now)
        except Illegal as refused:
            return refused.code
        return None

    def _stale(self, seat: Seat, action: Any, verb: str, n: int) -> bool:
        """Whether a reflex answers what is gone, or what its sender has not seen.

        A call answers the own play, which its sender need not have seen come back: where it is
        right now it counts.
        """
        if not self.moments[0].n <= n <= self.now.n:
            return True
        possible = [
            self._possible(moment.match, seat, action, verb)
            for moment in self.moments
            if moment.n >= n
        ]
        if possible[-1]:
            return verb != "call" and not all(possible)
        return any(possible)

    def _possible(self, match: Match, seat: Seat, action: Any, verb: str) -> bool:
        if match.over:
            return False
        view = match.game.view(match.state, seat)
        if verb == "call":  # where a wrong call is punished, `check` lets it through
            return action in match.game.legal(view)
        try:
            match.game.check(view, action)
        except Illegal:
            return False
        return True

    def _deal(self, match: Match, now: float) -> None:
        self._began = now
        self._scribe.chance = _new_chance()
        step = match.begin(self._scribe)
        self._append(step)
        self._scribe.began(step.state)

    def _append(self, step: Step[Match]) -> None:
        self._n += 1
        self.moments.append(Moment(self._n, step.state, step.events))


def _new_chance() -> Chance:
    return FairChance(os.urandom(32), os.urandom(16).hex())
