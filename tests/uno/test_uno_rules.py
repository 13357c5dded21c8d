"""Rules as data: the presets are the table of the rules, contradictions are refused by name."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given

import engine.uno
from engine.game import BadRules
from engine.options import differences, with_options
from engine.uno.cards import FACES
from engine.uno.game import UNO
from engine.uno.rules import CRYSTAL, KANO, MINUS, OFFICIAL, PRESETS, STREET, UnoRules
from tests.uno.uno_play import rulesets

TABLE = """
deck                 108              =            112        108              108
hand_size            7                =            7          7                7
first_card_back      w+4              =            w+4        w+4              w+4
first_player         left             =            second     left             left
first_reverse        right            =            right      right            right
voluntary_draw       True             =            True       True             True
play_drawn           any              =            any        number           any
draw_until_playable  False            =            False      False            False
force_play           False            =            False      False            False
w4_legal             colour           =            colour     always           match
w4_bluff             True             =            True       True             True
challenge            True             =            True       False            True
challenge_guilty     draw             =            take_back  draw             draw
challenge_target     last             =            last       first            last
challenge_extra      2                =            2          2                2
stack                none             =            same       up               up
deflect              False            =            False      True             False
after_penalty_colour False            =            False      True             False
multi                one              =            one        pair             same_face
multi_effect         once             =            once       once             each
jump_in              False            =            False      False            True
last_card_action     True             =            True       False            True
uno_call_until       next_acts        =            next_acts  caught           next_acts
catch_from           at_once          =            after_next at_once          at_once
catch_until          next_acts        =            own_turn   one_card         next_acts
catch_penalty        2                =            2          2                2
false_call_penalty   0                =            0          0                2
misplay_penalty      0                =            0          0                0
two_player_reverse   skip             =            skip       turn             skip
seven_zero           False            =            False      False            False
scoring              winner_collects  own_points   wins       winner_collects  own_points
target               500              500          0          500              0
rounds               0                0            0          0                0
next_dealer          left             left         winner     winner           winner
punishments          none             bust         worst      none             none
"""


def test_the_presets_are_the_table():
    rows = [line.split() for line in TABLE.split("\n") if line]
    assert [row[0] for row in rows] == [option.name for option in fields(UnoRules)]
    for name, *cells in rows:
        for preset, cell in zip((OFFICIAL, MINUS, KANO, STREET, CRYSTAL), cells, strict=True):
            value = getattr(preset, name)
            text = " ".join(value) if isinstance(value, tuple) else str(value)
            assert text == (cells[0] if cell == "=" else cell), name
    assert list(PRESETS) == ["official", "minus", "kano", "street", "crystal"]


@pytest.mark.parametrize(
    ("base", "options", "named"),
    [
        (OFFICIAL, {"catch_from": "after_next"}, ["catch_from", "catch_until"]),
        (OFFICIAL, {"deflect": True}, ["deflect", "stack"]),
        (
            OFFICIAL,
            {"draw_until_playable": True, "play_drawn": "none"},
            ["draw_until_playable", "play_drawn"],
        ),
        (OFFICIAL, {"force_play": True, "play_drawn": "none"}, ["force_play", "play_drawn"]),
        (OFFICIAL, {"w4_legal": "always"}, ["challenge", "w4_legal"]),
        (OFFICIAL, {"w4_bluff": False}, ["challenge", "w4_bluff"]),
        (KANO, {"stack": "up"}, ["challenge_guilty", "stack"]),
        (OFFICIAL, {"punishments": "bust"}, ["punishments", "own_points"]),
        (MINUS, {"target": 0}, ["punishments", "target"]),
        (OFFICIAL, {"first_card_back": ("w",)}, ["first_card_back", "w+4"]),
        (OFFICIAL, {"first_card_back": FACES}, ["first_card_back", "every face"]),
        (OFFICIAL, {"hand_size": 1}, ["hand_size"]),
        (OFFICIAL, {"hand_size": 51}, ["hand_size"]),
        (OFFICIAL, {"catch_penalty": 21}, ["catch_penalty"]),
    ],
)
def test_a_contradiction_is_refused_and_names_its_options(base, options, named):
    with pytest.raises(BadRules) as refused:
        with_options(base, options)
    for name in named:
        assert name in str(refused.value)


@pytest.mark.parametrize(
    ("base", "options"),
    [
        (OFFICIAL, {"catch_from": "after_next", "catch_until": "one_card"}),
        (OFFICIAL, {"deflect": True, "stack": "same"}),
        (OFFICIAL, {"w4_legal": "always", "challenge": False}),
        (OFFICIAL, {"w4_bluff": False, "challenge": False}),
        (KANO, {"stack": "up", "challenge": False}),
        (KANO, {"stack": "up", "challenge_guilty": "draw"}),
        (OFFICIAL, {"punishments": "bust", "scoring": "own_points"}),
        (OFFICIAL, {"hand_size": 2}),
    ],
)
def test_what_is_no_contradiction(base, options):
    assert differences(base, with_options(base, options)) == options


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 10),
        ({"hand_size": 10}, 10),  # 100 + 4 + the turned card < 108
        ({"hand_size": 11}, 9),
        ({"hand_size": 26}, 3),  # 78; four hands would be all but none
        ({"hand_size": 50}, 2),  # 100 + 4 < 108
        ({"hand_size": 13}, 7),
        ({"deck": 112, "hand_size": 12}, 8),
        ({"first_card_back": ("w+4", "w")}, 10),
        ({"first_card_back": ("w+4", "w"), "hand_size": 10}, 9),  # 108 - 8 - 1 = 99
        ({"first_card_back": ("w+4", "w"), "hand_size": 10, "deck": 112}, 9),  # 112 - 12 - 1 = 99
        ({"first_card_back": FACES[1:], "hand_size": 2}, 1),  # only the four 0 may open
    ],
)
def test_how_many_can_play(options, most):
    assert UNO.seat_range(with_options(OFFICIAL, options)) == (2, most)


@given(rulesets())
def test_the_differences_make_the_rules_again(rules):
    for preset in PRESETS.values():
        try:
            again = with_options(preset, differences(preset, rules))
        except BadRules as error:
            raise AssertionError("valid rules cannot be said") from error
        assert again == rules


def test_code_reads_options_never_presets():
    """A rule that asked for a preset by name would not be an option."""
    names = re.compile(r"""["'](official|minus|kano|street|crystal)["']""")
    for path in Path(engine.uno.__file__).parent.glob("*.py"):
        if path.name not in ("rules.py", "__init__.py"):
            assert not names.search(path.read_text("utf-8")), path.name
