"""The prompt line of Casino: every reading of the selection, or the first reason against it.

Hides: the wording. It asks the board for its intents, which are also what Enter carries out.
Must not know: keys beyond their names, how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.casino.actions import Action, Build, Capture, Trail
from engine.casino.cards import Card
from engine.casino.check import choose
from engine.casino.state import CasinoView
from engine.casino.suggest import Reason, why_not
from engine.game import Code
from tui.boards import casino_hint
from tui.boards.base import Prompt
from tui.i18n import n, t
from tui.keymap import shown
from tui.text import words
from tui.text.refusals import refusal as refusal_text

if TYPE_CHECKING:
    from tui.boards.casino import CasinoBoard


def prompt(board: CasinoBoard) -> Prompt:
    """Say what is expected and what Enter does."""
    view = board.view
    if view is None:
        return Prompt(t("The cards are being dealt."), "wait")
    if board.question is not None:
        return Prompt(board.question.line(), "ask")
    if view.phase == "over":
        said = Prompt(t("The deal is over. Enter shows the points."), "mine")
        return said.after(board.notice)
    if board.mine:
        return _turn(board, view).after(board.notice).after(board.advice, "hint")
    assert view.turn is not None
    said = Prompt(t("{who} is to play.", who=board.name_of(view.turn)), "wait")
    return said.after(board.notice).after(board.advice, "hint")


def _turn(board: CasinoBoard, view: CasinoView) -> Prompt:
    card = board.chosen
    if card is None:
        return Prompt(t("Your turn."), "mine")
    found = board.intents()
    more = _more(board)
    if board.advice and found and board.shown is not None:
        return Prompt(t("Enter does it."), "mine", more)
    if len(found) == 1:
        return Prompt(_one(board, found[0]), "mine", more)
    if found:
        several = "  ".join(f"{i} {short(board, a)}" for i, a in enumerate(found, start=1))
        return Prompt(t("Enter, then: {several}", several=several), "mine", more)
    name = words.casino_card(card)
    if not board.marked and not board.useful():
        return Prompt(idle(board), "mine", more)
    if not board.marked and (board.notice or board.advice):
        return Prompt("", "mine", more)
    if not board.marked:
        text = t("Your turn. {card}: mark what it takes or builds with.", card=name)
        return Prompt(text, "mine", more)
    return Prompt(why(board, board.against()), "mine", more)


def advice(board: CasinoBoard, action: Action) -> str:
    """Say what a bot would do, and why."""
    assert board.view is not None
    match action:
        case Capture():
            said = t("A bot would take {things} with {card}.", things=things(board, action),
                     card=words.casino_card(action.card))  # fmt: skip
        case Build():
            said = t("A bot would build {value} with {things} and {card}.", value=action.value,
                     things=things(board, action),
                     card=words.casino_card(action.card))  # fmt: skip
        case Trail():
            said = t("A bot would trail {card}.", card=words.casino_card(action.card))
    return words.together([said, casino_hint.reason(board.view, action, board.name_of)])


def no_advice() -> str:
    """Say why there is no hint."""
    return t("A bot would wait: it is not your turn.")


def idle(board: CasinoBoard) -> str:
    """Say that the chosen card can do nothing now, why, and which ones can do something."""
    assert board.view is not None and board.chosen is not None
    card = words.casino_card(board.chosen)
    able = words.casino_cards([other for other in board.hand if board.useful(other)])
    reason = why_not(board.view, board.chosen, ())
    if reason is not None and reason.code is Code.MUST_NOT_TRAIL:
        why_idle = t("your build of {value} comes first", value=reason.value)
    else:
        why_idle = words.unended(why(board, reason)) or t("others come first")
    if not able:
        return t("{card} can do nothing now: {why}.", card=card, why=why_idle)
    return t("{card} can do nothing now: {why} ({able}).", card=card, why=why_idle, able=able)


def no_build(board: CasinoBoard) -> str:
    """Say why `b` builds nothing."""
    assert board.chosen is not None
    if not board.useful() and not board.can_trail():
        return idle(board)
    card = words.casino_card(board.chosen)
    if not any(isinstance(idea, Build) and idea.card is board.chosen for idea in board.ideas()):
        return t("{card} can build nothing now.", card=card)
    if not board.marked:
        return t("To build with {card}, mark first what it is put with.", card=card)
    return t("Nothing can be built with what is marked.")


def _one(board: CasinoBoard, action: Action) -> str:
    """Say what Enter does with the one reading."""
    if board.idea is not None:
        number, count = board.idea
        if count == 1:
            return t("The only idea: Enter {does}.", does=_does(board, action))
        return t("Idea {number} of {count}: Enter {does}.",
                 number=number, count=count, does=_does(board, action))  # fmt: skip
    if isinstance(action, Trail) and not board.marked:
        return t("Your turn. {card} takes nothing: Enter trails it.",
                 card=words.casino_card(action.card))  # fmt: skip
    return t("Enter {does}.", does=_does(board, action))


def _does(board: CasinoBoard, action: Action) -> str:
    card = words.casino_card(action.card)
    match action:
        case Capture():
            return t("takes {things} with {card}", things=things(board, action), card=card)
        case Build():
            kept = _kept(board, action)
            return t("builds {value} with {things} and {card} (you keep {kept})",
                     value=action.value, things=things(board, action), card=card,
                     kept=kept)  # fmt: skip
        case Trail():
            return t("trails {card}", card=card)


def _kept(board: CasinoBoard, action: Build) -> str:
    """Return the card that will take the build."""
    assert board.view is not None
    high = board.view.rules.values.high
    for card in board.hand:
        if card is not action.card and high[card.rank] == action.value:
            return words.casino_card(card)
    return "?"


def short(board: CasinoBoard, action: Action) -> str:
    """Name a reading in a few words, to choose among several."""
    match action:
        case Capture():
            return t("take {things}", things=things(board, action))
        case Build():
            return t("build {value}", value=action.value)
        case Trail():
            return t("trail")


def things(board: CasinoBoard, action: Capture | Build) -> str:
    """Return what is taken: loose cards and builds."""
    assert board.view is not None
    chosen = choose(board.view, action.items)
    parts = [t("the {value}-build", value=pile.value) for pile in chosen.builds]
    if chosen.loose:
        parts.append(words.casino_cards(chosen.loose))
    return words.listed(parts)


def why(board: CasinoBoard, reason: Reason | None) -> str:
    """Say the first reason against the selection, with its numbers."""
    if reason is None:
        return ""
    match reason.code:
        case Code.NO_SPLIT if reason.groups and reason.left:
            sums = t(", ").join([_sum(group) for group in reason.groups])
            return t("{sums} = {value}, but {left} is left over.", sums=sums, value=reason.value,
                     left=words.casino_cards(reason.left))  # fmt: skip
        case Code.NO_SPLIT:
            return t("The marked cards do not make {value}.", value=_number(reason.value))
        case Code.NOT_HELD:
            return t("That does not make {takes}, and to build {value} you must hold another "
                     "{value}.", takes=_takes(board), value=reason.value)  # fmt: skip
        case Code.UNCOVERED:
            return t("Your {value}-build needs its {value} in your hand.", value=reason.value)
        case Code.MUST_USE_BUILD:
            return t("You own the {value}-build: only a {value} may take.", value=reason.value)
        case Code.MUST_NOT_TRAIL:
            return t("You own the {value}-build: take it, raise it or add to it.",
                     value=reason.value)  # fmt: skip
        case Code.MUST_CAPTURE if reason.left:
            return t("It must take {cards}.", cards=words.casino_cards(reason.left))
        case Code.BUILD_VALUE:
            return t("That build is worth {value}.", value=reason.value)
        case Code.LOCKED_BUILD:
            return t("The {value}-build can no longer be raised.", value=reason.value)
        case Code.RAISE_WITH_LOOSE:
            return t("The {value}-build is raised with the hand card alone.", value=reason.value)
        case Code.BUILD_IN_SUM:
            return t("The {value}-build does not add up with other cards.", value=reason.value)
        case code:
            return refusal_text(code)


def _takes(board: CasinoBoard) -> int | str:
    """Return the number that the chosen card takes."""
    assert board.view is not None and board.chosen is not None
    return _number(board.view.rules.values.high[board.chosen.rank])


def _sum(cards: Iterable[Card]) -> str:
    return "+".join([words.casino_rank(card) for card in cards])


def _number(value: int) -> int | str:
    """Return a value, which pictures may not have, so that a sentence can be set around it."""
    return value or t("a pair")


def _more(board: CasinoBoard) -> str:
    """Say what else can be done."""
    parts: list[str] = []
    found = board.intents()
    builds = sum(isinstance(action, Build) for action in board.read())
    if builds and not _only(Build, found):
        parts.append(t("{key} builds.", key=shown("build")))
    if builds > 1:
        parts.append(
            n(
                "{key}: another value.",
                "{key}: another of {count} values.",
                builds,
                key=shown("value"),
            )
        )
    if board.can_trail() and not _only(Trail, found):
        parts.append(t("{key} trails it.", key=shown("trail")))
    if board.idea is not None:
        parts += [t("{key}: the next idea.", key=shown("best"))] if board.idea[1] > 1 else []
    elif board.ideas() not in ([], list(found)) and not board.marked:
        parts.append(t("{key} shows an idea.", key=shown("best")))
    if board.marked:
        parts.append(t("Esc clears."))
    return words.together(parts)


def _only(kind: type[Action], found: Sequence[Action]) -> bool:
    """Tell whether Enter does, or asks about, nothing else: then its own key is not shown."""
    return bool(found) and all(isinstance(action, kind) for action in found)


def footer(board: CasinoBoard) -> tuple[list[str], dict[str, str]]:
    """Return the ids of the keys that matter now, and better words for some of them."""
    if board.view is None:
        return ["chat", "help", "quit"], {}
    if board.over:
        return ["do", "chat", "log", "help", "quit"], {"do": t("points")}
    ids: list[str] = []
    better: dict[str, str] = {}
    if board.mine:
        found = board.intents()
        if found:
            ids.append("do")
            first = found[0]
            better["do"] = (
                t("which?") if len(found) > 1
                else t("take") if isinstance(first, Capture)
                else t("build") if isinstance(first, Build)
                else t("trail")
            )  # fmt: skip
        builds = sum(isinstance(action, Build) for action in board.read())
        ids += ["mark"] if board.things else []
        ids += ["build"] if builds and not _only(Build, found) else []
        ids += ["value"] if builds > 1 else []
        ids += ["trail"] if board.can_trail() and not _only(Trail, found) else []
        ids += ["best"] if board.ideas() not in ([], list(found)) else []
        ids += ["hint"] if board.hand else []
    if board.view.seat is not None:
        ids.append("sort")
    return [*ids, "log", "chat", "help", "quit"], better
