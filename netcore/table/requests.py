"""One table, sans I/O: people come, ask, act, are lost and come back; time passes.

Hides: who may ask what when. Messages and the time come in, what is to be sent comes out. Must not
know: sockets, bytes, tasks.

Each request is answered: an Act by exactly one Ack or Nak, whatever else is refused by a Refused.
"""

from __future__ import annotations

from hmac import compare_digest
from random import Random
from typing import Final, assert_never

from engine.king import KingCode
from netcore.table import acts, hosting, seating, throne
from netcore.table.desk import Desk
from netcore.table.fairdeal import FairRequest
from netcore.table.lobby import info_of
from netcore.table.options import TableOptions
from netcore.table.outs import Accepted, Out, Send
from netcore.table.roster import Conn, Gone, Member
from netcore.wire.limits import Meter
from netcore.wire.messages import (
    Act,
    AddBot,
    Bye,
    ByeCode,
    Chat,
    Emote,
    Emoted,
    End,
    Give,
    Join,
    Kick,
    Leave,
    Lock,
    Mild,
    Note,
    NoteCode,
    Pause,
    Pledge,
    Ready,
    Refused,
    RemoveBot,
    Resume,
    Said,
    Settle,
    Setup,
    Share,
    Start,
    StepAway,
    Swap,
    Sync,
    TableCode,
    TableInfo,
    TableRequest,
    TakeSeat,
)
from netcore.wire.schema import tag_of
from netcore.wire.text import BadName, clean_line, free_name

KEPT_WATCHERS: Final = 16
"""So many places are kept for watchers who are away; those who came first lose theirs."""


