"""Texts: a sentence for every event, a text for every code."""

from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest

from engine.casino import CASINO
from engine.casino import events as casino
from engine.casino.cards import parse_card as casino_card
from engine.casino.state import build_pile
from engine.game import Code
from engine.king import Drawn, KingCode, MildOnly, Settled, builtin
from engine.match import DealScored, MatchWon
from engine.uno import events as uno
from engine.uno.cards import parse_card as uno_card
from netcore.wire.messages import ByeCode, NoteCode, TableCode
from tui import i18n
from tui.text import words
from tui.text.refusals import ACTION_TEXTS, BYE_TEXTS, KING_TEXTS, TABLE_TEXTS, refusal
from tui.text.say import say_event, say_note
from tui.text.say_result import points, totals

NAMES = ("Ann", "Bo", "Cy")


def value(hint: Any, game: str) -> Any:
    """Return some value of a field's type."""
    text = str(hint)
    card = uno_card("g7") if game == "uno" else casino_card("8h")
    pile = build_pile(8, [[casino_card("5c"), casino_card("3d")]], 1)
    for part, sample in (
        ("tuple[tuple[int", ((1, card),)),
        ("tuple[tuple[engine", ((card,), (), ())),
        ("BuildPile, ...", (pile,)),
        ("BuildPile", pile),
        ("Card, ...", (card,)),
        ("Card", card),
        ("tuple[int", (1, 0, 2)),
        ("int", 1),
        ("bool", True),
        ("str", "turn"),
    ):
        if part in text:
            return sample
    raise AssertionError(text)


def some(kind: type, game: str) -> Any:
    hints = get_type_hints(kind)
    return kind(**{f.name: value(hints[f.name], game) for f in fields(kind)})


EVENTS = [some(kind, "uno") for kind in get_args(uno.UnoEvent)]
EVENTS += [some(kind, "casino") for kind in get_args(casino.CasinoEvent)]
CARDS = [next(card for card in builtin() if card.hot == hot) for hot in (False, True)]
EVENTS += [Drawn(1, card, why) for card in CARDS for why in ("due", "swap", "mild")]
EVENTS += [Settled(1, CARDS[0], how, 0) for how in ("done", "waived")]
EVENTS += [Settled(1, CARDS[0], "done", 1), Settled(1, CARDS[0], "lapsed")]
EVENTS += [Settled(1, CARDS[0], "left"), MildOnly(1, True), MildOnly(1, False)]
EVENTS += [DealScored((3, 0, 1), (3, 0, 1)), MatchWon((1,), (3, 0, 1))]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("me", [0, 1, None])
def test_every_event_is_a_sentence(event: Any, me: int | None) -> None:
    said = say_event(event, NAMES, me)
    assert said[0].isupper() or said[0].isdigit(), said
    assert said[-1] in ".!", said
    assert "{" not in said


def test_plain_english() -> None:
    def said(event: Any, me: int | None = 0) -> str:
        return say_event(event, NAMES, me)

    g7, wild = uno_card("g7"), uno_card("w:b")
    assert said(uno.Played(1, (g7,), False, False)) == "Bo plays green 7."
    assert said(uno.Played(1, (g7,), True, True)) == "Bo jumps in with green 7: UNO!"
    assert said(uno.Played(0, (wild,), False, False)) == "You play Wild, colour blue."
    assert said(uno.Played(1, (g7, g7), False, False)) == "Bo plays 2 x green 7."
    assert said(uno.Drew(0, (), 2, "penalty")) == "You draw 2 cards and are skipped."
    assert said(uno.Drew(0, (g7,), 1, "turn")) == "You draw green 7."
    assert said(uno.Drew(1, (), 1, "turn")) == "Bo draws 1 card."
    assert said(uno.Drew(1, (), 0, "turn")) == "Bo draws nothing: no cards left."
    assert said(uno.Caught(0, 2)) == "Cy catches you without UNO."
    assert said(casino.Trailed(1, casino_card("Td"))) == "Bo trails 10♦."
    pile = build_pile(8, [[casino_card("5c"), casino_card("3d")]], 1)
    taken = casino.Captured(0, casino_card("8h"), (casino_card("8c"),), (pile,))
    assert said(taken) == "You take the 8-build and 8♣ with 8♥."


