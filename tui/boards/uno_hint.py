"""Why a good player would do it, in UNO: one sentence for a hint, from what the player sees.

Hides: which of several reasons is told. The bot weighs many things; the one told is the first that
a person would name. Must not know: keys, how anything is drawn, any other hand.
"""

from __future__ import annotations

from engine.uno.actions import Action, Challenge, Colour, Draw, Pass, Play
from engine.uno.cards import COLOURS, HAND_KINDS, Card
from engine.uno.fitting import answers, fits, without
from engine.uno.state import UnoView
from tui.boards.base import NameOf
from tui.i18n import n, t
from tui.text import words
from tui.text.choices import is_bluff
from tui.text.words import opening

_FEW = 2
"""With so many cards somebody is nearly out."""
_STOPS = ("s", "r", "+2", "w+4")
"""Faces that keep the next player from playing."""


def reason(view: UnoView, action: Action, name_of: NameOf) -> str:
    """Return why a bot does this; empty where it goes without saying."""
    match action:
        case Play():
            return _why_play(view, action, name_of)
        case Draw() if view.pending:
            return t("Nothing of yours answers it.")
        case Draw() | Pass() if any(fits(view, card) for card in view.hand if card.black):
            return t("Your Wild is worth more later.")
        case Draw():
            return t("Nothing of yours fits.")
        case Pass():
            return t("It does not fit.")
        case Challenge() if view.offender is not None:
            held = words.cards(view.counts[view.offender])
            who = opening(name_of(view.offender))
            return t("{who} holds {cards}: one of the old colour is likely.", who=who, cards=held)
        case Colour():
            return t("You hold most of it.")
        case _:
            return ""


def _why_play(view: UnoView, play: Play, name_of: NameOf) -> str:
    top, rest = play.cards[-1], without(view.hand, play.cards)
    after = _next(view)
    if not rest:
        return t("That empties your hand.")
    if play.swap is not None:
        who = opening(name_of(play.swap))
        return t("{who} holds the fewest cards.", who=who)
    if view.pending:
        return t("It passes on what you owe.")
    if is_bluff(view, play.cards) or (view.counts[after] <= _FEW and top.face in _STOPS):
        held = view.counts[after]
        return n(
            "{who} holds only {count} card: that stops it.",
            "{who} holds only {count} cards: that stops it.",
            held,
            who=opening(name_of(after)),
        )
    return _why_this_card(view, play, rest)


def _why_this_card(view: UnoView, play: Play, rest: list[Card]) -> str:
    top = play.cards[-1]
    same = sum(card.colour == top.colour for card in rest)
    if not any(fits(view, card) for card in rest):
        return t("Nothing else fits.")
    if len(play.cards) > 1:
        return t("The more cards at once, the better.")
    if same:
        return n("{count} more of yours is {colour}.", "{count} more of yours are {colour}.",
                 same, colour=words.colour(top.colour))  # fmt: skip
    if top.points >= max([card.points for card in rest if not card.black], default=0):
        return t("It would cost you {points} if you lost.", points=words.points(top.points))
    return t("It is the card that you will miss least.")


def _next(view: UnoView) -> int:
    assert view.seat is not None
    seat = view.seat
    while True:
        seat = (seat + view.direction) % len(view.counts)
        if seat not in view.gone:
            return seat


def answering(view: UnoView) -> tuple[str, ...]:
    """Return what answers the penalty that is owed, in words: `+2`, `+4`, `green Skip`.

    It is the same for everybody who looks: what lies on the table and the rules decide it.
    """
    if not view.pending:
        return ()
    good = [card for card in HAND_KINDS if answers(view, card)]
    found: list[str] = []
    for face in dict.fromkeys(card.face for card in good):
        some = [card for card in good if card.face == face]
        whole = some[0].black or not some[0].colour or len(some) == len(COLOURS)
        found += [words.face(face)] if whole else [words.uno_card(card) for card in some]
    return tuple(found)
