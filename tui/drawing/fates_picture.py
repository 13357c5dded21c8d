"""All punishments of a match that is looked back at, in lines: whose, which, and what became of it.

Hides: how it looks, and what is scrolled away. Must not know: Textual, records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine.game import Seat
from tui.drawing.canvas import Canvas, clip, padded, wrap
from tui.drawing.cards import Pen
from tui.drawing.king_picture import corner, tint
from tui.i18n import t
from tui.records.fates import Fate, Fates, How
from tui.text.say_king import text
from tui.text.words import opening

NameOf: TypeAlias = Callable[[Seat], str]
_Part: TypeAlias = tuple[int, str, str]
"""A column, a text, its style; a column below 0: against the right edge."""
_INDENT: Final = 7

_ENDS: Final[Mapping[How, Callable[[], str]]] = {
    "owed": lambda: t("still owed"),
    "done": lambda: t("done"),
    "waived": lambda: t("let off"),
    "swapped": lambda: t("swapped for another"),
    "lapsed": lambda: t("lapsed: the next one came"),
    "left": lambda: t("void: the player has left"),
}


def lines(fates: Fates, name_of: NameOf, width: int) -> list[list[_Part]]:
    """Return the lines, the newest punishment first."""
    found: list[list[_Part]] = []
    for fate in reversed(fates):
        found += _lines(fate, name_of, width)
    return found


def _lines(fate: Fate, name_of: NameOf, width: int) -> list[list[_Part]]:
    who = opening(name_of(fate.seat))
    named = t("round {number}, {who}", number=fate.deal, who=who)
    chip = padded(f" {corner(fate.card)} ", 5)
    style = "warn" if fate.how == "owed" else "good" if fate.how == "done" else "dim"
    head: list[_Part] = [(1, chip, f"card.{tint(fate.card)}")]
    heads = wrap(f"{named}: {_ended(fate, name_of)}", width - _INDENT - 1)
    head.append((_INDENT, heads[0], style))
    said = [(_INDENT, line, style) for line in heads[1:]]
    task = f"{t('HOT')} {text(fate.card)}" if fate.card.hot else text(fate.card)
    said += [(_INDENT, line, "") for line in wrap(task, width - _INDENT - 1)]
    return [head, *[[part] for part in said]]


def _ended(fate: Fate, name_of: NameOf) -> str:
    """Say what has become of it, and who says so."""
    if fate.by is not None and fate.by != fate.seat:
        return t("{ended} ({who})", ended=_ENDS[fate.how](), who=name_of(fate.by))
    return _ENDS[fate.how]()


def draw(width: int, height: int, shown: Sequence[Sequence[_Part]], top: int, pen: Pen) -> Canvas:
    """Draw the lines from `top` on; how many are outside stands at the edges."""
    canvas = Canvas(width, height)
    for y, parts in enumerate(shown[top : top + height]):
        for x, said, style in parts:
            canvas.put(x, y, clip(said, width - x - 1, pen.symbols.ellipsis), style)
    if top:
        canvas.right(0, f" {pen.symbols.up}{top} ", "accent")
    if (below := len(shown) - top - height) > 0:
        canvas.right(height - 1, f" {pen.symbols.down}{below} ", "accent")
    return canvas
