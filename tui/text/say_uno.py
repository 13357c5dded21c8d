"""Sentences for what happens in UNO, as a person at the table would say them.

Hides: the wording. Must not know: screens; which facts the reader may know (the events came cut).
"""

from __future__ import annotations

from typing import assert_never

from engine.uno import events as e
from tui.i18n import later, n, t
from tui.text import words
from tui.text.words import Voice, sentence


def say(event: e.UnoEvent, voice: Voice) -> str:
    """Return the sentence for one event."""
    match event:
        case e.Played() | e.Misplayed() | e.TakenBack():
            return _laid(event, voice)
        case e.Drew():
            return _drew(event, voice)
        case e.DealerDrawn() | e.Dealt() | e.PutBack() | e.Turned() | e.ColourNamed():
            return _opening(event, voice)
        case e.Called() | e.FalseCall() | e.Caught() | e.Challenged():
            return _spoken(event, voice)
        case e.Passed(seat):
            return voice.say(seat, "You keep the card.", "{who} keeps the card.")
        case e.Skipped() | e.Reversed() | e.Owed() | e.Swapped() | e.PassedOn() | e.Reshuffled():
            return _effect(event, voice)
        case e.Left(seat):
            return voice.say(seat, "You leave the game.", "{who} leaves the game.")
        case e.RoundOver():
            return _over(event, voice)
        case _:
            assert_never(event)


def _laid(event: e.Played | e.Misplayed | e.TakenBack, voice: Voice) -> str:
    cards = words.uno_cards(event.cards)
    match event:
        case e.Misplayed(seat):
            return voice.say(
                seat,
                "You try {cards}: it does not fit.",
                "{who} tries {cards}: it does not fit.",
                cards=cards,
            )
        case e.TakenBack(seat):
            return voice.say(
                seat, "You take {cards} back.", "{who} takes {cards} back.", cards=cards
            )
        case e.Played(seat):
            if event.jump:
                text = voice.say(
                    seat, "You jump in with {cards}", "{who} jumps in with {cards}", cards=cards
                )
            else:
                text = voice.say(seat, "You play {cards}", "{who} plays {cards}", cards=cards)
            top = event.cards[-1]
            if top.black and top.colour:
                text = t("{play}, colour {colour}", play=text, colour=words.colour(top.colour))
            return t("{play}: UNO!", play=text) if event.call else t("{play}.", play=text)


def _drew(event: e.Drew, voice: Voice) -> str:
    """Say who drew how much; to the reader also what, while it is short."""
    cards = words.cards(event.count)
    if event.cards and len(event.cards) <= 2:
        cards = words.listed([words.uno_card(card) for card in event.cards])
    elif event.count == 0:
        return voice.say(
            event.seat, "You draw nothing: no cards left.", "{who} draws nothing: no cards left."
        )
    match event.why:
        case "guilty":
            yours, theirs = later(("So you draw {cards}.", "So {who} draws {cards}."))
        case "wrong_challenge":
            yours, theirs = later(
                (
                    "So you draw {cards} and are skipped.",
                    "So {who} draws {cards} and is skipped.",
                )
            )
        case "penalty":
            yours, theirs = later(
                ("You draw {cards} and are skipped.", "{who} draws {cards} and is skipped.")
            )
        case "caught":
            yours, theirs = later(
                (
                    "You draw {cards} for the forgotten UNO.",
                    "{who} draws {cards} for the forgotten UNO.",
                )
            )
        case "false_call":
            yours, theirs = later(
                (
                    "You draw {cards} for the wrong call.",
                    "{who} draws {cards} for the wrong call.",
                )
            )
        case "misplay":
            yours, theirs = later(
                (
                    "You draw {cards} for the wrong card.",
                    "{who} draws {cards} for the wrong card.",
                )
            )
        case _:
            yours, theirs = later(("You draw {cards}.", "{who} draws {cards}."))
    return voice.say(event.seat, yours, theirs, cards=cards)


