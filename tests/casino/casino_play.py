"""Random rules and random deals for laws that must hold whatever is agreed on and played."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from engine.casino import CASINO, CasinoRules, CasinoState
from tests.casino.casino_positions import NO_CHANCE


def _values(name: str) -> st.SearchStrategy[Any]:
    hint = get_type_hints(CasinoRules)[name]
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    return st.booleans() if hint is bool else st.integers(0, 3)


rulesets = st.builds(CasinoRules, **{f.name: _values(f.name) for f in fields(CasinoRules)})


@st.composite
def tables(draw: st.DrawFn) -> tuple[CasinoRules, int, Random]:
    """Rules, how many play, and luck."""
    rules = draw(rulesets)
    seats = 4 if rules.partnership else draw(st.integers(2, 4))
    return rules, seats, Random(draw(st.integers(0, 2**32)))


class Luck:
    """A chance that shuffles."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def shuffle(self, cards):
        return self.rng.sample(list(cards), len(cards))

    def pick(self, n):
        return self.rng.randrange(n)


def deal(rules: CasinoRules, seats: int, rng: Random) -> CasinoState:
    return CASINO.deal(rules, seats, rng.randrange(seats), Luck(rng), frozenset()).state


def kinds(actions) -> list:
    """One action of each kind at most would make builds rare: choose the kind first."""
    return sorted({type(action) for action in actions}, key=lambda kind: kind.__name__)


def playing(rules: CasinoRules, seats: int, rng: Random) -> Iterator[tuple]:
    """Play a deal at random; yield each state, the action played in it, and the step."""
    state = deal(rules, seats, rng)
    while state.turn is not None:
        actions = list(CASINO.legal(CASINO.view(state, state.turn)))
        kind = rng.choice(kinds(actions))
        action = rng.choice([action for action in actions if type(action) is kind])
        step = CASINO.apply(state, state.turn, action, NO_CHANCE)
        yield state, action, step
        state = step.state
