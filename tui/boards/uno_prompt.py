"""The prompt line of UNO: what is expected, what Enter does, and why a card cannot be played.

Hides: the wording. It asks the board for its intent, which is also what Enter carries out.
Must not know: keys beyond their names, how anything is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Code
from engine.uno.actions import (
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
from engine.uno.state import UnoView
from tui.boards import uno_hint
from tui.boards.base import Prompt
from tui.i18n import n, t
from tui.keymap import shown
from tui.text import words
from tui.text.refusals import refusal as refusal_text
from tui.text.words import opening, sentence

if TYPE_CHECKING:
    from tui.boards.uno import UnoBoard


def prompt(board: UnoBoard) -> Prompt:
    """Say what is expected and what Enter does."""
    view = board.view
    if view is None:
        return Prompt(t("The cards are being dealt."), "wait")
    if board.question is not None:
        return Prompt(board.question.line(), "ask", board.advice)
    if view.phase == "over":
        over = words.together([_result(board, view), t("Enter shows the points.")])
        return Prompt(over, "mine").after(board.notice)
    if not board.mine:
        said = Prompt(_waiting(board, view), "wait", _chances(board, view))
    else:
        more = words.together([_chances(board, view), _alternatives(board, view)])
        said = Prompt(_turn(board, view), "mine", more)
    return said.after(board.notice).after(board.advice, "hint")


def advice(board: UnoBoard, action: Action) -> str:
    """Say what a bot would do, as a hint."""
    match action:
        case Play():
            return t("A bot would play {play}.", play=_advised(board, action))
        case Draw() if board.view is not None and board.view.pending:
            return t("A bot would take the cards ({key}).", key=shown("draw"))
        case Draw():
            return t("A bot would draw ({key}).", key=shown("draw"))
        case Pass():
            return t("A bot would keep the card ({key}).", key=shown("pass"))
        case Challenge():
            return t("A bot would challenge the +4 ({key}).", key=shown("challenge"))
        case Colour():
            return t("A bot would choose {colour}.", colour=words.colour(action.colour))
        case Call() | Catch() | Jump():
            return ""  # no bot thinks of these on its turn


def _advised(board: UnoBoard, play: Play) -> str:
    """Return `Wild, colour red, and call UNO (u)`."""
    text, top = words.uno_cards(play.cards), play.cards[-1]
    if top.black:
        text = t("{play}, colour {colour}", play=text, colour=words.colour(top.colour))
    if play.swap is not None:
        text = t("{play}, and swap hands with {who}", play=text, who=board.name_of(play.swap))
    if play.call:
        text = t("{play}, and call UNO ({key})", play=text, key=shown("call"))
    return text


def no_advice(board: UnoBoard) -> str:
    """Say why there is no hint."""
    view = board.view
    if view is None or view.seat is None:
        return t("You are watching.")
    if board.mine:
        return t("No hints here: this table punishes wrong cards, so you find them yourself.")
    if board.catches() or view.seat in view.late or board.jump().actions:
        return t("A bot would not wait:")
    return t("A bot would wait: it is not your turn.")


def no_jump(board: UnoBoard, code: Code | None) -> str:
    """Say why nobody jumps in here now."""
    view = board.view
    if view is None or not view.rules.jump_in:
        return t("Nobody jumps in by the rules of this table.")
    if board.mine:
        return t("It is your turn: just play the card.")
    if code is None:
        card = words.uno_card(view.top)
        return t("You jump in with the same card as on top: {card}.", card=card)
    return refusal_text(code)


def _result(board: UnoBoard, view: UnoView) -> str:
    if not view.winners:
        return t("The round is over.")
    if view.winners == (view.seat,):
        return t("You have won the round!")
    names = words.listed([board.name_of(seat) for seat in view.winners])
    return n(
        "{names} has won the round.", "{names} have won the round.", len(view.winners), names=names
    )


def _waiting(board: UnoBoard, view: UnoView) -> str:
    assert view.turn is not None
    who = board.name_of(view.turn)
    if view.phase == "colour":
        return t("{who} chooses the colour.", who=who)
    if view.phase == "drawn":
        return t("{who} has drawn and decides.", who=who)
    if view.pending:
        owes = t("{who} owes {cards}.", who=who, cards=words.cards(view.pending))
        return words.together([owes, _answer(view)])
    if view.seat is None:
        return t("{who} is to play.", who=who)
    return (
        t("{who} is to play. You are next.", who=who)
        if _next(view)
        else t("{who} is to play.", who=who)
    )


def _next(view: UnoView) -> bool:
    assert view.turn is not None
    seat = view.turn
    for _ in view.counts:
        seat = (seat + view.direction) % len(view.counts)
        if seat not in view.gone:
            return seat == view.seat
    return False


def _turn(board: UnoBoard, view: UnoView) -> str:
    """Say what is expected of the player on turn, and what Enter does."""
    if view.phase == "drawn":
        return _drawn(board, view)
    if view.pending:
        return _owing(board, view)
    intent = board.intent()
    if not intent.actions:
        return _why_not(board, view, intent.code)
    if intent.actions[0] is DRAW:
        fits = t("Nothing of yours fits.") if board.hand else ""
        return words.together([fits, t("Enter draws a card.")])
    return words.together([t("Your turn."), _enter(board)])


def _enter(board: UnoBoard) -> str:
    """Say which cards Enter lays."""
    action = board.intent().actions[0]
    assert isinstance(action, Play)
    cards = words.uno_cards(board.selected())
    if action.call:
        return t("Enter plays {cards} and calls UNO.", cards=cards)
    if board.bluff(board.selected()):
        return t("Enter plays {cards}: a bluff, it may be challenged.", cards=cards)
    if board.view is not None and board.view.pending and not board.secret:
        return t("Enter plays {cards} and passes them on.", cards=cards)
    return _enter_moving_hands(board, action, cards)


def _enter_moving_hands(board: UnoBoard, action: Play, cards: str) -> str:
    """Say which cards Enter lays, and that hands move where a 7 or a 0 does that."""
    assert board.view is not None
    if action.swap is not None and len(board.intent().actions) > 1:
        return t("Enter plays {cards}; then you say whose hand you want.", cards=cards)
    if action.swap is not None:
        whom = board.name_of(action.swap)
        return t("Enter plays {cards} and swaps hands with {whom}.", cards=cards, whom=whom)
    out = len(board.hand) == len(action.cards)
    if board.view.rules.seven_zero and action.cards[-1].face == "0" and not out:
        return t("Enter plays {cards}: all hands are passed on.", cards=cards)
    return t("Enter plays {cards}.", cards=cards)


def _drawn(board: UnoBoard, view: UnoView) -> str:
    assert view.drawn is not None
    card = words.uno_card(view.drawn)
    intent = board.intent()
    if not intent.actions:
        return refusal_text(intent.code or Code.ONLY_DRAWN_CARD)
    if intent.actions[0] is PASS:
        return t("You drew {card}: it cannot be played. Enter keeps it.", card=card)
    return t("You drew {card}. {enter}", card=card, enter=_enter(board))


def _owing(board: UnoBoard, view: UnoView) -> str:
    owed = words.cards(view.pending)
    intent = board.intent()
    if intent.actions and intent.actions[0] is DRAW:
        if view.offender is not None:
            return t("{who} plays +4 on you. Enter takes {cards}.",
                     who=opening(board.name_of(view.offender)), cards=owed)  # fmt: skip
        return n(
            "You owe {cards} and cannot answer. Enter takes it.",
            "You owe {cards} and cannot answer. Enter takes them.",
            view.pending,
            cards=owed,
        )
    if intent.actions:
        return t("You owe {cards}. {enter}", cards=owed, enter=_enter(board))
    return t("You owe {cards}. {why}", cards=owed, why=_why_not(board, view, intent.code))


def _answer(view: UnoView) -> str:
    """Say what would pass on what is owed; empty where nothing does."""
    found = uno_hint.answering(view)
    return t("{cards} would pass it on.", cards=words.either(found)) if found else ""


def _why_not(board: UnoBoard, view: UnoView, code: Code | None) -> str:
    """Say why the selection cannot be played."""
    if code is None:
        return t("Your turn.")
    laid = len(board.selected())
    cards = sentence(words.uno_cards(board.selected()))
    if code in (Code.NOT_SAME_FACE, Code.NOT_IDENTICAL):
        return refusal_text(code)
    if code is Code.NO_MATCH:
        if view.colour_only:
            return t("{cards}: only {colour} may follow a penalty.",
                     cards=cards, colour=words.colour(view.colour))  # fmt: skip
        if view.top.black or view.top.face == "w":
            return n("{cards} is not {colour}.", "{cards} are not {colour}.", laid,
                     cards=cards, colour=words.colour(view.colour))  # fmt: skip
        return n("{cards} is neither {colour} nor {face}.",
                 "{cards} are neither {colour} nor {face}.", laid, cards=cards,
                 colour=words.colour(view.colour), face=words.face(view.top.face))  # fmt: skip
    if code is Code.MUST_ANSWER:
        return n("{cards} is no answer to it.", "{cards} are no answer to it.", laid, cards=cards)
    return t("{cards}: {why}", cards=cards, why=words.clause(refusal_text(code)))


def _chances(board: UnoBoard, view: UnoView) -> str:
    """Say what could be done out of turn, while it can."""
    parts: list[str] = []
    if view.seat in view.late:
        parts.append(t("You forgot UNO: {key} calls it!", key=shown("call")))
    catches = board.catches()
    if len(catches) == 1:
        parts.append(
            t(
                "{key} catches {who} without UNO!",
                key=shown("catch"),
                who=board.name_of(catches[0].seat),
            )
        )
    elif catches:
        parts.append(t("{key} catches one without UNO!", key=shown("catch")))
    if not board.mine and (jumps := board.jump().actions):
        first = jumps[0]
        assert isinstance(first, Jump)
        parts.append(
            t("{key} jumps in with {card}.", key=shown("jump"), card=words.uno_cards(first.cards))
        )
    if not board.mine and board.armed:
        parts.append(_armed_for_later())
    return words.together(parts)


def _armed_for_later() -> str:
    return t("You call UNO with your next card ({key}: take that back).", key=shown("call"))


def _alternatives(board: UnoBoard, view: UnoView) -> str:
    """Say what else the player on turn may do."""
    parts: list[str] = []
    first = next(iter(board.intent().actions), None)
    if view.offender is not None:
        parts.append(t("{key} challenges it.", key=shown("challenge")))
    if not isinstance(first, Play):
        parts.append(_answer(view))
    if first is not DRAW and board.offers(DRAW):
        if view.pending:
            parts.append(
                t("{key} takes {cards}.", key=shown("draw"), cards=words.cards(view.pending))
            )
        else:
            parts.append(t("{key} draws a card.", key=shown("draw")))
    if first is not PASS and board.offers(PASS):
        parts.append(t("{key} keeps it.", key=shown("pass")))
    if isinstance(first, Play) and len(board.hand) - len(first.cards) == 1 and not board.armed:
        parts.append(t("{key} calls UNO with it.", key=shown("call")))
    elif board.armed and isinstance(first, Play):
        parts.append(t("You call UNO with it ({key}: take that back).", key=shown("call")))
    elif board.armed:
        parts.append(_armed_for_later())
    if board.marked:
        parts.append(t("Esc clears the marks."))
    return words.together(parts)


def footer(board: UnoBoard) -> tuple[list[str], dict[str, str]]:
    """Return the ids of the keys that matter now, and better words for some of them."""
    view = board.view
    if view is None:
        return ["chat", "help", "quit"], {}
    better: dict[str, str] = {}
    ids: list[str] = []
    if view.phase == "over":
        return ["do", "chat", "log", "help", "quit"], {"do": t("points")}
    if board.mine:
        ids += _turn_keys(board, view, better)
    if view.seat is not None:
        ids += ["call"] if board.may_call() else []
        better |= {"call": t("take back")} if board.armed else {}
        ids += ["catch"] if board.catches() else []
        ids += ["jump"] if not board.mine and board.jump().actions else []
        ids += ["hint"] if board.mine and not board.secret else []
        ids.append("sort")
    return [*ids, "log", "chat", "help", "quit"], better


def _turn_keys(board: UnoBoard, view: UnoView, better: dict[str, str]) -> list[str]:
    """Return the ids of the keys for the own turn; what Enter does needs no key of its own."""
    first = next(iter(board.intent().actions), None)
    draw = t("take {count}", count=view.pending) if view.pending else t("draw")
    better["draw"] = draw
    better["do"] = draw if first is DRAW else t("keep") if first is PASS else t("play")
    ids = ["do"] if first is not None else []
    marks = ["mark"] if board.may_mark() else []
    draws = ["draw"] if first is not DRAW and board.offers(DRAW) else []
    ids += [*draws, *marks] if view.pending else [*marks, *draws]  # a narrow footer ends early
    ids += ["pass"] if first is not PASS and board.offers(PASS) else []
    ids += ["challenge"] if view.offender is not None else []
    return ids
