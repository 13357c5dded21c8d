"""Every record under tests/records holds, and none would hold if it said anything else.

A rule or a fault enters as a record. The UNO records named `uno-case-…` come from public reports
of other programs; the letter and number is that of the report. Reports that no record can show
are tested elsewhere:

- engine: A11 (what the decks hold: test_uno_cards), A12 (twins part in a shuffle: test_fair), C10
  and H15 (bots: their tests), D8 (who sees the challenged hand: test_uno_hidden), D15 (a turn that
  nobody decides: test_uno_hidden), G5 (no card lost in long play: test_uno_laws);
- table and network: B12 (bots removed in mid-round), H5 (a pause after a catch in vain), L1-L10,
  J4 (who arrives first): test_cases in tests/netcore, H5 and who was faster also in test_reaction;
- client: H14 (a call is made by the player), J8 (the log says who jumped), K2 (why 0 points).

J3 as reported cannot happen: each card exists twice, so only one other seat can hold the twin.
I9 differs from the report: a last +4 ends the round, and its victim has no challenge.
"""

from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from engine.game import Code, parse_seat
from engine.games import GAMES
from engine.record import Act, Check, Leave, Record, RecordError, Refusal, Shuffle, dump, load
from engine.replay import Mismatch, replay, verify

RECORDS = Path(__file__).parent.parent / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.toml"))
WHOLE = [name for name in NAMES if name.startswith("game-")]
SMALL = [name for name in NAMES if not name.startswith("game-")]


@cache
def read(name: str) -> Record:
    return load((RECORDS / f"{name}.toml").read_text("utf-8"))


@cache
def everything() -> tuple[Record, ...]:
    return tuple(map(read, NAMES))


@pytest.mark.parametrize("name", NAMES)
def test_holds(name):
    """A record holds, and its one canonical form is the same record."""
    record = read(name)
    report = verify(record)
    assert report.mismatch is None, str(report.mismatch)
    if record.game == "uno" and name in SMALL:
        assert report.warnings == ()
    text = dump(record)
    assert load(text) == record
    assert dump(load(text)) == text


# ---------------------------------------------------------------- a record that lies


def holds(record: Record) -> bool:
    try:
        return verify(record).mismatch is None
    except RecordError:
        return False


def with_line(record: Record, deal: int, at: int, *lines) -> Record:
    """Return the record with one line replaced (by none: dropped)."""
    old = record.deals[deal]
    new = replace(old, lines=(*old.lines[:at], *lines, *old.lines[at + 1 :]), times=())
    return replace(record, deals=(*record.deals[:deal], new, *record.deals[deal + 1 :]))


def lines_of(record: Record, *kinds):
    for deal, played in enumerate(record.deals):
        for at, line in enumerate(played.lines):
            if isinstance(line, kinds):
                yield deal, at, line


OTHER = {
    "left": "right",
    "right": "left",
    "play": "drawn",
    "drawn": "play",
    "over": "play",
    "colour": "play",
    "-": "p1",
    "": "p1",
}


def other(key: str, value: str) -> str:
    """Return another value of this key."""
    kind = key.split()[0]
    if kind == "colour":
        return "r" if value != "r" else "y"
    if kind in ("hand", "stock", "discard", "top"):
        if "*" in value:
            return "y8 " + value
        return " ".join(value.split()[1:]) if value else "r5"
    if value in OTHER:
        return OTHER[value]
    first, *rest = value.split()
    if first.isdecimal():
        return " ".join([str(int(first) + 1), *rest])
    return " ".join(["p1" if parse_seat(first) else "p2", *rest])


