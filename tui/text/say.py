"""Sentences for everything that happens at a table: one entry for the log and for `--plain`.

Hides: which module words which event. Must not know: screens. Events come from the engine, notes
and refusals from the server as codes; nobody sends sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.game import Seat
from tui.i18n import later, n, t
from tui.text import say_casino, say_king, say_race, say_result, say_together, say_uno, words
from tui.text.refusals import refusal
from tui.text.words import Voice

__all__ = ["refusal", "say_event", "say_events", "say_note"]


def say_events(
    events: Iterable[Any], names: Sequence[str], me: Seat | None, rules: Any = None
) -> Iterator[tuple[Any, str]]:
    """Yield what to say about events that came together, each with the event it is about.

    What is one thing to a person is one sentence. `rules`: of the table, where some events mean
    nothing under some rules.
    """
    voice = Voice(names, me, rules)
    for event, text in say_together.joined(tuple(events), voice):
        said = say_event(event, names, me, rules) if text is None else text
        if said:
            yield event, said


def say_event(event: Any, names: Sequence[str], me: Seat | None, rules: Any = None) -> str:
    """Return the sentence for an event of either game or of the match; empty: nothing to say.

    `names` by seat; `rules`: of the table, where some events mean nothing under some rules.
    """
    voice = Voice(names, me, rules)
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
            return say_result.points(event.points, event.scores, voice)
        case "MatchWon":
            if not event.seats:
                return t("The match is over.")
            if len(event.seats) > 1:
                return t("The match goes to {names}.", names=voice.names_of(event.seats))
            return voice.say(event.seats[0], "You win the match!", "{who} wins the match.")
        case other:
            return str(other)


_NOTES: Final[Mapping[str, tuple[str, str]]] = later(
    {
        "joined": ("You sit down.", "{who} sits down."),
        "watching": ("You watch.", "{who} watches."),
        "left": ("You have left.", "{who} has left."),
        "dropped": (
            "Your connection was lost; your seat is kept.",
            "{who} has lost the connection; the seat is kept.",
        ),
        "away": ("You step away; your seat is kept.", "{who} steps away; the seat is kept."),
        "back": ("You are back.", "{who} is back."),
        "kicked": ("The host has removed you.", "{who} was removed by the host."),
        "stand-in": ("A bot plays for you for now.", "A bot plays for {who} for now."),
        "took-seat": ("You take the place of a bot.", "{who} takes the place of a bot."),
        "bot-added": ("You sit down, a bot.", "{who} sits down, a bot."),
        "bot-removed": ("You get up.", "{who} gets up."),
        "replaced": ("You play on from another terminal.", "{who} plays on from another terminal."),
        "time-up": ("Your time is up.", "{who}'s time is up."),
        "no-share": (
            "Your program gave no share of the shuffle: the deal is started again.",
            "{who} gave no share of the shuffle: the deal is started again.",
        ),
        "silent": (
            "Your program gave no share of the shuffle again: the deal goes on without yours.",
            "{who} gave no share of the shuffle again: the deal goes on without it.",
        ),
        "ended": ("You have ended the match.", "The host has ended the match."),
        "new-host": ("You are the host now.", "{who} is the host now."),
    }
)
"""Notes about somebody: to that one, and to the others."""

_LOST: Final = later(("Your connection was lost.", "{who} has lost the connection."))
"""The note about a watcher: there is no seat to be kept."""

_PLAIN_NOTES: Final[Mapping[str, str]] = later(
    {
        "paused": "The table is paused.",
        "resumed": "The table goes on.",
        "locked": "The table is locked: nobody new is let in.",
        "unlocked": "The table is open again.",
        "stored": "It can be written again: the table goes on.",
        "woke": "The table slept. The clock waits until everybody is back.",
        "held": "One moment: others may still call UNO, or catch.",
        "missed": "Some moves were missed while you were away.",
    }
)


_TROUBLES: Final[Mapping[str, str]] = later(
    {
        "full": "the disk is full",
        "busy": "another program uses the file",
        "read-only": "it may only be read",
        "closed": "the file cannot be opened",
        "broken": "the disk reports an error",
        "damaged": "the file is damaged",
    }
)
"""What keeps a server from writing: `Trouble`, where it happens to a table that runs."""


def say_note(
    code: str,
    detail: Mapping[str, Any] | None = None,
    me: Seat | None = None,
    name: str = "",
) -> str:
    """Return the sentence for a note of the table; empty when there is nothing to say.

    `me` and `name`: the reader's own seat, and name where there is no seat.
    """
    detail = detail or {}
    if code == "race":
        return say_race.say(detail, me)
    if code == "stood-in":
        return _stood_in(detail)
    if code == "storage":
        return _storage(str(detail.get("trouble", "")))
    if code in _PLAIN_NOTES:
        return t(_PLAIN_NOTES[code])
    if code not in _NOTES:
        return ""
    who = str(detail.get("who") or t("Somebody"))
    seat = detail.get("seat")
    mine = seat == me if me is not None and seat is not None else bool(name) and who == name
    if code == "took-seat" and (bot := detail.get("bot")):
        if mine:
            return t("You play on for {bot}, a bot.", bot=bot)
        return t("{who} plays on for {bot}, a bot.", who=who, bot=bot)
    yours, theirs = _LOST if code == "dropped" and seat is None else _NOTES[code]
    return t(yours) if mine else t(theirs, who=who)


def _storage(trouble: str) -> str:
    """Return why the table stands still, as far as its server knows."""
    if trouble not in _TROUBLES:
        return t("Nothing can be written where the table is kept; it waits.")
    why = t(_TROUBLES[trouble])
    return t("Nothing can be written where the table is kept ({why}); it waits.", why=why)


def _stood_in(detail: Mapping[str, Any]) -> str:
    """Return what was played for the reader, who was away."""
    turns, timed = (detail.get(key, 0) for key in ("turns", "timed"))
    bot = clock = ""
    if isinstance(turns, int) and turns > 0:
        bot = n(
            "While you were away a bot played {count} turn for you.",
            "While you were away a bot played {count} turns for you.",
            turns,
        )
    if isinstance(timed, int) and timed > 0:
        clock = n(
            "While you were away your time ran out in {count} turn.",
            "While you were away your time ran out in {count} turns.",
            timed,
        )
    return words.together((bot, clock))
