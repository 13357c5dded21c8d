import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

import engine.casino
from engine.casino import CASINO, PRESETS
from engine.casino.rules import CasinoRules
from engine.game import BadRules
from engine.options import differences

SEED = PRESETS["seed"]


def test_presets():
    changes = {name: differences(SEED, rules) for name, rules in PRESETS.items()}
    assert changes == {
        "seed": {},
        "royal": {"sweeps": 1, "target": 21},
        "plain": {"face_values": "plain"},
        "pagat": {"face_values": "plain", "obliged_capture": "any", "sweeps": 1, "target": 21},
        "spade": {"spade_scoring": True, "target": 61},
        "draw": {"draw": True, "sweeps": 1, "target": 21},
        "partners": {"partnership": True, "sweeps": 1, "target": 21},
    }
    assert next(iter(PRESETS)) == "seed"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("face_values", "nordic"),
        ("obliged_capture", True),
        ("obliged_trail", 1),
        ("raise_own", ""),
        ("must_capture", None),
        ("sweeps", 6),
        ("sweeps", -1),
        ("sweeps", True),
        ("sweeps", 1.0),
        ("target", -1),
        ("target", 10**9),
        ("majority_tie", "ALL"),
        ("draw", "no"),
    ],
)
def test_values_outside_the_table_are_refused_by_name(option, value):
    with pytest.raises(BadRules, match=option):
        replace(SEED, **{option: value})


def test_every_option_is_explained_in_one_line():
    for option in fields(CasinoRules):
        assert 10 < len(option.metadata["help"]) < 80
        assert f"{option.name}:" in (CasinoRules.__doc__ or "")


def test_a_partnership_needs_four():
    assert CASINO.seat_range(SEED) == (2, 4)
    assert CASINO.seat_range(PRESETS["partners"]) == (4, 4)


def test_code_reads_options_never_preset_names():
    folder = Path(engine.casino.__file__).parent
    for path in folder.glob("*.py"):
        if path.name not in ("rules.py", "__init__.py"):
            for line in path.read_text().splitlines():
                named = re.search(r"PRESETS\[|== \"(seed|royal|pagat|spade|partners)\"", line)
                assert not named, f"{path}: {line}"


def test_each_option_is_read_in_one_module():
    folder = Path(engine.casino.__file__).parent
    code = {path.name: path.read_text() for path in folder.glob("*.py")}
    for option in fields(CasinoRules):
        readers = {
            name
            for name, text in code.items()
            if re.search(rf"\brules\.{option.name}\b", text)
            or (name == "rules.py" and re.search(rf"self\.{option.name}\b", text))
        }
        assert len(readers) == 1, (option.name, readers)
