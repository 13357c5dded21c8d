"""Writing a match down as it is played, so that every table can be proved from a text file.

Hides: which orders of cards belong to which line, and what binds them all. Must not know: files,
networks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.fair import Seed, chain
from engine.game import Chance, Seat
from engine.king.line import Punish, Settle
from engine.match import Match
from engine.options import differences
from engine.position import Position
from engine.proof import opening_head
from engine.record import Act, Deal, Fair, Leave, Line, Record, Shuffle

T = TypeVar("T")


@dataclass
class Scribe:
    """The Chance of a match that also writes the match down.

    Give each deal its chance by setting `chance`; pass the scribe itself to the match, and tell it
    what was accepted.

    Attributes:
        head: Of the chained log of this deal (engine.fair); empty where its seed is not known.
        log: The action lines of this deal.
    """

    chance: Chance
    head: bytes = b""
    log: list[str] = field(default_factory=list[str])
    _seed: Seed | None = None
    _picked: list[int] = field(default_factory=list[int])
    _pools: list[int] = field(default_factory=list[int])
    _links: list[bytes] = field(default_factory=list[bytes])
    _orders: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    _deals: list[Deal] = field(default_factory=list[Deal])
    _lines: list[Line] = field(default_factory=list[Line])
    _times: list[float] = field(default_factory=list[float])

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """Shuffle and keep the order."""
        order = self.chance.shuffle(cards)
        self._orders.append(tuple(map(str, order)))
        return order

    def pick(self, n: int) -> int:
        """Choose; a record names its dealers, so choices are not kept."""
        self._picked.append(n)
        return self.chance.pick(n)

    def began(self, match: Match, seed: Seed | None = None) -> None:
        """Write down the deal that `match` has just begun; `seed`: what its chance follows from."""
        self._finish()
        self._seed, self._pools, self.log, self.head = seed, [], [], b""
        self._links = []
        self._picked.clear()  # the lot for the first dealer
        if seed is not None:
            self.head = opening_head(seed, match.game, match.rules)
        deck, *later = self._take_orders()
        self._lines = [Shuffle(order) for order in later]
        self._times = []
        self._deals.append(Deal(deck=deck, dealer=match.dealer))
        self._note_end(match)

    def acted(self, match: Match, seat: Seat, action: Any, seconds: float) -> None:
        """Write down an accepted action and what `match` is after it.

        `seconds` are counted from the start of the deal.
        """
        self._add(match, Act(seat, str(action), action), seconds)

    def left(self, match: Match, seat: Seat, seconds: float) -> None:
        """Write down that a seat was given up in a deal that ran."""
        self._add(match, Leave(seat), seconds)

    def punished(self, seat: Seat, card: str, link: bytes = b"") -> None:
        """Write down that a seat drew this punishment card. It is no action and has no time.

        Several that were drawn at once are told in the order in which they were picked. `link`:
        what it followed from, where the deal had ended (engine.fair).
        """
        self._lines.append(Punish(seat, card))
        self._pools.append(self._picked.pop(0))
        if link:
            self._links.append(link)

    def settled(self, line: Settle) -> None:
        """Write down that a punishment is done, or need not be."""
        self._lines.append(line)

    def _add(self, match: Match, line: Act | Leave, seconds: float) -> None:
        self._lines.append(line)
        self.log.append(str(line))
        if self._seed is not None:
            self.head = chain(self.head, self.log[-1])
        self._lines += [Shuffle(order) for order in self._take_orders()]
        self._times.append(round(max(0.0, seconds), 3))
        self._note_end(match)

    def _take_orders(self) -> list[tuple[str, ...]]:
        orders, self._orders = self._orders, []
        return orders

    def _finish(self) -> None:
        """Put the lines so far into the deal they belong to."""
        if self._deals:
            deal = self._deals[-1]
            self._deals[-1] = Deal(
                None,
                deal.deck,
                deal.dealer,
                tuple(self._lines),
                tuple(self._times),
                deal.end,
                self._fair(),
            )

    def _fair(self) -> Fair | None:
        seed = self._seed
        if seed is None:
            return None
        told = seed.deal_id, seed.commit, seed.secret, seed.shares, self.head
        return Fair(*told, tuple(self._pools), tuple(self._links))

    def _note_end(self, match: Match) -> None:
        """Keep what the deal ends with: totals, winner, and every hand."""
        if not match.over:
            return
        seats = range(1, match.seats + 1)
        end: Position = {
            "hands": tuple(match.game.read(match.state, f"hand p{seat}") for seat in seats),
            "phase": "over",
            "scores": tuple(map(str, match.scores)),
        }
        deal = self._deals[-1]
        self._deals[-1] = Deal(None, deal.deck, deal.dealer, end=end)

    def record(self, match: Match, players: Sequence[str], about: Mapping[str, str]) -> Record:
        """Return the record so far. `about`: note, source, date. ValueError before any deal."""
        if not self._deals:
            raise ValueError("nothing was dealt yet")
        self._finish()
        presets = match.game.presets
        preset = min(presets, key=lambda name: len(differences(presets[name], match.rules)))
        options = differences(presets[preset], match.rules)
        return Record(
            match.game.name, preset, options, tuple(players), tuple(self._deals), dict(about)
        )
