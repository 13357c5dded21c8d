import textwrap
import unicodedata

import pytest

from engine.game import BadNotation
from engine.king import NAMES, Punish, builtin, parse_name
from engine.king.cards import card_of
from engine.king.own import MAX_CELLS, cells
from engine.uno.cards import deck
from tests.king.king_words import FORBIDDEN_EN, FORBIDDEN_ZH, SIMPLIFIED, TRADITIONAL, words

CARDS = builtin()
IDS = [card.name for card in CARDS]


def test_a_hundred_cards_and_the_24_action_cards_are_hot():
    coloured = [card for card in deck(108) if not card.black]
    assert len(CARDS) == 100
    assert [card_of(card.name) for card in CARDS] == coloured
    assert [card.hot for card in CARDS] == [not card.number for card in coloured]
    assert sum(card.hot for card in CARDS) == 24


def test_the_second_of_two_equal_cards_has_a_mark():
    assert list(NAMES) == IDS
    assert len(set(NAMES)) == 100
    assert NAMES[:4] == ("r0", "r1", "r1'", "r2")
    assert NAMES[-2:] == ("b+2", "b+2'")


@pytest.mark.parametrize("name", [*NAMES, "x1", "x99"])
def test_names_and_lines_come_back_as_they_were(name):
    assert parse_name(name) == name
    line = Punish(1, name)
    assert str(line) == f"d punish p2 {name}"
    assert Punish.parse(str(line)) == line


@pytest.mark.parametrize(
    "name", ["", "r", "r0'", "r5''", "r5’", "R5", "w", "w+4", "w:r", "rw", "x", "x0", "x100", "x1'"]
)
def test_what_is_no_punishment_card(name):
    with pytest.raises(BadNotation):
        parse_name(name)


@pytest.mark.parametrize(
    "text", ["", "d punish", "d punish p2", "d punish p9 r5", "d punish p2 r5 r6", "d shuffle r5"]
)
def test_what_is_no_punishment_line(text):
    with pytest.raises(BadNotation):
        Punish.parse(text, seats=4)


@pytest.mark.parametrize("card", CARDS, ids=IDS)
def test_each_card_fits_three_lines_in_each_language(card):
    assert len({card.en, card.zh_hant, card.zh_hans}) == 3
    assert (card.text("en"), card.text("zh_Hant"), card.text("zh_Hans")) == (
        card.en,
        card.zh_hant,
        card.zh_hans,
    )
    for text in (card.en, card.zh_hant, card.zh_hans):
        assert text == text.strip()
        assert text.isprintable()
        assert 10 <= cells(text) <= MAX_CELLS
        # A character that one terminal draws in one column and another in two would slip.
        assert not [c for c in text if unicodedata.east_asian_width(c) == "A"]
    assert len(card.en) <= 110
    assert len(textwrap.wrap(card.en, 50)) <= 3
    assert card.en.isascii()
    assert len(card.zh_hant) <= 45
    assert len(card.zh_hans) <= 45


def test_no_two_cards_say_the_same():
    for texts in zip(*[(card.en, card.zh_hant, card.zh_hans) for card in CARDS], strict=True):
        assert len(set(texts)) == 100
    firsts = [" ".join(card.en.split()[:5]).casefold() for card in CARDS]
    assert len(set(firsts)) == 100


@pytest.mark.parametrize("card", CARDS, ids=IDS)
def test_each_chinese_text_is_in_its_own_script(card):
    assert not TRADITIONAL.intersection(card.zh_hans)
    assert not SIMPLIFIED.intersection(card.zh_hant)
    assert not any("a" <= c.casefold() <= "z" for c in card.zh_hant.replace("Rap", ""))
    assert not any("a" <= c.casefold() <= "z" for c in card.zh_hans)


@pytest.mark.parametrize("card", CARDS, ids=IDS)
def test_nothing_that_nobody_should_be_made_to_do(card):
    english = words("".join(c if c.isalpha() else " " for c in card.en.casefold()))
    assert not english & FORBIDDEN_EN
    for text in (card.zh_hant, card.zh_hans):
        assert not [word for word in FORBIDDEN_ZH if word in text]
