"""The sentences of the Casino rulebook: what a player must know under given options.

Hides: which option values make which sentence. Must not know: preset names, screens, how the rules
are carried out. A chapter without sentences is left out by `rulebook`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.casino.cards import parse_card
from engine.casino.rules import CasinoRules
from tui.i18n import n, t
from tui.text import words


def chapters(rules: CasinoRules) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield each chapter's title and sentences, in the order in which one learns the game."""
    yield t("The aim"), _aim(rules)
    yield t("The cards"), _cards(rules)
    yield t("The deal"), _deal(rules)
    yield t("Your turn"), _turn(rules)
    yield t("Capturing"), _capturing(rules)
    yield t("Building"), _building(rules)
    yield t("Raising and joining builds"), (*_raising(rules), *_joining(rules))
    yield t("The duty of an owner"), _duty(rules)
    yield t("The end of a deal"), _end(rules)
    yield t("Points"), _points(rules)
    yield t("The match"), _match(rules)
    yield t("When somebody leaves"), _leaving(rules)


def _royal(rules: CasinoRules) -> bool:
    """Say whether pictures have values."""
    return rules.face_values == "royal"


# --- before the first turn --------------------------------------------------------------


def _aim(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "With the cards of your hand you capture cards from the table. What counts at the end is "
        "what you have captured: as many cards as possible, and some that bring points themselves."
    )
    if rules.partnership:
        yield t(
            "Four play, two against two: partners sit opposite each other. What partners capture "
            "counts together, but each has a hand and builds of their own, and a partner's build "
            "is like anybody else's."
        )
    else:
        least, most = rules.seat_range
        yield t("{least} to {most} players can play.", least=least, most=most)


def _cards(rules: CasinoRules) -> Iterator[str]:
    yield t("An ordinary pack of 52 cards is used. Suits matter for points only.")
    if _royal(rules):
        yield t(
            "The cards 2 to 10 are worth their number, a J 11, a Q 12, a K 13. An Ace is worth 14 "
            "by itself, and 1 when it is added to other cards."
        )
    else:
        yield t(
            "An Ace is worth 1, and the cards 2 to 10 are worth their number. J, Q and K have no "
            "value: they are in no sum and in no build."
        )


def _deal(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "The first dealer is drawn by lot. Beginning on the dealer's left, each player is dealt 4 "
        "cards; then 4 are laid face up on the table."
    )
    yield t("The player on the dealer's left begins, and play goes clockwise.")
    if rules.draw:
        yield t(
            "After each turn you draw the top card of the stock, as long as there is one, so that "
            "you hold 4 again. When the stock is used up the hands are played out."
        )
        return
    yield t(
        "When all hands are empty, the same dealer gives each player 4 more cards, and none to the "
        "table; the player on the dealer's left begins again. So it goes on until all cards are "
        "dealt."
    )
    if rules.partnership:
        yield t("That makes 3 rounds.")
    else:
        yield t("That makes 6 rounds with 2 players, 4 with 3, and 3 with 4.")


# --- a turn -------------------------------------------------------------------------------


def _turn(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "On your turn you play exactly one card: to capture with it, to build with it, or to trail "
        "it, which is to lay it on the table and leave it there."
    )
    yield t(
        "A card on the table that is in no build is loose. A build is a group of cards that can "
        "only be captured together."
    )
    match rules.must_capture:
        case "no":
            yield t(
                "You never have to capture: any card may be trailed, even if it could capture "
                "something (but see {chapter}).",
                chapter=t("The duty of an owner"),
            )
        case "equal_card":
            yield t(
                "A card that could capture a loose card of its own rank may not be trailed. What "
                "else it could capture does not matter."
            )
        case "any":
            yield t("A card that could capture anything at all may not be trailed.")


def _capturing(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "Your card captures what is worth its value: loose cards of that value, loose cards that "
        "add up to it, and builds of it. You may take several of these at once, but no card counts "
        "twice."
    )
    yield t(
        "With an 8 in your hand and A, 2, 3, 5 and 8 on the table you may take the 8, or 3 and 5, "
        "or A, 2 and 5, or the 8 together with 3 and 5 or with A, 2 and 5."
    )
    if _royal(rules):
        yield t(
            "An Ace captures with 14: another Ace, K and A, 10 and 4. On the table an Ace counts "
            "14 alone and 1 in a sum, even within one capture."
        )
    else:
        yield t("A J, Q or K captures exactly one loose card of its own rank.")
    if rules.build_in_sum:
        yield t(
            "Single builds may stand in the sums of a capture too, with their value, whoever owns "
            "them; a multiple build is only taken by a card of its value."
        )
    else:
        yield t("A build never adds up with other cards: only a card of its value takes it.")
    yield from _which_to_take(rules)
    yield t("What you capture goes face down on your pile, and your card with it.")


def _which_to_take(rules: CasinoRules) -> Iterator[str]:
    if rules.must_capture != "equal_card":
        yield t("You choose what you take; nothing is taken for you that you did not choose.")
    elif _royal(rules):
        yield t(
            "A capture must take every loose card of the rank that you play; the rest is your "
            "choice."
        )
    else:
        yield t(
            "A capture must take every loose card of the rank that you play (a J, Q or K one "
            "only); the rest is your choice."
        )


