"""What a seat may do in UNO, decided from that seat's view alone.

Hides: the rules of matching, answering and calling. Must not know: the state behind the view. The
server, the client and the bots all ask here. What fits on
what stands in `fitting`, listing in `listing`.

`refusal` returns the first code that applies, in the order of docs/RECORD.md.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, assert_never

from engine.game import Code, Illegal, Seat
from engine.uno.actions import (
    Action,
    Call,
    Catch,
    Challenge,
    Colour,
    Draw,
    Jump,
    Pass,
    Play,
)
from engine.uno.cards import Card
from engine.uno.fitting import (
    answers,
    drawn_may_be_played,
    fits,
    hands_move,
    lawful_wild4,
    price,
    usable,
    without,
)
from engine.uno.rules import UnoRules
from engine.uno.state import UnoView

MISPLAYS: Final = frozenset(
    {
        Code.NO_MATCH,
        Code.MUST_ANSWER,
        Code.ONLY_DRAWN_CARD,
        Code.DRAWN_NOT_PLAYABLE,
        Code.LAST_CARD_ACTION,
        Code.UNLAWFUL_WILD4,
    }
)
"""Refusals that a misplay penalty turns into an accepted, punished action."""


def check(view: UnoView, action: Action) -> None:
    """Raise Illegal when the viewer may not do `action`.

    Where the rules punish a wrong card or a wrong call, these are accepted (and punished by
    `play`) instead of refused.
    """
    code = refusal(view, action)
    if code is not None and not (isinstance(action, Play) and is_misplay(view, code)):
        raise Illegal(code)


def is_misplay(view: UnoView, code: Code) -> bool:
    """Tell whether a play refused with `code` is accepted and punished (misplay_penalty)."""
    return code in MISPLAYS and price(view.rules, "misplay") > 0


def refusal(view: UnoView, action: Action) -> Code | None:
    """Return the first code that speaks against `action`, or None when it is proper."""
    match action:
        case Play():
            return _play(view, action)
        case Jump():
            return _jump(view, action)
        case Colour():
            return _turn(view) or (None if view.phase == "colour" else Code.BAD_ACTION)
        case Draw():
            return _turn(view) or _draw(view)
        case Pass():
            return _turn(view) or _pass(view)
        case Challenge():
            return _turn(view) or (Code.NO_CHALLENGE if view.offender is None else None)
        case Call():
            return _call(view)
        case Catch():
            return _catch(view, action.seat)
        case _:
            assert_never(action)


def _turn(view: UnoView) -> Code | None:
    if view.phase == "over":
        return Code.OVER
    return None if view.turn == view.seat and view.seat is not None else Code.NOT_YOUR_TURN


def _play(view: UnoView, play: Play) -> Code | None:
    cards = play.cards
    if any(card is not card.bare for card in cards[:-1]):
        return Code.BAD_ACTION  # only the last black card names its colour
    return (
        _turn(view)
        or _held(view, cards)
        or _play_phase(view, cards)
        or shape(view.rules, cards)
        or _names(view, play)
        or _lays(view, cards)
        or _play_call(view, play)
    )


def _held(view: UnoView, cards: tuple[Card, ...]) -> Code | None:
    if len(cards) == 1:
        return None if cards[0].bare in view.hand else Code.NOT_IN_HAND
    held = Counter(view.hand)
    return Code.NOT_IN_HAND if Counter(card.bare for card in cards) - held else None


def _play_phase(view: UnoView, cards: tuple[Card, ...]) -> Code | None:
    if view.phase == "colour":
        return Code.MUST_NAME_COLOUR
    if view.pending:
        return None if any(answers(view, card) for card in cards) else Code.MUST_ANSWER
    if view.drawn is not None:
        if all(card.bare is not view.drawn for card in cards):
            return Code.ONLY_DRAWN_CARD
        if not drawn_may_be_played(view.rules, view.drawn):
            return Code.DRAWN_NOT_PLAYABLE
    return None


def shape(rules: UnoRules, cards: tuple[Card, ...]) -> Code | None:
    """Judge a set. A coloured Wild is never part of one."""
    if len(cards) == 1:
        return None
    first = cards[0]
    match rules.multi:
        case "one":
            return Code.ONE_CARD_ONLY
        case "pair":
            alike = all(card.bare is first.bare for card in cards)
            return None if alike and len(cards) == 2 else Code.NOT_IDENTICAL
        case "same_face":
            alike = all(c.face == first.face and c.black == first.black for c in cards)
            coloured_wild = first.face == "w" and not first.black
            return None if alike and not coloured_wild else Code.NOT_SAME_FACE


def _names(view: UnoView, play: Play | Jump) -> Code | None:
    """Judge the colour and the seat that a play must or must not name."""
    if not play.cards[-1].colour:
        return Code.NEEDS_COLOUR
    goes_on = len(view.hand) > len(play.cards)
    swaps = goes_on and hands_move(view.rules, play.cards[-1].face) == "swap"
    if play.swap is None:
        return Code.NEEDS_SEAT if swaps else None
    return None if swaps and is_other(view, play.swap) else Code.BAD_SEAT


def is_other(view: UnoView, seat: Seat) -> bool:
    return 0 <= seat < len(view.counts) and seat != view.seat and seat not in view.gone


def _lays(view: UnoView, cards: tuple[Card, ...]) -> Code | None:
    """Judge the cards themselves: do they match, may they be the last, is a +4 lawful?"""
    if not view.pending and not any(fits(view, card) for card in cards):
        return Code.NO_MATCH
    return _last(view, cards) or _wild4(view, cards)


def _last(view: UnoView, cards: tuple[Card, ...]) -> Code | None:
    goes_out = len(view.hand) == len(cards)
    if goes_out and not view.rules.last_card_action and not all(c.number for c in cards):
        return Code.LAST_CARD_ACTION
    return None


def _wild4(view: UnoView, cards: tuple[Card, ...]) -> Code | None:
    if view.rules.w4_bluff or cards[-1].face != "w+4":
        return None
    lawful = lawful_wild4(view, without(view.hand, cards))
    return None if lawful else Code.UNLAWFUL_WILD4


def _play_call(view: UnoView, play: Play | Jump) -> Code | None:
    """Judge a call with the play; with the last card it is refused, never punished."""
    left = len(view.hand) - len(play.cards)
    if not play.call or left == 1:
        return None
    return None if left and price(view.rules, "false_call") else Code.WRONG_CALL


def _jump(view: UnoView, jump: Jump) -> Code | None:
    if view.phase == "over":
        return Code.OVER
    if not jump_open(view):
        return Code.JUMP_CLOSED
    if len(jump.cards) != 1:
        return Code.ONE_CARD_ONLY
    return (
        _held(view, jump.cards)
        or (None if _is_twin(view, jump.cards[0]) else Code.NOT_IDENTICAL)
        or _names(view, jump)
        or _last(view, jump.cards)
        or _play_call(view, jump)
    )


def jump_open(view: UnoView) -> bool:
    """Tell whether a jump-in is possible now.

    Not while a drawn card, a colour or a challenge is decided; never for the seat on turn.
    """
    return (
        view.rules.jump_in
        and view.seat is not None
        and view.seat != view.turn
        and view.phase == "play"
        and view.offender is None
    )


def _is_twin(view: UnoView, card: Card) -> bool:
    return not card.black and card is view.top


def _draw(view: UnoView) -> Code | None:
    if view.phase == "colour":
        return Code.MUST_NAME_COLOUR
    if view.phase == "drawn":
        return Code.ALREADY_DRAWN
    if view.pending or view.rules.voluntary_draw:
        return None
    return Code.MUST_PLAY if any(_can_play(view, card) for card in set(view.hand)) else None


def _can_play(view: UnoView, card: Card) -> bool:
    """Tell whether this card alone can be played.

    A +4 that would be a bluff need not be told apart: the card that makes it one can be played.
    """
    return fits(view, card) and not _last(view, (card,))


def _pass(view: UnoView) -> Code | None:
    if view.phase == "colour":
        return Code.MUST_NAME_COLOUR
    if view.pending:
        return Code.MUST_ANSWER
    if view.drawn is None:
        return Code.MUST_DRAW
    if view.rules.force_play and usable(view, view.hand, view.drawn):
        return Code.MUST_PLAY
    return None


def _call(view: UnoView) -> Code | None:
    """Judge a call of its own. Too late or twice is refused; a wrong number may be punished."""
    if view.phase == "over":
        return Code.OVER
    if view.seat in view.late:
        return None
    playing = view.seat is not None and view.seat not in view.gone
    punished = playing and len(view.hand) != 1 and price(view.rules, "false_call") > 0
    return None if punished else Code.WRONG_CALL


def _catch(view: UnoView, seat: Seat) -> Code | None:
    if view.phase == "over":
        return Code.OVER
    if view.seat is None or view.seat in view.gone or not is_other(view, seat):
        return Code.BAD_SEAT
    if seat in view.early:
        return Code.TOO_EARLY
    return None if seat in view.catchable else Code.NOT_CATCHABLE
