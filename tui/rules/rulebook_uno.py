"""The sentences of the UNO rulebook: what a player must know under given options.

Hides: the order of the chapters, and which option values make which sentence. Must not know:
preset names, screens, how the rules are carried out. `rulebook` leaves out a chapter without
sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.uno.cards import FACES, NUMBERS
from engine.uno.deal import seat_range
from engine.uno.rules import UnoRules
from tui.i18n import n, t
from tui.rules import rulebook_uno_end, rulebook_uno_penalties
from tui.text import words


def chapters(rules: UnoRules) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield each chapter's title and sentences, in the order in which one learns the game."""
    yield t("The aim"), _aim(rules)
    yield t("The cards"), _cards(rules)
    yield t("The deal"), _deal(rules)
    yield t("The first card"), _first_card(rules)
    yield t("Your turn"), _turn(rules)
    yield t("Drawing"), _drawing(rules)
    yield t("The action cards"), _action_cards(rules)
    yield from rulebook_uno_penalties.of_cards(rules)
    yield t("Several cards at once"), _sets(rules)
    yield t("Jumping in"), _jump(rules)
    yield rulebook_uno_penalties.of_the_call(rules)
    yield t("Sevens and zeros"), _seven_zero(rules)
    yield from rulebook_uno_end.chapters(rules)


# --- before the first turn ------------------------------------------------------------


def _aim(rules: UnoRules) -> Iterator[str]:
    yield t(
        "Be the first to get rid of all your cards: whoever lays their last card wins the round. "
        "Round after round makes a match."
    )
    least, most = seat_range(rules)
    if most < least:
        yield t("With hands this large there are not enough cards for two players.")
    elif most == least:
        yield n("{count} player can play.", "{count} players can play.", most)
    else:
        yield t("{least} to {most} players can play.", least=least, most=most)


def _cards(rules: UnoRules) -> Iterator[str]:
    yield t(
        "The deck has {cards}. In each of the four colours, red, yellow, green and blue, there are "
        "one 0, two each of the numbers 1 to 9, two Skips, two Reverses and two +2s (Draw Two).",
        cards=words.cards(rules.deck),
    )
    if rules.deck == 112:
        yield t("There is also one coloured Wild in each colour.")
    yield t(
        "The black cards have no colour until they are laid: four Wilds and four +4s (Wild Draw "
        "Four)."
    )
    yield t("Every card that is not a number card is an action card, the black ones too.")


def _deal(rules: UnoRules) -> Iterator[str]:
    yield t(
        "To find the first dealer everybody draws a card, and the highest number deals. Action "
        "cards do not count and are drawn again; so are ties, among those who are level."
    )
    yield t(
        "Each player is dealt {cards}. The other cards lie face down and are the stock.",
        cards=words.cards(rules.hand_size),
    )
    match rules.first_player:
        case "left":
            yield t(
                "The dealer turns over the top card of the stock; it begins the discard pile. The "
                "player on the dealer's left is the first player, and play goes clockwise."
            )
        case "second":
            yield t(
                "The player on the dealer's left turns over the top card of the stock; it begins "
                "the discard pile. The player after that one is the first player, and play goes "
                "clockwise."
            )


def _first_card(rules: UnoRules) -> Iterator[str]:
    back = [face for face in FACES if face in rules.first_card_back]
    if back:
        yield t(
            "If the card turned over shows {faces}, it goes back, the stock is shuffled and "
            "another card is turned over.",
            faces=_either([words.face(face) for face in back]),
        )
    if not set(NUMBERS) <= set(back):
        yield t("On a number card the first player simply has the first turn.")
    if "s" not in back:
        yield t("Skip: the first player is skipped, and the next one begins.")
    if "r" not in back:
        yield _first_reverse(rules)
    if "+2" not in back:
        yield t("+2: the first player draws 2 cards and loses the turn; it cannot be answered.")
    if "w" not in back:
        yield t("Wild: the first player names a colour and then has a normal turn.")
        if rules.deck == 112:
            yield t("Coloured Wild: the first player must follow its colour.")


