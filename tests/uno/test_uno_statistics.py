"""Random play by the plainest subset of the rules agrees with what independent programs found.

Their figures for 2 and 4 players: 48.1 and 51.5 turns a hand, 53.5 and 56.1 decisions, a median of
38 turns with 2. Each action is as likely, a black card being four of them. Seeds are fixed, so the
test always sees the same hands; margins are three standard errors, and a little for theirs.
"""

from __future__ import annotations

import random
import statistics
from dataclasses import replace

import pytest

from engine.uno.actions import DRAW, PASS, Action, Colour, single
from engine.uno.cards import COLOURS, named
from engine.uno.fitting import lawful_wild4, playable, usable
from engine.uno.game import UNO
from engine.uno.play import advance
from engine.uno.rules import OFFICIAL
from engine.uno.state import UnoState
from tests.luck import Luck

FORCED = replace(OFFICIAL, voluntary_draw=False, force_play=True, w4_bluff=False, challenge=False)


def choice(state: UnoState, rng: random.Random) -> Action:
    """Play any card that fits, a lawful +4 among them; draw only when there is none."""
    if state.phase == "colour":
        return Colour(rng.choice(COLOURS))
    hand = state.hands[state.turn]
    if state.drawn is not None:
        cards = [state.drawn] if usable(state, hand, state.drawn) else []
    else:
        cards = playable(state, hand)
        if not lawful_wild4(state, hand):
            cards = [card for card in cards if card.face != "w+4"]
    ways = [
        way
        for card in dict.fromkeys(cards)
        for way in ([named(card, c) for c in COLOURS] if card.black else [card])
    ]
    if not ways:
        return DRAW if state.drawn is None else PASS
    return single(rng.choice(ways))


def hand(seats: int, seed: int) -> tuple[int, int]:
    """Play one hand; return the turns somebody acted in, and the decisions (a pass is none)."""
    luck = Luck(seed)
    state = UNO.deal(FORCED, seats, 0, luck, frozenset()).state
    turns = decisions = 0
    while state.phase != "over":
        turns += state.phase == "play"
        action = choice(state, luck.rng)
        decisions += action is not PASS
        advance(state, state.turn, action, luck, None)
    return turns, decisions


@pytest.mark.parametrize(("seats", "turns", "decisions"), [(2, 48.1, 53.5), (4, 51.5, 56.1)])
def test_hands_are_as_long_as_elsewhere(seats: int, turns: float, decisions: float) -> None:
    played = [hand(seats, seed) for seed in range(2000)]
    for ours, theirs in zip(zip(*played, strict=True), (turns, decisions), strict=True):
        error = statistics.stdev(ours) / len(ours) ** 0.5
        assert abs(statistics.mean(ours) - theirs) < 3 * error + 0.3


def test_half_of_the_hands_are_over_after_38_turns() -> None:
    assert 36 <= statistics.median(hand(2, seed)[0] for seed in range(2000)) <= 40
