"""The cards of both decks, their notation and what they count."""

import copy
import pickle
from collections import Counter

import pytest

from engine.game import BadNotation
from engine.uno.actions import parse
from engine.uno.cards import COLOURS, HAND_KINDS, KINDS, deck, in_order, named, parse_card


@pytest.mark.parametrize("size", [108, 112])
def test_what_a_deck_holds(size):
    counts = Counter(card.text for card in deck(size))
    assert sum(counts.values()) == size
    for colour in COLOURS:
        assert counts.pop(colour + "0") == 1
        for face in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "s", "r", "+2"]:
            assert counts.pop(colour + face) == 2
        if size == 112:
            assert counts.pop(colour + "w") == 1
    assert counts == {"w": 4, "w+4": 4}


def test_deck_order():
    text = " ".join(card.text for card in deck(112))
    red = "r0 r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7 r8 r8 r9 r9 rs rs rr rr r+2 r+2 rw"
    assert text.startswith(red + " y0 y1 ")
    assert text.endswith("b+2 b+2 bw w w w w w+4 w+4 w+4 w+4")
    assert [text.index(f" {colour}0 ") for colour in "ygb"] == sorted(
        text.index(f" {colour}0 ") for colour in "ygb"
    )
    assert list(deck(108)) == [card for card in deck(112) if card.black or card.face != "w"]
    assert in_order(reversed(deck(108))) == list(deck(108))


def test_points():
    worth = {card.text: card.points for card in KINDS}
    assert [worth[f"g{number}"] for number in range(10)] == list(range(10))
    assert {worth[c + face] for c in COLOURS for face in ("s", "r", "+2")} == {20}
    assert worth["w"] == worth["w+4"] == worth["w:r"] == worth["w+4:b"] == worth["yw"] == 50
    assert sum(card.points for card in deck(108)) == 1240


@pytest.mark.parametrize("card", KINDS)
def test_a_card_is_one_object_wherever_it_comes_from(card):
    assert parse_card(str(card)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert card.bare.bare is card.bare


def test_a_played_black_card_knows_its_colour_and_what_it_was():
    for text in ("w", "w+4"):
        for colour in COLOURS:
            played = named(parse_card(text), colour)
            assert played.text == f"{text}:{colour}"
            assert (played.colour, played.black, played.face) == (colour, True, text)
            assert played.bare is parse_card(text)
            assert played.place == parse_card(text).place
    assert len(HAND_KINDS) == 4 * 14 + 2


@pytest.mark.parametrize(
    "text", ["", "x5", "r10", "r", "5r", "R5", "w:x", "w:", "rw:r", "r5:r", "?"]
)
def test_what_is_no_card(text):
    with pytest.raises(BadNotation):
        parse_card(text)


def test_actions_are_read_in_any_order_and_written_in_one():
    assert str(parse("play swap p3 call r7")) == "play r7 call swap p3"
    assert str(parse(" jump  g7   call ")) == "jump g7 call"
    assert str(parse("play b5 call r5")) == "play b5 r5 call"
