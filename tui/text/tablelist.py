"""The tables of a server, in words for who has to choose one.

Hides: what is worth knowing of a table before joining it. Pure. Must not know: screens, sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from netcore.wire.messages import Create, GameName, TableInfo
from netcore.wire.text import MAX_NAME_CELLS, cells
from tui.i18n import n, t
from tui.text import rulewords

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
    return called if name and cells(called) <= MAX_NAME_CELLS else t("New table")
