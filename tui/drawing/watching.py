"""What a watcher sees where a player has a hand: who did what last, and that no hand is seen.

Hides: how that is laid out. Pure. Must not know: Textual, games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tui.drawing.canvas import Canvas, clip
from tui.drawing.cards import Pen
from tui.i18n import t

_COLUMN: Final = 38
"""Cells that a sentence should have, before there is a second column of them."""


@dataclass(frozen=True, slots=True)
class Did:
    """What one player did last. `turn`: the table waits for that player."""

    text: str
    turn: bool


def picture(width: int, height: int, players: Sequence[Did], pen: Pen) -> Canvas:
    """Draw it: a title, then the players one after the other, in columns where there are many."""
    canvas = Canvas(width, height)
    title = t("You are watching: no hand is shown to you.")
    canvas.put(1, 0, clip(title, width - 2, pen.symbols.ellipsis), "dim")
    rows = height - 1
    if not players or rows < 1:
        return canvas
    columns = 1 if len(players) <= rows else max(1, min(width // _COLUMN, -(-len(players) // rows)))
    shown = players if len(players) <= rows * columns else _around(players, rows * columns)
    across = (width - 1) // columns
    for i, player in enumerate(shown):
        x, y = 1 + (i // rows) * across, 1 + i % rows
        sign, style = (">", "accent") if player.turn else (" ", "")
        canvas.put(x, y, sign + clip(player.text, across - 2, pen.symbols.ellipsis), style)
    return canvas


def _around(players: Sequence[Did], room: int) -> Sequence[Did]:
    """Return those for whom there is room, with the one that is waited for among them."""
    turn = next((i for i, player in enumerate(players) if player.turn), 0)
    first = min(max(0, turn - room + 1), len(players) - room)
    return players[first : first + room]
