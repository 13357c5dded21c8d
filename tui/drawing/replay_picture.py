"""Where a replay stands, in a line and a bar. Pure functions to cells.

Hides: how it looks. Must not know: Textual, records.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tui.boards.base import Prompt
from tui.drawing import pictures
from tui.drawing.canvas import Canvas, Row
from tui.drawing.cards import Pen
from tui.i18n import t
from tui.keymap import shown
from tui.text.words import together

_BAR: Final = 4
"""The column in which the bar begins."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where a replay stands.

    Attributes:
        deal, deals: Which deal of how many that can be seen.
        step, steps: How far into it.
        running: It goes on by itself.
        ended: Nothing comes after this.
        over: The deal is over, and its points can be seen.
        broken: Why the record does not hold from here on.
    """

    game: str
    deal: int
    deals: int
    step: int
    steps: int
    speed: float
    running: bool
    ended: bool
    over: bool
    broken: str


def prompt(width: int, height: int, where: Where, pen: Pen) -> Canvas:
    """Draw it: what runs, where it stands, what can be done."""
    said = Prompt(_text(where), "warn" if where.broken else "wait", _more(where))
    canvas = pictures.prompt(width, height, said)
    free = not any(glyph.strip() for glyph, _ in canvas.rows[height - 1])
    if height > 1 and free:
        _bar(canvas, height - 1, where, pen)
    return canvas


def _text(where: Where) -> str:
    if where.broken:
        return t("The record does not hold from here on: {why}", why=where.broken)
    place = t("step {step}/{steps}", step=where.step, steps=where.steps)
    if where.deals > 1:
        place = _in_deal(where, place)
    if where.ended:
        return t("The end: {place}.", place=place)
    if where.running:
        return t("Plays, {speed}: {place}.", speed=_speed(where.speed), place=place)
    return t("Paused: {place}.", place=place)


def _in_deal(where: Where, place: str) -> str:
    if where.game == "uno":
        return t("round {deal}/{deals}, {place}", deal=where.deal, deals=where.deals, place=place)
    return t("deal {deal}/{deals}, {place}", deal=where.deal, deals=where.deals, place=place)


def _speed(speed: float) -> str:
    return f"1/{round(1 / speed)}x" if speed < 1 else f"{round(speed)}x"


def _more(where: Where) -> str:
    play = shown("play", "replay")
    if where.ended:
        first = t("{key} plays it again.", key=play)
    else:
        first = t("{key} pauses.", key=play) if where.running else t("{key} plays.", key=play)
    points = t("Enter shows the points.") if where.over else ""
    return together([points, first])


def step_at(row: Row, x: int, where: Where, pen: Pen) -> int | None:
    """Return the step that a column of the bar stands for; None where no bar is drawn."""
    if not 0 <= x < len(row) or row[x][0] not in (pen.symbols.full, pen.symbols.empty):
        return None
    return round((x - _BAR + 0.5) / (len(row) - _BAR - 2) * where.steps)


def _bar(canvas: Canvas, y: int, where: Where, pen: Pen) -> None:
    """Draw how much of the deal has been seen."""
    room = canvas.width - _BAR - 2
    done = room if not where.steps else round(room * where.step / where.steps)
    canvas.put(_BAR, y, pen.symbols.full * done, "accent")
    canvas.put(_BAR + done, y, pen.symbols.empty * (room - done), "dim")
