"""The rules of UNO as data: one frozen value of named options, and the presets as such values.

Hides: which rulesets there are. Code reads options, never preset names; each option is read in one
place (docs/RULES.md names it). A contradiction is refused here, when the value is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.game import BadRules
from engine.options import check_options, option
from engine.uno.cards import FACES


@dataclass(frozen=True, slots=True)
class UnoRules:
    """Every option of the game. The defaults are the official rules."""

    deck: Literal[108, 112] = option(108, "cards in the deck; 112 adds a Wild in each colour")
    hand_size: int = option(7, "cards dealt to each player", 2, 50)
    first_card_back: tuple[str, ...] = option(
        ("w+4",), "faces put back into the stock when turned first"
    )
    first_player: Literal["left", "second"] = option(
        "left", "who answers the turned card: the dealer's left, or the player after that"
    )
    first_reverse: Literal["right", "dealer"] = option(
        "right", "a Reverse turned first: the turner's right begins, or the dealer"
    )
    voluntary_draw: bool = option(True, "may draw while holding a card that can be played")
    play_drawn: Literal["any", "number", "none"] = option(
        "any", "which drawn card may be played at once"
    )
    draw_until_playable: bool = option(False, "keep drawing until a card can be played")
    force_play: bool = option(False, "a drawn card that can be played must be played")
    w4_legal: Literal["colour", "match", "always"] = option(
        "colour", "a +4 is lawful without a card of the colour, without any match, or always"
    )
    w4_bluff: bool = option(True, "an unlawful +4 may be laid at the risk of a challenge")
    challenge: bool = option(True, "the victim of a +4 may challenge it")
    challenge_guilty: Literal["draw", "take_back"] = option(
        "draw", "a guilty +4 stays and its player draws, or it is taken back as well"
    )
    challenge_target: Literal["last", "first"] = option(
        "last", "with +4 on +4 the challenge is against the last, or the first of the chain"
    )
    challenge_extra: int = option(2, "cards a wrong challenger draws on top", 0, 20)
    stack: Literal["none", "same", "up"] = option(
        "none", "answers that pass a penalty on: none, +2 on +2, or also +4 on +2 and on +4"
    )
    deflect: bool = option(False, "Skip and Reverse of the colour deflect a +2 penalty")
    after_penalty_colour: bool = option(
        False, "after a +2 was taken the next card needs its colour"
    )
    multi: Literal["one", "pair", "same_face"] = option(
        "one", "cards in one play: one, two identical, or any number with one face"
    )
    multi_effect: Literal["once", "each"] = option(
        "once", "cards laid together act once, or each of them"
    )
    jump_in: bool = option(False, "a card identical with the top card may be laid out of turn")
    last_card_action: bool = option(True, "the last card of a hand may be an action card")
    uno_call_until: Literal["next_acts", "caught"] = option(
        "next_acts", "a late call saves until the next player acts, or until caught"
    )
    catch_from: Literal["at_once", "after_next"] = option(
        "at_once", "a forgotten call is caught at once, or only after the next player acted"
    )
    catch_until: Literal["next_acts", "own_turn", "one_card"] = option(
        "next_acts",
        "how long: until the next player acts, the own next act, or while it is one card",
    )
    catch_penalty: int = option(2, "cards for being caught", 0, 20)
    false_call_penalty: int = option(0, "cards for a wrong call; 0: it is refused", 0, 20)
    misplay_penalty: int = option(0, "cards for an unplayable card; 0: it is refused", 0, 20)
    two_player_reverse: Literal["skip", "turn"] = option(
        "skip", "with two players a Reverse plays again, or gives the turn to the other"
    )
    seven_zero: bool = option(False, "a 7 swaps hands with a player, a 0 passes all hands on")
    scoring: Literal["winner_collects", "own_points", "wins"] = option(
        "winner_collects", "the winner collects all hands, losers note their own, or wins count"
    )
    target: int = option(500, "the match ends when a total reaches this; 0: no target")
    rounds: int = option(0, "the match ends after so many rounds; 0: no limit")
    next_dealer: Literal["left", "winner"] = option("left", "who deals the next round")
    punishments: Literal["none", "worst", "losers", "bust"] = option(
        "none", "King game: who draws a punishment"
    )

    def __post_init__(self) -> None:
        check_options(self, FACES)
        for reason in _contradictions(self):
            raise BadRules(reason)


def _contradictions(rules: UnoRules) -> list[str]:
    """Say which options contradict each other and why (the table of refused combinations)."""
    wrong: list[tuple[bool, str]] = [
        (
            rules.catch_from == "after_next" and rules.catch_until == "next_acts",
            "catch_from = after_next with catch_until = next_acts: nobody could ever be caught",
        ),
        (
            rules.deflect and rules.stack == "none",
            "deflect with stack = none: there is never a penalty to deflect",
        ),
        (
            rules.draw_until_playable and rules.play_drawn == "none",
            "draw_until_playable with play_drawn = none: the drawn card could not be played",
        ),
        (
            rules.force_play and rules.play_drawn == "none",
            "force_play with play_drawn = none: the drawn card could not be played",
        ),
        (
            rules.challenge and rules.w4_legal == "always",
            "challenge with w4_legal = always: a challenge could never be right",
        ),
        (
            rules.challenge and not rules.w4_bluff,
            "challenge with w4_bluff = false: a challenge could never be right",
        ),
        (
            rules.challenge and rules.challenge_guilty == "take_back" and rules.stack == "up",
            "challenge and challenge_guilty = take_back with stack = up: a chain cannot go back",
        ),
        (
            rules.punishments == "bust" and (rules.scoring != "own_points" or not rules.target),
            "punishments = bust without scoring = own_points and a target: nobody ever busts",
        ),
        (
            "w+4" not in rules.first_card_back,
            "first_card_back without w+4: a +4 cannot open a round",
        ),
        (
            set(FACES) <= set(rules.first_card_back),
            "first_card_back with every face: no card could open a round",
        ),
    ]
    return [reason for is_wrong, reason in wrong if is_wrong]


OFFICIAL: Final = UnoRules()
MINUS: Final = replace(OFFICIAL, scoring="own_points", punishments="bust")
KANO: Final = replace(
    OFFICIAL,
    deck=112,
    first_player="second",
    challenge_guilty="take_back",
    stack="same",
    catch_from="after_next",
    catch_until="own_turn",
    scoring="wins",
    target=0,
    next_dealer="winner",
    punishments="worst",
)
STREET: Final = replace(
    OFFICIAL,
    play_drawn="number",
    w4_legal="always",
    challenge=False,
    challenge_target="first",
    stack="up",
    deflect=True,
    after_penalty_colour=True,
    multi="pair",
    last_card_action=False,
    uno_call_until="caught",
    catch_until="one_card",
    two_player_reverse="turn",
    next_dealer="winner",
)
CRYSTAL: Final = replace(
    OFFICIAL,
    w4_legal="match",
    stack="up",
    multi="same_face",
    multi_effect="each",
    jump_in=True,
    false_call_penalty=2,
    scoring="own_points",
    target=0,
    next_dealer="winner",
)
PRESETS: Final[Mapping[str, UnoRules]] = {
    "official": OFFICIAL,
    "minus": MINUS,
    "kano": KANO,
    "street": STREET,
    "crystal": CRYSTAL,
}
