"""A table with people at it, in one thread and with a time of its own.

Every message goes through encode and decode, every view is searched for cards its viewer may not
know, and the cards of the deck are counted at each update.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random
from typing import Any, TypeVar

from engine.casino.state import CasinoState, CasinoView
from engine.uno.state import UnoState, UnoView
from netcore.client.audit import Auditor
from netcore.client.verdict import Audited, Case, Later, judge
from netcore.table.options import TableOptions
from netcore.table.outs import Accepted, Finished, Hangup, Out, Send
from netcore.table.requests import Table
from netcore.wire.messages import (
    Ack,
    Act,
    ClientMessage,
    Join,
    Lobby,
    Nak,
    Pledge,
    Refused,
    Resume,
    Seated,
    ServerMessage,
    Share,
    Start,
    Update,
    decode_client,
    decode_server,
    encode,
)
from netcore.wire.ruleset import rules_for

M = TypeVar("M")

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida", "Jo")


class Guest:
    """One connection at the table, and all that came over it.

    It takes part in the starts of deals by itself, unless `fair` is off, and proves each deal;
    `slow`: the test does that later, with what is in `cases`.
    """

    def __init__(self, pair: TablePair, conn: int) -> None:
        self.pair = pair
        self.conn = conn
        self.accepted = False
        self.closed = False
        self.rules: Any = None
        self.got: list[ServerMessage] = []
        self._newest: dict[type, Any] = {}
        self.fair = True
        self.auditor = Auditor(Random(conn).randbytes)
        self.replies: list[Pledge | Share] = []
        self.audited: list[Audited] = []
        self.slow = False
        self.cases: list[Case | Later] = []
        self._aids = count(1)

    def all(self, kind: type[M]) -> list[M]:
        return [message for message in self.got if isinstance(message, kind)]

    def hear(self, message: ServerMessage) -> None:
        self.got.append(message)
        self._newest[type(message)] = message

    def last(self, kind: type[M]) -> M:
        newest: M = self._newest[kind]
        return newest

    @property
    def seat(self) -> int | None:
        return self.last(Seated).seat

    @property
    def token(self) -> str:
        return self.last(Seated).token

    @property
    def n(self) -> int:
        return self.last(Update).n

    @property
    def game(self) -> Any:
        return self.last(Update).view.game

    def send(self, message: ClientMessage) -> None:
        self.pair.send(self, message)

    def aid(self) -> bytes:
        return f"{self.conn:4}{next(self._aids):8}".encode()

    def act(self, action: object, n: int | None = None, aid: bytes | None = None) -> Ack | Nak:
        """Act, and return the one answer."""
        before = len(self.got)
        act = Act(aid or self.aid(), self.n if n is None else n, str(action))
        self.send(act)
        answers = [m for m in self.got[before:] if isinstance(m, Ack | Nak)]
        assert len(answers) == 1, "exactly one answer"
        assert answers[0].aid == act.aid
        return answers[0]

    def refusal(self, message: ClientMessage) -> str | None:
        """Send, and return the code of the refusal that came, if one did."""
        before = len(self.got)
        self.send(message)
        refused = [m for m in self.got[before:] if isinstance(m, Refused)]
        assert len(refused) <= 1
        return refused[0].code.value if refused else None


class TablePair:
    """A table, its guests and its clock."""

    def __init__(self, seed: int = 1, **options: Any) -> None:
        settings: dict[str, Any] = {
            "bot_pace": 0.0,
            "timer": 30,
            "grace": 20,
            "reaction": 0.0,
            **options,
        }
        self.table = Table(TableOptions(**settings), Random(seed))
        self.now = 1000.0
        self.guests: dict[int, Guest] = {}
        self.finished: list[Finished] = []
        self.suspected: list[Audited] = []
        self._conns = count(1)

    @property
    def match(self) -> Any:
        assert self.table.desk.course is not None
        return self.table.desk.course.match

    @property
    def phase(self) -> str:
        return self.table.desk.phase

    def connect(self) -> Guest:
        guest = Guest(self, next(self._conns))
        self.guests[guest.conn] = guest
        return guest

    def join(self, name: str, *, watch: bool = False, fixed: bool = False, host: str = "") -> Guest:
        guest = self.connect()
        self.enter(guest, Join("", name, fixed, watch, host))
        return guest

    def resume(self, token: str, last: int = 0) -> Guest:
        guest = self.connect()
        self.enter(guest, Resume("", token, last))
        return guest

    def enter(self, guest: Guest, request: Join | Resume) -> None:
        guest.auditor.arrive()
        self._take(self.table.enter(guest.conn, request, self.now))

    def send(self, guest: Guest, message: ClientMessage) -> None:
        again = decode_client(encode(message))
        assert again == message
        self._take(self.table.handle(guest.conn, again, self.now))  # type: ignore[arg-type]

    def drop(self, guest: Guest) -> None:
        guest.closed = True
        self._take(self.table.drop(guest.conn, self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass, ringing at every time the table asked for."""
        end = self.now + seconds
        for _ in range(10_000):
            due = self.table.due
            if due is None or due > end:
                break
            self.now = max(self.now, due)
            self._take(self.table.tick(self.now))
        else:
            raise AssertionError("the table never rests")
        self.now = end

    def take(self, outs: list[Out]) -> None:
        self._take(outs)

    def _take(self, outs: list[Out]) -> None:
        self._carry_out(outs)
        for guest in list(self.guests.values()):
            replies, guest.replies = guest.replies, []
            for reply in replies:
                if not guest.closed:
                    self.send(guest, reply)

    def _carry_out(self, outs: list[Out]) -> None:
        for out in outs:
            match out:
                case Send(conn=conn, message=message):
                    self._receive(self.guests[conn], message)
                case Accepted(conn=conn):
                    self.guests[conn].accepted = True
                case Hangup(conn=conn):
                    self.guests[conn].closed = True
                case Finished():
                    self.finished.append(out)

    def _audit(self, guest: Guest, message: ServerMessage) -> None:
        for found in guest.auditor.see(message):
            match found:
                case Pledge() | Share():
                    guest.replies.append(found)
                case Case() | Later() if guest.slow:
                    guest.cases.append(found)
                case Case() | Later():
                    if (audited := judge(found)) is not None:
                        guest.audited.append(audited)
                case Audited():
                    guest.audited.append(found)
            if guest.audited and guest.audited[-1].verdict == "mismatch":
                self.suspected.append(guest.audited[-1])

    def _match_at(self, n: int) -> Any:
        assert self.table.desk.course is not None
        return next(one.match for one in self.table.desk.course.moments if one.n == n)

    def _receive(self, guest: Guest, message: ServerMessage) -> None:
        assert not guest.closed, f"{message} after the end"
        again = decode_server(encode(message), guest.rules)
        assert again == message
        if isinstance(again, Lobby):
            guest.rules = rules_for(again.game, again.preset, again.options)
        guest.hear(again)
        if guest.fair:
            self._audit(guest, again)
        if isinstance(again, Update):
            assert again.view.game.seat == guest.seat
            check_knowledge(self._match_at(again.n).state, again)


