"""Hypothesis strategies for every value that may go over the wire, made from the type hints."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from engine.casino.cards import DECK
from engine.casino.cards import Card as CasinoCard
from engine.match import MatchView
from engine.uno.cards import HAND_KINDS, named
from engine.uno.cards import Card as UnoCard
from engine.uno.state import UnoView
from netcore.wire.schema import Limit

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
UNO_CARDS = st.sampled_from(
    [
        *HAND_KINDS,
        *[named(card, colour) for card in HAND_KINDS if not card.colour for colour in "rgby"],
    ]
)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(-(2**53), 2**53),
    str: TEXT,
    bytes: st.binary(max_size=40),
    types.NoneType: st.none(),
    UnoCard: UNO_CARDS,
    CasinoCard: st.sampled_from(DECK),
}


@cache
def values(hint: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a type: always the same, which hypothesis knows by then."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _limited(args[0], args[1])
    if origin in (Union, types.UnionType):
        return st.one_of([values(arg) for arg in args])
    if origin is Literal:
        return st.sampled_from(args)
    if origin is tuple:
        return _tuple(args, Limit(0, 4))
    if origin is Mapping:
        return st.dictionaries(TEXT, values(args[1]), max_size=4)
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(list(hint))
    assert is_dataclass(hint), hint
    return st.deferred(lambda: _record(hint))


def _record(cls: Any) -> st.SearchStrategy[Any]:
    hints = get_type_hints(cls, include_extras=True)
    if cls is MatchView:
        from engine.casino.state import CasinoView

        hints["game"] = UnoView | CasinoView
    parts = {
        one.name: values(hints[one.name]) if one.metadata.get("wire", True) else st.none()
        for one in fields(cls)
    }
    return st.builds(cls, **parts)


def _limited(hint: Any, limit: Limit) -> st.SearchStrategy[Any]:
    most = min(limit.most, limit.least + 20)
    if hint is int:
        return st.integers(limit.least, limit.most)
    if hint is str:
        return st.text(
            st.characters(exclude_categories=["Cs"]), min_size=limit.least, max_size=most
        )
    if hint is bytes:
        return st.binary(min_size=limit.least, max_size=most)
    return _tuple(get_args(hint), Limit(limit.least, min(limit.most, 4)))


def _tuple(args: tuple[Any, ...], limit: Limit) -> st.SearchStrategy[Any]:
    if len(args) == 2 and args[1] is Ellipsis:
        return st.lists(values(args[0]), min_size=limit.least, max_size=limit.most).map(tuple)
    return st.tuples(*[values(arg) for arg in args])
