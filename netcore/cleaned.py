"""A server's message with every text in it that a person may have chosen made safe to show.

Hides: where such texts stand. Must not know: connections, screens; what is safe is `text`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.king import Drawn, Punishment, Settled
from netcore.messages import AnyEvent, Lobby, Note, Refused, Said, Seated, ServerMessage, Update
from netcore.text import clean_line


def cleaned(message: ServerMessage) -> ServerMessage:
    """Return the message as it may be shown."""
    match message:
        case Said():
            return replace(message, who=clean_line(message.who), text=clean_line(message.text))
        case Seated():
            return replace(message, name=clean_line(message.name))
        case Note() | Refused():
            return replace(message, detail=_detail(message.detail))
        case Lobby():
            seats = tuple(replace(seat, name=clean_line(seat.name)) for seat in message.seats)
            watchers = tuple(map(clean_line, message.watchers))
            return replace(message, seats=seats, watchers=watchers)
        case Update():
            return _update(message)
        case _:
            return message


def _detail(detail: Any) -> dict[str, int | str]:
    return {key: clean_line(v) if isinstance(v, str) else v for key, v in detail.items()}


def _update(update: Update) -> Update:
    """A table's own punishments are texts of whoever opened it."""
    if any(isinstance(event, Drawn | Settled) for event in update.events):
        update = replace(update, events=tuple(map(_event, update.events)))
    if update.king is not None and update.king.owed:
        owed = tuple(replace(one, card=_card(one.card)) for one in update.king.owed)
        update = replace(update, king=replace(update.king, owed=owed))
    return update


def _event(event: AnyEvent) -> AnyEvent:
    match event:
        case Drawn() | Settled():
            return replace(event, card=_card(event.card))
        case _:
            return event


def _card(card: Punishment) -> Punishment:
    return Punishment(
        clean_line(card.name),
        card.hot,
        clean_line(card.en),
        clean_line(card.zh_hant),
        clean_line(card.zh_hans),
    )