def check_knowledge(state: Any, update: Update) -> None:
    """Look for what a viewer may not know, and count the cards of the deck."""
    view = update.view.game
    match state, view:
        case UnoState(), UnoView():
            _check_uno(state, view)
        case CasinoState(), CasinoView():
            _check_casino(state, view)
        case _:
            raise AssertionError(f"{type(state)} seen as {type(view)}")
    for event in update.events:
        owner = getattr(event, "seat", None)
        if type(event).__name__ == "Drew" and owner != view.seat:
            assert not getattr(event, "cards", ()) and getattr(event, "card", None) is None
        if type(event).__name__ == "Challenged" and owner != view.seat:
            assert event.hand == ()  # type: ignore[union-attr]
        if type(event).__name__ == "Dealt" and owner != view.seat:
            assert getattr(event, "cards", ()) == ()


def _check_uno(state: UnoState, view: UnoView) -> None:
    own = [] if view.seat is None else state.hands[view.seat]
    assert Counter(map(str, view.hand)) == Counter(map(str, own))
    assert view.counts == tuple(len(hand) for hand in state.hands)
    assert sum(view.counts) + view.stock + view.discards == state.rules.deck
    if state.phase != "over":
        assert view.shown == ()
    if view.seat != state.turn:
        assert view.drawn is None


def _check_casino(state: CasinoState, view: CasinoView) -> None:
    own = () if view.seat is None else state.hands[view.seat]
    assert Counter(map(str, view.hand)) == Counter(map(str, own))
    on_table = len(view.loose) + sum(len(pile.cards) for pile in view.builds)
    assert sum(view.counts) + view.stock + sum(view.taken) + on_table == 52
    if state.phase != "over":
        assert view.piles == () and view.points == ()


def started(people: int = 2, **options: Any) -> tuple[TablePair, list[Guest]]:
    """Return a table with a deal running; the first guest is the host."""
    options.setdefault("seats", people)
    pair = TablePair(**options)
    guests = [pair.join(NAMES[i]) for i in range(people)]
    guests[0].send(Start())
    assert pair.phase == "deal"
    return pair, guests


def on_turn(pair: TablePair, guests: list[Guest]) -> Guest:
    (seat,) = pair.match.waiting_on()
    return next(guest for guest in guests if guest.seat == seat and not guest.closed)


def legal(pair: TablePair, guest: Guest) -> list[Any]:
    return list(pair.match.game.legal(guest.game))
