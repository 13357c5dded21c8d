"""What each act was answered, so that the same one is answered so again and never done twice.

Hides: for how long that is remembered: the last 64 acts of each seat, and those of the matches
before, for an answer that was lost on its way must not become another because a rematch has begun.
Must not know: rules, connections, when an act counts.

Nobody but its sender knows an aid, so those of former matches need no seat: seats change then.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from typing import Final, TypeAlias

from engine.game import Seat
from netcore.wire.messages import MAX_SEATS, Ack, Act, Nak, TableCode

KEPT_AIDS: Final = 64
KEPT_FORMER: Final = KEPT_AIDS * MAX_SEATS

_Answers: TypeAlias = OrderedDict[bytes, tuple[str, Ack | Nak]]


class Answers:
    """The answers of one table."""

    def __init__(self) -> None:
        self._seats: defaultdict[Seat, _Answers] = defaultdict(OrderedDict)
        self._former: _Answers = OrderedDict()

    def known(self, seat: Seat, act: Act, n: int) -> Ack | Nak | None:
        """Return the answer that an aid was given; None for a new one.

        `n`: the newest update, for the refusal of an aid that stood for another action.
        """
        found = self._seats[seat].get(act.aid) or self._former.get(act.aid)
        if found is None:
            return None
        action, answer = found
        return answer if action == act.a else Nak(act.aid, TableCode.AID_CONFLICT, n)

    def keep(self, seat: Seat, action: str, answer: Ack | Nak) -> None:
        """Take down the answer to an act."""
        answers = self._seats[seat]
        answers[answer.aid] = (action, answer)
        if len(answers) > KEPT_AIDS:
            answers.popitem(last=False)

    def end_match(self) -> None:
        """The match is over: who asks again about it may sit elsewhere by then."""
        for answers in self._seats.values():
            self._former.update(answers)
        self._seats.clear()
        while len(self._former) > KEPT_FORMER:
            self._former.popitem(last=False)
