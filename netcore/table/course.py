"""The course of one match: numbered steps, their recent history, and the answer to each act.

Hides: when an act counts, and when punishments are drawn. An aid is answered once and the same way
ever after; a reflex must have been possible from the update it names until now; a turn's action
must name an update of this turn, and none before the last that the table played for the seat. Must
not know: people, connections, clocks (the time is passed in, for the record alone).

What is done is said to the journal; `redo` does it again from there, and arrives at the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, assert_never

from engine.fair import Seed
from engine.game import AnyGame, BadNotation, Code, Event, Illegal, Seat, Step
from engine.king import Drawn, Ledger, Refused, Settle, Settled, due
from engine.match import Match
from engine.record import Record
from engine.scribe import Scribe
from netcore.journal import entries
from netcore.table.answers import Answers
from netcore.table.fairdeal import begun, opening, revealed
from netcore.table.outbound import Moment
from netcore.table.turns import turn_of
from netcore.wire.messages import Ack, Act, Detail, Nak, Reveal, ServerMessage, TableCode

KEPT_MOMENTS: Final = 100
REFLEXES: Final = frozenset({"jump", "call", "catch", "challenge"})
"""The verbs that answer what somebody just did, perhaps out of turn."""

Log = Callable[[entries.Dealt | entries.Step], None]
"""Where a course says what it has done."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action that was done: the number it made, whose, what, and when."""

    n: int
    seat: Seat
    verb: str
    at: float


@dataclass(frozen=True, slots=True)
class Substitution:
    """A turn that the table played, or a part of one: whose, the numbers it began and was done."""

    seat: Seat
    turn: int
    n: int
    who: Literal["bot", "clock"]


