"""The UNO rulebook on what costs cards: the +4 and its challenge, penalties, the call of UNO.

Hides: which option values make which sentence. Must not know: the other chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.uno.rules import UnoRules
from tui.i18n import n, t
from tui.text import words

_PLUS_4: Final = 4


def of_cards(rules: UnoRules) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the chapters on what cards make others draw."""
    yield (t("The +4 and the challenge") if rules.challenge else t("The +4")), _plus_4(rules)
    yield t("Penalties"), (*_answering(rules), *_after_a_penalty(rules))


def of_the_call(rules: UnoRules) -> tuple[str, Iterable[str]]:
    """Return the chapter on calling UNO and being caught."""
    return t("Calling UNO"), (*_call(rules), *_catch(rules), *_wrong_call(rules))


# --- the +4 ---------------------------------------------------------------------------


def _plus_4(rules: UnoRules) -> Iterator[str]:
    match rules.w4_legal:
        case "colour":
            yield t(
                "A +4 is lawful only if you hold no other card of the current colour. The same "
                "number or action in another colour does not matter."
            )
        case "match":
            yield t(
                "A +4 is lawful only if you hold no other card that matches, by colour or by "
                "number or action. Black cards do not count."
            )
        case "always":
            yield t("A +4 may be laid whatever else you hold.")
    if not rules.w4_bluff and rules.w4_legal != "always":
        yield t("An unlawful +4 cannot be laid.")
    elif rules.challenge:
        yield t("You may bluff and lay an unlawful +4 all the same, but it may be challenged.")
    elif rules.w4_legal != "always":
        yield t("Still, that is left to your honour: an unlawful +4 can be laid as well.")
    if rules.stack == "up" and rules.w4_legal != "always":
        yield _answering_4(rules)
    if rules.challenge:
        yield from _challenge(rules)
    else:
        yield t("A +4 cannot be challenged.")
    if rules.stack != "up":
        yield t("A +4 cannot be answered with another card.")


def _answering_4(rules: UnoRules) -> str:
    if rules.w4_legal == "match":
        return t(
            "A +4 that answers a +2 is lawful only if you hold no coloured card that answers it; "
            "one that answers a +4 always is."
        )
    return t("A +4 that answers a +2 is judged in the same way; one that answers a +4 is lawful.")


def _challenge(rules: UnoRules) -> Iterator[str]:
    yield t(
        "Only the player who would have to draw may challenge, before doing anything else. The "
        "challenger alone is shown your hand as it was when you laid the +4; everybody hears the "
        "verdict."
    )
    yield _right_challenge(rules)
    yield _wrong_challenge(rules)
    if rules.stack == "up":
        match rules.challenge_target:
            case "last":
                yield t("Once a +4 has been answered with a +4, nobody can be challenged.")
            case "first":
                yield t(
                    "When +4s answer each other, the challenge is always against the first of "
                    "them, by whoever would have to draw in the end."
                )


def _only_four(rules: UnoRules) -> bool:
    """Say whether 4 cards are all that can be pending on a +4."""
    return rules.stack != "up" and rules.multi == "one"


def _right_challenge(rules: UnoRules) -> str:
    owed = t("the 4 cards") if _only_four(rules) else t("all the cards that were pending")
    match rules.challenge_guilty:
        case "draw":
            return t(
                "If the +4 was unlawful, you yourself draw {owed}. The +4 and its colour stay, and "
                "the challenger has a normal turn.",
                owed=owed,
            )
        case "take_back":
            return t(
                "If the +4 was unlawful, you take it back and yourself draw {owed}. The card below "
                "and its colour count again, and the challenger has a normal turn.",
                owed=owed,
            )


def _wrong_challenge(rules: UnoRules) -> str:
    extra = rules.challenge_extra
    if not extra:
        return t("If it was lawful, the challenger draws what is owed and loses the turn.")
    if _only_four(rules):
        return t(
            "If it was lawful, the challenger draws {count} cards, {extra} more than was owed, and "
            "loses the turn.",
            count=_PLUS_4 + extra,
            extra=extra,
        )
    return n(
        "If it was lawful, the challenger draws what is owed and {count} card more, and loses "
        "the turn.",
        "If it was lawful, the challenger draws what is owed and {count} cards more, and loses "
        "the turn.",
        extra,
    )


# --- penalties ------------------------------------------------------------------------


