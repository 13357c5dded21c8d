"""What a table may agree on: one immutable value of named options, presets as data.

Hides: which options exist, what they may be, which numbers a card counts with. Must not know:
states, actions, how an option is carried out (`play`, `score`). Nothing reads a preset's name.

Source: the game's source text is the preset `seed`; each other value names its own source where
the rules page does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from engine.game import Seat
from engine.options import check_options, option

FaceValuesName: TypeAlias = Literal["royal", "plain"]


@dataclass(frozen=True, slots=True)
class FaceValues:
    """The numbers a game counts with, indexed by rank (1-13; 0 stands for "no number").

    Attributes:
        low: What a card adds to a sum.
        high: What a card captures and what it holds a build with.
        ace: What an Ace alone is worth beside its low number; 0: nothing.
        least: The lowest value of a build.
        cap: The highest value of a build.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    ace: int
    least: int
    cap: int


_ROYAL: Final = FaceValues(
    low=(0, *range(1, 14)), high=(0, 14, *range(2, 14)), ace=14, least=2, cap=14
)
_PLAIN: Final = FaceValues(
    low=(0, *range(1, 11), 0, 0, 0), high=(0, *range(1, 11), 0, 0, 0), ace=0, least=1, cap=10
)


@dataclass(frozen=True, slots=True)
class CasinoRules:
    """The options of a Casino table; the defaults are the source text (`seed`).

    Raises BadRules on a value outside an option's own list.

    Attributes:
        face_values: `royal`: A 1 or 14, J 11, Q 12, K 13. `plain`: A is 1 only; pictures have no
            value: in no sum, build or hold, a picture takes exactly one loose card of its rank.
        obliged_capture: What the owner of a build may capture with: the number of an own build
            (`own_number`), or `any` card. Own builds must stay covered either way.
        obliged_trail: The owner of a build may trail a card that no own build needs.
        raise_own: Own single builds may be raised (`yes`), never (`no`), or only while the old
            value is held as well (`both_numbers`; Foster).
        raise_with_loose: The hand card, one single build and any loose cards may add up to the
            new value.
        build_in_sum: In a capture, single builds of anybody may stand in a sum like cards.
        merge_same_value: A build action takes in every other build of its value.
        must_capture: `equal_card`: a capture takes every loose card of the rank played, and a
            card that could take one may not be trailed. `any`: a card that could capture at all
            may not be trailed.
        sweeps: Points for a capture that leaves the table empty, 0 to 5.
        spade_scoring: Every spade 1 point, As Js 2s 2 each (instead of the 2s point): 26 a deal.
        majority_tie: Who gets the points for most cards or spades in a tie: `nobody`, `split`
            (points // number tied), or `all` of them.
        draw: After each play the top card of the stock is drawn; there are no later rounds.
        partnership: Four players, p1 + p3 against p2 + p4; a side's piles and sweeps count
            together.
        target: A match ends when, after a whole deal, somebody alone leads with at least this
            total. 0: one deal, a tie is shared.
    """

    face_values: FaceValuesName = option(
        "royal", "royal: A 1 or 14, J 11, Q 12, K 13; plain: A 1, pictures without a number"
    )
    obliged_capture: Literal["own_number", "any"] = option(
        "own_number", "what the owner of a build may capture with: an own number, or any card"
    )
    obliged_trail: bool = option(False, "an owner may trail a card that no own build needs")
    raise_own: Literal["yes", "no", "both_numbers"] = option(
        "yes", "own builds may be raised, never, or only with the old number held as well"
    )
    raise_with_loose: bool = option(False, "loose cards may help to raise a build")
    build_in_sum: bool = option(False, "single builds may stand in the sums of a capture")
    merge_same_value: bool = option(False, "a build takes in every other build of its value")
    must_capture: Literal["no", "equal_card", "any"] = option(
        "no", "whether a card that could capture must: no, an equal loose card, or anything"
    )
    sweeps: int = option(0, "points for a capture that leaves the table empty", 0, 5)
    spade_scoring: bool = option(False, "every spade counts, As Js 2s two each: 26 a deal")
    majority_tie: Literal["nobody", "split", "all"] = option(
        "nobody", "who gets the points for most cards or spades in a tie"
    )
    draw: bool = option(False, "a card is drawn after each play; there are no later rounds")
    partnership: bool = option(False, "four players, opposite ones are partners")
    target: int = option(0, "total that wins after a whole deal; 0: one deal decides", 0, 1000)

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def values(self) -> FaceValues:
        """The numbers the cards count with."""
        return _FACE_VALUES[self.face_values]

    @property
    def side_size(self) -> int:
        """How many seats score together: two partners, or every seat alone."""
        return 2 if self.partnership else 1

    @property
    def seat_range(self) -> tuple[int, int]:
        """The fewest and the most players; partners play two against two."""
        return (2, 4) if self.side_size == 1 else (4, 4)

    def sides(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Return who scores together: every seat alone, or p1 + p3 and p2 + p4."""
        count = seats // self.side_size
        return tuple(tuple(range(side, seats, count)) for side in range(count))


_FACE_VALUES: Final[Mapping[FaceValuesName, FaceValues]] = {"royal": _ROYAL, "plain": _PLAIN}

SEED: Final = CasinoRules()
"""The source text."""

_ROYAL_21: Final = replace(SEED, sweeps=1, target=21)

PRESETS: Final[Mapping[str, CasinoRules]] = {
    "seed": SEED,
    "royal": _ROYAL_21,
    "plain": replace(SEED, face_values="plain"),
    "pagat": replace(_ROYAL_21, face_values="plain", obliged_capture="any"),
    "spade": replace(SEED, spade_scoring=True, target=61),
    "draw": replace(_ROYAL_21, draw=True),
    "partners": replace(_ROYAL_21, partnership=True),
}
