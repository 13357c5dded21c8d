"""Why a good player would do it, in Casino: one sentence for a hint, from what the player sees.

Hides: which of several reasons is told. The bot weighs all of them; the first that a person would
name is told. Must not know: keys, how anything is drawn, any other hand, any pile.
"""

from __future__ import annotations

from engine.casino.actions import Action, Build, Capture, Trail
from engine.casino.cards import Card
from engine.casino.check import choose
from engine.casino.score import card_points, sweep_worth
from engine.casino.state import BuildPile, CasinoView
from tui.boards.base import NameOf
from tui.i18n import n, t
from tui.text import words
from tui.text.words import opening


def reason(view: CasinoView, action: Action, name_of: NameOf) -> str:
    """Return why a bot does this."""
    match action:
        case Capture():
            return _why_take(view, action, name_of)
        case Build():
            count = len(_cards(view, action))
            return n("You take {count} card with it next time, unless somebody is faster.",
                     "You take {count} cards with it next time, unless somebody is faster.",
                     count)  # fmt: skip
        case Trail():
            return _why_trail(view, action)


def _why_take(view: CasinoView, action: Capture, name_of: NameOf) -> str:
    chosen, cards = choose(view, action.items), _cards(view, action)
    clears = len(chosen.loose) == len(view.loose) and len(chosen.builds) == len(view.builds)
    if clears and sweep_worth(view.rules):
        return t("That clears the table: a sweep.")
    points = sum(card_points(view.rules, card) for card in cards)
    if points:
        return t("That is worth {points} and {cards}.", points=words.points(points),
                 cards=words.cards(len(cards)))  # fmt: skip
    theirs = [pile for pile in chosen.builds if not _ours(view, pile)]
    if theirs:
        return t("{who} cannot take that build then.", who=opening(name_of(theirs[0].owner)))
    if chosen.builds:
        return t("Another could take your build first.")
    spades = sum(card.spade for card in cards)
    if spades:
        return n("That is {cards}, {count} of them a spade.",
                 "That is {cards}, {count} of them spades.", spades,
                 cards=words.cards(len(cards)))  # fmt: skip
    return t("That is {cards} for you.", cards=words.cards(len(cards)))


def _ours(view: CasinoView, pile: BuildPile) -> bool:
    """Tell whether a build is the own one, or a partner's."""
    sides = view.rules.sides(len(view.counts))
    return any(pile.owner in side and view.seat in side for side in sides)


def _why_trail(view: CasinoView, action: Trail) -> str:
    if len(view.hand) == 1:
        return t("It is the only card you hold.")
    if card_points(view.rules, action.card) or action.card.spade:
        return t("The others would leave more to take.")
    return t("It leaves the least to take.")


def _cards(view: CasinoView, action: Capture | Build) -> list[Card]:
    """Return all cards that come together."""
    chosen = choose(view, action.items)
    return [action.card, *chosen.loose, *[card for pile in chosen.builds for card in pile.cards]]
