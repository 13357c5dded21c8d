"""Options: declared once, checked by type, changed by name, compared."""

from dataclasses import dataclass, fields
from typing import Literal

import pytest

from engine.game import BadRules
from engine.options import ANY_NUMBER, check_options, differences, option, with_options


@dataclass(frozen=True, slots=True)
class Rules:
    stack: Literal["none", "up"] = option("none", "what stacks")
    size: Literal[52, 108] = option(52, "cards")
    jump: bool = option(False, "jumps")
    extra: int = option(2, "cards more", 1, 5)
    target: int = option(0, "points")
    back: tuple[str, ...] = option(("a",), "what goes back")

    def __post_init__(self) -> None:
        check_options(self, ("a", "b"))


def test_an_option_carries_its_explanation_and_bounds():
    known = {f.name: f.metadata for f in fields(Rules)}
    assert known["extra"] == {"help": "cards more", "least": 1, "most": 5}
    assert known["target"] == {"help": "points", "least": 0, "most": ANY_NUMBER}
    assert Rules() == Rules("none", 52, False, 2, 0, ("a",))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"stack": "up"},
        {"size": 108},
        {"jump": True},
        {"extra": 1},
        {"extra": 5},
        {"target": ANY_NUMBER},
        {"back": ("b", "a")},
        {"back": ()},
        {"stack": "up", "jump": True, "extra": 3},
    ],
)
def test_good_values(options):
    rules = with_options(Rules(), options)
    assert differences(Rules(), rules) == options
    assert with_options(Rules(), differences(Rules(), rules)) == rules


def test_a_list_becomes_a_tuple():
    assert with_options(Rules(), {"back": ["a", "b"]}).back == ("a", "b")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"speed": 1}, "speed: there is no such option"),
        ({"jump": True, "speed": 1}, "speed: there is no such option"),
        ({"stack": "same"}, "stack: 'same' is not one of none, up"),
        ({"stack": None}, "stack: None is not one of"),
        ({"stack": ["none"]}, r"stack: \('none',\) is not one of"),
        ({"size": 53}, "size: 53 is not one of 52, 108"),
        ({"size": "52"}, "size: '52' is not one of"),
        ({"size": 52.0}, "size: 52.0 is not one of"),
        ({"size": True}, "size: True is not one of"),
        ({"jump": 1}, "jump: 1 is not true or false"),
        ({"jump": "true"}, "jump: 'true' is not true or false"),
        ({"extra": 0}, "extra: 0 is not a whole number from 1 to 5"),
        ({"extra": 6}, "extra: 6 is not a whole number from 1 to 5"),
        ({"extra": 2.0}, "extra: 2.0 is not a whole number"),
        ({"extra": True}, "extra: True is not a whole number"),
        ({"target": ANY_NUMBER + 1}, "target: 1000001 is not a whole number"),
        ({"back": "a"}, "back: 'a' is not a list of some of a b"),
        ({"back": ("c",)}, r"back: \('c',\) is not a list"),
        ({"back": (1,)}, r"back: \(1,\) is not a list"),
    ],
)
def test_bad_values_are_named_with_the_reason(options, reason):
    with pytest.raises(BadRules, match=f"^{reason}"):
        with_options(Rules(), options)
