"""Records of whole matches for tests: bots play, a scribe writes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.bots import choose
from engine.games import GAMES
from engine.match import Match
from engine.record import Record
from engine.scribe import Scribe
from tests.luck import Luck
from tests.tui.tuitable import NAMES


def played(
    game: str,
    preset: str,
    seats: int,
    *,
    deals: int = 2,
    seed: int = 3,
    pick: Callable[[Any], Any] | None = None,
) -> Record:
    """Return the record of a match of so many deals, or of fewer where it was won before.

    What is done with a view is `pick`'s choice, else a bot's.
    """
    kind = GAMES[game]
    scribe = Scribe(Luck(seed))
    match = Match.new(kind, kind.presets[preset], seats)
    rng = Random(seed)
    while not match.winners and match.deals < deals:
        match = match.begin(scribe).state
        scribe.began(match)
        seconds = 0.0
        while not match.over:
            seat = min(match.waiting_on())
            view = kind.view(match.state, seat)
            action = pick(view) if pick else choose(game, view, rng, "normal")
            match = match.apply(seat, action, scribe).state
            seconds += rng.random() * 9
            scribe.acted(match, seat, action, seconds)
    return scribe.record(match, NAMES[:seats], {})