class Course:
    """A match from its first deal to its end.

    Attributes:
        moments: The newest steps, the last being now.
        revealed: Everybody has been told what the deal followed from.
    """

    def __init__(
        self,
        game: AnyGame,
        rules: Any,
        seats: int,
        n: int,
        seed: Seed,
        now: float,
        *,
        king: Ledger | None = None,
        bots: Callable[[], Collection[Seat]] = frozenset,
        log: Log | None = None,
        answers: Answers | None = None,
    ) -> None:
        """Begin the first deal.

        Args:
            game, rules, seats: What is played.
            n: The last number given out at this table.
            seed: The chance of the first deal.
            now: The time.
            king: The punishments; None: there are none.
            bots: Tells at which seats nobody sits: these are not punished.
            log: Is told what is done; None: nobody is.
            answers: Those of the table; None: there are none yet.
        """
        self._king = king
        self._bots = bots
        self._log = log or _to_nobody
        self._last = 0.0
        self._answers = answers or Answers()
        self._scribe = Scribe(seed.chance())
        self.revealed = False
        self._n = n
        self._turn_began = n
        self._played_for = [0] * seats
        self._substitutions: list[Substitution] = []
        self.moments: deque[Moment] = deque(maxlen=KEPT_MOMENTS)
        self._deeds: deque[Deed] = deque(maxlen=KEPT_MOMENTS)
        self._deal(Match.new(game, rules, seats), seed, now, first=True)

    @property
    def now(self) -> Moment:
        """The newest moment."""
        return self.moments[-1]

    @property
    def head(self) -> bytes:
        """The chain of what was played in the deal (docs/RECORD.md)."""
        return self._scribe.head

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.moments[-1].match

    @property
    def king(self) -> Ledger | None:
        """The punishments as they stand; None in a match without."""
        return self._king

    def after(self, n: int) -> tuple[list[Moment], bool]:
        """Return the moments after number `n`, and whether some before them are forgotten."""
        told = [moment for moment in self.moments if moment.n > n]
        return told, bool(told) and told[0].n != n + 1

    def begin(self, seed: Seed, now: float) -> None:
        """Begin the next deal. Only between deals."""
        self._deal(self.match, seed, now, first=False)

    def play(
        self, seat: Seat, action: Any, now: float, who: Literal["bot", "clock"] = "bot"
    ) -> None:
        """Play for a seat that does not do so itself. Raises Illegal; nothing has changed then."""
        due, turn = seat in self.match.waiting_on(), self._turn_began
        self._play(seat, action, now)
        self._played_for[seat] = self._n
        if due:
            self._substitutions.append(Substitution(seat, turn, self._n, who))
        text, head, at = str(action), self.head, self._since(now)
        self._log(entries.Played(seat, who, text, self._n, head, at))

    def turns_played_for(self, seat: Seat, after: int, who: Literal["bot", "clock"]) -> int:
        """Return how many turns of a seat were played for it after that update."""
        played = self._substitutions
        return len({one.turn for one in played if one.seat == seat and one.who == who and
                    one.n > after})  # fmt: skip

    def _play(self, seat: Seat, action: Any, now: float) -> None:
        step = self.match.apply(seat, action, self._scribe)
        self._scribe.acted(step.state, seat, action, self._seconds(now))
        self._append(step, ended=step.state.over)
        self._deeds.append(Deed(self._n, seat, str(action).split(maxsplit=1)[0], now))

    def leave(self, seat: Seat, now: float) -> None:
        """Give a seat up for good: it owes nothing any more."""
        ran = not self.match.over
        step = self.match.leave(seat, self._scribe)
        self._scribe.left(step.state, seat, self._seconds(now))
        excused = self._note_king(None if self._king is None else self._king.leave(seat))
        step = Step(step.state, (*step.events, *excused))
        self._append(step, ended=ran and step.state.over)
        self._log(entries.Quit(seat, self._n, self.head, self._since(now)))

    # --- punishments: each a step of its own, at any time ---

    def swap(self, seat: Seat) -> None:
        """Draw another punishment instead. Raises king.Refused."""
        ledger = self._ledger
        self._append_king(self._redraw(lambda: ledger.swap(seat, self._scribe)))
        self._log(entries.Swapped(seat, self._n))

    def settle(self, by: Seat, seat: Seat, how: Literal["done", "waived"]) -> None:
        """Say that a punishment is done, or waive it. Raises king.Refused."""
        ledger = self._ledger
        self._append_king(ledger.done(by, seat) if how == "done" else ledger.waive(by, seat))
        self._log(entries.Settled(by, seat, how, self._n))

    def choose_mild(self, seat: Seat, mild: bool) -> None:
        """Take down that a player wants mild punishments only, or all."""
        ledger = self._ledger
        self._append_king(self._redraw(lambda: ledger.choose(seat, mild, self._scribe)))
        self._log(entries.Milder(seat, mild, self._n))

    def excuse(self, seat: Seat) -> None:
        """Let go what a seat owes whose player is gone."""
        self._append_king(self._ledger.leave(seat))
        self._log(entries.Excused(seat, self._n))

    @property
    def _ledger(self) -> Ledger:
        assert self._king is not None, "this match has no punishments"
        return self._king

    def _redraw(self, draw: Callable[[], Step[Ledger]]) -> Step[Ledger]:
        """Draw another punishment: after the deal, whose secret is out, of the link before it."""
        if not self.match.over or not (link := self._seed.link(self._links + 1)):
            return draw()
        self._scribe.chance = self._seed.linked(link)
        step = draw()
        self._links += any(isinstance(event, Drawn) for event in step.events)
        events = (
            replace(event, link=link) if isinstance(event, Drawn) else event
            for event in step.events
        )
        return Step(step.state, tuple(events))

    def _append_king(self, step: Step[Ledger]) -> None:
        """Make a step of what changed; nothing else has happened in it."""
        events = self._note_king(step)
        if events:
            self._append(Step(self.match, events), ended=False)

    def _note_king(self, step: Step[Ledger] | None) -> tuple[Event, ...]:
        """Keep what the punishments have become; write down who drew what, and what was done."""
        if step is None:
            return ()
        self._king = step.state
        for event in step.events:
            if isinstance(event, Drawn):
                self._scribe.punished(event.seat, event.card.name, event.link)
            elif isinstance(event, Settled) and event.how in ("done", "waived"):
                assert event.by is not None
                self._scribe.settled(Settle(event.seat, event.how, event.by))
        return step.events

    # --- what the deal follows from ---

    def begun(self) -> tuple[ServerMessage, ...]:
        """Return what was told when the deal began."""
        return begun(self._opened, self._seed)

    def reveal(self) -> Iterator[Reveal]:
        """Yield what nobody may know before the deal has ended."""
        return revealed(self._seed, self._scribe.log)

    # --- acts ---

    def record(self, players: Sequence[str], called: str = "") -> Record:
        """Return the record of the match so far.

        `players` are the names by seat, `called` is what the host calls the rules.
        """
        return self._scribe.record(self.match, players, {"called": called} if called else {})

    def act(self, seat: Seat, act: Act, refuse: TableCode | None, now: float) -> Ack | Nak:
        """Answer an act, once; `refuse` is why the table takes none now."""
        known = self.known(seat, act)
        if known is not None:
            return known
        code = refuse or self._try(seat, act, now)
        if code is not None:
            return self.refuse(seat, act, code)
        at = self._since(now)
        self._log(entries.Acted(seat, act.aid, act.n, act.a, self._n, self.head, at))
        return self._keep(seat, act.a, Ack(act.aid, self.now.n))

    def known(self, seat: Seat, act: Act) -> Ack | Nak | None:
        """Return the answer that an aid was given; None for a new one."""
        return self._answers.known(seat, act, self.now.n)

    def refuse(
        self, seat: Seat, act: Act, code: Code | TableCode, detail: Detail | None = None
    ) -> Nak:
        """Refuse an act for good."""
        nak = Nak(act.aid, code, self.now.n, detail or {})
        self._log(entries.Denied(seat, act.aid, act.a, code, self._n, nak.detail))
        self._keep(seat, act.a, nak)
        return nak

    def _keep(self, seat: Seat, action: str, answer: Ack | Nak) -> Ack | Nak:
        self._answers.keep(seat, action, answer)
        return answer

    def parse(self, act: Act) -> Any:
        """Return the action that an act asks for; None when it is none."""
        try:
            return self.match.game.parse(act.a)
        except BadNotation:
            return None

    def why_not(self, seat: Seat, act: Act) -> Code | TableCode | None:
        """Return why an act would be refused now; None: it would not be."""
        action = self.parse(act)
        if code := self._untimely(seat, act, action):
            return code
        try:
            self.match.game.check(self.match.game.view(self.match.state, seat), action)
        except Illegal as refused:
            return refused.code
        return None

    def _try(self, seat: Seat, act: Act, now: float) -> Code | TableCode | None:
        """Carry the act out, or return why not."""
        action = self.parse(act)
        if code := self._untimely(seat, act, action):
            return code
        try:
            self._play(seat, action, now)
        except Illegal as refused:
            return refused.code
        return None

    def _untimely(self, seat: Seat, act: Act, action: Any) -> Code | TableCode | None:
        """Return why an act does not count, whatever the rules of the game say of it."""
        if action is None:
            return Code.BAD_ACTION
        verb = _verb(act)
        if verb in REFLEXES:
            stale = self._stale(seat, action, verb, act.n)
        else:
            stale = self._of_before(seat, act.n)
        return TableCode.STALE if stale else None

    def beaten_by(self, seat: Seat, act: Act) -> Deed | None:
        """Return what others did that took the chance of an act; None when nothing did.

        Only of an act that was possible when its sender made it.
        """
        action, verb = self.parse(act), _verb(act)
        seen = next((moment for moment in self.moments if moment.n == act.n), None)
        if action is None or seen is None or not self._possible(seen.match, seat, action, verb):
            return None
        closed = next(
            (
                moment.n
                for moment in self.moments
                if moment.n > act.n and not self._possible(moment.match, seat, action, verb)
            ),
            None,
        )
        first = next((deed for deed in self._deeds if deed.n == closed), None)
        return None if first is None or first.seat == seat else first

    def _of_before(self, seat: Seat, n: int) -> bool:
        """Whether an action was meant for an earlier turn, or the table has played since."""
        mine = seat in self.match.waiting_on()
        return mine and n < max(self._turn_began, self._played_for[seat])

    def _stale(self, seat: Seat, action: Any, verb: str, n: int) -> bool:
        """Whether a reflex answers what is gone, or what its sender has not seen.

        A call answers the own play, which its sender need not have seen come back: where it is
        right now it counts.
        """
        if not self.moments[0].n <= n <= self.now.n:
            return True
        possible = (
            self._possible(moment.match, seat, action, verb)
            for moment in self.moments
            if n <= moment.n < self.now.n
        )
        if self._possible(self.match, seat, action, verb):
            return verb != "call" and not all(possible)
        return any(possible)

    def _possible(self, match: Match, seat: Seat, action: Any, verb: str) -> bool:
        if match.over:
            return False
        view = match.game.view(match.state, seat)
        if verb == "call":  # where a wrong call is punished, `check` lets it through
            return seat in view.late
        try:
            match.game.check(view, action)
        except Illegal:
            return False
        return True

    # --- doing it again from the journal ---

    def redo(self, entry: entries.Dealt | entries.Step) -> None:
        """Do what an entry says; nothing of it is said to the journal.

        Raises BadJournal: it cannot be done, or leads elsewhere.
        """
        log, self._log = self._log, _to_nobody
        try:
            self._redo(entry)
        except (Illegal, BadNotation, ValueError, Refused) as error:
            raise entries.BadJournal(f"{entry}: {error!r}") from error
        finally:
            self._log = log
        self.check(entry)

    def check(self, entry: entries.Dealt | entries.Step) -> None:
        """See that what was done again has led where the entry says. Raises BadJournal."""
        if self._n != entry.number:
            raise entries.BadJournal(f"update {self._n} where {entry.number} was")
        if getattr(entry, "head", self.head) != self.head:
            raise entries.BadJournal(f"the chain of what was played breaks at update {self._n}")

    def _redo(self, entry: entries.Dealt | entries.Step) -> None:
        match entry:
            case entries.Dealt():
                self.begin(entry.seed, 0.0)
            case entries.Acted(seat=seat, a=text):
                self._play(seat, self.match.game.parse(text), self._at(entry.at))
                self._keep(seat, text, entry.answer)
            case entries.Denied():
                self._keep(entry.seat, entry.a, entry.answer)
            case entries.Played(seat=seat, a=text):
                self.play(seat, self.match.game.parse(text), self._at(entry.at), entry.who)
            case entries.Quit(seat=seat):
                self.leave(seat, self._at(entry.at))
            case entries.Swapped(seat=seat):
                self.swap(seat)
            case entries.Settled():
                self.settle(entry.by, entry.seat, entry.how)
            case entries.Milder():
                self.choose_mild(entry.seat, entry.on)
            case entries.Excused(seat=seat):
                self.excuse(seat)
            case _:
                assert_never(entry)

    def go_on(self, now: float, bots: Callable[[], Collection[Seat]], log: Log) -> None:
        """What was done again goes on from `now`, told as for a new one."""
        self._began = now - self._last
        self._bots = bots
        self._log = log

    def _at(self, milliseconds: int) -> float:
        return self._began + milliseconds / 1000

    def _seconds(self, now: float) -> float:
        """Return how long the deal has run."""
        self._last = max(0.0, now - self._began)
        return self._last

    def _since(self, now: float) -> int:
        return round(self._seconds(now) * 1000)

    def _deal(self, match: Match, seed: Seed, now: float, *, first: bool) -> None:
        self._began, self._last = now, 0.0
        self._seed, self._opened, self.revealed = seed, opening(match, seed), False
        self._links = 0
        self._scribe.chance = seed.chance()
        step = match.begin(self._scribe)
        self._scribe.began(step.state, seed)
        self._append(step, ended=step.state.over)
        secrets = seed.deal_id, seed.secret, seed.shares, seed.seats
        self._log(entries.Dealt(first, *secrets, self._n, self.head, seed.root))

    def _append(self, step: Step[Match], *, ended: bool) -> None:
        """Make a step the newest; where it `ended` a deal, those who must draw a punishment."""
        events = step.events
        if ended and self._king is not None:
            lost = due(step.state, self._bots())
            events += self._note_king(self._king.draw(lost, self._scribe))
        self._n += 1
        if not self.moments or turn_of(step.state) != turn_of(self.match):
            self._turn_began = self._n
        moment = Moment(self._n, step.state, events, self._king, self._scribe.head)
        self.moments.append(moment)


def _verb(act: Act) -> str:
    return act.a.split(maxsplit=1)[0] if act.a.strip() else ""


def _to_nobody(_entry: entries.Dealt | entries.Step) -> None:
    pass
