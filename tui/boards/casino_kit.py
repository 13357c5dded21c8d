"""Casino at the table screen: its board and its pictures, put together.

Hides: which facts go into which picture. Must not know: Textual.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.casino import events as casino
from engine.casino.actions import Action
from engine.casino.score import sweep_worth
from engine.game import Seat
from tui.boards import casino_picture as picture
from tui.boards.casino import CasinoBoard
from tui.boards.casino_picture import Shown
from tui.boards.kit import away_tag, hand_heading, looked_at
from tui.drawing.canvas import Canvas
from tui.drawing.cards import Pen
from tui.drawing.motion import End, Point
from tui.drawing.pictures import Player
from tui.i18n import n, t
from tui.room import Room
from tui.text import rulewords, words
from tui.text.words import opening


class CasinoKit:
    """Implements Kit."""

    def __init__(self, name_of: Callable[[Seat], str]) -> None:
        self.board = CasinoBoard(name_of)
        self.owner = ""
        self._placed: picture.Arranged | None = None

    def headline(self, room: Room) -> tuple[list[str], list[str]]:
        lobby, view = room.lobby, self.board.view
        left = [t("CASINO")]
        if lobby is not None:
            left.append(rulewords.named(lobby))
        right = looked_at(lobby)
        if view is not None:
            if view.rounds > 1:
                left.append(t("round {number} of {all}", number=view.round, all=view.rounds))
            right.append(t("stock {count}", count=view.stock))
            if view.rules.target:
                right.insert(0, t("to {target}", target=view.rules.target))
        if lobby is not None:
            left.append(rulewords.note_beside(lobby))
        return left, right

    def players(self, room: Room, now: float) -> Sequence[Player]:
        view = self.board.view
        if view is None:
            return []
        names, partners = room.names(), self._partners(room.me)
        shown: list[Player] = []
        for seat, taken in enumerate(view.taken):
            tag, alarm = away_tag(room, seat, now)
            tag = tag or room.emote(seat, now)
            if not tag and view.sweeps[seat] and sweep_worth(view.rules):
                tag = n("{count} sweep", "{count} sweeps", view.sweeps[seat])
            if not tag and seat in partners:
                tag = t("partner")
            name = t("you") if seat == room.me else names[seat] if seat < len(names) else "?"
            score = str(room.view.scores[seat]) if room.view else ""
            name = self._on_side(seat, name)
            count = t("took {count}", count=taken)
            turn = view.turn == seat
            mine = seat == room.me
            shown.append(Player(name, count, turn, mine, tag, alarm, score, str(taken)))
        return shown

    def _partners(self, me: Seat | None) -> set[Seat]:
        """Return who plays with the reader."""
        view = self.board.view
        if view is None or me is None or not view.rules.partnership:
            return set()
        sides = view.rules.sides(len(view.counts))
        return {seat for side in sides if me in side for seat in side if seat != me}

    def _on_side(self, seat: Seat, name: str) -> str:
        """Return a name with the letter of its side before it, where two play together."""
        view = self.board.view
        if view is None or not view.rules.partnership:
            return name
        sides = view.rules.sides(len(view.counts))
        side = next(i for i, seats in enumerate(sides) if seat in seats)
        return t("{letter} {name}", letter="AB"[side], name=name)

    def arrow(self, pen: Pen) -> str:
        return ""

    def shown(self) -> list[Shown]:
        """Return the things on the table as they are drawn."""
        board = self.board
        plays = not self.owner and board.view is not None and board.view.seat is not None
        found: list[Shown] = []
        for index, thing in enumerate(board.things):
            owner, own = "", False
            if thing.pile is not None:
                owner = board.name_of(thing.pile.owner)
                own = board.view is not None and thing.pile.owner == board.view.seat
            here = board.pane == "table" and index == board.at
            marked = thing.card in board.marked
            key = thing.letter if plays else ""
            found.append(Shown(thing.card, thing.pile, key, owner, own, marked, here))
        return found

    def table(self, width: int, height: int, pen: Pen, clock: int | None, timer: int) -> Canvas:
        around = picture.Around(t("table"), self._last(), clock, timer)
        shown = self.shown()
        self._placed = picture.arrange(shown, width, height, self.board.at)
        self.board.spots = picture.middles(self._placed)
        return picture.table(shown, around, self.board.at, width, height, pen)

    def _last(self) -> str:
        """Say what was captured last, and by whom."""
        if self.board.taken is None:
            return ""
        seat, (first, *taken) = self.board.taken
        who = opening(self.board.name_of(seat))
        return t("{who} took: {card} > {cards}", who=who, card=words.casino_card(first),
                 cards=words.casino_cards(taken))  # fmt: skip

    def hand(self, width: int, height: int, pen: Pen) -> Canvas:
        board = self.board
        if board.view is None or board.view.seat is None:
            canvas = Canvas(width, height)
            canvas.put(1, 0, t("You are watching.") if board.view else "", "dim")
            return canvas
        title = hand_heading(len(board.hand), self.owner)
        active = board.pane == "hand"
        able = [board.useful(card) for card in board.hand]
        if count := sum(able):
            title = "   ".join((title, n("{count} useful", "{count} useful", count)))
        cursor = -1 if board.over or self.owner else board.card
        held = picture.Hand(board.hand, tuple(able), cursor, active, title, not self.owner)
        return picture.hand(held, width, height, pen)

    def on_table(self, end: End, width: int, height: int) -> Point | None:
        if end.kind == "stock":
            return width - 9, 0
        cards = [thing.card for thing in self.board.things]
        if end.card not in cards:
            return None
        return picture.spot_of(self.shown(), cards.index(end.card), self.board.at, width, height)

    def in_hand(self, card: Any, width: int, height: int) -> Point | None:
        board = self.board
        if card not in board.hand:
            return None
        index = board.hand.index(card)
        return picture.spot_in_hand(index, len(board.hand), board.card, width, height)

    def sort(self, how: str) -> None:
        self.board.sort_by(how == "color")

    def formality(self) -> Action | None:
        return None

    def click_hand(self, x: int, y: int, width: int, height: int) -> Action | None:
        board = self.board
        index = picture.hand_at(len(board.hand), board.card, x, width, height)
        if index is None or board.question is not None:
            return None
        if index == board.card and board.pane == "hand":
            return board.press("do")
        board.choose_card(index)
        return None

    def click_table(self, x: int, y: int, width: int, height: int) -> Action | None:
        board = self.board
        index = picture.thing_at(self.shown(), board.at, x, y, width, height)
        if index is not None and board.question is None:
            board.at = index
            board.notice = ""
            board.toggle(board.things[index])
        return None

    def windowed(self) -> bool:
        placed = self._placed
        return placed is not None and bool(placed.above or placed.below)

    def look_further(self, lines: int = 0) -> None:
        if self._placed is not None and self.windowed():
            self.board.at = picture.further(self._placed, lines)

    def follow(self, events: Sequence[Any], *, missed: bool = False) -> None:
        for event in events:
            match event:
                case casino.Trailed(_, card):
                    self.board.look_at(card)
                case casino.Built(build=build) | casino.Raised(build=build):
                    self.board.look_at(build.handle.card)
                case _:
                    pass

    def click_player(self, seat: int) -> Action | None:
        return None
