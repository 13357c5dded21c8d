"""Real frames: what went over the wire while tables of both games were played, and every message.

Must not know: what is done with them.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from random import Random
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from engine.casino.cards import DECK
from engine.casino.cards import Card as CasinoCard
from engine.casino.state import CasinoView
from engine.match import MatchView
from engine.uno.cards import HAND_KINDS, named
from engine.uno.cards import Card as UnoCard
from engine.uno.state import UnoView
from netcore.wire.messages import (
    Act,
    Chat,
    ClientMessage,
    Leave,
    Ready,
    ServerMessage,
    Start,
    Sync,
    encode,
)
from netcore.wire.schema import Limit
from tests.netcore.tablepair import Guest, TablePair

GAMES: Final = (
    ("uno", "official", 4),
    ("uno", "street", 3),
    ("uno", "kano", 4),
    ("casino", "seed", 2),
    ("casino", "royal", 3),
)
_COLOURED: Final = [
    named(card, colour) for card in HAND_KINDS if not card.colour for colour in "rg"
]
_TEXTS: Final = ("", "a", "p1", "\x1b[2J", "字" * 20, "e\u0301\u202e", "x" * 64)


@dataclass(frozen=True)
class Real:
    """One frame's payload, by whom it was sent, and the rules its reader knew then."""

    client: bool
    payload: bytes
    rules: Any = None


class _Tapped(TablePair):
    """A table whose frames are kept."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.frames: list[Real] = []
        super().__init__(seed, **options)

    def send(self, guest: Guest, message: ClientMessage) -> None:
        self.frames.append(Real(True, encode(message)))
        super().send(guest, message)

    def _receive(self, guest: Guest, message: ServerMessage) -> None:
        self.frames.append(Real(False, encode(message), guest.rules))
        super()._receive(guest, message)


@cache
def played() -> tuple[Real, ...]:
    """Return the frames of a few short games with people, bots, a watcher and one who returns."""
    frames: list[Real] = []
    for number, (game, preset, seats) in enumerate(GAMES):
        frames += _play(number, game, preset, seats)
    return tuple(dict.fromkeys(frames))


def _play(seed: int, game: str, preset: str, seats: int) -> list[Real]:
    rng = Random(seed)
    pair = _Tapped(seed, game=game, preset=preset, seats=seats, bots=("easy",) * (seats - 2))
    guests = [pair.join("Ann"), pair.join("小明"), pair.join("Zed", watch=True)]
    guests[0].send(Start())
    for turn in range(40):
        pair.wait(0.0)
        for guest in guests[:2]:
            if pair.phase == "deal" and guest.seat in pair.match.waiting_on():
                actions = list(pair.match.game.legal(guest.game))
                guest.send(Act(guest.aid(), guest.n, str(rng.choice(actions))))
        if turn == 10:
            pair.drop(guests[1])
            guests[1] = pair.resume(guests[1].token, guests[1].n - 3)
    guests[2].send(Chat("well played"))
    for guest in guests[:2]:
        guest.send(Sync())
        guest.send(Ready(True))
    guests[1].send(Leave())
    return pair.frames


@cache
def sampled() -> tuple[Real, ...]:
    """Return some of every message there is, filled by its type hints alone."""
    rng = Random(0)
    return tuple(
        Real(union is ClientMessage, encode(_made(kind, rng)))
        for union in (ClientMessage, ServerMessage)
        for kind in get_args(union)
        for _ in range(12)
    )


def real_frames() -> tuple[Real, ...]:
    """Return all of them."""
    return played() + sampled()


def _made(hint: Any, rng: Random) -> Any:
    """Return some value of a type, as `wirevalues` gives strategies for them."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _within(args[0], args[1], rng)
    if origin in (Union, types.UnionType):
        return _made(rng.choice(args), rng)
    if origin is Literal:
        return rng.choice(args)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_made(args[0], rng) for _ in range(rng.randrange(4)))
        return tuple(_made(arg, rng) for arg in args)
    if origin is Mapping:
        return {f"k{number}": _made(args[1], rng) for number in range(rng.randrange(3))}
    if is_dataclass(hint) and not hasattr(hint, "parse"):
        return _record(hint, rng)
    return _plain(hint, rng)


def _plain(hint: Any, rng: Random) -> Any:
    if issubclass(hint, StrEnum):
        return rng.choice(list(hint))
    choices: dict[Any, Any] = {
        bool: (True, False),
        int: (0, 1, -1, 127, 128, 65536, 2**53, -(2**53)),
        str: _TEXTS,
        bytes: (b"", b"x" * 12, bytes(range(32))),
        types.NoneType: (None,),
        UnoCard: (*HAND_KINDS, *_COLOURED),
        CasinoCard: DECK,
    }
    return rng.choice(choices[hint])


def _within(hint: Any, limit: Limit, rng: Random) -> Any:
    if hint is int:
        return rng.choice((limit.least, limit.most, rng.randint(limit.least, limit.most)))
    size = rng.randint(limit.least, min(limit.most, limit.least + 12))
    if hint is str:
        return "".join(rng.choice("ab 1éß字") for _ in range(size))
    if hint is bytes:
        return rng.randbytes(size)
    return tuple(_made(get_args(hint)[0], rng) for _ in range(min(size, 4)))


def _record(cls: Any, rng: Random) -> Any:
    hints = get_type_hints(cls, include_extras=True)
    if cls is MatchView:
        hints["game"] = UnoView | CasinoView
    parts = {
        one.name: _made(hints[one.name], rng) if one.metadata.get("wire", True) else None
        for one in fields(cls)
    }
    return cls(**parts)
