"""One structural codec between dataclasses and the plain values that msgpack carries.

Hides: how a typed value looks on the wire. A codec is compiled once for each type from its hints.
Must not know: any message, any game, frames, sockets.

    int, str, bool, bytes   themselves; an int within ±2^53, a bool is no int
    Literal, StrEnum        their value
    tuple, Mapping          list and map of limited length
    X | None                nil or X
    a dataclass             a map of its fields; in a union of them "k" names which one it is
    a type with `parse`     its notation: str(value), and `parse(text)` on the way back

A field with metadata {"wire": False} is not sent: who unpacks gives it. `Annotated[int, Limit(…)]`
bounds a number, `Annotated[str | bytes | tuple, Limit(…)]` a length.
Whatever comes in, `unpack` raises BadMessage and nothing else.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")

MAX_INT: Final = 2**53
MAX_TEXT: Final = 1400
MAX_BYTES: Final = 1024
MAX_ITEMS: Final = 128
MAX_KEYS: Final = 64


class Fault(StrEnum):
    """What is wrong with what a peer sent: a closed list."""

    BAD_MESSAGE = "bad-message"
    FRAME_TOO_BIG = "frame-too-big"
    IS_TLS = "is-tls"
    IS_HTTP = "is-http"
    IS_SSH = "is-ssh"


class BadMessage(Exception):
    """The peer sent what no honest peer sends. The connection ends; `why` is for the log."""

    def __init__(self, why: str, code: Fault = Fault.BAD_MESSAGE) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.why = why


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and most a number, or the length of a text, bytes or tuple, may be."""

    least: int
    most: int


Given: TypeAlias = Mapping[str, Any]


_NARROWED: Final[dict[type, dict[str, Any]]] = {}


class _Codec(NamedTuple):
    pack: Callable[[Any], Any]
    unpack: Callable[[Any, Given], Any]


def pack(value: Any) -> dict[str, Any]:
    """Return what msgpack takes for a dataclass: a map with its kind under "k"."""
    return _tagger(_class_of(value))(value)


@cache
def _tagger(cls: Any) -> Callable[[Any], dict[str, Any]]:
    """Return what packs a class: looked up once for each message, not part by part."""
    kind, pack_record = tag(cls), _codec(cls, True).pack

    def pack_tagged(value: Any) -> dict[str, Any]:
        return {"k": kind, **pack_record(value)}

    return pack_tagged


def unpack(hint: Any, value: object, *, exact: bool, given: Given | None = None) -> Any:
    """Return the typed value of `hint` (a dataclass or a union of them) for a plain one.

    Args:
        hint: The type wanted.
        value: What msgpack made of the bytes.
        exact: Unknown and missing keys are refused; else unknown ones are passed over
            and missing ones have their default (a newer peer may say more, an older less).
        given: Values for the fields that are not sent, by field name.

    Raises:
        BadMessage: `value` is anything else.
    """
    return _tagged_in(hint, exact).unpack(value, given or {})


@cache
def _tagged_in(hint: Any, exact: bool) -> _Codec:
    return _tagged(_flat((hint,)), exact)


def narrow(cls: type, **hints: Any) -> None:
    """Say what stands in fields that `cls` itself leaves open (`Any`). Before its first use."""
    _NARROWED[cls] = hints


@cache
def tag(cls: Any) -> str:
    """Return the name of a class on the wire: `drop-in` for DropIn, `uno.drew` for a game's own.

    Journals keep it too. Where a class stands has a say in it only for the engine's.
    """
    name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
    root, *folders, _ = cls.__module__.split(".")
    return ".".join([*folders, name] if root == "engine" else [name])


def tag_of(message: object) -> str:
    """Return what a message is called on the wire."""
    kind: Any = type(message)
    return tag(kind)


# --- compiling ------------------------------------------------------------------------------------


@cache
def _codec(hint: Any, exact: bool) -> _Codec:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _limited(args[0], args[1], exact)
    if _is_union(hint):
        return _union(args, exact)
    if origin is Literal:
        return _choice(args)
    if origin is tuple:
        return _tuple(args, Limit(0, MAX_ITEMS), exact)
    if origin is Mapping:
        return _mapping(_codec(args[1], exact))
    return _class(hint, exact)


def _class(cls: Any, exact: bool) -> _Codec:
    if cls in _PLAIN:
        return _PLAIN[cls]
    if _is_enum(cls):
        return _enum(cls)
    if hasattr(cls, "parse"):
        return _notation(cls)
    if is_dataclass(cls):
        return _record(cls, exact)
    raise TypeError(f"no wire form for {cls!r}")


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)


def _flat(members: tuple[Any, ...]) -> tuple[Any, ...]:
    flat: list[Any] = []
    for member in members:
        flat += _flat(get_args(member)) if _is_union(member) else [member]
    return tuple(flat)


def _class_of(value: object) -> Any:
    return type(value)


