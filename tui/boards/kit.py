"""What the table screen needs of a game, as one value: its board, and how it is drawn.

Hides: which games there are, from the screens. To add a game, add its line in `KITS`.
Must not know: Textual.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from engine.game import Seat
from tui.boards.base import Board
from tui.drawing.canvas import Canvas
from tui.drawing.cards import Pen
from tui.drawing.motion import End, Point
from tui.drawing.pictures import Player
from tui.room import Room


class Kit(Protocol):
    """One game at the table: a board and its pictures.

    Attributes:
        owner: Whose hand is shown, where it is not the reader's own.
    """

    owner: str

    @property
    def board(self) -> Board: ...

    def headline(self, room: Room) -> tuple[list[str], list[str]]:
        """Return what is played, and how it stands, for the top line."""
        ...

    def players(self, room: Room, now: float) -> Sequence[Player]:
        """Return the players as they are shown."""
        ...

    def arrow(self, pen: Pen) -> str:
        """Return the sign between the players: the direction of play; empty where there is none."""
        ...

    def table(self, width: int, height: int, pen: Pen, clock: int | None, timer: int) -> Canvas:
        """Draw the middle of the table."""
        ...

    def hand(self, width: int, height: int, pen: Pen) -> Canvas:
        """Draw the hand."""
        ...

    def on_table(self, end: End, width: int, height: int) -> Point | None:
        """Return where the stock, the pile or a card of the table is drawn; None: nowhere."""
        ...

    def in_hand(self, card: Any, width: int, height: int) -> Point | None:
        """Return where a card of the hand is drawn; None where it is not."""
        ...

    def sort(self, how: str) -> None:
        """Sort the hand by `color` (or suit), by `number`, or as is usual in the game (`auto`)."""
        ...

    def formality(self) -> Any | None:
        """Return the action that is left where there is nothing to decide; None where there is."""
        ...

    def click_hand(self, x: int, y: int, width: int, height: int) -> Any | None:
        """Take a click on the hand; return the action to send, if that makes one."""
        ...

    def click_table(self, x: int, y: int, width: int, height: int) -> Any | None:
        """Take a click on the table; return the action to send, if that makes one."""
        ...

    def windowed(self) -> bool:
        """Tell whether only a part of what lies on the table was drawn."""
        ...

    def look_further(self, lines: int = 0) -> None:
        """Show the table so many lines further down; 0: its next part, and round."""
        ...

    def follow(self, events: Sequence[Any], *, missed: bool = False) -> None:
        """Keep in mind what was laid last; `missed`: what came before these events is not known."""
        ...

    def click_player(self, seat: int) -> Any | None:
        """Take a click on a player while nothing is asked; return the action to send, if any."""
        ...


def kit(game: str, room: Room) -> Kit:
    """Return the kit of a game."""
    if game == "uno":
        from tui.boards.uno_kit import UnoKit

        return UnoKit(room.name_of)
    from tui.boards.casino_kit import CasinoKit

    return CasinoKit(room.name_of)


def looked_at(lobby: Any) -> list[str]:
    """Return how many watch, and that the table is stopped, for the top line."""
    from tui.i18n import t

    if lobby is None:
        return []
    watching = [t("{count} watching", count=len(lobby.watchers))] if lobby.watchers else []
    return [*watching, *([t("PAUSED")] if lobby.paused else [])]


def hand_heading(count: int, owner: str) -> str:
    """Return whose hand it is."""
    from tui.i18n import t

    if owner:
        return t("{who}'s hand ({count})", who=owner, count=count)
    return t("Your hand ({count})", count=count)


def away_tag(room: Room, seat: Seat, now: float) -> tuple[str, bool]:
    """Return what is said of a seat whose player is not there, and whether it is an alarm."""
    from tui.i18n import t

    if room.lobby is None or seat >= len(room.lobby.seats):
        return "", False
    info = room.lobby.seats[seat]
    if info.kind == "gone":
        return t("gone"), False
    if info.away and info.standin:
        return t("bot plays"), False
    if (left := room.patience(seat, now)) is not None:
        return t("away {m}:{s:02}", m=left // 60, s=left % 60), True
    return "", False
