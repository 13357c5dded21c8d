"""Where everything stands on the table screen, for every size; the order never changes.

Hides: the sizes at which something gives way: status, table and log, hand, prompt, keys, from the
top down, with a column of players where there is much room. Pure numbers. Must not know: Textual.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

LEAST: Final = (40, 12)
"""The smallest screen on which the game is shown."""


class Place(NamedTuple):
    """A rectangle of cells; nothing is shown where a side is 0."""

    x: int
    y: int
    width: int
    height: int


_TALK: Final = 7
"""Rows below which what is said shares the log's place."""
NOWHERE: Final = Place(0, 0, 0, 0)


def explained(listed: str, width: int, height: int, about: int) -> dict[str, Place]:
    """Return the places of a list whose chosen line is explained below it in `about` rows.

    `listed`: what the list is called. Too small a screen is all prompt.
    """
    if width < LEAST[0] or height < LEAST[1]:
        return {"prompt": Place(0, 0, width, height)}
    return {
        "status": Place(0, 0, width, 1),
        listed: Place(0, 1, width, height - 4 - about),
        "about": Place(0, height - 3 - about, width, about),
        "prompt": Place(0, height - 3, width, 2),
        "keys": Place(0, height - 1, width, 1),
    }


@dataclass(frozen=True, slots=True)
class Layout:
    """The rectangles of one screen."""

    status: Place
    players: Place
    table: Place
    log: Place
    talk: Place
    hand: Place
    prompt: Place
    keys: Place

    def named(self) -> dict[str, Place]:
        """Return the places by name."""
        return {name: getattr(self, name) for name in self.__slots__}


def cells_for_player(width: int, players: int) -> int:
    """Return how wide the field of one player in the status lines is."""
    least = 10 if width < 56 else 15
    across = max(1, min(players, width // least))
    return min(width // across, 26)


def player_lines(width: int, players: int) -> int:
    """Return how many lines the players take."""
    across = max(1, width // cells_for_player(width, players))
    return min(-(-players // across), 3)


def column_rows(height: int, players: int) -> int:
    """Return how many of the rows of their column the players leave to nobody else.

    What is said has the others, unless these are too few.
    """
    roomy, dense = 2 * players + 2, players + 2
    if roomy + _TALK <= height:
        return roomy
    return dense if dense + _TALK <= height else height


def layout(
    width: int, height: int, game: str, players: int, big_log: bool = False, talk: bool = False
) -> Layout | None:
    """Return where everything stands; None on a screen too small to play on.

    `talk`: there is somebody to talk to, so what is said has a place of its own where there is one.
    """
    if width < LEAST[0] or height < LEAST[1]:
        return None
    small = height < 18
    wide = width >= 110 and height >= 30
    hand = 3 if small else 9 if wide and height >= 34 else 7
    prompt = 2 if height < 22 else 3
    lines = 0 if wide else player_lines(width, players)
    top = 1 + lines
    middle = height - top - hand - prompt - 1
    if big_log:
        log = Place(0, top, width, middle + hand)
        table = players_at = hand_at = talk_at = NOWHERE
    else:
        hand_at = Place(0, top + middle, width, hand)
        column = 28 if wide else 0
        table, log = _middle(column, top, width - column, middle, game)
        rows = column_rows(middle, players) if talk else middle
        players_at = Place(0, 1, column, rows) if wide else NOWHERE
        talk_at = Place(0, 1 + rows, column, middle - rows) if wide and rows < middle else NOWHERE
    if not wide:
        players_at = Place(0, 1, width, lines)
    return Layout(
        status=Place(0, 0, width, 1),
        players=players_at,
        table=table,
        log=log,
        talk=talk_at,
        hand=hand_at,
        prompt=Place(0, height - 1 - prompt, width, prompt),
        keys=Place(0, height - 1, width, 1),
    )


def _middle(x: int, y: int, width: int, height: int, game: str) -> tuple[Place, Place]:
    """Split the middle: beside each other, or the table above the log where it is narrow."""
    if width < 56:
        rows = min(height, 2 if game == "uno" else max(2, height - 1))
        return Place(x, y, width, rows), Place(x, y + rows, width, height - rows)
    share = {"uno": 0.45, "casino": 0.38}.get(game, 0.4)
    log = int(width * share)
    return Place(x, y, width - log, height), Place(x + width - log, y, log, height)
