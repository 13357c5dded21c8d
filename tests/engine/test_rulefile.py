"""Ruleset files: what they may say, and what is refused with option and reason."""

from __future__ import annotations

import pytest

from engine.game import BadRules
from engine.games import GAMES
from engine.options import with_options
from engine.rulefile import known_rulesets, load_ruleset


def test_a_file():
    ours = load_ruleset('base = "kano"\nnote = "Ours."\nstack = "none"\nrounds = 3', "ours")
    assert (ours.name, ours.base, ours.note, ours.game.name) == ("ours", "kano", "Ours.", "uno")
    assert ours.options == {"stack": "none", "rounds": 3}
    assert with_options(GAMES["uno"].presets["kano"], ours.options) == ours.rules


def test_lists_and_what_is_as_in_the_base():
    ours = load_ruleset('base = "kano"\nstack = "same"\nfirst_card_back = ["w", "w+4"]', "ours")
    assert ours.options == {"first_card_back": ("w", "w+4")}


@pytest.mark.parametrize("game", [*GAMES])
def test_a_base_alone_is_the_preset(game):
    for name, rules in GAMES[game].presets.items():
        alone = load_ruleset(f'base = "{name}"', "x")
        assert alone.game is GAMES[game] and alone.rules == rules and not alone.options


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "base: it is missing; it must be one of official, minus"),
        ('stack = "up"', "base: it is missing"),
        ('base = "Kano"', "base: 'Kano' is not one of official"),
        ("base = 7", "base: 7 is not one of"),
        ('base = ["kano"]', "base: .'kano'. is not one of"),
        ('base = {kano = "kano"}', "base: .* is not one of"),
        ('base = "kano"\nbase = "seed"', "not TOML: "),
        ("base = kano", "not TOML: "),
        ('base = "kano"\nnote = ["a"]', "note: .* is not a text"),
        ('base = "kano"\ngame = "uno"', "game: there is no such option"),
        ('base = "kano"\nsweeps = 1', "sweeps: there is no such option"),
        ('base = "seed"\nstack = "up"', "stack: there is no such option"),
        ('base = "kano"\nstack = "down"', "stack: 'down' is not one of none, same, up"),
        ('base = "kano"\nstack = ["up"]', "stack: .* is not one of"),
        ('base = "kano"\nstack = {a = 1}', "stack: .* is not one of"),
        ('base = "kano"\njump_in = "yes"', "jump_in: 'yes' is not true or false"),
        ('base = "kano"\nhand_size = 1', "hand_size: 1 is not a whole number from 2 to 50"),
        ('base = "kano"\nhand_size = 7.0', "hand_size: 7.0 is not a whole number"),
        ('base = "kano"\nhand_size = true', "hand_size: True is not a whole number"),
        ('base = "kano"\nhand_size = 1979-05-27', "hand_size: .* is not a whole number"),
        ('base = "kano"\nfirst_card_back = "w+4"', "first_card_back: 'w.4' is not a list"),
        ('base = "kano"\nfirst_card_back = ["w+4", 7]', "first_card_back: .* is not a list"),
        ('base = "kano"\nfirst_card_back = [["w+4"]]', "first_card_back: .* is not a list"),
        ('base = "kano"\nfirst_card_back = []', "first_card_back without w.4"),
        ('base = "kano"\nstack = "none"\ndeflect = true', "deflect with stack = none"),
        ('base = "kano"\nw4_legal = "always"', "challenge with w4_legal = always"),
    ],
)
def test_bad_files(text, reason):
    with pytest.raises(BadRules, match=f"^{reason}"):
        load_ruleset(text, "bad")


def test_what_comes_with_the_program():
    known = known_rulesets()
    shipped = {name: r for name, r in known.items() if name not in r.game.presets}
    assert {*shipped} == {"kano-reflip", "party", "street-strict"}
    assert all(r.note.endswith(".") and r.options for r in shipped.values())
    reflip, strict = known["kano-reflip"], known["street-strict"]
    assert (reflip.base, reflip.options) == ("kano", {"first_card_back": ("w", "+2", "w+4")})
    assert strict.options == {"w4_legal": "match", "challenge": True, "misplay_penalty": 2}
    assert known["party"].options == {
        "stack": "up",
        "jump_in": True,
        "seven_zero": True,
        "draw_until_playable": True,
    }


def test_names_are_unique():
    presets = [name for game in GAMES.values() for name in game.presets]
    assert len(presets) == len(set(presets))
    assert [*known_rulesets()][: len(presets)] == presets
