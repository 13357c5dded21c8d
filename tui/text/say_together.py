"""Events that are one thing to a person at the table, said in one sentence.

Hides: which events of a step belong together. What stands alone is left to the modules that word
single events. Must not know: screens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from engine.casino import events as casino
from engine.game import Seat
from engine.uno import events as e
from tui.i18n import t
from tui.text import words
from tui.text.words import Voice


def is_opening(event: Any) -> bool:
    """Tell whether an event only shows the cards with which a deal opens."""
    turned = isinstance(event, e.Turned) and not event.effect
    return turned or isinstance(event, casino.TableDealt)


class Speaker(Protocol):
    """Who knows the reader and the names (a room)."""

    @property
    def me(self) -> Seat | None: ...

    def name_of(self, seat: Seat) -> str: ...


def joined(events: Sequence[Any], voice: Voice) -> Iterator[tuple[Any, str | None]]:
    """Yield each event that is told, with its sentence; None: it is told by itself."""
    i = 0
    while i < len(events):
        event = events[i]
        after = events[i + 1 :]
        match event:
            case e.DealerDrawn(_, None):
                pass
            case e.DealerDrawn(cards) if after and isinstance(after[0], e.Dealt):
                yield after[0], _dealt(after[0], dict(cards)[after[0].dealer], voice)
                i += 1
            case casino.Dealt(_, count) if others := _dealt_too(after, count):
                yield event, t("Everybody gets {cards}.", cards=words.cards(count))
                i += others
            case e.Turned(effect="skip"):
                yield event, None
                i += _is_skip(after, event.seat)
            case e.Turned(effect="draw") if len(after) > 1 and isinstance(after[1], e.Drew):
                first = t("The first card is {card}", card=words.uno_card(event.card))
                yield event, t("{text}: {more}", text=first, more=_drawn(after[1], voice, True))
                i += 2
            case e.Owed(seat):
                penalty = _penalty(after, seat)
                if penalty is None:
                    yield event, None
                for other in after[: penalty or 0]:
                    yield other, None
                if penalty is not None:
                    drew = after[penalty]
                    out = any(isinstance(other, e.RoundOver) for other in after)
                    yield drew, words.opening(_drawn(drew, voice, not out))
                    i += penalty + 1
            case _:
                yield event, None
        i += 1


def hands_moved(events: Sequence[Any], voice: Speaker) -> str:
    """Return what has happened to the reader's whole hand; empty: it is still the same."""
    me = voice.me
    for event in events:
        match event:
            case e.Swapped(seat, other) if me is not None and me in (seat, other):
                whom = voice.name_of(other if seat == me else seat)
                return t("You have swapped hands with {whom}: look at yours.", whom=whom)
            case e.PassedOn() if me is not None:
                return t("A 0: all hands were passed on, yours is another one.")
            case _:
                pass
    return ""


def jumped_in(events: Sequence[Any], voice: Speaker) -> str:
    """Return who has jumped in and so taken the reader's turn; empty: nobody has."""
    for event in events:
        if isinstance(event, e.Played) and event.jump and event.seat != voice.me:
            who = voice.name_of(event.seat)
            return t("{who} has jumped in: play goes on from there.", who=who)
    return ""


def _dealt_too(after: Sequence[Any], count: int) -> int:
    """Return how many get as many cards in the same deal."""
    found = 0
    for event in after:
        if not isinstance(event, casino.Dealt) or event.count != count:
            break
        found += 1
    return found


def _is_skip(after: Sequence[Any], seat: Seat) -> bool:
    return bool(after) and isinstance(after[0], e.Skipped) and after[0].seats == (seat,)


def _penalty(after: Sequence[Any], seat: Seat) -> int | None:
    """Return where in `after` the debt is taken at once; None where it is not."""
    for i, event in enumerate(after):
        if isinstance(event, e.Drew):
            return i if event.seat == seat and event.why == "penalty" else None
        if not isinstance(event, e.Reshuffled):
            return None
    return None


def _dealt(event: e.Dealt, lot: Any, voice: Voice) -> str:
    return voice.say(
        event.dealer,
        "You draw the highest lot, {card}, and deal {cards} each.",
        "{who} draws the highest lot, {card}, and deals {cards} each.",
        card=words.uno_card(lot),
        cards=words.cards(event.count),
    )


def _drawn(event: e.Drew, voice: Voice, skipped: bool) -> str:
    """Return `Cleo draws 2 cards and is skipped.`; to the reader with the cards, while few."""
    cards = words.cards(event.count)
    if event.cards and len(event.cards) <= 2:
        cards = words.listed([words.uno_card(card) for card in event.cards])
    if skipped:
        return voice.say(
            event.seat,
            "you draw {cards} and are skipped.",
            "{who} draws {cards} and is skipped.",
            cards=cards,
        )
    return voice.say(event.seat, "you draw {cards}.", "{who} draws {cards}.", cards=cards)
