"""The rulebook of every ruleset, to be read without a table.

Hides: which rulesets are listed. Must not know: what rules mean, how a rulebook is written.
"""

from __future__ import annotations

from typing import cast

from engine.games import GAMES
from engine.rulefile import Ruleset
from netcore.wire.messages import ONLY_TABLE, GameName, Lobby
from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing import helptext
from tui.drawing.list_picture import Row
from tui.i18n import t
from tui.rules import rulesets
from tui.rules.rulesets import Listed
from tui.screens.help import HelpScreen
from tui.screens.listed import ListedScreen
from tui.text import rulelines, words


class RulebooksScreen(ListedScreen):
    """Every ruleset; Enter opens its rulebook."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        found = list(rulesets.listed(rulesets.folder()))
        self._sets = sorted(found, key=_place)
        self.rows = [_row(one) for one in self._sets]

    def choose(self, index: int) -> None:
        listed = self._sets[index]
        if listed.ruleset is not None:
            self.app.push_screen(RulebookScreen(self.ctx, listed))

    def heading(self) -> str:
        return t("Rules")

    def empty(self) -> str:
        return ""

    def asks(self) -> Prompt:
        listed = self._sets[self.cursor]
        if listed.ruleset is None:
            return Prompt(listed.wrong, "warn")
        return Prompt(t("Enter opens the rulebook."), "mine", rulelines.in_a_line(listed.ruleset))

    def opens(self) -> bool:
        return self._sets[self.cursor].ruleset is not None


class RulebookScreen(HelpScreen):
    """One rulebook, and every option."""

    def __init__(self, context: Context, listed: Listed) -> None:
        super().__init__(context, ())
        assert listed.ruleset is not None
        self._ruleset = listed.ruleset

    def _lines(self, width: int) -> list[helptext.HelpLine]:
        return helptext.rules_lines(width, _lobby(self._ruleset), self._ruleset.rules)

    def heading(self) -> list[str]:
        ruleset = self._ruleset
        return [t("Rules"), words.game(ruleset.game.name), words.preset(ruleset.name)]


def _lobby(ruleset: Ruleset) -> Lobby:
    """Return a lobby where these rules are played: that is how rules are spoken of."""
    game = cast(GameName, ruleset.game.name)
    return Lobby(
        ONLY_TABLE, "lobby", False, game, ruleset.base, ruleset.options, (), (), None, 0, 0
    )


def _place(listed: Listed) -> int:
    """Return where it stands: game after game, bad files last."""
    games = list(GAMES)
    return len(games) if listed.ruleset is None else games.index(listed.ruleset.game.name)


def _row(listed: Listed) -> Row:
    if listed.ruleset is None:
        name = listed.path.name if listed.path is not None else "?"
        return Row(name, listed.wrong, t("bad file"))
    ruleset = listed.ruleset
    kind = t("your own") if listed.source == "own" else ""
    name = t(
        "{game}, {rules}", game=words.game(ruleset.game.name), rules=words.preset(ruleset.name)
    )
    return Row(name, rulelines.in_a_line(ruleset), kind)
