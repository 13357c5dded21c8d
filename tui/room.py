"""What this client knows of its table: a fold over the server's messages.

Hides: how messages add up to what is shown. Pure: a message and the time go in, facts and log lines
come out. Must not know: Textual, sockets, what keys do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final, Literal, TypeAlias

from engine.game import Seat
from engine.king import KingView
from engine.match import MatchView
from netcore.client.verdict import Audited
from netcore.wire import messages as m
from netcore.wire.codes import EmoteCode
from netcore.wire.text import clean_line as safe_text
from tui.i18n import t
from tui.text import emotes, say_audit, say_king, words
from tui.text.choices import situation
from tui.text.logline import Line, Say
from tui.text.rulewords import changed, rules_of, setting
from tui.text.say import say_events, say_note
from tui.text.say_result import totals
from tui.text.words import Voice

LogPart: TypeAlias = Literal["all", "game", "talk"]
_KEPT_LINES: Final = 1000
_NO_DEEDS: Final = frozenset({"Turned", "DealerChosen", "Dealt", "PassedOn"})
"""What only befalls the seat that such an event names, or everybody."""


LOGS: Final[tuple[LogPart, ...]] = ("all", "game", "talk")


def part_of(lines: Iterable[Line], part: LogPart) -> list[Line]:
    """Return the lines of a part of the log: all, what was played, or what was said."""
    if part == "all":
        return list(lines)
    return [line for line in lines if (line.kind == "chat") == (part == "talk")]


@dataclass(slots=True)
class Room:
    """The table as this client sees it.

    Attributes:
        me: The own seat; None for a watcher.
        view: The newest match view; None before the first deal.
        events: What the newest update told.
        king: The punishments that are open; None where the table plays without.
        heard: When the table was last heard of, on the clock that `now` comes from.
        stands: The note that nothing can be written where the table is kept, while nothing goes
            on for that.
        until: When the turn timer runs out, on the clock that `now` comes from; None: no timer.
        audit: What was found out about the deck of the newest deal that has ended.
        alarm: The first that must not be forgotten.
        log: What happened and was said, the newest last.
        did: What each seat did last in this deal.
        emotes: What a seat has just said with one key, and until when that is shown.
    """

    me: Seat | None = None
    host: bool = False
    name: str = ""
    lobby: m.Lobby | None = None
    view: Any = None
    events: tuple[Any, ...] = ()
    king: KingView | None = None
    heard: float = 0.0
    stands: m.Note | None = None
    until: float | None = None
    audit: Audited | None = None
    alarm: Audited | None = None
    log: deque[Line] = field(default_factory=lambda: deque(maxlen=_KEPT_LINES))
    did: dict[Seat, Line] = field(default_factory=dict)
    emotes: dict[Seat, tuple[EmoteCode, float]] = field(default_factory=dict)
    _stepped: tuple[m.Lobby | None, Line] | None = None
    """The lobby before the newest changes of rules, and the line that tells of them."""

    def names(self) -> list[str]:
        """Return the names by seat."""
        return [] if self.lobby is None else list(_names(self.lobby.seats))

    def name_of(self, seat: Seat) -> str:
        """Return the name of a seat, `you` for the own one."""
        if seat == self.me:
            return t("you")
        names = self.names()
        return names[seat] if seat < len(names) else f"p{seat + 1}"

    def forget(self) -> None:
        """Know nothing, as before the first message."""
        self.me, self.host, self.name = None, False, ""
        self.lobby = self.view = self.king = self.until = self.audit = self.alarm = None
        self._stepped = self.stands = None
        self.events = ()
        self.log.clear()
        self.did.clear()
        self.emotes.clear()

    @property
    def table(self) -> str:
        """Return what the table is called, where it has a name of its own."""
        name = safe_text(self.lobby.table) if self.lobby else ""
        return "" if name == m.ONLY_TABLE else name

    @property
    def game(self) -> str:
        """Return which game is played; empty before that is known."""
        return self.lobby.game if self.lobby else ""

    @property
    def phase(self) -> str:
        """`lobby`, `deal`, `between`, `won`."""
        return self.lobby.phase if self.lobby else "lobby"

    def take(self, message: Any, now: float) -> None:
        """Take one message into account."""
        match message:
            case m.Seated():
                self.stands = None
                self.me, self.host, self.name = message.seat, message.host, message.name
            case m.Lobby():
                self._tell_rules(message)
                self.tell(partial(say_king.changed, self.lobby, message), "table")
                self.lobby, self.heard = message, now
                words.use_call(message.preset)
                self._set_clock(message.clock, now)
                if message.phase == "lobby":
                    self.view = self.king = None
            case m.Update():
                self._update(message, now)
            case Audited():
                self.audit = message
                if say_audit.is_alarming(message):
                    self.alarm = self.alarm or message
                watches = self.me is None
                say = partial(say_audit.say_audit, message, self.game, watches=watches)
                self.tell(say, "table")
            case m.Said(who, seat, text):
                self._say(who, seat, partial(safe_text, text))
            case m.Emoted(who, seat, code):
                self._say(who, seat, partial(emotes.text, code))
                if seat is not None:
                    self.emotes[seat] = code, now + emotes.SECONDS
            case m.Bye(m.ByeCode.SHUTDOWN, {"resume": 1}):
                self.tell(_stopped, "table")
            case m.Note(code, detail):
                if code in (m.NoteCode.STORAGE, m.NoteCode.STORED):
                    self.stands = message if code is m.NoteCode.STORAGE else None
                note = partial(say_note, code.value, _safe(detail), self.me, self.name)
                self.tell(note, "table")
                if code is m.NoteCode.ENDED and self.view is not None:
                    voice = Voice(self.names(), self.me, self.view.game.rules)
                    self.tell(partial(totals, self.view.scores, voice), "score")

    def _say(self, who: str, seat: Seat | None, text: Say) -> None:
        name = None if seat is not None and seat == self.me else safe_text(who)
        self.tell(
            lambda: t("{who}: {text}", who=t("you") if name is None else name, text=text()), "chat"
        )

    def emote(self, seat: Seat, now: float) -> str:
        """Return what a seat is saying with one key; empty for nothing."""
        code, until = self.emotes.get(seat, (None, now))
        return emotes.text(code) if code is not None and now < until else ""

    def emoting(self, now: float) -> bool:
        """Tell whether anybody is."""
        return any(self.emote(seat, now) for seat in self.emotes)

    def talks(self) -> bool:
        """Tell whether anybody is there to talk to, or something has been said."""
        lobby = self.lobby
        if lobby is None:
            return False
        others = any(one.kind == "human" for i, one in enumerate(lobby.seats) if i != self.me)
        return others or bool(lobby.watchers) or any(line.kind == "chat" for line in self.log)

    @property
    def warning(self) -> str:
        """What must stay before everybody's eyes; empty while all is well."""
        return "" if self.alarm is None else say_audit.say_audit(self.alarm, self.game)

    def proved(self) -> str:
        """Return in short what was found out about the deck of the deal that is shown."""
        audit = self.audit
        shown = audit is not None and self.view is not None and audit.deal == self.view.deal
        return say_audit.in_short(audit) if audit is not None and shown else ""

    def shuffling(self) -> str:
        """Return what holds the next deal up; empty while nothing does."""
        return "" if self.lobby is None else say_audit.shuffling(self.lobby, self.name_of)

    def _update(self, message: m.Update, now: float) -> None:
        if self.view is None or _another_deal(self.view, message.view):
            self.did = {}
        fresh, self.view = self.view is None, message.view
        self.events = message.events
        self.king = message.king
        self._set_clock(message.clock, now)
        if fresh and not message.events:
            self._tell_situation()
        elif message.missed:
            self.tell(partial(say_note, "missed"), "table")
        self._tell_events(message.events)

    def _tell_situation(self) -> None:
        """Begin the log of who comes into a running game with how it stands."""
        if self.lobby is None:
            return
        self._greet(self.lobby)
        view, voice = self.view.game, Voice(self.names(), self.me)
        said = situation(view, voice, typed=False)[: -1 if view.hand else None]
        for number in range(len(said)):
            self.tell(partial(_situation, view, voice, number), "table")

    def _greet(self, lobby: m.Lobby) -> None:
        self.tell(partial(_coming_in, lobby, self.view.deal), "table")

    def _set_clock(self, clock: int | None, now: float) -> None:
        """Count down from what the table says is left; None: nothing counts down."""
        self.until = None if clock is None else now + clock / 1000

    def _tell_events(self, events: tuple[Any, ...]) -> None:
        rules = rules_of(self.lobby) if self.lobby else None
        voice = Voice(self.names(), self.me, rules)
        for number, (event, text) in enumerate(_said(events, voice)):
            seat = getattr(event, "seat", None)
            mine = seat == self.me and self.me is not None
            scored = type(event).__name__ in ("DealScored", "MatchWon", "RoundOver", "DealOver")
            kind = "score" if scored else "mine" if mine else "play"
            line = Line(partial(_sentence, events, voice, number), kind, text)
            self.log.append(line)
            if isinstance(seat, int) and type(event).__name__ not in _NO_DEEDS:
                self.did[seat] = line

    def _tell_rules(self, lobby: m.Lobby) -> None:
        """Say what the host has changed: once of a value that was reached in several steps."""
        if not changed(self.lobby, lobby):
            return
        before = self.lobby
        if self._stepped is not None and self.log and self.log[-1] is self._stepped[1]:
            before, _ = self._stepped
            self.log.pop()
        self.tell(partial(changed, before, lobby), "table")
        self._stepped = (before, self.log[-1]) if changed(before, lobby) else None

    def tell(self, say: Say | str, kind: str) -> None:
        """Add a line to the log; an empty one is left out."""
        line = Line(say, kind)
        if line.text:
            self.log.append(line)

    def patience(self, seat: Seat, now: float) -> int | None:
        """Return for how many seconds a bot does not play yet for who is away; else None."""
        lobby = self.lobby
        if lobby is None or seat >= len(lobby.seats):
            return None
        info = lobby.seats[seat]
        if not info.away or info.standin or info.kind != "human":
            return None
        return max(0, round(info.grace - (now - self.heard if self._waits(seat) else 0)))

    def _waits(self, seat: Seat) -> bool:
        """Tell whether the patience with who is away is used up: see netcore/table/patience."""
        lobby = self.lobby
        assert lobby is not None
        return seat == lobby.host if lobby.paused else lobby.phase != "between"

    def waiting(self, now: float) -> bool:
        """Tell whether the table's patience with anybody is being used up."""
        seats = range(len(self.lobby.seats) if self.lobby is not None else 0)
        return any(self._waits(one) and self.patience(one, now) for one in seats)

    def clock(self, now: float) -> int | None:
        """Return the seconds left to act; None when no time runs."""
        return None if self.until is None else max(0, -int(-(self.until - now) // 1))


@lru_cache(maxsize=8)
def _names(seats: tuple[m.SeatInfo, ...]) -> tuple[str, ...]:
    return tuple([safe_text(seat.name) or f"p{i + 1}" for i, seat in enumerate(seats)])


def _another_deal(before: MatchView, now: MatchView) -> bool:
    """Tell whether a new deal is shown, also the first one of a rematch."""
    return before.deal != now.deal or bool(before.won and not now.won)


def _said(events: tuple[Any, ...], voice: Voice) -> list[tuple[Any, str]]:
    return list(say_events(events, voice.names, voice.me, voice.rules))


def _sentence(events: tuple[Any, ...], voice: Voice, number: int) -> str:
    """Say one of the sentences about events that came together."""
    return _said(events, voice)[number][1]


def _situation(view: Any, voice: Voice, number: int) -> str:
    return situation(view, voice, typed=False)[number]


def _stopped() -> str:
    return t("The server has stopped. The table is kept; waiting for it.")


def _safe(detail: Any) -> dict[str, int | str]:
    return {key: safe_text(v) if isinstance(v, str) else v for key, v in detail.items()}


def _coming_in(lobby: m.Lobby, deal: int) -> str:
    """Return what somebody who comes into a running match is told first."""
    playing = setting(lobby)
    if deal == 1:
        return t("You come in: {playing}.", playing=playing)
    named = words.one_deal(lobby.game, deal)
    return t("You come in: {playing}, {deal}.", playing=playing, deal=named)
