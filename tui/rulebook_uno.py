"""The sentences of the UNO rulebook: what a player must know under given options.

Hides: which option values make which sentence. Must not know: preset names, screens, how the rules
are carried out. `rulebook` puts the chapters together; one without sentences is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.uno.cards import FACES, NUMBERS
from engine.uno.deal import seat_range
from engine.uno.play import TURNS_PER_PLAYER
from engine.uno.rules import UnoRules
from tui import words
from tui.i18n import n, t

_PLUS_4: Final = 4


def chapters(rules: UnoRules) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield each chapter's title and sentences, in the order in which one learns the game."""
    yield t("The aim"), _aim(rules)
    yield t("The cards"), _cards(rules)
    yield t("The deal"), _deal(rules)
    yield t("The first card"), _first_card(rules)
    yield t("Your turn"), _turn(rules)
    yield t("Drawing"), _drawing(rules)
    yield t("The action cards"), _action_cards(rules)
    yield (t("The +4 and the challenge") if rules.challenge else t("The +4")), _plus_4(rules)
    yield t("Penalties"), (*_answering(rules), *_after_a_penalty(rules))
    yield t("Several cards at once"), _sets(rules)
    yield t("Jumping in"), _jump(rules)
    yield t("Calling UNO"), (*_call(rules), *_catch(rules), *_wrong_call(rules))
    yield t("Sevens and zeros"), _seven_zero(rules)
    yield t("The end of a round"), _end(rules)
    yield t("Points"), _points(rules)
    yield t("The match"), _match(rules)
    yield t("The King game"), _king(rules)
    yield t("When somebody leaves"), _leaving(rules)


# --- before the first turn ------------------------------------------------------------


def _aim(rules: UnoRules) -> Iterator[str]:
    yield t(
        "Be the first to get rid of all your cards. Whoever lays their last card wins the round, "
        "and a match is made of several rounds."
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
        return f"{text} {t('With two players the dealer begins.')}"
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
            "Trying a card that cannot be laid costs you {cards}: it goes back to your hand, you "
            "draw at once, and it is still your turn.",
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
            "Penalties)."
        )
    yield t("Wild: you name the colour that goes on.")
    if rules.deck == 112:
        yield t("Coloured Wild: it keeps its own colour, and any card of that colour may follow.")
    yield t(
        "+4: you name the colour that goes on, and the next player must draw 4 cards and loses the "
        "turn."
    )


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
                "A +4 is lawful only if you hold no other card that matches, by colour or by number "
                "or action. Black cards do not count."
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
        yield t("No card answers a +4.")


def _answering_4(rules: UnoRules) -> str:
    if rules.w4_legal == "match":
        return t(
            "A +4 that answers a +2 is lawful only if you hold no coloured card that answers it; "
            "one that answers a +4 always is."
        )
    return t("A +4 that answers a +2 is judged in the same way; one that answers a +4 is lawful.")


def _challenge(rules: UnoRules) -> Iterator[str]:
    yield t(
        "Only the player who would have to draw may challenge, before doing anything else. That "
        "player alone is shown your hand as it was when you laid the +4; everybody hears the "
        "verdict."
    )
    match rules.challenge_guilty:
        case "draw":
            yield t(
                "If the +4 was unlawful, you draw all the cards that were pending. The +4 and its "
                "colour stay, and the challenger has a normal turn."
            )
        case "take_back":
            yield t(
                "If the +4 was unlawful, you take it back and draw the cards that were pending. "
                "The card below and its colour count again, and the challenger has a normal turn."
            )
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


