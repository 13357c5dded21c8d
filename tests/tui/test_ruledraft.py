"""Rules while they are changed: values stepped and read, contradictions, files of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.game import BadRules
from engine.games import GAMES
from engine.options import with_options
from engine.rulefile import known_rulesets, load_ruleset
from netcore.wire.messages import Lobby, SeatInfo
from tui.faces import Faces
from tui.rules import ownrules
from tui.rules.ruledraft import Draft, Kind, kinds, read, read_changes, setup, stepped

KINDS = [(game, kind) for game in GAMES for kind in kinds(game)]
NAMES = [f"{game} {kind.name}" for game, kind in KINDS]


def lobby(game: str = "uno", preset: str = "", taken: int = 2, seats: int = 4) -> Lobby:
    people = [SeatInfo(f"P{i}", "human") for i in range(taken)]
    there_are = (*people, *[SeatInfo("", "open")] * (seats - taken))
    name: Any = game
    return Lobby("t", "lobby", False, name, preset or next(iter(GAMES[game].presets)), {},
                 there_are, (), 0, 0, 60)  # fmt: skip


def values(kind: Kind) -> st.SearchStrategy[Any]:
    if kind.choices:
        return st.sampled_from(kind.choices)
    if kind.words:
        return st.sets(st.sampled_from(kind.words)).map(
            lambda chosen: tuple(word for word in kind.words if word in chosen)
        )
    return st.integers(kind.least, min(kind.most, 700))


def some_rules(game: str) -> st.SearchStrategy[Any]:
    """Return a strategy for rules that hold together: a few options of some preset changed."""

    @st.composite
    def made(draw: st.DrawFn) -> Any:
        base = draw(st.sampled_from(list(GAMES[game].presets.values())))
        chosen = draw(st.lists(st.sampled_from(kinds(game)), max_size=6, unique=True))
        try:
            return with_options(base, {kind.name: draw(values(kind)) for kind in chosen})
        except BadRules:
            assume(False)

    return made()


# --- values ---


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=NAMES)
def test_every_closed_value_is_reached_by_either_arrow(game: str, kind: Kind) -> None:
    start = getattr(next(iter(GAMES[game].presets.values())), kind.name)
    for by in (1, -1):
        value, seen = start, [start]
        while (value := stepped(kind, value, by)) != start and len(seen) < 1000:
            if seen[-1] == value:
                break  # a number has come to its end
            seen.append(value)
        if kind.choices:
            assert set(seen) == set(kind.choices) and len(seen) == len(kind.choices)
        elif not kind.words:
            assert all(kind.least <= one <= kind.most for one in seen)


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=NAMES)
def test_every_value_can_be_typed(game: str, kind: Kind) -> None:
    for choice in kind.choices:
        text = {True: "yes", False: "no"}.get(choice, str(choice)) if type(choice) is bool else None
        assert read(kind, text or str(choice)) == choice
    if kind.words:
        assert read(kind, "w,w+4") == ("w", "w+4")
    elif not kind.choices:
        assert read(kind, str(kind.least)) == kind.least
        for bad in ("", "-1", "1.5", "many", str(kind.most + 1), "²"):
            with pytest.raises(BadRules, match=kind.name):
                read(kind, bad)


@given(st.integers(0, 5000))
def test_numbers_are_one_ladder_up_and_down(value: int) -> None:
    kind = Kind("target", "", (), (), 0, 1_000_000)
    up = stepped(kind, value, 1)
    assert up > value
    assert value - 50 <= stepped(kind, up, -1) <= value
    again = stepped(kind, stepped(kind, up, 1), -1)
    assert again == up


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("gravity=yes", "gravity: there is no such option"),
        ("deflect=perhaps", "deflect: 'perhaps' is neither yes nor no"),
        ("stack=down", "stack: 'down' is not one of none, same, up"),
        ("deck=109", "deck: '109' is not one of 108, 112"),
        ("hand_size=1", "hand_size: '1' is not a whole number from 2 to 50"),
        ("stack", "stack: '' is not one of none, same, up"),
    ],
)
def test_what_cannot_be_read_is_named(setting: str, reason: str) -> None:
    with pytest.raises(BadRules) as refused:
        read_changes("uno", [setting])
    assert str(refused.value) == reason


# --- the whole ---


@pytest.mark.parametrize("game", list(GAMES))
@given(data=st.data())
def test_any_rules_become_any_others_one_option_after_the_other(
    game: str, data: st.DataObject
) -> None:
    """Whatever contradicts on the way is kept until it is solved: no order leads into a corner."""
    begin, wanted = data.draw(some_rules(game)), data.draw(some_rules(game))
    order = data.draw(st.permutations(kinds(game)))
    base = next(iter(GAMES[game].presets))
    draft = Draft(game, base, begin)
    for kind in order:
        draft.put(**{kind.name: getattr(wanted, kind.name)})
        assert (draft.rules is None) == bool(draft.wrong)
    assert draft.rules == wanted
    while draft.undo():
        pass
    assert draft.rules == begin


def test_a_contradiction_is_told_and_can_be_taken_back() -> None:
    draft = Draft("uno", "official", GAMES["uno"].presets["official"])
    draft.put(deflect=True)
    assert draft.rules is None
    assert draft.wrong == "deflect with stack = none: there is never a penalty to deflect"
    assert draft.values["deflect"] is True
    draft.put(stack="same")
    assert draft.wrong == "" and draft.rules.deflect
    assert draft.undo() and draft.wrong
    assert draft.undo() and not draft.wrong
    assert not draft.undo()


def test_the_request_keeps_the_seats_where_it_can() -> None:
    presets = GAMES["casino"].presets
    asked = setup(lobby("casino", seats=2), "casino", "partners", presets["partners"])
    assert (asked.preset, asked.options, asked.seats) == ("partners", {}, 4)
    sweeps = with_options(presets["seed"], {"sweeps": 2})
    asked = setup(lobby("casino", seats=3), "casino", "seed", sweeps)
    assert (asked.options, asked.seats) == ({"sweeps": 2}, 3)
    with pytest.raises(BadRules, match="At most 4 players can play"):
        setup(lobby("uno", taken=6, seats=8), "casino", "seed", presets["seed"])
    big = with_options(GAMES["uno"].presets["official"], {"hand_size": 50})
    with pytest.raises(BadRules, match=r"At most 2 players can play|hand_size"):
        setup(lobby(taken=4), "uno", "official", big)


# --- files ---


@pytest.mark.parametrize("game", list(GAMES))
@given(data=st.data())
def test_what_is_written_is_read_back(game: str, data: st.DataObject) -> None:
    rules = data.draw(some_rules(game))
    base = data.draw(st.sampled_from(list(GAMES[game].presets)))
    again = load_ruleset(ownrules.text(game, base, rules), "ours")
    assert (again.rules, again.base, again.game.name) == (rules, base, game)


def test_a_file_appears_whole_and_in_a_new_folder(tmp_path: Path) -> None:
    path = ownrules.path_for(" Ours.toml ", tmp_path / "new")
    assert path == tmp_path / "new" / "ours.toml"
    ownrules.write(path, "one")
    ownrules.write(path, "two")
    assert path.read_text() == "two" and list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "name", ["", "../x", "a b", ".x", "规则", "x" * 41, "kano", "party", "con/", "a.b"]
)
def test_names_that_are_no_good(name: str, tmp_path: Path) -> None:
    with pytest.raises(ownrules.BadRulesName):
        ownrules.path_for(name, tmp_path)


def test_own_files_stand_beside_the_others_and_bad_ones_are_told(tmp_path: Path) -> None:
    ownrules.write(tmp_path / "ours.toml", 'base = "kano"\nstack = "none"\n')
    ownrules.write(tmp_path / "bad.toml", 'base = "kano"\ndeflect = "yes"\n')
    found, wrong = ownrules.for_game("uno", tmp_path)
    names = [one.name for one in found]
    assert names[-1] == "ours" and set(GAMES["uno"].presets) < set(names)
    assert len(wrong) == 1 and "deflect" in wrong[0]
    found, _ = ownrules.for_game("casino", tmp_path)
    assert {one.name for one in found} == {
        one.name for one in known_rulesets().values() if one.game.name == "casino"
    }


# --- some of a list ---


def test_faces_are_chosen_in_one_line() -> None:
    faces = Faces("first card back", ("0", "s", "+2", "w+4"), ("w+4",))
    assert faces.line() == "first card back: >0< s +2 *w+4"
    for key in ("right", "right", "space", "s", "0", "0"):
        assert faces.press(key) == ""
    assert faces.line() == "first card back: >0< *s *+2 *w+4"
    assert faces.chosen() == ("s", "+2", "w+4")
    assert faces.press("end") == "" and faces.press("right") == "" and faces.press("x") == ""
    assert faces.press("enter") == "take" and faces.press("escape") == "drop"