def _opening(
    event: e.DealerDrawn | e.Dealt | e.PutBack | e.Turned | e.ColourNamed, voice: Voice
) -> str:
    match event:
        case e.DealerDrawn(cards, dealer):
            if dealer is None:
                return t("The highest lot is drawn twice: again.")
            return voice.say(
                dealer,
                "You draw the highest lot, {card}.",
                "{who} draws the highest lot, {card}.",
                card=words.uno_card(dict(cards)[dealer]),
            )
        case e.Dealt(dealer, count):
            return voice.say(
                dealer,
                "You deal {cards} each.",
                "{who} deals {cards} each.",
                cards=words.cards(count),
            )
        case e.PutBack(card):
            return t("{card} is turned and goes back.", card=sentence(words.uno_card(card)))
        case e.Turned():
            return _turned(event, voice)
        case e.ColourNamed(seat, colour):
            return voice.say(
                seat, "You choose {colour}.", "{who} chooses {colour}.", colour=words.colour(colour)
            )


def _turned(event: e.Turned, voice: Voice) -> str:
    text = t("The first card is {card}", card=words.uno_card(event.card))
    match event.effect:
        case "skip":
            more = voice.say(event.seat, "you are skipped.", "{who} is skipped.")
        case "reverse":
            more = voice.say(event.seat, "to the right, you begin.", "to the right, {who} begins.")
        case "draw":
            more = voice.say(event.seat, "you draw and are skipped.", "{who} draws and is skipped.")
        case "colour":
            more = voice.say(event.seat, "you choose a colour.", "{who} chooses a colour.")
        case _:
            return t("{text}.", text=text)
    return t("{text}: {more}", text=text, more=more)


def _spoken(event: e.Called | e.FalseCall | e.Caught | e.Challenged, voice: Voice) -> str:
    match event:
        case e.Called(seat):
            return voice.say(seat, "You call UNO!", "{who} calls UNO!")
        case e.FalseCall(seat):
            return voice.say(seat, "You call UNO wrongly.", "{who} calls UNO wrongly.")
        case e.Caught(seat, by):
            return voice.say(
                by,
                "You catch {whom} without UNO.",
                "{who} catches {whom} without UNO.",
                whom=voice.name(seat),
            )
        case e.Challenged(seat, offender, guilty, hand):
            if offender == voice.me:
                text = t("{who} challenges your +4", who=voice.plain(seat))
            else:
                text = voice.say(
                    seat,
                    "You challenge {whom}'s +4",
                    "{who} challenges {whom}'s +4",
                    whom=voice.plain(offender),
                )
            verdict = t("it was unlawful!") if guilty else t("it was lawful.")
            if hand:
                verdict = t(
                    "{verdict} The hand: {hand}.", verdict=verdict, hand=words.uno_cards(hand)
                )
            return t("{text}: {more}", text=text, more=verdict)


def _effect(
    event: e.Skipped | e.Reversed | e.Owed | e.Swapped | e.PassedOn | e.Reshuffled, voice: Voice
) -> str:
    match event:
        case e.Skipped(seats):
            if len(seats) == 1:
                return voice.say(seats[0], "You are skipped.", "{who} is skipped.")
            return t("Skipped: {names}.", names=voice.names_of(seats))
        case e.Reversed(direction):
            if direction == "left":
                return t("The direction turns: to the left.")
            return t("The direction turns: to the right.")
        case e.Owed(seat, count, deflected):
            if deflected:
                return voice.say(
                    seat,
                    "Passed on: you now owe {cards}.",
                    "Passed on: {who} now owes {cards}.",
                    cards=words.cards(count),
                )
            return voice.say(
                seat, "You owe {cards}.", "{who} owes {cards}.", cards=words.cards(count)
            )
        case e.Swapped(seat, other):
            return voice.say(
                seat,
                "You swap hands with {whom}.",
                "{who} swaps hands with {whom}.",
                whom=voice.name(other),
            )
        case e.PassedOn():
            return t("All hands are passed on.")
        case e.Reshuffled(count):
            return n("{count} discard is shuffled.", "{count} discards are shuffled.", count)


def _over(event: e.RoundOver, voice: Voice) -> str:
    if not event.winners:
        return t("The round is over: nobody wins it.")
    if event.why == "blocked":
        return t(
            "Nobody can go on. The round goes to {names}.", names=voice.names_of(event.winners)
        )
    if len(event.winners) > 1:
        return t("The round goes to {names}.", names=voice.names_of(event.winners))
    winner = event.winners[0]
    if event.why == "out":
        return voice.say(
            winner, "You are out and win the round!", "{who} is out and wins the round."
        )
    return voice.say(winner, "You win the round!", "{who} wins the round.")
