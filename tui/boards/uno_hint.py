"""Why a good player would do it, in UNO: one sentence for a hint, from what the player sees.

Hides: which of several reasons is told. The bot weighs many things; the one told is the first that
a person would name. Must not know: how anything is drawn, any other hand.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Code, Seat
from engine.uno.actions import Action, Challenge, Colour, Draw, Pass, Play
from engine.uno.cards import COLOURS, HAND_KINDS, Card
from engine.uno.fitting import (
    answers,
    drawn_may_be_played,
    fits,
    hands_move,
    stackable,
    usable,
    without,
)
from engine.uno.state import UnoView
from tui.boards.base import NameOf
from tui.i18n import n, t
from tui.keymap import shown
from tui.text import words
from tui.text.refusals import refusal
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
            return words.together([_why_take(view), _doubt(view)])
        case Draw():
            fitting = any(fits(view, card) for card in view.hand)
            return refusal(Code.LAST_CARD_ACTION) if fitting else t("Nothing of yours fits.")
        case Pass():
            return _why_keep(view)
        case Challenge() if view.offender is not None:
            return _why_challenge(view, opening(name_of(view.offender)))
        case Colour():
            held = any(card.colour == action.colour for card in view.hand)
            return t("You hold most of it.") if held else ""
        case _:
            return ""


# --- why nothing is played ------------------------------------------------------------------


def _why_take(view: UnoView) -> str:
    if not answering(view):
        return t("By these rules nothing answers it.")
    able = any(answers(view, card) for card in view.hand)
    return refusal(Code.LAST_CARD_ACTION) if able else t("Nothing of yours answers it.")


def _doubt(view: UnoView) -> str:
    """Say what a challenge would cost, where one is open."""
    if view.offender is None:
        return ""
    owed = words.cards(view.pending + view.rules.challenge_extra)
    return t("A challenge ({key}) costs nothing if it is right, {cards} if it is wrong.",
             key=shown("challenge"), cards=owed)  # fmt: skip


def _why_keep(view: UnoView) -> str:
    drawn = view.drawn
    assert drawn is not None
    if not fits(view, drawn):
        return t("It does not fit.")
    if not drawn_may_be_played(view.rules, drawn):
        return refusal(Code.DRAWN_NOT_PLAYABLE)
    if drawn.face == "w+4" and not usable(view, view.hand, drawn):
        return t("Your +4 would be a bluff.")
    return t("Your Wild is worth more later.") if drawn.black else ""


def _why_challenge(view: UnoView, who: str) -> str:
    assert view.offender is not None
    held = words.cards(view.counts[view.offender])
    if view.rules.w4_legal == "match":
        return t("{who} holds {cards}: one that fitted is likely.", who=who, cards=held)
    return t("{who} holds {cards}: one of the old colour is likely.", who=who, cards=held)


# --- why this is played ---------------------------------------------------------------------


def _why_play(view: UnoView, play: Play, name_of: NameOf) -> str:
    rest = without(view.hand, play.cards)
    if not rest:
        return t("That empties your hand.")
    if play.swap is not None:
        who = opening(name_of(play.swap))
        return t("{who} holds the fewest cards.", who=who)
    if hands_move(view.rules, play.cards[-1].face) == "pass":
        before = _neighbour(view, -view.direction)
        return n("All hands move on: you get the {count} card of {who}.",
                 "All hands move on: you get the {count} cards of {who}.",
                 view.counts[before], who=name_of(before))  # fmt: skip
    if view.pending:
        return t("It passes on what you owe.")
    if said := _why_stop(view, play, name_of):
        return said
    return _why_this_card(view, play, rest)


def _why_stop(view: UnoView, play: Play, name_of: NameOf) -> str:
    """Say that it keeps a player from going out who is nearly out; empty where it does not."""
    face, after = play.cards[-1].face, _neighbour(view, view.direction)
    held = view.counts[after]
    two = len(view.counts) - len(view.gone) == 2
    goes_on = face == "r" and two and view.rules.two_player_reverse == "turn"
    if held > _FEW or face not in _STOPS or goes_on:
        return ""
    who = opening(name_of(after))
    if face in stackable(view.rules, face == "w+4"):
        return n("{who} holds only {count} card, and must answer that or draw.",
                 "{who} holds only {count} cards, and must answer that or draw.",
                 held, who=who)  # fmt: skip
    return n(
        "{who} holds only {count} card: that stops it.",
        "{who} holds only {count} cards: that stops it.",
        held,
        who=who,
    )


def _why_this_card(view: UnoView, play: Play, rest: list[Card]) -> str:
    top = play.cards[-1]
    if view.drawn is not None:
        return t("It fits: one card less.")
    same = sum(card.colour == top.colour for card in rest)
    if not any(fits(view, card) for card in rest):
        return t("Nothing else fits.")
    if len(play.cards) > 1:
        return t("The more cards at once, the better.")
    if same:
        return n("{count} more of yours is {colour}.", "{count} more of yours are {colour}.",
                 same, colour=words.colour(top.colour))  # fmt: skip
    most = max([card.points for card in rest if not card.black], default=0)
    if view.rules.scoring != "wins" and top.points >= most:
        return t("It would cost you {points} if you lost.", points=words.points(top.points))
    return t("It is the card that you will miss least.")


def _neighbour(view: UnoView, step: int) -> Seat:
    """Return who sits next in that direction."""
    assert view.seat is not None
    seat = view.seat
    while True:
        seat = (seat + step) % len(view.counts)
        if seat not in view.gone:
            return seat


def answering(view: UnoView, name: Callable[[Card], str] = words.uno_card) -> tuple[str, ...]:
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
        found += [words.face(face)] if whole else [name(card) for card in some]
    return tuple(found)
