"""Moments of a game: a position, the keys pressed there, and what must then be said and sent.

A moment tells by the options in which rules it can come about, so a new set of rules is tried by
itself. Its steps are data: test_prompts performs them on a bare board, test_pressed through the
whole app, and neither moment nor ruleset knows of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeVar

from engine.casino.game import CASINO
from engine.rulefile import Ruleset, known_rulesets

T = TypeVar("T")
NAMES: Final = ("Ann", "Bo", "Cy", "Di")


class NoLuck:
    """A Chance that leaves everything as it is."""

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        return list(cards)

    def pick(self, n: int) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class At:
    """Be at a table anew, where nothing is selected yet.

    Attributes:
        game: What is played.
        states: A position, and how it went on.
        events: What led to each of them.
        me: The own seat; None: to watch.
    """

    game: Any
    states: tuple[Any, ...]
    events: tuple[tuple[Any, ...], ...]
    me: int | None


@dataclass(frozen=True, slots=True)
class Press:
    """Press keys. `@g7` stands for the key of that card, `@#8` for that of the build worth 8.

    Attributes:
        sends: The action that the last of them sends; empty: none sends anything.
        wise: Who is offered keys by the footer is offered these, those aside that are refused.
    """

    keys: str
    sends: str = ""
    wise: bool = True


@dataclass(frozen=True, slots=True)
class Says:
    """Read the prompt: all these are in it."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Never:
    """Read the prompt: this is not in it."""

    text: str


Step: TypeAlias = At | Press | Says | Never
Steps: TypeAlias = Iterator[Step]


@dataclass(frozen=True, slots=True)
class Moment:
    """Steps, and the rules in which they can be taken."""

    where: Callable[[Any], bool]
    steps: Callable[[Any], Steps]


Keep: TypeAlias = Callable[[Callable[[Any], Steps]], Callable[[Any], Steps]]


def keeper(moments: dict[str, Moment]) -> Callable[..., Keep]:
    """Return a decorator that keeps a moment, for the rules that it can come about in."""

    def among(where: Callable[[Any], bool] = lambda rules: True) -> Keep:
        def keep(steps: Callable[[Any], Steps]) -> Callable[[Any], Steps]:
            moments[steps.__name__] = Moment(where, steps)
            return steps

        return keep

    return among


def placed(
    game: Any, rules: Any, start: dict[str, Any], me: int | None, acts: Sequence[str] = ()
) -> At:
    """Return a position in the notation of records, after some acts (`p2 draw`)."""
    states = [game.place(rules, len(start["hands"]), start)]
    events: list[tuple[Any, ...]] = [()]
    for act in acts:
        seat, _, action = act.partition(" ")
        step = game.apply(states[-1], int(seat[1]) - 1, game.parse(action), NoLuck())
        states.append(step.state)
        events.append(step.events)
    return At(game, tuple(states), tuple(events), me)


def unwisely(keys: str) -> Press:
    """Press what can be done, but what nobody is advised to do."""
    return Press(keys, wise=False)


def says(*texts: str) -> Says:
    return Says(texts)


def key_of(board: Any, sign: str) -> str:
    """Return the key that stands for a sign: that of a card in the hand or on the table."""
    if not sign.startswith("@"):
        return sign
    hand = [card.text for card in board.hand]
    if sign[1:] in hand:
        return str(hand.index(sign[1:]) + 1)
    for thing in board.things:
        if sign[1:] in (thing.card.text, f"#{thing.pile.value}" if thing.pile else ""):
            return str(thing.letter)
    raise AssertionError(f"there is no {sign[1:]}")


RULESETS: Final[dict[str, list[Ruleset]]] = {
    game: [one for one in known_rulesets().values() if one.game.name == game]
    for game in ("uno", "casino")
}
RULESETS["casino"] += [
    Ruleset(name, CASINO, "seed", replace(CASINO.presets["seed"], **options))
    for name, options in {
        "equal card": {"must_capture": "equal_card", "obliged_trail": True},
        "any card": {"must_capture": "any", "raise_with_loose": True, "build_in_sum": True},
    }.items()
]
"""House rules that no preset has, and that bring prompts of their own."""
