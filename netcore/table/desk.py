"""What a table holds, and how everybody at it is kept up to date.

Hides: who is told what when something changed, and in which order (the lobby before the update that
needs its rules). Sans I/O: what is to be sent collects in `out`, what must survive in `diary`. Must
not know: what people may ask (`requests`, `hosting`), sockets, stores.
"""

from __future__ import annotations

from random import Random
from typing import Final, Literal

from engine.fair import Seed
from engine.game import AnyGame, BadRules, Illegal, Seat
from engine.games import GAMES
from engine.king import NAMES as PUNISHMENTS
from engine.king import Drawn, Ledger, Setting, Settled, ledger_for
from engine.match import Match
from engine.rulefile import known_rulesets
from netcore.table.answers import Answers
from netcore.table.bots import BotDriver, Player
from netcore.table.clocks import TurnClock
from netcore.table.course import Course
from netcore.table.diary import Diary
from netcore.table.fairdeal import Dealing
from netcore.table.lobby import lobby_of, still
from netcore.table.options import TableOptions
from netcore.table.outbound import update_for
from netcore.table.outs import Finished, Hangup, Out, Send
from netcore.table.patience import Patience, Phase
from netcore.table.reaction import Reactions
from netcore.table.roster import Bot, Conn, Gone, Member, Roster
from netcore.table.standing import Standing, person_again, seated_again
from netcore.table.turns import decision_of
from netcore.wire.messages import (
    GameName,
    Level,
    Lobby,
    Note,
    NoteCode,
    OptionValue,
    OwnPunishment,
    Seated,
    ServerMessage,
)
from netcore.wire.ruleset import rules_for
from netcore.wire.text import clean_label

STAND_IN: Final[Level] = "normal"
"""How well a bot plays for somebody who is away."""


