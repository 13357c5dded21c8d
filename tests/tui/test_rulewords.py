"""What rules are called, and what is said when they change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.rulefile import Ruleset, known_rulesets
from netcore.wire.messages import Lobby
from tui.room import Room
from tui.rules import ownrules
from tui.rules.ruledraft import setup
from tui.text import rulewords


def lobby(preset: str, game: Any = "uno", **options: Any) -> Lobby:
    return Lobby("t", "lobby", False, game, preset, options, (), (), 0, 0, 60)


PARTY = {"stack": "up", "jump_in": True, "seven_zero": True, "draw_until_playable": True}


@pytest.mark.parametrize(
    ("preset", "options", "name"),
    [
        ("official", {}, "official rules"),
        ("official", {"stack": "none"}, "official rules"),
        ("street", {}, "street rules"),
        ("street", {"stack": "same"}, "street rules with 1 change"),
        ("official", PARTY, "party"),
        ("official", {**PARTY, "stack": "same"}, "party with 1 change"),
        ("official", {"seven_zero": True}, "official rules with 1 change"),
        ("official", {"scoring": "own_points", "punishments": "bust"}, "minus points"),
        ("minus", {"punishments": "none", "scoring": "winner_collects"}, "official rules"),
        ("kano", {"first_card_back": ("w", "+2", "w+4")}, "kano-reflip"),
    ],
)
def test_rules_are_called_by_their_name_or_the_nearest(
    preset: str, options: dict[str, Any], name: str
) -> None:
    assert rulewords.named(lobby(preset, **options)) == name


def test_own_rules_are_called_by_theirs() -> None:
    kano = known_rulesets()["kano"]
    ours = Ruleset("ours", kano.game, "kano", replace(kano.rules, stack="none"))
    changed = replace(ours.rules, hand_size=5)
    assert rulewords.title("uno", "kano", ours.rules, [ours]) == "ours"
    assert rulewords.title("uno", "kano", changed, [ours]) == "ours with 1 change"
    assert rulewords.title("uno", "kano", changed) == "Kano & King with 2 changes"


def test_a_table_with_just_the_own_rules_is_called_by_their_name() -> None:
    kano = known_rulesets()["kano"]
    rulewords.know([Ruleset("family", kano.game, "kano", replace(kano.rules, stack="none"))])
    assert rulewords.setting(lobby("kano", stack="none")) == "UNO, family"
    assert rulewords.named(lobby("kano", stack="none", hand_size=5)) == "Kano & King with 2 changes"
    assert rulewords.named(lobby("kano")) == "Kano & King"


@pytest.mark.parametrize(
    ("preset", "options", "by_the_host", "name"),
    [
        ("kano", {"stack": "none"}, "王家", "王家"),
        ("kano", {"stack": "none"}, "", "Kano & King with 1 change"),
        ("kano", {}, "王家", "Kano & King"),
        ("official", PARTY, "王家", "party"),
        ("kano", {"stack": "none"}, "Party", "Kano & King with 1 change"),
        ("kano", {"stack": "none"}, "official rules", "Kano & King with 1 change"),
        ("kano", {"gravity": 1}, "王家", "王家"),
    ],
)
def test_the_name_a_host_gives_is_shown_where_everybody_has_none(
    preset: str, options: dict[str, Any], by_the_host: str, name: str
) -> None:
    there = replace(lobby(preset, **options), rules_name=by_the_host)
    assert rulewords.named(there) == name


def test_a_guest_with_other_words_for_them_reads_the_hosts() -> None:
    kano = known_rulesets()["kano"]
    rulewords.know([Ruleset("family", kano.game, "kano", replace(kano.rules, stack="none"))])
    there = replace(lobby("kano", stack="none"), rules_name="王家")
    assert rulewords.named(there) == "王家"


def test_beside_a_hosts_name_stands_in_how_much_they_differ() -> None:
    there = lobby("official", stack="up")
    assert rulewords.note_beside(there) == ""  # its name says so: "with 1 change"
    assert rulewords.note_beside(lobby("kano", stack="none")) == ""  # so does this
    assert rulewords.note_beside(lobby("minus")) == "+2 rules"
    assert rulewords.note_beside(replace(there, rules_name="王家")) == "+1 rule"
    assert rulewords.note_beside(lobby("street")) == "+13 rules"
    assert rulewords.note_beside(lobby("street", hand_size=5)) == "", "two counts contradict"


def test_rules_keep_their_name_until_they_are_others() -> None:
    there = replace(lobby("kano", stack="none"), rules_name="王家")
    rules = rulewords.rules_of(there)
    assert setup(there, "uno", "kano", rules, 3).rules_name == "王家"
    assert setup(there, "uno", "kano", replace(rules, hand_size=5), 3).rules_name == ""
    ours = Ruleset("ours", known_rulesets()["kano"].game, "kano", replace(rules, hand_size=6))
    rulewords.know([ours])
    assert setup(there, "uno", "kano", ours.rules, 3).rules_name == "ours"
    rulewords.know([known_rulesets()["kano"]])  # as when the command line names one of them
    assert setup(there, "uno", "kano", known_rulesets()["kano"].rules, 3).rules_name == ""


def test_every_ruleset_is_called_by_its_name() -> None:
    for one in known_rulesets().values():
        at_table = lobby(one.base, one.game.name, **one.options)
        assert rulewords.named(at_table) == rulewords.words.preset(one.name)


def test_the_differences_are_told() -> None:
    assert rulewords.differs(lobby("official")) == ""
    assert rulewords.difference_note(lobby("official")) == ""
    assert rulewords.differs(lobby("official", stack="up", hand_size=5)) == (
        "Differs from official rules in: hand size: 5; stack: up."
    )
    assert rulewords.difference_note(lobby("official", stack="up")) == "+1 rule"
    assert rulewords.difference_note(lobby("street")) == "+13 rules"
    assert "does not know" in rulewords.differs(lobby("official", gravity=True))
    assert rulewords.differs(lobby("crystal", target=60)) == (
        "Changed: target: 60. Differs from official rules in: w4 legal: match; stack: up; "
        "multi: same face; multi effect: each; jump in: yes; false call penalty: 2; "
        "scoring: own points; target: 60; next dealer: winner."
    )


def test_a_change_is_told() -> None:
    before = lobby("official")
    assert rulewords.changed(None, before) == ""
    assert rulewords.changed(before, before) == ""
    assert rulewords.changed(before, lobby("official", stack="up")) == (
        "Rules changed. stack: up instead of none."
    )
    both = lobby("official", stack="up", deflect=True)
    assert rulewords.changed(both, before) == (
        "Rules changed. stack: none instead of up; deflect: no instead of yes."
    )
    assert rulewords.changed(before, lobby("street")) == ("The rules are now: street rules.")
    assert rulewords.changed(before, lobby("seed", "casino")) == (
        "Casino is played now: house rules."
    )
    running = replace(lobby("street"), phase="deal")
    assert rulewords.changed(before, running) == ""


def test_the_next_ruleset_goes_round_through_all_of_them() -> None:
    """Also where two have the same rules, or no ruleset has the present ones."""
    there_are = [one for one in known_rulesets().values() if one.game.name == "uno"]
    kano = known_rulesets()["kano"]
    there_are += [replace(kano, name="twin"), replace(kano, name="triplet")]
    names, last, rules, base = [], "", there_are[0].rules, "official"
    for _ in there_are:
        chosen = rulewords.following(there_are, base, rules, last)
        names.append(chosen.name)
        last, rules, base = chosen.name, chosen.rules, chosen.base
    assert names == [*[one.name for one in there_are[1:]], "official"]
    changed = replace(kano.rules, hand_size=5)
    assert rulewords.following(there_are, "kano", changed, "triplet").name == "street"


def test_a_file_of_the_command_line_is_one_of_the_rulesets_to_choose(tmp_path: Path) -> None:
    street = known_rulesets()["street"]
    named = Ruleset("far", street.game, "street", replace(street.rules, hand_size=5))
    rulewords.know([named, street])
    (tmp_path / "near.toml").write_text('base = "kano"\nhand_size = 6\n')
    found, wrong = ownrules.for_game("uno", tmp_path)
    assert [one.name for one in found][-2:] == ["near", "far"] and not wrong
    assert len({one.name for one in found}) == len(found)
    assert "far" not in [one.name for one in ownrules.for_game("casino", tmp_path)[0]]


def test_files_in_the_folder_are_known_by_name(tmp_path: Path) -> None:
    (tmp_path / "near.toml").write_text('base = "kano"\nhand_size = 6\n')
    (tmp_path / "bad.toml").write_text("hand_size = 6\n")
    ownrules.know(tmp_path)
    assert rulewords.named(lobby("kano", hand_size=6)) == "near"


def test_a_value_that_was_stepped_to_is_told_once() -> None:
    room = Room()
    for target in (500, 550, 500, 450):
        room.take(lobby("official", target=target), 0.0)
    assert [line.text for line in room.log] == ["Rules changed. target: 450 instead of 500."]
    room.take(lobby("official", target=450, stack="up"), 0.0)
    assert [line.text for line in room.log] == [
        "Rules changed. stack: up instead of none; target: 450 instead of 500."
    ]
    room.tell("Bob sits down.", "table")
    room.take(lobby("official", stack="up"), 0.0)
    assert [line.text for line in room.log][1:] == [
        "Bob sits down.", "Rules changed. target: 500 instead of 450.",
    ]  # fmt: skip
    room.take(lobby("official", target=450, stack="up"), 0.0)
    assert [line.text for line in room.log][1:] == ["Bob sits down."]
