"""Boards at a position, and their keys pressed."""

from __future__ import annotations

from typing import Any

from engine.casino import CASINO
from engine.uno.game import UNO
from netcore.wire.ruleset import rules_for
from tui.boards.base import Board, answer
from tui.boards.casino import CasinoBoard
from tui.boards.uno import UnoBoard

NAMES = ("you", "Bo", "Cy", "Di")


def uno_board(
    hands: tuple[str, ...], top: str = "g7", preset: str = "official", me: int = 0, **more: Any
) -> UnoBoard:
    options = more.pop("options", {})
    rules = rules_for("uno", preset, options)
    start = {"hands": hands, "discard": f"* {top}", "stock": "r1 y1 b1 g1 r2", "turn": "p1", **more}
    state = UNO.place(rules, len(hands), start)
    made = UnoBoard(lambda seat: NAMES[seat])
    made.see(UNO.view(state, me))
    return made


def casino_board(hand: str, table: str, preset: str = "seed", **more: Any) -> CasinoBoard:
    start = {"hands": (hand, "7c 7d 9s Ts"), "table": table, "turn": "p1", "last": "p2", **more}
    start.setdefault("taken", ("*", ""))
    start.setdefault("stock", "")
    state = CASINO.place(CASINO.presets[preset], 2, start)
    made = CasinoBoard(lambda seat: NAMES[seat])
    made.see(CASINO.view(state, 0))
    return made


def after(made: Board, keys: str) -> str:
    """Press keys; return the action that the last one sends, or an empty text."""
    action: Any = None
    for key in keys.split():
        if made.question is not None and made.question.find(key):
            action = answer(made, key)
        elif len(key) > 1:
            action = made.press(key)
        else:
            action = made.letter(key)
    return "" if action is None else str(action)
