"""The record: the one text format of games, for replays, bug reports and proofs (docs/RECORD.md).

Hides: TOML, the keys of the file, the grammar of its lines. Must not know: what any action does
(replay.py plays a record). Reading is strict: an unknown key or word is an error, never skipped,
but for keys that begin with `_`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, TypeAlias, TypeGuard

from engine.game import AnyGame, BadNotation, BadRules, Code, Seat, Worded, parse_seat, seat_name
from engine.games import GAMES
from engine.king.line import Punish, Settle
from engine.options import with_options
from engine.position import STAR, Position

VERSION: Final = 1


class RecordError(Worded):
    """The file is not a record; the message says where and why."""


# ---------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class Act:
    """`p1 play r5`: a seat acts. `action` None: the text is not in the notation."""

    seat: Seat
    text: str
    action: Any = field(compare=False)

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} {self.text}"


@dataclass(frozen=True, slots=True)
class Leave:
    """`p2 leave`: a seat is given up for good."""

    seat: Seat

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} leave"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`d shuffle …`: the new stock that the action just above needed, next card first."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("d shuffle", *self.cards))


@dataclass(frozen=True, slots=True)
class Check:
    """`= key value`: the position now."""

    key: str
    value: str

    def __str__(self) -> str:
        return f"= {self.key} {self.value}".rstrip()


@dataclass(frozen=True, slots=True)
class Refusal:
    """`! p2 play r2 -> no-match`: must be refused, with this code, and change nothing."""

    act: Act
    code: Code | None

    def __str__(self) -> str:
        return f"! {self.act}" + (f" -> {self.code}" if self.code else "")


Line: TypeAlias = Act | Leave | Shuffle | Punish | Settle | Check | Refusal
SEATED_KEYS: Final = ("hand", "taken")
"""Keys that a check line writes with a seat."""


def parse_line(text: str, game: AnyGame, seats: int) -> Line:
    """Read one line of `deal.actions`. Raises BadNotation."""
    head, _, rest = text.strip().partition(" ")
    match head:
        case "=":
            return _parse_check(rest, seats)
        case "!":
            written, arrow, code = rest.rpartition("->")
            act = _parse_act(written if arrow else rest, game, seats, lenient=True)
            return Refusal(act, _parse_code(code.strip()) if arrow else None)
        case "d":
            return _parse_chance(text.split(), seats)
        case _:
            if rest.strip() == "leave":
                return Leave(parse_seat(head, seats))
            return _parse_act(text, game, seats, lenient=False)


def _parse_chance(words: list[str], seats: int) -> Shuffle | Punish | Settle:
    match words:
        case ["d", "shuffle", *cards]:
            return Shuffle(tuple(cards))
        case ["d", "punish", *_]:
            return Punish.parse(" ".join(words), seats)
        case ["d", "done" | "waived", *_]:
            return Settle.parse(" ".join(words), seats)
        case _:
            raise BadNotation("not a chance line: {text!r}", text=" ".join(words))


def _parse_act(text: str, game: AnyGame, seats: int, *, lenient: bool) -> Act:
    """Read `seat action`. A refusal may be of something that is no action at all."""
    head, _, rest = text.strip().partition(" ")
    seat = parse_seat(head, seats)
    try:
        action = game.parse(rest)
    except BadNotation:
        if not lenient:
            raise
        return Act(seat, " ".join(rest.split()), None)
    return Act(seat, str(action), action)


def _parse_code(text: str) -> Code:
    try:
        return Code(text)
    except ValueError:
        raise BadNotation("not a refusal code: {text!r}", text=text) from None


def _parse_check(text: str, seats: int) -> Check:
    key, *values = text.split() or [""]
    if key in SEATED_KEYS:
        if not values:
            raise BadNotation("= {key} names a seat", key=key)
        key = f"{key} {seat_name(parse_seat(values[0], seats))}"
        values = values[1:]
    if not key:
        raise BadNotation("'=' names a key of the position")
    return Check(key, " ".join(values))


# ---------------------------------------------------------------- the file


@dataclass(frozen=True, slots=True)
class Fair:
    """What a deal's chance followed from, and the head of its log (engine.fair).

    Attributes:
        commit: What was published before anybody gave a share.
        seed: The host's secret, shown when the deal had ended.
        shares: The players', in seat order.
        head: Of the chained log, after the deal's last action line.
        pools: From how many cards each punishment was drawn, in the order of their lines.
        links: What the last of them followed from, that were drawn after the end of the deal.
    """

    deal_id: str
    commit: bytes
    seed: bytes
    shares: tuple[bytes, ...]
    head: bytes
    pools: tuple[int, ...] = ()
    links: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: how it starts, its lines, the expected end.

    Attributes:
        start: A set-up position, or None when a whole deck is dealt.
        deck: The order of the whole deck, next card first, `*` allowed at its end.
        dealer: Who deals; None leaves it to the rules.
        lines: The lines, in order.
        times: Seconds from the start of the deal, one per action line; empty when not kept.
        end: Expected position; only the keys given are compared.
        fair: What the deck and the reshuffles follow from; None where that is not known.
    """

    start: Position | None = None
    deck: tuple[str, ...] = ()
    dealer: Seat | None = None
    lines: tuple[Line, ...] = ()
    times: tuple[float, ...] = ()
    end: Position = field(default_factory=dict[str, "str | tuple[str, ...]"])
    fair: Fair | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A whole file.

    Attributes:
        game: `uno` or `casino`.
        preset: The name of the ruleset.
        options: What differs from it, as written.
        players: Names in seat order.
        deals: The deals, in order.
        about: `called` (what the host calls the rules), `note`, `source`, `date`, where given.
    """

    game: str
    preset: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    deals: tuple[Deal, ...]
    about: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def rules(self) -> Any:
        """The rules. Raises BadRules."""
        return with_options(GAMES[self.game].presets[self.preset], self.options)


ABOUT: Final = ("called", "note", "source", "date")
_TOP: Final = {"cardtui", "game", "rules", "options", "players", "deal", *ABOUT}
_DEAL: Final = {"start", "deck", "dealer", "actions", "times", "end", "fair"}
_FAIR: Final = {"version", "deal_id", "commit", "seed", "shares", "head", "pools", "links"}
_HEX: Final = re.compile(r"[0-9a-f]{64}")
FAIR_VERSION: Final = "cardtui/1"


def load(text: str) -> Record:
    """Read a record. Raises RecordError for whatever is not one."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError("not TOML: {why}", why=error) from None
    if next(iter(data), None) != "cardtui":
        raise RecordError("not a record: its first key is not `cardtui`")
    if data["cardtui"] != VERSION or type(data["cardtui"]) is not int:
        raise RecordError(
            "record format {found!r}; this program reads {known}",
            found=data["cardtui"],
            known=VERSION,
        )
    _refuse_unknown(data, _TOP, "")
    game = GAMES.get(_text(data, "game", ""))
    if game is None:
        raise RecordError(
            "game: {value!r} is not one of {known}", value=data.get("game"), known=", ".join(GAMES)
        )
    preset = _text(data, "rules", "")
    if preset not in game.presets:
        raise RecordError(
            "rules: {preset!r} is not one of {known}", preset=preset, known=", ".join(game.presets)
        )
    options: Any = data.get("options", {})
    if not _is_table(options):
        raise RecordError("options: a table of options")
    players = _texts(data, "players")
    deals: Any = data.get("deal", [])
    if not _is_array(deals) or not deals:
        raise RecordError("no [[deal]]")
    record = Record(
        game.name,
        preset,
        {name: _frozen(value) for name, value in options.items() if name[:1] != "_"},
        players,
        tuple(_deal(deal, number, game, players) for number, deal in enumerate(deals, 1)),
        {key: _text(data, key, "") for key in ABOUT if key in data},
    )
    try:
        fewest, most = game.seat_range(record.rules)
    except BadRules as error:
        raise RecordError("options: {why}", why=error) from None
    if not fewest <= len(players) <= most:
        raise RecordError(
            "players: {count}; by these rules {fewest} to {most} can play",
            count=len(players),
            fewest=fewest,
            most=most,
        )
    return record


