"""The UNO rulebook on how things end: the round, the count, the match, the King game, leaving.

Hides: which option values make which sentence. Must not know: the other chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.uno.play import TURNS_PER_PLAYER
from engine.uno.rules import UnoRules
from tui.i18n import n, t
from tui.text import words


def chapters(rules: UnoRules) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the last chapters."""
    yield t("The end of a round"), _end(rules)
    yield t("Points"), _points(rules)
    yield t("The match"), _match(rules)
    yield t("The King game"), _king(rules)
    yield t("When somebody leaves"), _leaving(rules)


def _end(rules: UnoRules) -> Iterator[str]:
    yield t("The round ends the moment somebody has laid their last card.")
    yield from _last_card(rules)
    yield t(
        "A round is blocked when everybody in turn draws and nothing is left to draw, or after "
        "{turns} turns for each player. Then the hand with the fewest points wins; if several are "
        "level, they share the win and nobody scores.",
        turns=TURNS_PER_PLAYER,
    )


def _last_card(rules: UnoRules) -> Iterator[str]:
    if not rules.last_card_action:
        yield t(
            "The last card must be a number card: with an action card as your only one, all you "
            "can do is draw."
        )
        if rules.multi != "one":
            yield t("If you lay your last cards together, all of them must be number cards.")
    elif rules.challenge:
        yield t(
            "The last card may be an action card. If it makes somebody draw, they still draw "
            "before the hands are counted, and can neither answer nor challenge."
        )
    else:
        yield t(
            "The last card may be an action card. If it makes somebody draw, they still draw "
            "before the hands are counted, and cannot answer."
        )


def _points(rules: UnoRules) -> Iterator[str]:
    yield t(
        "In a hand a number card counts its number, a Skip, Reverse or +2 counts 20, and a Wild or "
        "+4 counts 50."
    )
    match rules.scoring:
        case "winner_collects":
            yield t("The winner of a round scores the points of all the other hands together.")
        case "own_points":
            yield t(
                "Everybody but the winner adds the points of their own hand to their total. These "
                "are minus points: few are good."
            )
        case "wins":
            yield t("The winner of a round notes one win; points are not added up.")


def _match(rules: UnoRules) -> Iterator[str]:
    if rules.target:
        yield _to_target(rules)
    if rules.rounds and rules.target:
        yield n(
            "It ends after {count} round in any case.",
            "It ends after {count} rounds in any case.",
            rules.rounds,
        )
    elif rules.rounds:
        yield n(
            "The match ends after {count} round.",
            "The match ends after {count} rounds.",
            rules.rounds,
        )
    elif not rules.target:
        yield t("There is no fixed end: play as long as you like, until the host ends the match.")
    if rules.scoring == "own_points":
        yield t("Then the lowest total has won; those who are level share the win.")
    else:
        yield t("Then the highest total has won; those who are level share the win.")
    match rules.next_dealer:
        case "left":
            yield t("After each round the deal moves one place to the left.")
        case "winner":
            yield t(
                "The winner of a round deals the next one; after a shared win the deal moves to "
                "the left."
            )


def _to_target(rules: UnoRules) -> str:
    match rules.scoring:
        case "own_points":
            return t(
                "Whoever reaches {points} has bust, and with that round the match ends.",
                points=words.points(rules.target),
            )
        case "wins":
            return n(
                "The match ends when somebody has won {count} round.",
                "The match ends when somebody has won {count} rounds.",
                rules.target,
            )
        case "winner_collects":
            return t(
                "The match ends when somebody has reached {points}.",
                points=words.points(rules.target),
            )


def _king(rules: UnoRules) -> Iterator[str]:
    match rules.punishments:
        case "none":
            return
        case "worst":
            yield t(
                "After each round the one who has most points in hand draws a punishment; if "
                "several are level, all of them do."
            )
        case "losers":
            yield t("After each round everybody who has not won draws a punishment.")
        case "bust":
            yield t("At the end of the match everybody who has bust draws a punishment.")
    yield t(
        "A winner never does, nor does a bot. There are 100 punishments, one on each coloured "
        "number card, Skip, Reverse and +2. The 24 on the action cards are the hot ones; all of "
        "them are harmless fun."
    )
    yield t(
        "The table agrees on all of them, on the mild ones only, or on none, and anybody may ask "
        "for mild ones only. Once in a match you may swap a punishment for another. The winner "
        "says when one is done, or waives it."
    )


def _leaving(rules: UnoRules) -> Iterator[str]:
    yield t(
        "Whoever leaves for good is out of the match. Their cards go to the bottom of the "
        "discards, and what they owed is void; if it was their turn, the next player goes on."
    )
    if rules.challenge:
        yield t("A +4 that they laid can no longer be challenged.")
    yield t("When two are left, the rules for two hold. The last one left wins.")