class Table:
    """A table. Every method that takes the time returns what is to be sent, in order."""

    def __init__(self, options: TableOptions, rng: Random | None = None) -> None:
        """Set the table up. Raises BadRules."""
        self.desk = Desk(options, rng or Random())
        self._roster = self.desk.roster

    # --- coming and going ---

    def enter(self, conn: Conn, request: Join | Resume, now: float) -> list[Out]:
        """Let a connection in, or answer why not."""
        match request:
            case Join():
                code = self._join(conn, request, now)
            case Resume():
                code = self._resume(conn, request, now)
            case _:
                assert_never(request)
        if code is not None:
            self.desk.out.append(Send(conn, Refused(tag_of(request), code)))
        return self._done(now)

    def drop(self, conn: Conn, now: float) -> list[Out]:
        """A connection is gone. Its person keeps the seat, or the place to watch from."""
        member = self._roster.by_conn(conn)
        if member is None:
            return []
        self._go(member, NoteCode.DROPPED, now)
        return self._done(now)

    def _go(self, member: Member, why: NoteCode, now: float) -> None:
        """Somebody has no connection any more."""
        member.conn, member.ready, member.left = None, False, self.desk.n
        if member.seat is None and why is NoteCode.AWAY:  # on purpose: nothing keeps a watcher
            self._roster.remove(member)
            self.desk.note(NoteCode.LEFT, member.name)
        else:
            self.desk.note(why, member.name, member.seat)
        self.desk.refresh(now)
        away = [watcher for watcher in self._roster.watchers if watcher.conn is None]
        for watcher in away[:-KEPT_WATCHERS]:
            self._free(watcher, NoteCode.LEFT, now)

    def _join(self, conn: Conn, join: Join, now: float) -> TableCode | None:
        known = self._known_host(join)
        if known is not None:
            self._come_back(conn, known, "", 0, now)
            return None
        if self.desk.locked and not self._is_host(join):
            return TableCode.LOCKED
        try:
            most = self.desk.options.limits.name_cells
            name = free_name(join.name, self._roster.names(), fixed=join.fixed, most=most)
        except BadName as bad:
            return TableCode.NAME_TAKEN if bad.taken else TableCode.BAD_NAME
        seat, running = None, self.desk.running
        if not join.watch:
            seat = self._roster.first_bot() if running else self._roster.first_open(over=True)
            if seat is None:
                return TableCode.GAME_RUNNING if running else TableCode.TABLE_FULL
        bot = seating.bot_at(self.desk, seat)
        member = self._roster.add(
            name,
            conn,
            seat,
            host=self._is_host(join) and self._roster.host() is None,
            grace=self.desk.options.grace,
            since=self.desk.n,
            own=join.token,
        )
        self._accept(conn, member, now)
        self.desk.tell_seated(member)
        self.desk.refresh(now, fresh=member)
        self.desk.catch_up(member, now, None)
        seating.note_arrival(self.desk, member, bot)
        return None

    def _known_host(self, join: Join) -> Member | None:
        """Return the host who sits here, where this is who: the secret says so as a token does.

        It brings the seat back, and takes it over from another terminal, as a token does too.
        """
        host = self._roster.host()
        if host is None or not (self.desk.options.host_token and self._is_host(join)):
            return None
        if host.seat is not None:
            return None if join.watch else host
        if host.conn is None and join.watch:
            return host
        if host.conn is None:  # who watched comes back to sit down
            self._roster.remove(host)
        return None

    def _is_host(self, join: Join) -> bool:
        """The holder of the host's secret; without one, the first who sits down."""
        secret = self.desk.options.host_token
        if secret:
            return compare_digest(secret.encode(), join.host.encode())
        return not join.watch and self._roster.host() is None

    def _resume(self, conn: Conn, resume: Resume, now: float) -> TableCode | None:
        member = self._roster.by_token(resume.token)
        if member is None:
            return TableCode.BAD_TOKEN
        self._come_back(conn, member, resume.token, resume.last, now)
        return None

    def _come_back(self, conn: Conn, member: Member, token: str, last: int, now: float) -> None:
        """Give somebody the seat back; `token`: what was shown, empty for a host's secret."""
        if member.conn is not None:
            self.desk.send(member, Bye(ByeCode.REPLACED))
            self.desk.hang_up(member, "replaced")
        back = member.conn is None
        member.conn = conn
        if token in ("", member.token) or not member.token:
            self._roster.rotate(member)
        self._accept(conn, member, now)
        self.desk.tell_seated(member)
        self.desk.refresh(now, fresh=member)
        self.desk.catch_up(member, now, last)
        self._tell_played(member, last or (member.left if back else self.desk.n))
        note = NoteCode.BACK if back else NoteCode.REPLACED
        self.desk.note(note, member.name, member.seat)

    def _tell_played(self, member: Member, seen: int) -> None:
        """Tell who comes back how many of the own turns the table has played meanwhile.

        `seen`: the newest update that was seen, as far as is known.
        """
        course = self.desk.course
        if course is None or member.seat is None:
            return
        after = max(seen, member.since)
        bot = course.turns_played_for(member.seat, after, "bot")
        clock = course.turns_played_for(member.seat, after, "clock")
        if bot or clock:
            self.desk.send(member, Note(NoteCode.STOOD_IN, {"turns": bot, "timed": clock}))

    def _accept(self, conn: Conn, member: Member, now: float) -> None:
        """A connection is somebody's now; what it may ask is counted with what others asked."""
        if member.meter is None:
            member.meter = Meter(self.desk.options.limits, now)
        self.desk.out.append(Accepted(conn, member.meter))

    def alive(self, conn: Conn, now: float) -> list[Out]:
        """Something whole came over a connection: its newest token has arrived."""
        if (member := self._roster.by_conn(conn)) is None:
            return []
        self._roster.confirm(member)
        self.desk.heard(member, now)
        return self._done(now)

    def waits_for(self, conn: Conn) -> bool:
        """Whether `alive` would change anything: most signs of life come while all is well."""
        member = self._roster.by_conn(conn)
        return member is not None and (not member.confirmed or self.desk.waking)

    @property
    def empty(self) -> bool:
        """Whether it is nobody's: no one is here, and no seat is kept."""
        return next(self._roster.members(), None) is None

    def has_heard(self, conn: Conn, act: Act) -> bool:
        """Whether an act that comes over a connection came before: it was answered, or is held."""
        member = self._roster.by_conn(conn)
        return member is not None and acts.is_known(self.desk, member, act)

    def knows(self, token: str) -> bool:
        """Whether a seat here is kept for the holder of a token."""
        return self._roster.by_token(token) is not None

    def info(self) -> TableInfo:
        """Return what is told of it to those who are not here."""
        return info_of(self.desk)

    # --- asking ---

    def handle(self, conn: Conn, request: TableRequest, now: float) -> list[Out]:
        """Answer a request that came over a connection which has entered."""
        member = self._roster.by_conn(conn)
        if member is None:  # removed while the request was on its way
            return []
        self._roster.confirm(member)
        self.desk.heard(member, now)
        match request:
            case Act():
                acts.handle(self.desk, member, request, now)
            case Sync():
                self.desk.tell_lobby(now, fresh=member)
                self.desk.tell_update(member, now, None)
            case _:
                no = self._ask(member, request, now)
                if no is not None:
                    refused = no if isinstance(no, Refused) else Refused(tag_of(request), no)
                    self.desk.send(member, refused)
        return self._done(now)

    def _ask(
        self,
        member: Member,
        request: hosting.HostRequest
        | throne.KingRequest
        | FairRequest
        | Chat
        | Emote
        | Leave
        | StepAway
        | Ready
        | TakeSeat,
        now: float,
    ) -> TableCode | KingCode | Refused | None:
        match request:
            case Chat(text=text):
                return self._chat(member, text)
            case Emote(code=code):
                self.desk.to_all(Emoted(member.name, member.seat, code))
                return None
            case Leave():
                return self._leave(member, now)
            case StepAway():
                self._step_away(member, now)
                return None
            case Ready(on=on):
                return self._ready(member, on, now)
            case TakeSeat(seat=seat):
                if self.desk.locked and not member.host:
                    return TableCode.LOCKED
                return seating.take_seat(self.desk, member, seat, now)
            case Mild() | Swap() | Settle():
                return throne.handle(self.desk, member, request, now)
            case Pledge() | Share():
                return self.desk.dealing.answer(member, request, now)
            case (
                Setup()
                | AddBot()
                | RemoveBot()
                | Kick()
                | Start()
                | Pause()
                | End()
                | Lock()
                | Give()
            ):
                if not member.host:
                    return TableCode.HOST_ONLY
                return hosting.handle(self.desk, request, now)
            case _:
                assert_never(request)

    def _chat(self, member: Member, text: str) -> TableCode | None:
        line = clean_line(text, self.desk.options.limits.chat_length)
        if not line:
            return TableCode.EMPTY_TEXT
        self.desk.to_all(Said(member.name, member.seat, line))
        return None

    def _leave(self, member: Member, now: float) -> TableCode | None:
        self.desk.send(member, Bye(ByeCode.LEFT))
        self.desk.hang_up(member, "left")
        self._free(member, NoteCode.LEFT, now)
        return None

    def _step_away(self, member: Member, now: float) -> None:
        self.desk.hang_up(member, "away")
        self._go(member, NoteCode.AWAY, now)

    def _free(self, member: Member, code: NoteCode, now: float) -> None:
        """Give up a place for good; in a match the seat is gone with it, and the game tells so."""
        in_match = member.seat is not None and self.desk.phase in ("deal", "between")
        self._roster.remove(member, Gone(member.name) if in_match else None)
        if in_match and member.seat is not None:
            self.desk.give_up(member.seat, member.name, now)
        else:
            self.desk.note(code, member.name, member.seat)
            if member.seat is not None:
                self.desk.excuse(member.seat, now)
        self.desk.refresh(now)

    def _ready(self, member: Member, on: bool, now: float) -> TableCode | None:
        if member.seat is None:
            return TableCode.NOT_SEATED
        if self.desk.phase not in ("lobby", "between") or self.desk.dealing.running:
            return TableCode.NOT_NOW
        member.ready = on
        self.desk.refresh(now)
        return None

    # --- time ---

    @property
    def due(self) -> float | None:
        """When `tick` is needed next; None: not before something comes."""
        times = [
            self._time_is_up,
            self.desk.driver.due,
            self.desk.patience.due,
            self.desk.reactions.due,
            self.desk.dealing.due,
        ]
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: float) -> list[Out]:
        """Let time pass: one bot at most acts at a call, so that nobody waits for many."""
        self._end_patience(now)
        acts.release(self.desk, now)
        self.desk.dealing.tick(now)
        if self.desk.phase == "deal" and not self.desk.paused:
            assert self.desk.course is not None
            acting = self.desk.driver.next(self.desk.course.match, self.desk.levels(), now)
            if acting is not None:
                self.desk.play(*acting, now)
            elif (end := self._time_is_up) is not None and now >= end:
                self._time_up(now)
        return self._done(now)

    @property
    def _time_is_up(self) -> float | None:
        """When the turn's time is up: not before an act of the turn would count."""
        end = self.desk.clock.due
        return None if end is None else max(end, self.desk.reactions.counts_at(None))

    def _time_up(self, now: float) -> None:
        assert self.desk.course is not None
        for seat in sorted(self.desk.course.match.waiting_on()):
            member = self._roster.at(seat)
            if isinstance(member, Member):
                self.desk.note(NoteCode.TIME_UP, member.name, seat)
            self.desk.play(seat, self.desk.default(seat), now, "clock")

    def _end_patience(self, now: float) -> None:
        if self.desk.patience.deserted(now):
            self.desk.end_match(now)
        for member in self.desk.patience.ended(now):
            if member.seat is None:
                self._free(member, NoteCode.LEFT, now)
                continue
            if self.desk.paused:
                self.desk.pause(False, now)
                return  # everybody else is waited for anew
            if self.desk.phase == "deal":
                self.desk.patience.stand_in(member)
                self.desk.note(NoteCode.STAND_IN, member.name, member.seat)
                self.desk.refresh(now)
            else:
                self._free(member, NoteCode.LEFT, now)

    def woke(self, now: float) -> list[Out]:
        """The machine slept, or the table was elsewhere: turns wait until everybody was heard."""
        self.desk.woke(now)
        return self._done(now)

    def retell(self, now: float) -> list[Out]:
        """Tell everybody the lobby once more."""
        self.desk.retell(now)
        return self._done(now)

    # --- ending ---

    def close(self, code: ByeCode, **detail: int | str) -> list[Out]:
        """End the table: a last word to everybody.

        A match that is gone on with later has not ended: nothing is shown of what is still to be
        played, neither to those who are here nor in a record.
        """
        if not detail.get("resume"):
            self.desk.break_off()
        for member in self._roster.present():
            self.desk.send(member, Bye(code, detail))
            self.desk.hang_up(member, code.value)
        return self._take_out()

    def _done(self, now: float) -> list[Out]:
        acts.release(self.desk, now)
        self.desk.go_on(now)
        self.desk.tell_lobby(now)
        return self._take_out()

    def _take_out(self) -> list[Out]:
        out, self.desk.out = self.desk.out, []
        return out