class Desk:
    """The state of one table, and the telling of it.

    Attributes:
        out: What is to be sent, in order; whoever drives the table empties it.
        diary: What must be kept before any of that is sent.
        course: The match; None in the lobby.
        answers: What its acts were answered, and those of the matches before.
        paused: The host has stopped clocks, bots and actions.
        until_back: It was not the host: the table was resumed, and waits for its players.
        locked: Nobody new is let in.
        dealing: How the next deal is made sure of before it begins.
        punishments: What the table plays with where the rules punish.
        own_punishments: Those that the table has added.
    """

    def __init__(self, options: TableOptions, rng: Random) -> None:
        """Set up the table. Raises BadRules for rules or a number of seats that cannot be."""
        self.options = options
        self.out: list[Out] = []
        self.diary = Diary(self)
        self.roster = Roster(options.seats)
        self.course: Course | None = None
        self.answers = Answers()
        self.paused = False
        self.until_back = False
        self.locked = False
        self.punishments: Setting = options.punishments
        self.driver = BotDriver(rng, options.bot_pace)
        self.clock = TurnClock(options.timer)
        self.patience = Patience(self.roster, options.grace)
        self.reactions = Reactions(options.reaction)
        self._unheard: set[Conn] = set()
        self.own_punishments = tuple(
            OwnPunishment(one.name, one.hot)
            for one in options.deck or ()
            if one.name not in PUNISHMENTS
        )
        self.dealing = Dealing(self)
        self._n = 0
        self._names: list[str] = []
        self._told: Lobby | None = None
        self._changed = True
        self.game: GameName = options.game
        changes = dict(options.changes)
        self.set_rules(options.game, options.preset, changes, options.rules_name)
        least, most = self.seat_range()
        if not least <= options.seats <= most:
            raise BadRules("these rules need {least} to {most} seats", least=least, most=most)
        if len(options.bots) > options.seats:
            raise BadRules(
                "{bots} bots on {seats} seats", bots=len(options.bots), seats=options.seats
            )
        for seat, level in enumerate(reversed(options.bots)):
            self.roster.add_bot(options.seats - 1 - seat, level)

    def restore(self, standing: Standing, now: float) -> None:
        """Go on where a journal ends, at a table that has only been set up.

        Everybody is away until their tokens come back; a deal waits for that in a pause, which the
        host may end before.
        """
        grace = self.options.grace
        self.roster.seats = [
            seated_again(sitter, seat, grace) for seat, sitter in enumerate(standing.sitters)
        ]
        self.roster.watchers = [person_again(one, None, grace) for one in standing.watchers]
        for member in self.roster.seated():
            member.left = standing.n
        self._n, self.course, self.paused = standing.n, standing.course, standing.paused
        self.answers = standing.answers
        self.locked = standing.locked
        starts = standing.starts
        before_any = self.course is None and bool(starts.failed)
        self.dealing.restore(starts.cancelled, starts.failed, interrupted=before_any)
        if self.course is not None:
            self._names = list(standing.matches[-1].players)
            self.course.go_on(now, self.bots, self.diary.note)
        self.diary.goes_on(standing.begun)
        if self.phase == "deal" and not self.paused:
            self.paused = self.until_back = True
        self.refresh(now)

    # --- what there is ---

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.course is None:
            return "lobby"
        match = self.course.match
        if match.winners:
            return "won"
        return "between" if match.over else "deal"

    @property
    def running(self) -> bool:
        """Whether a match is played, or about to be: who comes now takes a bot's seat."""
        return self.dealing.running or self.phase in ("deal", "between")

    @property
    def n(self) -> int:
        """The number of the newest update."""
        return self._n if self.course is None else self.course.now.n

    @property
    def playing(self) -> AnyGame:
        """The game that is played."""
        return GAMES[self.game]

    def set_rules(
        self, game: GameName, preset: str, changes: dict[str, OptionValue], name: str = ""
    ) -> None:
        """Choose what is played, and what it is called. Raises BadRules; nothing has changed then.

        Rules that everybody has lend their name to no others.
        """
        self.rules = rules_for(game, preset, changes)
        self.game, self.preset, self.changes = game, preset, changes
        name = clean_label(name)
        theirs = known_rulesets().get(name.casefold())
        self.rules_name = name if theirs is None or theirs.rules == self.rules else ""

    def seat_range(self) -> tuple[int, int]:
        """Return the fewest and the most seats of the rules chosen."""
        return self.playing.seat_range(self.rules)

    def levels(self) -> dict[Seat, Player]:
        """Return the seats that no person plays just now, and how they are played."""
        levels: dict[Seat, Player] = {}
        for seat, occupant in enumerate(self.roster.seats):
            match occupant:
                case Bot(level=level):
                    levels[seat] = level
                case Member(standin=True):
                    levels[seat] = STAND_IN
                case Gone():
                    levels[seat] = None
                case Member() | None:
                    pass
        return levels

    # --- the match ---

    def begin_match(self, now: float) -> None:
        """Begin a match with those who are seated. There must be enough of them."""
        self.dealing.forgive()
        self._open_match(now)

    def _open_match(self, now: float) -> None:
        for member in self.roster.close_ranks():
            self.tell_seated(member)
        self._changed = True
        self.tell_lobby(now)
        self.dealing.open(Match.new(self.playing, self.rules, len(self.roster.seats)), now)

    def deal_with(self, seed: Seed, now: float) -> None:
        """Begin the deal that was opened: everybody has given a share."""
        if self.course is None:
            self.course = Course(
                self.playing,
                self.rules,
                len(self.roster.seats),
                self.n,
                seed,
                now,
                king=self._ledger(),
                bots=self.bots,
                log=self.diary.note,
                answers=self.answers,
            )
        else:
            self.course.begin(seed, now)
        self._new_deal(now)

    def _ledger(self) -> Ledger | None:
        """Return the punishments of a new match; None where nobody is punished."""
        mild = [
            seat
            for seat, one in enumerate(self.roster.seats)
            if isinstance(one, Member) and one.mild
        ]
        return ledger_for(self.rules, self.punishments, mild, self.options.deck)

    def bots(self) -> frozenset[Seat]:
        """Return the seats that no person has, be they away."""
        seats = enumerate(self.roster.seats)
        return frozenset(seat for seat, one in seats if not isinstance(one, Member))

    def begin_deal(self, now: float) -> None:
        """Open the next deal; seats of the kicked are given up first."""
        course = self._running()
        for seat, occupant in enumerate(self.roster.seats):
            if isinstance(occupant, Bot) and occupant.leaving and not course.match.winners:
                self.give_up(seat, occupant.name, now)
        if not course.match.winners:
            self.tell_lobby(now)
            self.dealing.open(course.match, now)

    def give_up(self, seat: Seat, name: str, now: float) -> None:
        """Take a seat out of the match for good."""
        self.roster.seats[seat] = Gone(name)
        self._changed = True
        self._running().leave(seat, now)
        self.stepped(now, None)

    def end_match(self, now: float) -> None:
        """Go back to the lobby."""
        self.dealing.cancel()
        self.dealing.forgive()
        if self.course is not None:
            self._tell_reveal(self.course)
            self._close_match()
        self.refresh(now)

    def break_off(self) -> None:
        """The match that runs, if one does, ends here: prove its deal, hand out its record."""
        if self.phase in ("deal", "between"):
            course = self._running()
            self._tell_reveal(course)
            self.finish()
            self.diary.ended(course.match, self._names)

    def _close_match(self) -> None:
        self.break_off()
        self._n = self.n
        self.course = None
        self.answers.end_match()
        self.paused = False
        self.driver.stop()
        self.roster.seats = [
            None if isinstance(one, Gone) or (isinstance(one, Bot) and one.leaving) else one
            for one in self.roster.seats
        ]
        for member in self.roster.members():
            member.ready = False

    def finish(self, *, again: bool = False) -> None:
        """Hand out the record of the match; `again`: instead of the one before, for the same."""
        if not again:
            self._names = [one.name if one is not None else "" for one in self.roster.seats]
        record = self._running().record(self._names, self.rules_name)
        self.out.append(Finished(record, again))

    def pause(self, on: bool, now: float) -> None:
        """Stop or go on: clocks, bots and actions."""
        self.paused, self.until_back = on, False
        self.note(NoteCode.PAUSED if on else NoteCode.RESUMED)
        self.refresh(now)

    def play(
        self, seat: Seat, action: object, now: float, who: Literal["bot", "clock"] = "bot"
    ) -> None:
        """Carry out what a bot or a clock does; what is refused becomes the default."""
        course = self._running()
        try:
            course.play(seat, action, now, who)
        except Illegal:
            if seat not in course.match.waiting_on():
                return
            course.play(seat, self.default(seat), now, who)
        self.stepped(now, seat)

    def default(self, seat: Seat) -> object:
        """Return what is played for a seat whose time is up."""
        match = self._running().match
        return match.game.default(match.game.view(match.state, seat))

    # --- when something has changed ---

    def stepped(self, now: float, actor: Seat | None) -> None:
        """The match has gone one step: tell everybody, and let clocks and bots look at it.

        The lobby that opens a deal comes before its first update, the one that closes it after
        its last: with each update goes the lobby that it is to be read by.
        """
        course = self._running()
        self._follow(now, actor)
        if self.phase == "won":
            self.finish()
            self.diary.ended(course.match, self._names)
        if self.phase == "deal":
            self.tell_lobby(now)
        self._tell_step(course, now)
        if course.match.over:
            self._tell_reveal(course)
        self.tell_lobby(now)

    def punished(self, before: int, now: float) -> None:
        """Punishments changed, beside the game: no business of clocks and bots.

        `before`: the number of the update before. A record that is out already gets the new lines.
        """
        course = self._running()
        if course.now.n == before:
            return
        written = any(isinstance(event, Drawn | Settled) for event in course.now.events)
        if written and self.phase == "won":
            self.finish(again=True)
        self._tell_step(course, now)
        self.tell_lobby(now)

    def excuse(self, seat: Seat, now: float) -> None:
        """Let go what a seat owes whose player has gone, if anybody owes anything here."""
        if self.course is not None and self.course.king is not None:
            before = self.n
            self.course.excuse(seat)
            self.punished(before, now)

    def _tell_step(self, course: Course, now: float) -> None:
        clock = self.clock.shown(now)
        for member in self.roster.present():
            self.send(
                member,
                update_for(member.seat, course.now, told=[course.now], missed=False, clock=clock),
            )

    def _tell_reveal(self, course: Course) -> None:
        """The deal has ended: show what it followed from, before the lobby that closes it."""
        if not course.revealed:
            course.revealed = True
            for message in course.reveal():
                self.to_all(message)

    def touch(self) -> None:
        """What the lobby tells of the shuffling has changed."""
        self._changed = True

    def refresh(self, now: float, fresh: Member | None = None) -> None:
        """People changed: patience, clocks, bots, the lobby and the start of a deal follow.

        `fresh` has just come and is told of the lobby in any case.
        """
        self._changed = True
        self._find_host()
        self._end_pause()
        self._follow(now, None)
        self.tell_lobby(now, fresh)
        self._reopen(now)

    def _reopen(self, now: float) -> None:
        """Begin anew with the start of a deal whose people have changed."""
        if not self.dealing.upset(None if self.course is None else self.course.match):
            return
        self.dealing.cancel()
        if self.phase == "between":
            self.begin_deal(now)
        elif self.course is None and self.roster.filled() >= self.seat_range()[0]:
            self._open_match(now)

    def go_on(self, now: float) -> None:
        """Begin the next deal, if everybody who is here is ready for it."""
        if self.phase == "between" and not self.paused and not self.dealing.running:
            here = [member for member in self.roster.seated() if member.conn is not None]
            if here and all(member.ready for member in here):
                self.begin_deal(now)

    def woke(self, now: float) -> None:
        """Stop the turn timer until each connection of a seat has been heard, or is gone."""
        conns = (member.conn for member in self.roster.seated())
        self._unheard = {conn for conn in conns if conn is not None}
        self.note(NoteCode.WOKE)
        self.refresh(now)

    def heard(self, member: Member, now: float) -> None:
        """Something came from somebody."""
        if member.conn in self._unheard:
            self._unheard.discard(member.conn)
            if not self.waking:
                self.refresh(now)

    @property
    def waking(self) -> bool:
        """Whether somebody at the table has yet to be heard since the machine slept."""
        return any(member.conn in self._unheard for member in self.roster.seated())

    def _find_host(self) -> None:
        """Where no secret makes the host and there is none, the first who is here becomes it."""
        if self.options.host_token or self.roster.host() is not None:
            return
        heir = next((one for one in self.roster.seated() if one.conn is not None), None)
        if heir is not None:
            heir.host = True
            self.tell_seated(heir)
            self.note(NoteCode.NEW_HOST, heir.name, heir.seat)

    def _end_pause(self) -> None:
        """A pause ends with the deal or the match, and where no host will come to end it."""
        hosts = any(member.host and not member.standin for member in self.roster.members())
        back = self.until_back and all(one.conn is not None for one in self.roster.seated())
        if self.paused and (self.phase in ("lobby", "won") or not hosts or back):
            self.paused = self.until_back = False
            self.note(NoteCode.RESUMED)

    def _follow(self, now: float, actor: Seat | None) -> None:
        """Let patience, clocks and bots see how things stand; `actor` has just acted."""
        match = None if self.course is None else self.course.match
        deal = 0 if match is None else match.deals
        self.patience.follow(self.phase, deal, now, paused=self.paused)
        self.reactions.follow(match, now, paused=self.paused)
        if actor is not None:
            self.driver.acted(actor)
        waited_on = frozenset[Seat]() if match is None else match.waiting_on()
        awaited = any(
            isinstance(one := self.roster.at(seat), Member) and one.conn is None and not one.standin
            for seat in waited_on
        )
        decision = None if match is None else decision_of(match)
        running = not (self.paused or awaited or self.waking)
        self.clock.watch(decision, now, running=running)
        if match is not None and waited_on and not self.paused:
            self.driver.look(match, self.levels(), now, self.reactions.counts_at)
        else:
            self.driver.stop()

    def _new_deal(self, now: float) -> None:
        for member in self.roster.members():
            member.ready = False
        self._changed = True
        self.stepped(now, None)

    def _running(self) -> Course:
        assert self.course is not None, "no match runs"
        return self.course

    # --- telling ---

    def send(self, member: Member, message: ServerMessage) -> None:
        """Send to one person, if there."""
        if member.conn is not None:
            self.out.append(Send(member.conn, message))

    def hang_up(self, member: Member, why: str) -> None:
        """End somebody's connection, if there is one; `why` is for the log."""
        if member.conn is not None:
            self.out.append(Hangup(member.conn, why))

    def to_all(self, message: ServerMessage) -> None:
        """Send to everybody there."""
        for member in self.roster.present():
            self.send(member, message)

    def note(
        self, code: NoteCode, who: str = "", seat: Seat | None = None, *, bot: str = ""
    ) -> None:
        """Tell everybody what happened beside the game; `bot`: whose seat was taken."""
        detail: dict[str, int | str] = {"who": who} if who else {}
        if bot:
            detail["bot"] = bot
        if seat is not None:
            detail["seat"] = seat
        self.to_all(Note(code, detail))

    def tell_seated(self, member: Member) -> None:
        """Tell somebody which seat is theirs."""
        self.send(
            member,
            Seated(self.options.name, member.seat, member.token, member.name, member.host),
        )

    def tell_update(self, member: Member, now: float, last: int | None) -> None:
        """Send the newest update, with what happened since the update `last` (None: now)."""
        if self.course is None:
            return
        told, missed = self.course.after(self.n if last is None else max(last, member.since))
        self.send(
            member,
            update_for(
                member.seat,
                self.course.now,
                told=told,
                missed=missed or (last is not None and last < member.since),
                clock=self.clock.shown(now),
            ),
        )

    def catch_up(self, member: Member, now: float, last: int | None) -> None:
        """Tell somebody who has just come all that the others know; `last` as in `tell_update`."""
        course = self.course
        if course is not None:
            for message in course.begun():
                self.send(member, message)
            self.tell_update(member, now, last)
            if course.match.over:
                for message in course.reveal():
                    self.send(member, message)
        for message in self.dealing.told():
            self.send(member, message)

    def tell_lobby(self, now: float, fresh: Member | None = None) -> None:
        """Tell everybody about the table, if anything of it changed; `fresh` in any case."""
        if self._changed or self._told is None or self._told.phase != self.phase:
            self._changed = False
            lobby = lobby_of(self, now)
            if self._told is None or still(lobby) != still(self._told):
                self._told = lobby
                self.to_all(lobby)
                return
        if fresh is not None:
            self.send(fresh, lobby_of(self, now))

    def retell(self, now: float) -> None:
        """Tell everybody about the table, though nothing of it has changed."""
        self._told = None
        self.tell_lobby(now)