def test_every_code_has_a_text() -> None:
    assert set(ACTION_TEXTS) == set(Code)
    assert set(TABLE_TEXTS) >= {code.value for code in TableCode}
    assert set(KING_TEXTS) == {code.value for code in KingCode}
    assert set(BYE_TEXTS) >= {code.value for code in ByeCode}
    for code in (*Code, *TableCode, *KingCode, *ByeCode):
        assert not refusal(code.value).startswith("Refused"), code
    for note in NoteCode:
        race = {"rival": "Cy", "did": "call", "tried": "catch", "ms": 300, "turns": 1}
        assert say_note(note.value, {"who": "Bo", **race}), note


def test_an_unknown_code_is_shown_as_it_is() -> None:
    assert refusal("from-the-future") == "Refused: from-the-future"


@pytest.mark.parametrize(
    ("wanted", "environment", "language"),
    [
        ("", {}, "en"),
        ("", {"LANG": "zh_TW.UTF-8"}, "zh_Hant"),
        ("", {"LANG": "zh_CN.UTF-8"}, "zh_Hans"),
        ("", {"LANG": "zh_TW.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ("zh-Hant", {"LANG": "en_US"}, "zh_Hant"),
        ("", {"LANG": "de_DE.UTF-8"}, "en"),
        ("", {"LANG": "zh_TW@euro"}, "zh_Hant"),
        ("", {"LANG": "zh_Hans_HK.UTF-8"}, "zh_Hans"),
        ("", {"LANG": "zh_Hant_CN"}, "zh_Hant"),
        ("", {"LANG": "yue_HK"}, "zh_Hant"),
        ("", {"LANG": "cmn_TW.UTF-8"}, "zh_Hant"),
    ],
)
def test_the_language_is_picked(wanted: str, environment: dict[str, str], language: str) -> None:
    assert i18n.pick(wanted, environment) == language


def test_plurals_and_places() -> None:
    i18n.use("en")
    assert i18n.n("{count} card", "{count} cards", 1) == "1 card"
    assert i18n.n("{count} card", "{count} cards", 0) == "0 cards"
    assert i18n.t("braces {stay}") == "braces {stay}"


def test_who_was_faster_is_said_to_each_in_their_own_words() -> None:
    race = {
        "who": "Ben", "seat": 1, "did": "call",
        "rival": "Ann", "rival_seat": 0, "tried": "catch", "ms": 312,
    }  # fmt: skip
    assert say_note("race", race, 2) == "Ben called 0.3 s before Ann's catch."
    assert say_note("race", race, 1) == "You called 0.3 s before Ann's catch."
    assert say_note("race", race, 0) == "Ben called 0.3 s before your catch."
    assert say_note("race", {**race, "ms": 4}, None) == "Ben called 0.01 s before Ann's catch."
    assert say_note("race", {**race, "did": "from the future"}, 0) == ""


def test_what_was_played_while_somebody_was_away() -> None:
    bot, clock = "While you were away a bot played", "While you were away your time ran out in"
    for detail, said in (
        ({"turns": 1, "timed": 0}, f"{bot} 1 turn for you."),
        ({"turns": 3}, f"{bot} 3 turns for you."),
        ({"turns": 0, "timed": 2}, f"{clock} 2 turns."),
        ({"turns": 1, "timed": 1}, f"{bot} 1 turn for you. {clock} 1 turn."),
        ({}, ""),
    ):
        assert say_note("stood-in", detail) == said


def test_a_name_keeps_its_small_letter_where_a_sentence_begins() -> None:
    assert words.opening("bob") == "bob" and words.opening("youssef") == "youssef"
    assert words.opening("you") == "You" and words.opening("you and bob") == "You and bob"
    voice = words.Voice(("ann", "bob"), 0)
    assert points((3, 4), (3, 9), voice) == "Points: You +3 = 3, bob +4 = 9."


def test_what_partners_have_is_told_once() -> None:
    partners = CASINO.presets["partners"]
    voice = words.Voice(("ann", "bob", "cy", "di"), 0, partners)
    assert points((3, 8, 3, 8), (3, 9, 3, 9), voice) == (
        "Points: You and cy +3 = 3; bob and di +8 = 9."
    )
    assert points((0, 11, 0, 11), (3, 11, 3, 11), voice) == "Points: bob and di +11 = 11."
    assert totals((3, 9, 3, 9), voice) == "Totals: you and cy 3; bob and di 9."
    alone = words.Voice(voice.names, 0, CASINO.presets["seed"])
    assert totals((3, 9, 3, 9), alone) == "Totals: you 3, bob 9, cy 3, di 9."