def _building(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "To build, you put your card together with loose cards, name the value of the build, and "
        "keep a card of that value in your hand to capture it with later."
    )
    yield t(
        "By adding: your card and one or more loose cards add up to the value. This makes a single "
        "build. With 2 and 7 in your hand you may lay the 2 on a loose 5, as a build of 7."
    )
    yield t(
        "By equal value: your card is itself worth the value, and you put it with loose cards, "
        "sums of loose cards or builds worth the same. This makes a multiple build. You need two "
        "cards of the value: the one you play and the one you keep."
    )
    yield t(
        "You may do both in one turn: add up to a value, and put whatever else on the table is "
        "worth the same with it. That is a multiple build too."
    )
    if _royal(rules):
        yield t(
            "No build is worth more than 14. An Ace takes a build of 14; in a sum it counts 1, and "
            "Aces put together by equal value are a build of 14."
        )
    else:
        yield t(
            "No build is worth more than 10. Aces put together by equal value are a build of 1."
        )


def _raising(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "You may raise a single build: add your card to it, and the sum is its new value, of "
        "which you must hold a card. Single builds of other players may be raised as well."
    )
    match rules.raise_own:
        case "yes":
            yield t("You may raise a build of your own too, and need its old value no longer.")
        case "no":
            yield t("You cannot raise a build of your own.")
        case "both_numbers":
            yield t(
                "You may raise a build of your own only if you still hold a card of its old value "
                "too."
            )
    if rules.raise_with_loose:
        yield t("Loose cards may be added to the sum along with your card.")
    else:
        yield t("Your card alone raises a build; loose cards cannot be added to the sum.")


def _joining(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "The value of a multiple build never changes. But anybody may put more of equal value with "
        "it, and with a single build too, if they keep a card of the value."
    )
    if rules.merge_same_value:
        yield t(
            "Whoever makes a build takes all other builds of its value on the table into it, "
            "whoever owned them."
        )
    else:
        yield t("Builds of one value may lie side by side; one card can take them all.")


def _duty(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "You own a build if you were the last to add a card to it. Anybody may capture it, but as "
        "long as it lies there you must keep a card of its value in your hand; one card is enough "
        "for all your builds of that value."
    )
    if rules.draw:
        yield t("A card that you are yet to draw does not count.")
    if rules.obliged_trail:
        yield t("As an owner you may trail only a card that none of your builds needs.")
    else:
        yield t("As an owner you may not trail: you must capture or build.")
    match rules.obliged_capture:
        case "own_number":
            yield t(
                "And you may capture only with the value of a build of yours. The build itself may "
                "stay, if you hold another card of its value."
            )
        case "any":
            yield t(
                "You may capture with any card, as long as every build of yours that stays keeps "
                "its card in your hand."
            )
    yield t(
        "When somebody else adds to your build it becomes theirs, and you are free of your duty."
    )


# --- the end ------------------------------------------------------------------------------


def _end(rules: CasinoRules) -> Iterator[str]:
    yield t(
        "When all cards have been played, whoever captured last takes the cards left on the table."
    )
    if rules.sweeps:
        yield t("Taking these is no sweep.")


def _points(rules: CasinoRules) -> Iterator[str]:
    yield t("Most cards: {points}.", points=words.points(3))
    yield t("Most spades: {points}.", points=words.points(1))
    match rules.majority_tie:
        case "nobody":
            yield t("In a tie for most cards or most spades nobody gets these points.")
        case "split":
            yield t(
                "In a tie for most cards or most spades these points are divided, and what cannot "
                "be divided is lost."
            )
        case "all":
            yield t("In a tie for most cards or most spades each gets these points in full.")
    yield t("{card}: {points}.", card=_card("Td"), points=words.points(2))
    yield t("Each Ace: {points}.", points=words.points(1))
    if rules.spade_scoring:
        yield t(
            "{ace}, {jack} and {two}: {points} each (for the Ace besides its point as an Ace).",
            ace=_card("As"),
            jack=_card("Js"),
            two=_card("2s"),
            points=words.points(2),
        )
        yield t("Every other spade: {points}.", points=words.points(1))
        yield t("These are 26 points in a deal.")
    else:
        yield t("{card}: {points}.", card=_card("2s"), points=words.points(1))
        yield t("These are 11 points in a deal.")
    if rules.sweeps:
        yield t(
            "Each sweep, a capture that leaves the table empty: {points} more.",
            points=words.points(rules.sweeps),
        )


def _match(rules: CasinoRules) -> Iterator[str]:
    if not rules.target:
        yield t("One deal decides: the highest total wins, and those who are level share the win.")
        return
    yield n(
        "Deals are played, and their points added, until after a whole deal somebody has at least "
        "{count} point and leads alone: that wins the match.",
        "Deals are played, and their points added, until after a whole deal somebody has at least "
        "{count} points and leads alone: that wins the match.",
        rules.target,
    )
    yield t("Nobody wins in the middle of a deal. The deal moves one place to the left each time.")


def _leaving(rules: CasinoRules) -> Iterator[str]:
    if rules.partnership:
        yield t(
            "Whoever leaves for good cannot win; their cards are played for them in the simplest "
            "way. The partner plays on. When both of a side have left, the deal ends without being "
            "counted, and the other side wins."
        )
    else:
        yield t(
            "Whoever leaves for good cannot win; their cards are played for them in the simplest "
            "way. When only one player is left, the deal ends without being counted, and that "
            "player wins."
        )


def _card(text: str) -> str:
    return words.casino_card(parse_card(text))
