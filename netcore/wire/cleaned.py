"""A server's message with every text in it made safe to show, wherever it stands.

Hides: how texts are found: all parts of a message are looked at, so that none can be forgotten.
Must not know: connections, screens, which text is whose; what is safe is `text`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar

from netcore.wire.text import clean_line

T = TypeVar("T")
_Cleaner: TypeAlias = Callable[[Any], Any]

_KEPT: Final = frozenset({"rules", "token"})
"""Parts that are never shown: rules, which are known to be some, and the seat's secret."""


def cleaned(message: T) -> T:
    """Return the message as it may be shown; the same one when nothing is wrong with it."""
    safe: T = _safe(message)
    return safe


def _safe(value: Any) -> Any:
    return _cleaner(_kind(value))(value)


def _kind(value: object) -> Any:
    return type(value)


@cache
def _cleaner(kind: Any) -> _Cleaner:
    """Return how values of a type are cleaned. Cards and their like judge their own notation."""
    known: dict[Any, _Cleaner] = {str: _text, tuple: _tuple, dict: _map}
    if kind in known:
        return known[kind]
    if is_dataclass(kind) and not hasattr(kind, "parse"):
        return _whole(kind)
    return _same


def _same(value: Any) -> Any:
    return value


def _text(value: str) -> str:
    return value if value.isascii() and value.isprintable() else clean_line(value)


def _tuple(value: tuple[Any, ...]) -> tuple[Any, ...]:
    parts = tuple([_safe(one) for one in value])
    return value if parts == value else parts


def _map(value: dict[Any, Any]) -> dict[Any, Any]:
    return {_safe(key): _safe(one) for key, one in value.items()}


def _whole(kind: Any) -> _Cleaner:
    names = [one.name for one in fields(kind) if one.name not in _KEPT]

    def clean(value: Any) -> Any:
        changed: dict[str, Any] = {}
        for name in names:
            before = getattr(value, name)
            after = _safe(before)
            if after is not before and after != before:
                changed[name] = after
        return replace(value, **changed) if changed else value

    return clean
