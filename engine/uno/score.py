"""What a round is worth and when a match of UNO is won.

Hides: the ways of scoring. Must not know: how the round was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.game import Seat
from engine.uno.cards import Card
from engine.uno.rules import UnoRules
from engine.uno.state import UnoState


def hand_points(hand: Sequence[Card]) -> int:
    """Return what a hand counts: number cards their value, action cards 20, Wild and +4 50."""
    return sum(card.points for card in hand)


@dataclass(frozen=True, slots=True)
class _Scoring:
    """A way of scoring.

    Attributes:
        gains: From what each hand counts and who won the round: what each total grows by.
        best: Which of the totals wins a match.
    """

    gains: Callable[[Sequence[int], Seat], list[int]]
    best: Callable[[Iterable[int]], int]


def _winner_collects(worth: Sequence[int], winner: Seat) -> list[int]:
    return _to_winner(worth, winner, sum(worth) - worth[winner])


def _own_points(worth: Sequence[int], winner: Seat) -> list[int]:
    return [0 if seat == winner else own for seat, own in enumerate(worth)]


def _wins(worth: Sequence[int], winner: Seat) -> list[int]:
    return _to_winner(worth, winner, 1)


def _to_winner(worth: Sequence[int], winner: Seat, gain: int) -> list[int]:
    return [gain if seat == winner else 0 for seat in range(len(worth))]


_SCORINGS: Final = {
    "winner_collects": _Scoring(_winner_collects, max),
    "own_points": _Scoring(_own_points, min),
    "wins": _Scoring(_wins, max),
}


def _scoring(rules: UnoRules) -> _Scoring:
    """Return how rounds are scored, and with that which total wins."""
    return _SCORINGS[rules.scoring]


def points(state: UnoState) -> tuple[int, ...]:
    """Return what each seat's total grows by; nothing when a blocked round was shared."""
    worth = [hand_points(hand) for hand in state.hands]
    if len(state.winners) != 1:
        return (0,) * len(worth)
    return tuple(_scoring(state.rules).gains(worth, state.winners[0]))


def lowest_hands(state: UnoState) -> tuple[Seat, ...]:
    """Return who wins a blocked round: the seats with the lowest hand points."""
    worth = {s: hand_points(h) for s, h in enumerate(state.hands) if s not in state.gone}
    return tuple(seat for seat, own in worth.items() if own == min(worth.values()))


def reaches_target(rules: UnoRules, total: int) -> bool:
    """Tell whether a total ends the match; none does where there is no target."""
    return 0 < rules.target <= total


def verdict(
    rules: UnoRules, totals: Sequence[int], deals: int, gone: frozenset[Seat]
) -> tuple[Seat, ...]:
    """Return who has won the match; empty while it goes on.

    It ends when a total reaches `target`, after `rounds` rounds, or with one player left. Points
    noted against a player (`own_points`) make the lowest total win. Ties share.
    """
    left = [seat for seat in range(len(totals)) if seat not in gone]
    if len(left) == 1:
        return (left[0],)
    reached = any(reaches_target(rules, totals[seat]) for seat in left)
    if not reached and not (rules.rounds and deals >= rules.rounds):
        return ()
    goal = _scoring(rules).best(totals[seat] for seat in left)
    return tuple(seat for seat in left if totals[seat] == goal)


def next_dealer(state: UnoState) -> Seat:
    """Return who deals the next round; after a shared round the deal goes left.

    A winner who has left since does not deal: the deal goes left then as well.
    """
    if state.rules.next_dealer == "winner" and len(state.winners) == 1:
        winner = state.winners[0]
        if winner not in state.gone:
            return winner
    seats = len(state.hands)
    return next(
        seat
        for seat in ((state.dealer + n) % seats for n in range(1, seats + 1))
        if seat not in state.gone
    )
