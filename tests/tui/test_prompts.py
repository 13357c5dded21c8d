"""Every text that a board's prompt has is met in a moment, in each set of rules where it can be.

What the boards may say is read from their sources, so a text that no moment meets is found. The
moments are lived through on bare boards here, which is quick; test_pressed does it with the app.
"""

from __future__ import annotations

import ast
from typing import Any, Final

import pytest

from tests.tui.catalogues import ROOT, Listening, tool
from tests.tui.moments import NAMES, RULESETS, At, Moment, Never, Press, Says, Step, key_of
from tests.tui.moments_casino import MOMENTS as CASINO_MOMENTS
from tests.tui.moments_uno import MOMENTS as UNO_MOMENTS
from tui import i18n
from tui.boards.base import answer
from tui.boards.casino import CasinoBoard
from tui.boards.uno import UnoBoard
from tui.keymap import pressed

BOARDS: Final[dict[str, Any]] = {"uno": UnoBoard, "casino": CasinoBoard}


class Bare:
    """A board without a screen, to which a moment's steps are done."""

    def __init__(self) -> None:
        self.game = ""
        self.board: Any = None

    def do(self, step: Step) -> None:
        match step:
            case At(game, states, _, me):
                self.game, self.board = game.name, BOARDS[game.name](lambda seat: NAMES[seat])
                for state in states:
                    self.board.see(game.view(state, me))
            case Press(keys, sends, _):
                sent = [self.press(key_of(self.board, key)) for key in keys.split()]
                assert sent == [*[""] * (len(sent) - 1), sends]
            case Says(texts):
                assert all(text in self.said() for text in texts), (texts, self.said())
            case Never(text):
                assert text not in self.said()

    def press(self, key: str) -> str:
        """Return the action that a key sends."""
        if self.board.question is not None and self.board.question.find(key):
            action = answer(self.board, key)
        elif (entry := pressed(("table", self.game), key, None)) is not None:
            action = self.board.press(entry.id)
        else:
            action = self.board.letter(key)
        return "" if action is None else str(action)

    def said(self) -> str:
        """Return all that the prompt says, and make the footer as well."""
        self.board.footer()
        said = self.board.prompt()
        return f"{said.text} {said.more}"


@pytest.mark.parametrize("board", [UnoBoard(str), CasinoBoard(str)])
def test_before_the_deal(board: Any) -> None:
    """So it is for the instant in which the screen is made."""
    assert board.prompt().text == "The cards are being dealt."
    assert board.footer() == (["chat", "help", "quit"], {})


UNMET: Final = {
    "uno": {
        "The cards are being dealt.",  # above
        "A bot would challenge the +4 ({key}).",  # what it doubts is a toss
    },
    "casino": {
        "The cards are being dealt.",
        # who is on turn has a card; who owns a build has its number
        "Your turn.",
        "{card} can do nothing now: {why}.",
        "others come first",
    },
}
"""Texts of the prompts that no moment meets."""


@pytest.mark.parametrize(("game", "moments"), [("uno", UNO_MOMENTS), ("casino", CASINO_MOMENTS)])
def test_every_text_of_the_prompts_is_met(
    monkeypatch: pytest.MonkeyPatch, game: str, moments: dict[str, Moment]
) -> None:
    listening = Listening()
    monkeypatch.setattr(i18n, "_catalogue", listening)
    for name, moment in moments.items():
        found = [one for one in RULESETS[game] if moment.where(one.rules)]
        assert found, f"nowhere: {name}"
        for ruleset in found:
            print(name, ruleset.name)  # the last one is the one that fails
            bare = Bare()
            for step in moment.steps(ruleset.rules):
                bare.do(step)
    sources = [ROOT / "tui" / "boards" / f"{name}.py" for name in (game, f"{game}_prompt")]
    written = {
        message.id
        for path in sources
        for message in tool().written_in(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert sorted(written - listening.said - UNMET[game]) == []
    assert sorted(UNMET[game] & listening.said) == []