def _same(value: Any) -> Any:
    """Pack what msgpack takes as it is, tuples too: most is, and a whole value of such parts."""
    return value


def _is_enum(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, StrEnum)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return type(value) is list


def is_map(value: object) -> TypeGuard[dict[Any, Any]]:
    """Whether msgpack made a map of it."""
    return type(value) is dict


def _as_list(value: object, limit: Limit) -> list[Any]:
    if _is_list(value) and limit.least <= len(value) <= limit.most:
        return value
    raise BadMessage(f"{_show(value)} is not a list of {limit.least} to {limit.most}")


def _as_map(value: object) -> dict[str, Any]:
    if is_map(value) and len(value) <= MAX_KEYS and all(map(_is_key, value)):
        return value
    raise BadMessage(f"{_show(value)} is not a map of up to {MAX_KEYS} short keys")


def _is_key(key: object) -> bool:
    return isinstance(key, str) and len(key) <= MAX_KEYS


def _show(value: object) -> str:
    """Return a value for the log; of a list or map only that it is one: it may be nested deep."""
    if _is_list(value) or is_map(value):
        return f"a {type(value).__name__}"
    return ascii(value)[:60]


def _checked(check: Callable[[Any], bool], name: str) -> _Codec:
    def unpack_plain(value: Any, _given: Given) -> Any:
        if check(value):
            return value
        raise BadMessage(f"{_show(value)} is not {name}")

    return _Codec(_same, unpack_plain)


def _integer(limit: Limit) -> _Codec:
    def fits(value: Any) -> bool:
        return type(value) is int and limit.least <= value <= limit.most

    return _checked(fits, f"a number from {limit.least} to {limit.most}")


def _sized(cls: type[str] | type[bytes], limit: Limit) -> _Codec:
    def fits(value: Any) -> bool:
        return type(value) is cls and limit.least <= len(value) <= limit.most

    return _checked(fits, f"{cls.__name__} of length {limit.least} to {limit.most}")


def _exactly(cls: type) -> _Codec:
    def fits(value: Any) -> bool:
        return type(value) is cls

    return _checked(fits, cls.__name__)


_PLAIN: Final[Mapping[type, _Codec]] = {
    int: _integer(Limit(-MAX_INT, MAX_INT)),
    str: _sized(str, Limit(0, MAX_TEXT)),
    bytes: _sized(bytes, Limit(0, MAX_BYTES)),
    bool: _exactly(bool),
    types.NoneType: _exactly(types.NoneType),
}


def _limited(hint: Any, limit: Limit, exact: bool) -> _Codec:
    if hint is int:
        return _integer(limit)
    if hint is str or hint is bytes:
        return _sized(hint, limit)
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), limit, exact)
    raise TypeError(f"no limit for {hint!r}")


def _choice(values: tuple[Any, ...]) -> _Codec:
    def fits(value: Any) -> bool:
        return any(type(value) is type(one) and value == one for one in values)

    return _checked(fits, f"one of {values}")


def _enum(cls: type[StrEnum]) -> _Codec:
    members = {member.value: member for member in cls}

    def pack_enum(value: Any) -> Any:
        return value.value

    def unpack_enum(value: Any, _given: Given) -> Any:
        if type(value) is str and value in members:
            return members[value]
        raise BadMessage(f"{_show(value)} is not a {cls.__name__}")

    return _Codec(pack_enum, unpack_enum)


def _notation(cls: Any) -> _Codec:
    def unpack_notation(value: Any, _given: Given) -> Any:
        if type(value) is not str or len(value) > MAX_TEXT:
            raise BadMessage(f"{_show(value)} is not a {cls.__name__}")
        try:
            return cls.parse(value)
        except ValueError as error:
            raise BadMessage(f"not a {cls.__name__}: {_show(value)}") from error

    return _Codec(str, unpack_notation)


def _tuple(args: tuple[Any, ...], limit: Limit, exact: bool) -> _Codec:
    if len(args) == 2 and args[1] is Ellipsis:
        return _many(_codec(args[0], exact), limit)
    return _fixed([_codec(arg, exact) for arg in args])


def _many(item: _Codec, limit: Limit) -> _Codec:
    pack_item, unpack_item = item

    def pack_many(value: Any) -> Any:
        return list(map(pack_item, value))

    def unpack_many(value: Any, given: Given) -> Any:
        return tuple([unpack_item(one, given) for one in _as_list(value, limit)])

    return _Codec(_same if pack_item is _same else pack_many, unpack_many)


def _fixed(items: list[_Codec]) -> _Codec:
    limit = Limit(len(items), len(items))

    def pack_fixed(value: Any) -> Any:
        return [item.pack(one) for item, one in zip(items, value, strict=True)]

    def unpack_fixed(value: Any, given: Given) -> Any:
        parts = _as_list(value, limit)
        return tuple([item.unpack(one, given) for item, one in zip(items, parts, strict=True)])

    plain = all(item.pack is _same for item in items)
    return _Codec(_same if plain else pack_fixed, unpack_fixed)