def _answering(rules: UnoRules) -> Iterator[str]:
    if rules.stack == "none":
        return
    yield t(
        "Cards that somebody must draw are pending. If they are yours, you either take them, which "
        "is to draw them all and lose the turn, or you answer with a card that passes them on."
    )
    if rules.challenge:
        yield t("Instead of either, a +4 may be challenged.")
    match rules.stack:
        case "same":
            yield t(
                "A +2 is answered with a +2 of any colour. The amounts add up: after a second +2 "
                "the next player owes 4 cards, after a third one 6."
            )
        case "up":
            yield t(
                "A +2 is answered with a +2 of any colour or with a +4, and a +4 only with another "
                "+4. The amounts add up: two +2s and a +4 make 8 cards."
            )
    if rules.deflect:
        yield t(
            "A Skip or a Reverse of the current colour deflects a penalty that has no +4 in it. A "
            "Skip passes it over the next player to the one after; a Reverse turns the direction "
            "and sends it back. Whoever gets it may deflect it again."
        )
        yield t(
            "A penalty never comes to the one who deflects it: with two players it goes to the "
            "other. On the card that deflected, a +2 needs the current colour."
        )
        yield t("While cards are pending nothing else may be laid: no number card and no Wild.")
    else:
        yield t(
            "While cards are pending nothing else may be laid: no number card, no Skip, no Reverse "
            "and no Wild."
        )


def _after_a_penalty(rules: UnoRules) -> Iterator[str]:
    if rules.after_penalty_colour:
        yield t(
            "Once somebody has drawn for a +2, the next card laid must have the current colour, or "
            "be black: the same number or action is not enough. This lasts until a card is laid. "
            "(After a +4 play goes on as usual.)"
        )


# --- UNO --------------------------------------------------------------------------------


def _call(rules: UnoRules) -> Iterator[str]:
    yield t("Call UNO when you lay the card that leaves you with one card, or right afterwards.")
    match rules.uno_call_until:
        case "next_acts":
            yield t("A forgotten call can be made up for until the next player acts.")
        case "caught":
            yield t("A forgotten call can be made up for as long as nobody has caught you.")


def _catch(rules: UnoRules) -> Iterator[str]:
    yield t(
        "If you forget, any other player may catch you, on turn or not. {when}",
        when=_when_to_catch(rules),
    )
    if rules.catch_penalty:
        yield t("Whoever is caught draws {cards}.", cards=words.cards(rules.catch_penalty))
    else:
        yield t("Whoever is caught draws nothing: it is a matter of honour.")
    acts_matter = rules.catch_until != "one_card" or rules.catch_from == "after_next"
    if acts_matter or rules.uno_call_until == "next_acts":
        yield _what_is_an_act(rules)
    yield t(
        "A catch that catches nobody is refused and costs nothing. When your hand grows again you "
        "are safe; back at one card, you must call again."
    )


def _what_is_an_act(rules: UnoRules) -> str:
    match rules.jump_in, rules.challenge:
        case True, True:
            return t(
                "To act is to play, also out of turn, to draw, to take what you owe or to "
                "challenge."
            )
        case True, _:
            return t("To act is to play, also out of turn, to draw or to take what you owe.")
        case _, True:
            return t("To act is to play, to draw, to take what you owe or to challenge.")
        case _:
            return t("To act is to play, to draw or to take what you owe.")


def _when_to_catch(rules: UnoRules) -> str:
    match rules.catch_from, rules.catch_until:
        case "at_once", "next_acts":
            return t("They can do so until the next player acts; then you have got away with it.")
        case "at_once", "own_turn":
            return t("They can do so until you act again yourself.")
        case "at_once", "one_card":
            return t("They can do so as long as you hold that one card and have not called.")
        case "after_next", "own_turn":
            return t(
                "They can do so only once the next player has acted, and until you act again "
                "yourself."
            )
        case _:
            return t(
                "They can do so only once the next player has acted, and then as long as you hold "
                "that one card and have not called."
            )


def _wrong_call(rules: UnoRules) -> Iterator[str]:
    if rules.false_call_penalty:
        yield t(
            "A call with any other number of cards left is wrong and costs {cards}, drawn at once, "
            "before the card you laid acts. A call with your very last card, a second one or one "
            "that comes too late costs nothing: it is refused.",
            cards=words.cards(rules.false_call_penalty),
        )
