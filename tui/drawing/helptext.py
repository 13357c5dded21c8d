"""What the help says, as lines of a given width: keys, marks, the rulebook, every option.

Hides: how it is laid out. Pure. Must not know: Textual, scrolling, what keys do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from rich.cells import cell_len

from engine.casino.rules import CasinoRules
from engine.uno.rules import UnoRules
from netcore.wire.messages import Lobby
from netcore.wire.text import clean_line as safe_text
from tui.drawing.canvas import wrap
from tui.drawing.symbols import Symbols
from tui.i18n import t
from tui.keymap import for_place, letters, shown
from tui.rules.rulebook import rulebook
from tui.text import labels, rulewords, words
from tui.useless import useless

Piece: TypeAlias = tuple[int, str, str]
"""A column, a text, its style."""
HelpLine: TypeAlias = list[Piece]
Rules: TypeAlias = UnoRules | CasinoRules

_LEFT = 2
_FIRST = ("do", "hint", "settings")
"""The keys that come before all others: what a beginner looks for."""


def lines(
    width: int,
    places: Collection[str],
    lobby: Lobby | None,
    signs: Symbols,
    *,
    seated: bool = True,
    host: bool = True,
) -> list[HelpLine]:
    """Return the whole help; at a table what its rules allow, for who has a seat or is its host."""
    rules = rulewords.rules_of(lobby) if lobby else None
    without = useless(places, lobby, seated=seated, host=host)
    found = [*_heading(t("Keys"), width), *_keys(width, places, without, signs, seated, host)]
    if marks := _marks(places, rules, seated, lobby):
        found += [[], *_heading(t("Signs"), width), *_table(width, marks)]
    if lobby is None or rules is None:
        return found
    return [*found, [], *rules_lines(width, lobby, rules)]


def rules_lines(width: int, lobby: Lobby, rules: UnoRules | CasinoRules) -> list[HelpLine]:
    """Return the rulebook of these rules, which a lobby names, and every option."""
    title = t("Rules: {playing}", playing=rulewords.setting(lobby))
    found = [*_heading(title, width)]
    for section in rulebook(lobby.game, rules):
        found += [[(_LEFT, line, "strong")] for line in wrap(section.title, width - _LEFT - 1)]
        for text in section.sentences:
            found += [[(_LEFT, line, "")] for line in wrap(text, width - _LEFT - 1)]
        found.append([])
    return [*found, *_options(width, lobby, rules)]


def _heading(text: str, width: int) -> Iterator[HelpLine]:
    for line in wrap(text, width - _LEFT - 1):
        yield [(_LEFT, line, "accent")]


def _table(width: int, rows: Iterable[tuple[str, str]]) -> Iterator[HelpLine]:
    """Yield rows of a sign and what it means, the meanings wrapped in their own column."""
    rows = list(rows)
    column = _LEFT + max(cell_len(sign) for sign, _ in rows) + 2
    for sign, meaning in rows:
        first, *more = wrap(meaning, width - column - 1)
        yield [(_LEFT, sign, "key"), (column, first, "")]
        for line in more:
            yield [(column, line, "")]


# --- keys -----------------------------------------------------------------------------------


def _keys(
    width: int,
    places: Collection[str],
    without: Collection[str],
    signs: Symbols,
    seated: bool,
    host: bool,
) -> Iterator[HelpLine]:
    keys = [
        (signs.arrows.get(key.shown, key.shown), key.about(host))
        for key in sorted(for_place(*places), key=lambda key: key.id not in _FIRST)
        if key.id not in without
    ]
    mouse = (t("mouse"), t("click what you mean, the keys at the bottom too; the wheel scrolls"))
    yield from _table(width, [*_digits(places, seated), *keys, mouse])


def _digits(places: Collection[str], seated: bool) -> Iterator[tuple[str, str]]:
    """Yield the keys that are in no keymap, since what they mean depends on what lies there."""
    if "table" in places and not seated:
        return
    if "uno" in places:
        yield "1-9 0", t("the card with that number (0: the tenth); an answer to a question")
        yield "r y g b", t("the colour, when it is asked: red, yellow, green, blue")
    elif "casino" in places:
        yield "1-4", t("the hand card with that number; an answer to a question")
        some = " ".join(letters("casino")[:4])
        yield some, t("mark what has that letter on the table, or take the mark away")
    elif "replay" in places:
        yield "1-9 0", t("the eyes of the player with that number")
    elif "start" in places:
        yield "1-9", t("that line of the menu, at once")
    elif "lobby" in places:
        yield "1-9", t("an answer to a question")
    elif "rules" in places:
        yield "0-9", t("write a number, where the option is one")


# --- signs ----------------------------------------------------------------------------------


def _marks(
    places: Collection[str], rules: Rules | None, seated: bool, lobby: Lobby | None
) -> list[tuple[str, str]]:
    """Return the signs that can be seen here, and what they mean."""
    if "rules" in places:
        return [("*", t("not as usual")), ("!", t("not played so yet: a contradiction"))]
    if "table" not in places:
        return []
    if isinstance(rules, CasinoRules):
        return _of_casino(rules, seated, lobby)
    return _of_uno(rules, seated)


def _of_uno(rules: UnoRules | None, seated: bool) -> list[tuple[str, str]]:
    faces = [*[labels.face(name, 3) for name in ("s", "r")], labels.wild(), labels.wild_four()]
    told = rules is None or not rules.misplay_penalty
    bluffs = told and (rules is None or rules.challenge)
    hand = [
        (told, "^", t("under a card: it can be played now")),
        (bluffs, "!", t("it can be played, but is a bluff that may be challenged")),
        (rules is None or rules.jump_in, "j", t("you can jump in with it")),
        (rules is None or rules.multi != "one", "*", t("marked")),
    ]
    catch = t("that player has one card and has not called: {key} catches", key=shown("catch"))
    return [
        ("R Y G B", t("on a card: red, yellow, green, blue")),
        (" ".join(faces), t("on a card: Skip, Reverse, Wild, +4")),
        *[(sign, meaning) for seen, sign, meaning in hand if seen and seated],
        _turn(),
        (t("UNO!"), t("that player has called UNO")),
        (t("no UNO?"), catch),
    ]


def _of_casino(rules: CasinoRules, seated: bool, lobby: Lobby | None) -> list[tuple[str, str]]:
    sides = _sides(rules, lobby) if rules.partnership else ""
    found = [
        (words.letters_used(), "S H D C", t("spades, hearts, diamonds, clubs")),
        (seated, "^", t("under a hand card: it can take or build something now")),
        (True, "9^", t("a build of 9 with one group: it can be raised to more")),
        (True, "9=", t("a build of 9 with several groups: it stays a 9")),
        (seated, "*", t("marked")),
        (True, *_turn()),
        (rules.partnership, "A B", sides),
    ]
    return [(sign, meaning) for seen, sign, meaning in found if seen]


def _sides(rules: CasinoRules, lobby: Lobby | None) -> str:
    """Say who plays together, by name."""
    names = [safe_text(seat.name) for seat in lobby.seats] if lobby is not None else []
    if len(names) != 4 or not all(names):
        return t("before a name: who plays together, where two play against two")
    first, second = ([names[seat] for seat in side] for side in rules.sides(len(names)))
    return t("before a name, who plays together: {first} against {second}",
             first=words.listed(first), second=words.listed(second))  # fmt: skip


def _turn() -> tuple[str, str]:
    return ">", t("before a player: whose turn it is; around a card: the cursor")


# --- options --------------------------------------------------------------------------------


def _options(width: int, lobby: Lobby, rules: UnoRules | CasinoRules) -> Iterator[HelpLine]:
    """Yield every option, its value and what it means."""
    yield from _heading(t("Every option (e in the lobby)"), width)
    usual = words.preset(rulewords.usual(lobby.game))
    said = rulewords.differs(lobby) or t("All as in {usual}.", usual=usual)
    for line in wrap(said, width - _LEFT - 1):
        yield [(_LEFT, line, "")]
    yield [(_LEFT, "*", "key"), (_LEFT + 2, t("not as in {usual}", usual=usual), "")]
    for option, value, about, differs in rulewords.explained(lobby.game, rules):
        for i, line in enumerate(
            wrap(t("{option}: {value}", option=option, value=value), width - _LEFT - 3)
        ):
            mark = [(_LEFT, "*", "key")] if differs and not i else []
            yield [*mark, (_LEFT + 2, line, "strong")]
        for line in wrap(about, width - _LEFT - 5):
            yield [(_LEFT + 4, line, "dim")]
