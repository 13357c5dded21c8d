import copy
import pickle

import pytest

from engine.casino import parse_action, parse_card
from engine.casino.actions import Build, Capture, Trail, build_ref, parse_item
from engine.casino.cards import DECK, in_order
from engine.game import BadNotation


def test_a_card_is_one_object_however_it_is_come_by():
    card = parse_card("Td")
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert type(card).parse("Td") is card
    assert eval(repr(card), {"parse_card": parse_card}) is card


def test_numbers_of_cards():
    numbers = {str(card): (card.low, card.high) for card in DECK}
    assert numbers["Ac"] == (1, 14)
    assert numbers["Th"] == (10, 10)
    assert [numbers[text] for text in ("Js", "Qs", "Ks")] == [(11, 11), (12, 12), (13, 13)]


def test_deck_order():
    assert " ".join(map(str, DECK[:5])) == "Ac Ad Ah As 2c"
    assert str(DECK[51]) == "Ks"
    assert [card.place for card in DECK] == list(range(52))
    assert sum(card.spade for card in DECK) == 13
    assert in_order(reversed(DECK)) == DECK


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("capture 8c 5d 3c", "capture 8c 3c 5d"),
        ("capture 8c 5d #3c", "capture 8c #3c 5d"),
        ("build 2s 10 6h #3c 4h", "build 2s 10 #3c 4h 6h"),
        ("trail Td", "trail Td"),
        ("capture 8c", "capture 8c"),
    ],
)
def test_actions_are_read_in_any_order_and_written_in_one(text, canonical):
    action = parse_action(text)
    assert str(action) == canonical
    assert parse_action(canonical) == action
    assert pickle.loads(pickle.dumps(action)) == action


def test_kinds_of_actions():
    five, ref = parse_card("5d"), build_ref(parse_card("3c"))
    assert parse_action("capture 8c 5d #3c") == Capture(parse_card("8c"), (ref, five))
    assert parse_action("build 8c 13 5d") == Build(parse_card("8c"), 13, (five,))
    assert parse_action("trail 5d") == Trail(five)
    assert parse_item("#3c") is ref
    assert copy.deepcopy(ref) is ref


@pytest.mark.parametrize(
    "text",
    [
        "",
        "trail",
        "trail 10d",
        "trail td",
        "trail 5d 6d",
        "play 5d",
        "capture",
        "capture  5d",
        "capture 5d #",
        "capture 5d ##3c",
        "build 5d",
        "build 5d x 3c",
        "build 5d 08 3c",
        "build 5d -8 3c",
        "build 5d 100 3c",
        "build 5d ٨ 3c",
        "capture 5d" + " 3c" * 53,
    ],
)
def test_what_is_no_action(text):
    with pytest.raises(BadNotation):
        parse_action(text)
