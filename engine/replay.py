"""Playing a record: strictly, stopping at the first line that does not hold.

Hides: how written chance reaches the game, and how a position is compared. Must not know: TOML,
files. A replayer that repairs would let wrong rules look right, so this one never does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar, assert_never

from engine.game import BadNotation, BadRules, Code, Illegal, Seat, Worded, seat_name
from engine.games import GAMES
from engine.king.due import due
from engine.king.line import Punish, Settle
from engine.match import Match
from engine.position import STAR
from engine.proof import Proof, Unproved
from engine.record import Act, Check, Deal, Leave, Line, Record, RecordError, Refusal
from engine.record import Shuffle as ShuffleLine

T = TypeVar("T")
ARRAYS: Final = {"hands": "hand", "taken": "taken"}
"""Keys of `end` with one entry for each seat, and the keys of these entries."""


class Mismatch(Worded):
    """A line does not hold: where, what was written, what is.

    Attributes:
        deal: Number of the deal, from 1.
        line: Number of the line in its actions, from 1; 0 before them; None for the end.
    """

    def __init__(self, template: str, /, *, at: int | None = None, **values: object) -> None:
        super().__init__(template, **values)
        self.deal = 0
        self.line = at

    @property
    def what(self) -> str:
        """What does not hold, without where."""
        return str(self.args[0])

    def __str__(self) -> str:
        return str(self.placed())

    def placed(self) -> Worded:
        """Return what does not hold, and where."""
        why = Worded(self.template, **self.values)
        if self.line is None:
            return Worded("deal {deal}, end: {why}", deal=self.deal, why=why)
        if not self.line:
            return Worded("deal {deal}, start: {why}", deal=self.deal, why=why)
        return Worded("deal {deal}, line {line}: {why}", deal=self.deal, line=self.line, why=why)


class Forged(Mismatch):
    """The deck, the lot or the log does not follow from the seed and the shares."""


@dataclass
class WrittenChance:
    """A Chance whose every order was written down beforehand.

    Attributes:
        orders: What is still to be used, each the notation of its cards.
        starred: How many cards at the bottom of the last order came from `*`.
        proof: What the orders must follow from, where that is written too.
    """

    orders: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    starred: int = 0
    proof: Proof | None = None

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """Return the written order. Raises Mismatch when none, or one of other cards, is."""
        if not self.orders:
            raise Mismatch("a shuffle is needed here and none is written (d shuffle …)")
        words = self.orders.pop(0)
        star = words[-1:] == (STAR,)
        pool: dict[str, list[T]] = {}
        for card in cards:
            pool.setdefault(str(card), []).append(card)
        order: list[T] = []
        for word in words[:-1] if star else words:
            if not pool.get(word):
                raise Mismatch(
                    "the order names {word}, which is not (any more) among its cards", word=word
                )
            order.append(pool[word].pop())
        rest = [pool[str(card)].pop() for card in cards if pool[str(card)]]
        if rest and not star:
            raise Mismatch("the order leaves out {cards}", cards=" ".join(map(str, rest)))
        self.starred = len(rest)
        if self.proof is not None:
            self.proof.shuffled(cards, order + rest)
        return order + rest

    def pick(self, n: int) -> int:
        """Without a proof nothing but orders is written: a record names its dealers."""
        if self.proof is not None:
            return self.proof.pick(n)
        raise Mismatch("the first deal of a match names its dealer (deal.dealer)")


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of a replay: the match after `line` (None: a deal has just begun), its events."""

    deal: int
    number: int
    line: Line | None
    match: Match
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What `verify` found: the first mismatch, if any, and warnings."""

    mismatch: Mismatch | None
    warnings: tuple[Worded, ...]


def verify(record: Record) -> Report:
    """Replay a record strictly. Raises RecordError when a position it sets up is none."""
    warnings: list[Worded] = []
    try:
        for _ in replay(record, warnings):
            pass
    except Mismatch as mismatch:
        return Report(mismatch, tuple(warnings))
    return Report(None, tuple(warnings))


def replay(record: Record, warnings: list[Worded] | None = None) -> Iterator[Moment]:
    """Play a record, yielding the match at each step.

    Raises Mismatch where a line does not hold, RecordError where a set-up position is none.
    """
    match = Match.new(GAMES[record.game], record.rules, len(record.players))
    punished: dict[Seat, str] = {}
    for number, deal in enumerate(record.deals, 1):
        player = _DealPlayer(match, deal, number, punished)
        try:
            yield from player.play()
        except Mismatch as mismatch:
            mismatch.deal = number
            raise
        match = player.match
        if warnings is not None:
            warnings += player.warnings


class _DealPlayer:
    """Plays one deal of a record. `punished`: who owes which punishment, drawn in this match."""

    def __init__(self, match: Match, deal: Deal, number: int, punished: dict[Seat, str]) -> None:
        self.match = match
        self.deal = deal
        self.number = number
        self.punished = punished
        self.warnings: list[Worded] = []
        self._chance = WrittenChance()
        self._at = 0
        self._due: set[Seat] | None = None  # who has yet to draw since the deal ended

    def play(self) -> Iterator[Moment]:
        lines = self.deal.lines
        self._at = self._count_shuffles(0)
        events = self._begin([tuple(_shuffle_cards(line)) for line in lines[: self._at]])
        yield Moment(self.number, 0, None, self.match, events)
        while self._at < len(lines):
            line = lines[self._at]
            number = self._at + 1
            try:
                events = self._line(line)
            except Mismatch as mismatch:
                if mismatch.line is None:
                    mismatch.line = number
                raise
            yield Moment(self.number, number, line, self.match, events)
        self._compare_end()
        if self._chance.proof is not None:
            self._proved(self._chance.proof.end)

    def _proved(self, prove: Callable[..., T], *args: Any) -> T:
        """Let something be proved. Raises Mismatch where it is not."""
        try:
            return prove(*args)
        except Unproved as unproved:
            raise Forged("fair: {why}", why=unproved) from None

    # ------------------------------------------------------------ beginning

    def _begin(self, shuffles: list[tuple[str, ...]]) -> tuple[Any, ...]:
        try:
            events = self._set_up() if self.deal.start is not None else self._deal(shuffles)
        except (BadNotation, BadRules) as error:
            raise RecordError("deal {deal}: {why}", deal=self.number, why=error) from None
        except Mismatch as mismatch:
            mismatch.line = 0
            raise
        if self._chance.orders or (self.deal.start is not None and shuffles):
            raise Mismatch("a shuffle is written that nothing needs", at=1)
        return events

    def _set_up(self) -> tuple[Any, ...]:
        old = self.match
        start = dict(self.deal.start or {})
        scores = self._totals(start.pop("scores", None))
        state = old.game.place(old.rules, old.seats, start)
        fresh = Match.new(old.game, old.rules, old.seats)
        dealer = int(old.game.read(state, "dealer")[1:]) - 1
        self.match = replace(fresh, state=state, scores=scores, deals=1, dealer=dealer)
        stock = start.get("stock", "")
        if isinstance(stock, str) and STAR in stock.split():
            self._chance.starred = self._cards_of(state) - stock.split().index(STAR)
            self._chance.starred -= sum(len(hand.split()) for hand in start["hands"])
        return ()

    def _cards_of(self, state: Any) -> int:
        """Count stock and hands: a turned card may have moved some from one to the other."""
        read = self.match.game.read
        hands = (read(state, f"hand {seat_name(seat)}") for seat in range(self.match.seats))
        return int(read(state, "stock_left")) + sum(len(hand.split()) for hand in hands)

    def _totals(self, written: str | tuple[str, ...] | None) -> tuple[int, ...]:
        if written is None:
            return (0,) * self.match.seats
        words = written.split() if isinstance(written, str) else list(written)
        if len(words) != self.match.seats or not all(w.lstrip("-").isdecimal() for w in words):
            raise BadNotation(
                "start.scores: one whole number for each seat, not {written!r}", written=written
            )
        return tuple(map(int, words))

    def _deal(self, shuffles: list[tuple[str, ...]]) -> tuple[Any, ...]:
        match = self.match
        if match.winners:
            raise Mismatch("the match was already won by {seats}", seats=_seats(match.winners))
        if not match.over:
            raise Mismatch("the deal before is not finished")
        dealer = self.deal.dealer
        if dealer is not None and match.state is not None:
            due = match.game.next_dealer(match.state)
            if due != dealer:
                raise Mismatch(
                    "dealer is {due}, not {dealer}", due=seat_name(due), dealer=seat_name(dealer)
                )
        self._chance.orders = [self.deal.deck, *shuffles]
        if self.deal.fair is not None:
            self._chance.proof = self._proved(Proof, self.deal.fair, match.game, match.rules)
            if match.state is None:  # a first deal: the lot decides, not the record
                dealer = None
        step = self._proved(match.begin, self._chance, dealer)
        self.match = step.state
        if self.deal.dealer not in (None, self.match.dealer):
            lot, written = seat_name(self.match.dealer), seat_name(self.deal.dealer)
            raise Forged(
                "fair: the lot falls on {lot}, not {written}, to deal", lot=lot, written=written
            )
        return step.events

    # ------------------------------------------------------------ lines

    def _line(self, line: Line) -> tuple[Any, ...]:
        match line:
            case Act():
                return self._act(line)
            case Leave():
                return self._leave(line.seat)
            case Punish():
                self._at += 1
                self._punished(line)
            case Settle():
                self._at += 1
                if self.punished.pop(line.seat, None) is None:
                    raise Mismatch("{seat} owes no punishment here", seat=seat_name(line.seat))
            case Check():
                self._at += 1
                self._compare(line.key, line.value)
            case Refusal():
                self._at += 1
                self._refused(line)
            case ShuffleLine():
                raise Mismatch("a shuffle is written that nothing needs")
            case _:
                assert_never(line)
        return ()

    def _count_shuffles(self, at: int) -> int:
        lines = self.deal.lines
        while at < len(lines) and isinstance(lines[at], ShuffleLine):
            at += 1
        return at

    def _act(self, line: Act) -> tuple[Any, ...]:
        first = self._at + 1
        self._at = self._count_shuffles(first)
        self._chance.orders = [
            tuple(_shuffle_cards(shuffle)) for shuffle in self.deal.lines[first : self._at]
        ]
        starred = self._chance.starred
        try:
            step = self._proved(self.match.apply, line.seat, line.action, self._chance)
        except Illegal as refused:
            raise Mismatch(
                "{line}: refused with {code}", line=line, code=refused.code, at=first
            ) from None
        if self._chance.orders:
            raise Mismatch("a shuffle is written that nothing needs", at=first + 1)
        self.match = step.state
        self._chained(line)
        self._warn_of_stars(starred, reshuffled=self._at > first, line=first)
        return step.events

    def _leave(self, seat: Seat) -> tuple[Any, ...]:
        self._at += 1
        if seat in self.match.gone:
            raise Mismatch("{seat} has already left", seat=seat_name(seat))
        step = self._proved(self.match.leave, seat, self._chance)
        self.match = step.state
        self._chained(Leave(seat))
        return step.events

    def _chained(self, line: Act | Leave) -> None:
        if self._due is None and self.match.over:
            self._due = set(due(self.match).seats)
        if self._chance.proof is not None:
            self._chance.proof.line(line)

    def _punished(self, line: Punish) -> None:
        """Check that the rules make this seat draw, or that it has one to swap, in any deal."""
        owed = None if line.seat in self.match.gone else self.punished.get(line.seat)
        must = self._due is not None and line.seat in self._due
        if owed is None and not must:
            raise Mismatch("{seat} draws no punishment here", seat=seat_name(line.seat))
        if self._chance.proof is not None:
            after = self._due is not None and not must
            self._proved(self._chance.proof.punished, line.card, owed, after)
        if self._due is not None:
            self._due.discard(line.seat)
        self.punished[line.seat] = line.card

    def _warn_of_stars(self, starred: int, *, reshuffled: bool, line: int) -> None:
        left = 0 if reshuffled else int(self.match.game.read(self.match.state, "stock_left"))
        if left < starred:
            self._chance.starred = self._chance.starred if reshuffled else left
            self.warnings.append(
                Worded(
                    "deal {deal}, line {line}: {why}",
                    deal=self.number,
                    line=line,
                    why=Worded("a card was drawn that is not named (*)"),
                )
            )

    def _refused(self, line: Refusal) -> None:
        match = self.match
        code: Code | None = None
        if line.act.action is None:
            code = Code.BAD_ACTION
        else:
            try:
                match.game.check(match.game.view(match.state, line.act.seat), line.act.action)
            except Illegal as refused:
                code = refused.code
        if code is None:
            raise Mismatch("{act}: allowed, but should be refused", act=line.act)
        if line.code is not None and code is not line.code:
            raise Mismatch(
                "{act}: refused with {code}, not {other}", act=line.act, code=code, other=line.code
            )

    # ------------------------------------------------------------ comparing

    def _compare(self, key: str, written: str) -> None:
        actual = self._read(key)
        try:
            same = self.match.game.same(self.match.seats, key, written, actual)
        except BadNotation as error:
            raise RecordError(
                "deal {deal}: {key}: {why}", deal=self.number, key=key, why=error
            ) from None
        if not same:
            raise Mismatch(
                "{key} is {actual}, not {written}",
                key=key,
                actual=actual or Worded("nothing"),
                written=written or Worded("nothing"),
            )

    def _read(self, key: str) -> str:
        match = self.match
        if key == "scores":
            return " ".join(map(str, match.scores))
        try:
            return match.game.read(match.state, key)
        except KeyError:
            if key == "winner":
                return _seats(match.winners) or "-"
            raise RecordError(
                "deal {deal}: {key}: no such key", deal=self.number, key=key
            ) from None
        except BadNotation as error:
            raise RecordError(
                "deal {deal}: {key}: {why}", deal=self.number, key=key, why=error
            ) from None

    def _compare_end(self) -> None:
        for key, written in self.deal.end.items():
            if isinstance(written, str):
                self._compare(key, written)
            elif key in ARRAYS:
                if len(written) != self.match.seats:
                    raise RecordError(
                        "deal {deal}: end.{key}: one entry for each seat", deal=self.number, key=key
                    )
                for seat, cards in enumerate(written):
                    self._compare(f"{ARRAYS[key]} {seat_name(seat)}", cards)
            else:
                self._compare(key, " ".join(written))


def _shuffle_cards(line: Line) -> tuple[str, ...]:
    assert isinstance(line, ShuffleLine)
    return line.cards


def _seats(seats: Iterable[Seat]) -> str:
    return " ".join(map(seat_name, seats))
