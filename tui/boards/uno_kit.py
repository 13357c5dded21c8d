"""UNO at the table screen: its board and its pictures, put together.

Hides: which facts go into which picture. Must not know: Textual.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.game import Seat
from engine.uno import events as uno
from engine.uno.actions import Action
from engine.uno.cards import Card
from engine.uno.rules import UnoRules
from tui.boards import uno_picture as picture
from tui.boards.kit import away_tag, hand_heading, looked_at
from tui.boards.uno import UnoBoard
from tui.drawing.canvas import Canvas
from tui.drawing.cards import Pen
from tui.drawing.motion import End, Point
from tui.drawing.pictures import Player
from tui.i18n import n, t
from tui.room import Room
from tui.text import rulewords

_KEPT: Final = 6
"""Cards of the pile that are remembered, the top one among them."""


class UnoKit:
    """Implements Kit."""

    def __init__(self, name_of: Callable[[Seat], str]) -> None:
        self.board = UnoBoard(name_of)
        self.owner = ""
        self._pile: list[Card] = []

    def headline(self, room: Room) -> tuple[list[str], list[str]]:
        lobby, match, view = room.lobby, room.view, self.board.view
        left = [t("UNO")]
        if lobby is not None:
            left.append(rulewords.named(lobby))
        right: list[str] = []
        if match is not None:
            left.append(t("round {number}", number=match.deal))
        if view is not None and view.rules.target and match is not None:
            right.append(_target(view.rules))
        if lobby is not None:
            left.append(rulewords.note_beside(lobby))
        return left, [*right, *looked_at(lobby)]

    def players(self, room: Room, now: float) -> Sequence[Player]:
        view = self.board.view
        if view is None:
            return []
        names = room.names()
        shown: list[Player] = []
        for seat, count in enumerate(view.counts):
            tag, alarm = self._tag(seat, room, now)
            name = t("you") if seat == room.me else names[seat] if seat < len(names) else "?"
            score = str(room.view.scores[seat]) if room.view else ""
            turn = view.turn == seat
            shown.append(Player(name, str(count), turn, seat == room.me, tag, alarm, score))
        return shown

    def _tag(self, seat: Seat, room: Room, now: float) -> tuple[str, bool]:
        view = self.board.view
        assert view is not None
        tag, alarm = away_tag(room, seat, now)
        if tag:
            return tag, alarm
        if seat in view.called:
            return t("UNO!"), True
        if seat in view.catchable and seat != room.me:
            return t("no UNO?"), True
        return room.emote(seat, now), False

    def arrow(self, pen: Pen) -> str:
        view = self.board.view
        if view is None:
            return ""
        return pen.symbols.right if view.direction == 1 else pen.symbols.left

    def table(self, width: int, height: int, pen: Pen, clock: int | None, timer: int) -> Canvas:
        if self.board.view is None:
            return Canvas(width, height)
        shown = picture.Middle(self.board.view, clock, timer, t("table"), self._below())
        return picture.table(shown, width, height, pen)

    def hand(self, width: int, height: int, pen: Pen) -> Canvas:
        board = self.board
        if board.view is None or board.view.seat is None:
            canvas = Canvas(width, height)
            canvas.put(1, 0, t("You are watching.") if board.view else "", "dim")
            return canvas
        marks = tuple([board.mark(i) for i in range(len(board.hand))])
        heading = hand_heading(len(board.hand), self.owner)
        title = picture.hand_title(heading, marks, board.by_face, len(board.marked))
        cursor = -1 if board.over or self.owner else board.cursor
        held = tuple(board.hand)
        shown = picture.Hand(
            held, cursor, marks, board.armed, title, self._groups(), not self.owner
        )
        return picture.hand(shown, width, height, pen)

    def _groups(self) -> tuple[int, ...]:
        return picture.groups(self.board.hand, self.board.by_face)

    def on_table(self, end: End, width: int, height: int) -> Point | None:
        placed = picture.piles(width, height)
        if placed is None:
            return (width - 9, 0) if end.kind == "stock" else (5, 0)
        box = placed[0] if end.kind == "stock" else placed[1]
        return box.x + box.width // 2 - 1, box.y + box.height // 2

    def in_hand(self, card: Any, width: int, height: int) -> Point | None:
        board = self.board
        held = [i for i, other in enumerate(board.hand) if other is card]
        if not held:
            return None
        index = board.cursor if board.cursor in held else held[0]
        found = picture.spot_of(index, len(board.hand), board.cursor, width, height, self._groups())
        return found

    def sort(self, how: str) -> None:
        self.board.sort_by(how == "number")

    def formality(self) -> Action | None:
        return self.board.formality()

    def click_hand(self, x: int, y: int, width: int, height: int) -> Action | None:
        board = self.board
        index = picture.card_at(len(board.hand), board.cursor, x, width, height, self._groups())
        if index is None or board.question is not None:
            return None
        if index == board.cursor:
            return board.press("do")
        board.notice = ""
        board.choose(index)
        return None

    def click_table(self, x: int, y: int, width: int, height: int) -> Action | None:
        """Draw with a click on the stock; on the top card do what Enter does."""
        board = self.board
        if board.question is not None:
            return None
        found = picture.pile_at(x, y, width, height)
        return board.press({"stock": "draw", "top": "do"}[found]) if found else None

    def windowed(self) -> bool:
        return False

    def look_further(self, lines: int = 0) -> None:
        pass

    def follow(self, events: Sequence[Any], *, missed: bool = False) -> None:
        if missed:
            self._pile = []
        for event in events:
            match event:
                case uno.Turned(card):
                    self._pile = [card]
                case uno.Played(cards=cards):
                    self._pile = [*self._pile, *cards][-_KEPT:]
                case uno.TakenBack(cards=cards):
                    self._pile = self._pile[: -len(cards)]
                case _:
                    pass

    def _below(self) -> tuple[Card, ...]:
        """Return what is known to lie below the top card, the newest first."""
        view = self.board.view
        if view is None or not self._pile or self._pile[-1].face != view.top.face:
            return ()
        lie = min(len(self._pile), view.discards) - 1  # of the others a new stock was made
        return tuple(reversed(self._pile[:-1]))[:lie]

    def click_player(self, seat: int) -> Action | None:
        """Catch a player who forgot to call."""
        found = [action for action in self.board.catches() if action.seat == seat]
        return found[0] if found else None


def _target(rules: UnoRules) -> str:
    if rules.scoring == "wins":
        return n("to {count} win", "to {count} wins", rules.target)
    return t("to {target}", target=rules.target)
