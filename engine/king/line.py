"""The line by which a record names a punishment that was drawn: `d punish p2 r5'`.

Hides: how it is written. Must not know: whether it was due. A swap is a second line of the seat.
"""

from __future__ import annotations

from dataclasses import dataclass

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
                raise BadNotation(f"not a punishment line: {text!r}")
