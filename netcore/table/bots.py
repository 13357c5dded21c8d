"""When the bots at a table act, and what they let slip.

Hides: human delays, forgotten calls, what goes unnoticed. Time and chance are passed in.
Must not know: people, connections, how an action is carried out. A bot is given its seat's view and
nothing else, so it cannot peek.

A turn is planned as a time only: what is played is chosen when it comes, from the view there is
then. A reflex is diced for once, when it first becomes possible, and forgotten with its chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, TypeAlias

from engine.bots import choose
from engine.game import Seat
from engine.match import Match
from engine.uno.actions import Call, Catch, Jump, Play
from engine.uno.state import UnoView
from netcore.wire.messages import Level

Player: TypeAlias = Level | None
"""Who plays a seat that nobody sits at: a bot of a level, or (None) the game's own default."""

TURN: Final = (0.9, 2.2)
"""Seconds a bot takes for its turn, at human speed."""
REFLEX: Final = (0.8, 2.6)
"""Seconds until it calls, catches or jumps in."""

FORGETS_CALL: Final[Mapping[Level, float]] = {"easy": 0.3, "normal": 0.12, "hard": 0.04}
CALLS_LATE: Final[Mapping[Level, float]] = {"easy": 0.4, "normal": 0.6, "hard": 0.8}
NOTICES: Final[Mapping[Level, float]] = {"easy": 0.35, "normal": 0.65, "hard": 0.9}
"""How often an open chance to catch or jump in is seen."""


@dataclass(slots=True)
class _Plan:
    """What one bot is about to do."""

    turn: float | None = None
    reflexes: dict[Any, float | None] = field(default_factory=dict[Any, float | None])


class BotDriver:
    """The plans of all bots at one table."""

    def __init__(self, rng: Random, scale: float) -> None:
        """`scale` 1 is human speed, 0 at once."""
        self._rng = rng
        self._scale = scale
        self._plans: dict[Seat, _Plan] = {}

    def look(
        self,
        match: Match,
        levels: Mapping[Seat, Player],
        now: float,
        counts_at: Callable[[Any], float] = lambda _: -math.inf,
    ) -> None:
        """See what there is to do after a step, or after seats changed hands.

        `counts_at` tells from when on an action counts (None: any of the turn): a bot does not
        try before, so people have their time to react.
        """
        waited_on = match.waiting_on()
        plans = {seat: self._plans.get(seat) or _Plan() for seat in levels}
        for seat, plan in plans.items():
            if seat not in waited_on:
                plan.turn = None
            else:
                planned = now + self._delay(TURN) if plan.turn is None else plan.turn
                plan.turn = max(planned, counts_at(None))
            level = levels[seat]
            if level is not None:
                self._see_reflexes(plan, match, seat, level, now)
                plan.reflexes = {
                    action: at if at is None else max(at, counts_at(action))
                    for action, at in plan.reflexes.items()
                }
        self._plans = plans

    def acted(self, seat: Seat) -> None:
        """The seat did something: what comes next takes its time anew."""
        if seat in self._plans:
            self._plans[seat].turn = None

    def stop(self) -> None:
        """Forget all plans: no deal runs."""
        self._plans.clear()

    @property
    def due(self) -> float | None:
        """When the next bot acts."""
        return min((at for at, _, _ in self._times()), default=None)

    def next(
        self, match: Match, levels: Mapping[Seat, Player], now: float
    ) -> tuple[Seat, Any] | None:
        """Return the one bot that acts now, and how; None when it is not time."""
        at, seat, reflex = min(self._times(), default=(now + 1, 0, None), key=lambda time: time[0])
        if at > now:
            return None
        plan = self._plans[seat]
        if reflex is not None:
            plan.reflexes[reflex] = None
            return seat, reflex
        plan.turn = None
        return seat, self._choose(match, seat, levels[seat])

    def _times(self) -> Iterable[tuple[float, Seat, Any]]:
        for seat, plan in self._plans.items():
            if plan.turn is not None:
                yield plan.turn, seat, None
            for action, at in plan.reflexes.items():
                if at is not None:
                    yield at, seat, action

    def _choose(self, match: Match, seat: Seat, level: Player) -> Any:
        view = match.game.view(match.state, seat)
        if level is None:
            return match.game.default(view)
        action = choose(match.game.name, view, self._rng, level)
        if isinstance(action, Play) and action.call and self._rng.random() < FORGETS_CALL[level]:
            return replace(action, call=False)
        return action

    def _see_reflexes(
        self, plan: _Plan, match: Match, seat: Seat, level: Level, now: float
    ) -> None:
        view = match.game.view(match.state, seat)
        open_now = _reflexes(match, view)
        plan.reflexes = {
            action: plan.reflexes[action]
            if action in plan.reflexes
            else now + self._delay(REFLEX)
            if self._rng.random() < (CALLS_LATE if isinstance(action, Call) else NOTICES)[level]
            else None
            for action in open_now
        }

    def _delay(self, span: tuple[float, float]) -> float:
        return self._rng.uniform(*span) * self._scale


def _reflexes(match: Match, view: Any) -> list[Any]:
    """Return what a seat may do that is not its turn's business, where anything is."""
    if not isinstance(view, UnoView) or not (view.catchable or view.late or view.rules.jump_in):
        return []
    wanted = (Call, Catch, Jump)
    return [action for action in match.game.legal(view) if isinstance(action, wanted)]
