"""Rules while they are changed: what each option may be, and whether the whole holds together.

Hides: how a value is stepped, read from a word and undone, and what is asked of the table for it.
Everything comes from the options' own fields. Must not know: screens, who may change rules, files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from engine.game import BadRules
from engine.games import GAMES
from engine.options import differences, with_options
from engine.uno.cards import FACES
from netcore.wire.messages import GameName, Lobby, OptionValue, Setup
from tui.i18n import n, t
from tui.text import rulewords
from tui.text.refusals import reworded

_KEPT: Final = 200
"""How many changes can be taken back."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What one option may be.

    Attributes:
        name: Its name in the code, in files and on the command line.
        about: Its one-line explanation, in English.
        choices: The values of a closed option, in order; empty for a number or a list.
        words: What an option that is a list may hold; empty for others.
        least, most: The bounds of a number.
    """

    name: str
    about: str
    choices: tuple[bool | int | str, ...]
    words: tuple[str, ...]
    least: int
    most: int


@cache
def kinds(game: str) -> tuple[Kind, ...]:
    """Return the options of a game, in the order in which it declares them."""
    rules = next(iter(GAMES[game].presets.values()))
    hints = get_type_hints(type(rules))
    return tuple(
        Kind(
            one.name,
            one.metadata["help"],
            _choices(hints[one.name]),
            FACES if get_origin(hints[one.name]) is tuple else (),
            one.metadata["least"],
            one.metadata["most"],
        )
        for one in fields(rules)
    )


def _choices(hint: Any) -> tuple[bool | int | str, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return (False, True) if hint is bool else ()


def stepped(kind: Kind, value: Any, by: int) -> Any:
    """Return the value `by` (1 or -1) places further: closed values go round, numbers end."""
    if kind.choices:
        return kind.choices[(kind.choices.index(value) + by) % len(kind.choices)]
    if kind.words:
        return value
    size = _size(value if by > 0 else value - 1)
    wanted = value + by * size
    if size > 1:  # to a round number first, so that up and down are the same ladder
        wanted = wanted // size * size if by > 0 else -(-wanted // size) * size
    return min(max(wanted, kind.least), kind.most)


def _size(value: int) -> int:
    """Return how far one step goes from here: small numbers are chosen more exactly."""
    return 1 if value < 30 else 10 if value < 200 else 50


def read(kind: Kind, text: str) -> OptionValue:
    """Return the value that a text means. Raises BadRules."""
    name = kind.name
    if kind.words:
        return tuple(part for part in text.replace(",", " ").split() if part)
    if kind.choices == (False, True):
        if text not in ("yes", "no", "true", "false"):
            raise BadRules(t("{name}: {text!r} is neither yes nor no", name=name, text=text))
        return text in ("yes", "true")
    for choice in kind.choices:
        if text == str(choice):
            return choice
    if kind.choices:
        known = ", ".join(map(str, kind.choices))
        raise BadRules(
            t("{name}: {text!r} is not one of {known}", name=name, text=text, known=known)
        )
    if not (text.isascii() and text.isdecimal() and kind.least <= int(text) <= kind.most):
        raise BadRules(
            t("{name}: {text!r} is not a whole number from {least} to {most}", name=name,
              text=text, least=kind.least, most=kind.most)
        )  # fmt: skip
    return int(text)


def read_changes(game: str, settings: Iterable[str]) -> dict[str, OptionValue]:
    """Read `option=value`, each by what the option may be. Raises BadRules."""
    known = {kind.name: kind for kind in kinds(game)}
    changes: dict[str, OptionValue] = {}
    for setting in settings:
        name, _, text = setting.partition("=")
        if name not in known:
            raise BadRules(t("{name}: there is no such option", name=name))
        changes[name] = read(known[name], text)
    return changes


def setup(lobby: Lobby, game: str, base: str, rules: Any, seats: int = 0) -> Setup:
    """Return the request for these rules, with as many seats as before where they allow it.

    They keep their name, or have that of the player's own file.

    `seats`: how many are wanted; 0: as many as now. Raises BadRules when those who are seated
    cannot play by these rules.
    """
    least, most = GAMES[game].seat_range(rules)
    taken = sum(seat.kind != "open" for seat in lobby.seats)
    if most < least:
        raise BadRules(t("hand_size: not even two players can be dealt in from this deck"))
    if taken > most:
        raise BadRules(
            n("At most {count} player can play by these rules, and {taken} are seated.",
              "At most {count} players can play by these rules, and {taken} are seated.",
              most, taken=taken)
        )  # fmt: skip
    wanted = min(max(seats or len(lobby.seats), least, taken), most)
    name: GameName = "uno" if game == "uno" else "casino"
    called = rulewords.own_name(game, rules)
    if not called and game == lobby.game and rules == rulewords.rules_of(lobby):
        called = lobby.rules_name
    changes = differences(GAMES[game].presets[base], rules)
    return Setup(name, base, changes, wanted, rules_name=called)


class Draft:
    """A whole set of options, perhaps contradictory for the moment.

    Attributes:
        base: The preset it starts from.
        values: Every option's value.
        rules: The rules they make; None while they contradict each other.
        wrong: Why they do; empty when they do not.
    """

    def __init__(self, game: str, base: str, rules: Any) -> None:
        self.game = game
        self._past: list[tuple[str, Mapping[str, Any]]] = []
        self._take(base, {kind.name: getattr(rules, kind.name) for kind in kinds(game)})

    def _take(self, base: str, values: Mapping[str, Any]) -> None:
        self.base, self.values = base, values
        try:
            self.rules: Any = with_options(GAMES[self.game].presets[base], values)
            self.wrong = ""
        except BadRules as error:
            self.rules, self.wrong = None, reworded(error)

    def put(self, **values: Any) -> None:
        """Give options other values."""
        self.become(self.base, {**self.values, **values})

    def become(self, base: str, rules: Any) -> None:
        """Be other rules (or other values of every option); they can be taken back."""
        values = rules
        if not isinstance(rules, Mapping):
            values = {name: getattr(rules, name) for name in self.values}
        if (base, values) != (self.base, self.values):
            self._past = [*self._past[-_KEPT:], (self.base, self.values)]
            self._take(base, values)

    def follow(self, base: str, rules: Any) -> None:
        """Be what the table plays now; that is no change of one's own."""
        self._take(base, {name: getattr(rules, name) for name in self.values})

    @property
    def changed(self) -> bool:
        """There is a change to take back."""
        return bool(self._past)

    def undo(self) -> bool:
        """Take the last change back; return whether there was one."""
        if self._past:
            self._take(*self._past.pop())
            return True
        return False
