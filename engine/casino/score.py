"""What a deal is worth, line by line, and who has won a match.

Hides: how points come about. Must not know: how cards came into the piles.
Source: the source text's count (11 points a deal); spade scoring: bicyclecards.com, Spade Cassino.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from engine.casino.cards import DECK, Card, parse_card
from engine.casino.rules import CasinoRules
from engine.casino.state import CasinoState, ScoreRow
from engine.game import Seat

MOST_CARDS: Final = 3
MOST_SPADES: Final = 1

_Lines: TypeAlias = tuple[tuple[str, int, frozenset[Card]], ...]


def _cards(*texts: str) -> frozenset[Card]:
    return frozenset(map(parse_card, texts))


_ACES: Final = ("aces", 1, _cards("Ac", "Ad", "Ah", "As"))
_TD: Final = ("Td", 2, _cards("Td"))
_USUAL: Final[_Lines] = (_TD, ("2s", 1, _cards("2s")), _ACES)
_SPADE: Final[_Lines] = (
    _TD,
    ("2s", 2, _cards("2s")),
    ("Js", 2, _cards("Js")),
    ("As", 2, _cards("As")),
    _ACES,
    (
        "spade_cards",
        1,
        frozenset(card for card in DECK if card.spade) - _cards("2s", "Js", "As"),
    ),
)


def _lines(rules: CasinoRules) -> _Lines:
    """Return the cards that bring points by themselves: category, points each, which cards."""
    return _SPADE if rules.spade_scoring else _USUAL


def card_points(rules: CasinoRules, card: Card) -> int:
    """Return the points the card itself brings whoever takes it: 0 for most."""
    return sum([worth for _, worth, cards in _lines(rules) if card in cards])


def worth(rules: CasinoRules, card: Card) -> int:
    """Return what taking the card is likely worth, in fifths of a card.

    Besides its own points every card counts towards most cards, every spade towards most spades.
    The weights are those that did best among greedy players.
    """
    return 5 + (6 if card.spade else 0) + 30 * card_points(rules, card)


def sweep_points(rules: CasinoRules) -> int:
    """Return the points for clearing the table by a capture."""
    return rules.sweeps


def sweep_worth(rules: CasinoRules) -> int:
    """Return what clearing the table is worth by itself, in fifths of a card."""
    return 30 * sweep_points(rules)


def breakdown(state: CasinoState) -> tuple[ScoreRow, ...]:
    """Count the piles. Both seats of a side carry the side's numbers."""
    rules = state.rules
    teams = rules.sides(state.seats)
    piles = [[card for seat in team for card in state.taken[seat]] for team in teams]
    sizes = [len(pile) for pile in piles]
    spades = [sum([card.spade for card in pile]) for pile in piles]
    sweeps = [sum([state.sweeps[seat] for seat in team]) for team in teams]
    rows = [
        ("cards", sizes, _majority(rules, sizes, MOST_CARDS)),
        ("spades", spades, _majority(rules, spades, MOST_SPADES)),
    ]
    for category, worth, cards in _lines(rules):
        counts = [sum([card in cards for card in pile]) for pile in piles]
        rows.append((category, counts, [worth * count for count in counts]))
    rows.append(("sweeps", sweeps, [sweep_points(rules) * count for count in sweeps]))
    return tuple(
        ScoreRow(category, _by_seat(teams, counts), _by_seat(teams, points))
        for category, counts, points in rows
    )


def points(state: CasinoState) -> tuple[int, ...]:
    """Return what each seat's total grows by; nothing when the deal ended unscored."""
    if not state.scored:
        return (0,) * state.seats
    return tuple(map(sum, zip(*[row.points for row in breakdown(state)], strict=True)))


def _majority(rules: CasinoRules, numbers: Sequence[int], points: int) -> list[int]:
    """Return what each side gets for the largest number; nobody has a majority of nothing."""
    most = max(numbers)
    tied = numbers.count(most)
    if not most:
        points = 0
    elif tied > 1:
        match rules.majority_tie:
            case "nobody":
                points = 0
            case "split":
                points //= tied
            case "all":
                pass
    return [points if number == most else 0 for number in numbers]


def _by_seat(teams: Sequence[Sequence[Seat]], numbers: Sequence[int]) -> tuple[int, ...]:
    """Give each seat its side's number."""
    at = {seat: number for team, number in zip(teams, numbers, strict=True) for seat in team}
    return tuple(at[seat] for seat in sorted(at))


def staying(rules: CasinoRules, seats: int, gone: Collection[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """Return the sides that can still win, each without the seats that have gone."""
    left = [tuple(seat for seat in team if seat not in gone) for team in rules.sides(seats)]
    return tuple(team for team in left if team)


def verdict(
    rules: CasinoRules, totals: Sequence[int], deals: int, gone: Collection[Seat]
) -> tuple[Seat, ...]:
    """Return who has won the match after `deals` whole deals, in seat order; empty: play on.

    Whoever stays alone wins, whatever the totals. Without a target one deal decides and equal
    totals share; with one, the best total must reach it and one seat (side) lead alone.
    """
    teams = staying(rules, len(totals), gone)
    if len(teams) == 1:
        return teams[0]
    if not deals or not teams:
        return ()
    best = max(totals[team[0]] for team in teams)
    leaders = [team for team in teams if totals[team[0]] == best]
    if rules.target and (best < rules.target or len(leaders) > 1):
        return ()
    return tuple(sorted(seat for team in leaders for seat in team))