def _is_table(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_array(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _frozen(value: Any) -> Any:
    return tuple(value) if _is_array(value) else value


def _refuse_unknown(table: Mapping[str, Any], known: set[str], where: str) -> None:
    for key in table:
        if key not in known and key[:1] != "_":
            raise RecordError("{key}: no such key", key=where + key)


def _text(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str):
        raise RecordError("{key}: a text is required, not {value!r}", key=where + key, value=value)
    return value


def _texts(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key)
    if not _is_array(value) or not all(isinstance(word, str) for word in value):
        raise RecordError("{key}: an array of texts is required", key=key)
    return tuple(value)


def _deal(table: Any, number: int, game: AnyGame, players: tuple[str, ...]) -> Deal:
    try:
        return _read_deal(table, game, players)
    except (RecordError, BadNotation) as error:
        raise RecordError("deal {deal}: {why}", deal=number, why=error) from None


def _read_deal(table: Any, game: AnyGame, players: tuple[str, ...]) -> Deal:
    if not _is_table(table):
        raise RecordError("not a table")
    _refuse_unknown(table, _DEAL, "")
    if ("start" in table) == ("deck" in table):
        raise RecordError("either start or deck is required")
    if "start" in table and "dealer" in table:
        raise RecordError("dealer goes with deck; a position has start.dealer")
    lines: Any = table.get("actions", [])
    if not _is_array(lines) or not all(isinstance(line, str) for line in lines):
        raise RecordError("{key}: an array of lines is required", key="actions")
    times: Any = table.get("times", [])
    if not _is_array(times):
        raise RecordError("{key}: an array of seconds is required", key="times")
    dealer = parse_seat(_text(table, "dealer", ""), len(players)) if "dealer" in table else None
    deal = Deal(
        _position(table["start"], "start") if "start" in table else None,
        tuple(_text(table, "deck", "").split()) if "deck" in table else (),
        dealer,
        _lines(lines, game, len(players)),
        tuple(times),
        _position(table.get("end", {}), "end"),
        _fair(table["fair"]) if "fair" in table else None,
    )
    if deal.fair is not None and (deal.start is not None or STAR in deal.deck):
        raise RecordError("fair goes with a whole deck, in its order")
    _check_times(deal)
    return deal


def _fair(table: Any) -> Fair:
    if not _is_table(table):
        raise RecordError("{key}: a table is required", key="fair")
    _refuse_unknown(table, _FAIR, "fair.")
    version = _text(table, "version", "fair.")
    if version != FAIR_VERSION:
        raise RecordError(
            "{key}: {version!r}; this program knows {known!r}",
            key="fair.version",
            version=version,
            known=FAIR_VERSION,
        )
    pools: Any = table.get("pools", [])
    if not _is_array(pools) or not all(type(one) is int and 0 < one < 1000 for one in pools):
        raise RecordError("{key}: an array of numbers of cards is required", key="fair.pools")
    return Fair(
        _text(table, "deal_id", "fair."),
        _hash(table.get("commit"), "fair.commit"),
        _hash(table.get("seed"), "fair.seed"),
        _hashes(table.get("shares"), "fair.shares"),
        _hash(table.get("head"), "fair.head"),
        tuple(pools),
        _hashes(table.get("links", []), "fair.links"),
    )


def _hashes(value: Any, where: str) -> tuple[bytes, ...]:
    if not _is_array(value):
        raise RecordError("{key}: an array of texts is required", key=where)
    return tuple(_hash(one, where) for one in value)


def _hash(value: Any, where: str) -> bytes:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise RecordError(
            "{key}: 64 hexadecimal digits are required, not {value!r}", key=where, value=value
        )
    return bytes.fromhex(value)


def _lines(texts: list[str], game: AnyGame, seats: int) -> tuple[Line, ...]:
    lines: list[Line] = []
    for number, text in enumerate(texts, 1):
        try:
            lines.append(parse_line(text, game, seats))
        except BadNotation as error:
            raise BadNotation("line {number}: {why}", number=number, why=error) from None
    return tuple(lines)


def _check_times(deal: Deal) -> None:
    acts = sum(isinstance(line, Act | Leave) for line in deal.lines)
    if deal.times and len(deal.times) != acts:
        raise RecordError("times: {times} for {acts} actions", times=len(deal.times), acts=acts)
    if not all(type(time) in (int, float) and 0 <= time < inf for time in deal.times):
        raise RecordError("times: seconds from the start of the deal are required")


def _position(table: Any, name: str) -> Position:
    if not _is_table(table):
        raise BadNotation("{key}: a table is required", key=name)
    return {key: _value(value, f"{name}.{key}") for key, value in table.items() if key[:1] != "_"}


def _value(value: Any, where: str) -> str | tuple[str, ...]:
    if _is_array(value) and all(type(word) in (str, int) for word in value):
        return tuple(str(word) for word in value)
    if type(value) in (str, int):
        return str(value)
    raise BadNotation("{key}: a text, a number, or an array of these is required", key=where)


# ---------------------------------------------------------------- writing


def dump(record: Record) -> str:
    """Write a record in its one canonical form; `load` gives the same record back."""
    out = [f"cardtui = {VERSION}", f"game    = {_toml(record.game)}"]
    out.append(f"rules   = {_toml(record.preset)}")
    if record.options:
        out.append(f"options = {_toml(dict(record.options))}")
    out.append(f"players = {_toml(record.players)}")
    out += [f"{key:7} = {_toml(record.about[key])}" for key in ABOUT if key in record.about]
    for deal in record.deals:
        out += ["", "[[deal]]", *_dump_deal(deal)]
    return "\n".join(out) + "\n"


def _dump_deal(deal: Deal) -> list[str]:
    out: list[str] = []
    if deal.start is not None:
        out += [f"start.{_key(key)} = {_toml(value)}" for key, value in deal.start.items()]
        if not deal.start:
            out.append("start = {}")
    else:
        out.append(f"deck = {_toml(' '.join(deal.deck))}")
    if deal.dealer is not None:
        out.append(f"dealer = {_toml(seat_name(deal.dealer))}")
    out += ["actions = [", *(f"  {_toml(str(line))}," for line in deal.lines), "]"]
    if deal.times:
        out.append(f"times = {_toml(deal.times)}")
    out += [f"end.{_key(key)} = {_toml(value)}" for key, value in deal.end.items()]
    return out + _dump_fair(deal.fair)


def _dump_fair(fair: Fair | None) -> list[str]:
    if fair is None:
        return []
    out = ["[deal.fair]", f"version = {_toml(FAIR_VERSION)}", f"deal_id = {_toml(fair.deal_id)}"]
    out += [f"commit = {_toml(fair.commit.hex())}", f"seed = {_toml(fair.seed.hex())}"]
    out += _dump_hashes("shares", fair.shares)
    out.append(f"head = {_toml(fair.head.hex())}")
    out += [f"pools = {_toml(fair.pools)}"] if fair.pools else []
    return out + (_dump_hashes("links", fair.links) if fair.links else [])


def _dump_hashes(key: str, hashes: Sequence[bytes]) -> list[str]:
    if not hashes:
        return [f"{key} = []"]
    return [f"{key} = [", *(f"  {_toml(one.hex())}," for one in hashes), "]"]


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # JSON's escapes are TOML's, except that TOML wants DEL escaped as well
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        case int() | float():
            return repr(value)
        case _ if _is_table(value):
            return "{ " + ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items()) + " }"
        case _:
            return "[" + ", ".join(map(_toml, value)) + "]"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)
