"""The lines by which a record tells of punishments: `d punish p2 r5'` was drawn, `d done p2 p1`.

Hides: how they are written. Must not know: whether it was due. A swap is a second line of the seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.game import BadNotation, Seat, parse_seat, seat_name
from engine.king.cards import parse_name


@dataclass(frozen=True, slots=True)
class Punish:
    """`d punish p2 r5'`: the seat drew this card."""

    seat: Seat
    card: str

    def __str__(self) -> str:
        return f"d punish {seat_name(self.seat)} {self.card}"

    @staticmethod
    def parse(text: str, seats: int = 10) -> Punish:
        """Read the line. Raises BadNotation."""
        match text.split():
            case ["d", "punish", seat, card]:
                return Punish(parse_seat(seat, seats), parse_name(card))
            case _:
                raise BadNotation("not a punishment line: {text!r}", text=text)


@dataclass(frozen=True, slots=True)
class Settle:
    """`d done p2 p1`: what p2 owed is done, says p1; `d waived p2 p1`: p1 has let it go."""

    seat: Seat
    how: Literal["done", "waived"]
    by: Seat

    def __str__(self) -> str:
        return f"d {self.how} {seat_name(self.seat)} {seat_name(self.by)}"

    @staticmethod
    def parse(text: str, seats: int = 10) -> Settle:
        """Read the line. Raises BadNotation."""
        match text.split():
            case ["d", "done" | "waived" as how, seat, by]:
                done: Literal["done", "waived"] = "done" if how == "done" else "waived"
                return Settle(parse_seat(seat, seats), done, parse_seat(by, seats))
            case _:
                raise BadNotation("not a line that settles a punishment: {text!r}", text=text)
