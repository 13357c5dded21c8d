"""Sentences for the King game: who draws what, who owes it, who says that it is done.

Hides: the wording. The punishment itself comes whole, in every language. Must not know: screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, cast

from engine.king import Drawn, KingEvent, KingView, Language, MildOnly, Owed, Punishment, Settled
from engine.uno.rules import UnoRules
from netcore.wire.messages import Lobby
from tui.i18n import language, later, t
from tui.text import rulewords
from tui.text.words import Voice

SETTINGS: Final[Mapping[str, Callable[[], str]]] = {
    "all": lambda: t("all punishments"),
    "mild": lambda: t("mild punishments only"),
    "off": lambda: t("no punishments"),
}
"""What a table plays with, in the order in which the host goes through it."""


def setting(lobby: Lobby) -> str:
    """Return what a table plays with; empty where its rules punish nobody."""
    rules = rulewords.rules_of(lobby)
    punished = isinstance(rules, UnoRules) and rules.punishments != "none"
    return SETTINGS[lobby.punishments]() if punished else ""


def may_be_mild(lobby: Lobby) -> bool:
    """Tell whether it matters who wants mild punishments only: hot ones are drawn here as well."""
    return bool(setting(lobby)) and lobby.punishments == "all"


def changed(before: Lobby | None, now: Lobby) -> str:
    """Return the sentence for what the host has set otherwise; empty for nothing."""
    if before is None or before.punishments == now.punishments:
        return ""
    return t("The table plays with {setting}.", setting=SETTINGS[now.punishments]())


def text(card: Punishment) -> str:
    """Return what to do, in the reader's language."""
    return card.text(cast(Language, language()))


def say(event: KingEvent, voice: Voice) -> str:
    """Return the sentence for one event."""
    match event:
        case Drawn():
            return _drawn(event, voice)
        case Settled():
            return _settled(event, voice)
        case MildOnly(seat, on):
            if on:
                return voice.say(
                    seat,
                    "You want mild punishments only.",
                    "{who} wants mild punishments only.",
                )
            return voice.say(
                seat,
                "You take hot punishments as well.",
                "{who} takes hot punishments as well.",
            )


def say_owed(owed: Owed, voice: Voice) -> str:
    """Return what somebody still owes, for who has not seen it drawn."""
    return voice.say(
        owed.seat,
        "You owe a punishment: {text}",
        "{who} owes a punishment: {text}",
        text=text(owed.card),
    )


def say_all_owed(king: KingView | None, voice: Voice) -> str:
    """Return what is owed at a table, a line each."""
    owed = king.owed if king else ()
    return "\n".join([say_owed(one, voice) for one in owed]) or t("Nobody owes a punishment.")


def news(
    before: KingView | None, now: KingView | None, told: Iterable[object], voice: Voice
) -> Iterator[str]:
    """Yield what to say in lines: what is owed and was not `told`, and what the reader may type."""
    drawn = {(event.seat, event.card) for event in told if isinstance(event, Drawn)}
    fresh = [one for one in now.owed if before is None or one not in before.owed] if now else []
    for one in fresh:
        if (one.seat, one.card) not in drawn:
            yield say_owed(one, voice)
    for one in fresh:
        if now and one.seat == voice.me and one.seat not in now.swapped:
            yield t("Type /swap to draw another one, once a match.")
        if now and one in now.settled_by(voice.me) and one.seat == voice.me:
            yield t("Type /done {seat} when it is done.", seat=one.seat + 1)
        elif now and one in now.settled_by(voice.me):
            yield t("Type /done {seat} when it is done, /waive {seat} to let {whom} off.",
                    seat=one.seat + 1, whom=voice.name(one.seat))  # fmt: skip


def _drawn(event: Drawn, voice: Voice) -> str:
    match event.why:
        case "due" if event.card.hot:
            yours, theirs = later(
                (
                    "You draw a hot punishment: {text}",
                    "{who} draws a hot punishment: {text}",
                )
            )
        case "due":
            yours, theirs = later(
                ("You draw a punishment: {text}", "{who} draws a punishment: {text}")
            )
        case "swap":
            yours, theirs = later(
                ("You swap it for another: {text}", "{who} swaps it for another: {text}")
            )
        case "mild":
            yours, theirs = later(
                ("Instead you get a mild one: {text}", "{who} gets a mild one: {text}")
            )
    return voice.say(event.seat, yours, theirs, text=text(event.card))


def _settled(event: Settled, voice: Voice) -> str:
    whom = voice.name(event.seat)
    match event.how:
        case "done" if event.by == event.seat:
            return voice.say(event.seat, "You say it is done.", "{who} says it is done.")
        case "done" if event.by is not None and event.seat == voice.me:
            return t("{who} says that you have done it.", who=voice.plain(event.by))
        case "done" if event.by is not None:
            return voice.say(
                event.by, "You say it is done: {whom}.", "{who} says it is done: {whom}.", whom=whom
            )
        case "waived" if event.by is not None:
            return voice.say(event.by, "You let {whom} off.", "{who} lets {whom} off.", whom=whom)
        case "left":
            return t("The punishment of {whom} is void.", whom=voice.plain(event.seat))
        case _:
            return voice.say(
                event.seat,
                "The punishment you still owed lapses.",
                "The punishment that {who} still owed lapses.",
            )
