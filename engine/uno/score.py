"""What a round is worth and when a match of UNO is won.

Hides: the ways of scoring. Must not know: how the round was played.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat
from engine.uno.cards import Card
from engine.uno.rules import UnoRules
from engine.uno.state import UnoState


def hand_points(hand: Sequence[Card]) -> int:
    """Return what a hand counts: number cards their value, action cards 20, Wild and +4 50."""
    return sum(card.points for card in hand)


def points(state: UnoState) -> tuple[int, ...]:
    """Return what each seat's total grows by; nothing when a blocked round was shared."""
    worth = [hand_points(hand) for hand in state.hands]
    if len(state.winners) != 1:
        return (0,) * len(worth)
    winner = state.winners[0]
    match state.rules.scoring:
        case "winner_collects":
            gain = sum(worth) - worth[winner]
            return tuple(gain if seat == winner else 0 for seat in range(len(worth)))
        case "own_points":
            return tuple(0 if seat == winner else own for seat, own in enumerate(worth))
        case "wins":
            return tuple(int(seat == winner) for seat in range(len(worth)))


def lowest_hands(state: UnoState) -> tuple[Seat, ...]:
    """Return who wins a blocked round: the seats with the lowest hand points."""
    worth = {s: hand_points(h) for s, h in enumerate(state.hands) if s not in state.gone}
    return tuple(seat for seat, own in worth.items() if own == min(worth.values()))


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
    reached = rules.target and max(totals[seat] for seat in left) >= rules.target
    if not reached and not (rules.rounds and deals >= rules.rounds):
        return ()
    best = min if rules.scoring == "own_points" else max
    goal = best(totals[seat] for seat in left)
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