def _mapping(item: _Codec) -> _Codec:
    def pack_mapping(value: Any) -> Any:
        return {key: item.pack(one) for key, one in value.items()}

    def unpack_mapping(value: Any, given: Given) -> Any:
        return {key: item.unpack(one, given) for key, one in _as_map(value).items()}

    return _Codec(_same if item.pack is _same else pack_mapping, unpack_mapping)


def _union(args: tuple[Any, ...], exact: bool) -> _Codec:
    members = _flat(args)
    solid = tuple(member for member in members if member is not types.NoneType)
    inner = _one_of(solid, exact)
    if len(solid) == len(members):
        return inner

    def pack_optional(value: Any) -> Any:
        return None if value is None else inner.pack(value)

    def unpack_optional(value: Any, given: Given) -> Any:
        return None if value is None else inner.unpack(value, given)

    return _Codec(_same if inner.pack is _same else pack_optional, unpack_optional)


def _one_of(members: tuple[Any, ...], exact: bool) -> _Codec:
    if len(members) == 1:
        return _codec(members[0], exact)
    if all(is_dataclass(member) and not hasattr(member, "parse") for member in members):
        return _tagged(members, exact)
    return _untagged([_codec(member, exact) for member in members], members)


def _untagged(codecs: list[_Codec], members: tuple[Any, ...]) -> _Codec:
    """Plain types and closed lists beside each other: the first that fits."""
    by_type = {
        (get_origin(member) or member): codec.pack
        for member, codec in zip(members, codecs, strict=True)
    }

    def pack_any(value: Any) -> Any:
        return by_type[type(value)](value)

    def unpack_any(value: Any, given: Given) -> Any:
        for codec in codecs:
            try:
                return codec.unpack(value, given)
            except BadMessage:
                continue
        raise BadMessage(f"{_show(value)} fits none of {len(codecs)} types")

    plain = all(codec.pack is _same for codec in codecs)
    return _Codec(_same if plain else pack_any, unpack_any)


@cache
def _tagged(members: tuple[Any, ...], exact: bool) -> _Codec:
    by_tag = {tag(member): _codec(member, exact) for member in members}
    if len(by_tag) != len(members):
        raise TypeError(f"two of {members} have one name")

    def unpack_tagged(value: Any, given: Given) -> Any:
        rest = dict(_as_map(value))
        kind = rest.pop("k", None)
        if type(kind) is not str or kind not in by_tag:
            raise BadMessage(f"there is no kind {_show(kind)}")
        return by_tag[kind].unpack(rest, given)

    return _Codec(pack, unpack_tagged)


def _record(cls: Any, exact: bool) -> _Codec:
    hints = get_type_hints(cls, include_extras=True) | _NARROWED.get(cls, {})
    sent: dict[str, _Codec] = {}
    unsent: list[str] = []
    optional: set[str] = set()
    for one in fields(cls):
        if not one.metadata.get("wire", True):
            unsent.append(one.name)
            continue
        sent[one.name] = _codec(hints[one.name], exact)
        if one.default is not MISSING or one.default_factory is not MISSING:
            optional.add(one.name)

    def unpack_record(value: Any, given: Given) -> Any:
        parts = _as_map(value)
        _check_keys(cls, parts, sent, optional, exact)
        made: dict[str, Any] = {name: given.get(name) for name in unsent}
        for name, codec in sent.items():
            if name in parts:
                try:
                    made[name] = codec.unpack(parts[name], given)
                except BadMessage as error:
                    raise BadMessage(f"{name}: {error.why}") from error
        try:
            return cls(**made)
        except ValueError as error:  # a type that refuses contradictions in __post_init__
            raise BadMessage(f"{cls.__name__}: {_show(str(error))}") from error

    return _Codec(_record_packer(sent), unpack_record)


def _record_packer(sent: Mapping[str, _Codec]) -> Callable[[Any], dict[str, Any]]:
    """Return what packs a record, as one would write it by hand for its fields.

    In a fourth of the time that a loop over them takes: most of what a table does is packing.
    """
    scope: dict[str, Any] = {f"pack_{name}": codec.pack for name, codec in sent.items()}
    parts = [
        f"{name!r}: one.{name}" if codec.pack is _same else f"{name!r}: pack_{name}(one.{name})"
        for name, codec in sent.items()
    ]
    exec(f"def pack_record(one): return {{{', '.join(parts)}}}", scope)
    made: Callable[[Any], dict[str, Any]] = scope["pack_record"]
    return made


def _check_keys(
    cls: Any, value: dict[str, Any], sent: dict[str, _Codec], optional: set[str], exact: bool
) -> None:
    missing = sent.keys() - value.keys()
    if missing - (set() if exact else optional):
        raise BadMessage(f"{cls.__name__} without {', '.join(sorted(missing))}")
    if exact and len(value) != len(sent):
        raise BadMessage(f"{cls.__name__} with unknown keys")
