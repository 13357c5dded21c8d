import pytest

from engine.casino import CASINO, PRESETS
from engine.casino.cards import DECK, spell
from engine.game import BadNotation
from tests.casino.casino_positions import act, place

SEED = PRESETS["seed"]
START = {
    "hands": ("3c 8h Td 5s", "2s 2d Th 6c"),
    "table": "5d 6h 4h",
    "stock": "",
    "taken": ("As Ac 9s 9c 7s 7c Js Jc Qs Qc Ks Kc 8s 8c", "*"),
    "last": "p2",
    "turn": "p1",
}


def test_the_example_of_the_record_format():
    state = CASINO.place(SEED, 2, START)
    state = act(state, "build 3c 8 5d")
    assert CASINO.read(state, "table") == "4h 6h #8/p1(3c+5d)"
    state = act(state, "build 2s 10 #3c 4h 6h")
    assert CASINO.read(state, "table") == "#10/p2(2s+3c+5d,4h+6h)"
    state = act(state, "capture Td #2s", "trail 6c")
    assert CASINO.read(state, "table") == "6c"
    assert CASINO.read(state, "last") == "p1"


def test_what_is_left_out_is_as_in_a_fresh_deal():
    state = CASINO.place(SEED, 3, {"hands": ("2c", "3c", "4c"), "stock": "*", "turn": "p2"})
    read = {key: CASINO.read(state, key) for key in ("table", "sweeps", "last", "dealer", "phase")}
    assert read == {"table": "", "sweeps": "0 0 0", "last": "-", "dealer": "p1", "phase": "play"}
    assert CASINO.read(state, "stock").split()[:5] == ["Ac", "Ad", "Ah", "As", "2d"]
    assert CASINO.read(state, "stock_left") == "49"
    assert CASINO.read(state, "taken_count") == "0 0 0"
    assert CASINO.read(state, "hands") == "2c | 3c | 4c"
    assert CASINO.read(state, "taken p3") == ""


@pytest.mark.parametrize(("stock", "round_"), [(0, 6), (8, 5), (40, 1), (3, 5)])
def test_the_round_follows_from_the_stock(stock, round_):
    cards = [card.text for card in DECK if card.text not in ("2c", "3c")]
    position = {
        "hands": ("2c", "3c"),
        "stock": " ".join(cards[:stock]),
        "taken": (" ".join(cards[stock:]), ""),
        "turn": "p1",
    }
    state = CASINO.place(SEED, 2, position)
    assert (state.round, state.rounds) == (round_, 6)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hands": None}, "hands"),
        ({"turn": None}, "turn"),
        ({"turn": "p3"}, "p3"),
        ({"turn": "-"}, "phase"),
        ({"phase": "over"}, "phase"),
        ({"phase": "drawn"}, "phase"),
        ({"discard": "2c"}, "discard"),
        ({"hands": "3c 8h"}, "hands"),
        ({"hands": ("3c",)}, "hands"),
        ({"taken": ("*", "*")}, "once"),
        ({"taken": ("", "")}, "missing"),
        ({"stock": "3c"}, "3c"),
        ({"stock": "?"}, "verified"),
        ({"stock": "10d"}, "10d"),
        ({"table": "*", "taken": ("", "")}, "table"),
        ({"sweeps": "1"}, "sweeps"),
        ({"sweeps": "1 x"}, "sweeps"),
        ({"last": "p5"}, "p5"),
        ({"dealer": "-"}, "-"),
        ({"hands": ("", "3c")}, "p1 has no cards"),
        ({"table": "#8/p1(3d+5d"}, "not a build"),
        ({"table": "#8/p3(3d+5d)"}, "p3"),
        ({"table": "#8/p1(3d+4d)"}, "not worth 8"),
        ({"table": "#8/p1(3d+5d,8d,2c+5c)"}, "not worth 8"),
        ({"table": "#8/p1(8d)"}, "one card"),
        ({"table": "#15/p1(8d+7d)"}, "no build has this value"),
        ({"table": "#1/p1(Ad,Ah)"}, "no build has this value"),
        ({"table": "#9/p1(4d+5d)"}, "holds no such card"),
    ],
)
def test_what_is_no_position(change, message):
    position = {key: value for key, value in {**START, **change}.items() if value is not None}
    with pytest.raises(BadNotation, match=message):
        CASINO.place(SEED, 2, position)


def test_builds_are_written_in_one_order():
    state = place("8h 7h", "#8/p1(5d+3d,8c) Kd #7/p2(6d+Ad) 2c", other="7c")
    assert CASINO.read(state, "table") == "2c Kd #7/p2(Ad+6d) #8/p1(3d+5d,8c)"
    assert CASINO.read(act(state, "capture 8h #8c"), "table") == "2c Kd #7/p2(Ad+6d)"


@pytest.mark.parametrize("key", ["scores", "winner", "hand", "hand p3", "taken p0", "round", ""])
def test_other_keys_are_not_the_games(key):
    with pytest.raises(KeyError):
        CASINO.read(CASINO.place(SEED, 2, START), key)


@pytest.mark.parametrize(
    ("key", "one", "other", "same"),
    [
        ("hand p1", "3c 2d", "2d 3c", True),
        ("stock", "3c 2d", "2d 3c", False),
        ("table", "Kc #10/p2(2s+3c+5d,4h+6h)", "#10/p2(6h+4h,5d+3c+2s) Kc", True),
        ("table", "#10/p2(4c+6c,4d+6d)", "#10/p2(4c+6d,4d+6c)", True),
        ("table", "#10/p2(4c+6c)", "#10/p1(4c+6c)", False),
        ("table", "#14/p2(Ac,Kc+Ad)", "#14/p2(Ad,Kc+Ac)", True),
        ("sweeps", "1 0", "0 1", False),
        ("table", "", "", True),
    ],
)
def test_what_means_the_same(key, one, other, same):
    assert CASINO.same(2, key, one, other) is same


def test_a_whole_position_can_be_written_and_set_up_again():
    state = act(CASINO.place(SEED, 2, START), "build 3c 8 5d")
    keys = ("table", "stock", "sweeps", "last", "turn", "dealer", "phase")
    position = {key: CASINO.read(state, key) for key in keys}
    for key in ("hands", "taken"):
        position[key] = tuple(CASINO.read(state, key).split(" | "))
    again = CASINO.place(SEED, 2, position)
    assert [CASINO.read(again, key) for key in (*keys, "hands", "taken")] == [
        CASINO.read(state, key) for key in (*keys, "hands", "taken")
    ]
    assert spell(again.hands[1]) == "2d 2s 6c Th"
