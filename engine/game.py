"""What every game at the table has in common: seats, refusals, chance, steps, the protocol.

Hides: nothing of any one game. Must not know: cards, networks, clocks, languages.

Three kinds of error, told apart by whose fault they are: `Illegal` (a player tried what the
rules do not allow), `BadNotation` (a text is not in the notation), and an AssertionError (ours).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

Seat: TypeAlias = int
"""A place at the table, counted from 0 clockwise. Written `p1`, `p2`, … in the notation."""

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Code(StrEnum):
    """Why an action is refused: a closed list, one meaning each (docs/RECORD.md has the texts)."""

    BAD_ACTION = "bad-action"
    OVER = "over"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_IN_HAND = "not-in-hand"
    # UNO
    MUST_NAME_COLOUR = "must-name-colour"
    MUST_ANSWER = "must-answer"
    ONLY_DRAWN_CARD = "only-drawn-card"
    DRAWN_NOT_PLAYABLE = "drawn-not-playable"
    ONE_CARD_ONLY = "one-card-only"
    NOT_SAME_FACE = "not-same-face"
    NOT_IDENTICAL = "not-identical"
    NEEDS_COLOUR = "needs-colour"
    NEEDS_SEAT = "needs-seat"
    BAD_SEAT = "bad-seat"
    NO_MATCH = "no-match"
    LAST_CARD_ACTION = "last-card-action"
    UNLAWFUL_WILD4 = "unlawful-wild4"
    WRONG_CALL = "wrong-call"
    JUMP_CLOSED = "jump-closed"
    ALREADY_DRAWN = "already-drawn"
    MUST_PLAY = "must-play"
    MUST_DRAW = "must-draw"
    NO_CHALLENGE = "no-challenge"
    TOO_EARLY = "too-early"
    NOT_CATCHABLE = "not-catchable"
    # Casino
    ITEM_GONE = "item-gone"
    NOTHING_CHOSEN = "nothing-chosen"
    MUST_NOT_TRAIL = "must-not-trail"
    MUST_USE_BUILD = "must-use-build"
    OVER_14 = "over-14"
    LOCKED_BUILD = "locked-build"
    RAISE_WITH_LOOSE = "raise-with-loose"
    BUILD_IN_SUM = "build-in-sum"
    BUILD_VALUE = "build-value"
    NO_SPLIT = "no-split"
    NOT_HELD = "not-held"
    UNCOVERED = "uncovered"
    MUST_CAPTURE = "must-capture"


class Illegal(Exception):
    """The rules do not allow this action here. Nothing has changed."""

    def __init__(self, code: Code) -> None:
        super().__init__(code.value)
        self.code = code


class Worded(ValueError):
    """An error whose message is a template and what fills it, for who says it in other words.

    Attributes:
        template: The message with its places, as `{name}: there is no such option`.
        values: What fills them; another such error is the reason of this one.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format_map(values) if values else template)
        self.template = template
        self.values = values


class BadNotation(Worded):
    """A text that is not in the notation of records; the message quotes it."""


class BadRules(Worded):
    """Options that are unknown, out of range or contradict each other; the message names them."""


class Chance(Protocol):
    """Where all luck comes from. Live it is the committed deck, in records the written order."""

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """Return `cards` (given in deck order) in their new order, index 0 being drawn next."""
        ...

    def pick(self, n: int) -> int:
        """Return a number from 0 to n - 1, each as likely (n >= 1)."""
        ...


class Event(Protocol):
    """Something that happened: a frozen dataclass, which its class names on the wire."""

    def seen_by(self, viewer: Seat | None) -> Event:
        """Return what `viewer` (None: a spectator) may know of it: itself or its public shadow."""
        ...


class Public:
    """An event that everybody may know whole."""

    __slots__ = ()

    def seen_by(self, viewer: Seat | None) -> Self:
        """Return itself; see `Event`."""
        return self


Sink: TypeAlias = list[Event] | None
"""Where `advance` puts events: a list, or None to make none (playouts)."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The state after an action and what happened on the way, in order."""

    state: S
    events: tuple[Event, ...]


class Game(Protocol[R, S, A, V]):
    """The one shape both games have. `apply` is the only way a state changes from outside.

    `waiting_on` (whose clock runs) and `legal(view)` (who may act) are two questions: jump-ins,
    calls and catches are legal for seats nobody waits on.
    """

    @property
    def name(self) -> str:
        """`uno` or `casino`."""
        ...

    @property
    def presets(self) -> Mapping[str, R]:
        """The named rulesets, the usual one first."""
        ...

    def seat_range(self, rules: R) -> tuple[int, int]:
        """Return the fewest and the most seats that can play under `rules`."""
        ...

    def deck(self, rules: R) -> Sequence[object]:
        """Return the whole deck in its order, as it enters the first shuffle."""
        ...

    def deal(
        self, rules: R, seats: int, dealer: Seat, chance: Chance, gone: frozenset[Seat]
    ) -> Step[S]:
        """Start a deal. `gone` are seats given up for good earlier in the match."""
        ...

    def first_dealer(self, seats: int, chance: Chance) -> Step[Seat]:
        """Find the first dealer by lot; the events show how."""
        ...

    def waiting_on(self, state: S) -> frozenset[Seat]:
        """Return the seats whose clock runs; empty when the deal is over."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """Return what `seat` may know (None: a spectator), built up, never stripped down."""
        ...

    def legal(self, view: V) -> Iterator[A]:
        """Yield the viewer's proper actions in canonical order, lazily."""
        ...

    def check(self, view: V, action: A) -> None:
        """Raise Illegal when the viewer may not do `action`. Direct, never by listing."""
        ...

    def apply(self, state: S, seat: Seat, action: A, chance: Chance) -> Step[S]:
        """Check, clone, advance. Raises Illegal; `state` itself never changes."""
        ...

    def leave(self, state: S, seat: Seat, chance: Chance) -> Step[S]:
        """Give the seat up for good."""
        ...

    def default(self, view: V) -> A:
        """Return what is played for a seat whose time is up (only for a seat waited on)."""
        ...

    def points(self, state: S) -> tuple[int, ...]:
        """Return what each seat's match total grows by. Only once the deal is over."""
        ...

    def verdict(
        self, rules: R, totals: Sequence[int], deals: int, gone: frozenset[Seat]
    ) -> tuple[Seat, ...]:
        """Return who has won the match after `deals` whole deals; empty while it goes on."""
        ...

    def next_dealer(self, state: S) -> Seat:
        """Return who deals after this deal (never a seat that has gone)."""
        ...

    def parse(self, text: str) -> A:
        """Read an action (without its seat). Raises BadNotation."""
        ...

    def place(self, rules: R, seats: int, start: Mapping[str, str | tuple[str, ...]]) -> S:
        """Build the position that a record sets up. Raises BadNotation or BadRules."""
        ...

    def read(self, state: S, key: str) -> str:
        """Return one key of the position, as records write it. Raises KeyError."""
        ...

    def same(self, seats: int, key: str, written: str, actual: str) -> bool:
        """Tell whether two texts of a key mean the same position. Raises BadNotation."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def seat_name(seat: Seat | None) -> str:
    """Return `p1` for seat 0; `-` for nobody."""
    return "-" if seat is None else f"p{seat + 1}"


def parse_seat(text: str, seats: int = 10) -> Seat:
    """Read `p1` … `p<seats>`. Raises BadNotation."""
    if text[:1] == "p" and text[1:].isascii() and text[1:].isdecimal() and text[1] != "0":
        seat = int(text[1:]) - 1
        if seat < seats:
            return seat
    raise BadNotation("not a seat: {text!r}", text=text)
