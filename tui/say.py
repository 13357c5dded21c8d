"""Sentences for everything that happens at a table: one entry for the log and for `--plain`.

Hides: which module words which event. Must not know: screens. Events come from the engine, notes
and refusals from the server as codes; nobody sends sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.game import Seat
from tui import say_casino, say_king, say_uno
from tui.i18n import t
from tui.refusals import refusal
from tui.words import Voice, sentence

__all__ = ["refusal", "say_event", "say_note", "say_points"]


def say_event(event: Any, names: Sequence[str], me: Seat | None) -> str:
    """Return the sentence for an event of either game or of the match; `names` by seat."""
    voice = Voice(names, me)
    home = type(event).__module__
    if home == "engine.uno.events":
        return say_uno.say(event, voice)
    if home == "engine.casino.events":
        return say_casino.say(event, voice)
    if home == "engine.king.events":
        return say_king.say(event, voice)
    return _say_match(event, voice)


def _say_match(event: Any, voice: Voice) -> str:
    match type(event).__name__:
        case "DealScored":
            return say_points(event.points, event.scores, voice)
        case "MatchWon":
            if not event.seats:
                return t("The match is over.")
            if len(event.seats) > 1:
                return t("The match goes to {names}.", names=voice.names_of(event.seats))
            return voice.say(event.seats[0], "You win the match!", "{who} wins the match.")
        case other:
            return str(other)


def say_points(points: Sequence[int], scores: Sequence[int], voice: Voice) -> str:
    """Return who scored what in this deal and stands where."""
    parts = [
        t("{who} +{points} = {total}", who=sentence(voice.name(s)), points=p, total=total)
        for s, (p, total) in enumerate(zip(points, scores, strict=True))
        if p
    ]
    return t("Points: {parts}.", parts=t(", ").join(parts)) if parts else t("Nobody scores.")


_NOTES: Final[Mapping[str, Callable[[str], str]]] = {
    "joined": lambda who: t("{who} sits down.", who=who),
    "watching": lambda who: t("{who} watches.", who=who),
    "left": lambda who: t("{who} has left.", who=who),
    "dropped": lambda who: t("{who} has lost the connection; the seat is kept.", who=who),
    "away": lambda who: t("{who} has lost the connection; the seat is kept.", who=who),
    "back": lambda who: t("{who} is back.", who=who),
    "kicked": lambda who: t("{who} was removed by the host.", who=who),
    "replaced": lambda who: t("{who} goes on from another terminal.", who=who),
    "stand-in": lambda who: t("A bot plays for {who} for now.", who=who),
    "took-seat": lambda who: t("{who} takes the place of a bot.", who=who),
    "bot-added": lambda who: t("{who} sits down, a bot.", who=who),
    "bot-removed": lambda who: t("{who} gets up.", who=who),
    "timeout": lambda who: t("The time of {who} is up.", who=who),
    "time-up": lambda who: t("The time of {who} is up.", who=who),
    "paused": lambda _: t("The table is paused."),
    "resumed": lambda _: t("The table goes on."),
    "ended": lambda _: t("The host has ended the match."),
    "rules": lambda _: t("The host has changed the rules."),
    "setup": lambda _: t("The host has changed the rules."),
    "host": lambda who: t("{who} is the host now.", who=who),
    "new-host": lambda who: t("{who} is the host now.", who=who),
    "started": lambda _: t("The game begins."),
    "recorded": lambda _: t("The record of the game is written."),
    "missed": lambda _: t("Some moves were missed while you were away."),
}


def say_note(code: str, detail: Mapping[str, Any] | None = None) -> str:
    """Return the sentence for a note of the table; empty when there is nothing to say."""
    detail = detail or {}
    who = str(detail.get("name") or detail.get("who") or t("Somebody"))
    note = _NOTES.get(code)
    return note(who) if note else ""