def lies(record: Record):
    """Yield every way to say something else in one line, or in one value of the end."""
    for deal, at, line in lines_of(record, Check):
        wrong = Check(line.key, other(line.key, line.value))
        yield f"{line} also as {wrong}", with_line(record, deal, at, wrong)
    for deal, at, line in lines_of(record, Refusal):
        if line.code is not None:
            code = Code.NO_MATCH if line.code is not Code.NO_MATCH else Code.OVER
            yield f"{line} also as {code}", with_line(record, deal, at, Refusal(line.act, code))
        if line.act.action is not None:
            yield f"{line} also as an action", with_line(record, deal, at, line.act)
    for deal, at, line in lines_of(record, Act):
        yield f"{line} also as refused", with_line(record, deal, at, Refusal(line, None))
    for number, deal in enumerate(record.deals):
        for key, value in deal.end.items():
            text = value if isinstance(value, str) else " ".join(value)
            wrong = other(key, text)
            if key == "hands":
                wrong = (other("hand", value[0]), *value[1:])
            changed = replace(deal, end={**deal.end, key: wrong})
            deals = (*record.deals[:number], changed, *record.deals[number + 1 :])
            yield f"end.{key} also as {wrong}", replace(record, deals=deals)


@pytest.mark.parametrize("name", [name for name in SMALL if read(name).game == "uno"])
def test_no_lie_holds(name):
    for lie, record in lies(read(name)):
        assert not holds(record), lie


@pytest.mark.parametrize("name", [name for name in WHOLE if read(name).game == "uno"])
def test_a_whole_game_misses_every_line_but_a_call(name):
    """Without any one of its actions or shuffles a whole game goes another way."""
    record = read(name)
    for deal, at, line in lines_of(record, Act, Leave, Shuffle):
        if not (isinstance(line, Act) and line.text == "call"):
            assert not holds(with_line(record, deal, at)), str(line)


def test_another_seat_fails():
    record = read("uno-example-challenge")
    for deal, at, line in lines_of(record, Act):
        for seat in range(3):
            if seat != line.seat and not line.text.startswith("catch"):  # anybody may catch
                wrong = Act(seat, line.text, line.action)
                assert not holds(with_line(record, deal, at, wrong)), str(wrong)


def test_a_mismatch_says_where_and_both_values():
    record = read("uno-example-challenge")
    at = record.deals[0].lines.index(Check("pending", "4"))
    report = verify(with_line(record, 0, at, Check("pending", "6")))
    assert str(report.mismatch) == f"deal 1, line {at + 1}: pending is 4, not 6"


# ---------------------------------------------------------------- nothing is left out


def test_there_is_a_record_for_every_refusal_code():
    shown = {line.code for r in everything() for _, _, line in lines_of(r, Refusal)}
    assert set(Code) <= shown


def values_of(game: str) -> list[tuple[str, object]]:
    """Return every value of every option that has a closed list of values."""
    kind = type(next(iter(GAMES[game].presets.values())))
    found: list[tuple[str, object]] = []
    for name, hint in get_type_hints(kind).items():
        if get_origin(hint) is Literal:
            found += [(name, value) for value in get_args(hint)]
        elif hint is bool:
            found += [(name, False), (name, True)]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_record_for_every_value_of_every_option(game):
    rules = [record.rules for record in everything() if record.game == game]
    missing = [
        f"{name} = {value}"
        for name, value in values_of(game)
        if not any(getattr(rule, name) == value for rule in rules)
    ]
    assert not missing


def test_there_are_two_records_for_every_other_option():
    """A number or a list of faces: its usual value and another one."""
    rules = [record.rules for record in everything() if record.game == "uno"]
    for option in fields(rules[0]):
        assert len({getattr(rule, option.name) for rule in rules}) > 1, option.name


@pytest.mark.parametrize("preset", GAMES["uno"].presets)
def test_there_is_a_whole_game_of_every_preset(preset):
    assert any(read(name).preset == preset for name in WHOLE)


def test_every_record_says_what_it_shows():
    assert all(record.about.get("note") for record in everything())


def test_replay_yields_every_line_in_order():
    record = read("uno-example-street")
    moments = list(replay(record))
    assert [moment.line for moment in moments] == [None, *record.deals[0].lines]
    with pytest.raises(Mismatch):
        list(replay(with_line(record, 0, 0)))
