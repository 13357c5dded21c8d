"""Rules on their way from a draft to the table.

Hides: what the table is asked for, and when. A whole set that holds together is asked for, one at a
time, and the table has it once it says so; a contradiction stays here until it is solved. Must not
know: screens, connections, what any option does.
"""

from __future__ import annotations

from typing import Any

from engine.game import BadRules
from netcore.wire.messages import Lobby, Setup
from tui.rules.ruledraft import Draft, setup
from tui.text import rulewords
from tui.text.refusals import reworded


class Offer:
    """A draft for a table, and what of it the table was asked for and has not answered.

    Attributes:
        lobby: The table, as it was last heard of.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.draft = self._draft()
        self._asked: Setup | None = None

    def _draft(self) -> Draft:
        return Draft(self.lobby.game, self.lobby.preset, self.plays)

    @property
    def plays(self) -> Any:
        """The rules that the table has."""
        return rulewords.rules_of(self.lobby)

    @property
    def dirty(self) -> bool:
        """The draft is not what the table plays."""
        return self.draft.rules is None or self.draft.rules != self.plays

    def wrong(self) -> str:
        """Return why the draft cannot be played here; empty when it can."""
        if self.draft.wrong:
            return self.draft.wrong
        try:
            self._setup()
        except BadRules as error:
            return reworded(error)
        return ""

    def ask(self) -> Setup | None:
        """Return what is to be asked now: the draft, if it is good and the table has another.

        Nothing while something is on its way.
        """
        if self._asked is None and self.dirty and not self.wrong():
            self._asked = self._setup()
            return self._asked
        return None

    def rename(self) -> Setup | None:
        """Return what has the table call its rules as they are called here now."""
        return None if self._asked is not None or self.dirty else self._setup()

    def heard(self, lobby: Lobby, *, may: bool) -> Setup | None:
        """Have what the table has, unless one's own is on its way or unsolved; return what to ask.

        `may`: the rules are this player's to change.
        """
        self.lobby = lobby
        if lobby.game != self.draft.game:
            self.draft, self._asked = self._draft(), None
        if self._asked is not None and _has(lobby, self._asked):
            self._asked = None
            return self.ask()
        if self._asked is None and not (may and self.wrong()):
            self.draft.follow(lobby.preset, self.plays)
        return None

    def lost(self) -> None:
        """What is on its way does not arrive: it was refused, or the connection is another."""
        self._asked = None

    def _setup(self) -> Setup:
        return setup(self.lobby, self.draft.game, self.draft.base, self.draft.rules)


def _has(lobby: Lobby, asked: Setup) -> bool:
    there = lobby.game, lobby.preset, dict(lobby.options)
    return there == (asked.game, asked.preset, dict(asked.options))
