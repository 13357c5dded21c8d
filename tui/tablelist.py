"""The tables of a server, for who has to choose one: in words, and drawn.

Hides: what is worth knowing of a table before joining it. Pure. Must not know: Textual, sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from netcore.messages import Create, GameName, TableInfo
from netcore.text import MAX_NAME_CELLS
from tui import rulewords
from tui.canvas import Canvas, clip
from tui.i18n import n, t

PHASES: Final[Mapping[str, Callable[[], str]]] = {
    "lobby": lambda: t("not begun"),
    "deal": lambda: t("playing"),
    "between": lambda: t("between rounds"),
    "won": lambda: t("match over"),
}


def line(info: TableInfo) -> str:
    """Return a table on one line."""
    parts = (rulewords.setting(info), PHASES[info.phase](), seats(info), *_watched(info))
    return t("{name}: {list}", name=info.name, list=t("; ").join(parts))


def seats(info: TableInfo) -> str:
    """Return what room there is."""
    if info.locked:
        return t("locked")
    if info.open:
        return n("{count} seat free", "{count} seats free", info.open)
    if info.bots:
        return n("{count} bot makes room", "{count} bots make room", info.bots)
    return t("full")


def _watched(info: TableInfo) -> tuple[str, ...]:
    count = info.watchers
    return (n("{count} watches", "{count} watch", count),) if count else ()


def new_table(name: str) -> Create:
    """Return the request for a new table; its host chooses the game there."""
    game: GameName = "uno"
    return Create(name, "", False, game, rulewords.usual(game), {}, 4)


def suggested(name: str) -> str:
    """Return what somebody's new table might be called."""
    called = t("{name}'s table", name=name)
    return called if name and cell_len(called) <= MAX_NAME_CELLS else t("New table")


def draw(width: int, height: int, tables: Sequence[TableInfo], cursor: int) -> Canvas:
    """Draw the list; the chosen table is marked. What does not fit is scrolled to."""
    canvas = Canvas(width, height)
    first = max(0, min(cursor - height // 2, len(tables) - height))
    longest = max((cell_len(info.name) for info in tables), default=0)
    for y, info in enumerate(tables[first : first + height]):
        i = first + y
        canvas.put(1, y, ">" if i == cursor else " ", "accent")
        canvas.put(3, y, str(i + 1).rjust(2), "key")
        canvas.put(6, y, info.name, "chosen" if i == cursor else "strong")
        x = 6 + longest + 2
        room = seats(info)
        end = width - cell_len(room) - 2
        about = f"{rulewords.setting(info)}, {PHASES[info.phase]()}"
        if end - x > 8:
            canvas.put(x, y, clip(about, end - x - 2), "dim")
        joinable = not info.locked and (info.open or info.bots)
        canvas.right(y, room, "good" if joinable else "dim", 1)
    return canvas
