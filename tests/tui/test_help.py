"""The help: the keys that work here, the signs, the rulebook, every option; at any width."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len

from engine.games import GAMES
from netcore.wire.messages import Lobby, SeatInfo
from tests.tui.driving import press, to_the_end
from tests.tui.fakedoors import FakeDoors
from tests.tui.settled import text
from tests.tui.tuitable import uno
from tui.app import CardApp
from tui.drawing import helptext
from tui.drawing.symbols import ASCII, UNICODE
from tui.rules.rulebook import rulebook
from tui.text.words import use_letters
from tui.useless import useless


def lobby(game: Any, preset: str) -> Lobby:
    seats = (SeatInfo("Ann", "human"), SeatInfo("Bob", "bot", "normal"))
    return Lobby("t", "deal", False, game, preset, {}, seats, (), 0, 0, 60)


def said(width: int, places: tuple[str, ...], at: Lobby | None, signs: Any = UNICODE) -> str:
    found = helptext.lines(width, places, at, signs)
    for line in found:
        for x, piece, _ in line:
            assert x + cell_len(piece) < width, piece
    return " ".join(" ".join(piece for _, piece, _ in line) for line in found)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("game", ["uno", "casino"])
def test_nothing_is_cut_and_nothing_is_missing(width: int, game: str) -> None:
    for preset, rules in GAMES[game].presets.items():
        words = said(width, ("table", game), lobby(game, preset))
        for section in rulebook(game, rules):
            for sentence in (section.title, *section.sentences):
                assert sentence in words, (preset, sentence)
        assert "* not as in" in words


def test_suits_written_as_letters_are_explained() -> None:
    there = ("table", "casino"), lobby("casino", "seed")
    assert "S H D C" not in said(80, *there)
    use_letters(True)
    try:
        assert "S H D C spades, hearts, diamonds, clubs" in " ".join(said(80, *there).split())
    finally:
        use_letters(False)


def test_keys_that_work_here() -> None:
    words = said(80, ("table", "uno"), lobby("uno", "official"))
    assert "1-9 0" in words and "r y g b" in words and "← the card to the left" in words
    assert "x challenge" in words and "j lay the same card" not in words
    words = said(80, ("table", "uno"), lobby("uno", "crystal"), ASCII)
    assert "j lay the same card" in words and "Left the card to the left" in words
    words = said(80, ("table", "casino"), lobby("casino", "seed"))
    assert "↑ from the hand to the table" in words and "9= a build of 9" in words
    assert "a c d e mark what has that letter" in words
    assert "Most cards: 3 points." in words


@pytest.mark.parametrize(
    ("game", "preset", "punishes"),
    [("uno", "kano", True), ("uno", "official", False), ("casino", "seed", False)],
)
def test_keys_of_punishments_are_told_where_there_are_any(
    game: str, preset: str, punishes: bool
) -> None:
    keys = {"king", "swap", "done", "waive", "mild"}
    at = lobby(game, preset)
    assert keys.isdisjoint(useless(("result",), at)) is punishes
    assert ("draw another punishment" in said(80, ("result",), at)) is punishes
    assert ("mild punishments only for me" in said(80, ("lobby",), at)) is punishes
    off = replace(at, punishments="off")
    assert keys <= useless(("result",), off) and keys <= useless(("table", game), off)
    assert ("punishments" in useless(("lobby",), off)) is not punishes, "the host may turn them on"


WHO = {"host": (True, True), "guest": (True, False), "watcher": (False, False)}


@pytest.mark.parametrize(
    ("who", "places", "can", "cannot"),
    [
        ("guest", ("table", "uno"), "the card with that number|keep the drawn",
         "what the host may do"),
        ("host", ("table", "uno"), "what the host may do: pause", ""),
        ("watcher", ("table", "uno"), "take the seat of a bot|say something|all that happened",
         "the card with that number|draw, or take|what a bot would do|it can be played now"),
        ("watcher", ("table", "casino"), "the card to the left", "lay the card down|an idea:"),
        ("guest", ("lobby",), "say that you are ready|look at every rule",
         "a bot takes a seat|begin the game|the next ruleset|take a free seat"),
        ("host", ("lobby",), "a bot takes a seat|begin the game", "say that you are ready"),
        ("watcher", ("lobby",), "take a free seat", "say that you are ready|begin the game"),
    ],
)  # fmt: skip
def test_only_what_one_may_do_is_told(
    who: str, places: tuple[str, ...], can: str, cannot: str
) -> None:
    seated, host = WHO[who]
    game = places[-1] if places[-1] in GAMES else "uno"
    at = lobby(game, next(iter(GAMES[game].presets)))
    found = helptext.lines(200, places, at, UNICODE, seated=seated, host=host)
    keys = " ".join(piece for line in found for _, piece, _ in line).split("Rules: ")[0]
    for what in filter(None, can.split("|")):
        assert what in keys, what
    for what in filter(None, cannot.split("|")):
        assert what not in keys, what


def test_signs_and_keys_of_rules_that_are_not_played_are_not_told() -> None:
    options: dict[str, Any] = {"misplay_penalty": 2}
    secret = replace(lobby("uno", "crystal"), options=options)
    words = said(200, ("table", "uno"), secret)
    assert "it can be played now" not in words and "is a bluff" not in words
    assert "what a bot would do" not in words and "you can jump in with it" in words
    plain = said(200, ("table", "uno"), lobby("uno", "street"))
    assert "it can be played now" in plain and "is a bluff" not in plain
    assert "you can jump in" not in plain and "take the last mark back" in plain
    assert "take the last mark back" not in said(200, ("table", "uno"), lobby("uno", "official"))
    assert "two play against two" not in said(200, ("table", "casino"), lobby("casino", "seed"))
    assert "two play against two" in said(200, ("table", "casino"), lobby("casino", "partners"))


async def test_on_the_start_screen_q_ends_the_program() -> None:
    app = CardApp(None, doors=FakeDoors)
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, "question_mark")
        assert "end the program" in text(app) and "seat" not in text(app)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_the_help_scrolls_to_its_end(size: tuple[int, int]) -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "question_mark")
        assert "scroll" in text(app) and "goes back." in " ".join(text(app).split())
        await to_the_end(pilot)
        shown = text(app).splitlines()[0].split()
        assert shown[-1] == shown[-3].split("-")[-1]
        await press(pilot, "home")
        assert " 1-" in text(app).splitlines()[0]
        await press(pilot, "x")
        assert "Your hand" in text(app)