def _first_reverse(rules: UnoRules) -> str:
    if rules.first_reverse == "dealer":
        return t("Reverse: the dealer begins, and play goes counter-clockwise.")
    if rules.first_player == "second":
        return t(
            "Reverse: the right-hand neighbour of the one who turned it over, and that is the "
            "dealer, begins, and play goes counter-clockwise."
        )
    text = t("Reverse: the player on the dealer's right begins, and play goes counter-clockwise.")
    if rules.two_player_reverse == "skip":
        return words.together([text, t("With two players the dealer begins.")])
    return text


# --- a turn ---------------------------------------------------------------------------


def _turn(rules: UnoRules) -> Iterator[str]:
    if rules.multi == "one":
        yield t("On your turn you lay one card on the discard pile, or you draw.")
    else:
        yield t(
            "On your turn you lay a card on the discard pile, or several that go together, or you "
            "draw."
        )
    yield t(
        "A card matches if it has the current colour, or shows the same number or action as the "
        "top card. The current colour is that of the top card; on a black card it is the colour "
        "that was named."
    )
    yield t(
        "A black card matches everything, and whoever lays it names the colour that goes on. So on "
        "a red 5 you may lay any red card, any other 5, or a black card."
    )
    if rules.deck == 112:
        yield t(
            "A coloured Wild matches by its colour alone: it is laid only on its own colour, and "
            "only its colour or a black card follows it."
        )
    if rules.misplay_penalty:
        yield t(
            "Trying a card that cannot be laid costs you {cards}: the card goes back to your hand, "
            "you draw at once, and it is still your turn.",
            cards=words.cards(rules.misplay_penalty),
        )


def _drawing(rules: UnoRules) -> Iterator[str]:
    yield _how_to_draw(rules)
    if not rules.voluntary_draw:
        yield t("You may draw only if you cannot play: whoever holds a card to play must play.")
    strict = rules.draw_until_playable or rules.force_play or not rules.voluntary_draw
    if strict and rules.w4_legal != "always":
        yield t("A +4 that would be unlawful never counts as a card that can be played.")
    yield from _drawn_card(rules)
    yield t(
        "When the stock is empty, the discards under the top card are shuffled and become the new "
        "stock. If there is nothing at all to draw, drawing just ends your turn."
    )


def _how_to_draw(rules: UnoRules) -> str:
    if not rules.draw_until_playable:
        if rules.voluntary_draw:
            return t("If nothing matches, or you do not want to play, draw a card from the stock.")
        return t("If nothing matches, draw a card from the stock.")
    if rules.play_drawn == "number":
        wanted = t("a number card that can be played")
    else:
        wanted = t("a card that can be played")
    if rules.voluntary_draw:
        return t(
            "If nothing matches, or you do not want to play, draw from the stock until there comes "
            "{wanted}.",
            wanted=wanted,
        )
    return t("If nothing matches, draw from the stock until there comes {wanted}.", wanted=wanted)


def _drawn_card(rules: UnoRules) -> Iterator[str]:
    if rules.play_drawn == "none":
        yield t("The drawn card is kept, and your turn is over.")
        return
    if rules.play_drawn == "number":
        if rules.force_play:
            yield t("If the drawn card is a number card that matches, you must lay it at once.")
        else:
            yield t(
                "If the drawn card is a number card that matches, you may lay it at once, or keep "
                "it and pass."
            )
        yield t("A drawn action card has to wait for your next turn.")
    elif rules.force_play:
        yield t("If the drawn card can be played, you must lay it at once.")
    else:
        yield t("If the drawn card matches, you may lay it at once, or keep it and pass.")
    yield t("After drawing, no other card of your hand may be laid; if you lay nothing, you pass.")


