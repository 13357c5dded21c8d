"""The rulebook: every option shows in it, every word of it can be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.casino import CASINO, CasinoRules
from engine.casino.score import breakdown
from engine.game import BadRules
from engine.games import GAMES
from engine.options import ANY_NUMBER, with_options
from engine.uno.cards import FACES
from engine.uno.rules import UnoRules
from tui import i18n
from tui.rules.rulebook import rulebook

CONTEXTS: dict[tuple[str, str], dict[str, Any]] = {
    ("uno", "w4_legal"): {"challenge": False},
    ("uno", "w4_bluff"): {"challenge": False},
    ("uno", "challenge_target"): {"stack": "up"},
    ("uno", "deflect"): {"stack": "same"},
    ("uno", "multi_effect"): {"multi": "same_face"},
    ("uno", "catch_from"): {"catch_until": "own_turn"},
    ("uno", "punishments"): {"scoring": "own_points"},
}
"""What must hold for an option to matter, or for all its values to be allowed."""


def values(hint: Any, bounds: Any) -> list[Any]:
    """Return values of an option: all, or a choice where there are very many."""
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if hint is bool:
        return [False, True]
    if hint is int:
        least, most = bounds["least"], bounds["most"]
        return [number for number in (0, 1, 2, 3, 7, 50, 499) if least <= number <= most] + (
            [most] if most < ANY_NUMBER else []
        )
    return [("w+4",), *[(face, "w+4") for face in FACES[:-1]], ("w", "+2", "w+4")]


def options() -> Iterator[tuple[str, str, list[Any]]]:
    for game, kind in (("uno", UnoRules), ("casino", CasinoRules)):
        hints = get_type_hints(kind)
        for option in fields(kind):
            yield game, option.name, values(hints[option.name], option.metadata)


def text(game: str, rules: Any) -> str:
    return "\n".join(
        line for part in rulebook(game, rules) for line in (part.title, *part.sentences)
    )


def usual(game: str) -> Any:
    return next(iter(GAMES[game].presets.values()))


PRESETS = [(game, name) for game in GAMES for name in GAMES[game].presets]


@pytest.mark.parametrize(("game", "option", "choices"), [*options()])
def test_every_value_of_every_option_shows(game: str, option: str, choices: list[Any]) -> None:
    base = with_options(usual(game), CONTEXTS.get((game, option), {}))
    books = {
        choice: text(game, replace(base, **{option: choice})) for choice in dict.fromkeys(choices)
    }
    assert len(set(books.values())) == len(books)


def ruleset(game: str) -> st.SearchStrategy[Any]:
    each = {name: st.sampled_from(some) for of, name, some in options() if of == game}
    return st.fixed_dictionaries({}, optional=each).map(lambda chosen: (game, chosen))


@given(st.one_of(ruleset("uno"), ruleset("casino")))
def test_any_rules_have_a_readable_book(chosen: tuple[str, dict[str, Any]]) -> None:
    game, changes = chosen
    try:
        rules = with_options(usual(game), changes)
    except BadRules:
        assume(False)
    sections = rulebook(game, rules)
    titles = [section.title for section in sections]
    assert len(set(titles)) == len(titles)
    for section in sections:
        assert section.sentences
        for sentence in section.sentences:
            assert re.fullmatch(r"[A-Z0-9+♠♦].*[.)]", sentence), sentence
            assert not re.search(r"[{}_]|  |\bNone\b|\bTrue\b|\bFalse\b", sentence), sentence
            assert not re.search(r"\b1 (cards|points|rounds|players)\b", sentence), sentence


@pytest.mark.parametrize(("game", "name"), PRESETS)
def test_every_sentence_can_be_translated(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Marked:
        def gettext(self, message: str) -> str:
            return f"<{message}>"

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            return f"<{msgid1 if n == 1 else msgid2}>"

    monkeypatch.setattr(i18n, "_catalogue", Marked())
    for section in rulebook(game, GAMES[game].presets[name]):
        for part in (section.title, *section.sentences):
            bare = part
            while (inner := re.sub(r"<[^<>]*>", "", bare)) != bare:
                bare = inner
            assert not re.search(r"\w", bare), part


@pytest.mark.parametrize(
    ("game", "name", "said", "unsaid"),
    [
        ("uno", "official", "A +2 cannot be answered.", "deflect"),
        ("uno", "official", "draws 6 cards, 2 more than was owed", "punishment"),
        ("uno", "minus", "everybody who has bust draws a punishment", "Jumping"),
        ("uno", "kano", "you take it back", "The dealer turns over"),
        ("uno", "kano", "coloured Wild in each colour", "deflects"),
        ("uno", "street", "deflects a penalty", "challenger"),
        ("uno", "street", "The last card must be a number card", "you may bluff"),
        ("uno", "crystal", "two Skips skip two players", "deflects"),
        ("uno", "crystal", "although it is not your turn", "a matter of honour"),
        ("casino", "seed", "One deal decides", "sweep"),
        ("casino", "royal", "at least 21 points", "26 points"),
        ("casino", "plain", "No build is worth more than 10", "14"),
        ("casino", "pagat", "You may capture with any card", "only with the value of a build"),
        ("casino", "spade", "These are 26 points in a deal.", "These are 11"),
        ("casino", "draw", "draw the top card of the stock", "6 rounds"),
        ("casino", "partners", "That makes 3 rounds.", "6 rounds"),
    ],
)  # fmt: skip
def test_presets_say_what_they_are(game: str, name: str, said: str, unsaid: str) -> None:
    book = text(game, GAMES[game].presets[name])
    assert said in book
    assert unsaid not in book


@pytest.mark.parametrize(("spades", "total"), [(False, 11), (True, 26)])
def test_the_points_of_a_deal_are_those_of_the_engine(spades: bool, total: int) -> None:
    rules = replace(CASINO.presets["seed"], spade_scoring=spades)
    start = {"hands": ("", ""), "taken": ("*", ""), "turn": "-", "phase": "over"}
    rows = breakdown(CASINO.place(rules, 2, start))
    assert sum(row.points[0] for row in rows) == total
    assert f"These are {total} points" in text("casino", rules)


def test_other_rules_have_no_book() -> None:
    with pytest.raises(ValueError, match="poker"):
        rulebook("poker", object())
