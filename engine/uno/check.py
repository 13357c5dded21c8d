"""What a seat may do in UNO, decided from that seat's view alone.

Hides: the rules of matching, answering and calling. Must not know: the state behind the view. The
server, the client and the bots all ask here. The few predicates that `play` needs too (`fits`,
`answers`, `lawful_wild4`, `usable`) look at a `Board`, which both a view and a state are.

`refusal` returns the first code that applies, in the order of docs/RECORD.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, Protocol, TypeAlias, assert_never

from engine.game import Code, Illegal, Seat
from engine.uno.actions import (
    CALL,
    CHALLENGE,
    DRAW,
    PASS,
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
from engine.uno.cards import COLOURS, HAND_KINDS, Card, named
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


# ---------------------------------------------------------------- what fits on what


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


def price(rules: UnoRules, offence: Offence) -> int:
    """Return the cards an offence costs; 0 for a wrong call or a misplay: it is refused."""
    match offence:
        case "caught":
            return rules.catch_penalty
        case "false_call":
            return rules.false_call_penalty
        case "misplay":
            return rules.misplay_penalty


# ---------------------------------------------------------------- why not


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
        or _shape(view.rules, cards)
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


def _shape(rules: UnoRules, cards: tuple[Card, ...]) -> Code | None:
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
    return None if swaps and _is_other(view, play.swap) else Code.BAD_SEAT


def _is_other(view: UnoView, seat: Seat) -> bool:
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
    """Tell whether this card alone can be played; a bluffed +4 does not count."""
    if not fits(view, card) or _last(view, (card,)):
        return False
    return card.face != "w+4" or lawful_wild4(view, without(view.hand, (card,)))


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
    if view.seat is None or view.seat in view.gone or not _is_other(view, seat):
        return Code.BAD_SEAT
    if seat in view.early:
        return Code.TOO_EARLY
    return None if seat in view.catchable else Code.NOT_CATCHABLE


# ---------------------------------------------------------------- what can be done


def legal(view: UnoView) -> Iterator[Action]:
    """Yield the viewer's proper actions: plays, jump, colour, draw, pass, challenge, call, catch.

    A play that leaves one card comes with and without the call.
    """
    if view.phase == "over" or view.seat is None:
        return
    if view.turn == view.seat:
        yield from _on_turn(view)
    elif jump_open(view) and view.top in view.hand:
        yield from _finished(view, Jump((view.top,)))
    if view.seat in view.late:
        yield CALL
    for seat in view.catchable:
        if seat != view.seat:
            yield Catch(seat)


def _on_turn(view: UnoView) -> Iterator[Action]:
    if view.phase == "colour":
        yield from map(Colour, COLOURS)
        return
    for cards in _sets(view):
        yield from _finished(view, Play(cards))
    if _draw(view) is None:
        yield DRAW
    if _pass(view) is None:
        yield PASS
    if view.offender is not None:
        yield CHALLENGE


def _sets(view: UnoView) -> Iterator[tuple[Card, ...]]:
    """Yield what could be laid, single cards first, black ones not yet coloured."""
    kinds = list(dict.fromkeys(view.hand))
    for card in kinds:
        yield (card,)
    if _shape(view.rules, (view.top, view.top)) is Code.ONE_CARD_ONLY:
        return
    for card in kinds:
        for cards in _face_sets(view.hand, card):
            if _shape(view.rules, cards) is None:
                yield cards


def _face_sets(hand: tuple[Card, ...], last: Card) -> Iterator[tuple[Card, ...]]:
    """Yield every set of two and more cards of one face with `last` on top."""
    alike = [kind for kind in HAND_KINDS if kind.face == last.face and kind.black == last.black]
    unders: list[tuple[Card, ...]] = [()]
    for kind in alike:
        spare = hand.count(kind) - (kind is last)
        unders = [under + (kind,) * n for under in unders for n in range(spare + 1)]
    for under in unders[1:]:
        yield (*under, last)


def _finished(view: UnoView, play: Play | Jump) -> Iterator[Action]:
    """Yield every proper way to finish a play: its colour, whom it swaps with, with a call."""
    make = type(play)
    cards = play.cards
    tops = [named(cards[-1], c) for c in COLOURS] if cards[-1].black else [cards[-1]]
    swaps: list[Seat | None] = [None]
    if _names(view, make((*cards[:-1], tops[0]))) is Code.NEEDS_SEAT:
        swaps = [seat for seat in range(len(view.counts)) if _is_other(view, seat)]
    calls = (False, True) if len(view.hand) - len(cards) == 1 else (False,)
    if refusal(view, make((*cards[:-1], tops[0]), False, swaps[0])) is not None:
        return
    for top in tops:
        for swap in swaps:
            for call in calls:
                yield make((*cards[:-1], top), call, swap)


def default(view: UnoView) -> Action:
    """Return what is done for a seat whose time is up.

    It takes what is owed, draws, keeps the card, and plays only where the rules demand it.
    """
    if view.phase == "colour":
        held = Counter(card.colour for card in view.hand if card.colour)
        return Colour(max(COLOURS, key=lambda colour: held[colour]))
    for idle in (PASS, DRAW):
        if refusal(view, idle) is None:
            return idle
    return next(action for action in legal(view) if isinstance(action, Play))