def _wrong_challenge(rules: UnoRules) -> str:
    extra = rules.challenge_extra
    if not extra:
        return t("If it was lawful, the challenger draws what is pending and loses the turn.")
    if rules.stack != "up" and rules.multi == "one":
        return t(
            "If it was lawful, the challenger draws {count} cards, {extra} more than was owed, and "
            "loses the turn.",
            count=_PLUS_4 + extra,
            extra=extra,
        )
    return n(
        "If it was lawful, the challenger draws what is pending and {count} card more, and loses "
        "the turn.",
        "If it was lawful, the challenger draws what is pending and {count} cards more, and loses "
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
    match rules.stack:
        case "same":
            yield t(
                "A +2 is answered with a +2 of any colour. The amounts add up: the third player in "
                "a row owes 4 cards, the fourth 6, and so on."
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
        "If you hold a card identical with the top card, in colour and in number or action, you may "
        "lay it although it is not your turn: a single card, never a black one."
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
        yield t("Whoever is caught draws nothing, and need only be ashamed.")
    yield t(
        "To act is to play, to draw, to take pending cards or to challenge; a jump-in counts too."
        if rules.jump_in and rules.challenge
        else "To act is to play, to draw, to take pending cards or to challenge."
        if rules.challenge
        else "To act is to play, to draw or to take pending cards; a jump-in counts too."
        if rules.jump_in
        else "To act is to play, to draw or to take pending cards."
    )
    yield t(
        "A catch that catches nobody is refused and costs nothing. When your hand grows again you "
        "are safe; back at one card, you must call again."
    )


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
            "A call that leaves you with any other number of cards is wrong and costs {cards}, "
            "drawn at once, before the card you laid acts. A call with your very last card, a "
            "second one or one that comes too late costs nothing: it is refused.",
            cards=words.cards(rules.false_call_penalty),
        )


# --- the end ----------------------------------------------------------------------------


def _end(rules: UnoRules) -> Iterator[str]:
    yield t("The round ends the moment somebody has laid their last card.")
    if rules.last_card_action:
        yield t(
            "The last card may be an action card. If it makes somebody draw, they still draw "
            "before hands are counted, and can neither answer nor challenge."
            if rules.challenge
            else "The last card may be an action card. If it makes somebody draw, they still draw "
            "before hands are counted, and cannot answer."
        )
    else:
        if rules.multi == "one":
            yield t("The last card must be a number card.")
        else:
            yield t("The last card must be a number card; laid together, all of them must be.")
        yield t("Whoever holds nothing but action cards can only draw, unless some stay in hand.")
    yield t(
        "A round is blocked when everybody in turn wanted to draw and nothing was left, or after "
        "{turns} turns for each player. Then the hand with the fewest points wins; if several are "
        "level, they share the win and nobody scores.",
        turns=TURNS_PER_PLAYER,
    )


def _points(rules: UnoRules) -> Iterator[str]:
    yield t(
        "In a hand a number card counts its number, a Skip, Reverse or +2 counts 20, and a Wild or "
        "+4 counts 50."
    )
    match rules.scoring:
        case "winner_collects":
            yield t("The winner of a round scores the points of all the other hands together.")
        case "own_points":
            yield t(
                "Everybody but the winner adds the points of their own hand to their total. These "
                "are minus points: few are good."
            )
        case "wins":
            yield t("The winner of a round notes one win; points are not added up.")


def _match(rules: UnoRules) -> Iterator[str]:
    if rules.target:
        yield _to_target(rules)
    if rules.rounds:
        yield n(
            "The match ends after {count} round, unless it has ended before."
            if rules.target
            else "The match ends after {count} round.",
            "The match ends after {count} rounds, unless it has ended before."
            if rules.target
            else "The match ends after {count} rounds.",
            rules.rounds,
        )
    if not rules.target and not rules.rounds:
        yield t("There is no fixed end: play as long as you like, until the host ends the match.")
    if rules.scoring == "own_points":
        yield t("The lowest total wins the match; those who are level share it.")
    else:
        yield t("The highest total wins the match; those who are level share it.")
    match rules.next_dealer:
        case "left":
            yield t("After each round the deal moves one place to the left.")
        case "winner":
            yield t(
                "The winner of a round deals the next one; after a shared win the deal moves to "
                "the left."
            )


def _to_target(rules: UnoRules) -> str:
    match rules.scoring:
        case "own_points":
            return t(
                "Whoever reaches {points} has bust, and with that round the match ends.",
                points=words.points(rules.target),
            )
        case "wins":
            return n(
                "The match ends when somebody has won {count} round.",
                "The match ends when somebody has won {count} rounds.",
                rules.target,
            )
        case "winner_collects":
            return t(
                "The match ends when somebody has reached {points}.",
                points=words.points(rules.target),
            )


def _king(rules: UnoRules) -> Iterator[str]:
    match rules.punishments:
        case "none":
            return
        case "worst":
            yield t(
                "After each round the one who has most points in hand draws a punishment; if "
                "several are level, all of them do."
            )
        case "losers":
            yield t("After each round everybody who has not won draws a punishment.")
        case "bust":
            yield t("At the end of the match everybody who has bust draws a punishment.")
    yield t(
        "A winner never does. There are 100 punishments, one on each coloured number card, Skip, "
        "Reverse and +2. The 24 on the action cards are the hot ones; all of them are harmless fun."
    )
    yield t(
        "The table agrees on all of them, on the mild ones only, or on none, and anybody may ask "
        "for mild ones only. Once in a match you may swap a punishment for another. The winner says "
        "when one is done, or waives it."
    )


def _leaving(rules: UnoRules) -> Iterator[str]:
    yield t(
        "Whoever leaves for good is out of the match. Their cards go to the bottom of the "
        "discards, what they owed is void, and the next player goes on."
    )
    if rules.challenge:
        yield t("A +4 that they laid can no longer be challenged.")
    yield t("When two are left, the rules for two hold. The last one left wins.")


def _either(parts: Sequence[str]) -> str:
    """Return `a`, `a or b`, `a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    return t("{most} or {last}", most=t(", ").join(parts[:-1]), last=parts[-1])
