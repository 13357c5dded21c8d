"""What fits on what in UNO: matching, answering a penalty, the lawful +4.

Hides: how cards match. Must not know: whose turn it is, views, states. Everything here looks at a
`Board`, which both a view and a state are, so what a player is told and what the table does can
never differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, TypeAlias

from engine.uno.cards import Card
from engine.uno.rules import UnoRules

Offence: TypeAlias = Literal["caught", "false_call", "misplay"]


class Board(Protocol):
    """What lies open on the table: all that matching and answering depend on."""

    @property
    def rules(self) -> UnoRules: ...
    @property
    def top(self) -> Card: ...
    @property
    def colour(self) -> str: ...
    @property
    def pending(self) -> int: ...
    @property
    def chain4(self) -> bool: ...
    @property
    def colour_only(self) -> bool: ...


def fits(board: Board, card: Card) -> bool:
    """Tell whether `card` matches: black, the current colour, or the face of the top card.

    A coloured Wild matches and is matched by colour only (kano). After a penalty was taken
    (`after_penalty_colour`) the face does not match.
    """
    if card.black or card.colour == board.colour:
        return True
    return card.face == board.top.face and card.face != "w" and not board.colour_only


def stackable(rules: UnoRules, chain4: bool) -> tuple[str, ...]:
    """Return the faces that pass a penalty on; once a +4 lies in the chain, only +4 does."""
    match rules.stack:
        case "none":
            return ()
        case "same":
            return () if chain4 else ("+2",)
        case "up":
            return ("w+4",) if chain4 else ("+2", "w+4")


def answers(board: Board, card: Card) -> bool:
    """Tell whether `card` answers the pending penalty.

    A +2 needs no colour on a +2; after a deflection (a Skip or Reverse lies on top) it needs the
    current colour. Skip and Reverse always need it, and deflect only while no +4 is in the chain.
    """
    if card.face in stackable(board.rules, board.chain4):
        return card.black or board.top.face == "+2" or card.colour == board.colour
    if card.face in ("s", "r") and not board.chain4:
        return board.rules.deflect and card.colour == board.colour
    return False


def lawful_wild4(board: Board, rest: Iterable[Card]) -> bool:
    """Tell whether a +4 may be laid without bluffing, `rest` being the hand without it.

    Black cards in the rest never count. A +4 on a +4 is always lawful; one that answers a +2 is
    unlawful under `match` when another answer was held.
    """
    legal = board.rules.w4_legal
    if legal == "always" or board.chain4:
        return True
    if legal == "colour":
        return not any(card.colour == board.colour for card in rest)
    suits = answers if board.pending else fits
    return not any(not card.black and suits(board, card) for card in rest)


def playable(board: Board, hand: Sequence[Card]) -> list[Card]:
    """Return the cards of a hand that match, or answer what is owed, each as often as it is held.

    Whether one may be the last card, or a +4 is lawful, is not asked here.
    """
    if board.pending:
        return [card for card in hand if answers(board, card)]
    top = board.top
    colour = top.colour
    face = "" if board.colour_only or top.face == "w" else top.face
    return [card for card in hand if card.colour == colour or card.face == face or card.black]


def without(hand: Sequence[Card], cards: Iterable[Card]) -> list[Card]:
    """Return the hand without these cards. Raises ValueError when one is not there."""
    rest = list(hand)
    for card in cards:
        rest.remove(card.bare)
    return rest


def usable(board: Board, hand: Sequence[Card], drawn: Card) -> bool:
    """Tell whether the card just drawn can be played at once (play_drawn), not bluffing."""
    return (
        drawn_may_be_played(board.rules, drawn)
        and fits(board, drawn)
        and (drawn.face != "w+4" or lawful_wild4(board, without(hand, (drawn,))))
    )


def drawn_may_be_played(rules: UnoRules, drawn: Card | None) -> bool:
    """Tell whether `play_drawn` lets this card be played at once; None: any card at all."""
    match rules.play_drawn:
        case "any":
            return True
        case "number":
            return drawn is None or drawn.number
        case "none":
            return False


def acts(rules: UnoRules, cards: int) -> int:
    """Return how often the effect of so many cards laid together counts (multi_effect)."""
    return cards if rules.multi_effect == "each" else 1


def hands_move(rules: UnoRules, face: str) -> Literal["swap", "pass", ""]:
    """Return how laying `face` moves hands (seven_zero): a 7 swaps two, a 0 passes all on."""
    if not rules.seven_zero:
        return ""
    return "swap" if face == "7" else "pass" if face == "0" else ""


def closes_window(rules: UnoRules, own: bool) -> bool:
    """Tell whether an act ends the chance to catch a forgotten call (catch_until).

    `own`: it is the act of the player who forgot.
    """
    match rules.catch_until:
        case "next_acts":
            return True
        case "own_turn":
            return own
        case "one_card":
            return False


def price(rules: UnoRules, offence: Offence) -> int:
    """Return the cards an offence costs; 0 for a wrong call or a misplay: it is refused."""
    match offence:
        case "caught":
            return rules.catch_penalty
        case "false_call":
            return rules.false_call_penalty
        case "misplay":
            return rules.misplay_penalty
