"""Rules as data: what both games' frozen rule values share.

Hides: how an option is declared, bounded, changed by name and compared. Must not know: any option.
The lobby, the rules screen, records and the docs all work from `dataclasses.fields`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, field, fields, replace
from functools import cache
from typing import Any, Final, Literal, TypeGuard, TypeVar, get_args, get_origin, get_type_hints

from engine.game import BadRules

R = TypeVar("R")

ANY_NUMBER: Final = 1_000_000


def option(default: Any, text: str, least: int = 0, most: int = ANY_NUMBER) -> Any:
    """Declare one option: its usual value, its one-line explanation, bounds for a number."""
    return field(default=default, metadata={"help": text, "least": least, "most": most})


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _declared(kind: Any) -> dict[str, Field[Any]]:
    return {f.name: f for f in fields(kind)}


def _fields(rules: Any) -> dict[str, Field[Any]]:
    return _declared(rules.__class__)


def check_options(rules: Any, words: tuple[str, ...] = ()) -> None:
    """Refuse values outside their options' types.

    `words` are what an option that is a list may hold. Raises BadRules naming option and reason.
    """
    known = _fields(rules)
    for name, hint in _hints(rules.__class__).items():
        _check(name, hint, getattr(rules, name), known[name].metadata, words)


def _check(
    name: str, hint: Any, value: Any, bounds: Mapping[str, Any], words: tuple[str, ...]
) -> None:
    if get_origin(hint) is Literal:
        if not any(type(value) is type(arg) and value == arg for arg in get_args(hint)):
            known = ", ".join(map(str, get_args(hint)))
            raise BadRules(
                "{name}: {value!r} is not one of {known}", name=name, value=value, known=known
            )
    elif hint is bool:
        if type(value) is not bool:
            raise BadRules("{name}: {value!r} is not true or false", name=name, value=value)
    elif hint is int:
        least, most = bounds["least"], bounds["most"]
        if type(value) is not int or not least <= value <= most:
            raise BadRules(
                "{name}: {value!r} is not a whole number from {least} to {most}",
                name=name,
                value=value,
                least=least,
                most=most,
            )
    elif not _is_tuple(value) or any(word not in words for word in value):
        raise BadRules(
            "{name}: {value!r} is not a list of some of {known}",
            name=name,
            value=value,
            known=" ".join(words),
        )


def _is_tuple(value: Any) -> TypeGuard[tuple[Any, ...]]:
    return isinstance(value, tuple)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def with_options(base: R, options: Mapping[str, Any]) -> R:
    """Return `base` with some options changed. Raises BadRules for unknown names and bad values."""
    known = _fields(base)
    for name in options:
        if name not in known:
            raise BadRules("{name}: there is no such option", name=name)
    changes = {name: tuple(v) if _is_list(v) else v for name, v in options.items()}
    return replace(base, **changes)  # type: ignore[type-var]  # every rules value is a dataclass


def differences(base: Any, rules: Any) -> dict[str, Any]:
    """Return the options in which `rules` differs from `base`, with the values of `rules`."""
    return {
        name: getattr(rules, name)
        for name in _fields(base)
        if getattr(rules, name) != getattr(base, name)
    }
