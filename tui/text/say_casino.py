"""Sentences for what happens in Casino, as a person at the table would say them.

Hides: the wording. Must not know: screens; which facts the reader may know (the events came cut).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.casino import events as e
from engine.casino.cards import Card
from engine.casino.rules import CasinoRules
from engine.casino.score import sweep_worth
from engine.casino.state import BuildPile
from tui.i18n import n, t
from tui.text import words
from tui.text.words import Voice


def say(event: e.CasinoEvent, voice: Voice) -> str:
    """Return the sentence for one event."""
    match event:
        case e.Captured():
            return _captured(event, voice)
        case e.Built() | e.Raised():
            return _built(event, voice)
        case e.Trailed(seat, card):
            return voice.say(
                seat, "You trail {card}.", "{who} trails {card}.", card=words.casino_card(card)
            )
        case e.Swept(seat):
            if isinstance(voice.rules, CasinoRules) and sweep_worth(voice.rules):
                return voice.say(
                    seat,
                    "You have cleared the table: a sweep!",
                    "{who} has cleared the table: a sweep!",
                )
            return voice.say(seat, "You have cleared the table.", "{who} has cleared the table.")
        case e.Drew(seat, card):
            drawn = words.cards(1) if card is None else words.casino_card(card)
            return voice.say(seat, "You draw {card}.", "{who} draws {card}.", card=drawn)
        case e.DealerChosen(seat):
            return voice.say(seat, "You deal, by lot.", "{who} deals, by lot.")
        case e.RoundBegan(number, rounds):
            return t("Round {number} of {rounds}.", number=number, rounds=rounds)
        case e.Dealt(seat, count):
            return voice.say(
                seat, "You get {cards}.", "{who} gets {cards}.", cards=words.cards(count)
            )
        case e.TableDealt(cards):
            return t("On the table: {cards}.", cards=words.casino_cards(cards))
        case e.LeftoverTaken() | e.Left() | e.DealOver():
            return _ending(event, voice)
        case _:
            assert_never(event)


def group_sum(cards: Iterable[Card]) -> str:
    """Return the cards of one group: `5♣+3♦`."""
    return "+".join([words.casino_card(card) for card in cards])


def pile(build: BuildPile) -> str:
    """Return what a build is made of: `8 (5♣+3♦, 8♥)`."""
    parts = t(", ").join([group_sum(part) for part in build.parts])
    return t("{value} ({groups})", value=build.value, groups=parts)


def _captured(event: e.Captured, voice: Voice) -> str:
    things = [t("the {value}-build", value=build.value) for build in event.builds]
    if event.cards:
        things.append(words.casino_cards(event.cards))
    return voice.say(
        event.seat,
        "You take {things} with {card}.",
        "{who} takes {things} with {card}.",
        things=words.listed(things),
        card=words.casino_card(event.card),
    )


def _built(event: e.Built | e.Raised, voice: Voice) -> str:
    made = pile(event.build)
    if isinstance(event, e.Raised):
        return voice.say(
            event.seat,
            "You raise the {old}-build to {made}.",
            "{who} raises the {old}-build to {made}.",
            old=event.old.value,
            made=made,
        )
    if event.joined:
        return voice.say(
            event.seat,
            "You enlarge the build: {made}.",
            "{who} enlarges the build: {made}.",
            made=made,
        )
    return voice.say(event.seat, "You build {made}.", "{who} builds {made}.", made=made)


def _ending(event: e.LeftoverTaken | e.Left | e.DealOver, voice: Voice) -> str:
    match event:
        case e.LeftoverTaken(seat, cards):
            if seat is None:
                return n(
                    "Nobody took a card: {count} stays.",
                    "Nobody took a card: {count} stay.",
                    len(cards),
                )
            if not cards:
                return t("Nothing is left on the table.")
            return voice.say(
                seat,
                "You took last and get the rest: {cards}.",
                "{who} took last and gets the rest: {cards}.",
                cards=words.casino_cards(cards),
            )
        case e.Left(seat):
            return voice.say(seat, "You leave the game.", "{who} leaves the game.")
        case e.DealOver(_, scored):
            return t("The deal is over.") if scored else t("The deal ends without points.")