def _action_cards(rules: UnoRules) -> Iterator[str]:
    yield t("Skip: the next player loses a turn. With two players it is your turn again.")
    match rules.two_player_reverse:
        case "skip":
            yield t("Reverse: the direction of play turns. With two players it is your turn again.")
        case "turn":
            yield t(
                "Reverse: the direction of play turns. With two players it is simply the other "
                "one's turn."
            )
    if rules.stack == "none":
        yield t(
            "+2: the next player draws 2 cards at once and loses the turn. A +2 cannot be answered."
        )
    else:
        yield t(
            "+2: the next player must draw 2 cards and loses the turn, or answers it (see "
            "{chapter}).",
            chapter=t("Penalties"),
        )
    yield t("Wild: you name the colour that goes on.")
    if rules.deck == 112:
        yield t("Coloured Wild: it keeps its own colour, and any card of that colour may follow.")
    yield t(
        "+4: you name the colour that goes on, and the next player must draw 4 cards and loses the "
        "turn."
    )


# --- more than one card, out of turn ----------------------------------------------------


def _sets(rules: UnoRules) -> Iterator[str]:
    match rules.multi:
        case "one":
            return
        case "pair":
            yield t(
                "Two cards that are identical in colour and in number or action may be laid "
                "together as a pair; so may two Wilds, and two +4s."
            )
        case "same_face":
            yield t(
                "You may lay any number of cards with the same number or action together, whatever "
                "their colours, if at least one of them could be laid alone. You choose which one "
                "lies on top: its colour goes on. With black cards you name a colour."
            )
            if rules.deck == 112:
                yield t("A coloured Wild is always laid alone.")
    yield _set_acts(rules)
    if rules.stack != "none":
        yield t("A penalty may be answered with several cards too.")
    if rules.play_drawn != "none":
        yield t("After a draw, cards may be laid together if the drawn card is among them.")


def _set_acts(rules: UnoRules) -> str:
    match rules.multi_effect:
        case "once":
            return t(
                "Together they act like one card: one player is skipped, the direction turns once, "
                "2 or 4 cards are to be drawn."
            )
        case "each":
            return t(
                "Every one of them acts: two Skips skip two players (counted round the table, "
                "yourself included), two Reverses turn the direction twice, two +2s make 4 cards, "
                "two +4s make 8. Several Wilds act as one."
            )


def _jump(rules: UnoRules) -> Iterator[str]:
    if not rules.jump_in:
        return
    yield t(
        "If you hold a card identical with the top card, in colour and in number or action, you "
        "may lay it although it is not your turn: a single card, never a black one."
    )
    yield t(
        "It acts as if your turn had come. Play goes on after you, and those in between lose their "
        "chance."
    )
    if rules.stack != "none":
        yield t("A +2 on a pending +2 adds 2 cards, and the player after you owes them.")
    if rules.challenge:
        yield t(
            "Nobody can jump in while a player decides about a drawn card, names a colour or may "
            "challenge a +4."
        )
    else:
        yield t("Nobody can jump in while a player decides about a drawn card or names a colour.")
    yield t(
        "If two jump in at the same time, the first to reach the table wins, and the other keeps "
        "the card. A jump-in may be the last card, and UNO is called as ever."
    )


def _seven_zero(rules: UnoRules) -> Iterator[str]:
    if not rules.seven_zero:
        return
    yield t(
        "Whoever lays a 7 swaps hands with a player of their choice. Whoever lays a 0 makes "
        "everybody pass their hand on to the next player in the direction of play."
    )
    if rules.multi != "one":
        match rules.multi_effect:
            case "once":
                yield t("Sevens laid together swap once, and zeros laid together pass on once.")
            case "each":
                yield t("Sevens laid together swap once, but every zero passes the hands on.")
    yield t(
        "A call counts for the hand before it moves. A hand that has moved needs no call, and its "
        "player cannot be caught."
    )
    yield t("The first card turned over and the last card of a hand move nothing.")


def _either(parts: Sequence[str]) -> str:
    """Return `a`, `a or b`, `a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    return t("{most} or {last}", most=t(", ").join(parts[:-1]), last=parts[-1])
